"""Several workers: any page at any worker, one owner for each table, and what all share."""

from __future__ import annotations

import asyncio
import random
from pathlib import Path
from typing import Any

import aiohttp
import pytest

from erre.core.errors import BadOptions
from erre.server.app import Server
from erre.server.cluster.leases import WORKERS
from erre.server.cluster.relay_links import subject_of
from erre.server.cluster.worker import ClusterWorker
from erre.server.config import read_config
from erre.server.storage.contract import Fenced
from erre.trials.client import Page, known_person, open_table
from tests.server.running import read as asked
from tests.server.running import record_of, run, workers


def base(server: Server) -> str:
    """Where a worker is."""
    return f"http://127.0.0.1:{server.port}"


async def page_at(server: Server, http: aiohttp.ClientSession, table: str, client: str) -> Page:
    """A page that is connected to a worker."""
    page = Page(http, base(server), table, client)
    page.start()
    await page.until(lambda: page.info)
    return page


def cluster_of(server: Server) -> ClusterWorker:
    """A worker's part in the cluster."""
    assert isinstance(server.cluster, ClusterWorker)
    return server.cluster


def name_of(server: Server) -> str:
    """What a worker is called."""
    return str(server.health()["worker"])


async def end_lease(server: Server) -> None:
    """The lease of a worker runs out."""
    bucket = await server.bus.bucket(WORKERS)
    lease = await bucket.read(name_of(server))
    assert lease is not None
    await bucket.delete(name_of(server), lease.revision)


def lose_next(sender: Server, receiver: Server) -> None:
    """The next message from one worker to another is lost."""
    say, subject = sender.bus.say, subject_of(name_of(receiver))

    def lossy(to: str, data: bytes) -> None:
        if to == subject:
            sender.bus.say = say  # type: ignore[method-assign]
        else:
            say(to, data)

    sender.bus.say = lossy  # type: ignore[method-assign,assignment]


async def read(http: aiohttp.ClientSession, address: str) -> Any:
    """What a worker says."""
    async with http.get(address) as answer:
        assert answer.status == 200, await answer.text()
        return await answer.json()


def test_people_at_different_workers_play_a_whole_game(tmp_path: Path) -> None:
    async def test() -> None:
        async with workers(3, tmp_path) as servers:
            people = [await known_person(base(server), f"P{k}") for k, server in enumerate(servers)]
            table = await open_table(people[0], base(servers[0]), game="rage", seats=3)
            pages = [
                await page_at(server, http, table, f"page-{k}")
                for k, (server, http) in enumerate(zip(servers, people, strict=True))
            ]
            for seat, page in enumerate(pages):
                assert (await page.ask("sit", seat=seat, name=f"P{seat}"))["type"] == "ok"
            assert (await pages[0].ask("start"))["type"] == "ok"
            await asyncio.gather(*(page.play(random.Random(k)) for k, page in enumerate(pages)))
            for page in pages:
                await page.until(lambda page=page: page.outcome)  # type: ignore[misc]
                assert page.notes.gaps == []
                assert page.notes.moves
            assert len({page.have for page in pages}) == 1
            assert [len(server.registry.tables) for server in servers] == [1, 0, 0]
            record = await record_of(pages[0])
            for server, http in zip(servers, people, strict=True):
                while (proof := await asked(http, f"{base(server)}/api/records/{record}/proof"))[0] != 200:
                    await asyncio.sleep(0.05)  # it is kept just after everybody was told
                assert proof[1]["verdict"] == "proven"
            for page, http in zip(pages, people, strict=True):
                await page.stop()
                await http.close()

    run(test)


def test_hands_race_across_workers(tmp_path: Path) -> None:
    async def test() -> None:
        async with workers(2, tmp_path) as (here, there):
            people = [await known_person(base(here), "Ana"), await known_person(base(there), "Bo")]
            table = await open_table(people[0], base(here), game="rok", seats=2)
            pages = [await page_at(here, people[0], table, "near"), await page_at(there, people[1], table, "far")]
            for seat, page in enumerate(pages):
                assert (await page.ask("sit", seat=seat, name=f"P{seat}"))["type"] == "ok"
            assert (await pages[0].ask("start"))["type"] == "ok"
            far, won = pages[1], False
            for _ in range(10):
                await far.until(lambda: far.reveal and far.due())
                seat, legal = far.due() or (1, [])
                grabs = [move.partition(" ")[2] for move in legal if move.startswith("grab")]
                answer = await far.grab(seat, grabs[0], 0.3)
                won = answer["type"] == "ok"
                if won:
                    break
            assert won, far.notes.refusals
            assert far.verdicts[-1]["winner"] == 1
            for page in pages:
                await page.until(lambda page=page: page.verdicts == far.verdicts)  # type: ignore[misc]
            await far.until(lambda: all(seat["ping"] is not None for seat in far.info["seats"]))
            for page, http in zip(pages, people, strict=True):
                await page.stop()
                await http.close()

    run(test)


