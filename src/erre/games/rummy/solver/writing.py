"""From the search's way to melds, and from melds to cells."""

from __future__ import annotations

from erre.core.engine import rule
from erre.core.record import NONE, IntArray
from erre.games.rummy.components import COLOUR_COUNT, GROUP, JOKER_AS, LEAST_MELD, RUN, VALUES
from erre.games.rummy.rules.melds import lowest_bit
from erre.games.rummy.solver.sides import group_ties
from erre.games.rummy.workspace import (
    COLOUR_BITS,
    GROUP_JOKERS_AT,
    GROUP_JOKERS_MASK,
    KEPT,
    MELD,
    MELD_EXTENT,
    MELD_FORM,
    MELD_JOKERS,
    MELD_START,
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
    SIDE_TIES,
    SIDES,
    TILE_MASK,
)

ALL_COLOURS = (1 << COLOUR_COUNT) - 1


@rule
def add_meld(work: IntArray, form: int, start: int, extent: int, jokers: int) -> int:
    """One more meld is written; its place."""
    at = MELDS + work[NEW_MELDS] * MELD
    work[at + MELD_FORM] = form
    work[at + MELD_START] = start
    work[at + MELD_EXTENT] = extent
    work[at + MELD_JOKERS] = jokers
    work[NEW_MELDS] += 1
    return at


@rule
def run_tiles(choices: int, colour: int) -> int:
    """The tiles of a colour that go into runs, by the choices for one number."""
    return choices >> COLOUR_BITS * colour & TILE_MASK


@rule
def group_jokers(choices: int) -> int:
    """The free jokers that go into groups, by the choices for one number."""
    return choices >> GROUP_JOKERS_AT & GROUP_JOKERS_MASK


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
            jokers += grow_runs(work, side, colour, value, run_tiles(choices, colour))
        jokers += group_jokers(choices)
        write_groups(work, side, value, choices)
    if side != SIDES:
        turn_runs(work, first)
    return jokers


@rule
def kept_of(work: IntArray, side: int, colour: int, value: int) -> int:
    """The jokers that stand for a kind of tile as they did before."""
    return work[KEPT + colour * VALUES + (value if side == SIDES else VALUES - 1 - value)]


@rule
def for_runs(work: IntArray, side: int, kind: int) -> int:
    """The tiles of a kind that are there for runs, without free jokers."""
    return work[side + SIDE_HAVE + kind] - group_ties(work[side + SIDE_TIES + kind])


@rule
def grow_runs(work: IntArray, side: int, colour: int, value: int, tiles: int) -> int:
    """Tiles of one kind go into runs: first into short ones, then into long ones, then new runs begin; the jokers used.

    Runs that get nothing have ended. Free jokers are the last of the tiles; those that keep what they stand for are
    found a place later (see `judging`).
    """
    own = min(tiles, for_runs(work, side, colour * VALUES + value))
    first = OPEN_RUNS + colour * MOST_OPEN
    given = 0
    for short in range(2):
        for at in range(first, first + MOST_OPEN):
            run = work[at]
            if run == NONE or work[run + MELD_START] + work[run + MELD_EXTENT] == colour * VALUES + value + 1:
                continue  # none, or grown already
            is_short = work[run + MELD_EXTENT] < LEAST_MELD
            if is_short != (short == 0):
                continue
            if given == tiles:
                work[at] = NONE
                continue
            if given >= own:
                work[run + MELD_JOKERS] |= 1 << work[run + MELD_EXTENT]
            work[run + MELD_EXTENT] += 1
            given += 1
    for at in range(first, first + MOST_OPEN):
        if work[at] == NONE and given < tiles:
            work[at] = add_meld(work, RUN, colour * VALUES + value, 1, 1 if given >= own else 0)
            given += 1
    return tiles - own


@rule
def turn_runs(work: IntArray, first: int) -> None:
    """Runs found from 13 down are turned round."""
    for at in range(MELDS + first * MELD, MELDS + work[NEW_MELDS] * MELD, MELD):
        if work[at + MELD_FORM] != RUN:
            continue
        start, length, jokers = work[at + MELD_START], work[at + MELD_EXTENT], work[at + MELD_JOKERS]
        colour = start // VALUES
        work[at + MELD_START] = 2 * colour * VALUES + VALUES - start - length
        turned = 0
        for place in range(length):
            turned |= (jokers >> place & 1) << length - 1 - place
        work[at + MELD_JOKERS] = turned


@rule
def group_count(
    left0: int, left1: int, left2: int, left3: int, must0: int, must1: int, must2: int, must3: int, jokers: int
) -> int:
    """The number of groups that takes the most tiles of one number with exactly the given number of jokers."""
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
    kind = colour * VALUES + value
    return work[side + SIDE_HAVE + kind] - min(run_tiles(choices, colour), for_runs(work, side, kind))


@rule
def must_over(work: IntArray, side: int, colour: int, value: int, choices: int) -> int:
    """Those of them that must go into groups."""
    kind = colour * VALUES + value
    must = work[side + SIDE_MUST + kind] - min(run_tiles(choices, colour), for_runs(work, side, kind))
    return max(must, group_ties(work[side + SIDE_TIES + kind]))


@rule
def write_groups(work: IntArray, side: int, value: int, choices: int) -> None:
    """The tiles left over go into as many groups as take the most of them, dealt out in turn."""
    jokers = group_jokers(choices)
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
        for _ in range(must + extra):
            work[first + dealt % groups * MELD + MELD_EXTENT] |= 1 << colour
            dealt += 1
    for _ in range(jokers):
        at = first + dealt % groups * MELD
        colour = lowest_bit(ALL_COLOURS & ~work[at + MELD_EXTENT])
        work[at + MELD_EXTENT] |= 1 << colour
        work[at + MELD_JOKERS] |= 1 << colour
        dealt += 1


@rule
def write_cells(work: IntArray) -> None:
    """Write all melds as cells."""
    cell = NEW_CELLS
    for meld in range(work[NEW_MELDS]):
        at = MELDS + meld * MELD
        start, extent, jokers = work[at + MELD_START], work[at + MELD_EXTENT], work[at + MELD_JOKERS]
        begin = cell
        if work[at + MELD_FORM] == RUN:
            for place in range(extent):
                work[cell] = start + place + JOKER_AS * (jokers >> place & 1)
                cell += 1
        else:
            for colour in range(COLOUR_COUNT):
                if extent >> colour & 1:
                    work[cell] = colour * VALUES + start + JOKER_AS * (jokers >> colour & 1)
                    cell += 1
        work[NEW_LENGTHS + meld] = cell - begin
