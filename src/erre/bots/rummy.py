"""Rummy: bots that ask the exact solver. Greedy lays as much as it can; patient keeps its jokers for the end."""

from __future__ import annotations

import numpy as np

from erre.bots import PATIENT, RANDOM
from erre.core.chance import roll
from erre.core.engine import rule
from erre.core.record import NONE, IntArray, ints
from erre.games.rummy.components import (
    DRAW,
    FIRST_JOKER,
    JOKER_AS,
    JOKER_KIND,
    JOKERS,
    KIND_BITS,
    KINDS,
    MOST_LEGAL,
    MOST_MELDS,
    OPENING_POINTS,
    PASS,
    RACKS,
    TABLE,
    TILES,
)
from erre.games.rummy.moves import Draw, Lay, Pass, RummyMove, move_of
from erre.games.rummy.rules import apply, cells_used, end_lay, legal, may_draw, may_use_table
from erre.games.rummy.solver.layout import (
    JOKER_RULE,
    LAY_CELLS,
    LAY_LENGTHS,
    LAY_MELDS,
    LAY_TILES,
    MOST_JOKERS,
    OLD_CELLS,
    OLD_LENGTHS,
    OLD_MELDS,
    POINT_WEIGHT,
    RACK,
    SAME_MELD,
    TILE_WEIGHT,
    WORKSPACE,
)
from erre.games.rummy.solver.lays import find_lay
from erre.games.rummy.solver.questions import HEAVY, find_opening
from erre.games.rummy.state import Rummy
from erre.games.rummy.tables import table_text

WORK = WORKSPACE
LOOSE = TABLE + 1  # where a tile of the table is while the new table is put together
DANGER = 4  # tiles on another rack from which on patience ends


@rule
def ask(s: Rummy, seat: int, use_table: bool, jokers: bool, work: IntArray) -> None:
    """Write a seat's question into the solver's workspace, with or without the table and the jokers of the rack."""
    work[JOKER_RULE] = s.joker_rule
    work[SAME_MELD] = s.joker_same_meld
    work[MOST_JOKERS] = s.max_jokers_per_meld
    work[TILE_WEIGHT] = HEAVY
    work[POINT_WEIGHT] = 1
    for kind in range(KINDS):
        work[RACK + kind] = 0
    for tile in range(TILES):
        if s.place[tile] == RACKS + seat and (jokers or tile < FIRST_JOKER):
            work[RACK + (tile >> 1)] += 1
    work[OLD_MELDS] = s.melds if use_table else 0
    if use_table:
        for meld in range(s.melds):
            work[OLD_LENGTHS + meld] = s.lengths[meld]
        for i in range(cells_used(s)):
            tile = s.cells[i]
            work[OLD_CELLS + i] = JOKER_AS + s.stands[tile - FIRST_JOKER] if tile >= FIRST_JOKER else tile >> 1


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
def put_answer(s: Rummy, seat: int, use_table: bool, work: IntArray) -> None:
    """Lay what the solver found: a whole new table, or new melds beside the old ones."""
    at, melds = cells_used(s), s.melds
    if use_table:
        for i in range(at):
            s.place[s.cells[i]] = LOOSE
        at = melds = 0
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
def lowest_other(s: Rummy, seat: int) -> int:
    """The fewest tiles on another rack."""
    fewest = TILES
    for other in range(s.seats):
        if other != seat:
            fewest = min(fewest, s.held[other])
    return fewest


@rule
def find_open_lay(s: Rummy, seat: int, bot: int, work: IntArray) -> bool:
    """The lay of a bot that has opened: the most tiles; the patient one does without its jokers if it can wait."""
    ask(s, seat, True, True, work)
    find_lay(work)
    if bot == PATIENT and work[LAY_TILES] < s.held[seat] and lowest_other(s, seat) > DANGER:
        ask(s, seat, True, False, work)
        find_lay(work)
    return work[LAY_TILES] > 0


@rule
def find_first_lay(s: Rummy, seat: int, work: IntArray) -> bool:
    """The first lay of a bot: the whole rack where that is allowed, otherwise thirty points."""
    ask(s, seat, False, True, work)
    if s.close_from_hand:
        find_lay(work)
        if work[LAY_TILES] == s.held[seat]:
            return True
    return bool(find_opening(work, OPENING_POINTS))


@rule
def lay(s: Rummy, seat: int, bot: int, work: IntArray) -> bool:
    """Put the tiles of a bot on the table, if it has any to lay."""
    use_table = may_use_table(s, seat)
    found = find_open_lay(s, seat, bot, work) if use_table else find_first_lay(s, seat, work)
    if found:
        put_answer(s, seat, use_table, work)
    return found


@rule
def act(s: Rummy, seat: int, bot: int, luck: IntArray, moves: IntArray, work: IntArray) -> bool:
    """Let a bot make its move; False where there is none."""
    if bot == RANDOM:
        count = legal(s, seat, moves)
        if count == 0:
            return False
        apply(s, seat, moves[roll(luck, count)])
    elif lay(s, seat, bot, work):
        s.moves_made += 1
        end_lay(s, seat)
    else:
        apply(s, seat, DRAW if may_draw(s) else PASS)
    return True


def move(s: Rummy, seat: int, bot: int, luck: IntArray) -> RummyMove:
    """What a bot does at a table."""
    if bot == RANDOM:
        moves = ints(MOST_LEGAL)
        count = legal(s, seat, moves)
        return move_of(s, seat, moves[roll(luck, count)])
    after = s.copy()
    if lay(after, seat, bot, ints(WORK, np.int64)):
        return Lay(table_text(after))
    return Draw() if may_draw(s) else Pass()
