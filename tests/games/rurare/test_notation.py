"""Cards and moves as text."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from erre.core.errors import BadNotation
from erre.games.rurare import GAME
from erre.games.rurare.components import KINDS
from erre.games.rurare.moves import ChooseRow
from erre.games.rurare.notation import parse_kind


@pytest.mark.parametrize(
    ("text", "row"), [("row 6", 6), ("ROW 6", 6), ("  row   1 ", 1), ("row 08", 8), ("row -3", -3), ("row 4711", 4711)]
)
def test_a_move_can_be_read(text: str, row: int) -> None:
    assert GAME.parse_move(text) == ChooseRow(row)


@pytest.mark.parametrize(
    "text", ["", "row", "6", "row six", "row 6 7", "bid 3", "row 6.0", "row ６", "row 99999", "rowe 6"]
)
def test_what_is_no_move_cannot(text: str) -> None:
    with pytest.raises(BadNotation, match="is no move"):
        GAME.parse_move(text)


@pytest.mark.parametrize("row", range(1, 9))
def test_a_move_survives_text_and_number(row: int) -> None:
    move = ChooseRow(row)
    assert GAME.format_move(move) == f"row {row}"
    assert GAME.parse_move(GAME.format_move(move)) == move
    assert GAME.decode(GAME.encode(move)) == move


@given(st.text())
def test_any_text_is_a_move_or_is_refused(text: str) -> None:
    try:
        move = GAME.parse_move(text)
    except BadNotation:
        return
    assert text.lower().split()[0] == "row"
    assert abs(move.row) < 10000


@pytest.mark.parametrize("kind", KINDS)
def test_a_card_is_written_as_its_kind(kind: str) -> None:
    assert KINDS[parse_kind(kind)] == KINDS[parse_kind(f" {kind.upper()} ")] == kind


@pytest.mark.parametrize("text", ["", "dragon", "points5", "king queen"])
def test_a_kind_that_does_not_exist_is_refused(text: str) -> None:
    with pytest.raises(BadNotation, match="is no card"):
        parse_kind(text)
