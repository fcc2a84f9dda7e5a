"""Rage, chapter 5: the end."""

from __future__ import annotations

from typing import Any

import pytest

from erre.core.errors import GameOver
from erre.core.game import Outcome
from erre.games.rage.events import MatchEnded
from tests.games.rage.table import ALL_SEATS, Table, new, random_match, table

END = "§5.1 the tenth round is scored"


def final(totals: list[int], correct: list[int] | None = None, **options: object) -> Table:
    """A match that is over with these totals."""
    hands = [""] * len(totals)
    return table(*hands, phase="over", round=10, totals=totals, correct=correct, options=options)


@pytest.mark.parametrize("seats", ALL_SEATS)
def test_5_1_the_match_ends_with_the_tenth_round(seats: int) -> None:
    for here in random_match(seats, seed=60 + seats):
        if here.position.outcome is None:
            assert here.position.turn
            assert here.told(MatchEnded) == []
    assert here.open.round == 10
    assert here.position.phase == "over"
    assert here.position.turn == []
    outcome = here.position.outcome
    assert outcome is not None
    assert outcome.ending == END
    assert here.told(MatchEnded) == [MatchEnded(outcome.scores, outcome.winners)]
    assert outcome.scores == here.position.scores


def test_5_1_no_move_is_made_after_the_end() -> None:
    here = final([1, 2, 3])
    for seat in range(3):
        assert here.legal(seat) == []
        for move in ("bid 1", "Y8", "J:R"):
            with pytest.raises(GameOver, match="is over"):
                here.moves(seat, move)


def test_5_1_a_match_under_way_has_no_outcome() -> None:
    assert new(4).position.outcome is None


TOTALS = [
    ([10, 20, 15], [1]),
    ([-10, -20, -15], [0]),  # all below zero
    ([0, -1, -1], [0]),
    ([7, 7, 7], [0, 1, 2]),
    ([7, 3, 7], [0, 2]),
    ([-3, -3, -4, -3, -9, -3, -5, -3], [0, 1, 3, 5, 7]),
    ([100, 99, 99, 99, 99, 99, 99, 99], [0]),
]


@pytest.mark.parametrize(("totals", "winners"), TOTALS)
def test_5_2_the_highest_total_wins(totals: list[int], winners: list[int]) -> None:
    assert final(totals).position.outcome == Outcome(totals, winners, END)


def test_5_2_the_last_round_counts() -> None:
    here = table("Y1", "Y2", "Y9", round=10, totals=[20, 12, 10], bids=[1, 0, 1], correct=[2, 2, 2])
    here = here.plays("Y1", "Y2", "Y9")
    assert here.told(MatchEnded) == [MatchEnded([15, 22, 21], [1])]
    assert here.open.correct == [2, 3, 3]


TIES = [
    # totals, correct bids, winners who share, winners with mostCorrectBids
    ([9, 9, 1], [3, 5, 9], [0, 1], [1]),
    ([9, 9, 1], [5, 3, 9], [0, 1], [0]),
    ([9, 9, 1], [4, 4, 9], [0, 1], [0, 1]),  # equal in both
    ([9, 9, 9], [4, 6, 6], [0, 1, 2], [1, 2]),
    ([9, 8, 1], [0, 10, 9], [0], [0]),  # more correct bids do not outweigh a point
]


@pytest.mark.parametrize(("totals", "correct", "shared", "decided"), TIES)
def test_5_3_equal_totals_share_the_victory_unless_correct_bids_decide(
    totals: list[int], correct: list[int], shared: list[int], decided: list[int]
) -> None:
    assert final(totals, correct).position.outcome == Outcome(totals, shared, END)
    assert final(totals, correct, tieBreak="shared").position.outcome == Outcome(totals, shared, END)
    assert final(totals, correct, tieBreak="mostCorrectBids").position.outcome == Outcome(totals, decided, END)


@pytest.mark.parametrize(("correct", "winner"), [([4, 3, 0], 0), ([3, 4, 0], 1)])
def test_5_3_the_bid_of_the_last_round_counts_for_the_tie(correct: list[int], winner: int) -> None:
    fields: dict[str, Any] = {
        "round": 10,
        "totals": [12, 11, 0],
        "bids": [0, 1, 0],
        "options": {"tieBreak": "mostCorrectBids"},
    }
    here = table("Y1", "Y2", "Y0", correct=correct, **fields).plays("Y1", "Y2", "Y0")
    assert here.told(MatchEnded) == [MatchEnded([22, 22, 10], [winner])]
    assert here.open.correct == [count + 1 for count in correct]
