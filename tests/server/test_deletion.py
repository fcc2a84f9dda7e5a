"""Deletion: after it nothing of a person is left, whatever happens meanwhile; and one's data can be downloaded."""

from __future__ import annotations

import asyncio
import sqlite3
from pathlib import Path
from typing import Any

import aiohttp
import pytest

from erre.server.storage.contract import StorageFailed
from erre.server.tables.live_table import LiveTable
from tests.server.running import Running, read, run, running, served

NAME, SECRET = "Quetzalcoatl", "the key is under the mat"


async def delete(here: Running, http: aiohttp.ClientSession) -> None:
    """Somebody deletes their data."""
    async with http.delete(f"{here.base}/api/me") as answer:
        assert answer.status == 204


def check_no_trace(folder: Path, *words: str) -> None:
    """None of the words is in any byte of any file."""
    for file in folder.rglob("*"):
        if file.is_file():
            for word in (NAME, SECRET, *words):
                assert word.encode() not in file.read_bytes(), (file.name, word)


async def said_something(here: Running) -> tuple[str, aiohttp.ClientSession, str]:
    """A table where the one who will go has a seat and said something; the table, they, and their id."""
    other, gone = await here.person("Bo"), await here.person(NAME)
    table = await here.open(other, game="rurare", seats=3)
    page = await here.page(gone, table)
    await page.ask("sit", seat=1, name=NAME)
    await page.ask("say", text=SECRET)
    return table, gone, (await read(gone, f"{here.base}/api/me/data"))[1]["id"]


@served()
async def test_after_deletion_nothing_of_a_person_is_left(here: Running, tmp_path: Path) -> None:
    gone, bo = await here.claimed(NAME), await here.person("Bo")
    over = await here.open(gone, game="rurare", seats=2, bots=["", "greedy"], play_now=True, access="open")
    record = await here.played_out(await here.page(gone, over))
    async with bo.get(f"{here.base}/api/records/{record}/replay") as answer:
        assert NAME in await answer.text()  # and is kept for the next who asks
    table = await here.open(bo, game="rurare", seats=3)
    pages = [await here.page(http, table) for http in (bo, gone)]
    for seat, page in enumerate(pages):
        await page.ask("sit", seat=seat, name=("Bo", NAME)[seat])
    await pages[1].ask("say", text=SECRET)
    await pages[0].ask("start")
    about = (await read(gone, f"{here.base}/api/me/data"))[1]
    assert about["name"] == NAME
    await delete(here, gone)
    await pages[1].stop()
    with pytest.raises(aiohttp.WSServerHandshakeError):
        await gone.ws_connect(f"{here.base}/ws/{table}")
    await pages[0].until(lambda: NAME not in str(pages[0].info) and pages[0].socket is not None)
    async with bo.get(f"{here.base}/api/records/{record}/replay") as answer:
        assert NAME not in await answer.text()
    record = await here.played_out(pages[0])
    for path in ("/api/records", f"/api/records/{record}", f"/api/records/{record}/replay", "/api/tables"):
        async with bo.get(f"{here.base}{path}") as answer:
            assert NAME not in await answer.text(), path
    fresh = await here.page(bo, table)  # the old page remembers what it was told then
    assert fresh.chat
    assert NAME not in str(fresh.chat)
    assert SECRET not in str(fresh.chat)
    check_no_trace(tmp_path, about["id"])


def test_a_deletion_that_is_interrupted_is_completed_after_the_next_start(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def fail(live: LiveTable, person: str) -> None:
        raise StorageFailed("the disk is full")

    async def evening() -> str:
        async with running(tmp_path) as here:
            _, gone, person = await said_something(here)
            with monkeypatch.context() as patched:
                patched.setattr(LiveTable, "release", fail)
                await delete(here, gone)
            assert await here.server.store.unfinished_deletions() == [person]
            return person

    async def morning() -> None:
        async with running(tmp_path) as here:
            while await here.server.store.unfinished_deletions():
                await asyncio.sleep(0.01)

    person = asyncio.run(evening())
    assert SECRET.encode() in (tmp_path / "erre.sqlite").read_bytes()
    run(morning)
    check_no_trace(tmp_path, person)


def test_a_log_that_nobody_can_read_keeps_no_deleted_person(tmp_path: Path) -> None:
    kept: dict[str, Any] = {}

    async def evening() -> None:
        async with running(tmp_path) as here:
            kept["table"], gone, kept["id"] = await said_something(here)
            kept["token"] = next(iter(gone.cookie_jar)).value

    async def morning() -> None:
        async with running(tmp_path) as here:
            headers = {"Authorization": f"Bearer {kept['token']}"}
            async with aiohttp.ClientSession(headers=headers) as gone:
                assert (await read(gone, f"{here.base}/api/me"))[1]["name"] == NAME
                assert (await read(gone, f"{here.base}/api/tables/{kept['table']}/past"))[0] == 410
                await delete(here, gone)
            assert await here.server.store.unfinished_deletions() == []

    asyncio.run(evening())
    db = sqlite3.connect(tmp_path / "erre.sqlite")
    db.execute("UPDATE entries SET line = replace(line, '\"seats\":3', '\"seats\":4') WHERE number = 0")
    db.commit()
    db.close()
    run(morning)
    check_no_trace(tmp_path, kept["id"])


@served()
async def test_a_guest_who_is_deleted_does_not_take_the_host_s_table_along(here: Running, tmp_path: Path) -> None:
    table, gone, person = await said_something(here)  # the host does not sit yet
    await delete(here, gone)
    assert (await here.page(here.people[0], table)).info["stage"] == "gathering"
    check_no_trace(tmp_path, person)


@served()
async def test_a_socket_that_opens_during_the_deletion_is_refused(
    here: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    table, gone, _ = await said_something(here)
    reach, reached, go_on = here.server.sockets.reach, asyncio.Event(), asyncio.Event()

    async def slowly(table: str, session: Any) -> Any:
        reached.set()
        await go_on.wait()
        return await reach(table, session)

    monkeypatch.setattr(here.server.sockets, "reach", slowly)
    opening = asyncio.ensure_future(gone.ws_connect(f"{here.base}/ws/{table}"))
    await reached.wait()
    await delete(here, gone)
    go_on.set()
    with pytest.raises(aiohttp.WSServerHandshakeError) as refused:
        await opening
    assert refused.value.status == 401


@served()
async def test_my_data_is_everything_and_nothing_of_others(here: Running) -> None:
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
