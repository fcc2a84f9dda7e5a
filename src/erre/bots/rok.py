"""ROK: a bot that takes what makes a pair, its own first, and never a rune that would be wrong."""

from __future__ import annotations

from erre.bots import RANDOM
from erre.core.chance import roll
from erre.core.engine import rule
from erre.core.record import NONE, IntArray
from erre.games.rok.components import (
    BALANCE,
    DONE,
    GIVE_BASE,
    HELD,
    ORDER_BASE,
    ORDER_DIGIT,
    RUNE_COUNT,
    TENTHS,
    TREASURE,
)
from erre.games.rok.contest import slide_code
from erre.games.rok.runes import balance_of, belongs, colour_of, is_face_up, twin
from erre.games.rok.state import PENALIZED, SCRAMBLE, SLIDING, Rok

# What a rune in the scramble is worth: a step is more than any distance on a table.
STEP = 10_000_000
FINISHES_PAIR, PAIRS_BALANCE, CAPTURES, BEGINS_PAIR = 4 * STEP, 3 * STEP, 2 * STEP, STEP

# A straight slide with force 0.66 stops just short of Destiny. A hand is not quite steady, so ties do not last.
BEST_FORCE = 66
SHAKY_FORCE = 3
SHAKY_AIM = 10  # tenths of a degree to either side


@rule
def choose(s: Rok, seat: int, bot: int, luck: IntArray, moves: IntArray, count: int) -> int:
    """The move of a bot by number."""
    if bot == RANDOM:
        return moves[roll(luck, count)]
    if s.phase == SCRAMBLE:
        return best_grab(s, seat, moves, count)
    if s.phase == PENALIZED:
        return cheapest_pair(s, seat, moves, count)
    if s.phase == SLIDING:
        return careful_slide(luck)
    return best_order(s, seat, moves, count)


@rule
def best_grab(s: Rok, seat: int, moves: IntArray, count: int) -> int:
    """The rune worth most; done where none makes a pair."""
    best, high = DONE, 0
    for i in range(count):
        if moves[i] != DONE:
            value = value_of(s, seat, moves[i])
            if value > high:
                best, high = moves[i], value
    return best


@rule
def value_of(s: Rok, seat: int, rune: int) -> int:
    """What a face-up rune is worth to a seat; 0 if it makes no pair."""
    other = twin(rune)
    if belongs(s, other, HELD, seat):
        return FINISHES_PAIR
    if belongs(s, other, BALANCE, seat):
        return PAIRS_BALANCE
    if s.place[other] == BALANCE:
        return CAPTURES + riches(s, s.owner[other], colour_of(rune))
    return BEGINS_PAIR - way_between(s, rune, other) if is_face_up(s, other) else 0


@rule
def riches(s: Rok, seat: int, colour: int) -> int:
    """Runes of a colour in a seat's treasure."""
    count = 0
    for rune in range(RUNE_COUNT):
        count += belongs(s, rune, TREASURE, seat) and colour_of(rune) == colour
    return count


@rule
def way_between(s: Rok, one: int, other: int) -> int:
    """How far a hand goes from one rune to another, along the sides of the table."""
    return abs(s.x[one] - s.x[other]) + abs(s.y[one] - s.y[other])


@rule
def cheapest_pair(s: Rok, seat: int, moves: IntArray, count: int) -> int:
    """The pair to give: one of the colour of the own Balance Rune, which may be captured, or of the rarest colour."""
    balance = balance_of(s, seat)
    best, low = moves[0], RUNE_COUNT + 1
    for i in range(count):
        colour = colour_of(2 * (moves[i] - GIVE_BASE))
        cost = 0 if balance != NONE and colour == colour_of(balance) else riches(s, seat, colour)
        if cost < low:
            best, low = moves[i], cost
    return best


@rule
def careful_slide(luck: IntArray) -> int:
    """A slide almost straight at Destiny that stops before it."""
    aim = roll(luck, 2 * SHAKY_AIM + 1) - SHAKY_AIM
    return slide_code(aim + TENTHS, BEST_FORCE - roll(luck, SHAKY_FORCE))


@rule
def best_order(s: Rok, seat: int, moves: IntArray, count: int) -> int:
    """The order in which what is lost may still be won back, and the own captures come last, when there is most."""
    best, high = moves[0], NONE
    for i in range(count):
        value = value_of_order(s, seat, moves[i] - ORDER_BASE)
        if value > high:
            best, high = moves[i], value
    return best


@rule
def value_of_order(s: Rok, seat: int, digits: int) -> int:
    """How late an order has the captures by a seat, and how early the one that it suffers."""
    value = 0
    at = 0
    while digits > 0:
        victim = digits % ORDER_DIGIT - 1
        value += at * patience(s, seat, victim)
        digits //= ORDER_DIGIT
        at += 1
    return value


@rule
def patience(s: Rok, seat: int, victim: int) -> int:
    """2 for a capture by the seat, 1 for one among others, 0 for the one it suffers."""
    if victim == seat:
        return 0
    return 2 if s.owner[twin(balance_of(s, victim))] == seat else 1
