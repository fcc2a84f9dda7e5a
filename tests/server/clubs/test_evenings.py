"""Evenings on a real server: from the first player to the standings, with live tables and with real cards."""

from __future__ import annotations

import asyncio
from typing import Any

import aiohttp
import pytest

from tests.server.running import Running, run, running, served

SETUP = {"name": "Friday", "game": "rurare", "seats": 2, "rounds": 2, "bots": "beginner"}


async def ask(http: aiohttp.ClientSession, here: Running, path: str, body: Any = None, status: int = 200) -> Any:
    """Ask for something over HTTP; with a body, send it."""
    address = f"{here.base}/api{path}"
    asked = http.get(address) if body is None else http.post(address, json=body)
    async with asked as answer:
        text = await answer.text()
        assert answer.status == status, text
        return await answer.json() if answer.content_type == "application/json" else text


async def evening(here: Running, host: aiohttp.ClientSession, *others: aiohttp.ClientSession, **more: Any) -> str:
    """An evening with a host who plays, and others."""
    opened = await ask(host, here, "/evenings", {"setup": {**SETUP, **more}}, 201)
    path = f"/evenings/{opened['id']}"
    for http in others:
        await ask(http, here, f"{path}/join", {})
    return path


async def do(http: aiohttp.ClientSession, here: Running, path: str, step: str, **more: Any) -> Any:
    """A step of the host."""
    return await ask(http, here, f"{path}/step", {"step": step, **more})


async def until(http: aiohttp.ClientSession, here: Running, path: str, stage: str) -> Any:
    """Wait until an evening has come to a stage."""
    while (found := await ask(http, here, path))["stage"] != stage:
        await asyncio.sleep(0.02)
    return found


async def play_round(here: Running, path: str, host: aiohttp.ClientSession, *others: aiohttp.ClientSession) -> Any:
    """Seat everybody, begin, and let bots finish every table."""
    await do(host, here, path, "plan")
    view = await do(host, here, path, "start")
    for table in view["rounds"][-1]["tables"]:
        await do(host, here, path, "finish", table=table["number"])
    return await until(host, here, path, "between")


@served()
async def test_an_evening_from_its_first_player_to_the_standings(here: Running) -> None:
    ana, ben, cem = [await here.person(name) for name in ("Ana", "Ben", "Cem")]
    path = await evening(here, ana, ben, cem)
    view = await ask(ana, here, path)
    assert [player["name"] for player in view["players"]] == ["Ana", "Ben", "Cem"]
    assert (view["stage"], view["is_host"], view["me"]) == ("gathering", True, 0)
    assert not (await ask(ben, here, path))["is_host"]
    await do(ana, here, path, "plan")
    view = await do(ana, here, path, "start")
    assert view["stage"] == "playing"
    while not (told := (await ask(ben, here, "/me/notices"))["notices"]):
        await asyncio.sleep(0.02)
    assert [(one["kind"], one["path"][:3]) for one in told] == [("round", "/t/")]
    tables = [(await ask(http, here, path))["my_table"] for http in (ana, ben, cem)]
    assert all(tables)
    pages = [await here.page(http, table) for http, table in zip((ana, ben, cem), tables, strict=True)]
    assert all(page.info["club"] == path and page.info["stage"] == "playing" for page in pages)
    assert not any(page.info["hints"] for page in pages)
    await asyncio.gather(*(here.played_out(page) for page in pages))  # results come in by themselves
    view = await until(ana, here, path, "between")
    assert all(table["by"] == "table" and table["record"] for table in view["rounds"][0]["tables"])
    assert [line["place"] for line in view["standings"]] == [1, 2, 3]
    assert sum(line["points"] for line in view["standings"]) > 0
    view = await play_round(here, path, ana)
    assert [len(line["rounds"]) for line in view["standings"]] == [2, 2, 2]
    view = await do(ana, here, path, "end")
    assert view["stage"] == "ended"
    while (await ask(ben, here, "/me/notices"))["unread"]:
        await asyncio.sleep(0.02)
    assert len(view["secret"]) == 64
    csv = await ask(ben, here, f"{path}/standings.csv")
    assert csv.lstrip("\ufeff").startswith("place,name,points,opponents,difference,played,byes,round 1,round 2")
    assert "Cem" in await ask(ben, here, f"{path}/results.csv")


