"""Chapter 7: closing from the hand."""

from __future__ import annotations

from erre.games.rummy.events import HandScored
from tests.games.rummy.table import laid_out

CLOSING = {"closeFromHand": True}


def test_7_1_a_whole_rack_laid_at_once_needs_no_30_points() -> None:
    table = laid_out("", "R1 R2 R3 B1 G1 Y1", "B5", opened=False, options=CLOSING, hand_no=2)
    (scored,) = table.lays("[R1 R2 R3] [B1 G1 Y1]").told(HandScored)
    assert scored.closed_from_hand
    assert scored.winners == [0]


def test_7_1_a_part_of_it_does() -> None:
    table = laid_out("", "R1 R2 R3 B1 G1 Y1", "B5", opened=False, options=CLOSING)
    assert table.refuses("lay [R1 R2 R3]").rule == "§2.1"


def test_7_1_without_the_variant_it_does_too() -> None:
    assert laid_out("", "R1 R2 R3", "B5", opened=False).refuses("lay [R1 R2 R3]").rule == "§2.1"


def test_7_1_the_solver_suggests_it() -> None:
    table = laid_out("", "R1 R2 R3", "B5", opened=False, options=CLOSING)
    assert len(table.position.legal(0)) == 2


def test_7_2_the_points_count_double() -> None:
    table = laid_out("", "R1 R2 R3", "R5 B12 J", "Y1 Y1", opened=False, options=CLOSING, hand_no=3)
    (scored,) = table.lays("[R1 R2 R3]").told(HandScored)
    assert scored.points == [88, -84, -4]


def test_7_2_not_for_who_has_laid_before() -> None:
    table = laid_out("", "R1 R2 R3", "R5 B12 J", "Y1 Y1", opened=[True, False, False], options=CLOSING, hand_no=3)
    (scored,) = table.lays("[R1 R2 R3]").told(HandScored)
    assert scored.points == [44, -42, -2]


def test_7_2_nor_without_the_variant() -> None:
    table = laid_out("", "R9 R10 R11", "R5 B12 J", "Y1 Y1", opened=False, hand_no=3)
    (scored,) = table.lays("[R9 R10 R11]").told(HandScored)
    assert scored.points == [44, -42, -2]
