"""Puzzles over HTTP: asked without their solution, judged by the server, counted once, and graded garbage-proof."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import aiohttp
import pytest

from erre.core.puzzles import BETWEEN, need_maker
from erre.games import game as find_game
from erre.puzzles.files import shipped
from erre.server.after.puzzle_grades import believed
from erre.server.storage.puzzle_book import START
from tests.server.after.test_replays import brought, text_of
from tests.server.running import Running, run, running
from tests.server.test_day_scheduler import DAY, HandClock

GAMES = ("rage", "rok", "rummy", "rurare")
GARBAGE = (
    "hello",
    "[" * 3999,
    "x" * 9000,
    "\x00",
    "bid 99",
    "row 99",
    "lay [R1 R2]",
    "grab W1a",
    "slide nan nan",
    ";;;",
)


async def asked(here: Running, path: str, who: int = 0) -> Any:
    async with here.people[who].get(f"{here.base}/api/puzzles{path}") as answer:
        assert answer.status == 200, await answer.text()
        return await answer.json()


async def answered(here: Running, puzzle: str, text: str, who: int = 0, **more: Any) -> Any:
    address = f"{here.base}/api/puzzles/one/{puzzle}"
    async with here.people[who].post(address, json={"answer": text, **more}) as answer:
        assert answer.status == 200, await answer.text()
        return await answer.json()


async def started(here: Running, puzzle: str, who: int = 0) -> Any:
    async with here.people[who].post(f"{here.base}/api/puzzles/one/{puzzle}/start", json={}) as answer:
        assert answer.status == 200, await answer.text()
        return await answer.json()


def test_every_game_has_a_puzzle_of_the_day_that_is_the_same_for_all(tmp_path: Path) -> None:
    async def test() -> None:
        async with running(tmp_path) as here:
            await here.person("Ana")
            await here.person("Ben")
            home = await asked(here, "")
            assert [one["game"] for one in home["games"]] == sorted(GAMES)
            assert [one["today"] for one in home["games"]] == [
                one["today"] for one in (await asked(here, "", 1))["games"]
            ]
            assert home["streak"] == home["longest"] == 0
            for one in home["games"]:
                question = await asked(here, f"/one/{one['today']}")
                assert question["day"] == home["day"]
                if question["timed"]:
                    await started(here, one["today"])
                solution = shipped().puzzle(one["today"]).solution  # type: ignore[union-attr]
                graded = await answered(here, one["today"], solution, milliseconds=900)
                assert graded["right"]
                assert graded["first"]
                assert graded["streak"] == 1
                assert graded["standing"]["rating"] > graded["before"] == START
                assert graded["steps"][1]["eyes"][0]["view"]["type"] == one["game"]
            again = await asked(here, "")
            assert again["streak"] == again["longest"] == 1
            assert all(one["solved"] and one["standing"]["provisional"] for one in again["games"])

    run(test)


@pytest.mark.parametrize("game", GAMES)
def test_a_question_does_not_contain_its_answer(game: str, tmp_path: Path) -> None:
    async def test() -> None:
        async with running(tmp_path) as here:
            await here.person("Ana")
            question = await asked(here, f"/next?game={game}")
            puzzle = shipped().puzzle(question["id"])
            assert puzzle is not None
            assert not {"solution", "fine", "weighed", "playouts"} & question.keys()
            if question["timed"]:  # the puzzle itself comes when the clock runs
                assert question["view"] is None
                question = await started(here, question["id"])
            assert question["view"].get("memory") is None or game == "rurare"
            assert question["themes"] == []
            maker = need_maker(find_game(game))
            if not maker.lists_moves:
                assert question["legal"] == []
            assert (question["goal"] is None) == (puzzle.kind not in maker.shows_goal)

    run(test)


def test_the_first_answer_counts_and_others_see_it(tmp_path: Path) -> None:
    async def test() -> None:
        async with running(tmp_path) as here:
            await here.person("Ana")
            await here.person("Ben")
            line = next(line for line in shipped().lines["rurare"])
            puzzle = shipped().puzzle(line.id)
            assert puzzle is not None
            wrong = puzzle.weighed[-1].move
            first = await answered(here, puzzle.id, wrong)
            assert not first["right"]
            assert first["first"]
            assert first["standing"] == {**first["standing"], "answers": 1, "solved": 0, "provisional": True}
            second = await answered(here, puzzle.id, puzzle.solution)
            assert second["right"]
            assert not second["first"]
            assert second["standing"] == first["standing"]
            third = await answered(here, puzzle.id, "", who=1)  # gives up
            assert not third["right"]
            assert third["people"] == 2
            assert {one["answer"]: one["people"] for one in third["shares"]} == {wrong: 1, "": 1}
            assert (await asked(here, f"/one/{puzzle.id}"))["themes"] == puzzle.themes
            async with here.people[0].get(f"{here.base}/api/me/data") as kept:
                data = await kept.json()
            assert data["puzzle_answers"][0]["tries"] == 2
            async with here.people[0].delete(f"{here.base}/api/me") as gone:
                assert gone.status == 204
            assert (await answered(here, puzzle.id, "", who=1))["shares"] == [{"answer": "", "people": 1}]

    run(test)


@pytest.mark.parametrize("game", GAMES)
def test_garbage_is_refused_and_counts_for_nothing(game: str, tmp_path: Path) -> None:
    async def test() -> None:
        async with running(tmp_path) as here:
            ana = await here.person("Ana")
            question = await asked(here, f"/next?game={game}")
            address = f"{here.base}/api/puzzles/one/{question['id']}"
            for text in GARBAGE:
                async with ana.post(address, json={"answer": text}) as answer:
                    assert answer.status in (200, 400), text
                    if answer.status == 200:  # readable here, and wrong
                        assert not (await answer.json())["right"]
            bodies: list[Any] = [{"answer": 3}, {"answers": "bid 1"}, [], {"answer": "bid 1", "milliseconds": -5}]
            for body in bodies:
                async with ana.post(address, json=body) as answer:
                    assert answer.status == 400
            async with ana.post(f"{address}/draft", json={"draft": "[" * 99}) as answer:
                assert answer.status in (200, 400)
            for path in ("one/nothing", "next?game=chess", "one/own-x-1", "one/own-..-1", "mistakes/nothing"):
                async with ana.get(f"{here.base}/api/puzzles/{path}") as answer:
                    assert answer.status in (400, 404), path
            async with aiohttp.ClientSession() as stranger, stranger.post(address, json={"answer": ""}) as answer:
                assert answer.status == 401

    run(test)


def test_rows_are_endless_and_follow_a_theme(tmp_path: Path) -> None:
    async def test() -> None:
        async with running(tmp_path) as here:
            await here.person("Ana")
            seen = set()
            for _ in range(5):
                question = await asked(here, "/next?game=rummy&theme=joker")
                line = shipped().by_id[question["id"]]
                assert line.kind == "joker" or "joker" in line.themes
                seen.add(question["id"])
                await answered(here, question["id"], "")
            assert len(seen) == 5
            async with here.people[0].get(f"{here.base}/api/puzzles/next?game=rummy&theme=nothing") as answer:
                assert answer.status == 400

    run(test)


def test_puzzles_that_several_people_report_are_no_longer_offered(tmp_path: Path) -> None:
    async def test() -> None:
        async with running(tmp_path) as here:
            puzzle = shipped().lines["rok"][0].id
            for name in ("Ana", "Ben", "Cleo"):
                person = await here.person(name)
                for _ in range(2):  # twice is once
                    address = f"{here.base}/api/puzzles/one/{puzzle}/report"
                    async with person.post(address, json={"reason": "two pairs"}) as answer:
                        people = (await answer.json())["people"]
            assert people == 3
            async with person.post(address, json={"reason": "x" * 500}) as answer:
                assert answer.status == 400

    run(test)


def test_a_reported_puzzle_is_none_of_the_days_to_come(tmp_path: Path) -> None:
    async def test() -> None:
        time = HandClock()
        async with running(tmp_path, time) as here:
            await here.person("Ana")
            time.ms += DAY
            bad = {one["game"]: one["today"] for one in (await asked(here, ""))["games"]}["rage"]
            time.ms -= DAY
            for name in ("Ben", "Cleo", "Dan"):
                person = await here.person(name)
                async with person.post(f"{here.base}/api/puzzles/one/{bad}/report", json={}) as answer:
                    assert answer.status == 200
            time.ms += DAY
            home = await asked(here, "")
            today = {one["game"]: one["today"] for one in home["games"]}["rage"]
            assert today != bad
            assert (await asked(here, f"/one/{today}"))["day"] == home["day"]
            assert (await asked(here, f"/one/{bad}"))["day"] == ""

    run(test)


def test_the_time_of_an_answer_is_bounded_by_the_servers_clock(tmp_path: Path) -> None:
    async def test() -> None:
        time = HandClock()
        async with running(tmp_path, time) as here:
            ana = await here.person("Ana")
            line = next(line for line in shipped().lines["rok"] if line.kind == "pair")
            puzzle = shipped().puzzle(line.id)
            assert puzzle is not None
            body = {"answer": puzzle.solution, "milliseconds": 100}
            async with ana.post(f"{here.base}/api/puzzles/one/{line.id}", json=body) as answer:
                assert (answer.status, (await answer.json())["code"]) == (400, "not_now")
            assert (await started(here, line.id))["view"]
            time.ms += 60_000
            await started(here, line.id)  # the first start counts
            graded = await answered(here, line.id, puzzle.solution, milliseconds=100)
            assert graded["right"]
            assert graded["score"] == 0.5  # found, and not quickly
            assert graded["best_milliseconds"] == 58_000
            assert (await asked(here, f"/one/{line.id}"))["view"]  # known by now
            other = next(line for line in shipped().lines["rage"])
            async with ana.post(f"{here.base}/api/puzzles/one/{other.id}/start", json={}) as answer:
                assert answer.status == 400

    run(test)


@pytest.mark.parametrize(
    ("told", "passed", "counts"),
    [(900, 1_200, 900), (900, 9_000, 7_000), (5_000, 1_200, 1_200), (None, 3_000, 3_000), (1, -5, 0)],
)
def test_a_told_time_is_believed_within_what_has_passed(told: int | None, passed: int, counts: int) -> None:
    assert believed(told, passed) == counts


def test_mistakes_of_a_game_come_back_as_puzzles(tmp_path: Path) -> None:
    async def test() -> None:
        async with running(tmp_path) as here:
            record = await brought(here, text_of("rurare"))
            while True:
                found = await asked(here, f"/mistakes/{record}")
                if found["done"] == found["total"]:
                    break
            assert not found["failed"]
            assert found["puzzles"]
            question = await asked(here, f"/one/{found['puzzles'][0]}")
            assert question["kind"] == "own"
            assert question["legal"]
            graded = await answered(here, question["id"], "")
            assert graded["cost"] > 0
            assert graded["played"] != graded["solution"]
            assert (await answered(here, question["id"], graded["solution"]))["right"]
            assert graded["standing"] is None  # private: it counts for nothing

    run(test)


def test_answers_of_several_moves_have_a_separator_that_no_move_has() -> None:
    for puzzle in shipped():
        maker = need_maker(find_game(puzzle.game))
        assert len(puzzle.solution.split(BETWEEN)) == maker.moves.get(puzzle.kind, 1)
