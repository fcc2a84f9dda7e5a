"""Duplicate tournaments and the deal of the day: one deal for all, and no way to learn about it too early."""

from __future__ import annotations

import asyncio
import random
from typing import Any

import aiohttp
import pytest

from erre.clubs import daily
from erre.core import chance
from erre.server.clock import Clock
from erre.server.net.messages import PROTOCOL
from tests.server.clubs.test_evenings import ask, do, evening, play_round, until
from tests.server.running import Running, read, run, running, served

GAMES = ("rage", "rummy", "rurare")


async def status_of(http: aiohttp.ClientSession, here: Running, path: str) -> int:
    """The status of an answer."""
    async with http.get(f"{here.base}/api{path}") as answer:
        return answer.status


async def bye_of(http: aiohttp.ClientSession, here: Running, table: str) -> str:
    """With which word a table shows somebody the door, though they know its invitation."""
    invite = here.server.registry.tables[table].table.invite
    async with http.ws_connect(f"{here.pages_at}/ws/{table}") as wire:
        await wire.send_json({"type": "hello", "protocol": PROTOCOL, "client": "c", "invite": invite})
        message = await wire.receive_json()
        return str(message.get("code", message["type"]))


async def is_hidden(http: aiohttp.ClientSession, here: Running, record: str) -> None:
    """Nothing shows a record: neither its file, its proof, its replay nor an analysis, nor can it be played on."""
    for part in ("", "/proof", "/replay", "/losses"):
        assert await status_of(http, here, f"/records/{record}{part}") == 404, part
    assert await status_of(http, here, f"/puzzles/mistakes/{record}") == 404
    async with http.post(
        f"{here.base}/api/records/{record}/play_on", json={"at": 1, "seat": 0, "level": "solid"}
    ) as no:
        assert no.status == 404
    assert record not in str(await ask(http, here, "/records"))


@served()
async def test_no_way_leads_to_a_deal_that_others_still_play(here: Running) -> None:
    ana, ben, eve = await here.claimed("Ana"), await here.claimed("Ben"), await here.person("Eve")
    path = await evening(here, ana, ben, duplicate=True, seating="alone", seats=2)
    await do(ana, here, path, "plan")
    view = await do(ana, here, path, "start")
    mine = (await ask(ana, here, path))["my_table"]
    his = (await ask(ben, here, path))["my_table"]
    assert [table["table"] for table in view["rounds"][0]["tables"]].count("") == 1  # the host sees only her own
    for http in (ana, eve):  # nobody watches, neither the host nor a stranger with the link
        assert await bye_of(http, here, his) == "not_invited"
        assert await status_of(http, here, f"/tables/{his}/past") == 404
    assert await ask(eve, here, "/tables") == []
    page = await here.page(ana, mine)
    assert page.info["commitment"] == view["deals"][0]["commitment"]
    assert (await page.ask("hint", seat=page.mine[0]))["code"] == "no_hints"
    await page.play(random.Random(1))
    live = here.server.registry.tables[mine]
    while not live.archive.stored:
        await asyncio.sleep(0.01)
    record = live.archive.stored
    assert page.info["record"] is None
    for http in (ana, ben, eve):
        await is_hidden(http, here, record)
    data = await ask(ana, here, "/me/data")
    assert [game["file"] for game in data["games"]] == [""]
    assert live.table.match is not None
    assert live.table.match.key.hex() not in str(data)
    for name in ("Ana", "Ben"):
        assert record not in str(await read(eve, f"{here.base}/api/players/{name}"))
        assert record not in str(await read(eve, f"{here.base}/api/players/{name}/statistics"))
    assert record not in str(await ask(ana, here, "/me/statistics"))
    view = await ask(eve, here, path)
    assert view["rounds"][0]["tables"][0]["scores"] == []
    assert all(line["points"] == 0.0 for line in view["standings"])
    assert not any(deal["key"] for deal in view["deals"])
    assert await status_of(eve, here, f"{path}/deals") == 400
    # Once it is over, everybody compares.
    for table in view["rounds"][0]["tables"]:
        if not table["is_done"]:
            await do(ana, here, path, "finish", table=table["number"])
    await until(ana, here, path, "between")
    await is_hidden(ana, here, record)
    view = await do(ana, here, path, "end")
    assert (await ask(eve, here, f"/records/{record}/proof"))["verdict"] == "proven"
    compared = await ask(eve, here, f"{path}/deals")
    assert [len(deal["tables"]) for deal in compared] == [2]
    assert all(table["moves"] and table["record"] for table in compared[0]["tables"])
    deal = view["deals"][0]
    assert chance.commitment(bytes.fromhex(deal["key"]), bytes.fromhex(deal["salt"])) == deal["commitment"]
    assert (await ask(ana, here, f"{path}/step", {"step": "undo"}, 400))["why"]  # the deals are known now


