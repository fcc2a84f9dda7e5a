"""The search once more, for the lay that changes least: old runs and groups may be kept as they are, all the way.

It is that of `search`, with more to choose: where an old run starts it is kept, or it is changed, which costs a change;
and of the tiles that are left for groups those of an old group may be kept together. So the state of a colour also has
the old runs that are being kept. There is room for more children than were ever seen; were it full, the lay found
would still be one of the most tiles. In the bounds, each colour on its own, a group that must be changed because a
tile of this colour is missing costs its share of a change. Old melds with jokers are settled before (see `quiet`).
"""

from __future__ import annotations

from erre.core.engine import wide_rule as rule
from erre.core.record import NONE, IntArray
from erre.games.rummy.components import COLOUR_COUNT, GROUP, RUN, VALUES
from erre.games.rummy.rules.melds import colour_of, run_start
from erre.games.rummy.solver.layout import (
    ACTIVE,
    CALM_AGE,
    CALM_BOUNDS,
    CALM_CHILDREN,
    CALM_CHOICE,
    CALM_CHOICES,
    CALM_GROUPS,
    CALM_LEFT,
    CALM_ON,
    CALM_SEEN,
    CALM_SEEN_BITS,
    CALM_SIDE,
    CALM_SIDES,
    CALM_STACK,
    CALM_START,
    CHILD,
    EXPANDED,
    JOKER_STEPS,
    LAYERS,
    MOST_OPEN,
    NEVER,
    NEW_MELDS,
    NODE,
    NODES,
    OLD_CELLS,
    OLD_LENGTHS,
    OLD_MELDS,
    PATH,
    PATH_SIDE,
    PINNED,
    RUN_STATES,
    SETTLED,
    SIDE,
    SIDE_GROUPS,
    SIDE_HAVE,
    SIDE_MUST,
    SIDE_WEIGHT,
    SIDES,
    SLOTS,
    STAYING,
    WAY,
)
from erre.games.rummy.solver.search import (
    AGE_MASK,
    FIRST_NODES,
    group_tiles,
    open_runs,
    push,
    read_side,
    shared_bound,
    take_best,
    useful_jokers,
)
from erre.games.rummy.solver.tables import BETTER, GROWN, LONG, SHORT, STATES_OF, TRIMMED
from erre.games.rummy.solver.writing import add_meld, kept_of

CHANGE = 12  # what a change costs: it can be shared by three colours and by four
LOST = 1024  # what a tile costs that is not laid: more than all changes

STATE_STEP = JOKER_STEPS
ACTIVE_STEP = RUN_STATES * STATE_STEP
LAYER_STEP = ACTIVE * ACTIVE_STEP
COLOUR_STEP = LAYERS * LAYER_STEP
CHOICES_STEP = (MOST_OPEN + 1) * ACTIVE * CALM_CHOICE

# A child's choices: for each colour the run tiles and the slots of old runs kept from here on, then the jokers in
# groups, then the old groups kept.
TILE_BITS = 3
COLOUR_BITS = TILE_BITS + SLOTS
JOKERS_AT = COLOUR_COUNT * COLOUR_BITS
GROUPS_AT = JOKERS_AT + 2
AGE_AT = 32


# -- the old melds


@rule
def list_old_melds(work: IntArray, calm: int, upward: bool) -> None:
    """Write where the old runs start and go on, read from one side, and the old groups; those settled are left out."""
    for i in range(CALM_START, CALM_BOUNDS):
        work[calm + i] = 0
    first = OLD_CELLS
    for meld in range(work[OLD_MELDS]):
        count = work[OLD_LENGTHS + meld]
        if not work[SETTLED] >> meld & 1:
            if run_start(work, first, count) != NONE:
                list_run(work, calm, work[first] if upward else turned(work[first + count - 1]), count, meld)
            else:
                list_group(work, calm, first, count, meld, upward)
        first += count


@rule
def turned(kind: int) -> int:
    """A kind as it is read from the other side."""
    colour = colour_of(kind)
    return (2 * colour + 1) * VALUES - 1 - kind


