"""Chapter 2: the first lay."""

from __future__ import annotations

import pytest

from erre.games.rummy.events import TilesLaid
from tests.games.rummy.table import laid_out


@pytest.mark.parametrize(
    ("rack", "melds"),
    [
        ("R9 R10 R11 B1", "[R9 R10 R11]"),  # 30
        ("R10 J R12 B1", "[R10 J R12]"),  # 33
        ("R10 B10 J B1", "[R10 B10 J]"),
        ("R13 B13 G13 B1", "[R13 B13 G13]"),
    ],
)
def test_2_1_the_first_lay_is_worth_30_points(rack: str, melds: str) -> None:
    table = laid_out("", rack, opened=False).lays(melds)
    assert table.truth.opened[0] == 1
    (laid,) = table.told(TilesLaid)
    assert laid.opened


@pytest.mark.parametrize(
    ("rack", "melds", "points"),
    [("R8 R9 R10 B1", "[R8 R9 R10]", 27), ("R1 R2 J B1", "[R1 R2 J]", 6), ("R9 B9 G9 B1", "[R9 B9 G9]", 27)],
)
def test_2_1_less_is_refused(rack: str, melds: str, points: int) -> None:
    refusal = laid_out("", rack, opened=False).refuses(f"lay {melds}")
    assert refusal.rule == "§2.1"
    assert f"{points} points" in refusal.why


def test_2_1_who_has_opened_may_lay_less() -> None:
    assert laid_out("", "R1 R2 R3 B1").lays("[R1 R2 R3]").melds == "[R1 R2 R3]"


def test_2_2_the_points_of_several_melds_are_added_up() -> None:
    table = laid_out("", "R8 R9 R10 B1 Y1 G1 B2", opened=False)
    assert table.refuses("lay [R8 R9 R10]").rule == "§2.1"
    assert table.lays("[R8 R9 R10] [B1 Y1 G1]").rack(0) == "B2"


def test_2_3_the_first_lay_is_made_of_own_tiles() -> None:
    table = laid_out("[R6 R7 R8] [B11 B12 B13]", "R9 R10 R11 R12 B10", opened=[False, True])
    for melds in (
        "[R6 R7 R8 R9] [B11 B12 B13]",
        "[R6 R7 R8] [B10 B11 B12 B13] [R9 R10 R11]",
        "[R6 R7 R8 R9 R10 R11] [B11 B12 B13]",
    ):
        refusal = table.refuses(f"lay {melds}")
        assert refusal.rule == "§2.3"
        assert "may not use the table" in refusal.why
    assert table.allows("lay [R6 R7 R8] [B11 B12 B13] [R9 R10 R11]")
    assert table.allows("lay [R9 R10 R11] [B11 B12 B13] [R6 R7 R8]")  # in any order


def test_2_3_equal_tiles_on_rack_and_table_are_not_mixed_up() -> None:
    table = laid_out("[R9 R10 R11]", "R9 R10 R11 B1", opened=[False, True])
    assert table.lays("[R9 R10 R11] [R9 R10 R11]").rack(0) == "B1"


def test_2_3_a_joker_on_the_table_stays_what_it_was_though_nobody_writes_it() -> None:
    table = laid_out("[R7 B7 J=Y7]", "R9 R10 R11 B1", opened=[False, True])
    assert table.lays("[R7 B7 J] [R9 R10 R11]").melds == "[R7 B7 J=Y7] [R9 R10 R11]"


def test_2_4_who_cannot_open_draws() -> None:
    table = laid_out("[R6 R7 R8]", "R9 B1 B3", opened=[False, True])
    assert [type(move).__name__ for move in table.position.legal(0)] == ["Draw"]


def test_2_4_who_can_open_is_shown_how() -> None:
    table = laid_out("[R6 R7 R8]", "R9 R10 R11 B1", opened=[False, True])
    lay = table.position.legal(0)[1]
    played = table.position.play(0, lay)
    assert played.position.to_json()["opened"] == [True, True]
