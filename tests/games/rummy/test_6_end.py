"""Chapter 6: the end of a hand and of a match."""

from __future__ import annotations

import pytest

from erre.games.rummy.events import HandDealt, HandScored, MatchEnded
from tests.games.rummy.table import Table, laid_out


def closed(*racks: str, **more: object) -> Table:
    """Seat 0 lays its last tile; the others hold their racks."""
    return laid_out("[R6 R7 R8]", "R9", *racks, **more).lays("[R6 R7 R8 R9]")  # type: ignore[arg-type]


def test_6_1_who_lays_the_last_tile_wins_the_hand() -> None:
    (scored,) = closed("B1", hand_no=2).told(HandScored)
    assert scored.winners == [0]
    assert not scored.blocked


def test_6_1_the_last_tile_may_be_a_joker() -> None:
    table = laid_out("[R6 R7 R8]", "J", "B1", hand_no=2).lays("[R6 R7 R8 J]")
    assert table.told(HandScored)[0].winners == [0]


def test_6_1_until_then_the_hand_goes_on() -> None:
    assert laid_out("[R6 R7 R8]", "R9 B1").lays("[R6 R7 R8 R9]").told(HandScored) == []


def test_6_2_the_others_write_down_what_they_hold_as_minus_points() -> None:
    (scored,) = closed("R5 B12 J", "Y1 Y1", hand_no=3).told(HandScored)
    assert scored.points[1:] == [-42, -2]
    assert scored.racks == [[], ["B12a", "R5a", "J1"], ["Y1a", "Y1b"]]


def test_6_2_who_has_not_opened_counts_the_whole_rack_too() -> None:
    (scored,) = closed("R5 B12 J", hand_no=2, opened=[True, False]).told(HandScored)
    assert scored.points == [42, -42]


def test_6_3_the_winner_gets_the_sum() -> None:
    (scored,) = closed("R5 B12 J", "Y1 Y1", hand_no=3).told(HandScored)
    assert scored.points == [44, -42, -2]
    assert scored.totals == [44, -42, -2]


def test_6_4_the_match_has_as_many_hands_as_were_agreed_upon() -> None:
    options = {"hands": 3}
    table = closed("B1", hand_no=2, options=options)
    assert table.position.outcome is None
    assert len(table.told(HandDealt)) == 1
    assert table.seen_by(0).hand == 3
    last = closed("B1", hand_no=3, options=options)
    assert last.position.outcome is not None
    assert last.position.outcome.ending.startswith("§6.4")


def test_6_5_the_points_of_all_hands_are_added_up_and_the_highest_total_wins() -> None:
    table = laid_out("[R6 R7 R8]", "R9", "B10", "G11", totals=[-10, 44, -34], hand_no=3).lays("[R6 R7 R8 R9]")
    outcome = table.position.outcome
    assert outcome is not None
    assert outcome.scores == [11, 34, -45]
    assert outcome.winners == [1]
    (ended,) = table.told(MatchEnded)
    assert (ended.scores, ended.winners) == (outcome.scores, outcome.winners)


def test_6_5_example_a_match_of_two_hands() -> None:
    """+44 -42 -2, then -10 +25 -15."""
    table = laid_out("[R6 R7 R8]", "G10", "R9", "B13 B2", totals=[44, -42, -2], hand_no=2, options={"hands": 2}, turn=1)
    assert table.lays("[R6 R7 R8 R9]").position.scores == [34, -17, -17]


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_6_3_the_points_of_a_hand_cancel_out(seats: int) -> None:
    racks = ["B13 J", "G1 G2", "Y12"][: seats - 1]
    (scored,) = closed(*racks, hand_no=seats, pool="G13").told(HandScored)
    assert sum(scored.points) == 0
