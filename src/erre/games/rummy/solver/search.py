"""The search: which tiles of every number go into runs, so that the least is lost.

It walks the numbers from 1 to 13, or from 13 to 1. What matters of the tiles already placed is, for each colour, how
many runs are open and which of them are still short (van Rijn, Takes and Vis, 2015), and the jokers left. The search
goes depth first, the most promising choice first, within a limit that grows from what must be lost at the least: the
bounds say that for each colour on its own, and a memory of searched nodes says where nothing better is to be found.
Where one side takes long, the other is tried, since trouble among the high numbers is found fastest from above: this
cut the slowest of a hundred solves to a tenth. Nothing is recursive and nothing allocated; see `layout`.
"""

from __future__ import annotations

from erre.core.engine import wide_rule as rule
from erre.core.record import IntArray
from erre.games.rummy.components import COLOUR_COUNT, NATURAL_KINDS, VALUES
from erre.games.rummy.solver.layout import (
    AGE,
    CHILD,
    CHOICE,
    CHOICES,
    EXPANDED,
    HAVE,
    JOKER_STEPS,
    LAYERS,
    MOST_OPEN,
    MUST,
    NEVER,
    NODE,
    NODES,
    PATH,
    PATH_SIDE,
    RUN_STATES,
    SEEN,
    SEEN_AT,
    SEEN_BITS,
    SIDE,
    SIDE_BOUNDS,
    SIDE_GROUPS,
    SIDE_HAVE,
    SIDE_MUST,
    SIDE_WEIGHT,
    SIDES,
    STACK,
    WAY,
    WEIGHT,
)
from erre.games.rummy.solver.tables import BETTER, GROUPED, GROWN, LONG, PAIR_OF, SHORT, STATES_OF, TRIMMED

LAYER_STEP = RUN_STATES * JOKER_STEPS
COLOUR_STEP = LAYERS * LAYER_STEP
CHOICES_STEP = (MOST_OPEN + 1) * CHOICE
FIRST_NODES = 40  # opened on one side before the other is tried; twice as many each time after

# An entry of the memory: the node's key, the age and the budget that did not suffice.
KEY_AT = 32
AGE_AT = 20
BUDGET_MASK = (1 << AGE_AT) - 1
AGE_MASK = (1 << KEY_AT - AGE_AT) - 1


@rule
def fill_side(work: IntArray, side: int, jokers: int, free_runs: int) -> None:
    """Write the problem as it is read from one side, and its bounds."""
    read_side(work, side, jokers)
    for colour in range(COLOUR_COUNT):
        fill_bounds(work, side, colour, jokers, free_runs)


@rule
def read_side(work: IntArray, side: int, jokers: int) -> None:
    """Write the problem as it is read from one side."""
    for value in range(VALUES):
        there = value if side == SIDES else VALUES - 1 - value
        work[side + SIDE_WEIGHT + value] = work[WEIGHT + there]
        for colour in range(0, NATURAL_KINDS, VALUES):
            work[side + SIDE_HAVE + colour + value] = work[HAVE + colour + there]
            work[side + SIDE_MUST + colour + value] = work[MUST + colour + there]
        work[side + SIDE_GROUPS + value] = most_groups(work, side, value, jokers)


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
    """The most runs of a colour that can be open before a number, with so many jokers used."""
    if value == 0:
        return 0
    have = work[side + SIDE_HAVE + colour * VALUES + value - 1]
    return min(have + jokers, max(have, free_runs))


@rule
def useful_jokers(work: IntArray, side: int, colour: int, value: int, state: int, tiles: int, jokers: int) -> int:
    """The most jokers that make sense among the run tiles of one colour and number, with so many left after them.

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
def fill_bounds(work: IntArray, side: int, colour: int, jokers: int, free_runs: int) -> None:
    """For a colour alone, from each number on: the least that is lost, given its open runs and its jokers.

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
    groups = work[side + SIDE_GROUPS + value]
    weight = work[side + SIDE_WEIGHT + value]
    after = side + SIDE_BOUNDS + colour * COLOUR_STEP + (value + 1) * LAYER_STEP
    best = NEVER
    for tiles in range(SHORT[state], min(have + spare, max(have, free_runs)) + 1):
        own = min(tiles, have)
        if must - own > groups:
            continue
        left = spare - tiles + own
        if left < spare and spare - left > useful_jokers(work, side, colour, value, state, tiles, left):
            continue
        loss = work[after + GROWN[state, tiles] * JOKER_STEPS + left] + max(have - own - groups, 0) * weight
        best = min(best, loss)
    return best


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
    """The most tiles of one number that groups can take with exactly so many jokers, or -1 (see `tables.grouped`)."""
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


