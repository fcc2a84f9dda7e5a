"""The search for the fewest changes: old runs and groups may be kept as they are, all the way.

It binds the loop of `loop` with more to choose: where an old run starts it is kept, or it is changed, which costs a
change; and of the tiles that are left for groups those of an old group may be kept together. So the state of a colour
also has the old runs that are being kept. There is room for more children than were ever seen; were it full, the lay
found would still be one of the most tiles. Old melds with jokers are settled before (see `minimal_change`).
"""

from __future__ import annotations

from erre.core.engine import bind, rule
from erre.core.record import NONE, IntArray
from erre.games.rummy.components import COLOUR_COUNT, VALUES
from erre.games.rummy.solver import loop
from erre.games.rummy.solver.lookup import GROWN, LONG, SHORT
from erre.games.rummy.solver.loop import KEY_BITS, plain_key
from erre.games.rummy.solver.minimal_change_bounds import (
    ACTIVE_STEP,
    COLOUR_STEP,
    LAYER_STEP,
    STATE_STEP,
    fill_change_side,
    free_tiles,
)
from erre.games.rummy.solver.old_melds import (
    CHANGE,
    count_bits,
    group_share,
    groups_with,
    next_active,
    old_side,
    start_cost,
    starts_at,
)
from erre.games.rummy.solver.sides import group_ties, least_run_tiles, shared_bound, useful_jokers
from erre.games.rummy.workspace import (
    ACTIVE,
    CHANGE_AGE,
    CHANGE_BOUNDS,
    CHANGE_CHILDREN,
    CHANGE_SEEN,
    CHANGE_SEEN_BITS,
    CHANGE_SEEN_BUDGET,
    CHANGE_SEEN_KEY,
    CHANGE_STACK,
    CHILD,
    CHOICE,
    CHOICE_BOUND,
    CHOICE_COST,
    CHOICE_ENDS,
    CHOICE_JOKERS,
    CHOICE_LEAST,
    CHOICE_LEFT,
    CHOICE_MUST,
    CHOICE_RUNS,
    CHOICES,
    CHOICES_STEP,
    COLOUR_BITS,
    EXPANDED,
    KEPT_GROUPS_AT,
    NEVER,
    NODE,
    NODE_CHILDREN,
    NODE_JOKERS,
    NODE_KEPT_RUNS,
    NODE_RUNS,
    NODES,
    OLD_GROUP,
    OLD_GROUP_COLOURS,
    OLD_GROUPS,
    SIDE_GROUPS,
    SIDE_MUST,
    SIDE_TIES,
    SIDE_WEIGHT,
    SLOTS,
    TILE_BITS,
)

LOST = 1024  # what a tile costs that is not laid: more than all changes
AGE_AT = 32
AGE_MASK = (1 << 12) - 1


# -- the children of a node


@rule
def list_choices(work: IntArray, side: int, colour: int, value: int, free_runs: int, kept_groups: int) -> int:
    """What may become of a colour's tiles of one number where these old groups are kept, each choice with what it costs
    at the least; their end."""
    old = old_side(side)
    node = NODES + value * NODE
    state = work[node + NODE_RUNS + colour]
    active = work[node + NODE_KEPT_RUNS] >> SLOTS * colour & ACTIVE - 1
    jokers = work[node + NODE_JOKERS]
    kind = colour * VALUES + value
    in_groups = kept_groups & groups_with(work, old, colour, value)
    groups = work[side + SIDE_GROUPS + value] - count_bits(in_groups)
    share = group_share(work, old, colour, value, in_groups)
    weight = work[side + SIDE_WEIGHT + value]
    after = old + CHANGE_BOUNDS + colour * COLOUR_STEP + (value + 1) * LAYER_STEP
    starts = starts_at(work, old, kind)
    ties = work[side + SIDE_TIES + kind]
    at = CHOICES + colour * CHOICES_STEP
    for kept in range(ACTIVE):
        if active & ~kept or kept & ~(active | starts):
            continue
        have = free_tiles(work, side, colour, value, kept | in_groups << SLOTS)
        if have == NONE:
            continue
        for_runs = have - group_ties(ties)
        must = work[side + SIDE_MUST + kind] - count_bits(kept | in_groups << SLOTS)
        cost = start_cost(work, old, kind, kept)
        there = after + next_active(work, old, colour, value, kept) * ACTIVE_STEP
        for tiles in range(least_run_tiles(ties, state), min(for_runs + jokers, max(for_runs, free_runs)) + 1):
            own = min(tiles, for_runs)
            if must - own > groups:
                continue
            left = jokers - tiles + own
            if left < jokers and jokers - left > useful_jokers(work, side, colour, value, state, tiles, left):
                continue
            bound = there + GROWN[state, tiles] * STATE_STEP
            if work[bound + left] >= NEVER:
                continue
            work[at + CHOICE_RUNS] = tiles | kept << TILE_BITS
            work[at + CHOICE_BOUND] = bound
            work[at + CHOICE_JOKERS] = tiles - own
            work[at + CHOICE_LEAST] = work[bound + left] + cost + share + max(have - own - groups, 0) * weight
            work[at + CHOICE_LEFT] = have - own
            work[at + CHOICE_MUST] = max(must - own, have - for_runs)
            work[at + CHOICE_ENDS] = have == for_runs and LONG[state] > max(tiles - SHORT[state], 0)
            work[at + CHOICE_COST] = cost
            at += CHOICE
    return at