@rule
def list_run(work: IntArray, calm: int, start: int, count: int, meld: int) -> None:
    """An old run goes into a slot that is free all along it."""
    for slot in range(SLOTS):
        free = True
        for kind in range(start, start + count):
            at = calm + CALM_START + (kind * SLOTS + slot) * 2
            if work[at] or work[calm + CALM_ON + kind] >> slot & 1:
                free = False
        if free:
            at = calm + CALM_START + (start * SLOTS + slot) * 2
            work[at] = count
            work[at + 1] = meld
            for kind in range(start + 1, start + count):
                work[calm + CALM_ON + kind] |= 1 << slot
            return


@rule
def list_group(work: IntArray, calm: int, first: int, count: int, meld: int, upward: bool) -> None:
    """An old group joins those of its number."""
    colours = 0
    for at in range(first, first + count):
        colours |= 1 << colour_of(work[at])
    value = work[first] % VALUES
    at = calm + CALM_GROUPS + (value if upward else VALUES - 1 - value) * SLOTS * 2
    if work[at]:
        at += 2
    work[at] = colours
    work[at + 1] = meld


@rule
def start_cost(work: IntArray, calm: int, kind: int, kept: int) -> int:
    """What the old runs cost that would start at a kind and are not kept."""
    cost = 0
    for slot in range(SLOTS):
        if work[calm + CALM_START + (kind * SLOTS + slot) * 2] and not kept >> slot & 1:
            cost += CHANGE
    return cost


@rule
def starts_at(work: IntArray, calm: int, kind: int) -> int:
    """The slots in which an old run starts at a kind, as bits."""
    at = calm + CALM_START + kind * SLOTS * 2
    return (work[at] > 0) | (work[at + 2] > 0) << 1


@rule
def groups_with(work: IntArray, calm: int, colour: int, value: int) -> int:
    """The old groups of a number that have a tile of a colour, as bits."""
    at = calm + CALM_GROUPS + value * SLOTS * 2
    return work[at] >> colour & 1 | (work[at + 2] >> colour & 1) << 1


@rule
def group_share(work: IntArray, calm: int, colour: int, value: int, groups: int) -> int:
    """A colour's share of what the old groups of a number cost that are not kept."""
    at = calm + CALM_GROUPS + value * SLOTS * 2
    share = 0 if groups & 1 else share_of(work[at], colour)
    return share if groups & 2 else share + share_of(work[at + 2], colour)


@rule
def share_of(colours: int, colour: int) -> int:
    """A colour's share of a change of a group."""
    if not colours >> colour & 1:
        return 0
    return CHANGE // 4 if colours == (1 << COLOUR_COUNT) - 1 else CHANGE // 3


# -- bounds


@rule
def calm_of(side: int) -> int:
    """What belongs to a side here."""
    return CALM_SIDES if side == SIDES else CALM_SIDES + CALM_SIDE


@rule
def fill_calm_side(work: IntArray, side: int, jokers: int, free_runs: int) -> None:
    """Write the problem as it is read from one side, and its bounds."""
    read_side(work, side, jokers)
    list_old_melds(work, calm_of(side), side == SIDES)
    for colour in range(COLOUR_COUNT):
        fill_bounds(work, side, colour, jokers, free_runs)


@rule
def fill_bounds(work: IntArray, side: int, colour: int, jokers: int, free_runs: int) -> None:
    """For a colour alone, from each number on: the least cost, given its open runs, those kept, and its jokers."""
    calm = calm_of(side)
    at = calm + CALM_BOUNDS + colour * COLOUR_STEP + VALUES * LAYER_STEP
    for spare in range(jokers + 1):
        for state in range(STATES_OF[open_runs(work, side, colour, VALUES, jokers - spare, free_runs)]):
            work[at + state * STATE_STEP + spare] = 0 if SHORT[state] == 0 else NEVER
    for value in range(VALUES - 1, -1, -1):
        at -= LAYER_STEP
        kept_on = work[calm + CALM_ON + colour * VALUES + value]
        for active in range(ACTIVE):
            if active & ~kept_on:
                continue
            for spare in range(jokers + 1):
                for state in range(STATES_OF[open_runs(work, side, colour, value, jokers - spare, free_runs)]):
                    bound = bound_at(work, side, colour, value, state, active, spare, free_runs)
                    work[at + active * ACTIVE_STEP + state * STATE_STEP + spare] = bound


