"""Rummy: the table of a state as people and solvers read it, and a lay put into a state."""

from __future__ import annotations

from collections.abc import Sequence

from erre.core.record import NONE
from erre.games.rummy.components import (
    FIRST_JOKER,
    JOKER_AS,
    JOKERS,
    KINDS,
    MOST_MELDS,
    RACKS,
    TABLE,
    TILES,
)
from erre.games.rummy.notation import format_kind, format_tile
from erre.games.rummy.state import Rummy

Melds = list[list[int]]  # tiles


def melds_of(s: Rummy) -> Melds:
    """The tiles of each meld on the table."""
    melds = []
    at = 0
    for length in s.lengths[: s.melds].tolist():
        melds.append(list(s.cells[at : at + length].tolist()))
        at += length
    return melds


def rack_of(s: Rummy, seat: int) -> list[int]:
    """The tiles of a rack in ascending order."""
    return [tile for tile, place in enumerate(s.place.tolist()) if place == RACKS + seat]


def rack_counts(s: Rummy, seat: int) -> list[int]:
    """How many tiles of each kind a rack holds."""
    counts = [0] * KINDS
    for tile in rack_of(s, seat):
        counts[tile >> 1] += 1
    return counts


def cell_of(s: Rummy, tile: int) -> int:
    """A tile on the table as melds and the solver know it."""
    return JOKER_AS + s.stands[tile - FIRST_JOKER] if tile >= FIRST_JOKER else tile >> 1


def cells_of(s: Rummy) -> Melds:
    """The table as melds and the solver know it."""
    return [[cell_of(s, tile) for tile in meld] for meld in melds_of(s)]


def format_laid(s: Rummy, tile: int) -> str:
    """A tile on the table: a joker shows what it stands for."""
    text = format_tile(tile)
    return f"{text}={format_kind(s.stands[tile - FIRST_JOKER])}" if tile >= FIRST_JOKER else text


def table_text(s: Rummy) -> list[list[str]]:
    """The melds of the table as text."""
    return [[format_laid(s, tile) for tile in meld] for meld in melds_of(s)]


def put_melds(s: Rummy, melds: Sequence[Sequence[int]], stands: Sequence[int]) -> None:
    """Put a whole table into a state; its tiles leave the racks they were on."""
    s.melds = len(melds)
    tiles = [tile for meld in melds for tile in meld]
    s.lengths[:] = [len(meld) for meld in melds] + [0] * (MOST_MELDS - len(melds))
    s.cells[:] = tiles + [NONE] * (TILES - len(tiles))
    for joker in range(JOKERS):
        s.stands[joker] = stands[joker]
    for tile in tiles:
        place = s.place[tile]
        if RACKS <= place < TABLE:
            s.held[place - RACKS] -= 1
        s.place[tile] = TABLE
