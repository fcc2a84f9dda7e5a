"""A live table: it writes before it answers, and after a failed write it is read again from its log."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

from erre.server.clock import Clock
from erre.server.storage.contract import StorageFailed
from erre.table.clocks import GRACE
from erre.table.requests import MakeMove, Sit, Start
from tests.server.running import run
from tests.server.tables.seated import Seated, opened, registry_at


class HandClock(Clock):
    """A clock that a test sets."""

    def __init__(self) -> None:
        super().__init__()
        self.ms = 1_800_000_000_000

    def now(self) -> int:
        return self.ms


def test_nothing_is_answered_or_told_before_it_is_written(tmp_path: Path) -> None:
    async def test() -> None:
        async with registry_at(tmp_path) as registry:
            live = await opened(registry, seats=2, play_now=True)
            ana, cleo = Seated(live, "ana"), Seated(live, "cleo")
            append, may_write = registry.services.store.append, asyncio.Event()

            async def slow(*values: Any, **more: Any) -> None:
                await may_write.wait()
                await append(*values, **more)

            registry.services.store.append = slow  # type: ignore[method-assign]
            before = len(ana.said), len(cleo.said)
            asking = asyncio.create_task(ana.ask(MakeMove, 0, "row 1", live.table.number))
            for _ in range(20):
                await asyncio.sleep(0)
            assert (len(ana.said), len(cleo.said)) == before
            may_write.set()
            assert (await asking)["type"] == "ok"
            assert cleo.kinds().count("update") == 1

    run(test)


def test_a_table_that_could_not_be_written_is_let_go_and_read_again(tmp_path: Path) -> None:
    async def test() -> None:
        async with registry_at(tmp_path) as registry:
            live = await opened(registry, seats=2, play_now=True)
            ana, number = Seated(live, "ana"), live.table.number
            append = registry.services.store.append

            async def broken(*values: Any, **more: Any) -> None:
                raise StorageFailed("the disk is full")

            registry.services.store.append = broken  # type: ignore[method-assign]
            live.ask(ana.session, MakeMove(1, 0, "row 1", number))
            while not live.is_dead:
                await asyncio.sleep(0)
            registry.services.store.append = append  # type: ignore[method-assign]
            assert ana.said[-1]["type"] == "bye"
            assert ana.said[-1]["code"] == "reload"
            again = await registry.find(live.table.id)
            assert again is not live
            assert again.table.number == number

    run(test)


def test_a_bot_plays_for_whoever_is_away_too_long_and_stops_when_they_return(tmp_path: Path) -> None:
    async def test() -> None:
        clock = HandClock()
        async with registry_at(tmp_path, clock) as registry:
            live = await opened(registry, seats=2)
            ana, bo = Seated(live, "ana"), Seated(live, "bo")
            for seat, page in enumerate((ana, bo)):
                await page.ask(Sit, seat, f"P{seat}")
            await ana.ask(Start)
            live.detach(bo.session)
            clock.ms += GRACE
            live.set_alarm()
            while not live.table.chairs[1].autopilot:
                await asyncio.sleep(0)
            Seated(live, "bo", client="back")
            while live.table.chairs[1].autopilot:
                await asyncio.sleep(0)

    run(test)


def test_a_table_goes_with_its_last_person(tmp_path: Path) -> None:
    async def test() -> None:
        async with registry_at(tmp_path) as registry:
            live = await opened(registry, seats=2, play_now=True)
            await registry.departures.forget_person("ana")
            while live.table.id in registry.tables:
                await asyncio.sleep(0)
            while await registry.services.store.lines(live.table.id):
                await asyncio.sleep(0)

    run(test)
