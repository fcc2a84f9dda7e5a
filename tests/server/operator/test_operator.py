"""The operator's page: who gets in, what they see and do, at every worker."""

from __future__ import annotations

import asyncio
import sqlite3
from pathlib import Path
from typing import Any

import aiohttp
import pytest

from erre.core.errors import BadOptions
from erre.server.bus.memory import MemoryBus
from erre.server.config import Config, read_config
from erre.server.operator.entrance import COOKIE, GOOD_FOR, Entrance, NotOperator
from tests.server.company.met import Met, ask, meet, played
from tests.server.running import Running, run, served, workers

SECRET = "a long secret word"


async def operator(here: Running, word: str = SECRET, base: str = "") -> Met:
    """Somebody who is signed in as the operator."""
    http = aiohttp.ClientSession(cookie_jar=aiohttp.CookieJar(unsafe=True))
    here.people.append(http)
    one = Met(here, http, base or here.base)
    status, answer = await one.ask("POST", "/api/operator/enter", {"word": word})
    assert status == 204, answer
    return one


@served(operator_secret=SECRET)
async def test_nobody_gets_in_without_the_word(here: Running) -> None:
    (ana,) = await meet(here, "Ana")
    paths = [
        "GET /api/operator",
        "GET /api/operator/people",
        "POST /api/operator/backups",
        "DELETE /api/operator/tables/x",
    ]
    paths += ["GET /api/operator/backups/erre-20260101-000000.sqlite", "DELETE /api/operator/announcement"]
    paths += ["POST /api/operator/people/x/recover", "DELETE /api/operator/names/x"]
    for one in paths:
        status, answer = await ana.ask(*one.split(" "))
        assert (status, answer["code"]) == (401, "not_operator"), one
    for word in ("", "wrong", SECRET.upper(), "x" * 5000):
        status, answer = await ana.ask("POST", "/api/operator/enter", {"word": word})
        assert (status, answer["code"]) == (401, "not_operator")
    for _ in range(3):
        status, answer = await ana.ask("POST", "/api/operator/enter", {"word": "guess"})
    assert (status, answer["code"]) == (429, "too_fast")  # also where other limits are off


@served()
async def test_without_a_word_there_is_no_way_in(here: Running) -> None:
    (ana,) = await meet(here, "Ana")
    for word in ("", "-", "None"):
        assert (await ana.ask("POST", "/api/operator/enter", {"word": word}))[0] == 401


@served()
async def test_a_code_opens_once(here: Running) -> None:
    code = here.server.entrance.make_code()
    first = await operator(here, code.upper().replace("-", " "))
    assert (await first.get("/api/operator"))["who"].startswith("code ")
    (ana,) = await meet(here, "Ana")
    assert (await ana.ask("POST", "/api/operator/enter", {"word": code}))[0] == 401
    assert (await first.ask("POST", "/api/operator/leave"))[0] == 204
    assert (await first.ask("GET", "/api/operator"))[0] == 401


def test_a_used_code_never_opens_again() -> None:
    now = 0.0

    async def test() -> None:
        nonlocal now
        entrance = Entrance(Config(), MemoryBus(lambda: now))
        code = entrance.make_code()
        assert await entrance.enter(code, "192.0.2.1")
        now = 10.0 * GOOD_FOR  # the session is long over
        with pytest.raises(NotOperator):
            await entrance.enter(code, "192.0.2.1")

    run(test)


@served(operator_secret=SECRET)
async def test_the_session_cannot_be_used_by_other_sites(here: Running) -> None:
    http = (await operator(here)).http
    kept = next(one for one in http.cookie_jar if one.key == COOKIE)
    assert (kept["httponly"], kept["samesite"], kept["path"], kept["max-age"]) == (
        *(True, "Strict", "/api/operator", "43200"),
    )
    async with http.post(f"{here.base}/api/operator/backups", headers={"Origin": "https://evil.example"}) as answer:
        assert (answer.status, (await answer.json())["code"]) == (403, "bad_origin")
    async with http.delete(f"{here.base}/api/operator/names/x", headers={"Origin": "https://evil.example"}) as answer:
        assert answer.status == 403


@served(operator_secret=SECRET)
async def test_tables_are_listed_and_closed(here: Running) -> None:
    boss, (ana,) = await operator(here), await meet(here, "Ana")
    table = await here.open(ana.http, game="rage", access="closed")
    found = await boss.get("/api/operator")
    assert [(one["line"]["id"], one["access"]) for one in found["tables"]] == [(table, "closed")]
    assert (await boss.ask("DELETE", f"/api/operator/tables/{table}"))[0] == 204
    assert (await boss.ask("DELETE", "/api/operator/tables/nowhere"))[0] == 404
    after = await boss.get("/api/operator")
    assert after["tables"] == []
    assert [one["what"] for one in after["operations"]] == ["close_table", "enter"]
    assert SECRET not in str(after)


