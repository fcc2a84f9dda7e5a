"""Bounds for the search for the fewest changes: the least cost of each colour on its own.

A group that must be changed because a tile of this colour is missing costs the colour its share of a change.
"""

from __future__ import annotations

from erre.core.engine import rule
from erre.core.record import NONE, IntArray
from erre.games.rummy.components import COLOUR_COUNT, VALUES
from erre.games.rummy.solver.lookup import GROWN, SHORT, STATES_OF
from erre.games.rummy.solver.old_melds import (
    count_bits,
    group_share,
    groups_with,
    list_old_melds,
    next_active,
    old_side,
    start_cost,
    starts_at,
)
from erre.games.rummy.solver.sides import group_ties, least_run_tiles, open_runs, read_side, useful_jokers
from erre.games.rummy.solver.writing import kept_of
from erre.games.rummy.workspace import (
    ACTIVE,
    CHANGE_BOUNDS,
    JOKER_STEPS,
    LAYERS,
    NEVER,
    OLD_RUN_GOES_ON,
    RUN_STATES,
    SIDE_GROUPS,
    SIDE_HAVE,
    SIDE_MUST,
    SIDE_TIES,
    SIDE_WEIGHT,
    SIDES,
    SLOTS,
)

STATE_STEP = JOKER_STEPS
ACTIVE_STEP = RUN_STATES * STATE_STEP
LAYER_STEP = ACTIVE * ACTIVE_STEP
COLOUR_STEP = LAYERS * LAYER_STEP


@rule
def fill_change_side(work: IntArray, side: int, jokers: int, free_runs: int) -> None:
    """Write the problem as it is read from one side, and its bounds."""
    read_side(work, side, jokers)
    list_old_melds(work, old_side(side), side == SIDES)
    for colour in range(COLOUR_COUNT):
        fill_bounds(work, side, colour, jokers, free_runs)


@rule
def fill_bounds(work: IntArray, side: int, colour: int, jokers: int, free_runs: int) -> None:
    """The least cost of one colour from each number on, given its open runs, those kept, and its jokers."""
    old = old_side(side)
    at = old + CHANGE_BOUNDS + colour * COLOUR_STEP + VALUES * LAYER_STEP
    for spare in range(jokers + 1):
        for state in range(STATES_OF[open_runs(work, side, colour, VALUES, jokers - spare, free_runs)]):
            work[at + state * STATE_STEP + spare] = 0 if SHORT[state] == 0 else NEVER
    for value in range(VALUES - 1, -1, -1):
        at -= LAYER_STEP
        kept_on = work[old + OLD_RUN_GOES_ON + colour * VALUES + value]
        for active in range(ACTIVE):
            if active & ~kept_on:
                continue
            for spare in range(jokers + 1):
                for state in range(STATES_OF[open_runs(work, side, colour, value, jokers - spare, free_runs)]):
                    bound = bound_at(work, side, colour, value, state, active, spare, free_runs)
                    work[at + active * ACTIVE_STEP + state * STATE_STEP + spare] = bound


@rule
def free_tiles(work: IntArray, side: int, colour: int, value: int, kept: int) -> int:
    """The tiles of a kind besides those in old melds that are kept, as bits; NONE if there are too few for these."""
    have = work[side + SIDE_HAVE + colour * VALUES + value] - count_bits(kept)
    return have if have >= kept_of(work, side, colour, value) else NONE


@rule
def bound_at(
    work: IntArray, side: int, colour: int, value: int, state: int, active: int, spare: int, free_runs: int
) -> int:
    """The least cost of one colour from one number on."""
    old = old_side(side)
    kind = colour * VALUES + value
    most = work[side + SIDE_GROUPS + value]
    weight = work[side + SIDE_WEIGHT + value]
    after = old + CHANGE_BOUNDS + colour * COLOUR_STEP + (value + 1) * LAYER_STEP
    starts = starts_at(work, old, kind)
    ties = work[side + SIDE_TIES + kind]
    with_groups = groups_with(work, old, colour, value)
    best = NEVER
    for both in range(ACTIVE * ACTIVE):
        kept, in_groups = both & ACTIVE - 1, both >> SLOTS
        if active & ~kept or kept & ~(active | starts) or in_groups & ~with_groups:
            continue
        have = free_tiles(work, side, colour, value, both)
        if have == NONE:
            continue
        for_runs = have - group_ties(ties)
        must = work[side + SIDE_MUST + kind] - count_bits(both)
        groups = most - count_bits(in_groups)
        cost = start_cost(work, old, kind, kept) + group_share(work, old, colour, value, in_groups)
        there = after + next_active(work, old, colour, value, kept) * ACTIVE_STEP
        for tiles in range(least_run_tiles(ties, state), min(for_runs + spare, max(for_runs, free_runs)) + 1):
            own = min(tiles, for_runs)
            if must - own > groups:
                continue
            left = spare - tiles + own
            if left < spare and spare - left > useful_jokers(work, side, colour, value, state, tiles, left):
                continue
            loss = work[there + GROWN[state, tiles] * STATE_STEP + left] + cost
            best = min(best, loss + max(have - own - groups, 0) * weight)
    return best
