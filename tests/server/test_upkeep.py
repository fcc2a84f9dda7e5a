"""A server that knows when it is ill: health from a real write, and an exit when something vital dies."""

from __future__ import annotations

import asyncio
import time
from pathlib import Path
from typing import Any

import aiohttp
import pytest

from erre.server import upkeep
from erre.server.app import Server
from erre.server.clock import Clock
from erre.server.config import Config
from erre.server.storage.contract import Log, StorageFailed
from erre.server.storage.sqlite import store as sqlite_store
from tests.server.running import USUAL, run, running


class Set(Clock):
    """A clock that a test sets."""

    def __init__(self, at: int) -> None:
        super().__init__()
        self.at = at

    def now(self) -> int:
        return self.at


async def name_of(http: aiohttp.ClientSession, base: str) -> str:
    """Who the server thinks somebody is; empty for a newcomer."""
    async with http.get(f"{base}/api/me") as answer:
        return str((await answer.json())["name"])


async def health(here: Any) -> tuple[int, dict[str, Any]]:
    """What a server says of itself."""
    async with aiohttp.ClientSession() as http, http.get(f"http://127.0.0.1:{here.server.port}/health") as answer:
        return answer.status, await answer.json()


def test_a_server_that_cannot_write_says_so_and_is_well_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(upkeep, "BEAT_EVERY", 0.02)
    monkeypatch.setattr(upkeep, "ILL_AFTER", 0.2)

    async def test() -> None:
        async with running(tmp_path) as here:
            assert (await health(here))[0] == 200
            beat = here.server.store.beat

            async def full(name: str) -> None:
                raise StorageFailed("the disk is full")

            here.server.store.beat = full  # type: ignore[method-assign]
            while (await health(here))[0] == 200:
                await asyncio.sleep(0.02)
            assert (await health(here))[1]["storage"] is False
            here.server.store.beat = beat  # type: ignore[method-assign]
            while (await health(here))[0] != 200:
                await asyncio.sleep(0.02)

    run(test)