@rule
def list_choices(work: IntArray, side: int, colour: int, value: int, free_runs: int) -> int:
    """How many tiles of a colour and number may go into runs: writes each choice with what it loses at the least."""
    node = NODES + value * NODE
    state = work[node + colour]
    jokers = work[node + 4]
    have = work[side + SIDE_HAVE + colour * VALUES + value]
    must = work[side + SIDE_MUST + colour * VALUES + value]
    groups = work[side + SIDE_GROUPS + value]
    weight = work[side + SIDE_WEIGHT + value]
    after = side + SIDE_BOUNDS + colour * COLOUR_STEP + (value + 1) * LAYER_STEP
    at = CHOICES + colour * CHOICES_STEP
    for tiles in range(SHORT[state], min(have + jokers, max(have, free_runs)) + 1):
        own = min(tiles, have)
        if must - own > groups:
            continue
        left = jokers - tiles + own
        if left < jokers and jokers - left > useful_jokers(work, side, colour, value, state, tiles, left):
            continue
        bound = after + GROWN[state, tiles] * JOKER_STEPS
        if work[bound + left] >= NEVER:
            continue
        work[at] = tiles
        work[at + 1] = bound
        work[at + 2] = tiles - own
        work[at + 3] = work[bound + left] + max(have - own - groups, 0) * weight
        work[at + 4] = have - own
        work[at + 5] = max(must - own, 0)
        work[at + 6] = LONG[state] > max(tiles - SHORT[state], 0)
        at += CHOICE
    return at


@rule
def least_choice(work: IntArray, colour: int, end: int) -> int:
    """The least loss among a colour's choices."""
    least = NEVER
    for at in range(CHOICES + colour * CHOICES_STEP, end, CHOICE):
        least = min(least, work[at + 3])
    return least


@rule
def expand(work: IntArray, side: int, value: int, top: int, limit: int, free_runs: int) -> int:
    """Write the children of a node that may lose less than the limit; the new top of the stack."""
    node = NODES + value * NODE
    jokers = work[node + 4]
    loss = work[node + 5]
    work[node + 6] = top
    work[EXPANDED] += 1
    weight = work[side + SIDE_WEIGHT + value]
    end0 = list_choices(work, side, 0, value, free_runs)
    end1 = list_choices(work, side, 1, value, free_runs)
    end2 = list_choices(work, side, 2, value, free_runs)
    end3 = list_choices(work, side, 3, value, free_runs)
    rest3 = least_choice(work, 3, end3)
    rest2 = least_choice(work, 2, end2) + rest3
    rest1 = least_choice(work, 1, end1) + rest2
    for at0 in range(CHOICES, end0, CHOICE):
        sum0 = loss + work[at0 + 3]
        if sum0 + rest1 >= limit:
            continue
        for at1 in range(CHOICES + CHOICES_STEP, end1, CHOICE):
            sum1 = sum0 + work[at1 + 3]
            used1 = work[at0 + 2] + work[at1 + 2]
            if sum1 + rest2 >= limit or used1 > jokers:
                continue
            for at2 in range(CHOICES + 2 * CHOICES_STEP, end2, CHOICE):
                sum2 = sum1 + work[at2 + 3]
                used2 = used1 + work[at2 + 2]
                if sum2 + rest3 >= limit or used2 > jokers:
                    continue
                for at3 in range(CHOICES + 3 * CHOICES_STEP, end3, CHOICE):
                    used = used2 + work[at3 + 2]
                    if sum2 + work[at3 + 3] < limit and used <= jokers:
                        top = add_children(work, top, limit, loss, weight, jokers - used, at0, at1, at2, at3)
    return top


