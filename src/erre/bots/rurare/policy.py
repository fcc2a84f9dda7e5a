"""Ru-Ra-Re: the fast policy. It values rows by what they may bring at the scorings to come, and mixes near equals."""

from __future__ import annotations

from math import log

import numpy as np

from erre.bots import RANDOM
from erre.bots.rurare.expected_points import (
    ANIMAL_EXPECTED,
    CHURCH_EXPECTED,
    FAR,
    FARM_EXPECTED,
    KING_EXPECTED,
    KNIGHT_EXPECTED,
    LEAD,
    MOST,
    MOST_ANIMALS,
    MOST_FARM,
    PARTS,
)
from erre.core.chance import roll
from erre.core.engine import rule
from erre.core.record import IntArray
from erre.games.rurare.components import (
    CHURCH,
    FARMER,
    HOUSE,
    KING,
    KNIGHT,
    LEAST_SEATS,
    POINTS2,
    POINTS4,
    ROW_CARDS,
    SHEEP,
    THIRTEEN,
    WIFE,
)
from erre.games.rurare.state import OVER, RuRaRe

# A row is chosen with a chance that grows with its value: adding one of these doubts to every value and taking the
# best is the same as choosing by exp(value / warmth). They are the middles of 64 equal parts of Gumbel's distribution.
# Of two players who meet both lose, and so neither: there one had better insist. Of more, the others gain.
WARMTH = (0.3, 1.0, 0.7, 0.8, 1.8, 2.1)  # points, with two, three and four seats; then of a looser player
KEEN, LOOSE = 0, 3  # where each begins
STEPS = 64
DOUBTS = np.array(
    [[round(-log(-log((i + 0.5) / STEPS)) * warmth * PARTS) for i in range(STEPS)] for warmth in WARMTH], np.int32
)


