"""From the search's way to melds, and from melds to cells."""

from __future__ import annotations

from erre.core.engine import wide_rule as rule
from erre.core.record import NONE, IntArray
from erre.games.rummy.components import COLOUR_COUNT, GROUP, JOKER_AS, LEAST_MELD, RUN, VALUES
from erre.games.rummy.rules.melds import lowest_bit
from erre.games.rummy.solver.layout import (
    KEPT,
    MELD,
    MELDS,
    MOST_OPEN,
    NEW_CELLS,
    NEW_LENGTHS,
    NEW_MELDS,
    OPEN_RUNS,
    PATH,
    PATH_SIDE,
    SIDE_HAVE,
    SIDE_MUST,
    SIDES,
)

ALL_COLOURS = (1 << COLOUR_COUNT) - 1


@rule
def add_meld(work: IntArray, form: int, start: int, extent: int, jokers: int) -> int:
    """One more meld is written; its place."""
    at = MELDS + work[NEW_MELDS] * MELD
    work[at] = form
    work[at + 1] = start
    work[at + 2] = extent
    work[at + 3] = jokers
    work[NEW_MELDS] += 1
    return at


@rule
def write_way(work: IntArray, first: int) -> int:
    """Write the melds of the way found, behind those that are written already; how many jokers they use."""
    side = work[PATH_SIDE]
    work[NEW_MELDS] = first
    for i in range(COLOUR_COUNT * MOST_OPEN):
        work[OPEN_RUNS + i] = NONE
    jokers = 0
    for value in range(VALUES):
        choices = work[PATH + value]
        for colour in range(COLOUR_COUNT):
            jokers += grow_runs(work, side, colour, value, choices >> 3 * colour & 7)
        jokers += choices >> 12
        write_groups(work, side, value, choices)
    if side != SIDES:
        turn_runs(work, first)
    return jokers


@rule
def kept_of(work: IntArray, side: int, colour: int, value: int) -> int:
    """The jokers that stand for a kind of tile as they did before."""
    return work[KEPT + colour * VALUES + (value if side == SIDES else VALUES - 1 - value)]


@rule
def grow_runs(work: IntArray, side: int, colour: int, value: int, tiles: int) -> int:
    """Tiles of one kind go into runs: first into short ones, then into long ones, then new runs begin; the jokers used.

    Runs that get nothing have ended. Jokers that keep what they stand for are the first of the tiles, free ones the
    last.
    """
    own = min(tiles, work[side + SIDE_HAVE + colour * VALUES + value])
    kept = kept_of(work, side, colour, value)
    first = OPEN_RUNS + colour * MOST_OPEN
    given = 0
    for short in range(2):
        for at in range(first, first + MOST_OPEN):
            run = work[at]
            if run == NONE or work[run + 1] + work[run + 2] == colour * VALUES + value + 1:
                continue  # none, or grown already
            is_short = work[run + 2] < LEAST_MELD
            if is_short != (short == 0):
                continue
            if given == tiles:
                work[at] = NONE
                continue
            if given < kept or given >= own:
                work[run + 3] |= 1 << work[run + 2]
            work[run + 2] += 1
            given += 1
    for at in range(first, first + MOST_OPEN):
        if work[at] == NONE and given < tiles:
            joker = given < kept or given >= own
            work[at] = add_meld(work, RUN, colour * VALUES + value, 1, 1 if joker else 0)
            given += 1
    return tiles - own


@rule
def turn_runs(work: IntArray, first: int) -> None:
    """Runs found from 13 down are turned round."""
    for at in range(MELDS + first * MELD, MELDS + work[NEW_MELDS] * MELD, MELD):
        if work[at] != RUN:
            continue
        start, length, jokers = work[at + 1], work[at + 2], work[at + 3]
        colour = start // VALUES
        work[at + 1] = 2 * colour * VALUES + VALUES - start - length
        turned = 0
        for place in range(length):
            turned |= (jokers >> place & 1) << length - 1 - place
        work[at + 3] = turned


