"""Puzzles: each can be solved, needs the table rearranged, and its answer is judged by the rules."""

from __future__ import annotations

from pathlib import Path

from erre.server.after.puzzles import OFFERED, shipped
from tests.server.after.test_replays import brought, text_of
from tests.server.running import run, running


def test_every_puzzle_is_one_and_its_solution_is_legal() -> None:
    found = shipped("rummy")
    assert len(found) == OFFERED
    rules = found[0].game.puzzles
    sizes = [rules.worth(position, rules.best(position)) for position in found]
    assert sizes == sorted(sizes)
    for position in found:
        assert rules.is_puzzle(position)
        position.play(position.turn[0], rules.best(position))


def test_puzzles_are_shown_judged_and_solved(tmp_path: Path) -> None:
    async def test() -> None:
        async with running(tmp_path) as here:
            ana = await here.person("Ana")
            base = f"{here.base}/api/puzzles/rummy"
            async with ana.get(base) as answer:
                puzzles = await answer.json()
            assert [one["number"] for one in puzzles] == list(range(OFFERED))
            async with ana.get(f"{base}/0/solution") as answer:
                melds = (await answer.json())["solution"].removeprefix("lay ")
            async with ana.post(f"{base}/0/draft", json={"melds": melds}) as answer:
                assert (await answer.json())["ready"]
            async with ana.post(f"{base}/0", json={"melds": melds}) as answer:
                solved = await answer.json()
                assert solved["laid"] == solved["best"] == puzzles[0]["best"]
            for path, given, status in (
                ("0", "[R1 R2]", 400),
                ("0", "hello", 400),
                ("0", "[" * 9000, 400),
                ("99", melds, 404),
                ("-1", melds, 404),
            ):
                async with ana.post(f"{base}/{path}", json={"melds": given}) as answer:
                    assert answer.status == status

    run(test)


def test_puzzles_come_out_of_finished_games_too(tmp_path: Path) -> None:
    async def test() -> None:
        async with running(tmp_path) as here:
            for game, status in (("rummy", 200), ("rage", 400)):
                record = await brought(here, text_of(game))
                async with here.people[0].get(f"{here.base}/api/puzzles/{record}") as answer:
                    assert answer.status == status
            async with here.people[0].get(f"{here.base}/api/puzzles/nothing") as answer:
                assert answer.status == 404

    run(test)
