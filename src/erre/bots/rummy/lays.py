"""Rummy: what a bot asks the exact solver, and the answer put on the table."""

from __future__ import annotations

from erre.core.engine import rule
from erre.core.record import NONE, IntArray
from erre.games.rummy.components import (
    FIRST_JOKER,
    JOKER_AS,
    JOKER_KIND,
    JOKERS,
    KIND_BITS,
    KINDS,
    MOST_MELDS,
    OPENING_POINTS,
    RACKS,
    TABLE,
    TILES,
)
from erre.games.rummy.rules.first_lay import may_use_table
from erre.games.rummy.rules.jokers import count_old_table
from erre.games.rummy.solver.best_lay import find_lay, keep_old_table, try_cases
from erre.games.rummy.solver.joker_cases import weigh
from erre.games.rummy.solver.questions import HEAVY, find_opening, improve_opening, may_hold_meld
from erre.games.rummy.state import Rummy
from erre.games.rummy.workspace import (
    ANY_MELD,
    JOKER_RULE,
    LAY_CELLS,
    LAY_LENGTHS,
    LAY_LOSS,
    LAY_MELDS,
    LAY_TILES,
    MOST_JOKERS,
    NEW_COUNTS,
    OLD_CELLS,
    OLD_COUNTS,
    OLD_LENGTHS,
    OLD_MELDS,
    POINT_WEIGHT,
    RACK,
    SAME_MELD,
    TILE_WEIGHT,
)

LOOSE = TABLE + 1  # where a tile of the table is while the new table is put together
EVERY = (1 << MOST_MELDS) - 1  # all melds of the table, as bits


@rule
def ask(s: Rummy, seat: int, noticed: int, jokers: bool, work: IntArray) -> None:
    """Write a seat's question into the solver's workspace: with the melds it notices, with or without its jokers."""
    work[JOKER_RULE] = s.joker_rule
    work[SAME_MELD] = s.joker_same_meld
    work[ANY_MELD] = s.joker_any_meld
    work[MOST_JOKERS] = s.max_jokers_per_meld
    work[TILE_WEIGHT] = HEAVY
    work[POINT_WEIGHT] = 1
    for kind in range(KINDS):
        work[RACK + kind] = 0
    for tile in range(TILES):
        if s.place[tile] == RACKS + seat and (jokers or tile < FIRST_JOKER):
            work[RACK + (tile >> 1)] += 1
    melds = at = cells = 0
    for meld in range(s.melds):
        count = s.lengths[meld]
        if noticed >> meld & 1:
            work[OLD_LENGTHS + melds] = count
            melds += 1
            for i in range(at, at + count):
                tile = s.cells[i]
                cell = JOKER_AS + s.stands[tile - FIRST_JOKER] if tile >= FIRST_JOKER else tile >> 1
                work[OLD_CELLS + cells] = cell
                cells += 1
        at += count
    work[OLD_MELDS] = melds


@rule
def tile_for(s: Rummy, seat: int, cell: int) -> int:
    """A tile for a cell of the new table: one of the old table where there is one, otherwise one of the rack."""
    if cell >= JOKER_AS:
        for joker in range(JOKERS):
            if s.place[FIRST_JOKER + joker] == LOOSE and s.stands[joker] == cell & KIND_BITS:
                return FIRST_JOKER + joker
    first = (JOKER_KIND if cell >= JOKER_AS else cell) << 1
    for tile in (first, first + 1):
        if s.place[tile] == LOOSE:
            return tile
    return first if s.place[first] == RACKS + seat else first + 1


@rule
def put_answer(s: Rummy, seat: int, noticed: int, work: IntArray) -> None:
    """Lay what the solver found in the place of the melds that were noticed; the others stay, and come first."""
    at = melds = old = 0
    for meld in range(s.melds):
        count = s.lengths[meld]
        for i in range(old, old + count):
            if noticed >> meld & 1:
                s.place[s.cells[i]] = LOOSE
            else:
                s.cells[at] = s.cells[i]
                at += 1
        if not noticed >> meld & 1:
            s.lengths[melds] = count
            melds += 1
        old += count
    cell = LAY_CELLS
    for k in range(work[LAY_MELDS]):
        count = work[LAY_LENGTHS + k]
        for _ in range(count):
            tile = tile_for(s, seat, work[cell])
            if s.place[tile] != LOOSE:
                s.held[seat] -= 1
            s.place[tile] = TABLE
            if tile >= FIRST_JOKER:
                s.stands[tile - FIRST_JOKER] = work[cell] & KIND_BITS
            s.cells[at] = tile
            at += 1
            cell += 1
        s.lengths[melds] = count
        melds += 1
    s.melds = melds
    for i in range(at, TILES):
        s.cells[i] = NONE
    for i in range(melds, MOST_MELDS):
        s.lengths[i] = 0