def test_lists_names_and_passes_are_the_same_at_every_worker(tmp_path: Path) -> None:
    async def test() -> None:
        async with workers(2, tmp_path) as (here, there):
            ana, bo = await known_person(base(here), "Ana"), await known_person(base(there), "Bo")
            open_to_all = await open_table(ana, base(here), game="rage", access="open")
            alone = await open_table(ana, base(here), game="rurare", seats=2, play_now=True)
            other = await open_table(ana, base(there), game="rage", play_now=True)
            for server in (here, there):
                assert [line["id"] for line in await read(bo, f"{base(server)}/api/tables")] == [open_to_all]
                mine = (await read(ana, f"{base(server)}/api/me"))["tables"]
                assert {line["id"] for line in mine} == {open_to_all, alone, other}
                assert {line["id"] for line in mine if line["mine"]} == {alone, other}
                assert (await read(bo, f"{base(server)}/api/me"))["tables"] == []
            assert (await read(ana, f"{base(there)}/api/me"))["name"] == "Ana"
            async with ana.put(f"{base(here)}/api/me", json={"name": "Anna"}) as answer:
                assert answer.status == 200
            assert (await read(ana, f"{base(there)}/api/me"))["name"] == "Anna"
            async with ana.post(f"{base(here)}/api/me/pass") as answer:
                word = (await answer.json())["word"]
            async with aiohttp.ClientSession(cookie_jar=aiohttp.CookieJar(unsafe=True)) as phone:
                async with phone.post(f"{base(there)}/api/me/enter", json={"word": word}) as answer:
                    assert (await answer.json())["name"] == "Anna"
                async with phone.post(f"{base(here)}/api/me/enter", json={"word": word}) as answer:
                    assert (await answer.json())["code"] == "pass_gone"
            assert len(await read(ana, f"{base(there)}/api/tables/{alone}/past")) >= 1
            async with ana.delete(f"{base(there)}/api/me") as answer:
                assert answer.status == 204
            while alone in here.registry.tables or other in there.registry.tables:
                await asyncio.sleep(0.02)
            for server in (here, there):
                async with ana.get(f"{base(server)}/api/tables/{alone}/past") as answer:
                    assert answer.status in (401, 404)
            await ana.close()
            await bo.close()

    run(test)