@served(operator_secret=SECRET)
async def test_a_bad_name_goes_everywhere(here: Running) -> None:
    boss, (ana, ben) = await operator(here), await meet(here, "Badname", "Ben")
    await played(here, ana, ben)
    table = await here.open(ana.http, game="rage")
    page = await here.page(ana.http, table)
    await page.ask("sit", seat=0, name="Badname")
    (found,) = await boss.get("/api/operator/people?name=badn")
    assert (found["name"], found["games"]) == ("Badname", 1)
    assert (await boss.ask("POST", "/api/operator/names", {"pattern": "Bad name"}))[0] == 204
    assert (await boss.ask("POST", f"/api/operator/people/{found['person']}/rename", {"name": "Nice"}))[0] == 204
    await page.until(lambda: page.info["seats"][0]["name"] == "Nice")
    assert (await ana.get("/api/me"))["name"] == "Nice"
    assert "Badname" not in str((await ana.get("/api/me/data"))["games"])
    for name in ("BADNAME", "b a d n a m e", "B4dn4me"):
        assert (await ben.ask("PUT", "/api/me", {"name": name}))[1]["code"] == "name_refused"
    assert (await page.ask("set_name", seat=0, name="badname"))["code"] == "name_refused"
    assert (await boss.get("/api/operator"))["names"] == ["badname"]
    assert (await boss.ask("DELETE", "/api/operator/names/badname"))[0] == 204
    assert (await ben.ask("PUT", "/api/me", {"name": "Badname"}))[0] == 200
    assert (await boss.ask("POST", "/api/operator/people/nobody/rename", {}))[0] == 404


@served(operator_secret=SECRET)
async def test_a_lost_person_comes_back_by_a_link(here: Running) -> None:
    boss, (ana,) = await operator(here), await meet(here, "Ana")
    status, link = await boss.ask("POST", f"/api/operator/people/{await ana.id()}/recover")
    assert status == 200
    async with aiohttp.ClientSession(cookie_jar=aiohttp.CookieJar(unsafe=True)) as phone:
        word = {"word": link["path"].removeprefix("/recover#")}
        assert (await ask(phone, "POST", f"{here.base}/api/restore", word))[1]["name"] == "Ana"
        assert (await ask(phone, "POST", f"{here.base}/api/restore", word))[0] == 400
    assert word["word"] not in str(await boss.get("/api/operator"))


@served(operator_secret=SECRET)
async def test_reports_are_read_and_resolved(here: Running) -> None:
    boss, (ana, ben) = await operator(here), await meet(here, "Ana", "Ben")
    await ben.ask("POST", "/api/me/claim")
    await ana.ask("POST", "/api/reports", {"whom": {"name": "Ben"}, "category": "name", "words": "Look at it"})
    (report,) = (await boss.get("/api/operator"))["reports"]
    assert (report["name"], report["reporter"], report["words"], report["is_open"]) == (
        "Ben",
        "Ana",
        "Look at it",
        True,
    )
    assert (await boss.ask("POST", f"/api/operator/reports/{report['id']}", {"answer": "talked to him"}))[0] == 204
    (report,) = (await boss.get("/api/operator"))["reports"]
    assert (report["is_open"], report["answer"]) == (False, "talked to him")
    assert (await boss.ask("POST", "/api/operator/reports/none", {}))[0] == 404


