"""Rummy, chapter 3 and the jokers of chapter 4: what is a group, what is a run, and what does a joker stand for in it.

A meld is a row of cells (see `components`): the kind of a tile, JOKER_KIND for a joker that stands for what its place
says, or JOKER_AS + kind for a joker whose tile was stated.
"""

from __future__ import annotations

from erre.core.engine import rule
from erre.core.record import NONE, IntArray
from erre.games.rummy.components import (
    COLOUR_COUNT,
    GROUP,
    JOKER_AS,
    JOKER_KIND,
    KIND_BITS,
    LEAST_MELD,
    MOST_GROUP,
    MOST_RUN,
    RUN,
    VALUES,
)


@rule
def is_joker(cell: int) -> bool:
    """Whether a cell holds a joker."""
    return cell >= JOKER_KIND


@rule
def colour_of(kind: int) -> int:
    """The colour of a kind."""
    return kind // VALUES


@rule
def value_of(kind: int) -> int:
    """The number on a kind of tile."""
    return kind % VALUES + 1


@rule
def run_start(cells: IntArray, first: int, count: int) -> int:
    """§3.2 A run is three or more tiles of one colour whose numbers rise one by one; the kind it starts at, or NONE.

    §8.1 After 13 a run has ended: 1 does not follow.
    """
    if count < LEAST_MELD or count > MOST_RUN:
        return NONE
    start = NONE
    for i in range(count):
        cell = cells[first + i]
        if cell == JOKER_KIND:
            continue
        here = (cell & KIND_BITS) - i
        if start != NONE and here != start:
            return NONE
        if here < 0:
            return NONE
        start = here
    if start == NONE or colour_of(start) != colour_of(start + count - 1) or start + count > JOKER_KIND:
        return NONE
    return start


@rule
def group_value(cells: IntArray, first: int, count: int) -> int:
    """§3.1 A group is three or four tiles of one number, all of different colours; that number, or NONE."""
    if count < LEAST_MELD or count > MOST_GROUP:
        return NONE
    value = NONE
    colours = 0
    for i in range(count):
        cell = cells[first + i]
        if cell == JOKER_KIND:
            continue
        kind = cell & KIND_BITS
        bit = 1 << colour_of(kind)
        if colours & bit or (value != NONE and value != value_of(kind)):
            return NONE
        colours |= bit
        value = value_of(kind)
    return value


@rule
def meld_form(cells: IntArray, first: int, count: int) -> int:
    """RUN, GROUP or NONE.

    §8.2 One tile between two jokers that state nothing is a run where their places allow it, and else a group.
    """
    if run_start(cells, first, count) != NONE:
        return RUN
    return GROUP if group_value(cells, first, count) != NONE else NONE


@rule
def name_jokers(cells: IntArray, first: int, count: int) -> None:
    """§4.1 A joker stands for the tile that its place in the meld asks for; in a group, for a colour that is missing.

    Writes it into the cells of a meld that is one.
    """
    start = run_start(cells, first, count)
    if start != NONE:
        for i in range(count):
            if is_joker(cells[first + i]):
                cells[first + i] = JOKER_AS + start + i
        return
    value = group_value(cells, first, count)
    missing = missing_colours(cells, first, count, 1)
    for i in range(count):
        if cells[first + i] == JOKER_KIND:
            colour = lowest_bit(missing)
            missing &= ~(1 << colour)
            cells[first + i] = JOKER_AS + colour * VALUES + value - 1


@rule
def missing_colours(cells: IntArray, first: int, count: int, stated: int) -> int:
    """The colours that a group lacks, as bits; those stated by jokers count as there where `stated` is 1."""
    missing = (1 << COLOUR_COUNT) - 1
    for i in range(count):
        cell = cells[first + i]
        if cell < JOKER_KIND or (stated and cell >= JOKER_AS):
            missing &= ~(1 << colour_of(cell & KIND_BITS))
    return missing


@rule
def lowest_bit(bits: int) -> int:
    """The place of the lowest bit that is set."""
    place = 0
    while not bits >> place & 1:
        place += 1
    return place


@rule
def meld_points(cells: IntArray, first: int, count: int) -> int:
    """§4.2 Laid down, a joker is worth as much as the tile it stands for; all cells must be named."""
    points = 0
    for i in range(count):
        points += value_of(cells[first + i] & KIND_BITS)
    return points


@rule
def jokers_in(cells: IntArray, first: int, count: int) -> int:
    """How many jokers a meld has."""
    jokers = 0
    for i in range(count):
        jokers += is_joker(cells[first + i])
    return jokers


@rule
def is_table(cells: IntArray, lengths: IntArray, melds: int, most_jokers: int) -> bool:
    """Whether every meld of a table is one.

    §8.3 There may be two jokers in one meld (or one, by option).
    """
    first = 0
    for meld in range(melds):
        count = lengths[meld]
        if meld_form(cells, first, count) == NONE or jokers_in(cells, first, count) > most_jokers:
            return False
        first += count
    return True
