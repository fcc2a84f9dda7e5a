"""`Position`: which seats and numbers of seats it takes."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import erre
from erre.core.errors import BadOptions
from erre.core.game import Position
from erre.games import own_names

NO_NUMBERS: tuple[Any, ...] = ("1", 1.0, 1.5, True, np.True_, np.float64(1), b"1", [1], {}, 10**20, np.array([1]))
FOR_A_SEAT: list[Callable[[Position, Any], Any]] = [
    lambda position, seat: position.legal(seat),
    lambda position, seat: position.view(seat),
    lambda position, seat: position.shown(seat),
    lambda position, seat: position.play(seat, position.legal(position.turn[0])[0]),
    lambda position, seat: position.check(seat, position.legal(position.turn[0])[0]),
]


@pytest.mark.parametrize("ask", FOR_A_SEAT, ids=("legal", "view", "shown", "play", "check"))
@pytest.mark.parametrize("name", own_names())
def test_what_is_no_seat_is_refused_in_words(name: str, ask: Callable[[Position, Any], Any]) -> None:
    position = erre.new(name, seats=3, seed=7)
    for given in NO_NUMBERS:
        with pytest.raises(BadOptions, match="a seat is a number from 0 to 2, not "):
            ask(position, given)
    for seat in (3, 99, -1, np.int64(99)):
        with pytest.raises(BadOptions, match=f"there is no seat {seat:d}: the seats are 0 to 2"):
            ask(position, seat)


@pytest.mark.parametrize("kind", [np.int8, np.int64, np.uint32, np.array])
@pytest.mark.parametrize("name", own_names())
def test_whole_numbers_of_other_kinds_are_seats(name: str, kind: Any) -> None:
    position = erre.new(name, seats=3, seed=7)
    seat = position.turn[0]
    view, legal = position.view(kind(seat)), position.legal(kind(seat))
    assert type(view.seat) is int
    assert (view, legal) == (position.view(seat), position.legal(seat))
    assert position.play(kind(seat), legal[0]).position == position.play(seat, legal[0]).position


@pytest.mark.parametrize("kind", [np.int8, np.int64, np.array])
def test_whole_numbers_of_other_kinds_are_numbers_of_seats(kind: Any) -> None:
    position = erre.new("rage", seats=kind(4), seed=7)
    assert position == erre.new("rage", seats=4, seed=7)
    assert type(position.seats) is int


@pytest.mark.parametrize("given", [True, np.True_, 4.0, "4", 2, 9, np.int64(9), 10**20])
def test_other_numbers_of_seats_are_refused_in_words(given: Any) -> None:
    with pytest.raises(BadOptions, match="Rage is for 3 to 8 players, not "):
        erre.new("rage", seats=given, seed=7)