@rule
def turns_to_first(s: RuRaRe) -> int:
    """Turns from the end of this one to the first scoring, if everybody goes on taking three cards."""
    most = 0
    for seat in range(s.seats):
        most = max(most, s.shown[seat])
    return max(0, (THIRTEEN - 1 - most) // ROW_CARDS)


@rule
def turns_to_last(s: RuRaRe) -> int:
    """Turns from the end of this one to the end of the game, if everybody goes on taking three cards."""
    if s.last_turn:
        return 0
    return min(FAR, 1 + max(0, s.left - 1) // (ROW_CARDS * s.seats))


@rule
def most_of_others(s: RuRaRe, seat: int, kind: int) -> int:
    """The most cards of a kind in front of another seat."""
    most = 0
    for other in range(s.seats):
        if other != seat:
            most = max(most, s.displays[other, kind])
    return most


@rule
def within(value: int, low: int, high: int) -> int:
    """The value, or the nearest one in a range."""
    return min(max(value, low), high)


@rule
def expected_farm(s: RuRaRe, farmers: int, wives: int, houses: int, turns: int) -> int:
    """What a farm may be worth."""
    f, w, h = min(farmers, MOST_FARM), min(wives, MOST_FARM), min(houses, MOST_FARM)
    expected: int = FARM_EXPECTED[s.seats - LEAST_SEATS, f, w, h, turns]
    return expected


@rule
def expected_church(s: RuRaRe, churches: int, others: int, turns: int) -> int:
    """What churches may be worth, given the most that another seat has."""
    expected: int = CHURCH_EXPECTED[
        s.seats - LEAST_SEATS, min(churches, 1), within(churches - others, -LEAD, LEAD) + LEAD, turns
    ]
    return expected


@rule
def expected_knight(s: RuRaRe, knights: int, others: int, turns: int) -> int:
    """What knights may be worth, given the most that another seat has."""
    expected: int = KNIGHT_EXPECTED[
        s.seats - LEAST_SEATS, min(knights, MOST), within(knights - others, -LEAD, LEAD) + LEAD, turns
    ]
    return expected


@rule
def expected_king(s: RuRaRe, kings: int, turns: int) -> int:
    """What kings may be worth."""
    expected: int = KING_EXPECTED[s.seats - LEAST_SEATS, min(kings, MOST), turns]
    return expected


@rule
def expected_animal(s: RuRaRe, animals: int, turns: int) -> int:
    """What animals of a kind may be worth."""
    expected: int = ANIMAL_EXPECTED[s.seats - LEAST_SEATS, min(animals, MOST_ANIMALS), turns]
    return expected


@rule
def is_before_first(s: RuRaRe) -> bool:
    """Whether the cards will be counted twice."""
    return not s.first_scored and not s.last_turn


@rule
def row_value(s: RuRaRe, seat: int, row: int, near: int, far: int, twice: bool, churches: int, knights: int) -> int:
    """How many more points a seat may expect with the cards of a row.

    `near` is the scoring that comes next, where all cards count; where cards count twice, `far` is the last one.
    `churches` and `knights` are the most that another seat has.
    """
    value = 0
    farmers = wives = houses = new_churches = new_knights = 0
    for i in range(s.depth[row]):
        kind = s.rows[row, i]
        if kind >= FARMER:
            farmers += kind == FARMER
            wives += kind == WIFE
            houses += kind == HOUSE
        elif kind >= SHEEP or kind == KING:
            n = s.displays[seat, kind]
            for k in range(i):
                n += s.rows[row, k] == kind
            if kind == KING:
                value += expected_king(s, n + 1, near) - expected_king(s, n, near)
                if twice:
                    value += expected_king(s, n + 1, far) - expected_king(s, n, far)
            else:
                value += expected_animal(s, n + 1, near) - expected_animal(s, n, near)
                if twice:
                    value += expected_animal(s, n + 1, far) - expected_animal(s, n, far)
        elif kind == KNIGHT:
            new_knights += 1
        elif kind == CHURCH:
            new_churches += 1
        else:
            value += (kind - POINTS2 + 2) * PARTS
    if farmers + wives + houses > 0:
        f, w, h = s.displays[seat, FARMER], s.displays[seat, WIFE], s.displays[seat, HOUSE]
        value += expected_farm(s, f + farmers, w + wives, h + houses, near) - expected_farm(s, f, w, h, near)
    if new_churches > 0:
        n = s.displays[seat, CHURCH]
        value += expected_church(s, n + new_churches, churches, near) - expected_church(s, n, churches, near)
    if new_knights > 0:
        n = s.displays[seat, KNIGHT]
        value += expected_knight(s, n + new_knights, knights, near) - expected_knight(s, n, knights, near)
        if twice:
            value += expected_knight(s, n + new_knights, knights, far) - expected_knight(s, n, knights, far)
    return value


@rule
def value_of(s: RuRaRe, seat: int, row: int) -> int:
    """How many more points a seat may expect with the cards of a row, in parts."""
    twice = is_before_first(s)
    far = turns_to_last(s)
    near = turns_to_first(s) if twice else far
    churches, knights = most_of_others(s, seat, CHURCH), most_of_others(s, seat, KNIGHT)
    return row_value(s, seat, row, near, far, twice, churches, knights)


@rule
def choose_warmly(s: RuRaRe, seat: int, style: int, luck: IntArray, moves: IntArray, count: int) -> int:
    """A row, the likelier the more it is worth to the seat; keen on it of two, also the more it is worth to the other.

    `style` is KEEN or LOOSE.
    """
    twice = is_before_first(s)
    far = turns_to_last(s)
    near = turns_to_first(s) if twice else far
    churches, knights = most_of_others(s, seat, CHURCH), most_of_others(s, seat, KNIGHT)
    best = moves[0]
    high = -(1 << 30)
    for i in range(count):
        row = moves[i]
        value = DOUBTS[style + s.seats - LEAST_SEATS, roll(luck, STEPS)]
        value += row_value(s, seat, row, near, far, twice, churches, knights)
        if s.seats == 2 and style == KEEN:
            mine, its = s.displays[seat, CHURCH], s.displays[seat, KNIGHT]
            value += row_value(s, 1 - seat, row, near, far, twice, mine, its)
        if value > high:
            high = value
            best = row
    return best


@rule
def choose(s: RuRaRe, seat: int, bot: int, luck: IntArray, moves: IntArray, count: int) -> int:
    """The move of a fast bot by number."""
    if bot == RANDOM:
        return moves[roll(luck, count)]
    return choose_warmly(s, seat, KEEN, luck, moves, count)


@rule
def expected_points(s: RuRaRe, seat: int) -> int:
    """The points that a seat has and may expect, between two turns or at the end; in parts."""
    if s.phase == OVER:
        return s.totals[seat] * PARTS
    twice = is_before_first(s)
    far = turns_to_last(s)
    near = min(turns_to_first(s) + 1, far) if twice else far
    churches, knights = most_of_others(s, seat, CHURCH), most_of_others(s, seat, KNIGHT)
    value = s.totals[seat] * PARTS
    for kind in range(POINTS2, POINTS4 + 1):
        value += (kind - POINTS2 + 2) * PARTS * s.displays[seat, kind]
    value += expected_farm(s, s.displays[seat, FARMER], s.displays[seat, WIFE], s.displays[seat, HOUSE], near)
    value += expected_church(s, s.displays[seat, CHURCH], churches, near)
    value += expected_of_staying(s, seat, knights, near)
    return value + expected_of_staying(s, seat, knights, far) if twice else value


@rule
def expected_of_staying(s: RuRaRe, seat: int, knights: int, turns: int) -> int:
    """What the cards with a green tick may be worth at one scoring."""
    value = expected_king(s, s.displays[seat, KING], turns) + expected_knight(
        s, s.displays[seat, KNIGHT], knights, turns
    )
    for kind in range(SHEEP, FARMER):
        value += expected_animal(s, s.displays[seat, kind], turns)
    return value
