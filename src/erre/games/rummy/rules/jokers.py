"""The jokers of a table before and after a turn: did each of them keep its place, or was it freed?

It is judged from the two tables alone. A joker that lay on the table still stands for the tile it stood for, or a tile
of that kind lies on the table now, one for each joker it freed, and not in the meld that has the joker. In a group a
joker stands for any colour that the group lacks. Copies of a tile, and the two jokers, are alike here.
"""

from __future__ import annotations

from erre.core.engine import rule
from erre.core.record import NONE, IntArray
from erre.games.rummy.components import COLOUR_COUNT, FREE, JOKER_KIND, KIND_BITS, KINDS, REPLACE, VALUES
from erre.games.rummy.rules.melds import jokers_in, missing_colours, run_start
from erre.games.rummy.solver.workspace import (
    JOKER,
    JOKER_COLOURS,
    JOKER_MELD,
    JOKER_RULE,
    JOKER_VALUE,
    MOST_JOKERS,
    NEW_CELLS,
    NEW_COUNTS,
    NEW_JOKER,
    NEW_JOKERS,
    NEW_LENGTHS,
    NEW_MELDS,
    OLD_CELLS,
    OLD_COUNTS,
    OLD_JOKER,
    OLD_JOKERS,
    OLD_LENGTHS,
    OLD_MELDS,
    SAME_MELD,
)


@rule
def count_table(work: IntArray, cells: int, lengths: int, melds: int, counts: int, found: int, joker: int) -> None:
    """Count the tiles of a table by kind, and list its jokers: meld, number, bits of the colours it may stand for.

    §8.4 In a group a joker may stand for any colour that the group has no tile of.
    """
    for kind in range(KINDS):
        work[counts + kind] = 0
    work[found] = 0
    first = cells
    for meld in range(melds):
        count = work[lengths + meld]
        for at in range(first, first + count):
            cell = work[at]
            if cell < JOKER_KIND:
                work[counts + cell] += 1
                continue
            work[counts + JOKER_KIND] += 1
            colours = 1 << (cell & KIND_BITS) // VALUES
            if run_start(work, first, count) == NONE:
                colours = missing_colours(work, first, count, 0)
            place = joker + JOKER * work[found]
            work[place + JOKER_MELD] = meld
            work[place + JOKER_VALUE] = (cell & KIND_BITS) % VALUES
            work[place + JOKER_COLOURS] = colours
            work[found] += 1
        first += count


@rule
def count_old_table(work: IntArray) -> None:
    """Count the table before the turn."""
    count_table(work, OLD_CELLS, OLD_LENGTHS, work[OLD_MELDS], OLD_COUNTS, OLD_JOKERS, OLD_JOKER)


@rule
def count_new_table(work: IntArray) -> None:
    """Count the table after the turn."""
    count_table(work, NEW_CELLS, NEW_LENGTHS, work[NEW_MELDS], NEW_COUNTS, NEW_JOKERS, NEW_JOKER)


@rule
def has_kind(work: IntArray, meld: int, kind: int) -> bool:
    """Whether a meld of the new table has a tile of a kind, not a joker in its place."""
    first = NEW_CELLS
    for before in range(meld):
        first += work[NEW_LENGTHS + before]
    for at in range(first, first + work[NEW_LENGTHS + meld]):
        if work[at] == kind:
            return True
    return False


@rule
def may_free(work: IntArray, kind: int, jokers: int) -> bool:
    """§5.6 A tile of the kind that a joker stood for frees it, one tile for each joker.

    §8.5 It may come from the rack or from the table (or from the rack alone, by option).
    """
    tiles = work[NEW_COUNTS + kind]
    if work[JOKER_RULE] != REPLACE:
        tiles -= work[OLD_COUNTS + kind]
    return tiles >= jokers


@rule
def is_elsewhere(work: IntArray, kind: int, new: int) -> bool:
    """§5.7 A freed joker goes into another meld than the tile that freed it (or also into that, by option)."""
    if work[SAME_MELD]:
        return True
    tiles = work[NEW_COUNTS + kind]
    return tiles - has_kind(work, work[NEW_JOKER + JOKER * new + JOKER_MELD], kind) >= 1


@rule
def stands_for(work: IntArray, new: int, value: int, colour: int) -> bool:
    """Whether a joker of the new table stands for a tile, or may."""
    at = NEW_JOKER + JOKER * new
    return bool(work[at + JOKER_VALUE] == value and work[at + JOKER_COLOURS] >> colour & 1)


@rule
def is_settled(work: IntArray, old: int, new: int, colour: int, freed: int) -> bool:
    """Whether an old joker, as one of the new ones, has kept the tile of a colour, or was freed by one."""
    at = OLD_JOKER + JOKER * old
    if not work[at + JOKER_COLOURS] >> colour & 1:
        return False
    if not freed:
        return stands_for(work, new, work[at + JOKER_VALUE], colour)
    kind = colour * VALUES + work[at + JOKER_VALUE]
    return may_free(work, kind, 1) and is_elsewhere(work, kind, new)


@rule
def are_settled_together(
    work: IntArray, new0: int, colour0: int, freed0: int, new1: int, colour1: int, freed1: int
) -> bool:
    """Whether two jokers that are settled each on its own are so together."""
    if work[OLD_JOKER + JOKER_VALUE] != work[OLD_JOKER + JOKER + JOKER_VALUE] or colour0 != colour1:
        return True
    if work[OLD_JOKER + JOKER_MELD] == work[OLD_JOKER + JOKER + JOKER_MELD]:
        return False  # in one group they stood for two colours
    if freed0 and freed1:
        kind = colour0 * VALUES + work[OLD_JOKER + JOKER_VALUE]
        if not may_free(work, kind, 2):
            return False
        # Two tiles, each in a meld of its own: only if both jokers lie with the same one, none is left for them.
        meld0, meld1 = work[NEW_JOKER + JOKER * new0 + JOKER_MELD], work[NEW_JOKER + JOKER * new1 + JOKER_MELD]
        return bool(work[SAME_MELD] or meld0 != meld1 or not has_kind(work, meld0, kind))
    if not freed0 and not freed1:
        return work[NEW_JOKER + JOKER * new0 + JOKER_MELD] != work[NEW_JOKER + JOKER * new1 + JOKER_MELD]
    return True


@rule
def keeps_joker_rule(work: IntArray) -> bool:
    """Whether every joker of the old table has kept its place on the new one or was freed; both must be counted."""
    if work[JOKER_RULE] == FREE or work[OLD_JOKERS] == 0:
        return True
    for new0 in range(work[NEW_JOKERS]):
        for case0 in range(2 * COLOUR_COUNT):
            if not is_settled(work, 0, new0, case0 >> 1, case0 & 1):
                continue
            if work[OLD_JOKERS] == 1:
                return True
            for case1 in range(2 * COLOUR_COUNT):
                if is_settled(work, 1, 1 - new0, case1 >> 1, case1 & 1) and are_settled_together(
                    work, new0, case0 >> 1, case0 & 1, 1 - new0, case1 >> 1, case1 & 1
                ):
                    return True
    return False


@rule
def has_few_jokers(work: IntArray) -> bool:
    """Whether no meld of the new table has more jokers than the option allows."""
    first = NEW_CELLS
    for meld in range(work[NEW_MELDS]):
        if jokers_in(work, first, work[NEW_LENGTHS + meld]) > work[MOST_JOKERS]:
            return False
        first += work[NEW_LENGTHS + meld]
    return True
