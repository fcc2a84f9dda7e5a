"""The registry of tables: opened, found, listed, read once, and closed when nobody has touched them for long."""

from __future__ import annotations

import asyncio
import time
from pathlib import Path

import pytest

from erre.core.errors import BadRecord, Refusal
from erre.server.clock import Clock
from erre.server.tables import rooms
from erre.server.tables.ownership import NoTable
from erre.server.tables.table_registry import KEPT, KEPT_UNPLAYED
from erre.table.clocks import deadline
from erre.table.refusals import ServerFull, TooManyTables
from erre.table.requests import MakeMove, Sit, Start
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
        async with registry_at(tmp_path) as registry:
            empty, unplayed = await opened(registry, seats=2), await opened(registry, seats=2, play_now=True)
            played, watched = await opened(registry, seats=2, play_now=True), await opened(registry, seats=2)
            page = Seated(played, "ana")
            await page.ask(MakeMove, 0, "row 1", played.table.number)
            played.detach(page.session)
            Seated(watched, "ana")
            await registry.tidy(600)  # all were touched since
            await registry.tidy(KEPT_UNPLAYED + 1)
            assert set(registry.tables) == {played.table.id, watched.table.id}
            for gone in (empty, unplayed):
                assert await registry.services.store.lines(gone.table.id) == []
            assert await registry.services.store.idle_time(played.table.id) == KEPT_UNPLAYED + 1
            await registry.tidy(KEPT["playing"])
            assert set(registry.tables) == {watched.table.id}

    run(test)


def test_the_time_for_which_a_table_was_idle_is_kept_over_a_restart(tmp_path: Path) -> None:
    async def test() -> None:
        async with registry_at(tmp_path) as registry:
            table = (await opened(registry, seats=2)).table.id
            await registry.tidy(600)
            await registry.tidy(KEPT_UNPLAYED - 100)
        async with registry_at(tmp_path) as registry:
            live = await registry.find(table)
            assert live.idle == KEPT_UNPLAYED - 100
            await registry.tidy(200)
            assert registry.tables == {}

    run(test)


def test_a_wrong_time_of_day_closes_nothing_and_steals_no_turn(tmp_path: Path) -> None:
    async def test() -> None:
        clock = HandClock()
        async with registry_at(tmp_path, clock) as registry:
            live = await opened(registry, game="rummy", seats=2)
            pages = [Seated(live, person) for person in ("ana", "bo")]
            for seat, page in enumerate(pages):
                await page.ask(Sit, seat, f"P{seat}")
            await pages[0].ask(Start)
            for page in pages:
                live.detach(page.session)
            clock.ms += 31 * 86_400_000  # a month ahead, for a moment
            await registry.tidy(600)
            assert live.table.id in registry.tables
            table, last = live.table.id, live.table.last_at
            registry.forget(live, "")
            clock.ms = last - 3_600_000  # the clock was an hour ahead, and is right after the restart
            again = await registry.find(table)
            assert again.clock.now() >= last
            await again.do(again.reopen)
            (seat,) = again.table.match.position.turn if again.table.match else [0]
            limit = deadline(again.table, seat)
            assert limit is not None
            assert 0 < limit - again.clock.now() <= 120_000  # not an hour more

    run(test)


def test_the_clock_of_a_server_does_not_follow_jumps(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = Clock()
    before, real = clock.now(), time.time_ns
    assert clock.jumped() == 0
    monkeypatch.setattr(time, "time_ns", lambda: real() + 3_600_000 * 1_000_000)
    assert abs(clock.now() - before) < 1_000_000
    assert abs(clock.jumped() - 3_600_000) < 60_000
    assert clock.jumped() == 0  # told once
