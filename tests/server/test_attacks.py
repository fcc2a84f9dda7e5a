"""Attacks on a server with clients of our own: each is refused, and nobody else notices."""

from __future__ import annotations

import asyncio
import random
from pathlib import Path
from typing import Any

import aiohttp
import pytest

from erre.race.adapting import LIKE_YOU
from erre.server import app
from erre.server.api import link_preview
from erre.server.net import client_files
from erre.server.tables import rooms
from erre.trials.client import Page
from tests.server.running import Running, record_of, run, running

SECRET = "the key is under the mat"


async def read(http: aiohttp.ClientSession, address: str) -> tuple[int, Any]:
    """A status and an answer."""
    async with http.get(address) as answer:
        return answer.status, await answer.json()


async def played_out(here: Running, *pages: Page) -> str:
    """A game is played to its end; the id of its record."""
    await asyncio.gather(*(page.play(random.Random(1)) for page in pages))
    record = await record_of(pages[0])
    while (await read(pages[0].http, f"{here.base}/api/records/{record}/proof"))[0] != 200:
        await asyncio.sleep(0.02)  # it is kept just after everybody was told
    return record


async def claimed(here: Running, name: str) -> aiohttp.ClientSession:
    """Somebody whose name is unique."""
    http = await here.person(name)
    async with http.post(f"{here.base}/api/me/claim") as answer:
        assert answer.status == 200, await answer.text()
    return http


@pytest.mark.parametrize("access", ["link", "closed"])
def test_a_record_opens_neither_itself_nor_its_table_to_strangers(tmp_path: Path, access: str) -> None:
    async def test() -> None:
        async with running(tmp_path) as here:
            ana, eve = await here.person("Ana"), await here.person("Eve")
            table = await here.open(ana, game="rurare", seats=2, bots=["", "greedy"], play_now=True, access=access)
            page = await here.page(ana, table)
            await page.ask("say", text=SECRET)
            record = await played_out(here, page)
            assert table not in record
            assert [line["id"] for line in (await read(ana, f"{here.base}/api/records"))[1]] == [record]
            async with aiohttp.ClientSession() as nobody:
                for stranger in (eve, nobody):
                    assert (await read(stranger, f"{here.base}/api/records")) == (200, [])
                    for path in ("", "/proof", "/replay", "/losses"):
                        async with stranger.get(f"{here.base}/api/records/{record}{path}") as answer:
                            assert answer.status == 404, path
            for path in ("", "/proof", "/replay"):
                async with ana.get(f"{here.base}/api/records/{record}{path}") as answer:
                    assert answer.status == 200, path

    run(test)


def test_a_closed_table_is_seen_only_by_the_invited(tmp_path: Path) -> None:
    async def test() -> None:
        async with running(tmp_path) as here:
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

    run(test)


def test_many_tables_asked_for_at_once_are_no_more_than_one_by_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rooms, "MOST_OF_ONE", 5)

    async def test() -> None:
        async with running(tmp_path, most_tables=12) as here:
            people = [await here.person(f"P{k}") for k in range(4)]

            async def ask(http: aiohttp.ClientSession) -> int:
                async with http.post(f"{here.base}/api/tables", json={"game": "rurare"}) as answer:
                    return answer.status

            statuses = await asyncio.gather(*(ask(people[0]) for _ in range(30)))
            assert statuses.count(201) == 5
            await asyncio.gather(*(ask(http) for http in people[1:] for _ in range(30)))
            assert len(here.server.registry.tables) == 12

    run(test)


