"""The loop that both searches share: depth first, the most promising choice first, within a limit that grows.

It walks the numbers from 1 to 13, or from 13 to 1. What matters of the tiles already placed is, for each colour, how
many runs are open and which of them are still short (van Rijn, Takes and Vis, 2015), and the jokers left. The limit
grows from what must be lost at the least: bounds say that for each colour on its own, and a memory of searched nodes
says where nothing better is to be found. Where one side takes long, the other is tried, since trouble among the high
numbers is found fastest from above: this cut the slowest of a hundred solves to a tenth. Nothing is recursive and
nothing allocated.

The functions named `..._template` leave some names open. A search binds its own rules in their place with
`engine.bind`: `search` for the least loss, `minimal_change_search` for the fewest changes.
"""

from __future__ import annotations

from erre.core.engine import rule
from erre.core.record import IntArray
from erre.games.rummy.components import COLOUR_COUNT, VALUES
from erre.games.rummy.solver.lookup import BETTER, GROWN, LONG, SHORT, TRIMMED
from erre.games.rummy.solver.sides import group_tiles, shared_bound
from erre.games.rummy.workspace import (
    CHILD,
    CHILD_BOUND,
    CHILD_CHOICES,
    CHILD_LOSS,
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
    GROUP_JOKERS_AT,
    GROUP_JOKERS_MASK,
    KEPT_GROUPS_AT,
    MOST_OPEN,
    NEVER,
    NODE,
    NODE_CHILDREN,
    NODE_JOKERS,
    NODE_LOSS,
    NODE_RUNS,
    NODES,
    PATH,
    PATH_SIDE,
    SIDE,
    SIDE_HAVE,
    SIDE_WEIGHT,
    SIDES,
    TILE_MASK,
    WAY,
)

FIRST_NODES = 40  # opened on one side before the other is tried; twice as many each time after

# The key of a node as one number: the state of each colour, the jokers left, the number reached, the side.
STATE_BITS = 6
JOKERS_AT = COLOUR_COUNT * STATE_BITS
VALUE_AT = JOKERS_AT + 2
SIDE_AT = VALUE_AT + 4
KEY_BITS = SIDE_AT + 1


# -- the names that a search binds


def list_choices(work: IntArray, side: int, colour: int, value: int, free_runs: int, kept: int) -> int:
    """Open: writes what may become of a colour's tiles of one number, where some old groups are kept; their end."""
    raise NameError("list_choices is bound by a search")


def is_full(top: int) -> bool:
    """Open: whether there is no room for another child."""
    raise NameError("is_full is bound by a search")


def own_tiles(work: IntArray, side: int, colour: int, value: int, choices: int) -> int:
    """Open: the tiles of a kind that are there for runs, without jokers, once these choices are made."""
    raise NameError("own_tiles is bound by a search")


def node_key(work: IntArray, side: int, value: int) -> int:
    """Open: a node as one number."""
    raise NameError("node_key is bound by a search")


def is_known(work: IntArray, key: int, budget: int) -> bool:
    """Open: whether the memory knows that a node cannot be finished by losing less than the budget."""
    raise NameError("is_known is bound by a search")


def add_children(
    work: IntArray, side: int, value: int, top: int, limit: int, jokers: int, cost: int, kept: int,
    at0: int, at1: int, at2: int, at3: int,
) -> int:  # fmt: skip
    """Open: see `add_children_template`."""
    raise NameError("add_children is bound by a search")


def expand(work: IntArray, side: int, value: int, top: int, limit: int, free_runs: int) -> int:
    """Open: writes the children of a node that may lose less than the limit; the new top of the stack."""
    raise NameError("expand is bound by a search")


def enter(work: IntArray, side: int, value: int, choices: int, lost: int) -> None:
    """Open: writes the node that a child leads to."""
    raise NameError("enter is bound by a search")


def is_hopeless(work: IntArray, side: int, value: int, budget: int) -> bool:
    """Open: see `is_hopeless_template`."""
    raise NameError("is_hopeless is bound by a search")


def remember(work: IntArray, side: int, value: int, budget: int) -> None:
    """Open: a node was searched and cannot be finished by losing less than the budget."""
    raise NameError("remember is bound by a search")


