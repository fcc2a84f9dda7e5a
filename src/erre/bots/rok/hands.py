"""ROK: all hands over the table at once. Each looks, decides and reaches; the one that arrives first acts.

The workspace holds what is under way: the table's clock, and for every seat where its hand is, what it reaches for
and when it gets there. A hand whose rune is taken before it looks again.
"""

from __future__ import annotations

from erre.bots import RANDOM
from erre.bots.rok.levels import INSIGHT, SEES, happens
from erre.bots.rok.reach import AGAIN, TWIN, grab_time, look_time, reach_time, runes_in_view
from erre.bots.rok.targets import best_target, worth
from erre.core.chance import roll
from erre.core.engine import rule
from erre.core.record import NONE, IntArray
from erre.games.rok.components import DONE, HAND_RADIUS, HELD, MOST_SEATS, RUNE_COUNT, SINE_ONE
from erre.games.rok.physics import cosine, divided, hand_angle, sine
from erre.games.rok.rules.runes import belongs, is_face_up, twin
from erre.games.rok.state import SCRAMBLE, Rok

# The workspace: the scramble it is about (a round plus one; 0: none), its clock, then some words for every seat:
# from where its hand goes, where to, for which move, when it leaves and arrives, what the rune was worth when it
# left, and how often it looked and found nothing (NONE: it has not looked yet).
SCRAMBLE_OF, NOW, HANDS = 0, 1, 2
X, Y, TO_X, TO_Y, PLAN, LEAVES, ARRIVES, PURPOSE, LOOKED = range(9)
HAND_WORDS = 9
WORK = HANDS + HAND_WORDS * MOST_SEATS

NO_PLAN, LOOK_AGAIN = NONE, NONE - 1  # besides the moves of the scramble
LOOKS_IN_VAIN = 3  # after which a seat is done


@rule
def hand(seat: int) -> int:
    """Where the words of a seat's hand begin."""
    return HANDS + HAND_WORDS * seat


@rule
def open_scramble(s: Rok, work: IntArray) -> None:
    """All hands are at rest, and nobody has looked yet."""
    if work[SCRAMBLE_OF] == s.round_no + 1:
        return
    work[SCRAMBLE_OF] = s.round_no + 1
    work[NOW] = 0
    for seat in range(s.seats):
        rest(s, seat, work)


@rule
def rest(s: Rok, seat: int, work: IntArray) -> None:
    """A hand at its edge of the table."""
    at = hand(seat)
    angle = hand_angle(s, seat)
    work[at + X] = work[at + TO_X] = divided(HAND_RADIUS * cosine(angle), SINE_ONE)
    work[at + Y] = work[at + TO_Y] = divided(HAND_RADIUS * sine(angle), SINE_ONE)
    work[at + PLAN] = NO_PLAN
    work[at + LEAVES] = work[at + ARRIVES] = work[at + PURPOSE] = 0
    work[at + LOOKED] = NONE


@rule
def stop(work: IntArray, seat: int) -> None:
    """A hand stops where it is now, on its way or at the end of it."""
    at = hand(seat)
    way = max(work[at + ARRIVES] - work[at + LEAVES], 1)
    gone = min(max(work[NOW] - work[at + LEAVES], 0), way)
    work[at + X] += divided((work[at + TO_X] - work[at + X]) * gone, way)
    work[at + Y] += divided((work[at + TO_Y] - work[at + Y]) * gone, way)
    work[at + TO_X] = work[at + X]
    work[at + TO_Y] = work[at + Y]


@rule
def plan(s: Rok, seat: int, bot: int, luck: IntArray, work: IntArray) -> None:
    """A seat looks at the table and decides; its hand is on the way from then on."""
    stop(work, seat)
    at = hand(seat)
    share = 100 if work[at + LOOKED] == NONE else AGAIN
    work[at + LOOKED] = max(work[at + LOOKED], 0)
    rune = any_rune(s, luck) if bot == RANDOM else best_target(s, seat, bot, work[at + X], work[at + Y], luck)
    if rune == NONE:
        work[at + LOOKED] += 1
        gives_up = bot == RANDOM or work[at + LOOKED] >= LOOKS_IN_VAIN
        set_out(work, seat, DONE if gives_up else LOOK_AGAIN, look_time(s, seat, bot, rune, share, luck), 0)
        work[at + PURPOSE] = 0
        return
    if belongs(s, twin(rune), HELD, seat):
        share = TWIN
    look = look_time(s, seat, bot, rune, share, luck)
    reach = reach_time(bot, s.x[rune] - work[at + X], s.y[rune] - work[at + Y])
    set_out(work, seat, rune, look, reach)
    work[at + TO_X] = s.x[rune]
    work[at + TO_Y] = s.y[rune]
    work[at + PURPOSE] = worth(s, seat, rune, int(INSIGHT[bot]))