@rule
def next_active(work: IntArray, calm: int, colour: int, value: int, kept: int) -> int:
    """The old runs of a colour that go on behind a number, of those kept."""
    return kept & work[calm + CALM_ON + colour * VALUES + value + 1] if value < VALUES - 1 else 0


@rule
def count_bits(kept: int) -> int:
    """How many of at most four bits are set."""
    return (kept & 1) + (kept >> 1 & 1) + (kept >> 2 & 1) + (kept >> 3)


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
    calm = calm_of(side)
    kind = colour * VALUES + value
    most = work[side + SIDE_GROUPS + value]
    weight = work[side + SIDE_WEIGHT + value]
    after = calm + CALM_BOUNDS + colour * COLOUR_STEP + (value + 1) * LAYER_STEP
    starts = starts_at(work, calm, kind)
    with_groups = groups_with(work, calm, colour, value)
    best = NEVER
    for both in range(ACTIVE * ACTIVE):
        kept, in_groups = both & ACTIVE - 1, both >> SLOTS
        if active & ~kept or kept & ~(active | starts) or in_groups & ~with_groups:
            continue
        have = free_tiles(work, side, colour, value, both)
        if have == NONE:
            continue
        must = work[side + SIDE_MUST + kind] - count_bits(both)
        groups = most - count_bits(in_groups)
        cost = start_cost(work, calm, kind, kept) + group_share(work, calm, colour, value, in_groups)
        there = after + next_active(work, calm, colour, value, kept) * ACTIVE_STEP
        for tiles in range(SHORT[state], min(have + spare, max(have, free_runs)) + 1):
            own = min(tiles, have)
            if must - own > groups:
                continue
            left = spare - tiles + own
            if left < spare and spare - left > useful_jokers(work, side, colour, value, state, tiles, left):
                continue
            loss = work[there + GROWN[state, tiles] * STATE_STEP + left] + cost
            best = min(best, loss + max(have - own - groups, 0) * weight)
    return best


# -- the search


@rule
def list_choices(work: IntArray, side: int, colour: int, value: int, free_runs: int, kept_groups: int) -> int:
    """What may become of a colour's tiles of one number where these old groups are kept, each choice with what it costs
    at the least; their end."""
    calm = calm_of(side)
    node = NODES + value * NODE
    state = work[node + colour]
    active = work[node + 7] >> SLOTS * colour & ACTIVE - 1
    jokers = work[node + 4]
    kind = colour * VALUES + value
    in_groups = kept_groups & groups_with(work, calm, colour, value)
    groups = work[side + SIDE_GROUPS + value] - count_bits(in_groups)
    share = group_share(work, calm, colour, value, in_groups)
    weight = work[side + SIDE_WEIGHT + value]
    after = calm + CALM_BOUNDS + colour * COLOUR_STEP + (value + 1) * LAYER_STEP
    starts = starts_at(work, calm, kind)
    at = CALM_CHOICES + colour * CHOICES_STEP
    for kept in range(ACTIVE):
        if active & ~kept or kept & ~(active | starts):
            continue
        have = free_tiles(work, side, colour, value, kept | in_groups << SLOTS)
        if have == NONE:
            continue
        must = work[side + SIDE_MUST + kind] - count_bits(kept | in_groups << SLOTS)
        cost = start_cost(work, calm, kind, kept)
        there = after + next_active(work, calm, colour, value, kept) * ACTIVE_STEP
        for tiles in range(SHORT[state], min(have + jokers, max(have, free_runs)) + 1):
            own = min(tiles, have)
            if must - own > groups:
                continue
            left = jokers - tiles + own
            if left < jokers and jokers - left > useful_jokers(work, side, colour, value, state, tiles, left):
                continue
            bound = there + GROWN[state, tiles] * STATE_STEP
            if work[bound + left] >= NEVER:
                continue
            work[at] = tiles | kept << TILE_BITS
            work[at + 1] = bound
            work[at + 2] = tiles - own
            work[at + 3] = work[bound + left] + cost + share + max(have - own - groups, 0) * weight
            work[at + 4] = have - own
            work[at + 5] = max(must - own, 0)
            work[at + 6] = LONG[state] > max(tiles - SHORT[state], 0)
            work[at + 7] = cost
            at += CALM_CHOICE
    return at


