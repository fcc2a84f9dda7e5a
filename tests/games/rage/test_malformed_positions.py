"""Rage: whatever is given as a position is refused, or can be played on."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from erre.core.errors import BadOptions, BadPosition, Refusal
from erre.core.game import Position
from erre.games.rage import GAME
from tests.games.rage.table import OPTION_SETS, new
from tests.games.rage.written import PLAIN, Written, load

BIG = [10**9, -(10**9), 2**31, 2**63, -(2**63), 10**30, 10**5000]
RUBBISH: list[Any] = [
    None,
    True,
    0,
    -1,
    1.5,
    float("nan"),
    "",
    "x",
    "\ud800",
    [],
    [[]],
    {},
    {"a": 1},
    [None],
    ["\ud800"],
    *BIG,
]


@pytest.mark.parametrize("name", [*PLAIN, "turned", "old_tricks", "sheet", "chance", "correct", "moves_made", "game"])
def test_rubbish_in_a_field_is_refused_or_harmless(name: str) -> None:
    written = new(3).position.to_json()
    for rubbish in RUBBISH:
        read_and_play({**written, name: rubbish})
        read_and_play({**written, name: rubbish, "partial": True})


def read_and_play(written: Written) -> None:
    """Load a position that may be rubbish; where it is accepted, it must bear being played on."""
    try:
        position = Position.from_json(GAME, written)
    except (BadPosition, BadOptions):
        return
    for _ in range(12):
        moves = [(seat, move) for seat in position.turn for move in position.legal(seat)]
        if not moves:  # nobody is left without a move, unless there was no card to begin with
            assert position.outcome is not None or not any(position.to_json()["hands"])
            break
        position = position.play(*moves[len(moves) // 2]).position
        assert load(position.to_json()) == position


ANY_JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=6), inner, max_size=4),
    max_leaves=12,
)


@settings(max_examples=100)
@given(st.dictionaries(st.sampled_from([*PLAIN, "partial", "sheet", "chance", "turned", "x"]), ANY_JSON, max_size=6))
def test_a_dictionary_of_rubbish_is_refused(written: Written) -> None:
    with pytest.raises(Refusal):
        Position.from_json(GAME, written)


CARDS = st.sampled_from([*(f"{c}{v}" for c in "BGRYPO" for v in (0, 1, 7, 14, 15)), "J", "NT", "CT", "+5", "-5"])
PLAYS = st.sampled_from([*(f"{c}{v}" for c in "BGRYPO" for v in (2, 3, 8, 9)), "J:R", "J:Y", "NT", "CT", "+5", "-5"])
COLOUR = st.none() | st.sampled_from("BGRYPO")


@st.composite
def random_tables(draw: st.DrawFn) -> Written:
    """A partial position of readable parts that may or may not go together."""
    seats = draw(st.integers(3, 8))

    def each(numbers: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
        return st.lists(numbers, min_size=seats, max_size=seats)

    old = st.fixed_dictionaries({"leader": st.integers(0, seats - 1), "cards": each(PLAYS), "winner": st.none()})
    fields: dict[str, st.SearchStrategy[Any]] = {
        "phase": st.sampled_from(["bidding", "tricks", "tricks", "tricks", "over"]),
        "hands": each(st.lists(CARDS, max_size=draw(st.integers(0, 11)), unique=True)),
        "partial": st.just(True),
        "round": st.integers(1, 10),
    }
    more: dict[str, st.SearchStrategy[Any]] = {
        "leader": st.integers(0, seats - 1),
        "dealer": st.integers(0, seats - 1),
        "trick": st.lists(PLAYS, max_size=seats - 1, unique=True),
        "trump": COLOUR,
        "next_trump": COLOUR,
        "flip_pending": st.booleans(),
        "stock": st.lists(CARDS, max_size=6, unique=True),
        "turned": st.lists(CARDS, max_size=6, unique=True),
        "tricks": each(st.integers(0, 3)),
        "bonus": each(st.sampled_from([0, 0, 5, -5, 15])),
        "bids": each(st.none() | st.integers(0, 10)),
        "totals": each(st.integers(-200, 200)),
        "correct": each(st.integers(0, 10)),
        "old_tricks": st.lists(old, max_size=2),
        "options": st.sampled_from(OPTION_SETS),
    }
    return {"seats": seats, **draw(st.fixed_dictionaries(fields, optional=more))}


@settings(max_examples=300)
@given(random_tables())
def test_a_table_of_any_parts_is_refused_or_can_be_played_on(written: Written) -> None:
    read_and_play(written)