@rule
def any_rune(s: Rok, luck: IntArray) -> int:
    """A face-up rune at random, or NONE, as likely as each of them."""
    skip = roll(luck, runes_in_view(s) + 1)
    for rune in range(RUNE_COUNT):
        if is_face_up(s, rune):
            if skip == 0:
                return rune
            skip -= 1
    return NONE


@rule
def set_out(work: IntArray, seat: int, move: int, look: int, reach: int) -> None:
    """Note what a hand will do, when it leaves and when it arrives."""
    at = hand(seat)
    time = grab_time(look, reach)
    work[at + PLAN] = move
    work[at + ARRIVES] = work[NOW] + time
    work[at + LEAVES] = work[NOW] + time - reach


@rule
def is_lost(s: Rok, seat: int, work: IntArray) -> bool:
    """Whether a hand has nothing to go for: it has no plan, or its rune is gone."""
    move = work[hand(seat) + PLAN]
    return move == NO_PLAN or (0 <= move < RUNE_COUNT and not is_face_up(s, move))


@rule
def is_broken(s: Rok, seat: int, bot: int, luck: IntArray, work: IntArray) -> bool:
    """Whether a seat must look again: its hand has nothing to go for, or it sees that the rune is of no use now."""
    if is_lost(s, seat, work):
        return True
    at = hand(seat)
    move = work[at + PLAN]
    if move < 0 or move >= RUNE_COUNT:
        return False
    useless = work[at + PURPOSE] > 0 and worth(s, seat, move, int(INSIGHT[bot])) == 0
    return useless and happens(luck, int(SEES[bot]), 100)


@rule
def next_seat(s: Rok, waiting: int, bots: IntArray, luck: IntArray, work: IntArray) -> int:
    """The seat whose hand arrives first; of several at once the first from the first player on (reading of §3.1)."""
    if s.phase != SCRAMBLE:
        return s.turn
    open_scramble(s, work)
    while True:
        for seat in range(s.seats):
            if waiting >> seat & 1 and is_broken(s, seat, bots[seat], luck, work):
                plan(s, seat, bots[seat], luck, work)
        seat = first_to_arrive(s, waiting, work)
        if work[hand(seat) + PLAN] != LOOK_AGAIN:
            return seat
        work[NOW] = work[hand(seat) + ARRIVES]
        work[hand(seat) + PLAN] = NO_PLAN


@rule
def first_to_arrive(s: Rok, waiting: int, work: IntArray) -> int:
    """The seat whose hand is the next to arrive."""
    first = NONE
    for i in range(s.seats):
        seat = (s.first + i) % s.seats
        if waiting >> seat & 1 and (first == NONE or work[hand(seat) + ARRIVES] < work[hand(first) + ARRIVES]):
            first = seat
    return first


@rule
def planned_move(s: Rok, seat: int, bot: int, luck: IntArray, work: IntArray) -> int:
    """What a seat does in the scramble now; the clock goes on to that moment, and its hand is there.

    When the time for grabbing is over a seat is done.
    """
    open_scramble(s, work)
    if is_lost(s, seat, work):
        plan(s, seat, bot, luck, work)
    at = hand(seat)
    move = work[at + PLAN]
    work[at + PLAN] = NO_PLAN
    work[NOW] = max(work[NOW], work[at + ARRIVES])
    stop(work, seat)
    is_late = s.grab_seconds > 0 and work[NOW] > 1000 * s.grab_seconds
    if move < 0 or move == DONE or is_late:
        return DONE
    work[at + LOOKED] = 0
    return move
