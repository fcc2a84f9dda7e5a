"""Chapters 3 and 4: groups, runs, and what a joker stands for in them."""

from __future__ import annotations

import pytest

from erre.core.record import NONE
from erre.games.rummy.components import GROUP, RUN
from erre.games.rummy.notation import parse_meld
from erre.games.rummy.rules.melds import meld_form, meld_points
from erre.games.rummy.rules.no_meld import format_cells, named, row, why_no_meld


def cells(text: str) -> list[int]:
    """A meld as it is written, jokers not yet named."""
    return [tile.cell for tile in parse_meld(text)]


def form(text: str) -> int:
    """Run, group or none."""
    found = cells(text)
    return meld_form(row(found), 0, len(found))


def why(text: str) -> tuple[str, str]:
    """Why a row of tiles is no meld."""
    refusal = why_no_meld(cells(text))
    assert refusal is not None
    return refusal.rule, refusal.words


@pytest.mark.parametrize("text", ["R7 B7 G7", "R7 B7 G7 Y7", "Y1 G1 B1", "R7 B7 J", "J R7 J", "R7 J=B7 J=G7"])
def test_3_1_a_group_is_three_or_four_tiles_of_one_number_in_different_colours(text: str) -> None:
    assert form(text) in (GROUP, RUN)
    assert why_no_meld(cells(text)) is None


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("R7 R7 B7", "two red 7s in one group: R7 R7 B7"),
        ("R7 J=R7 B7", "two red 7s in one group: R7 J=R7 B7"),
        ("R7 B7", "R7 B7: a meld has at least three tiles"),
        ("", "an empty meld: a meld has at least three tiles"),
        ("R7 B7 G7 Y7 J", "5 tiles in a group, which has at most one of each colour: R7 B7 G7 Y7 J"),
        ("R7 B8 G7", "R7 B8 G7 is neither a group of one number nor a run of one colour"),
        ("R7 R8 G9", "R7 R8 G9 is neither a group of one number nor a run of one colour"),
    ],
)
def test_3_1_other_tiles_are_no_group(text: str, words: str) -> None:
    assert form(text) == NONE
    assert why(text) == ("§3.1", words)


@pytest.mark.parametrize(
    "text",
    [
        "R4 R5 R6",  # the rulebook's own
        "R1 R2 R3",
        "B11 B12 B13",
        "R4 J R6",
        "J R12 R13",
        "R5 J J",
        "J J R5",
        "G1 G2 G3 G4 G5 G6 G7 G8 G9 G10 G11 G12 G13",
        "G1 G2 G3 G4 J G6 G7 G8 G9 G10 G11 G12 J",
    ],
)
def test_3_2_a_run_is_three_or_more_rising_tiles_of_one_colour(text: str) -> None:
    assert form(text) == RUN
    assert why_no_meld(cells(text)) is None


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("R4 R6 R7", "the run R4 R6 R7 has a gap: 5 is missing"),
        ("R4 R7 R8", "the run R4 R7 R8 has a gap: 5 and 6 are missing"),
        ("R4 J R7", "the run R4 J R7 has a gap: 5 and 6 are missing"),
        ("R4 J R5 R6", "the run R4 J R5 R6 has no room for a joker between 4 and 5"),
        ("R5 R4 R6", "the run R5 R4 R6 is not in rising order: 4 comes after 5"),
        ("R5 R5 R6", "the run R5 R5 R6 has 5 twice"),
        ("J R1 R2", "the run J R1 R2 cannot begin below 1: put the joker at the other end"),
        ("R12 R13 J", "the run R12 R13 J cannot go beyond 13: put the joker at the other end"),
        ("R1 R2 R3 R4 R5 R6 R7 R8 R9 R10 R11 R12 R13 J", "a run has at most 13 tiles"),
    ],
)
def test_3_2_other_tiles_are_no_run(text: str, words: str) -> None:
    assert form(text) == NONE
    rule, said = why(text)
    assert rule == "§3.2"
    assert words in said


@pytest.mark.parametrize("text", ["B5 B6", "B5 B9", "B6 B5"])
def test_3_2_two_tiles_of_one_colour_are_a_run_that_is_too_short(text: str) -> None:
    assert why(text) == ("§3.2", f"{text}: a meld has at least three tiles")


@pytest.mark.parametrize("text", ["B5 G5", "B5 B5", "B5 J", "B5", "J J"])
def test_3_1_other_short_rows_are_no_group(text: str) -> None:
    assert why(text) == ("§3.1", f"{text}: a meld has at least three tiles")


@pytest.mark.parametrize("text", ["R12 R13 R1", "R13 R1 R2"])
def test_8_1_1_does_not_follow_13(text: str) -> None:
    assert form(text) == NONE
    assert why(text) == ("§8.1", f"{text}: 1 does not follow 13")


@pytest.mark.parametrize(
    ("text", "meaning"),
    [
        ("R4 J R6", "[R4 J=R5 R6]"),
        ("J R12 R13", "[J=R11 R12 R13]"),
        ("R5 J J", "[R5 J=R6 J=R7]"),
        ("J J R5", "[J=R3 J=R4 R5]"),
        ("J R5 J", "[J=R4 R5 J=R6]"),
        ("R7 B7 G7 J", "[R7 B7 G7 J=Y7]"),
        ("R7 J B7", "[R7 J=G7 B7]"),  # green or yellow: either is right, one is written
        ("R7 J=Y7 B7", "[R7 J=Y7 B7]"),
    ],
)
def test_4_1_a_joker_stands_for_what_its_place_asks_for(text: str, meaning: str) -> None:
    assert format_cells(named(cells(text))) == meaning


@pytest.mark.parametrize(
    ("text", "meaning"),
    [
        ("R13 J J", "[R13 J=B13 J=G13]"),  # a run would go beyond 13
        ("R12 J J", "[R12 J=B12 J=G12]"),
        ("R11 J J", "[R11 J=R12 J=R13]"),
        ("R5 J=G5 J", "[R5 J=G5 J=B5]"),  # stated to be a group
        ("R5 J J=Y5", "[R5 J=B5 J=Y5]"),
    ],
)
def test_8_2_one_tile_with_two_jokers_is_a_run_by_place_unless_stated_or_impossible(text: str, meaning: str) -> None:
    assert format_cells(named(cells(text))) == meaning


@pytest.mark.parametrize(
    ("text", "points"),
    [("R4 R5 R6", 15), ("R10 J R12", 33), ("R10 B10 J", 30), ("R1 R2 J", 6), ("R5 J J", 18), ("R5 J=G5 J=B5", 15)],
)
def test_4_2_laid_down_a_joker_counts_as_the_tile_it_stands_for(text: str, points: int) -> None:
    meld = row(named(cells(text)))
    assert meld_points(meld, 0, len(cells(text))) == points
