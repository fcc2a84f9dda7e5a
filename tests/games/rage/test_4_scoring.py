"""Rage, chapter 4: scoring."""

from __future__ import annotations

from typing import Any

import pytest

from erre.games.rage.events import RoundScored
from tests.games.rage.table import ALL_SEATS, Table, random_match, table


def last_trick(tricks: list[int], taker: int, **fields: Any) -> Table:
    """The last trick of a round is played; `tricks` counts it already, as taken by that seat."""
    before = [count - (seat == taker) for seat, count in enumerate(tricks)]
    hands = [f"Y{15 if seat == taker else seat}" for seat in range(len(tricks))]
    here = table(*hands, tricks=before, round=11 - sum(tricks), **fields)
    return here.plays(*hands)


def points_of(bid: int, tricks: int, bonus: int, of: int, **options: Any) -> int:
    """What seat 0 gets in a round of so many tricks."""
    counts = [tricks, of - tricks, 0]
    taker = 0 if tricks == of else 1
    here = last_trick(counts, taker, bids=[bid, 0, 0], bonus=[bonus, 0, 0], options=options)
    assert here.scored.tricks == counts
    return here.scored.points[0]


@pytest.mark.parametrize("tricks", range(11))
def test_4_1_a_point_for_each_trick(tricks: int) -> None:
    assert points_of(bid=tricks, tricks=tricks, bonus=0, of=10) == tricks + 10


SCORES = [
    # bid, tricks, points of +5 and -5, tricks of the round, points
    (3, 3, -5, 10, 8),  # Anna
    (2, 1, 5, 10, 1),  # Bernardo
    (2, 2, 0, 10, 12),  # Claudia
    (5, 4, 0, 10, -1),  # Diego
    (0, 0, 0, 10, 10),
    (0, 1, -10, 10, -14),
    (0, 1, -15, 1, -19),  # the worst that can be with one trick
    (10, 10, 15, 10, 35),  # the best that can be
    (10, 0, 0, 10, -5),
    (0, 10, 0, 10, 5),
    (1, 1, 0, 1, 11),
]


@pytest.mark.parametrize(("bid", "tricks", "bonus", "of", "points"), SCORES)
def test_4_2_plus_and_minus_five_count_whether_the_bid_came_true_or_not(
    bid: int, tricks: int, bonus: int, of: int, points: int
) -> None:
    assert points_of(bid, tricks, bonus, of) == points


def test_4_2_a_plus_five_and_a_minus_five_in_one_seats_tricks_cancel_out() -> None:
    here = table("Y9 B9", "+5 B1", "Y1 -5", trump="R", round=9, bids=[2, 1, 1])
    here = here.plays("Y9", "+5", "Y1", "B9", "B1", "-5")
    assert here.scored.points == [12, -5, -5]


@pytest.mark.parametrize("bid", range(11))
def test_4_3_ten_points_for_a_bid_that_came_true(bid: int) -> None:
    assert points_of(bid, bid, 0, 10) - bid == 10


@pytest.mark.parametrize("tricks", range(11))
def test_4_4_five_points_lost_for_a_bid_that_did_not_come_true(tricks: int) -> None:
    for bid in range(11):
        if bid != tricks:
            assert points_of(bid, tricks, 0, 10) - tricks == -5  # too many or too few, near or far


def test_4_5_example_the_first_round_of_anna_bernardo_claudia_and_diego() -> None:
    here = last_trick([3, 1, 2, 4], taker=3, bids=[3, 2, 2, 5], bonus=[-5, 5, 0, 0])
    assert here.scored == RoundScored(1, [3, 2, 2, 5], [3, 1, 2, 4], [-5, 5, 0, 0], [8, 1, 12, -1], [8, 1, 12, -1])
    assert sum(here.scored.tricks) == 10  # the tricks of the first round


def test_4_5_totals_may_fall_below_zero() -> None:
    here = last_trick([3, 1, 2, 4], taker=3, bids=[0, 0, 0, 0], bonus=[-5, -10, 0, 0], totals=[0, 4, -30, 9])
    assert here.scored.points == [-7, -14, -3, -1]
    assert here.position.scores == [-7, -10, -33, 8]


@pytest.mark.parametrize("seats", ALL_SEATS)
def test_4_5_the_score_sheet_holds_every_round_and_adds_up_to_the_totals(seats: int) -> None:
    lines: list[RoundScored] = []
    for here in random_match(seats, seed=50 + seats):
        lines += here.told(RoundScored)
    assert [line.round for line in lines] == list(range(1, 11))
    sheet = [line for line in here.open.sheet if line is not None]
    assert [(line.bids, line.tricks, line.points) for line in lines] == [(s.bids, s.tricks, s.points) for s in sheet]
    assert here.position.scores == [sum(line.points[seat] for line in lines) for seat in range(seats)]
    assert here.open.correct == [sum(line.bids[seat] == line.tricks[seat] for line in lines) for seat in range(seats)]
    for line in lines:
        for seat in range(seats):
            kept = 10 if line.bids[seat] == line.tricks[seat] else -5
            assert line.points[seat] == line.tricks[seat] + line.bonus[seat] + kept


def test_4_5_the_sheet_has_a_line_for_every_round_before_this_one() -> None:
    assert table("Y1", "Y2", "Y3", round=4).open.sheet == [None] * 3
    here = last_trick([6, 1, 0], taker=0, bids=[6, 1, 1])
    assert here.open.round == 5
    assert [line is None for line in here.open.sheet] == [True, True, True, False]