@served(operator_secret=SECRET)
async def test_announcements_are_plain_lines_that_end(here: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("erre.server.company.api.FRESH", -1.0)
    boss, (ana,) = await operator(here), await meet(here, "Ana")
    wish: dict[str, Any] = {"text": "Closed at\n<b>ten</b>", "hours": 2}
    assert (await boss.ask("PUT", "/api/operator/announcement", wish))[0] == 204
    assert (await ana.get("/api/news"))["announcement"]["text"] == "Closed at <b>ten</b>"
    for bad in ({"text": ""}, {"text": "x" * 301}, {"text": "x", "hours": 0}, {"text": "x", "hours": 10**6}):
        assert (await boss.ask("PUT", "/api/operator/announcement", bad))[0] == 400
    assert (await boss.ask("DELETE", "/api/operator/announcement"))[0] == 204
    assert (await ana.get("/api/news"))["announcement"] is None


@served(operator_secret=SECRET)
async def test_backups_are_made_listed_and_downloaded(here: Running, tmp_path: Path) -> None:
    boss, (ana,) = await operator(here), await meet(here, "Ana")
    await here.open(ana.http, game="rage")
    status, made = await boss.ask("POST", "/api/operator/backups")
    assert status == 201
    found = await boss.get("/api/operator")
    assert [one["name"] for one in found["backups"]] == [made["name"]]
    async with boss.http.get(f"{here.base}/api/operator/backups/{made['name']}") as answer:
        (tmp_path / "copy").write_bytes(await answer.read())
    with sqlite3.connect(tmp_path / "copy") as copy:
        assert copy.execute("SELECT name FROM people").fetchall() == [("Ana",)]
    assert (tmp_path / "backups" / made["name"]).stat().st_mode & 0o077 == 0
    for name in ("..%2Ferre.sqlite", "erre.sqlite", "%2Fetc%2Fpasswd"):
        assert (await boss.ask("GET", f"/api/operator/backups/{name}"))[0] == 404
    assert (await boss.ask("DELETE", f"/api/operator/backups/{made['name']}"))[0] == 204
    assert (await boss.get("/api/operator"))["backups"] == []
    health = found["health"]
    assert (health["is_well"], health["storage"], health["counts"]["people"]) == (True, "sqlite", 1)
    assert health["disk_free"] > 0


def test_the_operator_works_from_any_worker(tmp_path: Path) -> None:
    async def body() -> None:
        async with workers(2, tmp_path, operator_secret=SECRET) as (one, two):
            here, other = Running(one), f"http://127.0.0.1:{two.port}"
            try:
                boss, (ana,) = await operator(here), await meet(here, "Ana")
                boss.base = other  # the session is good everywhere
                table = await here.open(ana.http, game="rage")
                page = await here.page(ana.http, table)
                await page.ask("sit", seat=0, name="Ana")
                while not (await boss.get("/api/operator"))["tables"]:
                    await asyncio.sleep(0.05)
                assert (await boss.get("/api/operator"))["health"]["workers"] == 2
                await boss.ask("POST", "/api/operator/names", {"pattern": "evil"})
                assert (await ana.ask("PUT", "/api/me", {"name": "Evil"}))[1]["code"] == "name_refused"
                await boss.ask("POST", f"/api/operator/people/{await ana.id()}/rename", {"name": "Bea"})
                await page.until(lambda: page.info["seats"][0]["name"] == "Bea")
                assert (await boss.ask("DELETE", f"/api/operator/tables/{table}"))[0] == 204
                assert (await boss.get("/api/operator"))["tables"] == []
            finally:
                await here.close()

    run(body)


def test_a_secret_that_can_be_guessed_is_refused() -> None:
    with pytest.raises(BadOptions, match="OPERATOR_SECRET"):
        read_config({}, {"ERRE_OPERATOR_SECRET": "short"})
    assert read_config({}, {"ERRE_OPERATOR_SECRET": SECRET, "ERRE_CHILD_SAFE": "1"}).child_safe


@served(operator_secret=SECRET)
async def test_puzzles_that_were_reported_are_judged(here: Running) -> None:
    boss, people = await operator(here), await meet(here, "Ana", "Ben", "Eve")
    question = await people[0].get("/api/puzzles/next?game=rage")
    puzzle = question["id"]
    for one, reason in zip(people, ("two answers are right", "", "too dark"), strict=True):
        assert (await one.ask("POST", f"/api/puzzles/one/{puzzle}/report", {"reason": reason}))[0] == 200
    (report,) = (await boss.get("/api/operator"))["puzzle_reports"]
    assert (report["puzzle"], report["game"], report["reports"], report["is_offered"]) == (puzzle, "rage", 3, False)
    assert report["reasons"] == ["two answers are right", "too dark"]
    assert (await boss.ask("POST", f"/api/operator/puzzles/{puzzle}", {"is_offered": True}))[0] == 204
    assert (await boss.get("/api/operator"))["puzzle_reports"] == []
    assert (await people[0].ask("POST", f"/api/puzzles/one/{puzzle}/report", {"reason": "still"}))[0] == 200
    assert (await boss.ask("POST", f"/api/operator/puzzles/{puzzle}", {"is_offered": False}))[0] == 204
    assert not (await boss.get("/api/operator"))["puzzle_reports"][0]["is_offered"]
    assert (await boss.ask("POST", "/api/operator/puzzles/nothing", {"is_offered": False}))[0] == 404