def test_a_storage_thread_that_dies_ends_the_server_and_nobody_waits(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(upkeep, "BEAT_EVERY", 0.02)

    async def test() -> None:
        server = Server(Config(**USUAL, data=str(tmp_path)))
        serving = asyncio.ensure_future(server.run())
        while not server.is_serving:
            await asyncio.sleep(0.01)

        def broken(*_: object) -> None:
            raise MemoryError("no SQLite error")

        monkeypatch.setattr(sqlite_store, "commit_together", broken)
        with pytest.raises(StorageFailed):
            await server.store.append("t", 0, b"line")
        async with asyncio.timeout(120):
            await serving
        assert server.is_failed

    run(test)


def test_a_task_that_must_live_and_dies_ends_the_server(tmp_path: Path) -> None:
    async def test() -> None:
        server = Server(Config(**USUAL, data=str(tmp_path)))
        serving = asyncio.ensure_future(server.run())
        while not server.is_serving:
            await asyncio.sleep(0.01)

        async def die() -> None:
            raise RuntimeError("something went wrong")

        server.upkeep.watch("victim", die())
        async with asyncio.timeout(120):
            await serving
        assert server.is_failed
        assert not server.health()["ok"]

    run(test)


def test_one_table_that_cannot_be_closed_keeps_no_other(tmp_path: Path) -> None:
    async def test() -> None:
        async with running(tmp_path) as here:
            ana = await here.person("Ana")
            tables = [await here.open(ana, game="rurare", seats=2) for _ in range(3)]
            store = here.server.store
            close = store.close_table

            async def picky(table: str, fence: int = 0) -> None:
                if table == tables[1]:
                    raise RuntimeError("no refusal that anybody expects")
                await close(table, fence)

            store.close_table = picky  # type: ignore[method-assign]
            await here.server.registry.tidy(600)
            await here.server.registry.tidy(10**9)
            assert await store.live_tables() == [tables[1]]

    run(test)


def test_one_table_that_cannot_be_read_keeps_no_other(tmp_path: Path) -> None:
    async def test() -> None:
        async with running(tmp_path) as here:
            ana = await here.person("Ana")
            tables = [await here.open(ana, game="rurare", seats=2) for _ in range(4)]
        server = Server(Config(**USUAL, data=str(tmp_path)))
        stored = server.store.log

        async def picky(table: str) -> Log:
            if table == tables[2]:
                raise RuntimeError("database disk image is malformed")
            return await stored(table)

        server.store.log = picky  # type: ignore[method-assign]
        await server.start()
        await server.cluster.all_back()  # type: ignore[union-attr]
        assert set(server.registry.tables) == set(tables) - {tables[2]}
        await server.stop()

    run(test)


@pytest.mark.parametrize(
    ("host", "settings", "status"),
    [
        ("127.0.0.1", {}, 200),
        ("localhost:1234", {}, 200),
        ("rok.local", {}, 200),
        ("evil.example.org", {}, 421),  # a name that leads to a home's network, of a page that is not ours
        ("games.example.org", {"address": "https://games.example.org"}, 200),
        ("evil.example.org", {"address": "https://games.example.org"}, 421),
        ("other.example.org", {"hosts": "other.example.org more.example.org"}, 200),
        ("any.example.org", {"hosts": "*"}, 200),
    ],
)
def test_only_names_that_lead_here_are_answered(tmp_path: Path, host: str, settings: Any, status: int) -> None:
    async def test() -> None:
        async with (
            running(tmp_path, **settings) as here,
            aiohttp.ClientSession() as http,
            http.get(f"{here.base}/api/games", headers={"Host": host}) as answer,
        ):
            assert answer.status == status

    run(test)


@pytest.mark.parametrize(
    ("settings", "headers", "status"),
    [
        ({}, {}, 200),  # this machine itself
        ({}, {"X-Forwarded-For": "192.0.2.1"}, 404),  # through a proxy that nobody told us of
        ({"proxied": True}, {}, 404),
        ({"proxied": True, "metrics": "hush"}, {"Authorization": "Bearer hush"}, 200),
        ({"proxied": True, "metrics": "hush"}, {"Authorization": "Bearer loud"}, 404),
        ({"proxied": True, "metrics": "hush"}, {"Authorization": "Bearer é"}, 404),
        ({"proxied": True, "metrics": "*"}, {}, 200),
    ],
)
def test_metrics_are_for_the_operator(tmp_path: Path, settings: Any, headers: dict[str, str], status: int) -> None:
    async def test() -> None:
        async with (
            running(tmp_path, **settings) as here,
            aiohttp.ClientSession() as http,
            http.get(f"{here.base}/metrics", headers=headers) as answer,
        ):
            assert answer.status == status

    run(test)


def test_strangers_are_forgotten_and_whoever_sits_or_comes_again_is_not(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    day = upkeep.DAY
    clock = Set(1_000 * day)
    monkeypatch.setattr(time, "time_ns", lambda: clock.at * 1_000_000)
    monkeypatch.setattr("erre.server.storage.sql_store.milliseconds", lambda: clock.at)

    async def test() -> None:
        async with running(tmp_path, clock) as here:
            people = {name: await here.person(name) for name in ("Sits", "Comes", "Gone")}
            await here.open(people["Sits"], game="rurare")
            for days in (20, 40):
                clock.at = (1_000 + days) * day
                async with people["Comes"].get(f"{here.base}/api/me") as answer:
                    assert (await answer.json())["name"] == "Comes"
                await here.server.upkeep.forget()
            names = {name: await name_of(http, here.base) for name, http in people.items()}
            assert names == {"Sits": "Sits", "Comes": "Comes", "Gone": ""}

    run(test)


def test_a_clock_that_is_ahead_forgets_nobody(tmp_path: Path) -> None:
    async def test() -> None:
        clock = Set(time.time_ns() // 1_000_000 + 400 * upkeep.DAY)  # the system's own is right by now
        async with running(tmp_path, clock) as here:
            ana = await here.person("Ana")
            await here.server.upkeep.forget()
            assert await name_of(ana, here.base) == "Ana"

    run(test)