@rule
def add_children(
    work: IntArray, top: int, limit: int, loss: int, weight: int, jokers: int, at0: int, at1: int, at2: int, at3: int
) -> int:
    """The children with given run tiles: with as many jokers in groups as bring more tiles down."""
    left = work[at0 + 4] + work[at1 + 4] + work[at2 + 4] + work[at3 + 4]
    best = -1
    for used in range(jokers + 1):
        tiles = group_tiles(
            work[at0 + 4], work[at1 + 4], work[at2 + 4], work[at3 + 4],
            work[at0 + 5], work[at1 + 5], work[at2 + 5], work[at3 + 5], used,
        )  # fmt: skip
        if tiles <= best:
            continue
        best = tiles
        if is_dominated(work, tiles, used, at0, at1, at2, at3):
            continue
        lost = loss + (left - tiles) * weight
        bound = lost + shared_bound(work, work[at0 + 1], work[at1 + 1], work[at2 + 1], work[at3 + 1], jokers - used)
        if bound < limit:
            choices = work[at0] | work[at1] << 3 | work[at2] << 6 | work[at3] << 9 | used << 12
            top = push(work, top, bound, choices, lost)
        if tiles == left:
            break
    return top


@rule
def is_dominated(work: IntArray, tiles: int, jokers: int, at0: int, at1: int, at2: int, at3: int) -> bool:
    """Whether a tile could as well have joined a long run that ends here: the run would stay open, at no cost."""
    left0, left1, left2, left3 = work[at0 + 4], work[at1 + 4], work[at2 + 4], work[at3 + 4]
    must0, must1, must2, must3 = work[at0 + 5], work[at1 + 5], work[at2 + 5], work[at3 + 5]
    count = -2
    if work[at0 + 6] and left0:
        count = group_tiles(left0 - 1, left1, left2, left3, max(must0 - 1, 0), must1, must2, must3, jokers)
    if count + 1 < tiles and work[at1 + 6] and left1:
        count = group_tiles(left0, left1 - 1, left2, left3, must0, max(must1 - 1, 0), must2, must3, jokers)
    if count + 1 < tiles and work[at2 + 6] and left2:
        count = group_tiles(left0, left1, left2 - 1, left3, must0, must1, max(must2 - 1, 0), must3, jokers)
    if count + 1 < tiles and work[at3 + 6] and left3:
        count = group_tiles(left0, left1, left2, left3 - 1, must0, must1, must2, max(must3 - 1, 0), jokers)
    return count + 1 >= tiles


@rule
def push(work: IntArray, top: int, bound: int, choices: int, lost: int) -> int:
    """A child joins the stack of its node, the lowest bound on top."""
    work[top] = bound
    work[top + 1] = choices
    work[top + 2] = lost
    return top + CHILD


@rule
def take_best(work: IntArray, first: int, top: int) -> None:
    """Bring the child with the lowest bound to the top of its node's stack."""
    best = top - CHILD
    for at in range(first, top - CHILD, CHILD):
        if work[at] < work[best]:
            best = at
    last = top - CHILD
    if best != last:
        for i in range(CHILD):
            swap = work[last + i]
            work[last + i] = work[best + i]
            work[best + i] = swap


@rule
def enter(work: IntArray, side: int, value: int, choices: int, lost: int) -> None:
    """Write the node that a child leads to; long runs that nothing can go on with are forgotten."""
    node = NODES + value * NODE
    after = node + NODE
    jokers = work[node + 4] - (choices >> 12)
    kind = side + SIDE_HAVE + value
    for colour in range(COLOUR_COUNT):
        jokers -= max((choices >> 3 * colour & 7) - work[kind + colour * VALUES], 0)
    work[after + 4] = jokers
    work[after + 5] = lost
    for colour in range(COLOUR_COUNT):
        state = GROWN[work[node + colour], choices >> 3 * colour & 7]
        if LONG[state]:
            room = work[kind + colour * VALUES + 1] + jokers - SHORT[state]
            state = TRIMMED[state, min(max(room, 0), MOST_OPEN)]
        work[after + colour] = state


