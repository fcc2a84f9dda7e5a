"""Runes and moves as text."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from erre.core.errors import BadNotation
from erre.games.rok import GAME
from erre.games.rok.components import DONE, LISTED_AIMS, LISTED_FORCES, SLIDE_BASE
from erre.games.rok.moves import Done, Give, Grab, Order, RokMove, Slide
from erre.games.rok.notation import KINDS, RUNES, parse_kind, parse_rune
from erre.games.rok.rules.contest import slide_code


@pytest.mark.parametrize(
    ("text", "move"),
    [
        ("grab W1a", Grab("W1a")),
        (" GRAB  w1A ", Grab("W1a")),
        ("done", Done()),
        ("give W5", Give("W5")),
        ("slide 37.5 0.62", Slide(37.5, 0.62)),
        ("slide -10 .5", Slide(350, 0.5)),
        ("slide 359.96 1", Slide(0, 1)),
        ("slide 12.34 0.678", Slide(12.3, 0.68)),
        ("order 2 0", Order([2, 0])),
    ],
)
def test_a_move_can_be_read(text: str, move: RokMove) -> None:
    assert GAME.parse_move(text) == move
    assert GAME.parse_move(GAME.format_move(move)) == move


@pytest.mark.parametrize(
    "text",
    [
        "",
        "grab",
        "grab W1",
        "grab W9a",
        "grab X1a",
        "grab W1c",
        "W1a",
        "done now",
        "give W1a",
        "give",
        "order",
        "order x",
    ],
)
def test_what_is_no_move_cannot(text: str) -> None:
    with pytest.raises(BadNotation):
        GAME.parse_move(text)


@given(st.text())
def test_any_text_is_a_move_or_is_refused(text: str) -> None:
    try:
        move = GAME.parse_move(text)
    except BadNotation:
        return
    assert GAME.parse_move(GAME.format_move(move)) == move


MOVES = (
    st.sampled_from(RUNES).map(Grab)
    | st.just(Done())
    | st.sampled_from(KINDS).map(Give)
    | st.builds(lambda d, f: Slide(d / 10, f / 100), st.integers(0, 3599), st.integers(0, 100))
    | st.permutations(range(5)).flatmap(lambda p: st.integers(1, 5).map(lambda k: Order(list(p[:k]))))
)


@given(MOVES)
def test_a_move_survives_text_and_number(move: RokMove) -> None:
    assert GAME.decode(GAME.encode(move)) == move
    assert GAME.parse_move(GAME.format_move(move)) == move


def test_numbers_of_moves_do_not_collide_and_listed_ones_fit_16_bits() -> None:
    orders = [GAME.encode(Order([4, 3, 2, 1, 0])), GAME.encode(Order([0]))]
    assert DONE < GAME.encode(Give("W1")) < GAME.encode(Give("B8")) < min(orders)
    assert max(orders) < SLIDE_BASE
    codes = [slide_code(int(aim), int(force)) for aim in LISTED_AIMS for force in LISTED_FORCES]
    assert len(set(codes)) == 24
    assert SLIDE_BASE <= min(codes) <= max(codes) < 2**15


@pytest.mark.parametrize("code", range(48))
def test_a_rune_is_written_as_colour_symbol_and_copy(code: int) -> None:
    assert parse_rune(RUNES[code]) == parse_rune(f" {RUNES[code].swapcase()} ") == code
    assert parse_kind(RUNES[code][:2]) == code >> 1