@rule
def least_choice(work: IntArray, colour: int, end: int) -> int:
    """The least cost among a colour's choices."""
    least = NEVER
    for at in range(CALM_CHOICES + colour * CHOICES_STEP, end, CALM_CHOICE):
        least = min(least, work[at + 3])
    return least


@rule
def expand(work: IntArray, side: int, value: int, top: int, limit: int, free_runs: int) -> int:
    """Write the children of a node that may cost less than the limit; the new top of the stack."""
    work[NODES + value * NODE + 6] = top
    work[EXPANDED] += 1
    at = calm_of(side) + CALM_GROUPS + value * SLOTS * 2
    groups = (work[at] > 0) | (work[at + 2] > 0) << 1
    for kept in range(ACTIVE):
        if not kept & ~groups:
            top = expand_groups(work, side, value, top, limit, free_runs, groups, kept)
    return top


@rule
def expand_groups(
    work: IntArray, side: int, value: int, top: int, limit: int, free_runs: int, groups: int, kept: int
) -> int:
    """Write those children that keep some of the old groups of this number."""
    node = NODES + value * NODE
    jokers = work[node + 4]
    loss = work[node + 5]
    changes = CHANGE * count_bits(groups & ~kept)
    end0 = list_choices(work, side, 0, value, free_runs, kept)
    end1 = list_choices(work, side, 1, value, free_runs, kept)
    end2 = list_choices(work, side, 2, value, free_runs, kept)
    end3 = list_choices(work, side, 3, value, free_runs, kept)
    rest3 = least_choice(work, 3, end3)
    rest2 = least_choice(work, 2, end2) + rest3
    rest1 = least_choice(work, 1, end1) + rest2
    for at0 in range(CALM_CHOICES, end0, CALM_CHOICE):
        sum0 = loss + work[at0 + 3]
        if sum0 + rest1 >= limit:
            continue
        for at1 in range(CALM_CHOICES + CHOICES_STEP, end1, CALM_CHOICE):
            sum1 = sum0 + work[at1 + 3]
            used1 = work[at0 + 2] + work[at1 + 2]
            if sum1 + rest2 >= limit or used1 > jokers:
                continue
            for at2 in range(CALM_CHOICES + 2 * CHOICES_STEP, end2, CALM_CHOICE):
                sum2 = sum1 + work[at2 + 3]
                used2 = used1 + work[at2 + 2]
                if sum2 + rest3 >= limit or used2 > jokers:
                    continue
                for at3 in range(CALM_CHOICES + 3 * CHOICES_STEP, end3, CALM_CHOICE):
                    used = used2 + work[at3 + 2]
                    if sum2 + work[at3 + 3] < limit and used <= jokers:
                        put_left(work, 0, at0)
                        put_left(work, 1, at1)
                        put_left(work, 2, at2)
                        put_left(work, 3, at3)
                        cost = changes + work[at0 + 7] + work[at1 + 7] + work[at2 + 7] + work[at3 + 7]
                        choices = packed(work[at0], work[at1], work[at2], work[at3], kept)
                        top = add_children(
                            work, side, value, top, limit, cost, choices, jokers - used,
                            work[at0 + 1], work[at1 + 1], work[at2 + 1], work[at3 + 1],
                        )  # fmt: skip
    return top


@rule
def put_left(work: IntArray, colour: int, choice: int) -> None:
    """The tiles of a colour for new groups, those of them that must go there, and whether a run ends."""
    for i in range(3):
        work[CALM_LEFT + i * COLOUR_COUNT + colour] = work[choice + 4 + i]


@rule
def packed(runs0: int, runs1: int, runs2: int, runs3: int, groups: int) -> int:
    """Choices of the four colours and old groups kept, as one number."""
    runs = runs0 | runs1 << COLOUR_BITS | runs2 << 2 * COLOUR_BITS | runs3 << 3 * COLOUR_BITS
    return runs | groups << GROUPS_AT