@served()
async def test_a_page_that_knows_everything_gets_nothing(here: Running) -> None:
    ana, ben = await here.person("Ana"), await here.person("Ben")
    path = await evening(here, ana)
    async with ana.get(f"{here.base}/api{path}") as answer:
        tag = answer.headers["ETag"]
    async with ana.get(f"{here.base}/api{path}", headers={"If-None-Match": tag}) as answer:
        assert answer.status == 304
    await ask(ben, here, f"{path}/join", {})
    async with ana.get(f"{here.base}/api{path}", headers={"If-None-Match": tag}) as answer:
        assert answer.status == 200


@served()
async def test_nothing_personal_and_no_secret_is_in_a_view(here: Running) -> None:
    ana, ben = await here.person("Ana"), await here.person("Ben")
    path = await evening(here, ana, ben, duplicate=True)
    await do(ana, here, path, "plan")
    await do(ana, here, path, "start")
    async with ben.get(f"{here.base}/api{path}") as answer:
        text = await answer.text()
    people = [live.table for live in here.server.registry.tables.values()]
    for table in people:
        assert not any(person in text for person in table.persons())
        assert table.match is not None
        assert table.match.key.hex() not in text
        assert table.match.salt.hex() not in text
        assert table.match.commitment in text


@served()
async def test_only_the_host_steers_and_refusals_are_words(here: Running) -> None:
    ana, ben = await here.person("Ana"), await here.person("Ben")
    path = await evening(here, ana, ben)
    assert (await ask(ben, here, f"{path}/step", {"step": "plan"}, 400))["code"] == "not_host"
    wrong: list[Any] = [{}, {"step": "dance"}, {"step": "swap", "one": 1}, {"step": "extend", "minutes": "x"}, []]
    for body in wrong:
        assert (await ask(ana, here, f"{path}/step", body, 400))["why"]
    assert (await ask(ana, here, f"{path}/step", {"step": "start"}, 400))["reason"] == "draw_first"
    assert (await ask(ana, here, f"{path}/step", {"step": "out", "number": 7, "is_out": True}, 400))["why"]
    assert (await ask(ana, here, f"{path}/step", {"step": "add", "name": "Zoe"}, 400))["code"] == "not_now"
    await ask(ana, here, "/evenings/nothing", status=404)
    await ask(ana, here, "/evenings/nothing/join", {}, 404)
    await ask(ben, here, f"{path}/take_over", {}, 400)
    await do(ana, here, path, "host", number=1)
    assert (await ask(ben, here, path))["is_host"]
    await ask(ana, here, f"{path}/step", {"step": "plan"}, 400)


@pytest.mark.parametrize(
    "wrong",
    [
        {"seats": 99},
        {"rounds": 0},
        {"rounds": 1000},
        {"minutes": -1},
        {"game": "chess"},
        {"bots": "godlike"},
        {"name": "  "},
        {"name": "x" * 200},
        {"seating": "chaos"},
        {"game": "rok", "duplicate": True, "seats": 3, "bots": ""},
        {"paper": True, "duplicate": True},
        {"seating": "alone", "bots": ""},
        {"options": {"nothing": 1}},
    ],
)
def test_settings_that_make_no_evening_are_refused(wrong: dict[str, Any], tmp_path: Any) -> None:
    async def test() -> None:
        async with running(tmp_path) as here:
            ana = await here.person("Ana")
            status = 404 if wrong.get("game") == "chess" else 400
            assert (await ask(ana, here, "/evenings", {"setup": {**SETUP, **wrong}}, status))["why"]

    run(test)


@served(limits=1.0)
async def test_nobody_hosts_too_many_evenings(here: Running) -> None:
    ana = await here.person("Ana")
    for _ in range(10):
        await ask(ana, here, "/evenings", {"setup": SETUP}, 201)
    async with ana.post(f"{here.base}/api/evenings", json={"setup": SETUP}) as answer:
        assert answer.status in (400, 429)


