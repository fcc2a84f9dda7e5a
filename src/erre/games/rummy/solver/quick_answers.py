"""Quick answers: is there a lay at all, and may a rack open? The search is asked only where a look does not tell.

All of them are about racks without jokers. They were written for speed: environments ask them at every decision.
"""

from __future__ import annotations

from erre.core.engine import rule
from erre.core.record import IntArray
from erre.games.rummy.components import (
    COLOUR_COUNT,
    JOKER_KIND,
    LEAST_MELD,
    NATURAL_KINDS,
    VALUES,
)
from erre.games.rummy.rules.jokers import count_old_table
from erre.games.rummy.rules.melds import value_of
from erre.games.rummy.solver.best_lay import keep_old_table, try_cases
from erre.games.rummy.solver.joker_cases import weigh
from erre.games.rummy.workspace import LAY_LOSS, OLD_CELLS, OLD_LENGTHS, OLD_MELDS, RACK


@rule
def meldable_points(work: IntArray) -> int:
    """The points of all tiles that some meld of the rack alone may hold: no first lay is worth more."""
    points = 0
    for colour in range(0, NATURAL_KINDS, VALUES):
        held = 0
        for value in range(VALUES):
            held |= (work[RACK + colour + value] > 0) << value
        runs = held & held >> 1 & held >> 2  # where three neighbours begin
        runs |= runs << 1 | runs << 2
        for value in range(VALUES):
            if runs >> value & 1 or (held >> value & 1 and is_grouped(work, value)):
                points += work[RACK + colour + value] * (value + 1)
    return points


@rule
def is_grouped(work: IntArray, value: int) -> bool:
    """Whether the rack has a number in three colours."""
    colours = 0
    for kind in range(RACK + value, RACK + NATURAL_KINDS, VALUES):
        colours += work[kind] > 0
    return colours >= LEAST_MELD


@rule
def fits_a_meld(work: IntArray) -> bool:
    """Whether a tile of the rack can join a meld of the table that has no joker, or cut a long run in two."""
    first = OLD_CELLS
    for meld in range(work[OLD_MELDS]):
        count = work[OLD_LENGTHS + meld]
        if fits_meld(work, first, count):
            return True
        first += count
    return False


@rule
def fits_meld(work: IntArray, first: int, count: int) -> bool:
    """Whether a tile of the rack can join a meld, or cut it in two."""
    colours = 0
    for at in range(first, first + count):
        if work[at] > JOKER_KIND:
            return False
        colours |= 1 << work[at] // VALUES
    start = work[first]
    if value_of(start) == value_of(work[first + 1]):
        for colour in range(COLOUR_COUNT):
            if not colours >> colour & 1 and work[RACK + colour * VALUES + start % VALUES] > 0:
                return True
        return False
    end = start + count
    if (start % VALUES > 0 and work[RACK + start - 1] > 0) or (end % VALUES > 0 and work[RACK + end] > 0):
        return True
    for kind in range(start + LEAST_MELD - 1, end - LEAST_MELD + 1):
        if work[RACK + kind] > 0:
            return True
    return False


@rule
def has_lay(work: IntArray) -> bool:
    """Whether a player who has opened can lay anything; the search stops at the first lay."""
    if fits_a_meld(work):
        return True
    count_old_table(work)
    weigh(work)
    keep_old_table(work)
    nothing = work[LAY_LOSS]
    try_cases(work, nothing - 1)
    return work[LAY_LOSS] < nothing
