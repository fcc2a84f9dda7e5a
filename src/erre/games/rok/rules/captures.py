"""ROK, chapter 4: captures, and the order in which they are carried out."""

from __future__ import annotations

from erre.core.engine import rule
from erre.core.record import NONE, IntArray
from erre.games.rok.components import (
    BALANCE,
    BY_SEAT,
    BY_SLIDE,
    COLOUR_COUNT,
    HELD,
    ORDER_BASE,
    ORDER_DIGIT,
    RUNE_COUNT,
    TREASURE,
    WHOLE,
)
from erre.games.rok.rules.contest import clear_contest, open_slides, win_contest
from erre.games.rok.rules.runes import balance_of, belongs, colour_of, draw_seat, next_seat, put, twin
from erre.games.rok.state import CAPTURING, REBALANCING, Rok


@rule
def is_pending(s: Rok, rune: int, colour: int) -> bool:
    """Whether a rune in a hand captures a Balance Rune of that colour."""
    return s.place[rune] == HELD and colour_of(rune) == colour and s.place[twin(rune)] == BALANCE


@rule
def capture(s: Rok, rune: int) -> None:
    """§4.4 Who took the twin of another's Balance Rune gets both, and all runes of that colour in his treasure.

    By option only what came there in earlier rounds. Twins still in hands are in nobody's treasure (§6.3).
    """
    taker, victim = s.owner[rune], s.owner[twin(rune)]
    for other in range(RUNE_COUNT):
        in_scope = s.capture_scope == WHOLE or s.since[other] < s.round_no
        if in_scope and belongs(s, other, TREASURE, victim) and colour_of(other) == colour_of(rune):
            put(s, other, TREASURE, taker)
    put(s, twin(rune), TREASURE, taker)
    put(s, rune, TREASURE, taker)


@rule
def resolve_captures(s: Rok) -> None:
    """§6.3 Captures of different colours do not touch each other: white comes first, then grey, then black.

    A twin in a hand is locked until its own capture: it is no part of the treasure that others capture from.
    """
    for colour in range(COLOUR_COUNT):
        count = 0
        takers = 0
        last = NONE
        for rune in range(RUNE_COUNT):
            if is_pending(s, rune, colour):
                count += 1
                takers |= 1 << s.owner[rune]
                last = rune
        if count == 1:
            capture(s, last)
            return
        if count > 1:
            contend(s, colour, takers)
            return
    s.phase = REBALANCING


@rule
def contend(s: Rok, colour: int, takers: int) -> None:
    """§4.5 If several Balance Runes of one colour are captured, every capturer slides one of them towards Destiny.

    Who comes nearest without touching it wins. A single capturer need not slide; by option a lot, or the order of
    the seats, decides instead.
    """
    s.contest = colour
    s.contesting = takers
    if takers & (takers - 1) == 0 or s.order_contest == BY_SEAT:
        win_contest(s, next_seat(s, takers))
    elif s.order_contest == BY_SLIDE:
        open_slides(s, takers)
    else:
        win_contest(s, draw_seat(s, takers))


@rule
def victims(s: Rok) -> int:
    """The seats, as bits, whose Balance Runes of the contest's colour are captured."""
    seats = 0
    for rune in range(RUNE_COUNT):
        if is_pending(s, rune, s.contest):
            seats |= 1 << s.owner[twin(rune)]
    return seats


@rule
def order_moves(s: Rok, moves: IntArray) -> int:
    """Every order of the seats that are captured from: a number whose digits use up the set of seats."""
    count = 0
    seats = victims(s)
    size = 0
    top = 1
    for seat in range(s.seats):
        size += seats >> seat & 1
        top *= ORDER_DIGIT if seats >> seat & 1 else 1
    for digits in range(top):
        if is_order(seats, digits, size):
            moves[count] = ORDER_BASE + digits
            count += 1
    return count


@rule
def is_order(seats: int, digits: int, size: int) -> bool:
    """Whether digits to the base of six name each seat of a set once."""
    for _ in range(size):
        seat = digits % ORDER_DIGIT - 1
        if seat < 0 or not seats >> seat & 1:
            return False
        seats &= ~(1 << seat)
        digits //= ORDER_DIGIT
    return digits == 0


@rule
def apply_order(s: Rok, move: int) -> None:
    """§4.6 The winner chooses the order in which all captures of the colour are carried out."""
    digits = move - ORDER_BASE
    while digits > 0:
        capture_from(s, digits % ORDER_DIGIT - 1)
        digits //= ORDER_DIGIT
    s.turn = NONE
    clear_contest(s)
    s.phase = CAPTURING


@rule
def capture_from(s: Rok, victim: int) -> None:
    """The capture that a seat suffers."""
    capture(s, twin(balance_of(s, victim)))