def test_an_address_that_opens_and_asks_without_end_is_slowed_down(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(app, "HOLD", 0.0)

    async def test() -> None:
        async with running(tmp_path, limits=0.1) as here:
            eve = await here.person("Eve")
            opened = []
            for _ in range(12):
                async with eve.post(f"{here.base}/api/tables", json={"game": "rurare"}) as answer:
                    opened.append(answer.status)
            assert opened.count(201) == 3
            assert set(opened) == {201, 429}
            asked = [(await read(eve, f"{here.base}/api/players/greedy/statistics"))[0] for _ in range(20)]
            assert asked.count(429) > 10

    run(test)


def test_refusals_to_a_greedy_address_are_held_back_and_nobody_else_waits(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(app, "HOLD", 3600.0)

    async def test() -> None:
        async with running(tmp_path, limits=0.1) as here:
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

    run(test)


def test_leaving_a_rated_game_is_the_last_place_and_the_others_are_rated(tmp_path: Path) -> None:
    async def test() -> None:
        async with running(tmp_path) as here:
            ana, bob = await claimed(here, "Ana"), await claimed(here, "Bob")
            table = await here.open(ana, game="rurare", seats=2, rated=True)
            pages = [await here.page(http, table) for http in (ana, bob)]
            for seat, page in enumerate(pages):
                assert (await page.ask("sit", seat=seat, name="Mallory"))["type"] == "ok"
            assert [seat["name"] for seat in pages[0].info["seats"]] == ["Ana", "Bob"]  # names come from the account
            await pages[0].ask("start")
            assert (await pages[1].ask("stand", seat=1))["type"] == "ok"
            record = await played_out(here, pages[0])
            _, about = await read(bob, f"{here.base}/api/players/Bob")
            assert [(line["id"], line["rank"]) for line in about["records"]] == [(record, 2)]
            assert about["standings"][0]["games"] == 1
            _, best = await read(ana, f"{here.base}/api/ratings/rurare")
            assert [(one["name"], one["is_bot"]) for one in best] == [("Ana", False), ("Bob", False)]

    run(test)


def test_nobody_uses_a_name_that_is_somebody_elses(tmp_path: Path) -> None:
    async def test() -> None:
        async with running(tmp_path) as here:
            alice, eve = await claimed(here, "Alice"), await here.person("Eve")
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

    run(test)


def test_after_deletion_nothing_of_a_person_is_left(tmp_path: Path) -> None:
    async def test() -> None:
        name = "Quetzalcoatl"
        async with running(tmp_path) as here:
            gone, bo = await claimed(here, name), await here.person("Bo")
            over = await here.open(gone, game="rurare", seats=2, bots=["", "greedy"], play_now=True, access="open")
            record = await played_out(here, await here.page(gone, over))
            async with bo.get(f"{here.base}/api/records/{record}/replay") as answer:
                assert name in await answer.text()  # and is kept for the next who asks
            table = await here.open(bo, game="rurare", seats=3)
            pages = [await here.page(http, table) for http in (bo, gone)]
            for seat, page in enumerate(pages):
                await page.ask("sit", seat=seat, name=("Bo", name)[seat])
            await pages[1].ask("say", text=SECRET)
            await pages[0].ask("start")
            assert (await read(gone, f"{here.base}/api/me/data"))[1]["name"] == name
            async with gone.delete(f"{here.base}/api/me") as answer:
                assert answer.status == 204
            await pages[1].stop()
            with pytest.raises(aiohttp.WSServerHandshakeError):
                await gone.ws_connect(f"{here.base}/ws/{table}")
            await pages[0].until(lambda: name not in str(pages[0].info) and pages[0].socket is not None)
            async with bo.get(f"{here.base}/api/records/{record}/replay") as answer:
                assert name not in await answer.text()
            record = await played_out(here, pages[0])
            for path in ("/api/records", f"/api/records/{record}", f"/api/records/{record}/replay", "/api/tables"):
                async with bo.get(f"{here.base}{path}") as answer:
                    assert name not in await answer.text(), path
            fresh = await here.page(bo, table)  # the old page remembers what it was told then
            assert fresh.chat
            assert name not in str(fresh.chat)
            assert SECRET not in str(fresh.chat)
            for file in tmp_path.rglob("*"):
                if file.is_file():
                    assert name.encode() not in file.read_bytes(), file.name
                    assert SECRET.encode() not in file.read_bytes(), file.name

    run(test)


def test_my_data_is_everything_and_nothing_of_others(tmp_path: Path) -> None:
    async def test() -> None:
        async with running(tmp_path) as here:
            ana, bo = await here.person("Ana"), await here.person("Bo")
            table = await here.open(ana, game="rurare", seats=2)
            pages = [await here.page(http, table) for http in (ana, bo)]
            for seat, page in enumerate(pages):
                await page.ask("sit", seat=seat, name=("Ana", "Bo")[seat])
                await page.ask("say", text=f"I am number {seat}")
            await pages[0].ask("start")
            _, mine = await read(ana, f"{here.base}/api/me/data")
            assert mine["name"] == "Ana"
            assert [one["id"] for one in mine["tables"]] == [table]
            told = str(mine["table_logs"])
            assert "I am number 0" in told
            assert "I am number 1" not in told
            assert "'key'" not in told  # of the running game

    run(test)


def test_one_device_is_signed_out_and_the_other_stays(tmp_path: Path) -> None:
    async def test() -> None:
        async with running(tmp_path) as here:
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

    run(test)


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


def test_pages_and_files_without_end_are_refused_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(app, "HOLD", 0.0)

    async def test() -> None:
        async with running(tmp_path, limits=0.02) as here, aiohttp.ClientSession() as nobody:
            statuses = []
            for _ in range(300):
                async with nobody.get(f"{here.base}/t/nothing") as answer:
                    statuses.append(answer.status)
            assert 429 in statuses
            assert (
                statuses.index(429) >= 110
            )  # a page with all its files comes through, even at a fiftieth of the limits

    run(test)


def test_no_rated_table_has_a_bot_that_is_not_rated(tmp_path: Path) -> None:
    async def test() -> None:
        async with running(tmp_path) as here:
            ana = await claimed(here, "Ana")
            wish = {"game": "rurare", "seats": 2, "rated": True, "play_now": True, "bots": ["", "random"]}
            async with ana.post(f"{here.base}/api/tables", json=wish) as answer:
                assert answer.status == 400
            async with ana.post(
                f"{here.base}/api/tables", json={**wish, "game": "rok", "bots": ["", LIKE_YOU]}
            ) as answer:
                assert answer.status == 400  # it is as strong as one likes
            table = await here.open(ana, game="rurare", seats=2, rated=True)
            page = await here.page(ana, table)
            assert (await page.ask("set_bot", seat=1, level="random"))["type"] == "refused"
            assert (await page.ask("set_bot", seat=1, level="solid"))["type"] == "ok"

    run(test)


def test_in_a_rated_game_nobody_is_removed_and_nobody_else_takes_a_seat(tmp_path: Path) -> None:
    async def test() -> None:
        async with running(tmp_path) as here:
            ana, bob, eve = [await claimed(here, name) for name in ("Ana", "Bob", "Eve")]
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

    run(test)
