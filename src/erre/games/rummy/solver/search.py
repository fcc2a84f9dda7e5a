"""The search for the least loss: which tiles of every number go into runs, so that the least stays on the rack.

It binds the loop of `loop` with bounds for the loss, and a memory of one word for each node.
"""

from __future__ import annotations

from erre.core.engine import bind, rule
from erre.core.record import IntArray
from erre.games.rummy.components import COLOUR_COUNT, VALUES
from erre.games.rummy.solver import loop
from erre.games.rummy.solver.lookup import GROWN, LONG, SHORT, STATES_OF
from erre.games.rummy.solver.loop import KEY_BITS, plain_key
from erre.games.rummy.solver.sides import group_ties, least_run_tiles, open_runs, read_side, shared_bound, useful_jokers
from erre.games.rummy.workspace import (
    AGE,
    CHANGED,
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
    COUNTING_CHANGES,
    EXPANDED,
    JOKER_STEPS,
    LAYERS,
    NEVER,
    NODE,
    NODE_CHILDREN,
    NODE_JOKERS,
    NODE_RUNS,
    NODES,
    RUN_STATES,
    SEEN,
    SEEN_AT,
    SEEN_BITS,
    SETTLED,
    SIDE_BOUNDS,
    SIDE_GROUPS,
    SIDE_HAVE,
    SIDE_MUST,
    SIDE_TIES,
    SIDE_WEIGHT,
    STACK,
    WEIGHT,
)

LAYER_STEP = RUN_STATES * JOKER_STEPS
COLOUR_STEP = LAYERS * LAYER_STEP

# An entry of the memory: the node's key, the age and the budget that did not suffice.
KEY_AT = KEY_BITS + 1
AGE_AT = 20
BUDGET_MASK = (1 << AGE_AT) - 1
AGE_MASK = (1 << KEY_AT - AGE_AT) - 1


# -- bounds


@rule
def fill_side(work: IntArray, side: int, jokers: int, free_runs: int) -> None:
    """Write the problem as it is read from one side, and its bounds."""
    read_side(work, side, jokers)
    for colour in range(COLOUR_COUNT):
        fill_bounds(work, side, colour, jokers, free_runs)


@rule
def fill_bounds(work: IntArray, side: int, colour: int, jokers: int, free_runs: int) -> None:
    """For each colour on its own, from each number on: the least that is lost, given its open runs and its jokers.

    Its tiles join groups wherever there can be any, whatever other colours do, and group jokers cost nothing.
    """
    at = side + SIDE_BOUNDS + colour * COLOUR_STEP + VALUES * LAYER_STEP
    for spare in range(jokers + 1):
        for state in range(STATES_OF[open_runs(work, side, colour, VALUES, jokers - spare, free_runs)]):
            work[at + state * JOKER_STEPS + spare] = 0 if SHORT[state] == 0 else NEVER
    for value in range(VALUES - 1, -1, -1):
        at -= LAYER_STEP
        for spare in range(jokers + 1):
            for state in range(STATES_OF[open_runs(work, side, colour, value, jokers - spare, free_runs)]):
                bound = bound_at(work, side, colour, value, state, spare, free_runs)
                work[at + state * JOKER_STEPS + spare] = bound


@rule
def bound_at(work: IntArray, side: int, colour: int, value: int, state: int, spare: int, free_runs: int) -> int:
    """The least loss of one colour from one number on."""
    have = work[side + SIDE_HAVE + colour * VALUES + value]
    must = work[side + SIDE_MUST + colour * VALUES + value]
    ties = work[side + SIDE_TIES + colour * VALUES + value]
    for_runs = have - group_ties(ties)
    groups = work[side + SIDE_GROUPS + value]
    weight = work[side + SIDE_WEIGHT + value]
    after = side + SIDE_BOUNDS + colour * COLOUR_STEP + (value + 1) * LAYER_STEP
    best = NEVER
    for tiles in range(least_run_tiles(ties, state), min(for_runs + spare, max(for_runs, free_runs)) + 1):
        own = min(tiles, for_runs)
        if must - own > groups:
            continue
        left = spare - tiles + own
        if left < spare and spare - left > useful_jokers(work, side, colour, value, state, tiles, left):
            continue
        loss = work[after + GROWN[state, tiles] * JOKER_STEPS + left] + max(have - own - groups, 0) * weight
        best = min(best, loss)
    return best


@rule
def root_bound(work: IntArray, side: int, jokers: int) -> int:
    """What is lost at the least."""
    at = side + SIDE_BOUNDS
    return shared_bound(work, at, at + COLOUR_STEP, at + 2 * COLOUR_STEP, at + 3 * COLOUR_STEP, jokers)


# -- the children of a node


