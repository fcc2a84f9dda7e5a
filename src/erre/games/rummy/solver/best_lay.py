"""The best lay: for each way to treat the jokers on the table one search, its melds written and judged.

Usually that is all. Where jokers may not lie as the search has put them (a freed one with the tile that freed it, two
in one meld, one that has no room), the meld that matters is placed first, in every form it can have, and the rest is
searched.
"""

from __future__ import annotations

from erre.core.engine import rule
from erre.core.record import NONE, IntArray
from erre.games.rummy.components import FREE, JOKER_KIND, KINDS, NATURAL_KINDS, VALUES
from erre.games.rummy.rules.jokers import count_old_table
from erre.games.rummy.solver.joker_cases import CASES, search, set_case, weigh
from erre.games.rummy.solver.joker_placement import place_melds
from erre.games.rummy.solver.judging import write_lay
from erre.games.rummy.workspace import (
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


@rule
def find_lay(work: IntArray) -> None:
    """The lay from the rack that weighs most, with the whole new table; the old table where nothing can be laid."""
    count_old_table(work)
    weigh(work)
    keep_old_table(work)
    try_cases(work, NONE)
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
def try_cases(work: IntArray, enough: int) -> None:
    """Search all ways to treat the jokers of the table, until a lay loses no more than what is enough."""
    cases = 1 if work[JOKER_RULE] == FREE else CASES
    jokers = work[OLD_JOKERS]
    for case0 in range(cases if jokers > 0 else 1):
        for case1 in range(cases if jokers > 1 else 1):
            if work[LAY_LOSS] > enough and set_case(work, case0, case1):
                try_case(work)


@rule
def try_case(work: IntArray) -> None:
    """Search one way to treat the jokers; where they cannot lie as found, keep jokers on the rack or place melds first.

    Placements come last: they must then beat a good lay, and most of them are seen at once not to.
    """
    free = work[FREE_JOKERS]
    failed = 0
    for left in range(free - work[MUST_JOKERS] + 1):
        if search_with(work, free, left):
            break
        failed += 1
    for left in range(failed):
        if not search_with(work, free, left):
            place_melds(work)


@rule
def search_with(work: IntArray, free: int, left: int) -> bool:
    """Search with some jokers left on the rack; whether that settles it: no lay is better, or this one is allowed."""
    work[FREE_JOKERS] = free - left
    work[LEFT_OUT] = work[CHANGED] + left * work[TILE_WEIGHT]
    loss = search(work)
    return loss == NEVER or write_lay(work, loss)
