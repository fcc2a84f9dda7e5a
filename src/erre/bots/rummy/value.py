"""Rummy: what a turn is worth, learned from self-play: the points of the hand to expect, and the chance to win it.

A few numbers describe each plan of `plans.list_plans`: what stays on the rack, what the others get, how the hand
stands. A small network in whole numbers weighs them, alike on the interpreter, the CPU and in a browser.
`training` makes its weights.
"""

from __future__ import annotations

from typing import Any

from erre.bots.rummy.kept import (
    ALL,
    DESCRIBED,
    DESCRIPTION,
    FEWEST,
    HOLD,
    KEPT_FIELDS,
    KEPT_OPENED,
    LAID,
    LAYERS,
    OUTPUTS,
    OWN_PLANS,
    PLANNED,
    PLANS,
    ROOM,
    TRUTH,
    VALUE,
    WORTH,
)
from erre.bots.rummy.level_settings import HOLDS, MARGIN
from erre.bots.rummy.patience import openings
from erre.bots.rummy.weights import WEIGHTS
from erre.core.engine import rule
from erre.core.record import IntArray
from erre.games.rummy.components import FIRST_JOKER, JOKER_PENALTY, KINDS, RACKS, TABLE, TILES
from erre.games.rummy.rules.melds import value_of
from erre.games.rummy.rules.preparation import left_of
from erre.games.rummy.state import Rummy
from erre.games.rummy.workspace import NEW_COUNTS, OLD_COUNTS, RACK

HIDDEN = 32
UNIT = 256  # of an activation that means 1
SHIFT = 12  # weights are whole numbers of 2 to this power
MOST_ACTIVE = 64 * UNIT
QUARTERS = 4  # the first output counts quarters of a point
FIRST_BIAS = DESCRIBED * HIDDEN
SECOND = FIRST_BIAS + HIDDEN
SECOND_BIAS = SECOND + HIDDEN * HIDDEN
LAST = SECOND_BIAS + HIDDEN
LAST_BIAS = LAST + HIDDEN * OUTPUTS
WEIGHT_COUNT = LAST_BIAS + OUTPUTS

# What describes a plan, in the order of the network's inputs; the first 14 are the same for all plans of a turn.
(
    TWO,
    THREE,
    FOUR,
    POOL_LEFT,
    REST_TILES,
    REST_POINTS,
    REST_OPENINGS,
    NEXT_HELD,
    NEXT_OPENED,
    LOWEST_OPENED,
    OTHERS_HELD,
    OTHERS_OPENED,
    MOST_HELD,
    IS_LATE,
    OWN_HELD,
    OWN_POINTS,
    OWN_JOKERS,
    OWN_OPENED,
    TILES_LAID,
    ON_TABLE,
    TABLE_JOKERS,
    IS_HOLD,
    IS_EMPTY,
    PASSES,
) = range(DESCRIBED)
FLAG, BY_TILE, BY_POINT = UNIT, 8, 2  # what one of each adds to an input
RACK_LIMIT = 24  # tiles; where nobody has opened, the lowest rack counts as twice as many


@rule
def tile_points(tile: int) -> int:
    """What a tile costs that is left on a rack."""
    return JOKER_PENALTY if tile >= FIRST_JOKER else value_of(tile >> 1)


@rule
def describe_turn(s: Rummy, seat: int, work: IntArray) -> None:
    """Write what all plans of a turn have in common; after `list_plans`."""
    out = DESCRIPTION
    for i in range(DESCRIBED):
        work[out + i] = 0
    work[out + TWO + s.seats - 2] = FLAG
    work[out + POOL_LEFT] = BY_TILE * s.left
    work[out + IS_LATE] = FLAG * (s.left <= 2 * s.seats)
    work[out + IS_EMPTY] = FLAG * (s.left == 0)
    work[out + PASSES] = FLAG * s.passes
    describe_rest(seat, work)
    lowest, after = 2 * RACK_LIMIT, left_of(s, seat)
    for other in range(s.seats):
        if other != seat:
            held = s.held[other]
            work[out + OTHERS_HELD] += BY_TILE * held
            work[out + MOST_HELD] = max(work[out + MOST_HELD], BY_TILE * held)
            if s.opened[other]:
                work[out + OTHERS_OPENED] += FLAG
                lowest = min(lowest, held)
    work[out + LOWEST_OPENED] = BY_TILE * lowest
    work[out + NEXT_HELD] = BY_TILE * s.held[after]
    work[out + NEXT_OPENED] = FLAG * s.opened[after]