def test_one_person_keeps_so_many_tables_at_all_workers_together(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("erre.server.tables.rooms.MOST_OF_ONE", 3)

    async def test() -> None:
        async with workers(2, tmp_path) as servers:
            ana = await known_person(base(servers[0]), "Ana")
            for k in range(3):
                await open_table(ana, base(servers[k % 2]), game="rage")
            for server in servers:
                async with ana.post(f"{base(server)}/api/tables", json={"game": "rage"}) as answer:
                    assert "3 tables already" in (await answer.json())["why"]
            await ana.close()

    run(test)


def test_a_worker_that_leaves_hands_its_tables_over(tmp_path: Path) -> None:
    async def test() -> None:
        async with workers(2, tmp_path) as (here, there):
            ana = await known_person(base(here), "Ana")
            table = await open_table(ana, base(here), game="rurare", seats=2, play_now=True)
            page = await page_at(there, ana, table, "page")
            await page.until(lambda: page.due())
            seat, legal = page.due() or (0, [])
            assert (await page.move(seat, legal[0]))["type"] == "ok"
            fence = here.registry.tables[table].fence
            await here.stop()
            await page.until(lambda: table in there.registry.tables and page.socket is not None)
            assert there.registry.tables[table].fence > fence
            with pytest.raises(Fenced):
                await there.store.append(table, 999, b"late", fence=fence)
            for _ in range(2):
                await page.until(lambda: page.due())
                seat, legal = page.due() or (0, [])
                assert (await page.move(seat, legal[0]))["type"] == "ok"
            assert page.notes.gaps == []
            await page.stop()
            await ana.close()

    run(test)


def test_a_worker_that_lost_its_lease_lets_go_and_comes_back(tmp_path: Path) -> None:
    async def test() -> None:
        async with workers(2, tmp_path) as (here, there):
            ana = await known_person(base(here), "Ana")
            table = await open_table(ana, base(here), game="rurare", seats=2, play_now=True)
            page = await page_at(here, ana, table, "page")
            await page.until(lambda: page.due())
            await end_lease(here)
            await page.until(lambda: table in there.registry.tables and page.socket is not None)
            assert table not in here.registry.tables
            for _ in range(2):
                await page.until(lambda: page.due())
                seat, legal = page.due() or (0, [])
                assert (await page.move(seat, legal[0]))["type"] == "ok"
            assert page.notes.gaps == []
            while not here.health()["ok"]:  # a busy machine may be late with a renewal
                await asyncio.sleep(0.02)
            health = here.health()
            assert (health["lease"], health["workers"], health["bus"]) == (True, 2, True)
            await page.stop()
            await ana.close()

    run(test)


def test_a_message_lost_between_workers_brings_the_page_back(tmp_path: Path) -> None:
    async def test() -> None:
        async with workers(2, tmp_path) as (here, there):
            ana = await known_person(base(here), "Ana")
            table = await open_table(ana, base(here), game="rurare", seats=2, play_now=True)
            page = await page_at(there, ana, table, "page")
            await page.until(lambda: page.due())
            lose_next(here, there)
            seat, legal = page.due() or (0, [])
            assert (await page.move(seat, legal[0]))["type"] == "ok"
            assert page.notes.comebacks >= 1
            assert page.notes.gaps == []
            number = here.registry.tables[table].table.number
            await page.until(lambda: page.have is not None and page.have >= number)
            assert len(here.registry.tables[table].sessions) == 1
            await page.stop()
            await ana.close()

    run(test)


def test_a_message_that_no_batch_holds_comes_whole(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("erre.server.cluster.relay_links.MOST_BATCH", 300)

    async def test() -> None:
        async with workers(2, tmp_path) as (here, there):
            ana = await known_person(base(here), "Ana")
            table = await open_table(ana, base(here), game="rurare", seats=2, play_now=True)
            page, near = await page_at(there, ana, table, "far"), await page_at(here, ana, table, "near")
            for _ in range(3):
                await page.until(lambda: page.due())
                seat, legal = page.due() or (0, [])
                assert (await page.move(seat, legal[0]))["type"] == "ok"
                await page.until(lambda: page.have == near.have)
            assert page.eyes == near.eyes
            await page.stop()
            await near.stop()
            await ana.close()

    run(test)


def test_a_page_that_never_came_leaves_nothing_behind(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("erre.server.net.sockets.HELLO_WITHIN", 0.2)

    async def test() -> None:
        async with workers(2, tmp_path) as (here, there):
            ana = await known_person(base(here), "Ana")
            table = await open_table(ana, base(here), game="rurare", seats=2)
            peer, relay = name_of(there), cluster_of(here).relay
            relay.welcome(peer, 99, ["ana", False, "", ""], table)  # its answer was lost on the way
            assert relay.uses(peer)
            async with asyncio.timeout(120):
                while relay.guests:
                    await asyncio.sleep(0.02)
            assert not relay.uses(peer)
            await ana.close()

    run(test)


@pytest.mark.parametrize("table", ["nothing", "a.b", "*", "%00", "x" * 100, "%F0%9F%8E%B2"])
def test_tables_that_cannot_be_are_not_there(table: str, tmp_path: Path) -> None:
    async def test() -> None:
        async with workers(2, tmp_path) as (here, there):
            ana = await known_person(base(here), "Ana")
            for server in (here, there):
                with pytest.raises(aiohttp.WSServerHandshakeError) as caught:
                    await ana.ws_connect(f"{base(server)}/ws/{table}")
                assert caught.value.status == 404
            await ana.close()

    run(test)


@pytest.mark.parametrize(
    ("flags", "why"),
    [
        ({"workers": 4}, "--workers needs --db"),
        ({"workers": 4, "db": "postgresql://x"}, "--workers needs --db"),
        ({"bus": "nats://x"}, "--bus needs --db"),
        ({"workers": 0}, "workers is from 1 to 64"),
        ({"workers": 2, "db": "postgresql://x", "bus": "nats://x", "port": 0}, "--own-ports"),
    ],
)
def test_workers_that_share_nothing_are_refused(flags: dict[str, object], why: str) -> None:
    with pytest.raises(BadOptions, match=why):
        read_config(flags, {})