def fill_side(work: IntArray, side: int, jokers: int, free_runs: int) -> None:
    """Open: writes the problem as it is read from one side, and its bounds."""
    raise NameError("fill_side is bound by a search")


def root_bound(work: IntArray, side: int, jokers: int) -> int:
    """Open: what is lost at the least."""
    raise NameError("root_bound is bound by a search")


def renew_memory(work: IntArray) -> None:
    """Open: forgets all nodes."""
    raise NameError("renew_memory is bound by a search")


def search_side(work: IntArray, side: int, stack: int, limit: int, enough: int, nodes: int, free_runs: int) -> int:
    """Open: see `search_side_template`."""
    raise NameError("search_side is bound by a search")


# -- the children of a node


@rule
def least_choice(work: IntArray, colour: int, end: int) -> int:
    """The least loss among a colour's choices."""
    least = NEVER
    for at in range(CHOICES + colour * CHOICES_STEP, end, CHOICE):
        least = min(least, work[at + CHOICE_LEAST])
    return least


def combine_choices_template(
    work: IntArray, side: int, value: int, top: int, limit: int, free_runs: int, cost: int, kept: int
) -> int:
    """Write the children that the choices of the four colours make together; the new top of the stack.

    They keep some old groups, and cost at least what changing the others costs.
    """
    node = NODES + value * NODE
    jokers = work[node + NODE_JOKERS]
    loss = work[node + NODE_LOSS]
    end0 = list_choices(work, side, 0, value, free_runs, kept)
    end1 = list_choices(work, side, 1, value, free_runs, kept)
    end2 = list_choices(work, side, 2, value, free_runs, kept)
    end3 = list_choices(work, side, 3, value, free_runs, kept)
    rest3 = least_choice(work, 3, end3)
    rest2 = least_choice(work, 2, end2) + rest3
    rest1 = least_choice(work, 1, end1) + rest2
    for at0 in range(CHOICES, end0, CHOICE):
        sum0 = loss + work[at0 + CHOICE_LEAST]
        if sum0 + rest1 >= limit:
            continue
        for at1 in range(CHOICES + CHOICES_STEP, end1, CHOICE):
            sum1 = sum0 + work[at1 + CHOICE_LEAST]
            used1 = work[at0 + CHOICE_JOKERS] + work[at1 + CHOICE_JOKERS]
            if sum1 + rest2 >= limit or used1 > jokers:
                continue
            for at2 in range(CHOICES + 2 * CHOICES_STEP, end2, CHOICE):
                sum2 = sum1 + work[at2 + CHOICE_LEAST]
                used2 = used1 + work[at2 + CHOICE_JOKERS]
                if sum2 + rest3 >= limit or used2 > jokers:
                    continue
                for at3 in range(CHOICES + 3 * CHOICES_STEP, end3, CHOICE):
                    used = used2 + work[at3 + CHOICE_JOKERS]
                    if sum2 + work[at3 + CHOICE_LEAST] < limit and used <= jokers:
                        top = add_children(
                            work, side, value, top, limit, jokers - used, loss + cost, kept, at0, at1, at2, at3
                        )
    return top


def add_children_template(
    work: IntArray, side: int, value: int, top: int, limit: int, jokers: int, loss: int, kept: int,
    at0: int, at1: int, at2: int, at3: int,
) -> int:  # fmt: skip
    """The children with given run tiles: with as many jokers in groups as bring more tiles down."""
    weight = work[side + SIDE_WEIGHT + value]
    loss += work[at0 + CHOICE_COST] + work[at1 + CHOICE_COST] + work[at2 + CHOICE_COST] + work[at3 + CHOICE_COST]
    left = work[at0 + CHOICE_LEFT] + work[at1 + CHOICE_LEFT] + work[at2 + CHOICE_LEFT] + work[at3 + CHOICE_LEFT]
    best = -1
    for used in range(jokers + 1):
        tiles = group_tiles(
            work[at0 + CHOICE_LEFT], work[at1 + CHOICE_LEFT], work[at2 + CHOICE_LEFT], work[at3 + CHOICE_LEFT],
            work[at0 + CHOICE_MUST], work[at1 + CHOICE_MUST], work[at2 + CHOICE_MUST], work[at3 + CHOICE_MUST], used,
        )  # fmt: skip
        if tiles <= best:
            continue
        best = tiles
        if is_dominated(work, tiles, used, at0, at1, at2, at3):
            continue
        lost = loss + (left - tiles) * weight
        bound = lost + shared_bound(
            work, work[at0 + CHOICE_BOUND], work[at1 + CHOICE_BOUND], work[at2 + CHOICE_BOUND],
            work[at3 + CHOICE_BOUND], jokers - used,
        )  # fmt: skip
        if bound < limit and not is_full(top):
            choices = work[at0 + CHOICE_RUNS] | work[at1 + CHOICE_RUNS] << COLOUR_BITS
            choices |= work[at2 + CHOICE_RUNS] << 2 * COLOUR_BITS | work[at3 + CHOICE_RUNS] << 3 * COLOUR_BITS
            top = push(work, top, bound, choices | used << GROUP_JOKERS_AT | kept << KEPT_GROUPS_AT, lost)
        if tiles == left:
            break
    return top


