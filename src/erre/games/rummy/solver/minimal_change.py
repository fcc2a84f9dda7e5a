"""The lay that changes least: of all lays of the most tiles, one that leaves the most melds of the table as they are.

A change is a meld of the old table that does not lie on the new one: with the same tiles, and its jokers in the same
places (in a group these have none). A tile added to a meld changes that one meld; a tile taken from one meld for
another changes both. Here the old melds with jokers are settled, in every case there is; then `old` searches.
"""

from __future__ import annotations

from erre.core.engine import rule
from erre.core.record import NONE, IntArray
from erre.games.rummy.components import COLOUR_COUNT, FREE, GROUP, JOKER_AS, JOKER_KIND, JOKERS, KIND_BITS, RUN, VALUES
from erre.games.rummy.rules.melds import colour_of, run_start
from erre.games.rummy.solver.best_lay import count_lay, find_lay, try_case
from erre.games.rummy.solver.joker_cases import set_case, weigh
from erre.games.rummy.solver.joker_placement import bits_in, take_tile
from erre.games.rummy.solver.minimal_change_search import LOST
from erre.games.rummy.solver.old_melds import CHANGE
from erre.games.rummy.solver.workspace import (
    CHANGED,
    COUNTING_CHANGES,
    FIRST_PLACED,
    FREE_JOKERS,
    JOKER,
    JOKER_COLOURS,
    JOKER_MELD,
    JOKER_RULE,
    KEPT,
    LAY_CELLS,
    LAY_LENGTHS,
    LAY_LOSS,
    LAY_MELDS,
    LAY_TILES,
    MUST_JOKERS,
    NEW_MELDS,
    OLD_CELLS,
    OLD_JOKER,
    OLD_JOKERS,
    OLD_LENGTHS,
    OLD_MELDS,
    PLACED,
    POINT_WEIGHT,
    SETTLED,
    STAYING,
    TILE_WEIGHT,
)
from erre.games.rummy.solver.writing import add_meld

CASE_BITS = 3  # of a case of one joker: a colour, and whether it is freed
CASE_MASK = (1 << CASE_BITS) - 1
FILLS = COLOUR_COUNT + 1  # who lies in the place of a joker: one kept as the tile of a colour, or a free one


@rule
def find_minimal_change(work: IntArray) -> None:
    """A lay of the most tiles that leaves the most melds of the table as they are; the table itself if there is none.

    It begins with any lay of the most tiles: what is found must cost less.
    """
    work[TILE_WEIGHT], work[POINT_WEIGHT] = 1, 0
    find_lay(work)
    if work[LAY_TILES] == 0:
        return
    work[TILE_WEIGHT] = LOST
    weigh(work)
    work[COUNTING_CHANGES] = 1 + work[LAY_LOSS] * LOST
    work[LAY_LOSS] = work[LAY_LOSS] * LOST + CHANGE * (work[OLD_MELDS] - bits_in(staying_in_lay(work)))
    jokers = with_jokers(work)
    stay = jokers
    while True:
        try_staying(work, jokers, stay)
        if stay == 0:
            break
        stay = stay - 1 & jokers
    work[COUNTING_CHANGES] = work[CHANGED] = work[SETTLED] = 0
    count_lay(work)


@rule
def with_jokers(work: IntArray) -> int:
    """The old melds that have jokers, as bits."""
    melds = 0
    for joker in range(work[OLD_JOKERS]):
        melds |= 1 << work[OLD_JOKER + JOKER * joker + JOKER_MELD]
    return melds


@rule
def try_staying(work: IntArray, jokers: int, stay: int) -> None:
    """Of the old melds with jokers just these stay: search every case of the old jokers."""
    count = 0 if work[JOKER_RULE] == FREE else work[OLD_JOKERS]
    cases = 1 << CASE_BITS * count
    fills = FILLS * FILLS if count == JOKERS else 1
    for case in range(cases):
        if not is_possible_case(work, 0, case & CASE_MASK) or not is_possible_case(work, 1, case >> CASE_BITS):
            continue
        for fill in range(fills):
            if put_case(work, stay, case & CASE_MASK, case >> CASE_BITS, fill):
                work[SETTLED] = jokers
                work[CHANGED] = CHANGE * bits_in(jokers & ~stay)
                try_case(work)


@rule
def put_case(work: IntArray, stay: int, case0: int, case1: int, fill: int) -> bool:
    """Write the problem with the old jokers in one case, and the places of those that stay filled in one way."""
    if work[JOKER_RULE] == FREE:
        fill0 = fill1 = COLOUR_COUNT
    elif work[OLD_JOKERS] == JOKERS:
        fill0, fill1 = fill % FILLS, fill // FILLS
        if not is_possible_fill(work, stay, 0, fill0) or not is_possible_fill(work, stay, 1, fill1):
            return False
    else:
        fill0 = fill1 = NONE if case0 & 1 else case0 >> 1
    return set_case(work, case0, case1) and keep_melds(work, stay, fill0, fill1)


