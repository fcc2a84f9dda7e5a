"""The problem as a search reads it from one side, from 1 to 13 or from 13 to 1, and what both searches ask of it."""

from __future__ import annotations

from erre.core.engine import rule
from erre.core.record import IntArray
from erre.games.rummy.components import COLOUR_COUNT, NATURAL_KINDS, VALUES
from erre.games.rummy.solver.lookup import GROUPED, LONG, PAIR_OF, SHORT
from erre.games.rummy.workspace import (
    CASE_KIND,
    GROUP_TIES_AT,
    HAVE,
    JOKER_STEPS,
    LINKED,
    MOST_OPEN,
    MUST,
    OLD_JOKERS,
    SIDE_GROUPS,
    SIDE_HAVE,
    SIDE_MUST,
    SIDE_TIES,
    SIDE_WEIGHT,
    SIDES,
    TIED_ABOVE,
    TIED_BELOW,
    TIES,
    TIES_MASK,
    WEIGHT,
)


@rule
def read_side(work: IntArray, side: int, jokers: int) -> None:
    """Write the problem as it is read from one side."""
    for value in range(VALUES):
        there = value if side == SIDES else VALUES - 1 - value
        work[side + SIDE_WEIGHT + value] = work[WEIGHT + there]
        for colour in range(0, NATURAL_KINDS, VALUES):
            work[side + SIDE_HAVE + colour + value] = work[HAVE + colour + there]
            work[side + SIDE_MUST + colour + value] = work[MUST + colour + there]
            work[side + SIDE_TIES + colour + value] = 0
        work[side + SIDE_GROUPS + value] = most_groups(work, side, value, jokers)
    for joker in range(work[OLD_JOKERS]):
        read_ties(work, side, work[CASE_KIND + joker])


@rule
def read_ties(work: IntArray, side: int, kind: int) -> None:
    """Write what ties jokers that keep their place as a kind, as it is read from one side."""
    ties = work[TIES + kind]
    if ties == 0:
        return
    here = side + SIDE_TIES + (kind if side == SIDES else turned(kind))
    work[here] |= ties & (TIES_MASK | TIES_MASK << GROUP_TIES_AT)
    is_first_below = side == SIDES
    if ties & (TIED_BELOW if is_first_below else TIED_ABOVE):
        work[here] |= LINKED
    if ties & (TIED_ABOVE if is_first_below else TIED_BELOW):
        work[here + 1] |= LINKED


@rule
def turned(kind: int) -> int:
    """A kind as it is read from the other side."""
    return (2 * (kind // VALUES) + 1) * VALUES - 1 - kind


@rule
def group_ties(ties: int) -> int:
    """How many jokers of a kind must lie in groups."""
    return ties >> GROUP_TIES_AT & TIES_MASK


@rule
def least_run_tiles(ties: int, state: int) -> int:
    """The fewest tiles of a kind that must go into runs: for short runs, and for what is tied to runs.

    MOST_OPEN + 1, that is too many, where the kind must go on with a run and none is open.
    """
    least = max(int(SHORT[state]), ties & TIES_MASK)
    if not ties & LINKED:
        return least
    return MOST_OPEN + 1 if state == 0 else max(least, 1)


@rule
def most_groups(work: IntArray, side: int, value: int, jokers: int) -> int:
    """The most groups that the tiles of one number can make."""
    for groups in range(MOST_OPEN, 0, -1):
        tiles = jokers
        for colour in range(COLOUR_COUNT):
            tiles += min(work[side + SIDE_HAVE + colour * VALUES + value], groups)
        if tiles >= 3 * groups:
            return groups
    return 0


@rule
def open_runs(work: IntArray, side: int, colour: int, value: int, jokers: int, free_runs: int) -> int:
    """The most runs of a colour that can be open before a number, with a given number of jokers used."""
    if value == 0:
        return 0
    have = work[side + SIDE_HAVE + colour * VALUES + value - 1]
    return min(have + jokers, max(have, free_runs))


@rule
def useful_jokers(work: IntArray, side: int, colour: int, value: int, state: int, tiles: int, jokers: int) -> int:
    """The most jokers that make sense among the run tiles of one colour and number, given how many are left after it.

    A joker that begins a run can as well end it, unless there is no number left; and one that goes on with a long run
    must lead to a tile.
    """
    useful = int(SHORT[state])
    next_kind = side + SIDE_HAVE + colour * VALUES + value + 1
    if (value < VALUES - 1 and work[next_kind]) or (value < VALUES - 2 and jokers and work[next_kind + 1]):
        useful += min(LONG[state], tiles - SHORT[state])
    if value == VALUES - 3:
        useful += max(tiles - SHORT[state] - LONG[state], 0)
    return useful


@rule
def shared_bound(work: IntArray, at0: int, at1: int, at2: int, at3: int, jokers: int) -> int:
    """The least loss of four colours that share the jokers, given the places of their bounds."""
    a, b, c, d = work[at0], work[at1], work[at2], work[at3]
    least = a + b + c + d
    if jokers == 0:
        return least
    a1, b1, c1, d1 = a - work[at0 + 1], b - work[at1 + 1], c - work[at2 + 1], d - work[at3 + 1]
    high, low = max(a1, b1), max(c1, d1)
    first = max(high, low)
    if jokers == 1:
        return least - first
    a2, b2, c2, d2 = a - work[at0 + 2], b - work[at1 + 2], c - work[at2 + 2], d - work[at3 + 2]
    second = max(min(high, low), min(a1, b1) if high >= low else min(c1, d1))
    return least - max(first + second, max(max(a2, b2), max(c2, d2)))


@rule
def group_tiles(
    left0: int, left1: int, left2: int, left3: int, must0: int, must1: int, must2: int, must3: int, jokers: int
) -> int:
    """The most tiles of one number that groups can take with exactly these jokers, or -1 (see `lookup.grouped`)."""
    if left0 <= 2 and left1 <= 2 and left2 <= 2 and left3 <= 2:
        pairs = (PAIR_OF[left0, must0] * 6 + PAIR_OF[left1, must1]) * 36
        pairs += PAIR_OF[left2, must2] * 6 + PAIR_OF[left3, must3]
        return int(GROUPED[pairs * JOKER_STEPS + jokers])
    must = must0 + must1 + must2 + must3
    most_must = max(max(must0, must1), max(must2, must3))
    best = 0 if jokers + must == 0 else -1
    for groups in range(max(most_must, 1), MOST_OPEN + 1):
        most = min(left0, groups) + min(left1, groups) + min(left2, groups) + min(left3, groups)
        most = min(most, 4 * groups - jokers)
        if most >= max(must, 3 * groups - jokers) and most > best:
            best = most
    return best
