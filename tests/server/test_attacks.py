"""Attacks on a server with clients of our own: each is refused, and nobody else notices."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path
from typing import Any

import aiohttp
import pytest

from erre.race.adapting import LIKE_YOU
from erre.server import app
from erre.server.api import link_preview
from erre.server.net import client_files, sockets
from erre.server.net.sessions import Session
from erre.server.net.sockets import Route
from erre.server.tables import rooms
from tests.server.running import Running, read, run, running, served

SECRET = "the key is under the mat"


@pytest.mark.parametrize("access", ["link", "closed"])
@served()
async def test_a_record_opens_neither_itself_nor_its_table_to_strangers(here: Running, access: str) -> None:
    ana, eve = await here.person("Ana"), await here.person("Eve")
    table = await here.open(ana, game="rurare", seats=2, bots=["", "greedy"], play_now=True, access=access)
    page = await here.page(ana, table)
    await page.ask("say", text=SECRET)
    record = await here.played_out(page)
    assert table not in record
    assert [line["id"] for line in (await read(ana, f"{here.base}/api/records"))[1]] == [record]
    async with aiohttp.ClientSession() as nobody:
        for stranger in (eve, nobody):
            assert (await read(stranger, f"{here.base}/api/records")) == (200, [])
            for path in ("", "/proof", "/replay", "/losses"):
                async with stranger.get(f"{here.base}/api/records/{record}{path}") as answer:
                    assert answer.status == 404, path
    wish = {"at": 0, "seat": 0, "level": "greedy"}
    async with eve.post(f"{here.base}/api/records/{record}/play_on", json=wish) as answer:
        assert answer.status == 404
    for path in ("", "/proof", "/replay"):
        async with ana.get(f"{here.base}/api/records/{record}{path}") as answer:
            assert answer.status == 200, path


@served()
async def test_a_closed_table_is_seen_only_by_the_invited(here: Running) -> None:
    ana, eve, bo = await here.person("Ana"), await here.person("Eve"), await here.person("Bo")
    wish = {"game": "rurare", "seats": 2, "bots": ["", "greedy"], "play_now": True, "access": "closed"}
    async with ana.post(f"{here.base}/api/tables", json=wish) as answer:
        opened = await answer.json()
    table, invite = opened["id"], opened["path"].partition("#")[2]
    await here.page(ana, table)
    for person, word, kind in ((eve, "", "bye"), (eve, "wrong", "bye"), (bo, invite, "welcome")):
        async with person.ws_connect(f"{here.base}/ws/{table}") as line:
            await line.send_json({"type": "hello", "protocol": 1, "client": "x", "invite": word})
            said = await line.receive_json()
            assert said["type"] == kind
            assert kind == "welcome" or said["code"] == "not_invited"
    assert (await read(eve, f"{here.base}/api/tables/{table}/past"))[0] == 404
    assert (await read(ana, f"{here.base}/api/tables/{table}/past"))[0] == 200


@served(most_tables=12)
async def test_many_tables_asked_for_at_once_are_no_more_than_one_by_one(
    here: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rooms, "MOST_OF_ONE", 5)
    people = [await here.person(f"P{k}") for k in range(4)]

    async def ask(http: aiohttp.ClientSession) -> int:
        async with http.post(f"{here.base}/api/tables", json={"game": "rurare"}) as answer:
            return answer.status

    statuses = await asyncio.gather(*(ask(people[0]) for _ in range(30)))
    assert statuses.count(201) == 5
    await asyncio.gather(*(ask(http) for http in people[1:] for _ in range(30)))
    assert len(here.server.registry.tables) <= 12
    for http in people[1:]:  # one may have been refused for a place that another was about to be refused, too
        await ask(http)
    assert len(here.server.registry.tables) == 12


@served(limits=1.0)
async def test_many_sockets_opened_at_once_are_no_more_than_one_by_one(
    here: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    ana, eve = await here.person("Ana"), await here.person("Eve")
    table = await here.open(ana, game="rurare")
    reach, arrived, gate = here.server.sockets.reach, 0, asyncio.Event()

    async def slowly(table: str, session: Session) -> Route:
        nonlocal arrived
        arrived += 1
        await gate.wait()
        return await reach(table, session)

    async def connect() -> int:
        try:
            line = await eve.ws_connect(f"{here.base}/ws/{table}")
        except aiohttp.WSServerHandshakeError as refused:
            return refused.status
        await line.close()
        return 101

    monkeypatch.setattr(here.server.sockets, "reach", slowly)
    monkeypatch.setattr(sockets, "MOST_OF_PERSON", 3)
    connecting = [asyncio.ensure_future(connect()) for _ in range(12)]
    while arrived + sum(one.done() for one in connecting) < len(connecting):
        await asyncio.sleep(0.01)
    gate.set()
    statuses = await asyncio.gather(*connecting)
    assert (statuses.count(101), statuses.count(429)) == (3, 9)


@served()
async def test_looking_back_waits_only_behind_the_same_address(here: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    ana = await here.person("Ana")
    table = await here.open(ana, game="rurare", seats=2, bots=["", "greedy"], play_now=True)
    run_fairly, owners = here.server.replays.reading.run, []

    async def noted(owner: str, work: Callable[[], Any]) -> Any:
        owners.append(owner)
        return await run_fairly(owner, work)

    monkeypatch.setattr(here.server.replays.reading, "run", noted)
    for address in ("127.0.0.1", "127.0.0.2"):
        connector = aiohttp.TCPConnector(local_addr=(address, 0))
        async with aiohttp.ClientSession(connector=connector) as http:
            assert (await read(http, f"{here.base}/api/tables/{table}/past"))[0] == 200
    assert owners == ["127.0.0.1", "127.0.0.2"]


@served(limits=0.1)
async def test_an_address_that_opens_and_asks_without_end_is_slowed_down(
    here: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(app, "HOLD", 0.0)
    eve = await here.person("Eve")
    opened = []
    for _ in range(12):
        async with eve.post(f"{here.base}/api/tables", json={"game": "rurare"}) as answer:
            opened.append(answer.status)
    assert opened.count(201) == 3
    assert set(opened) == {201, 429}
    asked = [(await read(eve, f"{here.base}/api/players/greedy/statistics"))[0] for _ in range(20)]
    assert asked.count(429) > 10


@served(limits=0.1)
async def test_refusals_to_a_greedy_address_are_held_back_and_nobody_else_waits(
    here: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(app, "HOLD", 3600.0)
    greedy = aiohttp.TCPConnector(local_addr=("127.0.0.2", 0), limit=0)
    async with aiohttp.ClientSession(connector=greedy) as eve, aiohttp.ClientSession() as ana:
        asked = [asyncio.ensure_future(read(eve, f"{here.base}/api/records")) for _ in range(40)]
        while here.server.metrics.counted["over_limits"] < 30:
            await asyncio.sleep(0.01)
        for _ in range(3):
            assert (await read(ana, f"{here.base}/api/records"))[0] == 200
        assert sum(one.done() for one in asked) <= 10
        for one in asked:
            one.cancel()
        await asyncio.gather(*asked, return_exceptions=True)


@served()
async def test_leaving_a_rated_game_is_the_last_place_and_the_others_are_rated(here: Running) -> None:
    ana, bob = await here.claimed("Ana"), await here.claimed("Bob")
    table = await here.open(ana, game="rurare", seats=2, rated=True)
    pages = [await here.page(http, table) for http in (ana, bob)]
    for seat, page in enumerate(pages):
        assert (await page.ask("sit", seat=seat, name="Mallory"))["type"] == "ok"
    assert [seat["name"] for seat in pages[0].info["seats"]] == ["Ana", "Bob"]  # names come from the account
    await pages[0].ask("start")
    assert (await pages[1].ask("stand", seat=1))["type"] == "ok"
    record = await here.played_out(pages[0])
    _, about = await read(bob, f"{here.base}/api/players/Bob")
    assert [(line["id"], line["rank"]) for line in about["records"]] == [(record, 2)]
    assert about["standings"][0]["games"] == 1
    _, best = await read(ana, f"{here.base}/api/ratings/rurare")
    assert [(one["name"], one["is_bot"]) for one in best] == [("Ana", False), ("Bob", False)]


@served()
async def test_nobody_uses_a_name_that_is_somebody_elses(here: Running) -> None:
    alice, eve = await here.claimed("Alice"), await here.person("Eve")
    for name in ("Alice", "alice", "\u0410lice", "Al\u00edce"):
        async with eve.put(f"{here.base}/api/me", json={"name": name}) as answer:
            assert (answer.status, (await answer.json())["code"]) == (409, "name_taken")
    table = await here.open(alice, game="rurare", seats=2)
    page = await here.page(eve, table)
    assert (await page.ask("sit", seat=0, name="Alice"))["code"] == "name_taken"
    assert (await page.ask("sit", seat=0, name="Eve"))["type"] == "ok"
    anna = await here.person("Anna")  # as a bot is called
    async with anna.post(f"{here.base}/api/me/claim") as answer:
        assert answer.status == 409


@served()
async def test_one_device_is_signed_out_and_the_other_stays(here: Running) -> None:
    ana = await here.person("Ana")
    async with ana.post(f"{here.base}/api/me/pass") as answer:
        word = (await answer.json())["word"]
    async with aiohttp.ClientSession(cookie_jar=aiohttp.CookieJar(unsafe=True)) as phone:
        async with phone.post(f"{here.base}/api/me/enter", json={"word": word}) as answer:
            assert (await answer.json())["name"] == "Ana"
        _, devices = await read(ana, f"{here.base}/api/me/devices")
        (other,) = [one for one in devices if not one["is_this"]]
        async with ana.delete(f"{here.base}/api/me/devices/{other['id']}") as answer:
            assert answer.status == 204
        assert (await read(phone, f"{here.base}/api/me/devices"))[0] == 401
    assert len((await read(ana, f"{here.base}/api/me/devices"))[1]) == 1


def test_the_page_of_a_closed_table_names_nobody(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "client").mkdir()
    (tmp_path / "client" / "index.html").write_text("<html><head><title>Erre</title></head></html>")
    for module in (client_files, link_preview):
        monkeypatch.setattr(module, "CLIENT", tmp_path / "client")

    async def test() -> None:
        async with running(tmp_path) as here:
            ana = await here.person("Ana")
            for access, is_named in (("link", True), ("closed", False)):
                table = await here.open(ana, game="rurare", access=access)
                async with aiohttp.ClientSession() as nobody, nobody.get(f"{here.base}/t/{table}") as answer:
                    assert ("Ana" in await answer.text()) is is_named

    run(test)


@served(limits=0.02)
async def test_pages_and_files_without_end_are_refused_too(here: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(app, "HOLD", 0.0)
    async with aiohttp.ClientSession() as nobody:
        statuses = []
        for _ in range(300):
            async with nobody.get(f"{here.base}/t/nothing") as answer:
                statuses.append(answer.status)
        assert 429 in statuses
        assert statuses.index(429) >= 110  # a page with all its files comes through, even at a fiftieth of the limits


@served()
async def test_no_rated_table_has_a_bot_that_is_not_rated(here: Running) -> None:
    ana = await here.claimed("Ana")
    wish = {"game": "rurare", "seats": 2, "rated": True, "play_now": True, "bots": ["", "random"]}
    async with ana.post(f"{here.base}/api/tables", json=wish) as answer:
        assert answer.status == 400
    async with ana.post(f"{here.base}/api/tables", json={**wish, "game": "rok", "bots": ["", LIKE_YOU]}) as answer:
        assert answer.status == 400  # it is as strong as one likes
    table = await here.open(ana, game="rurare", seats=2, rated=True)
    page = await here.page(ana, table)
    assert (await page.ask("set_bot", seat=1, level="random"))["type"] == "refused"
    assert (await page.ask("set_bot", seat=1, level="solid"))["type"] == "ok"


@served()
async def test_in_a_rated_game_nobody_is_removed_and_nobody_else_takes_a_seat(here: Running) -> None:
    ana, bob, eve = [await here.claimed(name) for name in ("Ana", "Bob", "Eve")]
    table = await here.open(ana, game="rurare", seats=2, rated=True)
    pages = [await here.page(http, table) for http in (ana, bob, eve)]
    for seat in range(2):
        await pages[seat].ask("sit", seat=seat, name="")
    await pages[0].ask("start")
    assert (await pages[0].ask("remove", seat=1, for_good=True))["type"] == "refused"
    assert (await pages[0].ask("let_bot", seat=1))["type"] == "refused"
    assert (await pages[0].ask("stand", seat=1))["type"] == "refused"
    await pages[1].ask("stand", seat=1)
    for page in (pages[2], pages[0]):
        assert (await page.ask("sit", seat=1, name=""))["type"] == "refused"
