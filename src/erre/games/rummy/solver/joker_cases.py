"""One way to treat the jokers on the table: the problem written down, searched, its melds written and judged."""

from __future__ import annotations

from erre.core.engine import rule
from erre.core.record import IntArray
from erre.games.rummy.components import COLOUR_COUNT, FREE, GROUP, JOKER_KIND, KINDS, LEAST_MELD, REPLACE, RUN, VALUES
from erre.games.rummy.rules.jokers import count_new_table, has_few_jokers, keeps_joker_rule
from erre.games.rummy.rules.melds import lowest_bit
from erre.games.rummy.solver.minimal_change_search import fewest_changes
from erre.games.rummy.solver.search import least_loss
from erre.games.rummy.solver.staying import write_staying
from erre.games.rummy.solver.workspace import (
    CHANGED,
    COUNTING_CHANGES,
    FIRST_PLACED,
    FREE_JOKERS,
    FREED,
    HAVE,
    JOKER,
    JOKER_COLOURS,
    JOKER_MELD,
    JOKER_RULE,
    JOKER_VALUE,
    KEPT,
    LAY_CELLS,
    LAY_LENGTHS,
    LAY_LOSS,
    LAY_MELDS,
    LEFT_OUT,
    MELD,
    MELD_EXTENT,
    MELD_FORM,
    MELD_JOKERS,
    MELD_START,
    MELDS,
    MOST_JOKERS,
    MUST,
    MUST_JOKERS,
    NEVER,
    NEW_CELLS,
    NEW_LENGTHS,
    NEW_MELDS,
    OLD_COUNTS,
    OLD_JOKER,
    OLD_JOKERS,
    PLACED,
    POINT_WEIGHT,
    RACK,
    STAYING,
    TILE_WEIGHT,
    WEIGHT,
)
from erre.games.rummy.solver.writing import ALL_COLOURS, add_meld, write_cells, write_way

USUAL_RUNS = 2  # open at once in a colour: more are never needed for two copies of each tile and two free jokers
MOST_RUNS = 4


@rule
def weigh(work: IntArray) -> None:
    """What a tile of each number is worth."""
    for value in range(VALUES):
        work[WEIGHT + value] = work[TILE_WEIGHT] + work[POINT_WEIGHT] * (value + 1)


@rule
def keep_lay(work: IntArray, loss: int) -> None:
    """The table just written is the best so far."""
    work[LAY_LOSS] = loss
    work[LAY_MELDS] = work[NEW_MELDS]
    cells = 0
    for i in range(work[NEW_MELDS]):
        work[LAY_LENGTHS + i] = work[NEW_LENGTHS + i]
        cells += work[NEW_LENGTHS + i]
    for i in range(cells):
        work[LAY_CELLS + i] = work[NEW_CELLS + i]


@rule
def set_case(work: IntArray, case0: int, case1: int) -> bool:
    """Write the problem with each old joker kept as one of its tiles or freed by it; False if that cannot be."""
    for kind in range(KINDS):
        work[HAVE + kind] = work[OLD_COUNTS + kind] + work[RACK + kind]
        work[MUST + kind] = work[OLD_COUNTS + kind]
        work[KEPT + kind] = work[FREED + kind] = 0
    work[FREE_JOKERS] = work[RACK + JOKER_KIND]
    work[MUST_JOKERS] = 0
    work[PLACED] = work[STAYING] = work[FIRST_PLACED] = 0
    jokers = work[OLD_JOKERS]
    if work[JOKER_RULE] == FREE:
        work[FREE_JOKERS] += jokers
        work[MUST_JOKERS] += jokers
        return True
    if jokers > 1 and case0 >> 1 == case1 >> 1 and is_one_group(work):
        return False
    if jokers > 0 and not set_joker_case(work, OLD_JOKER, case0):
        return False
    if jokers > 1 and not set_joker_case(work, OLD_JOKER + JOKER, case1):
        return False
    return jokers == 0 or demand_tiles(work)


@rule
def is_one_group(work: IntArray) -> bool:
    """Whether both old jokers are in one group, where they stand for two colours."""
    return (
        work[OLD_JOKER + JOKER_MELD] == work[OLD_JOKER + JOKER + JOKER_MELD]
        and work[OLD_JOKER + JOKER_VALUE] == work[OLD_JOKER + JOKER + JOKER_VALUE]
    )


@rule
def set_joker_case(work: IntArray, joker: int, way: int) -> bool:
    """Keep a joker as the tile of a colour (even cases), or free it by that (odd cases)."""
    colour = way >> 1
    if not work[joker + JOKER_COLOURS] >> colour & 1:
        return False
    kind = colour * VALUES + work[joker + JOKER_VALUE]
    if way & 1:
        work[FREED + kind] += 1
        work[FREE_JOKERS] += 1
        work[MUST_JOKERS] += 1
    else:
        work[HAVE + kind] += 1
        work[MUST + kind] += 1
        work[KEPT + kind] += 1
    return True