@rule
def group_count(
    left0: int, left1: int, left2: int, left3: int, must0: int, must1: int, must2: int, must3: int, jokers: int
) -> int:
    """The number of groups that takes the most tiles of one number with exactly so many jokers."""
    must = must0 + must1 + must2 + must3
    best = -1
    best_groups = 0
    for groups in range(max(1, max(max(must0, must1), max(must2, must3))), MOST_OPEN + 1):
        most = min(left0, groups) + min(left1, groups) + min(left2, groups) + min(left3, groups)
        most = min(most, 4 * groups - jokers)
        if most >= max(must, 3 * groups - jokers) and most > best:
            best = most
            best_groups = groups
    return best_groups


@rule
def left_over(work: IntArray, side: int, colour: int, value: int, choices: int) -> int:
    """The tiles of a kind that do not go into runs."""
    return max(work[side + SIDE_HAVE + colour * VALUES + value] - (choices >> 3 * colour & 7), 0)


@rule
def must_over(work: IntArray, side: int, colour: int, value: int, choices: int) -> int:
    """Those of them that must go into groups."""
    return max(work[side + SIDE_MUST + colour * VALUES + value] - (choices >> 3 * colour & 7), 0)


@rule
def write_groups(work: IntArray, side: int, value: int, choices: int) -> None:
    """The tiles left over go into as many groups as take the most of them, dealt out in turn."""
    jokers = choices >> 12
    left0, left1 = left_over(work, side, 0, value, choices), left_over(work, side, 1, value, choices)
    left2, left3 = left_over(work, side, 2, value, choices), left_over(work, side, 3, value, choices)
    if left0 + left1 + left2 + left3 + jokers < LEAST_MELD:
        return
    must0, must1 = must_over(work, side, 0, value, choices), must_over(work, side, 1, value, choices)
    must2, must3 = must_over(work, side, 2, value, choices), must_over(work, side, 3, value, choices)
    groups = group_count(left0, left1, left2, left3, must0, must1, must2, must3, jokers)
    if groups == 0:
        return
    first = MELDS + work[NEW_MELDS] * MELD
    for _ in range(groups):
        add_meld(work, GROUP, value if side == SIDES else VALUES - 1 - value, 0, 0)
    spare = 4 * groups - jokers - must0 - must1 - must2 - must3  # room for tiles that need not be laid
    dealt = 0
    for colour in range(COLOUR_COUNT):
        must = must_over(work, side, colour, value, choices)
        extra = min(min(left_over(work, side, colour, value, choices), groups) - must, spare)
        spare -= extra
        kept = max(kept_of(work, side, colour, value) - (choices >> 3 * colour & 7), 0)
        for i in range(must + extra):
            at = first + dealt % groups * MELD
            work[at + 2] |= 1 << colour
            if i < kept:
                work[at + 3] |= 1 << colour
            dealt += 1
    for _ in range(jokers):
        at = first + dealt % groups * MELD
        colour = lowest_bit(ALL_COLOURS & ~work[at + 2])
        work[at + 2] |= 1 << colour
        work[at + 3] |= 1 << colour
        dealt += 1


@rule
def write_cells(work: IntArray) -> None:
    """Write all melds as cells."""
    cell = NEW_CELLS
    for meld in range(work[NEW_MELDS]):
        at = MELDS + meld * MELD
        start, extent, jokers = work[at + 1], work[at + 2], work[at + 3]
        begin = cell
        if work[at] == RUN:
            for place in range(extent):
                work[cell] = start + place + JOKER_AS * (jokers >> place & 1)
                cell += 1
        else:
            for colour in range(COLOUR_COUNT):
                if extent >> colour & 1:
                    work[cell] = colour * VALUES + start + JOKER_AS * (jokers >> colour & 1)
                    cell += 1
        work[NEW_LENGTHS + meld] = cell - begin
