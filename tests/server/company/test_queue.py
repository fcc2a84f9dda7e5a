"""The queue: first come, first served; bots after a while; never two who avoid each other."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest

from erre.server.company import queue as module
from tests.server.company.met import Met, meet, played
from tests.server.running import Running, run, served, workers

FOR_TWO = {"game": "rurare", "seats": 2}


async def join(person: Met, **wish: Any) -> Any:
    status, state = await person.ask("PUT", "/api/queue", {**FOR_TWO, **wish})
    assert status == 200, state
    return state


async def seated(person: Met, **wish: Any) -> str:
    """Wait until somebody has a table."""
    while not (table := (await join(person, **wish))["table"]):
        await asyncio.sleep(0.02)
    return str(table)


@served()
async def test_two_who_wait_for_the_same_game_sit_together(here: Running) -> None:
    ana, ben, eve = await meet(here, "Ana", "Ben", "Eve")
    state = await join(ana)
    assert (state["waiting"], state["table"], state["seats"]) == (1, "", 2)
    assert 0 < state["bots_in"] <= 30_000
    await join(eve, game="rummy")
    tables = await asyncio.gather(seated(ana), seated(ben))
    assert tables[0] == tables[1]
    page = await here.page(ana.http, tables[0])
    assert sorted(seat["name"] for seat in page.info["seats"]) == ["Ana", "Ben"]
    assert page.info["stage"] == "playing"
    assert (await eve.get("/api/news"))["queue"]["table"] == ""
    assert (await ana.get("/api/news"))["queue"]["table"] == tables[0]


@served()
async def test_bots_come_at_once_for_those_who_want_them(here: Running) -> None:
    ana, ben = await meet(here, "Ana", "Ben")
    await join(ana, seats=3, bots="never")
    table = await seated(ben, seats=3, bots="now")
    page = await here.page(ben.http, table)
    assert [seat["kind"] for seat in page.info["seats"]].count("bot") == 2
    state = await join(ana, seats=3, bots="never")  # she waits for people only
    assert (state["table"], state["bots_in"], state["waiting"]) == ("", None, 1)


@served()
async def test_bots_come_after_a_while(here: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "BOTS_AFTER", 0.2)
    (ana,) = await meet(here, "Ana")
    page = await here.page(ana.http, await seated(ana, seats=3))
    assert sorted(seat["kind"] for seat in page.info["seats"]) == ["bot", "bot", "person"]


@served()
async def test_the_first_who_came_is_seated_first(here: Running) -> None:
    ana, ben, eve = await meet(here, "Ana", "Ben", "Eve")
    await join(ana, bots="never")
    await join(eve, seats=3, bots="never")
    assert await seated(ben, bots="never") == await seated(ana, bots="never")
    assert (await join(eve, seats=3, bots="never"))["table"] == ""


@served()
async def test_a_change_of_mind_about_bots_keeps_the_place(here: Running) -> None:
    ana, ben = await meet(here, "Ana", "Ben")
    await join(ana, seats=None, bots="never")
    await join(ben, seats=4, bots="never")
    state = await join(ana, seats=4, bots="now")  # four is the usual number: she is still the first
    while not state["table"]:
        state = await join(ana, seats=4, bots="now")
    page = await here.page(ana.http, state["table"])
    assert [seat["kind"] for seat in page.info["seats"]].count("bot") == 3
    assert (await join(ben, seats=None, bots="never"))["waiting"] == 1


@served()
async def test_two_who_avoid_each_other_never_meet(here: Running) -> None:
    ana, ben, eve = await meet(here, "Ana", "Ben", "Eve")
    await played(here, ana, ben)
    await ana.ask("POST", "/api/company/blocks", {"person": await ana.alias("Ben")})
    assert (await join(ana, bots="never"))["waiting"] == 1
    assert (await join(ben, bots="never"))["waiting"] == 1
    table = await seated(eve, bots="never")
    assert (await join(ana, bots="never"))["table"] == table  # she came first
    assert (await join(ben, bots="never"))["table"] == ""


@served()
async def test_a_person_has_one_place_and_may_leave_it(here: Running) -> None:
    (ana,) = await meet(here, "Ana")
    await join(ana)
    await join(ana, game="rummy")
    assert (await ana.get("/api/news"))["queue"]["game"] == "rummy"
    assert (await ana.ask("DELETE", "/api/queue"))[0] == 204
    assert (await ana.get("/api/news"))["queue"] is None


@served()
async def test_a_deleted_person_is_not_seated(here: Running) -> None:
    ana, ben = await meet(here, "Ana", "Ben")
    await join(ana, bots="never")
    assert (await ana.ask("DELETE", "/api/me"))[0] == 204
    state = await join(ben, bots="never")
    while state["waiting"] != 1:
        assert state["table"] == ""
        state = await join(ben, bots="never")
        await asyncio.sleep(0.02)
    assert state["table"] == ""


@served()
async def test_wishes_that_cannot_be_met_are_refused(here: Running) -> None:
    (ana,) = await meet(here, "Ana")
    for wish, code in (
        ({"game": "chess"}, "no_game"),
        ({"game": "rage", "seats": 99}, "bad_request"),
        ({"game": "rage", "rated": True}, "not_claimed"),
        ({"game": "rage", "bots": "maybe"}, "bad_request"),
        ({"game": "rage", "more": 1}, "bad_request"),
    ):
        status, answer = await ana.ask("PUT", "/api/queue", wish)
        assert (status >= 400, answer["code"]) == (True, code), wish


@served()
async def test_guests_of_the_same_name_are_told_apart(here: Running) -> None:
    one, two = await meet(here, "Guest", "Guest")
    table, _ = await asyncio.gather(seated(one), seated(two))
    page = await here.page(one.http, table)
    assert sorted(seat["name"] for seat in page.info["seats"]) == ["Guest", "Guest 2"]


@served(limits=1.0)
async def test_an_address_has_so_many_places(here: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "MOST_OF_ADDRESS", 2)
    people = await meet(here, "Ana", "Ben", "Eve")
    answers = [await one.ask("PUT", "/api/queue", {"game": "rage", "seats": 5, "bots": "never"}) for one in people]
    assert [status for status, _ in answers] == [200, 200, 429]


@served()
async def test_whoever_is_silent_is_not_seated(here: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "SILENT", -1.0)
    ana, ben = await meet(here, "Ana", "Ben")
    await join(ana)
    assert (await join(ben))["table"] == ""
    monkeypatch.setattr(module, "GONE", -1.0)
    here.server.company.queue.tidy()
    assert (await ana.get("/api/news"))["queue"] is None


def test_people_at_different_workers_sit_together(tmp_path: Path) -> None:
    async def body() -> None:
        async with workers(2, tmp_path) as (one, two):
            here = Running(one)
            ana, ben = await meet(here, "Ana", "Ben")
            ben.base = f"http://127.0.0.1:{two.port}"
            try:
                tables = await asyncio.gather(seated(ana), seated(ben))
                assert tables[0] == tables[1]
                assert await ana.ask("DELETE", "/api/queue") == await ben.ask("DELETE", "/api/queue") == (204, None)
                assert (await ben.get("/api/news"))["queue"] is None
            finally:
                await here.close()

    run(body)
