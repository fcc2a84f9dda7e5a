"""The old melds without jokers, for the search that keeps them: where runs start and go on, which groups there are, and
what it costs to change them."""

from __future__ import annotations

from erre.core.engine import rule
from erre.core.record import NONE, IntArray
from erre.games.rummy.components import COLOUR_COUNT, VALUES
from erre.games.rummy.rules.melds import colour_of, run_start
from erre.games.rummy.solver.sides import turned
from erre.games.rummy.workspace import (
    CHANGE_BOUNDS,
    CHANGE_SIDE,
    CHANGE_SIDES,
    OLD_CELLS,
    OLD_GROUP,
    OLD_GROUP_COLOURS,
    OLD_GROUP_MELD,
    OLD_GROUPS,
    OLD_LENGTHS,
    OLD_MELDS,
    OLD_RUN,
    OLD_RUN_GOES_ON,
    OLD_RUN_LENGTH,
    OLD_RUN_MELD,
    OLD_RUN_STARTS,
    SETTLED,
    SIDES,
    SLOTS,
)

CHANGE = 12  # what a change costs: it can be shared by three colours and by four


@rule
def old_side(side: int) -> int:
    """What belongs to a side here."""
    return CHANGE_SIDES if side == SIDES else CHANGE_SIDES + CHANGE_SIDE


@rule
def list_old_melds(work: IntArray, old: int, upward: bool) -> None:
    """Write where the old runs start and go on, read from one side, and the old groups; those settled are left out."""
    for i in range(OLD_RUN_STARTS, CHANGE_BOUNDS):
        work[old + i] = 0
    first = OLD_CELLS
    for meld in range(work[OLD_MELDS]):
        count = work[OLD_LENGTHS + meld]
        if not work[SETTLED] >> meld & 1:
            if run_start(work, first, count) != NONE:
                list_run(work, old, work[first] if upward else turned(work[first + count - 1]), count, meld)
            else:
                list_group(work, old, first, count, meld, upward)
        first += count


@rule
def list_run(work: IntArray, old: int, start: int, count: int, meld: int) -> None:
    """An old run goes into a slot that is free all along it."""
    for slot in range(SLOTS):
        free = True
        for kind in range(start, start + count):
            at = old + OLD_RUN_STARTS + (kind * SLOTS + slot) * OLD_RUN
            if work[at + OLD_RUN_LENGTH] or work[old + OLD_RUN_GOES_ON + kind] >> slot & 1:
                free = False
        if free:
            at = old + OLD_RUN_STARTS + (start * SLOTS + slot) * OLD_RUN
            work[at + OLD_RUN_LENGTH] = count
            work[at + OLD_RUN_MELD] = meld
            for kind in range(start + 1, start + count):
                work[old + OLD_RUN_GOES_ON + kind] |= 1 << slot
            return


@rule
def list_group(work: IntArray, old: int, first: int, count: int, meld: int, upward: bool) -> None:
    """An old group joins those of its number."""
    colours = 0
    for at in range(first, first + count):
        colours |= 1 << colour_of(work[at])
    value = work[first] % VALUES
    at = old + OLD_GROUPS + (value if upward else VALUES - 1 - value) * SLOTS * OLD_GROUP
    if work[at + OLD_GROUP_COLOURS]:
        at += OLD_GROUP
    work[at + OLD_GROUP_COLOURS] = colours
    work[at + OLD_GROUP_MELD] = meld


@rule
def start_cost(work: IntArray, old: int, kind: int, kept: int) -> int:
    """What the old runs cost that would start at a kind and are not kept."""
    cost = 0
    for slot in range(SLOTS):
        if work[old + OLD_RUN_STARTS + (kind * SLOTS + slot) * OLD_RUN + OLD_RUN_LENGTH] and not kept >> slot & 1:
            cost += CHANGE
    return cost


@rule
def starts_at(work: IntArray, old: int, kind: int) -> int:
    """The slots in which an old run starts at a kind, as bits."""
    at = old + OLD_RUN_STARTS + kind * SLOTS * OLD_RUN + OLD_RUN_LENGTH
    return (work[at] > 0) | (work[at + OLD_RUN] > 0) << 1


@rule
def next_active(work: IntArray, old: int, colour: int, value: int, kept: int) -> int:
    """The old runs of a colour that go on behind a number, of those kept."""
    return kept & work[old + OLD_RUN_GOES_ON + colour * VALUES + value + 1] if value < VALUES - 1 else 0


@rule
def groups_with(work: IntArray, old: int, colour: int, value: int) -> int:
    """The old groups of a number that have a tile of a colour, as bits."""
    at = old + OLD_GROUPS + value * SLOTS * OLD_GROUP + OLD_GROUP_COLOURS
    return work[at] >> colour & 1 | (work[at + OLD_GROUP] >> colour & 1) << 1


@rule
def group_share(work: IntArray, old: int, colour: int, value: int, groups: int) -> int:
    """A colour's share of what the old groups of a number cost that are not kept."""
    at = old + OLD_GROUPS + value * SLOTS * OLD_GROUP + OLD_GROUP_COLOURS
    share = 0 if groups & 1 else share_of(work[at], colour)
    return share if groups & 2 else share + share_of(work[at + OLD_GROUP], colour)


@rule
def share_of(colours: int, colour: int) -> int:
    """A colour's share of a change of a group."""
    if not colours >> colour & 1:
        return 0
    return CHANGE // 4 if colours == (1 << COLOUR_COUNT) - 1 else CHANGE // 3


@rule
def count_bits(kept: int) -> int:
    """How many of at most four bits are set."""
    return (kept & 1) + (kept >> 1 & 1) + (kept >> 2 & 1) + (kept >> 3)
