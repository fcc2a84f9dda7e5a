"""Chapter 5: using what lies on the table."""

from __future__ import annotations

import pytest

from erre.games.rummy.events import TilesLaid
from tests.games.rummy.table import laid_out


def test_5_1_melds_belong_to_all_who_have_opened() -> None:
    melds = "lay [R5 R6 R7 R8]"
    assert laid_out("[R6 R7 R8]", "R5 B1", opened=[True, False]).allows(melds)
    assert not laid_out("[R6 R7 R8]", "R5 B1", opened=[False, True]).allows(melds)


@pytest.mark.parametrize(
    ("before", "rack", "after"),
    [
        ("[R6 R7 R8]", "R5 B1", "[R5 R6 R7 R8]"),
        ("[R6 R7 R8]", "R9 B1", "[R6 R7 R8 R9]"),
        ("[R8 Y8 G8]", "B8 B1", "[R8 Y8 G8 B8]"),
    ],
)
def test_5_2_example_1_a_tile_joins_a_run_or_a_group(before: str, rack: str, after: str) -> None:
    assert laid_out(before, rack).lays(after).melds == after


def test_5_2_as_many_tiles_as_fit_may_be_added() -> None:
    table = laid_out("[R6 R7 R8] [B3 G3 Y3]", "R5 R9 R10 R3 B1").lays("[R5 R6 R7 R8 R9 R10] [B3 G3 Y3 R3]")
    assert table.rack(0) == "B1"
    (laid,) = table.told(TilesLaid)
    assert laid.tiles == ["R5a", "R9a", "R10a", "R3a"]
    assert laid.left == 1


def test_5_3_example_2_a_tile_is_added_to_a_run_and_another_taken_from_it() -> None:
    table = laid_out("[G2 G3 G4 G5]", "G6 Y2 B2 B1").lays("[G3 G4 G5 G6] [G2 Y2 B2]")
    assert table.rack(0) == "B1"


def test_5_3_example_3_a_run_is_divided() -> None:
    assert laid_out("[B2 B3 B4 B5 B6]", "B4 B1").lays("[B2 B3 B4] [B4 B5 B6]").rack(0) == "B1"


@pytest.mark.parametrize(
    ("melds", "rule"),
    [
        ("[G3 G4] [G2 Y2 B2] [G5 G6 G7]", "§3.2"),  # two tiles are left over
        ("[G3 G4 G5] [G2 Y2]", "§3.1"),
        ("[G3 G5 G6] [G4 G5 G7] [G2 Y2 B2]", "§3.2"),
    ],
)
def test_5_3_what_is_left_of_a_meld_is_one(melds: str, rule: str) -> None:
    assert laid_out("[G2 G3 G4 G5]", "G5 G6 G7 Y2 B2 B1").refuses(f"lay {melds}").rule == rule


def test_5_3_melds_may_be_taken_whole() -> None:
    table = laid_out("[R5 R6 R7] [B5 B6 B7] [G5 G6 G7]", "Y5 B1")
    assert table.lays("[R5 B5 G5 Y5] [R6 B6 G6] [R7 B7 G7]").rack(0) == "B1"


def test_5_4_no_tile_goes_from_the_table_to_the_rack() -> None:
    refusal = laid_out("[R5 R6 R7 R8]", "B1 B2 B3 G9").refuses("lay [R5 R6 R7] [B1 B2 B3]")
    assert refusal.rule == "§5.4"
    assert "R8a must stay on the table" in refusal.why


@pytest.mark.parametrize(
    "melds",
    [
        "[R5 R6 R7] [B1 B2 B3]",  # blue 3 is the other player's
        "[R5 R6 R7] [B1 B2 B2 B3]",
        "[R5a R6 R7] [R5a B5 G5]",  # the same tile twice
        "[R5 R6 R7] [R5 R6 R7]",
    ],
)
def test_5_4_nobody_lays_what_they_do_not_hold(melds: str) -> None:
    refusal = laid_out("[R5 R6 R7]", "B1 B2 B5 G5", "B3").refuses(f"lay {melds}")
    assert refusal.rule == "§5.4"


