"""ROK: which rune to reach for. A bot sees what all see: the runes that lie face up, and what lies before the seats."""

from __future__ import annotations

from erre.bots.rok.levels import ERRS, INSIGHT, NAIVE, PRACTICAL, SEES, SHREWD, happens
from erre.bots.rok.reach import reach_time, seen_turned
from erre.core.chance import roll
from erre.core.engine import rule
from erre.core.record import NONE, IntArray
from erre.games.rok.components import BALANCE, HELD, RUNE_COUNT, TREASURE, WHOLE
from erre.games.rok.rules.runes import belongs, colour_of, is_face_up, twin
from erre.games.rok.state import Rok

# Worth is counted in hundredths of a rune. A pair that is still to be begun needs two grabs for its two runes.
RUNE = 100
PAIR = 2 * RUNE
HALF_PAIR = RUNE
STEP = 10_000_000  # more than any way over a table, so worth comes before distance
SECOND_GRAB = 150  # milliseconds that the other rune of a pair takes, besides the way to it
HURRY = 200  # milliseconds that every grab takes, however near
SYMBOLS = 15  # the bits of a rune's number that are its symbol and its copy


@rule
def riches(s: Rok, seat: int, colour: int) -> int:
    """Runes of a colour that a capture would take from a seat's treasure."""
    count = 0
    for rune in range(RUNE_COUNT):
        if belongs(s, rune, TREASURE, seat) and colour_of(rune) == colour:
            count += s.capture_scope == WHOLE or s.since[rune] < s.round_no
    return count


@rule
def makes_pair(s: Rok, seat: int, rune: int) -> bool:
    """Whether a face-up rune makes a pair for a seat: with its hand, a Balance Rune, or one that lies there."""
    other = twin(rune)
    return s.place[other] == BALANCE or belongs(s, other, HELD, seat) or is_face_up(s, other)


@rule
def worth(s: Rok, seat: int, rune: int, insight: int) -> int:
    """What a face-up rune is worth to a seat that has this insight; 0 if it would take it for nothing."""
    other = twin(rune)
    if insight == NAIVE:
        return RUNE if makes_pair(s, seat, rune) else 0
    if belongs(s, other, HELD, seat):
        return PAIR
    if is_face_up(s, other):
        return HALF_PAIR
    if s.place[other] == BALANCE:
        return worth_of_twin(s, seat, s.owner[other], colour_of(rune), insight)
    # In another's hand: to take it splits the pair, which only denies it to others.
    return share_of_others(s, PAIR) if insight == SHREWD and s.place[other] == HELD else 0


@rule
def worth_of_twin(s: Rok, seat: int, owner: int, colour: int, insight: int) -> int:
    """What the twin of a Balance Rune is worth: the pair, and the treasure that it takes or keeps safe."""
    if insight == PRACTICAL:
        return PAIR
    treasure = RUNE * riches(s, owner, colour)
    if owner == seat:
        return PAIR + (treasure >> 1)
    return PAIR + treasure + (share_of_others(s, treasure + PAIR) if insight == SHREWD else 0)


@rule
def share_of_others(s: Rok, loss: int) -> int:
    """What another seat's loss is worth: with two seats as much as a gain, with more only a part of it."""
    return loss // (s.seats - 1)


@rule
def merit(s: Rok, seat: int, rune: int, bot: int, x: int, y: int, luck: IntArray) -> int:
    """How much a hand at (x, y) wants a rune; 0 for not at all."""
    insight = int(INSIGHT[bot])
    value = worth(s, seat, rune, insight)
    if value == 0:
        return 0
    if insight == NAIVE:
        return STEP + roll(luck, STEP)
    if insight == SHREWD:
        return value * STEP // time_for(s, rune, bot, x, y)
    return value * STEP - abs(s.x[rune] - x) - abs(s.y[rune] - y)


@rule
def time_for(s: Rok, rune: int, bot: int, x: int, y: int) -> int:
    """Milliseconds for a grab, and for the second one where a pair is begun: half of them, for half of the worth."""
    time = HURRY + reach_time(bot, s.x[rune] - x, s.y[rune] - y)
    other = twin(rune)
    if is_face_up(s, other):
        time += SECOND_GRAB + reach_time(bot, s.x[rune] - s.x[other], s.y[rune] - s.y[other])
        return time >> 1
    return time


@rule
def is_noticed(s: Rok, seat: int, rune: int, bot: int, luck: IntArray) -> bool:
    """Whether a look finds a rune: the more it is turned away, the more easily it is overlooked."""
    blind = 100 - int(SEES[bot])
    return not happens(luck, blind * (900 + seen_turned(s, seat, rune)), 180_000)


@rule
def best_target(s: Rok, seat: int, bot: int, x: int, y: int, luck: IntArray) -> int:
    """The rune that a hand at (x, y) reaches for after one look at the table; NONE where it finds nothing."""
    if happens(luck, int(ERRS[bot]), 1000):
        rune = lookalike(s, seat, luck)
        if rune != NONE:
            return rune
    best, high = NONE, 0
    for rune in range(RUNE_COUNT):
        if is_face_up(s, rune):
            value = merit(s, seat, rune, bot, x, y, luck)
            if value > high and is_noticed(s, seat, rune, bot, luck):
                best, high = rune, value
    return best


@rule
def lookalike(s: Rok, seat: int, luck: IntArray) -> int:
    """A rune that makes no pair but has the symbol of one in sight, in another colour; NONE where there is none."""
    count = 0
    for rune in range(RUNE_COUNT):
        count += is_lookalike(s, seat, rune)
    if count == 0:
        return NONE
    skip = roll(luck, count)
    rune = 0
    while skip > 0 or not is_lookalike(s, seat, rune):
        skip -= is_lookalike(s, seat, rune)
        rune += 1
    return rune


@rule
def is_lookalike(s: Rok, seat: int, rune: int) -> bool:
    """Whether a face-up rune makes no pair, and can be taken for the twin of one in another colour."""
    if not is_face_up(s, rune) or makes_pair(s, seat, rune):
        return False
    for other in range(rune & SYMBOLS & ~1, RUNE_COUNT, SYMBOLS + 1):
        if colour_of(other) != colour_of(rune) and (is_in_sight(s, seat, other) or is_in_sight(s, seat, twin(other))):
            return True
    return False


@rule
def is_in_sight(s: Rok, seat: int, rune: int) -> bool:
    """Whether a rune lies face up, is a Balance Rune or is in the seat's hand."""
    return is_face_up(s, rune) or s.place[rune] == BALANCE or belongs(s, rune, HELD, seat)
