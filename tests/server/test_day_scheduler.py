"""Tables by the day sleep while nobody is there, wake when they are due, and only one worker acts."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import aiohttp

from erre.server.app import Server
from erre.server.clock import Clock
from erre.server.storage import daily_book
from erre.table.by_day import HOUR, OVERSLEPT
from erre.table.entries import AutopilotOn, Moved, Reopened, parse_log
from tests.server.running import Running, read, run, running, workers

DAY = 24 * HOUR


class HandClock(Clock):
    """A clock that a test sets."""

    def __init__(self) -> None:
        super().__init__()
        self.ms = 1_800_000_000_000

    def now(self) -> int:
        return self.ms


async def started(here: Running, game: str = "rurare", **more: Any) -> tuple[str, list[aiohttp.ClientSession]]:
    """A game by the day of two people, whose pages are closed again."""
    people = [await here.person(name) for name in ("Ana", "Ben")]
    table = await here.open(people[0], game=game, seats=2, hours=24, **more)
    pages = [await here.page(http, table) for http in people]
    for seat, page in enumerate(pages):
        await page.ask("sit", seat=seat, name=f"P{seat}")
    await pages[0].ask("start")
    await pages[1].until(lambda: pages[1].eyes)
    for page in pages:
        await page.stop()
    return table, people


async def asleep(server: Server, table: str) -> None:
    """Look until a table has left memory."""
    while table in server.registry.tables:
        await server.days.look()
        await asyncio.sleep(0.02)
    await server.notices.idle()


async def entries(server: Server, table: str, kind: type) -> list[Any]:
    """All entries of a kind in a table's log."""
    stored = await server.store.log(table)
    return [
        entry for commit in parse_log(stored.lines, stored.head) for entry in commit.entries if isinstance(entry, kind)
    ]


def test_a_table_sleeps_is_listed_and_wakes_for_a_person(tmp_path: Path) -> None:
    async def test() -> None:
        clock = HandClock()
        async with running(tmp_path, clock) as here:
            table, (ana, ben) = await started(here, access="open")
            await asleep(here.server, table)
            assert await here.server.store.live_tables() == []
            _, me = await read(ana, f"{here.base}/api/me")
            line = me["tables"][0]
            assert (line["id"], line["my_turn"], line["hours"], line["deadline"]) == (table, True, 24, clock.ms + DAY)
            assert [one["id"] for one in (await read(ben, f"{here.base}/api/tables"))[1]] == [table]
            _, told = await read(ben, f"{here.base}/api/me/notices?language=de")
            assert [one["title"] for one in told["notices"]] == ["Du bist dran"]
            page = await here.page(ana, table)
            found = page.due()
            assert found is not None
            assert (await page.move(found[0], found[1][0]))["type"] == "ok"
            await page.stop()
            await asleep(here.server, table)
            assert (await read(ana, f"{here.base}/api/me/notices"))[1]["unread"] == 0
            assert [one["my_turn"] for one in (await read(ana, f"{here.base}/api/me"))[1]["tables"]] == [False]
            assert [one["my_turn"] for one in (await read(ben, f"{here.base}/api/me"))[1]["tables"]] == [True]

    run(test)


def test_a_move_that_does_not_come_is_made_after_a_restart_too(tmp_path: Path) -> None:
    async def test() -> None:
        clock = HandClock()
        async with running(tmp_path, clock) as here:
            table, people = await started(here)
            tokens = [next(cookie.value for cookie in http.cookie_jar) for http in people]
        clock.ms += DAY + 1000
        async with running(tmp_path, clock) as here:
            server = here.server
            assert table not in server.registry.tables
            await server.days.look()
            while len(await entries(server, table, Moved)) < 2:
                await asyncio.sleep(0.02)
            await asleep(server, table)
            assert [one.seat for one in await entries(server, table, AutopilotOn)] == [0, 1]
            assert not await entries(server, table, Reopened)
            for token in tokens:
                person = await server.identity.find_by(token)
                assert person is not None
                kinds = {one.kind for one in await server.notices.store.notices(person.id)}
                assert kinds == {"missed", "your_turn"}
            clock.ms += DAY - 10_000
            await server.days.look()
            assert table not in server.registry.tables

    run(test)


def test_a_move_that_was_due_while_no_server_ran_gets_more_time(tmp_path: Path) -> None:
    async def test() -> None:
        clock = HandClock()
        async with running(tmp_path, clock) as here:
            table, _ = await started(here)
        clock.ms += DAY + OVERSLEPT + 1000
        async with running(tmp_path, clock) as here:
            await here.server.days.look()
            await asleep(here.server, table)
            assert len(await entries(here.server, table, Reopened)) == 1
            assert not await entries(here.server, table, AutopilotOn)
            assert await here.server.store.look(daily_book.next_due) == clock.ms + 2 * HOUR

    run(test)


def test_of_two_workers_one_wakes_a_table_and_one_writes(tmp_path: Path) -> None:
    async def test() -> None:
        clock = HandClock()
        async with workers(2, tmp_path, clock) as servers:
            here = Running(servers[0])
            table, people = await started(here)
            await asyncio.gather(*(asleep(server, table) for server in servers))
            clock.ms += DAY + 1000
            for server in servers:  # each believes that it was chosen
                server.days.is_mine = lambda table: True  # type: ignore[method-assign]
            for _ in range(5):
                await asyncio.gather(*(server.days.look() for server in servers for _ in range(3)))
            while len(await entries(servers[0], table, Moved)) < 2:
                await asyncio.sleep(0.02)
            assert sum(table in server.registry.tables for server in servers) <= 1
            assert [one.seat for one in await entries(servers[0], table, AutopilotOn)] == [0, 1]
            await asyncio.gather(*(asleep(server, table) for server in servers))
            for http in people:
                _, told = await read(http, f"{here.base}/api/me/notices")
                assert sorted(one["kind"] for one in told["notices"]) == ["missed", "your_turn"]
            await here.close()

    run(test)


def test_a_table_to_which_nobody_comes_is_closed_and_one_without_a_log_is_dropped(tmp_path: Path) -> None:
    async def test() -> None:
        async with running(tmp_path) as here:
            ana = await here.person("Ana")
            table = await here.open(ana, game="rage", seats=3, hours=72)
            await asleep(here.server, table)
            sleeping = here.server.registry.sleeping
            assert await sleeping.grow_idle(600) == []
            assert await sleeping.grow_idle(15 * 86_400) == [table]
            live = await here.server.registry.find(table)
            await here.server.registry.close_table(live)
            assert (await read(ana, f"{here.base}/api/me"))[1]["tables"] == []
            await here.server.store.run(lambda: daily_book.note_awake("nolog", 0))
            await here.server.days.look()
            assert await sleeping.due(10) == []

    run(test)


def test_deleting_a_person_reaches_tables_that_sleep(tmp_path: Path) -> None:
    async def test() -> None:
        async with running(tmp_path) as here:
            table, (ana, ben) = await started(here)
            await asleep(here.server, table)
            person = await here.server.identity.find_by(next(cookie.value for cookie in ana.cookie_jar))
            assert person is not None
            assert table in str((await read(ana, f"{here.base}/api/me/data"))[1]["tables_by_the_day"])
            async with ana.delete(f"{here.base}/api/me") as answer:
                assert answer.status == 204
            await here.server.days.look()
            await asleep(here.server, table)
            assert await here.server.store.tables_with(person.id) == []
            assert person.id not in str(await here.server.store.look(lambda: daily_book.listed_open(99)))
            assert len((await read(ben, f"{here.base}/api/me"))[1]["tables"]) == 1

    run(test)
