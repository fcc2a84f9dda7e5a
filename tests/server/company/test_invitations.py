"""Invitations wait for the other; playing again; reports."""

from __future__ import annotations

import json

import pytest

from erre.server.company import invitations as module
from erre.server.storage.company import reports
from tests.server.company.met import meet, played
from tests.server.running import Running, served


@served()
async def test_an_invitation_waits_and_leads_to_its_table(here: Running) -> None:
    ana, ben, eve = await meet(here, "Ana", "Ben", "Eve")
    await played(here, ana, ben)
    table = await here.open(ana.http, game="rage", access="closed")
    invite = {"person": await ana.alias("Ben"), "table": table}
    for _ in range(2):  # asked again, there is still one
        assert (await ana.ask("POST", "/api/invitations", invite))[0] == 204
    (line,) = (await ben.get("/api/news"))["invitations"]
    assert (line["game"], line["name"]) == ("rage", "Ana")
    assert (await eve.ask("POST", f"/api/invitations/{line['id']}/accept"))[0] == 404
    status, opened = await ben.ask("POST", f"/api/invitations/{line['id']}/accept")
    assert status == 200
    path, _, word = opened["path"].partition("#")
    assert (path, bool(word)) == (f"/t/{table}", True)
    assert (await ben.get("/api/news"))["invitations"] == []


@served()
async def test_a_declined_invitation_is_gone(here: Running) -> None:
    ana, ben = await meet(here, "Ana", "Ben")
    await played(here, ana, ben)
    table = await here.open(ana.http, game="rage")
    await ana.ask("POST", "/api/invitations", {"person": await ana.alias("Ben"), "table": table})
    (line,) = (await ben.get("/api/news"))["invitations"]
    assert (await ben.ask("DELETE", f"/api/invitations/{line['id']}"))[0] == 204
    assert (await ben.get("/api/news"))["invitations"] == []


@served()
async def test_invitations_go_with_their_table_and_with_a_block(here: Running) -> None:
    ana, ben = await meet(here, "Ana", "Ben")
    await played(here, ana, ben)
    tables = [await here.open(ana.http, game="rage") for _ in range(2)]
    for table in tables:
        await ana.ask("POST", "/api/invitations", {"person": await ana.alias("Ben"), "table": table})
    await here.server.registry.close_anywhere(tables[0])
    assert len((await ben.get("/api/news"))["invitations"]) == 1
    await ben.ask("POST", "/api/company/blocks", {"person": await ben.alias("Ana")})
    assert (await ben.get("/api/news"))["invitations"] == []
    # Nobody is told that they are blocked.
    assert (await ana.ask("POST", "/api/invitations", {"person": await ana.alias("Ben"), "table": tables[1]}))[0] == 204
    assert (await ben.get("/api/news"))["invitations"] == []


