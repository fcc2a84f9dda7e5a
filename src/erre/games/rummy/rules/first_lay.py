"""Rummy, chapter 2: the first lay, and the lay that kernels open with."""

from __future__ import annotations

from erre.core.engine import rule
from erre.core.record import NONE
from erre.games.rummy.components import OPENING_POINTS
from erre.games.rummy.rules.adding import dearest_shape, kinds_of_shape, lacking, lay_shape, rack_jokers, rack_kinds
from erre.games.rummy.shapes import SHAPE_POINTS, SHAPE_SIZE
from erre.games.rummy.state import Rummy


@rule
def is_opening(points: int) -> bool:
    """§2.1 The first lay of a seat is worth 30 points at least."""
    return points >= OPENING_POINTS


@rule
def must_open(s: Rummy, seat: int) -> bool:
    """§2.4 Until then a seat draws in every turn."""
    return not s.opened[seat]


@rule
def may_use_table(s: Rummy, seat: int) -> bool:
    """§4.4 §5.1 The melds on the table belong to all who have laid their first points, and so do the jokers in them."""
    return not must_open(s, seat)


@rule
def opening_jokers(s: Rummy, seat: int) -> int:
    """How many jokers the first lay of a rack takes that has the dearest meld first; NONE if it has no first lay."""
    for jokers in range(rack_jokers(s, seat) + 1):
        once, twice = rack_kinds(s, seat, 1), rack_kinds(s, seat, 2)
        points = tiles = used = 0
        while True:
            shape = dearest_shape(once, min(jokers - used, s.max_jokers_per_meld))
            if shape == NONE:
                break
            used += lacking(once, shape)
            points += SHAPE_POINTS[shape]
            tiles += SHAPE_SIZE[shape]
            kinds = kinds_of_shape(shape)
            once, twice = once & ~kinds | twice & kinds, twice & ~kinds
        if is_opening(points) or (s.close_from_hand and tiles == s.held[seat]):
            return jokers
    return NONE


@rule
def lay_opening(s: Rummy, seat: int, jokers: int) -> None:
    """The first lay of a rack, the dearest meld first, with at most this many jokers."""
    held = rack_jokers(s, seat)
    while True:
        left = jokers - held + rack_jokers(s, seat)
        shape = dearest_shape(rack_kinds(s, seat, 1), min(left, s.max_jokers_per_meld))
        if shape == NONE:
            return
        lay_shape(s, seat, shape)
