"""The search looks only at what a seat can see, and leaves the table as it was."""

from __future__ import annotations

import random

import numpy as np
import pytest

from erre.bots import BOTS, CHAMPION, GREEDY
from erre.bots.contract import LEVELS
from erre.bots.rurare.expected_points import PARTS
from erre.bots.rurare.layout import AVERAGE, ENDS, MIX, PAYOFFS, WORK
from erre.bots.rurare.levels import choose_at_level
from erre.bots.rurare.policy import choose, expected_points, value_of
from erre.bots.rurare.search import answer, conclude, open_search, think
from erre.core.chance import seed_luck
from erre.core.game import Position
from erre.core.interpreter import interpreted
from erre.core.record import IntArray, ints
from erre.games.rurare import GAME
from erre.games.rurare.components import MOST_LEGAL, MOST_ROWS
from erre.games.rurare.rules.play import legal
from erre.games.rurare.rules.scoring import standing, worth
from erre.games.rurare.state import RuRaRe
from tests.games.rurare.table import look, new, record, table


def luck(number: int) -> IntArray:
    """Luck for a bot."""
    fresh = ints(2, np.int32)
    seed_luck(fresh, 11, number)
    return fresh


def searched(s: RuRaRe, seat: int, number: int, playouts: int = 80, ahead: int = 1) -> IntArray:
    """The workspace after a search."""
    work = ints(WORK, np.int64)
    open_search(s, work)
    fortune = luck(number)
    think(s, seat, playouts, ahead, False, fortune, ints(MOST_LEGAL), work)
    conclude(s, seat, fortune, work)
    return work


def mixture(work: IntArray, seat: int) -> list[float]:
    """The mixture of a seat in hundredths."""
    at = AVERAGE + seat * MOST_ROWS
    return [round(share / 655.36) for share in work[at : at + MOST_ROWS].tolist()]


def walk(seats: int, seed: int, **options: object) -> list[Position]:
    """The positions of a random game."""
    dice = random.Random(seed)
    position = new(seats, seed, **options)
    positions = []
    while position.outcome is None:
        positions.append(position)
        seat = dice.choice(position.turn)
        position = position.play(seat, dice.choice(position.legal(seat))).position
    return positions


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_table_is_left_as_it_was(seats: int) -> None:
    for number, position in enumerate(walk(seats, 2)):
        s = record(position)
        searched(s, position.turn[0], number, ahead=number % 12)
        assert s.to_bytes() == record(position).to_bytes()


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_truth_and_what_is_known_of_it_lead_to_the_same_answer(seats: int) -> None:
    """The pile, the box and choices not shown play no part; nor does what was left in the workspace."""
    for number, position in enumerate(walk(seats, 3)):
        seat = position.turn[-1]
        from_truth = searched(record(position), seat, number)
        from_view = searched(GAME.state_from_view(look(position, seat)), seat, number)
        assert from_truth[PAYOFFS:ENDS].tolist() == from_view[PAYOFFS:ENDS].tolist()


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("level", [*LEVELS, "greedy", "random"])
def test_every_bot_chooses_a_row_that_it_may_choose(seats: int, level: str) -> None:
    work, moves = ints(WORK, np.int64), ints(MOST_LEGAL)
    work[MIX:ENDS] = 77  # what a search before has left
    for number, position in enumerate(walk(seats, 4)):
        if number % 8 and BOTS[level] == CHAMPION:
            continue
        s = record(position)
        seat = position.turn[0]
        row = choose_at_level(s, seat, BOTS[level], luck(number), moves, work)
        assert row in moves[: legal(s, seat, moves)].tolist()
        assert s.to_bytes() == record(position).to_bytes()


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_in_the_last_turn_expected_points_are_points(seats: int) -> None:
    """No turn is left after it, so a row is worth exactly what it adds to the scoring."""
    compared = 0
    for seed in range(6):
        for position in walk(seats, seed):
            s = record(position)
            if s.last_turn and s.first_scored:
                for row in range(seats + 4):
                    compared += s.depth[row] > 0
                    for seat in range(seats):
                        if max(s.displays[seat, 14:17].tolist()) < 2:  # large farms count as smaller ones
                            assert value_of(s, seat, row) == worth(s, seat, row) * PARTS
    assert compared > 20


def test_after_the_end_expected_points_are_the_totals() -> None:
    last = walk(2, 1)[-1]
    seat = last.turn[0]
    s = record(last.play(seat, last.legal(seat)[0]).position)
    assert [expected_points(s, seat) for seat in range(2)] == [s.totals[seat] * PARTS for seat in range(2)]
    assert all(standing(s, seat, -1) <= s.totals[seat] for seat in range(2))


def test_a_row_with_a_better_twin_is_not_chosen() -> None:
    """In the last turn row 2 is worth a point more than row 1 to everybody, and row 3 as much as row 2."""
    position = table(
        "points2 pig", "points3 cow", "points3 goat", seats=2, last_turn=True, first_scores=[30, 30], turn_no=12
    )
    work = searched(record(position), 0, 1, playouts=400)
    for seat in range(2):
        assert mixture(work, seat)[0] <= 5


def test_two_who_want_different_rows_each_take_their_own() -> None:
    """Seat 0 needs the king, seat 1 the pig; nothing else is worth anything to them."""
    position = table(
        "king",
        "pig",
        "house",
        displays=("5 king", "4 pig"),
        last_turn=True,
        first_scores=[30, 30],
        turn_no=12,
    )
    work = searched(record(position), 0, 2, playouts=400)
    row, other = mixture(work, 0), mixture(work, 1)
    assert row[0] + row[1] >= 95
    assert other[0] + other[1] >= 95


def test_of_three_who_want_the_same_row_nobody_is_sure_of_the_others() -> None:
    """Alone it brings twelve points: the others may go for it, or for the two next best."""
    position = table(
        "3 points4",
        "points3 points2",
        "points3 points2",
        "points2",
        seats=3,
        last_turn=True,
        turn_no=10,
        first_scores=[20, 20, 20],
    )
    work = searched(record(position), 1, 3, playouts=3000)
    for other in (0, 2):
        assert 20 < max(mixture(work, other)) < 80
        assert mixture(work, other)[3] < 15


def test_the_fast_policy_mixes_near_equals() -> None:
    position = table("points3 pig", "points3 cow", "points3 goat", "house", seats=4)
    s, moves, fortune = record(position), ints(MOST_LEGAL), luck(5)
    count = legal(s, 0, moves)
    rows = [choose(s, 0, GREEDY, fortune, moves, count) for _ in range(600)]
    assert all(140 < rows.count(row) < 260 for row in range(3))
    assert rows.count(3) < 20


def test_the_warmer_an_answer_the_less_it_insists_on_one_row() -> None:
    likeliest = []
    for warmth in (50, 100, 1000):
        s, work, fortune = record(new(4, 3)), ints(WORK, np.int64), luck(1)
        open_search(s, work)
        think(s, 0, 80, 1, True, fortune, ints(MOST_LEGAL), work)
        interpreted(answer)(s, 0, 10, warmth, fortune, work)
        likeliest.append(max(mixture(work, 0)))
    assert likeliest == sorted(likeliest, reverse=True)
    assert likeliest[0] > likeliest[-1] + 10