@rule
def is_possible_case(work: IntArray, joker: int, case: int) -> bool:
    """Whether an old joker may be kept as, or freed by, the tile of a case's colour."""
    if work[JOKER_RULE] == FREE or joker >= work[OLD_JOKERS]:
        return case == 0
    return bool(work[OLD_JOKER + JOKER * joker + JOKER_COLOURS] >> (case >> 1) & 1)


@rule
def is_possible_fill(work: IntArray, stay: int, joker: int, fill: int) -> bool:
    """Whether the place of an old joker may be filled so; in a meld that does not stay there is nothing to choose."""
    at = OLD_JOKER + JOKER * joker
    if not stay >> work[at + JOKER_MELD] & 1:
        return fill == COLOUR_COUNT
    return bool(fill == COLOUR_COUNT or work[at + JOKER_COLOURS] >> fill & 1)


@rule
def keep_melds(work: IntArray, stay: int, fill0: int, fill1: int) -> bool:
    """Take melds of the old table out of the problem, as they are; False, halfway through it, if that cannot be."""
    work[NEW_MELDS] = 0
    first = OLD_CELLS
    jokers = 0  # met so far
    for meld in range(work[OLD_MELDS]):
        count = work[OLD_LENGTHS + meld]
        fill = fill0 if jokers == 0 else fill1
        if stay >> meld & 1 and not keep_meld(work, first, count, fill, fill1):
            return False
        for at in range(first, first + count):
            jokers += work[at] > JOKER_KIND
        first += count
    work[PLACED] = work[FIRST_PLACED] = work[NEW_MELDS]
    work[STAYING] = (1 << work[NEW_MELDS]) - 1
    return True


@rule
def keep_meld(work: IntArray, first: int, count: int, fill: int, next_fill: int) -> bool:
    """Take one meld out of the problem; its jokers are free ones, or kept as the tile of a colour."""
    is_run = run_start(work, first, count) != NONE
    extent = jokers = 0
    for place in range(count):
        cell = work[first + place]
        kind = cell & KIND_BITS
        bit = 1 << (place if is_run else colour_of(kind))
        extent |= bit
        if cell >= JOKER_AS:
            jokers |= bit
            if not fill_place(work, kind, fill):
                return False
            fill = next_fill
        elif not take_tile(work, kind):
            return False
    if is_run:
        add_meld(work, RUN, work[first] & KIND_BITS, count, jokers)
    else:
        add_meld(work, GROUP, (work[first] & KIND_BITS) % VALUES, extent, jokers)
    return True


@rule
def fill_place(work: IntArray, kind: int, fill: int) -> bool:
    """A joker lies where one lay as this kind; False if there is none for it."""
    if fill == NONE:
        return False
    if fill == COLOUR_COUNT:
        # a joker of the rack would do no more here than the old one that stays
        if work[MUST_JOKERS] == 0:
            return False
        work[FREE_JOKERS] -= 1
        work[MUST_JOKERS] -= 1
        return True
    kind = fill * VALUES + kind % VALUES
    if work[KEPT + kind] == 0:
        return False
    work[KEPT + kind] -= 1
    return take_tile(work, kind)


@rule
def staying_in_lay(work: IntArray) -> int:
    """The melds of the old table that lie in the lay, as bits; each meld of the lay counts for one of them."""
    stay = used = 0
    first = OLD_CELLS
    for meld in range(work[OLD_MELDS]):
        count = work[OLD_LENGTHS + meld]
        at = LAY_CELLS
        for other in range(work[LAY_MELDS]):
            if not used >> other & 1 and work[LAY_LENGTHS + other] == count and is_same(work, first, at, count):
                used |= 1 << other
                stay |= 1 << meld
                break
            at += work[LAY_LENGTHS + other]
        first += count
    return stay


@rule
def is_same(work: IntArray, one: int, other: int, count: int) -> bool:
    """Whether two rows of cells of the same length are the same meld: in a group the order, and the place of jokers in
    it, do not matter."""
    if run_start(work, one, count) != NONE:
        for i in range(count):
            if work[one + i] != work[other + i]:
                return False
        return True
    if run_start(work, other, count) != NONE or work[one] % JOKER_AS % VALUES != work[other] % JOKER_AS % VALUES:
        return False
    colours = 0
    for i in range(count):
        if work[one + i] < JOKER_KIND:
            colours |= 1 << colour_of(work[one + i])
        if work[other + i] < JOKER_KIND:
            colours ^= 1 << colour_of(work[other + i])
    return colours == 0
