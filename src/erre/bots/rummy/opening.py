"""Rummy: small lays. Tiles on the table help everybody, so patient players open with few, and later lay one meld."""

from __future__ import annotations

from erre.bots.rummy.lays import ask, put_answer
from erre.core.engine import rule
from erre.core.record import IntArray
from erre.games.rummy.components import JOKER_AS, KIND_BITS, LEAST_MELD, OPENING_POINTS, TILES
from erre.games.rummy.rules.melds import meld_points, value_of
from erre.games.rummy.solver.best_lay import find_lay
from erre.games.rummy.solver.questions import find_opening, may_hold_meld
from erre.games.rummy.state import Rummy
from erre.games.rummy.workspace import LAY_CELLS, LAY_LENGTHS, LAY_MELDS

MOST_WEIGHED = 8  # melds of an opening of which every set is looked at


@rule
def lay_least_opening(s: Rummy, seat: int, work: IntArray) -> bool:
    """A first lay of few tiles, without jokers where that will do; False if there is none."""
    ask(s, seat, 0, False, work)
    if not find_opening(work, OPENING_POINTS):
        ask(s, seat, 0, True, work)
        if not find_opening(work, OPENING_POINTS):
            return False
    keep_melds(work, fewest_melds(work))
    shorten_melds(work)
    put_answer(s, seat, 0, work)
    return True


@rule
def lay_one_meld(s: Rummy, seat: int, work: IntArray) -> bool:
    """The meld of the rack with the most points, without jokers and without the table; False if there is none."""
    ask(s, seat, 0, False, work)
    if not may_hold_meld(work):
        return False
    find_lay(work)
    if work[LAY_MELDS] == 0:
        return False
    dearest = most = at = 0
    for meld in range(work[LAY_MELDS]):
        points = meld_points(work, LAY_CELLS + at, work[LAY_LENGTHS + meld])
        if points > most:
            dearest, most = meld, points
        at += work[LAY_LENGTHS + meld]
    keep_melds(work, 1 << dearest)
    put_answer(s, seat, 0, work)
    return True


@rule
def fewest_melds(work: IntArray) -> int:
    """Of the melds of an opening those, as bits, that have the points with the fewest tiles."""
    count = min(work[LAY_MELDS], MOST_WEIGHED)
    best, least = (1 << work[LAY_MELDS]) - 1, TILES
    for chosen in range(1, 1 << count):
        tiles = points = at = 0
        for meld in range(count):
            size = work[LAY_LENGTHS + meld]
            if chosen >> meld & 1:
                tiles += size
                points += meld_points(work, LAY_CELLS + at, size)
            at += size
        if points >= OPENING_POINTS and tiles < least:
            best, least = chosen, tiles
    return best


@rule
def keep_melds(work: IntArray, chosen: int) -> None:
    """Take the other melds out of the lay."""
    melds = at = old = 0
    for meld in range(work[LAY_MELDS]):
        size = work[LAY_LENGTHS + meld]
        if chosen >> meld & 1:
            work[LAY_LENGTHS + melds] = size
            melds += 1
            for i in range(size):
                work[LAY_CELLS + at + i] = work[LAY_CELLS + old + i]
            at += size
        old += size
    work[LAY_MELDS] = melds


@rule
def shorten_melds(work: IntArray) -> None:
    """Take single tiles off the melds, as long as they stay melds and have the points: the first of each."""
    points = at = 0
    for meld in range(work[LAY_MELDS]):
        points += meld_points(work, LAY_CELLS + at, work[LAY_LENGTHS + meld])
        at += work[LAY_LENGTHS + meld]
    first = 0
    for meld in range(work[LAY_MELDS]):
        while work[LAY_LENGTHS + meld] > LEAST_MELD:
            value = cell_value(work[LAY_CELLS + first])
            if points - value < OPENING_POINTS:
                break
            points -= value
            at -= 1
            for i in range(first, at):
                work[LAY_CELLS + i] = work[LAY_CELLS + i + 1]
            work[LAY_LENGTHS + meld] -= 1
        first += work[LAY_LENGTHS + meld]


@rule
def cell_value(cell: int) -> int:
    """The number on a tile, or on the one that a joker stands for."""
    return value_of(cell & KIND_BITS if cell >= JOKER_AS else cell)