@served()
async def test_only_those_one_knows_are_invited_and_only_to_own_tables(
    here: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    ana, ben, eve = await meet(here, "Ana", "Ben", "Eve")
    await played(here, ana, ben)
    await played(here, ben, eve, record="r2")
    table = await here.open(ana.http, game="rage")
    ben_of_eve = await eve.alias("Ben")
    assert (await eve.ask("POST", "/api/invitations", {"person": ben_of_eve, "table": table}))[0] == 404
    assert (await ana.ask("POST", "/api/invitations", {"person": ben_of_eve, "table": table}))[0] == 404
    monkeypatch.setattr(module, "MOST_SENT", 0)
    status, answer = await ana.ask("POST", "/api/invitations", {"person": await ana.alias("Ben"), "table": table})
    assert (status, answer["code"]) == (400, "too_many")


@served()
async def test_people_play_again_with_the_same_rules(here: Running) -> None:
    ana, ben = await meet(here, "Ana", "Ben")
    table = await here.open(ana.http, game="rurare", seats=2, options={"choiceTimeoutSec": 30})
    pages = [await here.page(one.http, table) for one in (ana, ben)]
    for seat, (page, name) in enumerate(zip(pages, ("Ana", "Ben"), strict=True)):
        assert (await page.ask("sit", seat=seat, name=name))["type"] == "ok"
    await pages[0].ask("start")
    await here.played_out(*pages)
    status, opened = await ana.ask("POST", "/api/company/again", {"person": await ana.alias("Ben")})
    assert status == 201
    page = await here.page(ana.http, opened["id"])
    assert (len(page.info["seats"]), page.info["options"]["choiceTimeoutSec"], page.info["game"]) == (2, 30, "rurare")
    (line,) = (await ben.get("/api/news"))["invitations"]
    assert (await ben.ask("POST", f"/api/invitations/{line['id']}/accept"))[1]["id"] == opened["id"]


@served()
async def test_a_report_takes_the_last_lines_of_chat_with_it(here: Running) -> None:
    ana, ben, eve = await meet(here, "Ana", "Ben", "Eve")
    table = await here.open(ana.http, game="rage")
    pages = [await here.page(one.http, table) for one in (ana, ben)]
    for seat, page in enumerate(pages):
        await page.ask("sit", seat=seat, name=("Ana", "Ben")[seat])
    await pages[1].ask("say", text="you play badly")
    whom = {"table": table, "seat": 1}
    assert (await ana.ask("POST", "/api/reports", {"whom": whom, "category": "chat", "words": "rude"}))[0] == 204
    assert (await eve.ask("POST", "/api/reports", {"whom": whom, "category": "other"}))[0] == 204
    assert (await ben.ask("POST", "/api/reports", {"whom": whom, "category": "chat"}))[0] == 404  # it is himself
    assert (await ana.ask("POST", "/api/reports", {"whom": whom, "category": "fun"}))[0] == 400
    found = {one.category: one for one in await here.server.store.look(lambda: reports(10))}
    assert (found["chat"].name, found["chat"].words) == ("Ben", "rude")
    assert [line[1:] for line in json.loads(found["chat"].lines)] == [["Ben", "you play badly"]]
    assert json.loads(found["other"].lines) == []  # she did not sit there


@served()
async def test_a_report_about_somebody_else_than_the_seat_takes_no_lines(here: Running) -> None:
    ana, ben = await meet(here, "Ana", "Ben")
    await played(here, ana, ben)
    table = await here.open(ana.http, game="rage")
    for seat in (0, 99, -1):
        whom = {"person": await ana.alias("Ben"), "table": table, "seat": seat}
        assert (await ana.ask("POST", "/api/reports", {"whom": whom, "category": "other"}))[0] == 204
    assert {one.name for one in await here.server.store.look(lambda: reports(10))} == {"Ben"}


@served(limits=1.0)
async def test_nobody_reports_without_end(here: Running) -> None:
    ana, ben = await meet(here, "Ana", "Ben")
    await ben.ask("POST", "/api/me/claim")
    report = {"whom": {"name": "Ben"}, "category": "name"}
    answers = [(await ana.ask("POST", "/api/reports", report))[0] for _ in range(9)]
    assert answers == [*[204] * 8, 429]


@served(child_safe=True)
async def test_a_child_safe_server_has_quick_words_only(here: Running) -> None:
    ana, ben = await meet(here, "Ana", "Ben")
    assert (await ana.get("/api/news"))["child_safe"]
    table = await here.open(ana.http, game="rage")
    page = await here.page(ana.http, table)
    await page.ask("sit", seat=0, name="Ana")
    assert (await page.ask("say", text="hello"))["code"] == "quick_words"
    assert (await page.ask("react", reaction="hello"))["type"] == "ok"
    await page.until(lambda: any(line["reaction"] == "hello" for line in page.chat))
    assert (await ben.ask("PUT", "/api/me", {"name": "call 555 1234"}))[1]["code"] == "name_refused"
    other = await here.page(ben.http, table)
    assert (await other.ask("sit", seat=1, name="sh1t"))["code"] == "name_refused"
