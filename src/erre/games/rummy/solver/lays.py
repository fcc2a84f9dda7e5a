"""The best lay: for each way to treat the jokers on the table one search, its melds written and judged.

Usually that is all. Where jokers may not lie as the search has put them (a freed one beside the tile that freed it, two
in one meld, one that has no room), the meld that matters is pinned down, each way it can look, and the rest searched.
"""

from __future__ import annotations

from erre.core.engine import wide_rule as rule
from erre.core.record import IntArray
from erre.games.rummy.components import COLOUR_COUNT, FREE, JOKER_KIND, KINDS, NATURAL_KINDS, VALUES
from erre.games.rummy.rules.jokers import count_old_table
from erre.games.rummy.solver.layout import (
    CELLS,
    CHANGED,
    FREE_JOKERS,
    JOKER_RULE,
    LAY_CELLS,
    LAY_LENGTHS,
    LAY_LOSS,
    LAY_MELDS,
    LAY_POINTS,
    LAY_TILES,
    LEFT_OUT,
    LENGTHS,
    MUST_JOKERS,
    NEVER,
    OLD_CELLS,
    OLD_COUNTS,
    OLD_JOKERS,
    OLD_LENGTHS,
    OLD_MELDS,
    RACK,
    TILE_WEIGHT,
    WEIGHT,
)
from erre.games.rummy.solver.pins import pin_melds
from erre.games.rummy.solver.ways import search, set_jokers, weigh, write_lay


@rule
def find_lay(work: IntArray) -> None:
    """The lay from the rack that weighs most, with the whole new table; the old table where nothing can be laid."""
    count_old_table(work)
    weigh(work)
    keep_old_table(work)
    ways = 1 if work[JOKER_RULE] == FREE else 2 * COLOUR_COUNT
    jokers = work[OLD_JOKERS]
    for way0 in range(ways if jokers > 0 else 1):
        for way1 in range(ways if jokers > 1 else 1):
            if set_jokers(work, way0, way1):
                try_way(work)
    count_lay(work)


@rule
def keep_old_table(work: IntArray) -> None:
    """Nothing laid: the lay that every other one must beat."""
    loss = work[RACK + JOKER_KIND] * work[TILE_WEIGHT]
    for kind in range(NATURAL_KINDS):
        loss += work[RACK + kind] * work[WEIGHT + kind % VALUES]
    work[LAY_LOSS] = loss
    work[LAY_MELDS] = work[OLD_MELDS]
    for i in range(LENGTHS):
        work[LAY_LENGTHS + i] = work[OLD_LENGTHS + i]
    for i in range(CELLS):
        work[LAY_CELLS + i] = work[OLD_CELLS + i]


@rule
def count_lay(work: IntArray) -> None:
    """The tiles of the rack in the lay, and their points."""
    tiles = points = cells = 0
    for i in range(work[LAY_MELDS]):
        cells += work[LAY_LENGTHS + i]
    for i in range(cells):
        cell = work[LAY_CELLS + i]
        tiles += 1
        points += cell % VALUES + 1 if cell < JOKER_KIND else 0
    for kind in range(KINDS):
        tiles -= work[OLD_COUNTS + kind]
        points -= work[OLD_COUNTS + kind] * (kind % VALUES + 1) if kind < JOKER_KIND else 0
    work[LAY_TILES] = tiles
    work[LAY_POINTS] = points


@rule
def try_way(work: IntArray) -> None:
    """Search one way to treat the jokers; where they cannot lie as found, keep jokers on the rack or pin melds down.

    Pins come last: they must then beat a good lay, and most of them are seen at once not to.
    """
    free = work[FREE_JOKERS]
    failed = 0
    for left in range(free - work[MUST_JOKERS] + 1):
        if search_with(work, free, left):
            break
        failed += 1
    for left in range(failed):
        if not search_with(work, free, left):
            pin_melds(work)


@rule
def search_with(work: IntArray, free: int, left: int) -> bool:
    """Search with so many jokers left on the rack; whether that settles it: there is none better, or it may lie so."""
    work[FREE_JOKERS] = free - left
    work[LEFT_OUT] = work[CHANGED] + left * work[TILE_WEIGHT]
    loss = search(work)
    return loss == NEVER or write_lay(work, loss)
