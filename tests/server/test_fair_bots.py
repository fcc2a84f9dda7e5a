"""Bots think for everybody: one person with many tables does not keep the bots of others from answering."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import aiohttp
import pytest

from erre.core.game import Position
from erre.server.tables import bot_runner
from tests.server.running import Running, run, running

TABLES = 12
HUNGRY = {"game": "rage", "seats": 4, "bots": ["champion"] * 4, "play_now": True}


class SlowThinking:
    """Replaces the bots' thinking: one thought at a time, each when the test allows it, in a list of games."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.begun: list[str] = []
        self._allowed = threading.Semaphore(0)
        self._think = bot_runner.look_and_choose
        monkeypatch.setattr(bot_runner, "look_and_choose", self._wait_and_choose)

    def _wait_and_choose(self, position: Position, seat: int, level: str, _seed: int | None = None) -> str:
        self.begun.append(position.game.name)
        self._allowed.acquire(timeout=60)
        return self._think(position, seat, "random")

    def allow(self, thoughts: int) -> None:
        """Let some thoughts end."""
        self._allowed.release(thoughts)

    async def until_begun(self, game: str) -> None:
        """Let thoughts end one by one until one for this game has begun."""
        while game not in self.begun:
            seen = len(self.begun)
            self.allow(1)
            while len(self.begun) == seen:
                await asyncio.sleep(0.005)


@asynccontextmanager
async def somebody_at(here: Running, address: str) -> AsyncIterator[aiohttp.ClientSession]:
    """Somebody who comes from an address of the loopback."""
    connector = aiohttp.TCPConnector(local_addr=(address, 0), limit=0)
    async with aiohttp.ClientSession(connector=connector, cookie_jar=aiohttp.CookieJar(unsafe=True)) as http:
        async with http.get(f"{here.base}/api/me") as answer:
            assert answer.status == 200
        yield http


def test_bots_of_one_table_answer_while_somebody_else_has_many(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    thinking = SlowThinking(monkeypatch)

    async def test() -> None:
        async with running(tmp_path, bot_threads=1) as here, somebody_at(here, "127.0.0.2") as eve:
            for _ in range(TABLES):
                await here.page(eve, await here.open(eve, **HUNGRY))
            while not thinking.begun:
                await asyncio.sleep(0.005)
            ana = await here.person("Ana")
            table = await here.open(ana, game="rurare", seats=2, bots=["", "solid"], play_now=True)
            await here.page(ana, table)
            before = len(thinking.begun)
            await thinking.until_begun("rurare")
            assert thinking.begun[before:].index("rurare") <= 1  # at most one of the many thoughts that waited before
            thinking.allow(100_000)

    run(test)


def test_bots_of_tables_that_nobody_watches_rest(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    thinking = SlowThinking(monkeypatch)
    thinking.allow(100_000)

    async def test() -> None:
        async with running(tmp_path) as here, somebody_at(here, "127.0.0.2") as eve:
            tables = [await here.open(eve, **HUNGRY) for _ in range(TABLES)]
            ana = await here.person("Ana")
            page = await here.page(ana, await here.open(ana, game="rurare", seats=2, bots=["", "solid"], play_now=True))
            await page.until(lambda: page.due() or page.outcome)
            assert "rage" not in thinking.begun
            watching = await here.page(eve, tables[0])
            await watching.until(lambda: watching.outcome)
            await watching.stop()
            lives = here.server.registry.tables
            assert [lives[table].table.outcome is not None for table in tables] == [True] + [False] * (TABLES - 1)

    run(test)
