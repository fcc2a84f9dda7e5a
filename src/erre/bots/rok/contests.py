"""ROK: what bots do when it is their turn: the pair they give, the slide they make, the order they choose."""

from __future__ import annotations

from erre.bots.rok.levels import AIM_ERROR, FORCE_ERROR, INSIGHT, NAIVE, SHREWD, astray
from erre.bots.rok.targets import riches
from erre.core.chance import roll
from erre.core.engine import rule
from erre.core.record import NONE, IntArray
from erre.games.rok.components import FORCES, GIVE_BASE, ORDER_BASE, ORDER_DIGIT, RUNE_COUNT, TENTHS
from erre.games.rok.physics import forget_motion, slide_out
from erre.games.rok.rules.contest import set_sliding, slide_code
from erre.games.rok.rules.runes import balance_of, colour_of, twin
from erre.games.rok.state import Rok

BEST_FORCE = 66  # straight at Destiny and with nothing in the way a rune then stops just short of it
# The slides that a shrewd player thinks through: a few directions, and forces around the best.
AIMS, AIM_STEP = 9, 15
TRIED_FORCES = 4
COUNT_BITS = 8  # for the runes of each seat, packed into one number


# -- the pair to give


@rule
def pair_to_give(s: Rok, seat: int, bot: int, luck: IntArray, moves: IntArray, count: int) -> int:
    """The pair that a bot gives for a wrong one: the naive any, the others one that is likely to be lost anyway."""
    if INSIGHT[bot] == NAIVE:
        return moves[roll(luck, count)]
    best, low = moves[0], RUNE_COUNT + 1
    for i in range(count):
        cost = cost_of_giving(s, seat, colour_of(2 * (moves[i] - GIVE_BASE)))
        if cost < low:
            best, low = moves[i], cost
    return best


@rule
def cost_of_giving(s: Rok, seat: int, colour: int) -> int:
    """How little a pair of a colour is in danger: 0 for that of the own Balance Rune, which may be captured."""
    balance = balance_of(s, seat)
    return 0 if balance != NONE and colour == colour_of(balance) else riches(s, seat, colour) + 1


# -- the slide


@rule
def slide(s: Rok, seat: int, bot: int, luck: IntArray) -> int:
    """A bot's slide: as it is meant, and then as the hand makes it."""
    aim, force = 0, BEST_FORCE - margin(bot)
    if INSIGHT[bot] == SHREWD:
        meant = best_slide(s, seat, force)
        aim, force = meant // FORCES - TENTHS, meant % FORCES
    aim += astray(luck, int(AIM_ERROR[bot]))
    force += rounded_tenth(astray(luck, int(FORCE_ERROR[bot])))
    return slide_code((aim + 2 * TENTHS) % TENTHS, min(max(force, 0), FORCES - 1))


@rule
def margin(bot: int) -> int:
    """By how much a bot stays short of the best force, in hundredths: who is not steady keeps away from Destiny."""
    return (13 * int(FORCE_ERROR[bot]) + 99) // 100


@rule
def rounded_tenth(n: int) -> int:
    """A tenth of a number, to the nearest."""
    return (n + 5) // 10


@rule
def best_slide(s: Rok, seat: int, force: int) -> int:
    """Direction (in tenths, plus a whole turn) times 101 plus force of the slide that ends nearest, of those tried."""
    best, low = TENTHS * FORCES + force, NONE
    for i in range(AIMS):
        aim = TENTHS + (i - (AIMS >> 1)) * AIM_STEP
        for less in range(TRIED_FORCES):
            way = way_left(s, seat, slide_code(aim % TENTHS, force - less))
            if way != NONE and (low == NONE or way < low):
                best, low = aim * FORCES + force - less, way
    return best


@rule
def way_left(s: Rok, seat: int, move: int) -> int:
    """The square of the distance to Destiny at which a slide would end; NONE if it touches. Nothing is changed."""
    lying = set_sliding(s, seat, move)
    rune = s.discs[0]
    touches = slide_out(s, lying)
    way = s.x[rune] * s.x[rune] + s.y[rune] * s.y[rune]
    s.x[rune] = s.y[rune] = 0
    forget_motion(s, lying + 1)
    return NONE if touches else way


# -- the order of captures


@rule
def best_order(s: Rok, seat: int, bot: int, luck: IntArray, moves: IntArray, count: int) -> int:
    """The order that a bot chooses: the naive any, the others the one that leaves them most ahead."""
    if INSIGHT[bot] == NAIVE:
        return moves[roll(luck, count)]
    best, high = moves[0], -RUNE_COUNT
    for i in range(count):
        value = value_of_order(s, seat, moves[i] - ORDER_BASE)
        if value > high:
            best, high = moves[i], value
    return best


@rule
def value_of_order(s: Rok, seat: int, digits: int) -> int:
    """Runes of the colour that an order leaves to a seat, less those of the richest other seat.

    The captures are carried out on counts only: whoever captures gets the pair, and all of the colour that is there.
    """
    counts = 0
    for other in range(s.seats):
        counts += riches(s, other, s.contest) << COUNT_BITS * other
    while digits > 0:
        victim = digits % ORDER_DIGIT - 1
        taker = s.owner[twin(balance_of(s, victim))]
        taken = count_of_seat(counts, victim)
        counts += (taken + 2 << COUNT_BITS * taker) - (taken << COUNT_BITS * victim)
        digits //= ORDER_DIGIT
    most = 0
    for other in range(s.seats):
        if other != seat:
            most = max(most, count_of_seat(counts, other))
    return count_of_seat(counts, seat) - most


@rule
def count_of_seat(counts: int, seat: int) -> int:
    """The count of a seat out of the packed ones."""
    return counts >> COUNT_BITS * seat & (1 << COUNT_BITS) - 1
