"""The registry of tables: opened, found, listed, read once, and closed when nobody has touched them for long."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from erre.core.errors import BadRecord, Refusal
from erre.server.tables import rooms
from erre.server.tables.ownership import NoTable
from erre.server.tables.table_registry import KEPT
from erre.table.refusals import ServerFull, TooManyTables
from erre.table.requests import Sit
from tests.server.running import run
from tests.server.tables.seated import Seated, opened, registry_at
from tests.server.tables.test_live_table import HandClock


def test_a_table_asked_for_by_many_at_once_is_read_once(tmp_path: Path) -> None:
    async def test() -> None:
        async with registry_at(tmp_path) as registry:
            live = await opened(registry, seats=2, play_now=True)
            registry.forget(live, "")
            found = await asyncio.gather(*(registry.find(live.table.id) for _ in range(10)))
            assert len({id(one) for one in found}) == 1
            assert found[0] is not live

    run(test)


def test_a_table_that_is_not_there_or_cannot_be_read_is_refused(tmp_path: Path) -> None:
    async def test() -> None:
        async with registry_at(tmp_path) as registry:
            with pytest.raises(NoTable):
                await registry.find("nothing")
            await registry.services.store.append("bent", 0, b"{}")
            with pytest.raises(BadRecord):
                await registry.find("bent")

    run(test)


def test_lists_show_open_tables_and_where_somebody_can_go_on(tmp_path: Path) -> None:
    async def test() -> None:
        async with registry_at(tmp_path) as registry:
            live = await opened(registry, access="open", seats=2)
            hidden = await opened(registry, seats=2)
            assert [line.id for line in await registry.open_tables("bo")] == [live.table.id]
            assert {line.id for line in await registry.tables_of("ana")} == {live.table.id, hidden.table.id}
            await Seated(live, "bo").ask(Sit, 1, "Bo")
            (mine,) = await registry.tables_of("bo")
            assert (mine.id, mine.mine, mine.free) == (live.table.id, True, 1)

    run(test)


def test_quotas_and_settings_that_cannot_be_are_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rooms, "MOST_OF_ONE", 2)

    async def test() -> None:
        async with registry_at(tmp_path, most_tables=3) as registry:
            for wish in ({"seats": 99}, {"bots": ["greedy"] * 9}, {"bots": ["nobody"]}, {"rated": True}):
                with pytest.raises(Refusal):
                    await opened(registry, **wish)
            for _ in range(2):
                await opened(registry)
            with pytest.raises(TooManyTables, match="2 tables already"):
                await opened(registry)
            await opened(registry, "bo")
            with pytest.raises(ServerFull, match="no room"):
                await opened(registry, "cleo")

    run(test)


def test_tables_that_nobody_touches_are_closed_by_their_stage(tmp_path: Path) -> None:
    async def test() -> None:
        clock = HandClock()
        async with registry_at(tmp_path, clock) as registry:
            gathering, playing = await opened(registry, seats=2), await opened(registry, seats=2, play_now=True)
            watched = await opened(registry, seats=2)
            Seated(watched, "ana")
            clock.ms += KEPT["gathering"] + 1
            await registry.tidy()
            assert set(registry.tables) == {playing.table.id, watched.table.id}
            assert await registry.services.store.lines(gathering.table.id) == []
            clock.ms += KEPT["playing"]
            await registry.tidy()
            assert set(registry.tables) == {watched.table.id}

    run(test)
