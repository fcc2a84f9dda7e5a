"""Bans: who stays out, for how long, and what they may still do."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import aiohttp

from erre.server.storage.bans import bans, forget_bans
from tests.server.company.met import Met, ask, meet, played
from tests.server.operator.test_operator import SECRET, operator
from tests.server.running import Running, run, served, workers
from tests.server.test_day_scheduler import HandClock, asleep, started

HOUR = 3_600_000


async def ban(boss: Met, person: Met, **wish: Any) -> tuple[int, Any]:
    """The operator bans somebody."""
    return await boss.ask("POST", f"/api/operator/people/{await person.id()}/ban", wish)


@served(operator_secret=SECRET)
async def test_the_banned_stay_out_and_hold_no_seats(here: Running) -> None:
    boss, (ana, ben) = await operator(here), await meet(here, "Ana", "Ben")
    await played(here, ana, ben)
    shared = await here.open(ana.http, game="rage", access="open")
    pages = [await here.page(one.http, shared) for one in (ana, ben)]
    for seat, page in enumerate(pages):
        assert (await page.ask("sit", seat=seat, name=f"P{seat}"))["type"] == "ok"
    alone = await here.open(ana.http, game="rurare", access="open")
    invitation = {"person": await ana.alias("Ben"), "table": shared}
    assert (await ana.ask("POST", "/api/invitations", invitation))[0] == 204
    assert (await ban(boss, ana, hours=24, reason="rude words"))[0] == 204

    status, answer = await ana.ask("GET", "/api/me")
    assert (status, answer["code"]) == (403, "banned")
    for method, path, body in (
        ("GET", "/api/news", None),
        ("POST", "/api/tables", {"game": "rage"}),
        ("PUT", "/api/queue", {"game": "rage"}),
        ("GET", f"/ws/{shared}", None),
    ):
        status, answer = await ana.ask(method, path, body)
        assert (status, answer["code"]) == (403, "banned"), path
    told = await ana.get("/api/me/ban")
    assert (told["reason"], told["is_mine"], told["until"] is not None) == ("rude words", True, True)
    await pages[1].until(lambda: pages[1].info["seats"][0]["kind"] == "empty")
    assert pages[1].info["host"] == "P1"  # the table was handed on
    assert (await ben.get("/api/news"))["invitations"] == []
    assert [line["id"] for line in await ben.get("/api/tables")] == [shared]
    assert (await ben.ask("GET", f"/ws/{alone}"))[0] == 404  # nobody else sat there

    overview = await boss.get("/api/operator")
    (line,) = overview["bans"]
    assert (line["name"], line["reason"], line["address_until"]) == ("Ana", "rude words", None)
    assert [one["what"] for one in overview["operations"]][:1] == ["ban"]
    assert (await boss.ask("DELETE", f"/api/operator/bans/{line['id']}"))[0] == 204
    assert (await ana.ask("GET", "/api/me/ban"))[0] == 404
    assert (await ana.get("/api/me"))["name"] == "Ana"
    assert (await boss.ask("DELETE", f"/api/operator/bans/{line['id']}"))[0] == 404


@served(operator_secret=SECRET)
async def test_the_banned_still_get_and_delete_their_data(here: Running) -> None:
    boss, (ana,) = await operator(here), await meet(here, "Ana")
    assert (await ban(boss, ana))[0] == 204
    assert (await ana.get("/api/me/ban"))["until"] is None
    data = await ana.get("/api/me/data")
    assert data["bans"][0]["reason"] == ""
    assert (await ana.ask("DELETE", "/api/me"))[0] == 204
    after = await boss.get("/api/operator")
    assert after["bans"] == []
    assert "Ana" not in str(after)  # not even in what was done


@served(operator_secret=SECRET, proxied=True)
async def test_guests_from_a_banned_address_stay_out_until_it_expires(here: Running) -> None:
    async def come(address: str) -> Met:
        http = aiohttp.ClientSession(
            cookie_jar=aiohttp.CookieJar(unsafe=True), headers={"X-Forwarded-For": f"198.51.100.9, {address}"}
        )
        here.people.append(http)
        return Met(here, http, here.base)

    boss = await operator(here)
    rude, sister, far = await come("203.0.113.7"), await come("203.0.113.7"), await come("203.0.113.8")
    for one, name in ((rude, "Rude"), (sister, "Sister"), (far, "Far")):
        await one.get("/api/me")
        assert (await one.ask("PUT", "/api/me", {"name": name}))[0] == 200
    assert (await sister.ask("POST", "/api/me/claim"))[0] == 200
    assert (await ban(boss, rude, with_address=True))[0] == 204
    newcomer = await come("203.0.113.7")
    assert (await newcomer.ask("GET", "/api/me"))[1]["code"] == "banned"
    told = await newcomer.get("/api/me/ban")
    assert (told["is_mine"], told["reason"], told["until"] is not None) == (False, "", True)
    assert (await sister.get("/api/me"))["name"] == "Sister"  # a claimed name comes in
    assert (await far.get("/api/me"))["name"] == "Far"
    (line,) = (await boss.get("/api/operator"))["bans"]
    assert (line["until"], line["address_until"] > 0) == (None, True)
    assert "203.0.113.7" not in str(await boss.get("/api/operator"))
    store, month = here.server.store, line["address_until"]
    await store.run(lambda: forget_bans(month + 1))
    (kept,) = await store.look(lambda: bans(month + 1))
    assert (kept.name, kept.address) == ("Rude", "")  # the address is forgotten, the person stays out
    here.server.identity.bans.changed()
    assert (await newcomer.ask("GET", "/api/me"))[0] == 200


@served(operator_secret=SECRET)
async def test_what_cannot_be_banned_is_refused(here: Running) -> None:
    boss, (ana,) = await operator(here), await meet(here, "Ana")
    for wish, code in (
        ({"hours": 0}, "bad_request"),
        ({"hours": 10**9}, "bad_request"),
        ({"reason": "x" * 201}, "bad_words"),
        ({"with_address": True}, "no_address"),  # everybody comes from the operator's own machine
        ({"for": "ever"}, "bad_request"),
    ):
        status, answer = await ban(boss, ana, **wish)
        assert (status, answer["code"]) == (400, code), wish
    assert (await boss.ask("POST", "/api/operator/people/nobody/ban", {}))[0] == 404
    assert (await ask(ana.http, "POST", f"{here.base}/api/operator/people/x/ban", {}))[0] == 401
    assert (await ana.get("/api/me"))["name"] == "Ana"


def test_a_ban_counts_at_every_worker_and_reaches_tables_that_sleep(tmp_path: Path) -> None:
    async def body() -> None:
        async with workers(2, tmp_path, HandClock(), operator_secret=SECRET) as (one, two):
            here = Running(one)
            try:
                table, (ana, ben) = await started(here)
                await asyncio.gather(asleep(one, table), asleep(two, table))
                boss = await operator(here, base=f"http://127.0.0.1:{two.port}")
                (listed,) = (await boss.get("/api/operator"))["tables"]
                assert (listed["line"]["id"], listed["is_asleep"]) == (table, True)
                rude, friend = Met(here, ana, here.base), Met(here, ben, here.base)
                assert (await ban(boss, rude, hours=1))[0] == 204
                assert (await rude.ask("GET", "/api/me"))[0] == 403
                while (await friend.get("/api/me"))["tables"][0]["names"][0] == "P0":
                    await asyncio.sleep(0.02)
                (line,) = (await boss.get("/api/operator"))["bans"]
                assert (await boss.ask("DELETE", f"/api/operator/bans/{line['id']}"))[0] == 204
                assert (await rude.get("/api/me"))["tables"] == []
            finally:
                await here.close()

    run(body)
