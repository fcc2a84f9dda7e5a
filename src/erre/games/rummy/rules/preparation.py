"""Rummy, chapter 0: the preparation of a match and of each hand."""

from __future__ import annotations

from erre.core.chance import draw, shuffle
from erre.core.engine import rule
from erre.core.record import NONE
from erre.games.rummy.components import JOKERS, MOST_HANDS, MOST_MELDS, POOL, RACK_SIZE, RACKS, TILES
from erre.games.rummy.state import DEALING, TURN, Rummy


@rule
def set_up(s: Rummy) -> None:
    """§0.4 The lot says who begins."""
    s.hand_no = 1
    s.starter = draw(s, s.seats)
    s.phase = DEALING
    for hand in range(MOST_HANDS):
        for seat in range(s.seats):
            s.sheet[hand, seat] = 0


@rule
def left_of(s: Rummy, seat: int) -> int:
    """§0.5 Play goes clockwise."""
    return seat + 1 if seat + 1 < s.seats else 0


@rule
def deal(s: Rummy) -> None:
    """§0.3 The tiles are mixed face down; everybody takes fourteen, and the rest is the pool."""
    clear_hand(s)
    for tile in range(TILES):
        s.pool[tile] = tile
        s.place[tile] = POOL
    shuffle(s, s.pool, TILES)
    s.left = TILES
    for seat in range(s.seats):
        for _ in range(RACK_SIZE):
            take_tile(s, seat)
    s.turn = s.starter
    s.phase = TURN


@rule
def clear_hand(s: Rummy) -> None:
    """Empty every field that belongs to a single hand."""
    s.passes = s.closed_from_hand = s.melds = s.left = 0
    s.winner = NONE
    for seat in range(s.seats):
        s.opened[seat] = s.held[seat] = 0
    for i in range(TILES):
        s.cells[i] = s.pool[i] = NONE
    for i in range(MOST_MELDS):
        s.lengths[i] = 0
    for i in range(JOKERS):
        s.stands[i] = NONE


@rule
def take_tile(s: Rummy, seat: int) -> None:
    """The top tile of the pool goes to a rack."""
    s.left -= 1
    tile = s.pool[s.left]
    s.pool[s.left] = NONE
    s.place[tile] = RACKS + seat
    s.held[seat] += 1
