"""From the way of the search for the fewest changes to the old melds that stay."""

from __future__ import annotations

from erre.core.engine import rule
from erre.core.record import IntArray
from erre.games.rummy.components import COLOUR_COUNT, GROUP, RUN, VALUES
from erre.games.rummy.solver.old_melds import count_bits, old_side
from erre.games.rummy.solver.sides import turned
from erre.games.rummy.solver.writing import add_meld
from erre.games.rummy.workspace import (
    ACTIVE,
    COLOUR_BITS,
    KEPT_GROUPS_AT,
    NEW_MELDS,
    OLD_GROUP,
    OLD_GROUP_COLOURS,
    OLD_GROUPS,
    OLD_RUN,
    OLD_RUN_LENGTH,
    OLD_RUN_STARTS,
    PATH,
    PATH_SIDE,
    PLACED,
    SIDE_HAVE,
    SIDE_MUST,
    SIDES,
    SLOTS,
    STAYING,
    TILE_BITS,
)


@rule
def write_staying(work: IntArray) -> int:
    """Write the old melds that the way keeps, and leave the rest of it to `write_way`; how many melds are written."""
    side = work[PATH_SIDE]
    old = old_side(side)
    work[NEW_MELDS] = work[PLACED]
    work[STAYING] &= (1 << work[PLACED]) - 1
    for value in range(VALUES):
        choices = work[PATH + value]
        for colour in range(COLOUR_COUNT):
            mine = choices >> COLOUR_BITS * colour
            kept = mine >> TILE_BITS & ACTIVE - 1
            kind = colour * VALUES + value
            take_tiles(work, side, kind, count_bits(kept))
            for slot in range(SLOTS):
                at = old + OLD_RUN_STARTS + (kind * SLOTS + slot) * OLD_RUN + OLD_RUN_LENGTH
                if kept >> slot & 1 and work[at]:
                    write_run(work, kind if side == SIDES else turned(kind + work[at] - 1), work[at])
        for group in range(SLOTS):
            if choices >> KEPT_GROUPS_AT + group & 1:
                colours = work[old + OLD_GROUPS + (value * SLOTS + group) * OLD_GROUP + OLD_GROUP_COLOURS]
                for colour in range(COLOUR_COUNT):
                    take_tiles(work, side, colour * VALUES + value, colours >> colour & 1)
                work[STAYING] |= 1 << work[NEW_MELDS]
                add_meld(work, GROUP, value if side == SIDES else VALUES - 1 - value, colours, 0)
    return work[NEW_MELDS]


@rule
def write_run(work: IntArray, start: int, count: int) -> None:
    """Write an old run that stays as it was among the melds of the new table."""
    work[STAYING] |= 1 << work[NEW_MELDS]
    add_meld(work, RUN, start, count, 0)


@rule
def take_tiles(work: IntArray, side: int, kind: int, count: int) -> None:
    """Some tiles of a kind are in melds that stay."""
    work[side + SIDE_HAVE + kind] -= count
    work[side + SIDE_MUST + kind] = max(work[side + SIDE_MUST + kind] - count, 0)
