"""Melds placed before the search: where jokers may not lie as it puts them, their meld is tried in every form."""

from __future__ import annotations

from erre.core.engine import rule
from erre.core.record import IntArray
from erre.games.rummy.components import COLOUR_COUNT, GROUP, JOKER_KIND, KINDS, LEAST_MELD, NATURAL_KINDS, RUN, VALUES
from erre.games.rummy.rules.jokers import has_few_jokers
from erre.games.rummy.solver.joker_cases import search, write_lay
from erre.games.rummy.solver.workspace import (
    COUNTING_CHANGES,
    FIRST_PLACED,
    FREE_JOKERS,
    FREED,
    HAVE,
    KEPT,
    MOST_JOKERS,
    MOST_PLACED,
    MUST,
    MUST_JOKERS,
    NEVER,
    NEW_MELDS,
    OLD_CELLS,
    OLD_LENGTHS,
    OLD_MELDS,
    PLACED,
    PLACEMENT,
    PLACEMENT_NEXT,
    PLACEMENT_OF,
    PLACEMENT_PROBLEM,
    PLACEMENTS,
    SAME_MELD,
    SETTLED,
    STAYING,
)
from erre.games.rummy.solver.writing import ALL_COLOURS, add_meld

LONGEST_PLACED = 5  # a longer run can be cut so that the tile that matters lies in a piece no longer than this
SHORT_RUNS = COLOUR_COUNT * (VALUES - 2 + VALUES - 3 + VALUES - 4)
ALL_GROUPS = VALUES * 5


@rule
def place_melds(work: IntArray) -> None:
    """Try every meld that the tile or the joker in question may lie in, and search for the rest of the table.

    A longer run can be cut so that what matters lies in a piece of three to five tiles.
    """
    if work[NEW_MELDS] == work[FIRST_PLACED]:
        return  # where nothing can be laid at all, no joker helps
    depth = 0
    begin_placement(work, 0)
    while depth >= 0:
        placement = PLACEMENTS + depth * PLACEMENT
        keep_problem(work, placement, False)
        if not place_next(work, placement):
            work[PLACED] = work[FIRST_PLACED] + depth
            depth -= 1
            continue
        loss = search(work)
        if loss == NEVER or write_lay(work, loss):
            continue
        if depth + 1 < MOST_PLACED:
            depth += 1
            begin_placement(work, depth)


@rule
def begin_placement(work: IntArray, depth: int) -> None:
    """Say what the next meld placed must have: the tile that frees a joker, if that is in question, or a joker."""
    wanted = JOKER_KIND
    if not work[SAME_MELD] and (work[MOST_JOKERS] > 1 or has_few_jokers(work)):
        for kind in range(NATURAL_KINDS):
            freed = work[FREED + kind]
            for before in range(depth):
                freed -= work[PLACEMENTS + before * PLACEMENT + PLACEMENT_OF] == kind
            if freed > 0:
                wanted = kind
    placement = PLACEMENTS + depth * PLACEMENT
    work[placement + PLACEMENT_OF] = wanted
    work[placement + PLACEMENT_NEXT] = 0
    keep_problem(work, placement, True)


@rule
def keep_problem(work: IntArray, placement: int, keep: bool) -> None:
    """Keep the problem as it is before a meld is placed, or bring it back."""
    at = placement + PLACEMENT_PROBLEM
    for i in range(3 * KINDS):
        if keep:
            work[at + i] = work[HAVE + i]
        else:
            work[HAVE + i] = work[at + i]
    at += 3 * KINDS
    if keep:
        work[at] = work[FREE_JOKERS]
        work[at + 1] = work[MUST_JOKERS]
        work[at + 2] = work[SETTLED]
    else:
        work[FREE_JOKERS] = work[at]
        work[MUST_JOKERS] = work[at + 1]
        work[SETTLED] = work[at + 2]


@rule
def place_next(work: IntArray, placement: int) -> bool:
    """Pin down the next meld that fits; False if there is none left.

    A try is a number: the form of the meld, the places of free jokers in it, and whether jokers that keep what they
    stand for come before other tiles of that kind.
    """
    before = work[FIRST_PLACED] + (placement - PLACEMENTS) // PLACEMENT
    work[STAYING] &= (1 << before) - 1
    shapes = SHORT_RUNS + ALL_GROUPS
    if work[COUNTING_CHANGES] and work[placement + PLACEMENT_OF] != JOKER_KIND:
        shapes += work[OLD_MELDS]
    while work[placement + PLACEMENT_NEXT] < shapes << LONGEST_PLACED + 1:
        number = work[placement + PLACEMENT_NEXT]
        work[placement + PLACEMENT_NEXT] += 1
        work[NEW_MELDS] = before
        shape = number >> LONGEST_PLACED + 1
        if number & (2 << LONGEST_PLACED) - 1 == 0 and not may_place(work, work[placement + PLACEMENT_OF], shape):
            work[placement + PLACEMENT_NEXT] = shape + 1 << LONGEST_PLACED + 1
            continue
        if shape >= SHORT_RUNS + ALL_GROUPS:
            found = not number & (2 << LONGEST_PLACED) - 1 and place_old_meld(
                work, work[placement + PLACEMENT_OF], shape - SHORT_RUNS - ALL_GROUPS
            )
        else:
            found = place_meld(
                work, work[placement + PLACEMENT_OF], shape, number >> 1 & (1 << LONGEST_PLACED) - 1, number & 1
            )
        if found:
            work[PLACED] = before + 1
            return True
        keep_problem(work, placement, False)
    return False