@rule
def add_children(
    work: IntArray, side: int, value: int, top: int, limit: int, cost: int, choices: int, jokers: int,
    bound0: int, bound1: int, bound2: int, bound3: int,
) -> int:  # fmt: skip
    """The children with given run tiles and groups kept: with as many jokers in groups as bring more tiles down."""
    lost = work[NODES + value * NODE + 5] + cost
    weight = work[side + SIDE_WEIGHT + value]
    left = work[CALM_LEFT] + work[CALM_LEFT + 1] + work[CALM_LEFT + 2] + work[CALM_LEFT + 3]
    best = -1
    for used in range(jokers + 1):
        tiles = grouped_left(work, NONE, used)
        if tiles <= best:
            continue
        best = tiles
        if is_dominated(work, tiles, used):
            continue
        here = lost + (left - tiles) * weight
        bound = here + shared_bound(work, bound0, bound1, bound2, bound3, jokers - used)
        if bound < limit and top < CALM_STACK + CALM_CHILDREN * CHILD:
            top = push(work, top, bound, choices | used << JOKERS_AT, here)
        if tiles == left:
            break
    return top


@rule
def grouped_left(work: IntArray, less: int, jokers: int) -> int:
    """The most tiles of one number that new groups can take; with one tile less of some colour, if it is named."""
    at = CALM_LEFT
    must = CALM_LEFT + COLOUR_COUNT
    return group_tiles(
        work[at] - (less == 0), work[at + 1] - (less == 1), work[at + 2] - (less == 2), work[at + 3] - (less == 3),
        max(work[must] - (less == 0), 0), max(work[must + 1] - (less == 1), 0),
        max(work[must + 2] - (less == 2), 0), max(work[must + 3] - (less == 3), 0), jokers,
    )  # fmt: skip


@rule
def is_dominated(work: IntArray, tiles: int, jokers: int) -> bool:
    """Whether a tile could as well have joined a long run that ends here: the run would stay open, at no cost."""
    for colour in range(COLOUR_COUNT):
        if work[CALM_LEFT + 2 * COLOUR_COUNT + colour] and work[CALM_LEFT + colour] > 0:
            count = grouped_left(work, colour, jokers)
            if count + 1 >= tiles and count >= 0:
                return True
    return False


@rule
def enter(work: IntArray, side: int, value: int, choices: int, lost: int) -> None:
    """Write the node that a child leads to; long runs that nothing can go on with are forgotten."""
    calm = calm_of(side)
    node = NODES + value * NODE
    after = node + NODE
    jokers = work[node + 4] - (choices >> JOKERS_AT & 3)
    kind = side + SIDE_HAVE + value
    active = 0
    for colour in range(COLOUR_COUNT):
        mine = choices >> COLOUR_BITS * colour
        kept = mine >> TILE_BITS & ACTIVE - 1
        in_groups = choices >> GROUPS_AT & groups_with(work, calm, colour, value)
        jokers -= max((mine & 7) - free_tiles(work, side, colour, value, kept | in_groups << SLOTS), 0)
        active |= next_active(work, calm, colour, value, kept) << SLOTS * colour
    work[after + 4] = jokers
    work[after + 5] = lost
    work[after + 7] = active
    for colour in range(COLOUR_COUNT):
        state = GROWN[work[node + colour], choices >> COLOUR_BITS * colour & 7]
        if LONG[state]:
            room = work[kind + colour * VALUES + 1] + jokers - SHORT[state]
            state = TRIMMED[state, min(max(room, 0), MOST_OPEN)]
        work[after + colour] = state


# -- the memory


@rule
def node_key(work: IntArray, side: int, value: int) -> int:
    """A node as one number of 39 bits."""
    node = NODES + value * NODE
    key = work[node] | work[node + 1] << 6 | work[node + 2] << 12 | work[node + 3] << 18
    return key | work[node + 4] << 24 | value << 26 | (side != SIDES) << 30 | work[node + 7] << 31


@rule
def place_of(key: int) -> int:
    """Where the memory keeps a node."""
    mixed = (key ^ key >> 29) * 2654435761
    return CALM_SEEN + 2 * (mixed >> 32 - CALM_SEEN_BITS & (1 << CALM_SEEN_BITS) - 1)


@rule
def is_known(work: IntArray, key: int, budget: int) -> bool:
    """Whether the memory knows that a node cannot be finished by a cost below the budget."""
    at = place_of(key)
    entry = work[at + 1]
    return bool(work[at] == key and entry >> AGE_AT == work[CALM_AGE] and entry & (1 << AGE_AT) - 1 >= budget)


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
    """A node was searched: it cannot be finished by a cost below the budget."""
    key = node_key(work, side, value)
    at = place_of(key)
    work[at] = key
    work[at + 1] = work[CALM_AGE] << AGE_AT | max(budget, 0)


