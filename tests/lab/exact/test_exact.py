"""Small games solved exactly, compared with brute force that shares no code with the solver."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import product
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from erre.core.errors import BadOptions
from erre.core.subgame import Subgame, small_version
from erre.games import game
from erre.lab.exact.bots import bot_policy, report_on
from erre.lab.exact.endings import report_on_endings
from erre.lab.exact.matrix import matrix_value, stage_solution
from erre.lab.exact.solving import best_response, equilibrium, exploitability, values
from erre.lab.exact.tree import tree_of, uniform

PAGE = Path(__file__).parents[3] / "docs" / "exact.md"
RAGE, RURARE = game("rage"), game("rurare")


def ends(subgame: Subgame, seat: int, plan: dict[Any, int] | None) -> Iterator[tuple[float, Any]]:
    """All ends with their probabilities, if a seat keeps to a plan by its view and the others play anything alike."""

    def go_on(s: Any, likely: float) -> Iterator[tuple[float, Any]]:
        rules = RAGE.kernels
        while not subgame.is_over(s) and rules.is_automatic(s):
            rules.advance(s)
        if subgame.is_over(s):
            yield likely, s
            return
        moves = [RAGE.encode(move) for move in RAGE.legal(s, s.turn)]
        if s.turn == seat and plan is not None and len(moves) > 1:
            moves = [moves[plan[known(s, seat)]]]
        for move in moves:
            after = s.copy()
            rules.apply(after, s.turn, move)
            yield from go_on(after, likely / len(moves))

    for world in subgame.worlds:
        yield from go_on(world.record.copy(), world.chance)


def known(s: Any, seat: int) -> Any:
    """What a seat of Rage knows with one card in hand: its card, the card turned up, and the bids before its own."""
    return int(s.hands[seat, 0]), int(s.turned[0]), tuple(int(bid) for bid in s.bids[:seat])


def ahead(s: Any, seat: int) -> int:
    """What a seat of two got more than the other."""
    return int(s.totals[seat] - s.totals[1 - seat])


@pytest.mark.parametrize(("seat", "cards"), [(0, 3), (1, 2)])
def test_a_best_response_is_the_best_of_all_plans(seat: int, cards: int) -> None:
    subgame = small_version(RAGE, {"hand": 1, "colours": 1, "values": cards})
    tree = tree_of(subgame)
    states = set()
    for world in subgame.worlds:
        record: Any = world.record
        bids = [()] if seat == 0 else [(0,), (1,)]
        states |= {(int(record.hands[seat, 0]), int(record.turned[0]), said) for said in bids}
    best = -np.inf
    for choice in product((0, 1), repeat=len(states)):
        plan = dict(zip(sorted(states), choice, strict=True))
        best = max(best, sum(likely * ahead(s, seat) for likely, s in ends(subgame, seat, plan)))
    found = best_response(tree, uniform(tree), seat)
    assert found.value == pytest.approx(best)
    assert values(tree, found.policy)[seat] == pytest.approx(best)


def test_the_value_of_a_policy_is_that_of_all_its_games() -> None:
    subgame = small_version(RAGE, {"hand": 2, "colours": 1, "values": 4})
    tree = tree_of(subgame)
    direct = sum(likely * ahead(s, 0) for likely, s in ends(subgame, 0, None))
    assert values(tree, uniform(tree)) == pytest.approx([direct, -direct])


def test_cfr_approaches_an_equilibrium_of_small_rage() -> None:
    tree = tree_of(small_version(RAGE, {"hand": 1}))
    coarse, fine = (exploitability(tree, equilibrium(tree, count)) for count in (10, 100))
    assert 0 <= fine.mean < coarse.mean < exploitability(tree, uniform(tree)).mean == pytest.approx(4.5)
    assert fine.values[0] == pytest.approx(-2.25, abs=0.01)  # who bids last is better off


def test_three_seats_have_an_exploitability_too() -> None:
    tree = tree_of(small_version(RAGE, {"hand": 1, "seats": 3, "colours": 1, "values": 4}))
    found = exploitability(tree, uniform(tree))
    assert sum(found.values) == pytest.approx(0)
    assert all(best > value for best, value in zip(found.best, found.values, strict=True))


@pytest.mark.parametrize(
    ("matrix", "value", "rows"),
    [
        ([[1, -1], [-1, 1]], 0, [0.5, 0.5]),
        ([[0, -1, 1], [1, 0, -1], [-1, 1, 0]], 0, [1 / 3] * 3),
        ([[3, 1], [0, 2]], 1.5, [0.5, 0.5]),
        ([[4, 2, 3], [1, 0, 9]], 2, [1, 0]),
        ([[-7]], -7, [1]),
    ],
)
def test_matrix_games_have_their_known_values(matrix: list[list[float]], value: float, rows: list[float]) -> None:
    found, mixed_rows, mixed_columns = matrix_value(np.array(matrix, np.float64))
    assert found == pytest.approx(value)
    assert mixed_rows == pytest.approx(rows)
    assert mixed_columns.sum() == pytest.approx(1)
    assert (mixed_rows @ np.array(matrix) >= value - 1e-9).all()


def test_a_last_turn_of_rurare_has_one_value_by_two_ways() -> None:
    tree = tree_of(small_version(RURARE, {"rows": 3, "depth": 2}))
    value, policy = stage_solution(tree)
    exact = exploitability(tree, policy)
    assert exact.total == pytest.approx(0, abs=1e-9)
    assert exact.values == pytest.approx([value, -value])
    assert exploitability(tree, equilibrium(tree, 100)).values[0] == pytest.approx(value, abs=0.05)


def test_the_cards_taken_out_of_a_last_turn_are_in_the_box() -> None:
    record: Any = small_version(RURARE, {"rows": 2, "depth": 1, "seed": 3}).worlds[0].record
    assert RURARE.write_position(record) == RURARE.write_position(RURARE.read_position(RURARE.write_position(record)))


def test_bots_are_asked_in_every_information_set_and_a_report_repeats_itself() -> None:
    subgame = small_version(RURARE, {"rows": 2, "depth": 1})
    report = report_on(subgame, ["greedy", "random"], iterations=20, samples=8, seed=1)
    assert report == report_on(subgame, ["greedy", "random"], iterations=20, samples=8, seed=1)
    assert [line.policy for line in report.lines] == ["equilibrium", "uniform", "greedy", "random"]
    tree = tree_of(subgame)
    shares = np.bincount(tree.info_of_pair, bot_policy(tree, "greedy", samples=2))
    assert shares == pytest.approx(np.ones(len(tree.infos)))


@pytest.mark.parametrize(
    ("name", "settings", "why"),
    [
        ("rok", {}, "no small version"),
        ("rage", {"hands": 2}, "hands"),
        ("rage", {"hand": 4, "values": 1}, "too few"),
        ("rage", {"hand": 3, "values": 16, "colours": 6}, "can be looked at"),
        ("rurare", {"rows": 1}, "rows"),
        ("rurare", {"seed": 10**25}, "seed"),
    ],
)
def test_what_cannot_be_solved_is_refused(name: str, settings: dict[str, Any], why: str) -> None:
    with pytest.raises(BadOptions, match=why):
        small_version(game(name), settings)


def test_a_tree_that_grows_too_large_is_refused() -> None:
    with pytest.raises(BadOptions, match="more than 100 nodes"):
        tree_of(small_version(RAGE), most=100)


def test_the_python_of_the_page_runs(capsys: pytest.CaptureFixture[str]) -> None:
    (block,) = re.findall(r"```python\n(.*?)```", PAGE.read_text("utf-8"), re.DOTALL)
    exec(compile(block, "exact.md", "exec"), {})
    said = capsys.readouterr().out
    assert "1800 690" in said
    assert "-1.3333 True" in said


def test_endings_are_averaged_over_seeds() -> None:
    size = {"rows": 2, "depth": 1}
    found = report_on_endings(RURARE, ["greedy"], {**size, "seed": 3}, {}, 2, iterations=5, samples=1)
    alone = [
        report_on(small_version(RURARE, {**size, "seed": seed}), ["greedy"], iterations=5, samples=1) for seed in (3, 4)
    ]
    assert found.information_sets == sum(report.information_sets for report in alone)
    for place, line in enumerate(found.lines):
        losses = [report.lines[place].exploitability for report in alone]
        assert line.exploitability == pytest.approx(np.mean(losses))
        assert line.most == max(losses)
    assert [line.policy for line in found.lines] == ["equilibrium", "uniform", "greedy"]


@pytest.mark.parametrize(
    ("name", "settings", "count", "why"),
    [
        ("rurare", {}, 1, "endings: 2 to"),
        ("rurare", {"seed": "x"}, 2, "seed"),
        ("rurare", {"rows": 99}, 2, "rows"),
        ("rage", {}, 2, "has no seed: there is only one, without --endings"),  # its small version is the same for all
        ("rummy", {}, 2, "no small version"),
    ],
)
def test_endings_that_cannot_be_are_refused(name: str, settings: dict[str, Any], count: int, why: str) -> None:
    with pytest.raises(BadOptions, match=why):
        report_on_endings(game(name), [], settings, {}, count)


@pytest.mark.parametrize("name", ["iterations", "samples", "seed"])
@pytest.mark.parametrize("value", [-1, 2**70, 1.5, "1", None, True])
def test_a_report_cannot_be_made_of_what_is_no_number(name: str, value: Any) -> None:
    with pytest.raises(BadOptions, match=f"{name}: "):
        report_on(small_version(RAGE, {"hand": 1}), ["greedy"], **{name: value})
