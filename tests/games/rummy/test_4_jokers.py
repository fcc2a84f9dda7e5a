"""Chapter 4: jokers."""

from __future__ import annotations

import pytest

from erre.games.rummy.events import HandScored
from tests.games.rummy.table import laid_out


@pytest.mark.parametrize(
    ("rack", "melds", "lies"),
    [
        ("R4 J R6 B1", "[R4 J R6]", "[R4 J=R5 R6]"),
        ("J J R5 B1", "[J J R5]", "[J=R3 J=R4 R5]"),
        ("R5 J J B1", "[R5 J=B5 J=Y5]", "[R5 J=B5 J=Y5]"),
        ("R7 B7 G7 J B1", "[R7 B7 G7 J]", "[R7 B7 G7 J=Y7]"),
    ],
)
def test_4_1_on_the_table_a_joker_shows_what_it_stands_for(rack: str, melds: str, lies: str) -> None:
    assert laid_out("", rack).lays(melds).melds == lies


@pytest.mark.parametrize("melds", ["[J R1 R2]", "[R4 R6 J]", "[R4 J=R7 R6]", "[R4 J=B5 R6]"])
def test_4_1_a_joker_that_its_place_does_not_fit_is_refused(melds: str) -> None:
    assert laid_out("", "J R1 R2 R4 R6").refuses(f"lay {melds}").rule in ("§3.1", "§3.2")


def test_4_2_in_the_first_lay_a_joker_counts_as_its_tile() -> None:
    assert laid_out("", "R10 J R12 B1", opened=False).allows("lay [R10 J R12]")
    assert not laid_out("", "R8 J R10 B1", opened=False).allows("lay [R8 J R10]")


def test_4_3_a_joker_left_on_a_rack_costs_25() -> None:
    table = laid_out("[R6 R7 R8]", "R5", "J", hand_no=2).lays("[R5 R6 R7 R8]")
    (scored,) = table.told(HandScored)
    assert scored.points == [25, -25]


def test_4_4_who_has_opened_may_replace_a_joker() -> None:
    table = laid_out("[R4 J R6]", "R5 B7 B9 B1")
    assert table.lays("[R4 R5 R6] [B7 J B9]").melds == "[R4 R5 R6] [B7 J=B8 B9]"


def test_4_4_who_has_not_may_not() -> None:
    table = laid_out("[R4 J R6]", "R5 B12 B13 G1", opened=[False, True])
    assert table.refuses("lay [R4 R5 R6] [J B12 B13]").rule == "§2.3"