@pytest.mark.parametrize("game", GAMES)
def test_every_table_gets_the_same_deal(game: str, tmp_path: Any) -> None:
    async def test() -> None:
        async with running(tmp_path) as here:
            ana, ben = await here.person("Ana"), await here.person("Ben")
            path = await evening(here, ana, ben, game=game, duplicate=True, seating="alone", seats=3, rounds=2)
            await do(ana, here, path, "plan")
            view = await do(ana, here, path, "start")
            first = [live.table for live in here.server.registry.tables.values()]
            assert {table.match.commitment for table in first if table.match} == {view["deals"][0]["commitment"]}
            starts = {str(table.updates[0].position.to_json()) for table in first}
            assert len(starts) == 1
            assert view["deals"][0]["commitment"] != view["deals"][1]["commitment"]

    run(test)


@pytest.mark.parametrize("game", GAMES)
def test_bots_decide_alike_where_everybody_plays_alike(game: str, tmp_path: Any) -> None:
    async def test() -> None:
        async with running(tmp_path) as here:
            ana, ben = await here.person("Ana"), await here.person("Ben")
            path = await evening(
                here, ana, ben, game=game, duplicate=True, seating="alone", seats=2 if game == "rurare" else 3
            )
            await do(ana, here, path, "plan")
            view = await do(ana, here, path, "start")
            lives = list(here.server.registry.tables.values())
            for table in view["rounds"][0]["tables"]:
                await do(ana, here, path, "finish", table=table["number"])
            await until(ana, here, path, "between")
            matches = [live.table.match for live in lives if live.table.match]
            for seat in range(len(matches[0].seated)):
                one, other = ([line.move for line in match.moves if line.seat == seat] for match in matches)
                assert one == other

    run(test)


class Turned(Clock):
    """A clock that can be put forward."""

    ahead = 0

    def now(self) -> int:
        return super().now() + self.ahead


def test_the_deal_of_the_day_is_the_same_for_all_and_opened_after_the_day(tmp_path: Any) -> None:
    async def test() -> None:
        clock = Turned()
        async with running(tmp_path, clock) as here:
            ana, ben = await here.person("Ana"), await here.person("Ben")
            day = await ask(ana, here, "/deal")
            assert sorted(game["game"] for game in day["games"]) == sorted(GAMES)
            begun = await ask(ana, here, "/deal/rurare", {}, 201)
            assert await ask(ana, here, "/deal/rurare", {}, 201) == begun  # once a day
            other = await ask(ben, here, "/deal/rurare", {}, 201)
            tables = [here.server.registry.tables[one["id"]].table for one in (begun, other)]
            today = next(game for game in day["games"] if game["game"] == "rurare")
            assert {table.match.commitment for table in tables if table.match} == {today["commitment"]}
            assert await status_of(ben, here, f"/tables/{begun['id']}/past") == 404
            page = await here.page(ana, begun["id"])
            await page.play(random.Random(1))
            while not (mine := await game_of(ana, here))["is_done"]:
                await asyncio.sleep(0.02)
            assert [line["is_me"] for line in mine["ranking"]] == [True]
            assert (mine["streak"], mine["players"]) == (1, 1)
            theirs = await game_of(ben, here)
            assert (theirs["ranking"], theirs["week"], theirs["players"]) == ([], [], 1)  # not before one has finished
            archive = here.server.registry.tables[begun["id"]].archive
            while not archive.stored:
                await asyncio.sleep(0.01)
            record = archive.stored
            await is_hidden(ana, here, record)
            assert await status_of(ana, here, f"/deal/rurare/{day['day']}") == 400
            clock.ahead = daily.DAY
            await ask(ana, here, "/deal")
            past = await ask(ben, here, f"/deal/rurare/{day['day']}")
            proof = past["proof"]
            assert proof["commitment"] == today["commitment"]
            assert chance.commitment(bytes.fromhex(proof["key"]), bytes.fromhex(proof["salt"])) == proof["commitment"]
            assert [line["name"] for line in past["ranking"]] == ["Ana"]
            assert (await ask(ben, here, f"/records/{record}/proof"))["verdict"] == "proven"
            tomorrow = await game_of(ana, here)
            assert tomorrow["commitment"] == today["next_commitment"]
            assert (tomorrow["is_begun"], tomorrow["streak"]) == (False, 1)
            for wrong in ("rok/2020-01-01", "rurare/yesterday", "rurare/2020-13-01"):
                assert await status_of(ana, here, f"/deal/{wrong}") == 404
            await ask(ana, here, "/deal/rok", {}, 400)
            await ask(ana, here, "/deal/chess", {}, 404)

    run(test)


async def game_of(http: aiohttp.ClientSession, here: Running) -> Any:
    """Today's deal of one game."""
    return next(one for one in (await ask(http, here, "/deal"))["games"] if one["game"] == "rurare")


@served()
async def test_a_tournament_ranks_by_percentages(here: Running) -> None:
    ana, ben = await here.person("Ana"), await here.person("Ben")
    path = await evening(here, ana, ben, duplicate=True, seating="alone", seats=2)
    view = await play_round(here, path, ana)
    assert all(0 <= line["points"] <= 100 for line in view["standings"])
    assert "/evenings" not in str(view["rounds"])
