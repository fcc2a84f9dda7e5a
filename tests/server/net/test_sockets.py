"""Whole games over real sockets, connections that are cut, and what a page may rely on."""

from __future__ import annotations

import asyncio
import random
from pathlib import Path

import aiohttp
import pytest

from erre.core.gamefile import parse_file, verify
from erre.games import game as find_game
from tests.server.running import Running, record_of, run, running

pytestmark = pytest.mark.usefixtures("both_ways")


@pytest.mark.parametrize("game", ["rage", "rurare", "rummy"])
def test_people_and_bots_play_a_whole_game_while_lines_are_cut(game: str, tmp_path: Path) -> None:
    async def test() -> None:
        async with running(tmp_path) as here:
            ana, bo, cleo = [await here.person(name) for name in ("Ana", "Bo", "Cleo")]
            table = await here.open(ana, game=game, seats=3)
            pages = [await here.page(http, table) for http in (ana, bo)]
            spectator = await here.page(cleo, table)
            screen = await here.page(ana, table, screen=True)
            assert (await pages[0].ask("sit", seat=0, name="Ana"))["type"] == "ok"
            assert (await pages[1].ask("sit", seat=1, name="Bo"))["type"] == "ok"
            assert (await pages[1].ask("start"))["code"] == "not_host"
            assert (await pages[0].ask("start"))["type"] == "ok"
            chance = random.Random(1)
            await pages[0].until(lambda: pages[0].eyes)
            await pages[1].until(lambda: pages[1].eyes)

            async def cut() -> None:
                while True:
                    await asyncio.sleep(0.1)
                    page = chance.choice([*pages, spectator])
                    before = page.notes.welcomes
                    page.cut()
                    await page.until(lambda page=page, before=before: page.notes.welcomes > before)  # type: ignore[misc]

            cutting = asyncio.create_task(cut())
            await asyncio.gather(*(page.play(random.Random(k), 0.0) for k, page in enumerate(pages)))
            cutting.cancel()
            for page in (*pages, spectator, screen):
                await page.until(lambda page=page: page.outcome)  # type: ignore[misc]
                assert page.notes.gaps == []
            assert spectator.eyes == screen.eyes
            assert spectator.eyes[0]["seat"] is None
            for page in pages:
                for seat, move, number in page.notes.moves.values():
                    told = page.notes.updates.get(number)
                    assert told is None or (told["seat"], told["move"]) == (seat, move)
            await check_record(here, await record_of(pages[0]), game)

    run(test)


async def check_record(here: Running, record: str, game: str) -> None:
    """The record of a finished game can be had by all, and proves its deal."""
    while True:
        async with here.people[0].get(f"{here.base}/api/records/{record}") as answer:
            if answer.status == 200:
                assert verify(parse_file(await answer.text()), find_game(game)).verdict == "proven"
                return
        await asyncio.sleep(0.05)


def test_a_page_that_returns_gets_what_it_missed(tmp_path: Path) -> None:
    async def test() -> None:
        async with running(tmp_path) as here:
            ana = await here.person("Ana")
            table = await here.open(ana, game="rurare", seats=2, play_now=True)
            page = await here.page(ana, table)
            late = await here.page(ana, table)
            await late.until(lambda: late.eyes)
            welcomes = late.notes.welcomes
            await late.stop()
            seat, legal = page.due() or (0, [])
            await page.move(seat, legal[0])
            await page.until(lambda: page.have and page.have >= 2)
            late.start()
            await late.until(lambda: late.have == page.have)
            assert late.notes.welcomes == welcomes
            assert late.eyes == page.eyes
            assert late.notes.gaps == []

    run(test)


def test_a_request_sent_twice_is_carried_out_once(tmp_path: Path) -> None:
    async def test() -> None:
        async with running(tmp_path) as here:
            ana = await here.person("Ana")
            table = await here.open(ana, game="rurare", seats=4, play_now=True)
            page = await here.page(ana, table)
            await page.until(lambda: page.due())
            assert page.socket is not None
            asked = {"type": "move", "n": 5, "seat": 0, "move": "row 1", "seen": 0}
            page.pending = asked
            page.answered.clear()
            for _ in range(3):
                await page.socket.send_json(asked)
            await page.answered.wait()
            live = here.server.registry.tables[table]
            await page.until(lambda: here.server.metrics.counted["resent"] == 2)
            moves = live.table.match.moves if live.table.match else []
            assert [move.move for move in moves if move.seat == 0] == ["row 1"]

    run(test)


def test_strangers_stay_outside(tmp_path: Path) -> None:
    async def test() -> None:
        async with running(tmp_path) as here:
            ana = await here.person("Ana")
            table = await here.open(ana, game="rage")
            address = f"{here.pages_at}/ws/{table}"
            async with aiohttp.ClientSession() as nobody:
                with pytest.raises(aiohttp.WSServerHandshakeError) as caught:
                    await nobody.ws_connect(address)
                assert caught.value.status == 401
            with pytest.raises(aiohttp.WSServerHandshakeError) as caught:
                await ana.ws_connect(address, origin="https://elsewhere.example")
            assert caught.value.status == 403
            with pytest.raises(aiohttp.WSServerHandshakeError) as caught:
                await ana.ws_connect(f"{here.pages_at}/ws/nothing")
            assert caught.value.status == 404
            async with ana.ws_connect(address, origin=here.pages_at) as line:
                await line.send_json({"type": "start", "n": 0})
                assert (await line.receive_json())["code"] == "no_hello"
                await line.send_str("x" * 9000)
                assert (await line.receive()).type in (aiohttp.WSMsgType.CLOSE, aiohttp.WSMsgType.CLOSED)
                assert line.close_code == 1009

    run(test)


def test_too_many_messages_are_refused_then_closed(tmp_path: Path) -> None:
    async def test() -> None:
        async with running(tmp_path) as here:
            ana = await here.person("Ana")
            table = await here.open(ana, game="rage")
            async with ana.ws_connect(f"{here.pages_at}/ws/{table}") as line:
                await line.send_json({"type": "hello", "protocol": 1, "client": "flood"})
                for _ in range(400):
                    await line.send_json({"type": "ping", "at": 1.0})
                kinds = [message.json() async for message in line if message.type is aiohttp.WSMsgType.TEXT]
            assert sum(kind["type"] == "pong" for kind in kinds) < 120
            assert kinds[-1]["type"] == "bye"
            assert kinds[-1]["code"] == "too_fast"

    run(test)