@rule
def is_dominated(work: IntArray, tiles: int, jokers: int, at0: int, at1: int, at2: int, at3: int) -> bool:
    """Whether a tile could as well have joined a long run that ends here: the run would stay open, at no cost."""
    left0, left1, left2, left3 = (
        work[at0 + CHOICE_LEFT], work[at1 + CHOICE_LEFT], work[at2 + CHOICE_LEFT], work[at3 + CHOICE_LEFT],
    )  # fmt: skip
    must0, must1, must2, must3 = (
        work[at0 + CHOICE_MUST], work[at1 + CHOICE_MUST], work[at2 + CHOICE_MUST], work[at3 + CHOICE_MUST],
    )  # fmt: skip
    count = -2
    if work[at0 + CHOICE_ENDS] and left0:
        count = group_tiles(left0 - 1, left1, left2, left3, max(must0 - 1, 0), must1, must2, must3, jokers)
    if count + 1 < tiles and work[at1 + CHOICE_ENDS] and left1:
        count = group_tiles(left0, left1 - 1, left2, left3, must0, max(must1 - 1, 0), must2, must3, jokers)
    if count + 1 < tiles and work[at2 + CHOICE_ENDS] and left2:
        count = group_tiles(left0, left1, left2 - 1, left3, must0, must1, max(must2 - 1, 0), must3, jokers)
    if count + 1 < tiles and work[at3 + CHOICE_ENDS] and left3:
        count = group_tiles(left0, left1, left2, left3 - 1, must0, must1, must2, max(must3 - 1, 0), jokers)
    return count + 1 >= tiles


@rule
def push(work: IntArray, top: int, bound: int, choices: int, lost: int) -> int:
    """A child joins the stack of its node."""
    work[top + CHILD_BOUND] = bound
    work[top + CHILD_CHOICES] = choices
    work[top + CHILD_LOSS] = lost
    return top + CHILD


@rule
def take_best(work: IntArray, first: int, top: int) -> None:
    """Bring the child with the lowest bound to the top of its node's stack."""
    last = top - CHILD
    best = last
    for at in range(first, last, CHILD):
        if work[at + CHILD_BOUND] < work[best + CHILD_BOUND]:
            best = at
    if best != last:
        for i in range(CHILD):
            swap = work[last + i]
            work[last + i] = work[best + i]
            work[best + i] = swap


def enter_template(work: IntArray, side: int, value: int, choices: int, lost: int) -> None:
    """Write the node that a child leads to; long runs that nothing can go on with are forgotten."""
    node = NODES + value * NODE
    after = node + NODE
    jokers = work[node + NODE_JOKERS] - (choices >> GROUP_JOKERS_AT & GROUP_JOKERS_MASK)
    for colour in range(COLOUR_COUNT):
        tiles = choices >> COLOUR_BITS * colour & TILE_MASK
        jokers -= max(tiles - own_tiles(work, side, colour, value, choices), 0)
    work[after + NODE_JOKERS] = jokers
    work[after + NODE_LOSS] = lost
    next_kind = side + SIDE_HAVE + value + 1
    for colour in range(COLOUR_COUNT):
        state = GROWN[work[node + NODE_RUNS + colour], choices >> COLOUR_BITS * colour & TILE_MASK]
        if LONG[state]:
            room = work[next_kind + colour * VALUES] + jokers - SHORT[state]
            state = TRIMMED[state, min(max(room, 0), MOST_OPEN)]
        work[after + NODE_RUNS + colour] = state