def test_5_5_a_lay_takes_a_tile_from_the_rack() -> None:
    table = laid_out("[B2 B3 B4 B5 B6 B7]", "R5 B1")
    assert table.refuses("lay [B2 B3 B4] [B5 B6 B7]").rule == "§5.5"
    assert table.refuses("lay [B2 B3 B4 B5 B6 B7]").rule == "§5.5"
    assert table.allows("lay [B1 B2 B3] [B4 B5 B6 B7]")


@pytest.mark.parametrize(
    ("before", "rack", "after"),
    [
        ("[R4 J R6]", "R5 B7 B9 B1", "[R4 R5 R6] [B7 J B9]"),
        ("[R4 J=R5 R6 R7 R8 R9]", "B9 G9 Y9 B1", "[R4 J R6] [R7 R8 R9] [B9 G9 Y9]"),  # split around it
        ("[R4 J R6]", "R7 B1", "[R4 J R6 R7]"),
        ("[R7 B7 J]", "G7 B1 B3 B4", "[R7 B7 G7] [B1 J B3]"),
        ("[R7 B7 J]", "Y7 B1 B3 B4", "[R7 B7 Y7] [B1 J B3]"),
        ("[R7 B7 G7 J]", "Y7 B1 B3 B4", "[R7 B7 G7 Y7] [B1 J B3]"),
    ],
)
def test_5_6_a_joker_goes_elsewhere_once_its_tile_has_taken_its_place(before: str, rack: str, after: str) -> None:
    laid_out(before, rack).lays(after)


@pytest.mark.parametrize(
    ("before", "rack", "after"),
    [
        ("[R5 R6 R7 J]", "B10 B11 B1", "[R5 R6 R7] [B10 B11 J]"),
        ("[R7 B7 G7 J]", "B1 B3 B4", "[R7 B7 G7] [B1 J B3]"),
        ("[R4 J R6]", "R7 R8 R4 R2 R3 B1", "[R2 R3 R4] [R6 R7 R8 J]"),
    ],
)
def test_5_6_without_it_the_joker_stays(before: str, rack: str, after: str) -> None:
    refusal = laid_out(before, rack).refuses(f"lay {after}")
    assert refusal.rule == "§5.6"
    assert "stays with that meld until" in refusal.why


def test_5_7_a_freed_joker_is_used_in_the_same_turn() -> None:
    refusal = laid_out("[R4 J R6]", "R5 B1").refuses("lay [R4 R5 R6]")
    assert refusal.rule == "§5.4"
    assert "J1" in refusal.why


def test_5_7_a_freed_joker_goes_into_another_meld() -> None:
    table = laid_out("[R4 J R6] [B7 B8 B9]", "R5 B1")
    assert table.refuses("lay [R4 R5 R6 J] [B7 B8 B9]").rule == "§5.7"
    assert table.allows("lay [R4 R5 R6] [B7 B8 B9 J]")


def test_5_3_a_lay_says_which_melds_it_took_apart_and_which_jokers_it_freed() -> None:
    table = laid_out("[R4 J=R5 R6] [B7 G7 Y7]", "R5 G6 G8 B6 B8 Y6 Y8 B1").lays(
        "[R4 R5 R6] [B6 B7 B8] [G6 G7 G8] [Y6 Y7 Y8 J=Y9]"
    )
    (laid,) = table.told(TilesLaid)
    assert laid.dissolved == [["B7a", "G7a", "Y7a"]]
    assert laid.freed == ["J1=Y9"]
    (plain,) = laid_out("[R6 R7 R8]", "R9 B1").lays("[R6 R7 R8 R9]").told(TilesLaid)
    assert (plain.dissolved, plain.freed) == ([], [])
