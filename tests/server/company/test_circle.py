"""Friends, blocks and presence."""

from __future__ import annotations

import asyncio
from pathlib import Path

from tests.server.company.met import Met, meet, played
from tests.server.running import Running, run, served, workers


@served()
async def test_people_who_played_together_find_each_other(here: Running) -> None:
    ana, ben, eve = await meet(here, "Ana", "Ben", "Eve")
    await played(here, ana, ben)
    (line,) = (await ana.get("/api/company"))["played"]
    assert (line["name"], line["games"], line["relation"], line["presence"]) == ("Ben", 1, "none", "")
    assert (await eve.get("/api/company"))["played"] == []
    assert line["id"] != await ben.id()
    assert await ben.id() not in str(await ana.get("/api/company"))


@served()
async def test_two_are_friends_when_both_want_it(here: Running) -> None:
    ana, ben = await meet(here, "Ana", "Ben")
    await played(here, ana, ben)
    assert (await ana.ask("POST", "/api/company/friends", {"person": await ana.alias("Ben")}))[0] == 204
    assert [one["name"] for one in (await ana.get("/api/company"))["asked"]] == ["Ben"]
    news = await ben.get("/api/news")
    assert news["requests"] == 1
    (wanting,) = (await ben.get("/api/company"))["requests"]
    assert (wanting["name"], wanting["presence"]) == ("Ana", "")  # no friend yet: nobody sees who is here
    assert (await ben.ask("POST", "/api/company/friends", {"person": wanting["id"]}))[0] == 204
    (friend,) = (await ana.get("/api/company"))["friends"]
    assert (friend["name"], friend["presence"]) == ("Ben", "online")
    assert (await ben.get("/api/news"))["requests"] == 0
    assert (await ana.ask("DELETE", f"/api/company/friends/{friend['id']}"))[0] == 204
    assert (await ben.get("/api/company"))["friends"] == []


async def befriend(here: Running, ana: Met, ben: Met, names: tuple[str, str]) -> None:
    await played(here, ana, ben)
    await ana.ask("POST", "/api/company/friends", {"person": await ana.alias(names[1])})
    await ben.ask("POST", "/api/company/friends", {"person": await ben.alias(names[0])})


@served()
async def test_whoever_hides_is_not_seen(here: Running) -> None:
    ana, ben = await meet(here, "Ana", "Ben")
    await befriend(here, ana, ben, ("Ana", "Ben"))
    assert (await ana.get("/api/company"))["friends"][0]["presence"] == "online"
    assert (await ben.ask("PUT", "/api/company/presence", {"is_hidden": True}))[0] == 204
    assert (await ben.get("/api/company"))["is_hidden"]
    assert (await ana.get("/api/company"))["friends"][0]["presence"] == ""
    await ben.ask("PUT", "/api/company/presence", {"is_hidden": False})
    assert (await ana.get("/api/company"))["friends"][0]["presence"] == "online"


@served()
async def test_the_blocked_are_no_friends_and_are_not_told(here: Running) -> None:
    ana, ben = await meet(here, "Ana", "Ben")
    await befriend(here, ana, ben, ("Ana", "Ben"))
    alias = await ana.alias("Ben")
    assert (await ana.ask("POST", "/api/company/blocks", {"person": alias}))[0] == 204
    company = await ana.get("/api/company")
    assert ([one["name"] for one in company["blocked"]], company["friends"], company["played"]) == (["Ben"], [], [])
    theirs = await ben.get("/api/company")
    assert (theirs["friends"], theirs["blocked"]) == ([], [])
    assert theirs["played"][0]["relation"] == "none"
    # Ben may ask again: Ana does not hear of it.
    assert (await ben.ask("POST", "/api/company/friends", {"person": await ben.alias("Ana")}))[0] == 204
    assert (await ana.get("/api/news"))["requests"] == 0
    assert (await ana.ask("DELETE", f"/api/company/blocks/{alias}"))[0] == 204
    assert (await ana.get("/api/company"))["blocked"] == []