@rule
def list_choices(work: IntArray, side: int, colour: int, value: int, free_runs: int, kept: int) -> int:
    """How many tiles of a colour and number may go into runs: writes each choice with what it loses at the least.

    No old groups are kept here: `kept` is always 0.
    """
    node = NODES + value * NODE
    state = work[node + NODE_RUNS + colour]
    jokers = work[node + NODE_JOKERS]
    have = work[side + SIDE_HAVE + colour * VALUES + value]
    must = work[side + SIDE_MUST + colour * VALUES + value]
    ties = work[side + SIDE_TIES + colour * VALUES + value]
    for_runs = have - group_ties(ties)
    groups = work[side + SIDE_GROUPS + value]
    weight = work[side + SIDE_WEIGHT + value]
    after = side + SIDE_BOUNDS + colour * COLOUR_STEP + (value + 1) * LAYER_STEP
    at = CHOICES + colour * CHOICES_STEP
    for tiles in range(least_run_tiles(ties, state), min(for_runs + jokers, max(for_runs, free_runs)) + 1):
        own = min(tiles, for_runs)
        if must - own > groups:
            continue
        left = jokers - tiles + own
        if left < jokers and jokers - left > useful_jokers(work, side, colour, value, state, tiles, left):
            continue
        bound = after + GROWN[state, tiles] * JOKER_STEPS
        if work[bound + left] >= NEVER:
            continue
        work[at + CHOICE_RUNS] = tiles
        work[at + CHOICE_BOUND] = bound
        work[at + CHOICE_JOKERS] = tiles - own
        work[at + CHOICE_LEAST] = work[bound + left] + max(have - own - groups, 0) * weight
        work[at + CHOICE_LEFT] = have - own
        work[at + CHOICE_MUST] = max(must - own, have - for_runs)
        work[at + CHOICE_ENDS] = have == for_runs and LONG[state] > max(tiles - SHORT[state], 0)
        work[at + CHOICE_COST] = 0
        at += CHOICE
    return at


@rule
def is_full(top: int) -> bool:
    """Whether there is no room for another child: the stack has room for all there can be."""
    return False


add_children = bind(loop.add_children_template, "least_loss", is_full=is_full)
combine_choices = bind(
    loop.combine_choices_template, "least_loss", list_choices=list_choices, add_children=add_children
)


@rule
def expand(work: IntArray, side: int, value: int, top: int, limit: int, free_runs: int) -> int:
    """Write the children of a node that may lose less than the limit; the new top of the stack."""
    work[NODES + value * NODE + NODE_CHILDREN] = top
    work[EXPANDED] += 1
    return combine_choices(work, side, value, top, limit, free_runs, 0, 0)


@rule
def own_tiles(work: IntArray, side: int, colour: int, value: int, choices: int) -> int:
    """The tiles of a kind that are there for runs, without free jokers, whatever the choices."""
    kind = colour * VALUES + value
    return work[side + SIDE_HAVE + kind] - group_ties(work[side + SIDE_TIES + kind])


enter = bind(loop.enter_template, "least_loss", own_tiles=own_tiles)


# -- the memory


@rule
def place_of(key: int) -> int:
    """Where the memory keeps a node."""
    return SEEN_AT + ((key * 2654435761 >> 32 - SEEN_BITS) & SEEN - 1)


@rule
def is_known(work: IntArray, key: int, budget: int) -> bool:
    """Whether the memory knows that a node cannot be finished by losing less than the budget."""
    entry = work[place_of(key)]
    return entry >> KEY_AT == key and (entry >> AGE_AT & AGE_MASK) == work[AGE] and (entry & BUDGET_MASK) >= budget


@rule
def remember(work: IntArray, side: int, value: int, budget: int) -> None:
    """A node was searched: it cannot be finished by losing less than the budget."""
    key = plain_key(work, side, value)
    work[place_of(key)] = key << KEY_AT | work[AGE] << AGE_AT | max(budget, 0)


@rule
def make_ready(work: IntArray) -> None:
    """Ready a workspace that may hold anything: no changes are counted, and the next search clears the memory."""
    work[AGE] = AGE_MASK
    work[COUNTING_CHANGES] = work[CHANGED] = work[SETTLED] = 0


@rule
def renew_memory(work: IntArray) -> None:
    """Forget all nodes: their age tells old ones from new ones."""
    work[AGE] = (work[AGE] + 1) & AGE_MASK
    if work[AGE] == 0:
        for at in range(SEEN_AT, SEEN_AT + SEEN):
            work[at] = 0
        work[AGE] = 1


# -- the search


is_hopeless = bind(loop.is_hopeless_template, "least_loss", node_key=plain_key, is_known=is_known)
search_side = bind(
    loop.search_side_template, "least_loss", expand=expand, enter=enter, is_hopeless=is_hopeless, remember=remember
)
deepen = bind(
    loop.deepen_template,
    "least_loss",
    fill_side=fill_side,
    root_bound=root_bound,
    renew_memory=renew_memory,
    search_side=search_side,
)


@rule
def least_loss(work: IntArray, jokers: int, limit: int, free_runs: int) -> int:
    """The least loss below the limit with a number of free jokers; or the limit, if there is none."""
    return deepen(work, jokers, STACK, 0, limit, work[WEIGHT], free_runs)