@served()
async def test_late_arrivals_leavers_swaps_and_undo(here: Running) -> None:
    ana, ben, cem, dan = [await here.person(name) for name in ("Ana", "Ben", "Cem", "Dan")]
    path = await evening(here, ana, ben, cem, bots="", seating="swiss")
    view = await do(ana, here, path, "plan")
    (out,) = view["rounds"][0]["byes"]
    other = next(number for number in range(3) if number != out)
    view = await do(ana, here, path, "swap", one=out, other=other)
    assert view["rounds"][0]["byes"] == [other]
    view = await do(ana, here, path, "undo")
    assert view["rounds"][0]["byes"] == [out]
    view = await do(ana, here, path, "start")
    first = view["rounds"][0]["tables"][0]["table"]
    view = await do(ana, here, path, "undo")  # the tables of a round that did not begin count for nothing
    assert view["stage"] == "planned"
    assert [line["what"] for line in view["journal"]][:2] == ["undo", "start 0"]
    view = await do(ana, here, path, "start")
    assert view["rounds"][0]["tables"][0]["table"] not in ("", first)
    await do(ana, here, path, "finish", table=0)
    await until(ana, here, path, "between")
    await ask(dan, here, f"{path}/join", {})
    leaver = 1 if out != 1 else 2  # not the one who has sat out
    await ask((ana, ben, cem)[leaver], here, f"{path}/leave", {})
    view = await do(ana, here, path, "plan")
    seated = {player for table in view["rounds"][1]["tables"] for player in table["seats"]}
    assert 3 in seated | set(view["rounds"][1]["byes"])
    assert leaver not in seated | set(view["rounds"][1]["byes"])
    assert out in seated  # nobody sits out twice in a row
    await do(ana, here, path, "out", number=leaver, is_out=False)


@served()
async def test_results_from_real_tables(here: Running) -> None:
    ana, ben, eve = [await here.person(name) for name in ("Ana", "Ben", "Eve")]
    path = await evening(here, ana, ben, paper=True, bots="", minutes=30)
    await do(ana, here, path, "add", name="Zoe")
    await do(ana, here, path, "add", name="Ana")
    view = await do(ana, here, path, "plan")
    assert [player["name"] for player in view["players"]] == ["Ana", "Ben", "Zoe", "Ana 2"]
    view = await do(ana, here, path, "start")
    assert view["rounds"][0]["ends"] - view["rounds"][0]["started"] == 30 * 60_000
    later = await do(ana, here, path, "extend", minutes=5)
    assert later["rounds"][0]["ends"] - view["rounds"][0]["ends"] == 5 * 60_000
    words = [table["word"] for table in view["rounds"][0]["tables"]]
    assert all(words)
    assert not any(table["word"] for table in (await ask(eve, here, path))["rounds"][0]["tables"])
    wrong = {"table": 0, "scores": [3, 1], "word": "no"}
    assert (await ask(eve, here, f"{path}/result", wrong, 400))["code"] == "not_host"
    for bad in ([1], [1, 2, 3], [10**9, 1]):
        await ask(eve, here, f"{path}/result", {"table": 0, "scores": bad, "word": words[0]}, 400)
    await ask(eve, here, f"{path}/result", {"table": 0, "scores": [3, 1], "word": words[0]})
    await ask(
        eve, here, f"{path}/result", {"table": 0, "scores": [1, 3], "word": words[0]}, 400
    )  # only the host corrects
    view = await do(ana, here, path, "score", round=0, table=0, scores=[1, 3])
    assert view["rounds"][0]["tables"][0]["by"] == "host"
    assert view["journal"][0]["what"] == "score 0 0 [1,3]"
    await ask(eve, here, f"{path}/result", {"table": 1, "scores": [2, 2], "word": words[1]})
    view = await ask(ana, here, path)
    assert view["stage"] == "between"
    assert sorted(line["points"] for line in view["standings"]) == [0.0, 5.0, 5.0, 10.0]


@served()
async def test_a_deleted_person_leaves_an_evening_without_a_name(here: Running) -> None:
    ana, ben = await here.person("Ana"), await here.person("Ben")
    path = await evening(here, ana, ben)
    data = await ask(ben, here, "/me/data")
    assert [one["name"] for one in data["evenings"]] == ["Ben"]
    async with ana.delete(f"{here.base}/api/me") as answer:
        assert answer.status == 204
    view = await ask(ben, here, path)
    assert "Ana" not in str(view)
    assert view["host_away"]
    assert (await ask(ben, here, f"{path}/take_over", {}))["is_host"]