# -- the memory


@rule
def plain_key(work: IntArray, side: int, value: int) -> int:
    """A node as one number of KEY_BITS bits, old runs left aside."""
    runs = NODES + value * NODE + NODE_RUNS
    key = (
        work[runs] | work[runs + 1] << STATE_BITS | work[runs + 2] << 2 * STATE_BITS | work[runs + 3] << 3 * STATE_BITS
    )
    jokers = work[NODES + value * NODE + NODE_JOKERS]
    return key | jokers << JOKERS_AT | value << VALUE_AT | (side != SIDES) << SIDE_AT


def is_hopeless_template(work: IntArray, side: int, value: int, budget: int) -> bool:
    """Whether the memory knows that of a node, or of one that is at least as good."""
    key = node_key(work, side, value)
    if is_known(work, key, budget):
        return True
    node = NODES + value * NODE
    for more in range(1, work[NODES + NODE_JOKERS] - work[node + NODE_JOKERS] + 1):
        if is_known(work, key + (more << JOKERS_AT), budget):
            return True
    for colour in range(COLOUR_COUNT):
        state = work[node + NODE_RUNS + colour]
        for way in range(3):
            better = BETTER[state, way]
            if better >= 0 and is_known(work, key + (better - state << STATE_BITS * colour), budget):
                return True
    return False


# -- the search


def search_side_template(
    work: IntArray, side: int, stack: int, limit: int, enough: int, nodes: int, free_runs: int
) -> int:
    """The least loss below the limit, its way written to PATH; or the limit, if there is none.

    A loss that is low enough will do. It gives up when it has opened as many nodes as given: EXPANDED says so, and the
    loss need not be the least.
    """
    work[EXPANDED] = 0
    value = 0
    top = expand(work, side, 0, stack, limit, free_runs)
    while True:
        node = NODES + value * NODE
        first = work[node + NODE_CHILDREN]
        if top > first:
            take_best(work, first, top)
        if top == first or work[top - CHILD + CHILD_BOUND] >= limit:
            top = first
            remember(work, side, value, limit - work[node + NODE_LOSS])
            if value == 0:
                return limit
            value -= 1
            continue
        top -= CHILD
        choices = work[top + CHILD_CHOICES]
        lost = work[top + CHILD_LOSS]
        work[WAY + value] = choices
        if value == VALUES - 1:
            limit = lost
            work[PATH_SIDE] = side
            for i in range(VALUES):
                work[PATH + i] = work[WAY + i]
            if limit <= enough:
                return limit
            continue
        enter(work, side, value, choices, lost)
        if is_hopeless(work, side, value + 1, limit - lost):
            continue
        if work[EXPANDED] >= nodes:
            return limit
        value += 1
        top = expand(work, side, value, top, limit, free_runs)


def deepen_template(work: IntArray, jokers: int, stack: int, floor: int, limit: int, step: int, free_runs: int) -> int:
    """The least loss between the floor and the limit with a number of free jokers; or the limit, if there is none.

    The search looks for it within a step above what must be lost, then within one step more, and so on.
    """
    if floor >= limit:
        return limit
    side = SIDES
    other = SIDES + SIDE
    fill_side(work, side, jokers, free_runs)
    least = max(root_bound(work, side, jokers), floor)
    if least >= limit or least >= NEVER:
        return limit
    renew_memory(work)
    for i in range(NODE):
        work[NODES + i] = 0
    work[NODES + NODE_JOKERS] = jokers
    is_new = True
    while True:
        within = min(least + step, limit)
        found = within
        nodes = FIRST_NODES
        while True:
            found = search_side(work, side, stack, found, least, nodes, free_runs)
            if work[EXPANDED] < nodes:
                break
            nodes *= 2
            if is_new:
                fill_side(work, other, jokers, free_runs)
                is_new = False
            side, other = other, side
        if found < within or within == limit:
            return found
        least = within
