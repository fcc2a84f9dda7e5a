"""A server that starts without machine code: tables are interpreted, and change over when it is there."""

from __future__ import annotations

import asyncio
import contextlib
import fcntl
import os
import random
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import aiohttp

from erre.core import machine_code
from erre.core.entries import MODULES
from erre.games import game_names
from erre.games.compiling import modules_of
from erre.trials.client import Page, known_person, open_table
from erre.trials.soak import ServerProcess

LATE = "rurare"
FIRST_MOVES, MOST_MOVES = 3, 8  # before the machine code may come, and until it is in use


@contextlib.contextmanager
def a_cache_without(name: str, folder: Path) -> Iterator[Path]:
    """A cache with the machine code of all games but one, which whoever wants to make it has to wait for.

    Yields where its code belongs; another process finds it there once this context ends.
    """
    (folder / "kernels").mkdir(parents=True)
    for one in game_names():
        for module in modules_of(one):
            path = machine_code.find(module.name, module.digest)
            assert path is not None
            if module.name != name:
                shutil.copy(path, folder / "kernels")
    late = machine_code.find(name, MODULES[name].digest)
    assert late is not None
    with (folder / "kernels" / f".lock-{late.name}").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield folder / "kernels" / late.name
        shutil.copy(late, folder / "kernels")


async def preparing(http: aiohttp.ClientSession, base: str) -> dict[str, Any]:
    """What the server says about its machine code."""
    async with http.get(f"{base}/api/preparing") as answer:
        found: dict[str, Any] = await answer.json()
        return found


async def make_a_move(page: Page, chance: random.Random) -> None:
    """Any legal one, where it is my turn; else a short wait."""
    if found := page.due():
        await page.act(found[0], chance.choice(found[1]), chance)
    else:
        await asyncio.sleep(0.02)


def test_tables_are_played_before_the_machine_code_is_there_and_go_on_with_it(tmp_path: Path) -> None:
    async def test() -> None:
        server = ServerProcess(str(tmp_path / "data"), tempo=0.0, warm=True)
        server.settings["ERRE_CACHE"] = str(tmp_path / "cache")
        server.errors = tmp_path / "errors"
        with contextlib.ExitStack() as until_made:
            until_made.enter_context(a_cache_without(LATE, tmp_path / "cache"))
            await server.start()
            ana = await known_person(server.base, "Ana")
            table = await open_table(
                ana, server.base, game=LATE, seats=3, bots=["", "champion", "greedy"], play_now=True
            )
            page = Page(ana, server.base, table, "ana")
            page.start()
            await page.until(lambda: page.eyes)
            assert await preparing(ana, server.base) == {"left": [LATE], "total": len(game_names())}
            chance = random.Random(1)
            while len(page.notes.moves) < FIRST_MOVES:
                await make_a_move(page, chance)
            assert (await preparing(ana, server.base))["left"] == [LATE]
        while (await preparing(ana, server.base))["left"]:
            await asyncio.sleep(0.02)
            if len(page.notes.moves) < MOST_MOVES:  # however long it takes, the game goes on behind it
                await make_a_move(page, chance)
        before = page.outcome
        assert before is None
        await page.play(chance)
        assert page.outcome is not None
        assert (page.notes.comebacks, page.notes.gaps, page.notes.refusals) == (0, [], [])
        await page.stop()
        await ana.close()
        await server.kill()
        assert not [line for line in server.errors.read_text().splitlines() if "Traceback" in line]

    if "NUMBA_DISABLE_JIT" not in os.environ:
        asyncio.run(test())