@rule
def renew_memory(work: IntArray) -> None:
    """Forget all nodes: their age tells old ones from new ones."""
    work[CALM_AGE] = (work[CALM_AGE] + 1) & AGE_MASK
    if work[CALM_AGE] == 0:
        for at in range(CALM_SEEN, CALM_SEEN + (2 << CALM_SEEN_BITS)):
            work[at] = 0
        work[CALM_AGE] = 1


@rule
def search_side(work: IntArray, side: int, limit: int, nodes: int, free_runs: int) -> int:
    """The least cost below the limit, its way written to PATH; or the limit, if there is none.

    It gives up when it has opened so many nodes: then EXPANDED says so, and the cost need not be the least.
    """
    work[EXPANDED] = 0
    value = 0
    top = expand(work, side, 0, CALM_STACK, limit, free_runs)
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
def fewest_changes(work: IntArray, jokers: int, floor: int, limit: int, free_runs: int) -> int:
    """The least cost below the limit with so many free jokers, no less than the floor; or the limit, if none is."""
    if floor >= limit:
        return limit
    side = SIDES
    other = SIDES + SIDE
    fill_calm_side(work, side, jokers, free_runs)
    at = CALM_SIDES + CALM_BOUNDS
    least = shared_bound(work, at, at + COLOUR_STEP, at + 2 * COLOUR_STEP, at + 3 * COLOUR_STEP, jokers)
    least = max(least, floor)
    if least >= limit or least >= NEVER:
        return limit
    renew_memory(work)
    for i in range(NODE):
        work[NODES + i] = 0
    work[NODES + 4] = jokers
    is_new = True
    while True:
        within = min(least + CHANGE, limit)
        found = within
        nodes = FIRST_NODES
        while True:
            found = search_side(work, side, found, nodes, free_runs)
            if work[EXPANDED] < nodes:
                break
            nodes *= 2
            if is_new:
                fill_calm_side(work, other, jokers, free_runs)
                is_new = False
            side, other = other, side
        if found < within or within == limit:
            return found
        least = within


# -- the answer


@rule
def write_staying(work: IntArray) -> int:
    """Write the old melds that the way keeps, and leave the rest of it to `write_way`; how many melds are written."""
    side = work[PATH_SIDE]
    calm = calm_of(side)
    work[NEW_MELDS] = work[PINNED]
    work[STAYING] &= (1 << work[PINNED]) - 1
    for value in range(VALUES):
        choices = work[PATH + value]
        plain = choices >> JOKERS_AT << 12 & 3 << 12
        for colour in range(COLOUR_COUNT):
            mine = choices >> COLOUR_BITS * colour
            kept = mine >> TILE_BITS & ACTIVE - 1
            kind = colour * VALUES + value
            plain |= (mine & 7) << 3 * colour
            take_tiles(work, side, kind, count_bits(kept))
            for slot in range(SLOTS):
                at = calm + CALM_START + (kind * SLOTS + slot) * 2
                if kept >> slot & 1 and work[at]:
                    write_run(work, kind if side == SIDES else turned(kind + work[at] - 1), work[at])
        for group in range(SLOTS):
            if choices >> GROUPS_AT + group & 1:
                colours = work[calm + CALM_GROUPS + (value * SLOTS + group) * 2]
                for colour in range(COLOUR_COUNT):
                    take_tiles(work, side, colour * VALUES + value, colours >> colour & 1)
                work[STAYING] |= 1 << work[NEW_MELDS]
                add_meld(work, GROUP, value if side == SIDES else VALUES - 1 - value, colours, 0)
        work[PATH + value] = plain
    return work[NEW_MELDS]


@rule
def write_run(work: IntArray, start: int, count: int) -> None:
    """An old run stays."""
    work[STAYING] |= 1 << work[NEW_MELDS]
    add_meld(work, RUN, start, count, 0)


@rule
def take_tiles(work: IntArray, side: int, kind: int, count: int) -> None:
    """Some tiles of a kind are in melds that stay."""
    work[side + SIDE_HAVE + kind] -= count
    work[side + SIDE_MUST + kind] = max(work[side + SIDE_MUST + kind] - count, 0)
