"""Rummy: samples states that fit everything a seat has seen."""

from __future__ import annotations

from erre.core.chance import roll
from erre.core.engine import rule
from erre.core.record import NONE, IntArray
from erre.games.rummy.components import OUT, POOL, RACKS, TABLE, TILES
from erre.games.rummy.state import OVER, Rummy

SCRATCH = TILES  # the tiles that the seat cannot see


@rule
def unseen_tiles(s: Rummy, me: int, unseen: IntArray) -> int:
    """Every tile that is neither on the table nor on the seat's own rack; how many."""
    count = 0
    for tile in range(TILES):
        place = s.place[tile]
        if place != TABLE and (me == NONE or place != RACKS + me):
            unseen[count] = tile
            count += 1
    return count


@rule
def imagine(s: Rummy, me: int, luck: IntArray, scratch: IntArray) -> None:
    """Re-deal everything the seat cannot see, all fitting states equally likely, with fresh randomness to come.

    A table and racks tell nothing more of a hidden tile than that it is elsewhere. Where a position was written down
    in part, some tiles stay out of it. After the end all racks lie open, and only the pool is unknown.
    """
    own = me
    if s.phase == OVER:
        left = 0
        for tile in range(TILES):
            if s.place[tile] == POOL or s.place[tile] == OUT:
                scratch[left] = tile
                left += 1
    else:
        left = unseen_tiles(s, own, scratch)
        for seat in range(s.seats):
            if seat != own:
                for _ in range(s.held[seat]):
                    left = deal_one(s, luck, scratch, left, RACKS + seat)
    for i in range(s.left):
        at = roll(luck, left)
        s.pool[i] = scratch[at]
        left = deal_at(s, scratch, left, at, POOL)
    for i in range(left):
        s.place[scratch[i]] = OUT
    s.drawn = 0
    for i in range(8):
        s.key[i] = roll(luck, 1 << 31)
    for i in range(16):
        s.block[i] = 0


@rule
def deal_one(s: Rummy, luck: IntArray, unseen: IntArray, left: int, place: int) -> int:
    """Any unseen tile goes to a place; the tiles left."""
    return deal_at(s, unseen, left, roll(luck, left), place)


@rule
def deal_at(s: Rummy, unseen: IntArray, left: int, at: int, place: int) -> int:
    """One of the unseen tiles goes to a place; the tiles left."""
    s.place[unseen[at]] = place
    unseen[at] = unseen[left - 1]
    return left - 1