@rule
def is_full(top: int) -> bool:
    """Whether there is no room for another child."""
    return top >= CHANGE_STACK + CHANGE_CHILDREN * CHILD


add_children = bind(loop.add_children_template, "fewest_changes", is_full=is_full)
combine_choices = bind(
    loop.combine_choices_template, "fewest_changes", list_choices=list_choices, add_children=add_children
)


@rule
def expand(work: IntArray, side: int, value: int, top: int, limit: int, free_runs: int) -> int:
    """Write the children of a node that may cost less than the limit; the new top of the stack."""
    work[NODES + value * NODE + NODE_CHILDREN] = top
    work[EXPANDED] += 1
    at = old_side(side) + OLD_GROUPS + value * SLOTS * OLD_GROUP + OLD_GROUP_COLOURS
    groups = (work[at] > 0) | (work[at + OLD_GROUP] > 0) << 1
    for kept in range(ACTIVE):
        if not kept & ~groups:
            cost = CHANGE * count_bits(groups & ~kept)
            top = combine_choices(work, side, value, top, limit, free_runs, cost, kept)
    return top


@rule
def own_tiles(work: IntArray, side: int, colour: int, value: int, choices: int) -> int:
    """The tiles of a kind that are there for runs, without free jokers and what lies in old melds that are kept."""
    kept = choices >> COLOUR_BITS * colour + TILE_BITS & ACTIVE - 1
    in_groups = choices >> KEPT_GROUPS_AT & groups_with(work, old_side(side), colour, value)
    ties = work[side + SIDE_TIES + colour * VALUES + value]
    return free_tiles(work, side, colour, value, kept | in_groups << SLOTS) - group_ties(ties)


enter_plainly = bind(loop.enter_template, "fewest_changes", own_tiles=own_tiles)


@rule
def enter(work: IntArray, side: int, value: int, choices: int, lost: int) -> None:
    """Write the node that a child leads to, and the old runs that go on from it."""
    enter_plainly(work, side, value, choices, lost)
    active = 0
    for colour in range(COLOUR_COUNT):
        kept = choices >> COLOUR_BITS * colour + TILE_BITS & ACTIVE - 1
        active |= next_active(work, old_side(side), colour, value, kept) << SLOTS * colour
    work[NODES + (value + 1) * NODE + NODE_KEPT_RUNS] = active


# -- the memory


@rule
def node_key(work: IntArray, side: int, value: int) -> int:
    """A node as one number of 39 bits."""
    return plain_key(work, side, value) | work[NODES + value * NODE + NODE_KEPT_RUNS] << KEY_BITS


@rule
def place_of(key: int) -> int:
    """Where the memory keeps a node."""
    mixed = (key ^ key >> 29) * 2654435761
    return CHANGE_SEEN + 2 * (mixed >> 32 - CHANGE_SEEN_BITS & (1 << CHANGE_SEEN_BITS) - 1)


@rule
def is_known(work: IntArray, key: int, budget: int) -> bool:
    """Whether the memory knows that a node cannot be finished by a cost below the budget."""
    at = place_of(key)
    entry = work[at + CHANGE_SEEN_BUDGET]
    is_new = entry >> AGE_AT == work[CHANGE_AGE]
    return bool(work[at + CHANGE_SEEN_KEY] == key and is_new and entry & (1 << AGE_AT) - 1 >= budget)


@rule
def remember(work: IntArray, side: int, value: int, budget: int) -> None:
    """A node was searched: it cannot be finished by a cost below the budget."""
    key = node_key(work, side, value)
    at = place_of(key)
    work[at + CHANGE_SEEN_KEY] = key
    work[at + CHANGE_SEEN_BUDGET] = work[CHANGE_AGE] << AGE_AT | max(budget, 0)


@rule
def renew_memory(work: IntArray) -> None:
    """Forget all nodes: their age tells old ones from new ones."""
    work[CHANGE_AGE] = (work[CHANGE_AGE] + 1) & AGE_MASK
    if work[CHANGE_AGE] == 0:
        for at in range(CHANGE_SEEN, CHANGE_SEEN + (2 << CHANGE_SEEN_BITS)):
            work[at] = 0
        work[CHANGE_AGE] = 1


# -- the search


@rule
def root_bound(work: IntArray, side: int, jokers: int) -> int:
    """What changes and lost tiles cost at the least."""
    at = old_side(side) + CHANGE_BOUNDS
    return shared_bound(work, at, at + COLOUR_STEP, at + 2 * COLOUR_STEP, at + 3 * COLOUR_STEP, jokers)


is_hopeless = bind(loop.is_hopeless_template, "fewest_changes", node_key=node_key, is_known=is_known)
search_side = bind(
    loop.search_side_template, "fewest_changes", expand=expand, enter=enter, is_hopeless=is_hopeless, remember=remember
)

deepen = bind(
    loop.deepen_template,
    "fewest_changes",
    fill_side=fill_change_side,
    root_bound=root_bound,
    renew_memory=renew_memory,
    search_side=search_side,
)


@rule
def fewest_changes(work: IntArray, jokers: int, floor: int, limit: int, free_runs: int) -> int:
    """The least cost below the limit, if it is a change below it; else the limit. What costs less was tried before."""
    if floor >= limit:
        return limit
    return deepen(work, jokers, CHANGE_STACK, max(floor, limit - CHANGE), limit, CHANGE, free_runs)