@rule
def node_key(work: IntArray, side: int, value: int) -> int:
    """A node as one number of 31 bits."""
    node = NODES + value * NODE
    key = work[node] | work[node + 1] << 6 | work[node + 2] << 12 | work[node + 3] << 18
    return key | work[node + 4] << 24 | value << 26 | (side != SIDES) << 30


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
def is_hopeless(work: IntArray, side: int, value: int, budget: int) -> bool:
    """Whether the memory knows that of a node, or of one that is at least as good."""
    key = node_key(work, side, value)
    if is_known(work, key, budget):
        return True
    node = NODES + value * NODE
    for more in range(1, work[NODES + 4] - work[node + 4] + 1):
        if is_known(work, key + (more << 24), budget):
            return True
    for colour in range(COLOUR_COUNT):
        state = work[node + colour]
        for way in range(3):
            better = BETTER[state, way]
            if better >= 0 and is_known(work, key + (better - state << 6 * colour), budget):
                return True
    return False


@rule
def remember(work: IntArray, side: int, value: int, budget: int) -> None:
    """A node was searched: it cannot be finished by losing less than the budget."""
    key = node_key(work, side, value)
    work[place_of(key)] = key << KEY_AT | work[AGE] << AGE_AT | max(budget, 0)


@rule
def renew_memory(work: IntArray) -> None:
    """Forget all nodes: their age tells old ones from new ones."""
    work[AGE] = (work[AGE] + 1) & AGE_MASK
    if work[AGE] == 0:
        for at in range(SEEN_AT, SEEN_AT + SEEN):
            work[at] = 0
        work[AGE] = 1


@rule
def search_side(work: IntArray, side: int, limit: int, nodes: int, free_runs: int) -> int:
    """The least loss below the limit, its way written to PATH; or the limit, if there is none.

    It gives up when it has opened so many nodes: then EXPANDED says so, and the loss need not be the least.
    """
    work[EXPANDED] = 0
    value = 0
    top = expand(work, side, 0, STACK, limit, free_runs)
    while True:
        node = NODES + value * NODE
        first = work[node + 6]
        if top > first:
            take_best(work, first, top)
        if top == first or work[top - CHILD] >= limit:
            top = first
            remember(work, side, value, limit - work[node + 5])
            if value == 0:
                return limit
            value -= 1
            continue
        top -= CHILD
        choices = work[top + 1]
        lost = work[top + 2]
        work[WAY + value] = choices
        if value == VALUES - 1:
            limit = lost
            work[PATH_SIDE] = side
            for i in range(VALUES):
                work[PATH + i] = work[WAY + i]
            continue
        enter(work, side, value, choices, lost)
        if is_hopeless(work, side, value + 1, limit - lost):
            continue
        if work[EXPANDED] >= nodes:
            return limit
        value += 1
        top = expand(work, side, value, top, limit, free_runs)


@rule
def root_bound(work: IntArray, side: int, jokers: int) -> int:
    """What is lost at the least."""
    at = side + SIDE_BOUNDS
    return shared_bound(work, at, at + COLOUR_STEP, at + 2 * COLOUR_STEP, at + 3 * COLOUR_STEP, jokers)


@rule
def least_loss(work: IntArray, jokers: int, limit: int, free_runs: int) -> int:
    """The least loss below the limit with so many free jokers; or the limit, if there is none."""
    side = SIDES
    other = SIDES + SIDE
    fill_side(work, side, jokers, free_runs)
    least = root_bound(work, side, jokers)
    if least >= limit or least >= NEVER:
        return limit
    renew_memory(work)
    for i in range(NODE):
        work[NODES + i] = 0
    work[NODES + 4] = jokers
    step = work[WEIGHT]
    is_new = True
    while True:
        within = min(least + step, limit)
        found = within
        nodes = FIRST_NODES
        while True:
            found = search_side(work, side, found, nodes, free_runs)
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
