"""A page that comes back finds everything: the log of the game, the chat, ratings, and after a restart every table."""

from __future__ import annotations

import asyncio
import random
from pathlib import Path
from typing import Any

import aiohttp
import pytest

from erre.bots.contract import LEVELS
from erre.games import all_games
from erre.race.adapting import LIKE_YOU
from erre.server.app import Server
from erre.server.cluster.solo import SoloCluster
from erre.server.config import Config
from erre.server.storage.contract import Log
from erre.server.storage.sqlite.store import SqliteStore
from tests.server.running import Running, run, running


def test_a_reloaded_page_gets_the_events_of_the_game_so_far(tmp_path: Path) -> None:
    async def test() -> None:
        async with running(tmp_path) as here:
            ana, cleo = await here.person("Ana"), await here.person("Cleo")
            table = await here.open(ana, game="rage", seats=3, bots=["", "greedy"], play_now=True)
            page, watcher = await here.page(ana, table), await here.page(cleo, table)
            for _ in range(3):
                await page.until(lambda: page.due())
                seat, legal = page.due() or (0, [])
                await page.move(seat, legal[0])
            await page.until(lambda: page.due())
            await watcher.until(lambda: watcher.have == page.have)
            for one, http in ((page, ana), (watcher, cleo)):
                fresh = await here.page(http, table)
                assert [past["number"] for past in fresh.history] == list(range(one.have + 1 if one.have else 0))
                told = {number: update["events"] for number, update in one.notes.updates.items()}
                assert told
                for past in fresh.history:
                    assert told.get(past["number"], past["events"]) == past["events"]
                assert not any(past["by_clock"] for past in fresh.history)

    run(test)


def test_lines_of_chat_missed_in_a_gap_come_again(tmp_path: Path) -> None:
    async def test() -> None:
        async with running(tmp_path) as here:
            ana, bo = await here.person("Ana"), await here.person("Bo")
            table = await here.open(ana, game="rurare", seats=2)
            pages = [await here.page(http, table) for http in (ana, bo)]
            for seat, page in enumerate(pages):
                await page.ask("sit", seat=seat, name=f"P{seat}")
            await pages[0].ask("start")
            await pages[1].until(lambda: pages[1].eyes)
            await pages[0].ask("say", text="one")
            await pages[1].until(lambda: pages[1].chat)
            await pages[1].stop()
            await pages[0].ask("say", text="two")
            welcomes = pages[1].notes.welcomes
            pages[1].start()
            await pages[1].until(lambda: len(pages[1].chat) == 2)
            assert [line["text"] for line in pages[1].chat] == ["one", "two"]
            assert pages[1].notes.welcomes == welcomes

    run(test)


def test_a_rated_table_shows_how_strong_everybody_is(tmp_path: Path) -> None:
    async def test() -> None:
        async with running(tmp_path) as here:
            ana = await here.person("Ana")
            async with ana.post(f"{here.base}/api/me/claim") as answer:
                assert answer.status == 200
            table = await here.open(ana, game="rurare", seats=2, bots=["", "beginner"], play_now=True, rated=True)
            page = await here.page(ana, table)
            assert [seat["rating"] for seat in page.info["seats"]] == [None, None]
            while page.outcome is None:
                await page.until(lambda: page.due() or page.outcome)
                if (found := page.due()) is not None:
                    await page.act(found[0], found[1][0], random.Random(1))
            await page.until(lambda: all(seat["rating"] is not None for seat in page.info["seats"]))
            for seat in page.info["seats"]:
                assert seat["rating"]["is_provisional"]
                assert seat["rating"]["value"] == 1500 + seat["rating"]["change"]
            await check_proof(here, page.info["record"])

    run(test)


async def check_proof(here: Running, record: str) -> None:
    """What the server says of a record is what `erre verify` says."""
    async with here.people[0].get(f"{here.base}/api/records/{record}/proof") as answer:
        proof: dict[str, Any] = await answer.json()
    assert proof["verdict"] == "proven"
    assert len(proof["findings"]) >= 3
    assert all(finding["good"] for finding in proof["findings"])
    async with here.people[0].get(f"{here.base}/api/records/nothing/proof") as answer:
        assert answer.status == 404


def test_tables_offer_the_five_levels_and_keep_the_others_usable(tmp_path: Path) -> None:
    async def test() -> None:
        async with running(tmp_path) as here:
            ana = await here.person("Ana")
            async with ana.get(f"{here.base}/api/games") as answer:
                offered = {game["name"]: game["bots"] for game in await answer.json()}
            assert offered == {game.name: [*LEVELS, *([LIKE_YOU] if game.is_race else [])] for game in all_games()}
            table = await here.open(ana, game="rage", seats=3, bots=["", "random"], play_now=True)
            page = await here.page(ana, table)
            assert [seat["level"] for seat in page.info["seats"]] == ["", "random", "solid"]

    run(test)


class SlowStore(SqliteStore):
    """A store whose logs can be read only when the test says so."""

    def __init__(self, path: Path) -> None:
        super().__init__(path)
        self.can_read = asyncio.Event()

    async def log(self, table: str) -> Log:
        await self.can_read.wait()
        return await super().log(table)


@pytest.mark.parametrize("tables", [60])
def test_after_a_restart_the_server_listens_at_once_and_every_table_returns(tmp_path: Path, tables: int) -> None:
    async def test() -> None:
        async with running(tmp_path) as here:
            ana = await here.person("Ana")
            ids = [await here.open(ana, game="rage", bots=["", "greedy"], play_now=True) for _ in range(tables // 2)]
            bo = await here.person("Bo")
            ids += [await here.open(bo, game="rurare", play_now=True) for _ in range(tables // 2)]
            lives = [here.server.registry.tables[table].table for table in ids]
            before, bos = {table.id: table.number for table in lives}, lives[-1].host
        store = SlowStore(tmp_path / "erre.sqlite")
        server = Server(Config(host="127.0.0.1", port=0, data=str(tmp_path), tempo=1e9), store)
        await server.start()  # though no log can be read yet
        async with aiohttp.ClientSession() as http, http.get(f"http://127.0.0.1:{server.port}/health") as answer:
            assert (await answer.json())["tables"] == 0
        listing = asyncio.ensure_future(server.registry.tables_of(bos))
        store.can_read.set()
        assert {line.id for line in await listing} == set(ids[tables // 2 :])  # whatever else is not read yet
        first = await server.registry.find(ids[-1])
        assert first.table.id == ids[-1]
        assert isinstance(server.cluster, SoloCluster)
        await server.cluster.all_back()
        assert len(server.registry.tables) == tables
        for table in ids:
            assert server.registry.tables[table].table.number == before[table]
            live = server.registry.tables[table]
            assert live.table.seats_of(live.table.host) == [0]
        await server.stop()

    run(test)