@served()
async def test_a_season_adds_evenings_up(here: Running) -> None:
    ana, ben = await here.person("Ana"), await here.person("Ben")
    season = (await ask(ana, here, "/seasons", {"name": "Winter", "best": 1}, 201))["id"]
    await ask(ben, here, "/evenings", {"setup": SETUP, "season": season}, 400)
    for _ in range(2):
        path = await evening(here, ana, ben, bots="")
        await do(ana, here, path, "season", season=season)
        await play_round(here, path, ana)
        await do(ana, here, path, "end")
    view = await ask(ben, here, f"/seasons/{season}")
    assert [line["evenings"] for line in view["lines"]] == [2, 2]
    assert all(sum(line["counted"]) == 1 for line in view["lines"])
    assert (await ask(ben, here, f"/seasons/{season}/standings.csv")).count("\r\n") == 3
    await ask(ana, here, "/seasons/none", status=404)
    mine = await ask(ana, here, "/evenings")
    assert [one["name"] for one in mine["seasons"]] == ["Winter"]
    assert len(mine["evenings"]) == 2


@served()
async def test_a_table_of_an_evening_plays_one_game_with_those_it_was_laid_for(here: Running) -> None:
    ana, ben, eve = [await here.person(name) for name in ("Ana", "Ben", "Eve")]
    path = await evening(here, ana, ben)
    await do(ana, here, path, "plan")
    await do(ana, here, path, "start")
    table = (await ask(ana, here, path))["my_table"]
    pages = [await here.page(http, table) for http in (ana, ben)]
    watching = await here.page(eve, table)
    assert watching.info["stage"] == "playing"
    refused = await watching.ask("sit", seat=0, name="Eve")
    assert refused["code"] == "not_now"
    await here.played_out(*pages)
    refused = await pages[0].ask("rematch")
    assert refused["code"] == "not_now"


@served()
async def test_the_host_chooses_what_happens_when_time_is_up(here: Running) -> None:
    ana, ben = await here.person("Ana"), await here.person("Ben")
    path = await evening(here, ana, ben, minutes=5)
    assert (await ask(ana, here, path))["time_up"] == "signal"
    for body in ({"minutes": -1, "time_up": "signal"}, {"minutes": 5, "time_up": "dance"}, {"minutes": 5}):
        await ask(ana, here, f"{path}/step", {"step": "timer", **body}, 400)
    await do(ana, here, path, "timer", minutes=1, time_up="close")
    await do(ana, here, path, "plan")
    view = await do(ana, here, path, "start")
    assert (view["stage"], view["minutes"], view["undoes"]) == ("playing", 1, "start 0")
    await do(ana, here, path, "extend", minutes=-1)
    view = await until(ben, here, path, "between")  # his page asks, and bots finish the table
    assert view["rounds"][0]["is_closed"]
    assert [line["what"] for line in (await ask(ana, here, path))["journal"]].count("close 0") == 1


@served()
async def test_real_tables_are_never_finished_by_bots(here: Running) -> None:
    ana, ben = await here.person("Ana"), await here.person("Ben")
    wish = {"setup": {**SETUP, "paper": True, "minutes": 5, "time_up": "close"}}
    assert (await ask(ana, here, "/evenings", wish, 400))["reason"] == "close_paper"
    path = await evening(here, ana, ben, paper=True)
    await do(ana, here, path, "plan")
    await do(ana, here, path, "start")
    eve = await here.person("Eve")
    for word in ("", "x", "é", "\ud83c\udccf", "x" * 4000):
        wrong = {"table": 0, "scores": [3, 4], "word": word}
        assert (await ask(eve, here, f"{path}/result", wrong, 400))["reason"] == "sheet_needed"
    result = {"table": 0, "scores": [3, 4], "round": 1}
    assert (await ask(ben, here, f"{path}/result", result, 400))["reason"] == "other_round"
    await ask(ben, here, f"{path}/result", {**result, "round": 0})


@served()
async def test_an_evening_changes_its_season(here: Running) -> None:
    ana, ben = await here.person("Ana"), await here.person("Ben")
    path = await evening(here, ana, ben)
    season = (await ask(ana, here, "/seasons", {"name": "Winter"}, 201))["id"]
    theirs = (await ask(ben, here, "/seasons", {"name": "His"}, 201))["id"]
    assert (await ask(ana, here, f"{path}/step", {"step": "season", "season": theirs}, 400))["code"] == "not_host"
    await ask(ana, here, f"{path}/step", {"step": "season", "season": "nothing"}, 404)
    view = await do(ana, here, path, "season", season=season)
    assert (view["season"]["name"], [one["name"] for one in view["my_seasons"]]) == ("Winter", ["Winter"])
    assert (await ask(ben, here, path))["my_seasons"] == []
    assert (await do(ana, here, path, "season", season=""))["season"] is None