@rule
def describe_rest(seat: int, work: IntArray) -> None:
    """Write what the largest lay leaves on the rack, and how many unseen tiles make a meld with two tiles of it."""
    after = PLANNED + ALL * KEPT_FIELDS if work[WORTH + ALL] else TRUTH
    for kind in range(KINDS):
        work[NEW_COUNTS + kind] = work[OLD_COUNTS + kind] = work[RACK + kind] = 0
    tiles = points = 0
    for tile in range(TILES):
        kind = min(tile, FIRST_JOKER) >> 1
        if work[TRUTH + tile] == RACKS + seat:
            work[RACK + kind] += 1
        elif work[TRUTH + tile] == TABLE:
            work[OLD_COUNTS + kind] += 1
        if work[after + tile] == RACKS + seat:
            work[NEW_COUNTS + kind] += 1
            tiles += 1
            points += tile_points(tile)
    work[DESCRIPTION + REST_TILES] = 4 * BY_TILE * tiles
    work[DESCRIPTION + REST_POINTS] = BY_POINT * points
    work[DESCRIPTION + REST_OPENINGS] = BY_TILE * openings(work, NEW_COUNTS)


@rule
def describe_plan(seat: int, plan: int, work: IntArray) -> None:
    """Write what is special about one plan; after `describe_turn`."""
    out = DESCRIPTION
    after = TRUTH if plan == HOLD else PLANNED + plan * KEPT_FIELDS
    held = points = jokers = table = table_jokers = 0
    for tile in range(TILES):
        place = work[after + tile]
        if place == RACKS + seat:
            held += 1
            points += tile_points(tile)
            jokers += tile >= FIRST_JOKER
        elif place == TABLE:
            table += 1
            table_jokers += tile >= FIRST_JOKER
    work[out + OWN_HELD], work[out + OWN_POINTS] = BY_TILE * held, BY_POINT * points
    work[out + OWN_JOKERS] = FLAG * jokers
    work[out + OWN_OPENED] = FLAG * work[after + KEPT_OPENED + seat]
    work[out + TILES_LAID] = BY_TILE * work[LAID + plan]
    work[out + ON_TABLE], work[out + TABLE_JOKERS] = BY_TILE * table, FLAG * table_jokers
    work[out + IS_HOLD] = FLAG * (plan == HOLD)


@rule
def weigh_layer(weights: Any, first: int, inputs: int, width: int, source: int, out: int, work: IntArray) -> None:
    """One layer of the network as sums, rounded down to units; its biases follow its weights."""
    for j in range(width):
        total = int(weights[first + inputs * width + j])
        for i in range(inputs):
            total += int(weights[first + i * width + j]) * work[source + i]
        work[out + j] = total >> SHIFT


@rule
def cut_off(work: IntArray, at: int) -> None:
    """Activations from the sums of a hidden layer."""
    for j in range(HIDDEN):
        work[at + j] = min(max(work[at + j], 0), MOST_ACTIVE)


@rule
def weigh_plan(weights: Any, plan: int, work: IntArray) -> None:
    """Write the value of the plan that was described: quarters of points, and the chance to win in 256ths."""
    weigh_layer(weights, 0, DESCRIBED, HIDDEN, DESCRIPTION, LAYERS, work)
    cut_off(work, LAYERS)
    weigh_layer(weights, SECOND, HIDDEN, HIDDEN, LAYERS, LAYERS + ROOM, work)
    cut_off(work, LAYERS + ROOM)
    out = VALUE + OUTPUTS * plan
    weigh_layer(weights, LAST, HIDDEN, OUTPUTS, LAYERS + ROOM, out, work)
    work[out + 1] = min(max(work[out + 1], 0), UNIT)


@rule
def weigh_plans(s: Rummy, seat: int, weights: Any, work: IntArray) -> None:
    """Write the value of every plan that was listed."""
    describe_turn(s, seat, work)
    for plan in range(PLANS):
        if work[WORTH + plan]:
            describe_plan(seat, plan, work)
            weigh_plan(weights, plan, work)


@rule
def weigh_turn(s: Rummy, seat: int, work: IntArray) -> None:
    """Write the value of every plan that was listed, by the weights of this package."""
    weigh_plans(s, seat, WEIGHTS, work)


@rule
def may_hold(s: Rummy, seat: int, bot: int, work: IntArray) -> bool:
    """Whether a bot may draw although it could lay: people would not wait with many tiles."""
    return s.held[seat] <= HOLDS[bot] or not work[WORTH + ALL]


@rule
def usual_plan(s: Rummy, seat: int, bot: int, work: IntArray) -> int:
    """What patience says: open with few tiles, then keep them, as long as the bot may."""
    if work[WORTH + FEWEST]:
        return FEWEST
    return HOLD if may_hold(s, seat, bot, work) and (s.opened[seat] or not work[WORTH + ALL]) else ALL


@rule
def dearest_plan(s: Rummy, seat: int, bot: int, work: IntArray) -> int:
    """The plan that promises the most points, if that is clearly more than the usual one; a whole rack is laid."""
    if work[WORTH + ALL] and work[LAID + ALL] == s.held[seat]:
        return ALL
    usual = usual_plan(s, seat, bot, work)
    best, most = usual, work[VALUE + OUTPUTS * usual] + QUARTERS * MARGIN[bot]
    for plan in range(OWN_PLANS):
        is_open = work[WORTH + plan] and (plan != HOLD or may_hold(s, seat, bot, work))
        if is_open and work[VALUE + OUTPUTS * plan] > most:
            best, most = plan, work[VALUE + OUTPUTS * plan]
    return best
