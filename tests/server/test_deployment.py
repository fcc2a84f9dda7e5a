"""The topology of deploy/: PostgreSQL, NATS, two workers behind a proxy, and people who play through it."""

from __future__ import annotations

import asyncio
import random
import re
import subprocess
import sys
from functools import partial
from pathlib import Path

import aiohttp
from deploy.topology import topology

from erre.server.config import Config
from erre.trials.client import Page, known_person, open_table
from tests.server.running import run

DEPLOY = Path(__file__).parents[2] / "deploy"


async def names_of_records(http: aiohttp.ClientSession, base: str) -> list[list[str]]:
    """Who played the games that are over."""
    async with http.get(f"{base}/api/records") as answer:
        return [line["names"] for line in await answer.json()]


def is_told(page: Page) -> bool:
    """Whether a page has seen the table."""
    return bool(page.info)


def is_over(page: Page) -> bool:
    """Whether a page has seen the end of the game."""
    return page.outcome is not None


def test_a_game_is_played_through_the_proxy_by_people_at_different_workers() -> None:
    with topology(ERRE_TEMPO="0") as here:

        async def test() -> None:
            bases = [f"http://127.0.0.1:{worker.port}" for worker in here.workers]
            ana, bo = await known_person(here.base, "Ana"), await known_person(here.base, "Bo")
            table = await open_table(ana, here.base, game="rurare", seats=2)
            # Two come through the proxy, and to be sure that both workers are used, one to each of them.
            watching = [Page(ana, base, table, f"watch-{k}", screen=True) for k, base in enumerate(bases)]
            playing = [Page(ana, here.base, table, "ana"), Page(bo, here.base, table, "bo")]
            for page in (*watching, *playing):
                page.start()
            for page in (*watching, *playing):
                await page.until(partial(is_told, page))
            for seat, page in enumerate(playing):
                assert (await page.ask("sit", seat=seat, name=("Ana", "Bo")[seat]))["type"] == "ok"
            assert (await playing[0].ask("start"))["type"] == "ok"
            await asyncio.gather(*(page.play(random.Random(1)) for page in playing))
            for page in watching:
                await page.until(partial(is_over, page))
            assert len({str(page.outcome) for page in (*watching, *playing)}) == 1
            assert not any(page.notes.gaps for page in (*watching, *playing))
            for page in (*watching, *playing):
                await page.stop()
            while not (names := await names_of_records(bo, here.base)):  # kept just after everybody was told
                await asyncio.sleep(0.02)
            assert names == [["Ana", "Bo"]]
            await ana.close()
            await bo.close()

        run(test)


THINK = """
import asyncio
from erre.core.position import Position
from erre.games import game
from erre.server.metrics import Metrics
from erre.server.tables.bot_runner import BotRunner

async def main():
    runner = BotRunner(2, 0.0, Metrics())
    position = Position.new(game("rurare"), 2, seed=1).position
    for level in ("random", "greedy"):
        print(await runner.think(position, 0, level))
    runner.close()

asyncio.run(main())
"""


def test_bots_think_under_the_system_call_filter_of_the_unit() -> None:
    ran = subprocess.run(
        [sys.executable, "-m", "tests.server.sandbox", "-c", THINK],
        cwd=DEPLOY.parent,
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert ran.returncode == 0, ran.stderr
    assert len(re.findall(r"^row \d$", ran.stdout, re.MULTILINE)) == 2


def test_the_unit_has_limits_and_lets_threads_give_way() -> None:
    unit = (DEPLOY / "erre.service").read_text("utf-8").splitlines()
    assert unit.index("SystemCallFilter=setpriority") > unit.index("SystemCallFilter=~@privileged @resources")
    for limit in ("MemoryMax", "TasksMax", "CPUQuota", "LimitNOFILE"):
        assert any(line.startswith(f"{limit}=") for line in unit), limit


def test_every_setting_that_the_examples_name_is_one() -> None:
    known = {f"ERRE_{name.upper()}" for name in Config.__struct_fields__} | {"ERRE_CACHE"}
    for file in DEPLOY.iterdir():
        if file.is_file():
            assert set(re.findall(r"\bERRE_[A-Z_]+", file.read_text(encoding="utf-8"))) <= known, file.name
