"""Sketches: which lists of a view lie at the seats."""

from __future__ import annotations

import random
from collections.abc import Iterator

import msgspec
import pytest

import erre
from erre.core.game import Position
from erre.games import game, own_names


def positions(name: str, seats: int, seed: int) -> Iterator[Position]:
    """The positions of a random game, up to a hundred moves."""
    position, dice = erre.new(name, seats=seats, seed=seed), random.Random(seed)
    for _ in range(100):
        yield position
        if position.is_over:
            return
        seat = position.turn[0]
        position = position.play(seat, dice.choice(position.legal(seat))).position


def at_seats(position: Position) -> set[str]:
    """The titles of what a sketch shows at seats."""
    return {zone.title for zone in position.game.sketch(position.view(None)).zones if zone.seat is not None}


@pytest.mark.parametrize("name", own_names())
def test_only_what_a_game_declares_lies_at_a_seat(name: str) -> None:
    one = game(name)
    for seats in range(one.least_seats, one.most_seats + 1):
        for position in positions(name, seats, 3):
            assert at_seats(position) <= {field.replace("_", " ") for field in one.seat_fields}


@pytest.mark.parametrize("name", own_names())
def test_what_a_game_declares_has_an_entry_for_each_seat(name: str) -> None:
    one = game(name)
    for position in positions(name, 3, 3):
        view = position.view(None)
        for field in one.seat_fields:
            value = getattr(view, field)
            assert value is None or len(value) == 3


def test_the_treasures_of_rok_lie_at_their_seats() -> None:
    assert at_seats(erre.new("rok", seats=3, seed=7)) == {"treasure", "since", "held"}


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_as_many_melds_as_seats_lie_on_the_table(seats: int) -> None:
    one, view = game("rummy"), erre.new("rummy", seats=seats, seed=7).view(0)
    table = [["R1", "R2", "R3"], ["B4", "B5", "B6"], ["G7", "G8", "G9"], ["Y1", "Y2", "Y3"]][:seats]
    zones = [zone for zone in one.sketch(msgspec.structs.replace(view, table=table)).zones if zone.title == "table"]
    assert [(zone.seat, len(zone.pieces)) for zone in zones] == [(None, seats)]


def test_racks_at_the_end_lie_at_their_seats() -> None:
    one, view = game("rummy"), erre.new("rummy", seats=2, seed=7).view(0)
    shown = one.sketch(msgspec.structs.replace(view, racks=[["R1"], ["B2", "B3"]])).zones
    assert [(zone.seat, zone.pieces) for zone in shown if zone.title == "racks"] == [(0, ["R1"]), (1, ["B2", "B3"])]