@rule
def lay_most(s: Rummy, seat: int, noticed: int, jokers: bool, work: IntArray) -> bool:
    """A seat that has opened lays the most tiles, with the melds it notices; False if there is nothing to lay."""
    ask(s, seat, noticed, jokers, work)
    find_lay(work)
    if work[LAY_TILES] == 0:
        return False
    put_answer(s, seat, noticed, work)
    return True


@rule
def find_whole_lay(work: IntArray) -> bool:
    """Whether the whole rack in question can be laid, and then how.

    The search gives up as soon as a tile must stay behind, so this is quicker than to find the most tiles.
    """
    count_old_table(work)
    weigh(work)
    keep_old_table(work)
    work[LAY_LOSS] = 1
    try_cases(work, 0)
    return work[LAY_LOSS] == 0


@rule
def lay_whole(s: Rummy, seat: int, noticed: int, work: IntArray) -> bool:
    """A seat that has opened lays its whole rack; False if that cannot be done."""
    ask(s, seat, noticed, True, work)
    if not find_whole_lay(work):
        return False
    put_answer(s, seat, noticed, work)
    return True


@rule
def find_most(s: Rummy, seat: int, noticed: int, work: IntArray) -> None:
    """The most tiles that a seat could lay with the melds it notices; a rack without a meld is seen at once."""
    ask(s, seat, noticed, True, work)
    if noticed == 0 and not may_hold_meld(work):
        work[LAY_TILES] = 0
    else:
        find_lay(work)


@rule
def lay_first(s: Rummy, seat: int, noticed: int, work: IntArray) -> bool:
    """A first lay: the whole rack where that is allowed, otherwise thirty points; with the table where an option lets
    it be used. False if there is none."""
    table = noticed if s.close_from_hand_uses_table else 0
    if s.close_from_hand:
        find_most(s, seat, table, work)
        if work[LAY_TILES] == s.held[seat]:
            put_answer(s, seat, table, work)
            return True
    if s.table_use_in_opening_turn and lay_with_table(s, seat, noticed, work):
        return True
    is_answered = s.close_from_hand and table == 0 and not s.table_use_in_opening_turn
    if not is_answered:
        find_most(s, seat, 0, work)
    if not improve_opening(work, OPENING_POINTS):
        return False
    put_answer(s, seat, 0, work)
    if s.table_use_in_opening_turn and s.held[seat] > 0:
        lay_most(s, seat, EVERY, True, work)
    return True


@rule
def lay_with_table(s: Rummy, seat: int, noticed: int, work: IntArray) -> bool:
    """The most tiles, if those from the rack could open on their own; otherwise nothing is laid."""
    ask(s, seat, noticed, True, work)
    find_lay(work)
    for kind in range(KINDS):
        work[NEW_COUNTS + kind] = -work[OLD_COUNTS + kind]
    cells = 0
    for k in range(work[LAY_MELDS]):
        cells += work[LAY_LENGTHS + k]
    for i in range(cells):
        work[NEW_COUNTS + min(work[LAY_CELLS + i], JOKER_KIND)] += 1
    for kind in range(KINDS):
        work[RACK + kind] = work[NEW_COUNTS + kind]
    work[OLD_MELDS] = 0
    if not find_opening(work, OPENING_POINTS):
        return False
    return lay_most(s, seat, noticed, True, work)


@rule
def lay(s: Rummy, seat: int, noticed: int, jokers: bool, work: IntArray) -> bool:
    """Put tiles on the table, if there are any to lay; the turn is not ended yet."""
    if may_use_table(s, seat):
        return lay_most(s, seat, noticed, jokers, work)
    return lay_first(s, seat, noticed, work)