@rule
def may_place(work: IntArray, wanted: int, shape: int) -> bool:
    """Whether a meld of a shape can be there at all: with the tile in question, and jokers for what is missing."""
    if shape >= SHORT_RUNS + ALL_GROUPS:
        return True
    start, extent, count = shape_of(shape)
    lacking = 0
    found = wanted == JOKER_KIND
    for i in range(count if shape < SHORT_RUNS else COLOUR_COUNT):
        kind = start + i
        if shape >= SHORT_RUNS:
            if not extent >> i & 1:
                continue
            kind = i * VALUES + start
        lacking += work[HAVE + kind] == 0
        found |= wanted == kind
    return found and lacking <= min(work[FREE_JOKERS], work[MOST_JOKERS])


@rule
def place_old_meld(work: IntArray, wanted: int, meld: int) -> bool:
    """An old meld without jokers that has the tile in question stays; False, halfway through it, if it cannot."""
    first = OLD_CELLS
    for before in range(meld):
        first += work[OLD_LENGTHS + before]
    count = work[OLD_LENGTHS + meld]
    if work[SETTLED] >> meld & 1:
        return False
    colours = 0
    found = False
    for at in range(first, first + count):
        kind = work[at]
        if not take_tile(work, kind):
            return False
        colours |= 1 << kind // VALUES
        found |= kind == wanted
    work[SETTLED] |= 1 << meld
    work[STAYING] |= 1 << work[NEW_MELDS]
    if work[first] % VALUES == work[first + 1] % VALUES:
        add_meld(work, GROUP, work[first] % VALUES, colours, 0)
    else:
        add_meld(work, RUN, work[first], count, 0)
    return found


@rule
def take_tile(work: IntArray, kind: int) -> bool:
    """A tile goes out of the problem; False if all that are left are jokers that stand for it."""
    if work[HAVE + kind] <= work[KEPT + kind]:
        return False
    work[HAVE + kind] -= 1
    work[MUST + kind] = max(work[MUST + kind] - 1, work[KEPT + kind])
    return True


@rule
def place_meld(work: IntArray, wanted: int, shape: int, places: int, kept_first: int) -> bool:
    """Take the tiles of a meld out of the problem; False, halfway through it, if it does not fit."""
    form = RUN if shape < SHORT_RUNS else GROUP
    start, extent, count = shape_of(shape)
    if places >> count or bits_in(places) > min(work[FREE_JOKERS], work[MOST_JOKERS]):
        return False
    jokers = place = 0
    found = False
    kept_used = False
    for i in range(LONGEST_PLACED):
        if form == RUN:
            if i == count:
                break
            kind = start + i
        else:
            if i == COLOUR_COUNT:
                break
            if not extent >> i & 1:
                continue
            kind = i * VALUES + start
        if places >> place & 1:
            jokers |= 1 << i
            work[FREE_JOKERS] -= 1
            work[MUST_JOKERS] = max(work[MUST_JOKERS] - 1, 0)
            found |= wanted == JOKER_KIND
        else:
            if work[HAVE + kind] == 0:
                return False
            kept = work[KEPT + kind] > 0 and (kept_first or work[HAVE + kind] == work[KEPT + kind])
            if kept:
                jokers |= 1 << i
                work[KEPT + kind] -= 1
                kept_used = True
                found |= wanted == JOKER_KIND
            else:
                found |= wanted == kind
            work[HAVE + kind] -= 1
            work[MUST + kind] = max(work[MUST + kind] - 1, work[KEPT + kind])
        place += 1
    if not found or bits_in(jokers) > work[MOST_JOKERS] or (kept_first and not kept_used):
        return False
    if wanted != JOKER_KIND and places and (bits_in(places) > 1 or work[FREE_JOKERS] + work[NEW_MELDS] == 0):
        return False  # the joker that the tile frees lies elsewhere
    add_meld(work, form, start, extent, jokers)
    return True


@rule
def shape_of(shape: int) -> tuple[int, int, int]:
    """A shape of a meld: where it starts, how long it is or which colours it has, and its number of tiles."""
    if shape < SHORT_RUNS:
        colour = shape // (SHORT_RUNS // COLOUR_COUNT)
        shape %= SHORT_RUNS // COLOUR_COUNT
        length = LEAST_MELD
        while shape > VALUES - length:
            shape -= VALUES - length + 1
            length += 1
        return colour * VALUES + shape, length, length
    shape -= SHORT_RUNS
    missing = shape % 5
    if missing == COLOUR_COUNT:
        return shape // 5, ALL_COLOURS, COLOUR_COUNT
    return shape // 5, ALL_COLOURS & ~(1 << missing), COLOUR_COUNT - 1


@rule
def bits_in(bits: int) -> int:
    """How many bits are set."""
    count = 0
    while bits:
        bits &= bits - 1
        count += 1
    return count
