"""The solver of matrix games finds the mixtures that are known."""

from __future__ import annotations

import random

import numpy as np
import pytest

from erre.bots.rurare.layout import AVERAGE, MATRIX_SIZE, PAYOFFS, VALUES, WORK
from erre.bots.rurare.learned import ONE
from erre.bots.rurare.regrets import COLD, MET, WARMTH, answer_warmly, solve_crowd, solve_duel
from erre.core.record import IntArray, ints
from erre.games.rurare.components import MOST_ROWS

Matrix = list[list[float]]
POINT = 64  # the payoffs below in parts, as bots have them
ROUNDS = 1000


def mixtures(work: IntArray, seat: int, count: int) -> list[float]:
    """The mixture of a seat."""
    at = AVERAGE + seat * MOST_ROWS
    return [share / ONE for share in work[at : at + count].tolist()]


def solved(ones: Matrix, others: Matrix | None = None) -> tuple[list[float], list[float], IntArray]:
    """The mixtures of both seats; without a second matrix, what one wins the other loses."""
    work = ints(WORK, np.int64)
    for i, line in enumerate(ones):
        for k, payoff in enumerate(line):
            work[PAYOFFS + i * MOST_ROWS + k] = round(payoff * POINT)
            its = -payoff if others is None else others[i][k]
            work[PAYOFFS + MATRIX_SIZE + i * MOST_ROWS + k] = round(its * POINT)
    solve_duel(work, 0, 1, (1 << len(ones)) - 1, (1 << len(ones[0])) - 1, ROUNDS)
    return mixtures(work, 0, len(ones)), mixtures(work, 1, len(ones[0])), work


def exploitability(matrix: Matrix, mine: list[float], its: list[float]) -> float:
    """How much both together could gain by answering the other's mixture best."""
    table = np.array(matrix)
    return float((table @ its).max() - (np.array(mine) @ table).min())


# The game, the mixture of the first seat and of the second, the value for the first.
KNOWN: dict[str, tuple[Matrix, list[float], list[float], float]] = {
    "matching pennies": ([[1, -1], [-1, 1]], [1 / 2, 1 / 2], [1 / 2, 1 / 2], 0),
    "pennies where one match pays three": ([[3, -1], [-1, 1]], [1 / 3, 2 / 3], [1 / 3, 2 / 3], 1 / 3),
    "rock, paper, scissors": ([[0, -1, 1], [1, 0, -1], [-1, 1, 0]], [1 / 3] * 3, [1 / 3] * 3, 0),
    # Winning with rock counts twice: the others are played so that rock pays no more than they do.
    "rock, paper, scissors with weights": (
        [[0, -1, 2], [1, 0, -1], [-2, 1, 0]],
        [1 / 4, 1 / 2, 1 / 4],
        [1 / 4, 1 / 2, 1 / 4],
        0,
    ),
    "a dominated row and column": ([[2, 3, 4], [1, 2, 3]], [1, 0], [1, 0, 0], 2),
    "a saddle": ([[4, 2, 5], [3, 1, 6], [2, 0, 0]], [1, 0, 0], [0, 1, 0], 2),
    "more columns than rows": ([[1, 3, 0], [-1, 1, 0.5]], [0.6, 0.4], [0.2, 0, 0.8], 0.2),
    "only one choice": ([[5]], [1], [1], 5),
}


@pytest.mark.parametrize("name", KNOWN)
def test_known_games_have_their_known_mixtures_and_value(name: str) -> None:
    matrix, mine, its, worth = KNOWN[name]
    found, other, work = solved(matrix)
    assert found == pytest.approx(mine, abs=0.02)
    assert other == pytest.approx(its, abs=0.02)
    assert sum(found) == pytest.approx(1, abs=0.001)
    assert exploitability(matrix, found, other) < 0.05
    at = work[VALUES : VALUES + len(matrix)].tolist()
    assert max(at) / POINT == pytest.approx(worth, abs=0.05)


def test_random_games_are_solved_nearly_exactly() -> None:
    dice = random.Random(4)
    for _ in range(60):
        rows, columns = dice.randint(2, 8), dice.randint(2, 8)
        matrix: Matrix = [[dice.uniform(-20, 20) for _ in range(columns)] for _ in range(rows)]
        mine, its, _ = solved(matrix)
        assert exploitability(matrix, mine, its) < 0.2  # of forty points between the worst and the best


def test_each_seat_answers_its_own_payoffs() -> None:
    """The battle of the sexes has two pure equilibria; both seats end up in the same one."""
    mine, its, _ = solved([[3, 0], [0, 2]], [[2, 0], [0, 3]])
    assert (round(mine[0]), round(its[0])) in {(0, 0), (1, 1)}
    assert max(mine) > 0.95
    assert max(its) > 0.95


def crowd(alone: list[float], met: float, seats: int) -> list[list[float]]:
    """The mixtures of seats that all value rows alike."""
    work = ints(WORK, np.int64)
    for seat in range(seats):
        for row, value in enumerate(alone):
            work[PAYOFFS + seat * MOST_ROWS + row] = round(value * POINT)
            work[PAYOFFS + MET + seat * MOST_ROWS + row] = round(met * POINT)
    solve_crowd(work, (1 << seats) - 1, (1 << len(alone)) - 1, ROUNDS)
    return [mixtures(work, seat, len(alone)) for seat in range(seats)]


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_nobody_in_a_crowd_would_rather_choose_otherwise(seats: int) -> None:
    alone, met = [9.0, 6.0, 5.0, 2.0, 1.0], -1.0
    found = crowd(alone, met, seats)
    for seat in range(seats):
        values = []
        for row, value in enumerate(alone):
            free = float(np.prod([1 - mix[row] for other, mix in enumerate(found) if other != seat]))
            values.append(value * free + met * (1 - free))
        assert max(values) - float(np.dot(values, found[seat])) < 0.15


def test_a_seat_on_its_own_takes_the_best() -> None:
    assert crowd([1, 4, 3], 0, 1) == [[0, pytest.approx(1, abs=0.01), 0]]


def test_an_answer_mixes_what_is_worth_nearly_the_same_and_leaves_out_the_rest() -> None:
    work = ints(WORK, np.int64)
    best, near, far, closed = 5.0, 5.0 - WARMTH, 5.0 - COLD * WARMTH, 9.0
    for row, value in enumerate((near, best, far, closed)):
        work[VALUES + MOST_ROWS + row] = round(value * POINT)
    answer_warmly(work, 1, 0b0111)
    share = 1 / (1 + np.exp(-1))
    assert mixtures(work, 1, 4) == pytest.approx([1 - share, share, 0, 0], abs=0.001)