@served()
async def test_the_blocked_cannot_sit_at_a_table_of_mine(here: Running) -> None:
    ana, ben = await meet(here, "Ana", "Ben")
    table = await here.open(ana.http, game="rage", access="open")
    page = await here.page(ben.http, table)
    assert (await page.ask("sit", seat=0, name="Ben"))["type"] == "ok"
    (line,) = await ana.get(f"/api/tables/{table}/company")
    assert (line["seat"], line["name"], line["relation"]) == (0, "Ben", "none")
    assert (await ana.ask("POST", "/api/company/blocks", {"table": table, "seat": 0}))[0] == 204
    assert (await ana.get(f"/api/tables/{table}/company"))[0]["relation"] == "blocked"
    assert (await page.ask("stand", seat=0))["type"] == "ok"
    assert (await page.ask("sit", seat=1, name="Ben"))["code"] == "not_with_you"


@served()
async def test_nothing_that_the_blocked_say_is_sent(here: Running) -> None:
    ana, ben, eve = await meet(here, "Ana", "Ben", "Eve")
    table = await here.open(ana.http, game="rage", access="open")
    pages = {name: await here.page(one.http, table) for name, one in (("Ana", ana), ("Ben", ben), ("Eve", eve))}
    for seat, (name, page) in enumerate(pages.items()):
        assert (await page.ask("sit", seat=seat, name=name))["type"] == "ok"
    await pages["Ben"].ask("say", text="before")
    await pages["Ana"].until(lambda: "before" in str(pages["Ana"].chat))
    assert (await ana.ask("POST", "/api/company/blocks", {"table": table, "seat": 1}))[0] == 204
    await pages["Ben"].ask("say", text="hidden")
    await pages["Ben"].ask("react", reaction="joy")
    await pages["Eve"].ask("say", text="heard")
    await pages["Ana"].until(lambda: "heard" in str(pages["Ana"].chat))
    await pages["Eve"].until(lambda: "heard" in str(pages["Eve"].chat))
    assert not any(word in str(pages["Ana"].chat) for word in ("hidden", "joy"))
    assert "hidden" in str(pages["Eve"].chat)
    again = await here.page(ana.http, table)  # a page that comes later gets nothing of it either
    assert [line["text"] for line in again.chat] == ["heard"]
    assert (await ana.ask("DELETE", f"/api/company/blocks/{await ana.alias('Ben')}"))[0] == 204
    await pages["Ben"].ask("say", text="after")
    await again.until(lambda: "after" in str(again.chat))


@served()
async def test_nobody_is_found_who_cannot_be_known(here: Running) -> None:
    ana, ben = await meet(here, "Ana", "Ben")
    table = await here.open(ben.http, game="rage", access="closed")
    seats = [{"table": one, "seat": 0} for one in ("zzz", table)]
    for whom in ({}, {"person": "f" * 16}, {"name": "Nobody"}, *seats):
        status, answer = await ana.ask("POST", "/api/company/friends", whom)
        assert status in (400, 404), whom
        assert answer["code"] in ("no_person", "no_table", "not_invited"), whom
    assert (await ana.ask("POST", "/api/company/friends", {"name": "Ben"}))[0] == 404  # the name is not claimed
    assert (await ben.ask("POST", "/api/me/claim"))[0] == 200
    assert (await ana.ask("POST", "/api/company/friends", {"name": "ben"}))[0] == 204
    assert (await ana.get("/api/company/named/Ben"))["relation"] == "asked"
    assert (await ben.ask("POST", "/api/company/friends", {"name": "Ben"}))[0] == 404  # nobody befriends themselves


@served()
async def test_a_deleted_person_leaves_all_lists(here: Running) -> None:
    ana, ben = await meet(here, "Ana", "Ben")
    await befriend(here, ana, ben, ("Ana", "Ben"))
    assert [one["name"] for one in (await ana.get("/api/me/data"))["ties"]] == ["Ben"]
    assert (await ben.ask("DELETE", "/api/me"))[0] == 204
    company = await ana.get("/api/company")
    assert (company["friends"], company["asked"], company["played"]) == ([], [], [])


def test_presence_is_known_at_every_worker(tmp_path: Path) -> None:
    async def body() -> None:
        async with workers(2, tmp_path) as (one, two):
            here = Running(one)
            ana, ben = await meet(here, "Ana", "Ben")
            ben.base = f"http://127.0.0.1:{two.port}"
            try:
                await befriend(here, ana, ben, ("Ana", "Ben"))
                while (await ana.get("/api/company"))["friends"][0]["presence"] != "online":
                    await asyncio.sleep(0.05)
                table = await here.open(ana.http, game="rage")
                await here.page(ana.http, table)
                while (await ben.get("/api/company"))["friends"][0]["presence"] != "table":
                    await asyncio.sleep(0.05)
            finally:
                await here.close()

    run(body)