@rule
def demand_tiles(work: IntArray) -> bool:
    """The tiles that free jokers must lie on the table; False if there are not so many."""
    for joker in range(work[OLD_JOKERS]):
        value = work[OLD_JOKER + JOKER * joker + JOKER_VALUE]
        for colour in range(COLOUR_COUNT):
            kind = colour * VALUES + value
            if work[FREED + kind] == 0:
                continue
            on_table = work[OLD_COUNTS + kind]
            need = work[FREED + kind] + (0 if work[JOKER_RULE] == REPLACE else on_table)
            if need > on_table + work[RACK + kind]:
                return False
            work[MUST + kind] = max(on_table, need) + work[KEPT + kind]
    return True


@rule
def search(work: IntArray) -> int:
    """The least loss that is better than the best lay; NEVER, if there is none."""
    runs = USUAL_RUNS
    for joker in range(work[OLD_JOKERS]):
        for colour in range(COLOUR_COUNT):
            if work[HAVE + colour * VALUES + work[OLD_JOKER + JOKER * joker + JOKER_VALUE]] > USUAL_RUNS:
                runs = MOST_RUNS
    limit = work[LAY_LOSS] - work[LEFT_OUT]
    if work[COUNTING_CHANGES]:
        floor = work[COUNTING_CHANGES] - 1 - work[LEFT_OUT] + work[CHANGED]
        loss = fewest_changes(work, work[FREE_JOKERS], floor, limit, runs)
    else:
        loss = least_loss(work, work[FREE_JOKERS], limit, runs)
    return loss if loss < limit else NEVER


@rule
def write_lay(work: IntArray, loss: int) -> bool:
    """Write the melds found, with room for the jokers left; if they are allowed, they are the best lay."""
    first = write_staying(work) if work[COUNTING_CHANGES] else work[PLACED]
    spare = work[FREE_JOKERS] - write_way(work, first)
    if spare == 0:
        return judge(work, loss)
    melds = work[NEW_MELDS]
    for meld in range(melds):
        at = MELDS + meld * MELD
        start, extent, jokers = work[at + MELD_START], work[at + MELD_EXTENT], work[at + MELD_JOKERS]
        if not stays(work, meld) and add_joker(work, meld):
            found = judge(work, loss) if spare == 1 else place_last(work, loss)
            work[at + MELD_START], work[at + MELD_EXTENT], work[at + MELD_JOKERS] = start, extent, jokers
            work[NEW_MELDS] = melds
            if found:
                return True
    return False


@rule
def place_last(work: IntArray, loss: int) -> bool:
    """Find room for the second of two jokers left, perhaps in the meld of the first."""
    melds = work[NEW_MELDS]
    for second in range(melds):
        at = MELDS + second * MELD
        start, extent, jokers = work[at + MELD_START], work[at + MELD_EXTENT], work[at + MELD_JOKERS]
        if not stays(work, second) and add_joker(work, second):
            found = judge(work, loss)
            work[at + MELD_START], work[at + MELD_EXTENT], work[at + MELD_JOKERS] = start, extent, jokers
            work[NEW_MELDS] = melds
            if found:
                return True
    return False


@rule
def stays(work: IntArray, meld: int) -> bool:
    """Whether a meld that is written is an old one that stays as it was."""
    return bool(work[STAYING] >> meld & 1)


@rule
def judge(work: IntArray, loss: int) -> bool:
    """Whether the melds written are allowed: then they are kept as the best lay."""
    write_cells(work)
    if work[OLD_JOKERS] > 0 and work[JOKER_RULE] != FREE:
        count_new_table(work)
        if not keeps_joker_rule(work):
            return False
    if work[MOST_JOKERS] == 1 and not has_few_jokers(work):
        return False
    keep_lay(work, loss + work[LEFT_OUT])
    return True


@rule
def add_joker(work: IntArray, meld: int) -> bool:
    """A joker joins a meld at an end or as a missing colour; False if there is no room.

    A run from 1 to 13 is cut in two after 3, and the joker stands for 4 in the first.
    """
    at = MELDS + meld * MELD
    start, extent = work[at + MELD_START], work[at + MELD_EXTENT]
    if work[at + MELD_FORM] == GROUP:
        if extent == ALL_COLOURS:
            return False
        colour = lowest_bit(ALL_COLOURS & ~extent)
        work[at + MELD_EXTENT] |= 1 << colour
        work[at + MELD_JOKERS] |= 1 << colour
    elif start % VALUES + extent < VALUES:
        work[at + MELD_JOKERS] |= 1 << extent
        work[at + MELD_EXTENT] += 1
    elif extent < VALUES:
        work[at + MELD_START] -= 1
        work[at + MELD_EXTENT] += 1
        work[at + MELD_JOKERS] = work[at + MELD_JOKERS] << 1 | 1
    else:
        add_meld(work, RUN, start + LEAST_MELD, extent - LEAST_MELD, work[at + MELD_JOKERS] >> LEAST_MELD)
        work[at + MELD_EXTENT] = LEAST_MELD + 1
        work[at + MELD_JOKERS] = work[at + MELD_JOKERS] & (1 << LEAST_MELD) - 1 | 1 << LEAST_MELD
    return True
