"""ROK: the moves that a seat may ask for, and the refusal when a rule forbids one."""

from __future__ import annotations

import math
import re

from erre.core.errors import BadNotation, IllegalMove, quote
from erre.core.game import Move
from erre.core.record import NONE
from erre.games.rok.components import (
    DONE,
    FORCES,
    GIVE_BASE,
    HALF_FORCE,
    KIND_COUNT,
    MOST_SEATS,
    ORDER_BASE,
    ORDER_DIGIT,
    RUNE_COUNT,
    SLIDE_BASE,
    TENTHS,
    TIE,
    TREASURE,
)
from erre.games.rok.notation import KINDS, RUNES, parse_kind, parse_number, parse_rune, seats_in
from erre.games.rok.rules.captures import is_order, victims
from erre.games.rok.rules.contest import direction_of, force_of, slide_code
from erre.games.rok.rules.runes import belongs
from erre.games.rok.rules.scramble import may_grab
from erre.games.rok.rules.verdict import oldest_pair
from erre.games.rok.state import ORDERING, PENALIZED, SCRAMBLE, SLIDING, Rok


class Grab(Move, frozen=True, tag="grab"):
    """Take a face-up rune of the table."""

    rune: str


class Done(Move, frozen=True, tag="done"):
    """Take nothing more in this round."""


class Give(Move, frozen=True, tag="give"):
    """Give a pair of one's treasure for a wrong one."""

    kind: str


class Slide(Move, frozen=True, tag="slide"):
    """Slide a rune: degrees to the left of straight at Destiny, kept to tenths; force 0 to 1, kept to hundredths."""

    degrees: float
    force: float


class Order(Move, frozen=True, tag="order"):
    """The seats whose captured runes are taken, first to last."""

    seats: list[int]


RokMove = Grab | Done | Give | Slide | Order
CODES = (*range(GIVE_BASE + KIND_COUNT), *range(ORDER_BASE, SLIDE_BASE))  # of all moves except slides

# Slides as pages read them: the rule that makes a code, what each number is multiplied by, and its range after that.
NUMBERED = [("slide", "contest.slide_code", (10, 100), (-TENTHS, 0), (TENTHS, FORCES - 1))]
MOVE_EXAMPLES = "'grab W1a', 'done', 'give W5', 'slide 37.5 0.62' or 'order 2 0'"


def format_move(move: RokMove) -> str:
    """`grab W1a`, `done`, `give W5`, `slide 37.5 0.62`, `order 2 0`."""
    match move:
        case Grab(rune=rune):
            return f"grab {rune}"
        case Done():
            return "done"
        case Give(kind=kind):
            return f"give {kind}"
        case Slide(degrees=degrees, force=force):
            return f"slide {degrees:g} {force:g}"
        case Order(seats=seats):
            return " ".join(["order", *map(str, seats)])


def parse_move(text: str) -> RokMove:
    """A move from its text."""
    match text.split():
        case [verb, rune] if verb.lower() == "grab":
            return Grab(RUNES[parse_rune(rune)])
        case [verb] if verb.lower() == "done":
            return Done()
        case [verb, kind] if verb.lower() == "give":
            return Give(KINDS[parse_kind(kind)])
        case [verb, degrees, force] if verb.lower() == "slide":
            return rounded(parse_number(degrees), parse_number(force))
        case [verb, *seats] if verb.lower() == "order" and seats and all(map(is_seat, seats)):
            return Order([int(seat) for seat in seats])
    raise BadNotation(f"{quote(text)} is no move: write {MOVE_EXAMPLES}")


def is_seat(word: str) -> bool:
    """Whether a word could be the number of a seat."""
    return re.fullmatch(r"[0-9]{1,2}", word, re.ASCII) is not None


def rounded(degrees: float, force: float) -> Slide:
    """A slide as precise as the table takes it; the direction from 0 to 359.9."""
    return Slide(round(degrees * 10) % TENTHS / 10, round(force * 100) / 100)


def encode(move: RokMove) -> int:
    """A move as kernels know it."""
    match move:
        case Grab(rune=rune):
            return parse_rune(rune)
        case Done():
            return DONE
        case Give(kind=kind):
            return GIVE_BASE + parse_kind(kind)
        case Slide(degrees=degrees, force=force):
            return int(slide_code(round(degrees * 10) % TENTHS, round(force * 100)))
        case Order(seats=seats):
            return ORDER_BASE + order_digits(seats)


def order_digits(seats: list[int]) -> int:
    """The number whose digits are the seats."""
    return sum((seat + 1) * ORDER_DIGIT**k for k, seat in enumerate(seats))


def decode(code: int) -> RokMove:
    """A move from its number."""
    if code < RUNE_COUNT:
        return Grab(RUNES[code])
    if code == DONE:
        return Done()
    if code < GIVE_BASE + KIND_COUNT:
        return Give(KINDS[code - GIVE_BASE])
    if code >= SLIDE_BASE:
        return Slide(direction_of(code) / 10, force_of(code) / (FORCES - 1))
    digits = code - ORDER_BASE
    seats = []
    while digits:
        seats.append(digits % ORDER_DIGIT - 1)
        digits //= ORDER_DIGIT
    return Order(seats)


WHAT_IS_ASKED = {
    SCRAMBLE: ("§3.1", "the scramble is on: grab a rune, or be done"),
    PENALIZED: ("§4.2", "you owe a pair for a wrong one: give one of your treasure"),
    SLIDING: ("§4.5", "slide your rune towards Destiny"),
    ORDERING: ("§4.6", "choose the order in which the runes are taken"),
}
TIE_BREAK = ("§5.3", "you are tied for the victory: slide your rune towards Destiny")


def check_move(s: Rok, seat: int, move: RokMove) -> None:
    """Refuse a move that the rules forbid now."""
    match move:
        case Grab(rune=rune) if s.phase == SCRAMBLE:
            check_grab(s, parse_rune(rune))
        case Done() if s.phase == SCRAMBLE:
            pass
        case Give(kind=kind) if s.phase == PENALIZED:
            check_give(s, seat, parse_kind(kind))
        case Slide(degrees=degrees, force=force) if s.phase == SLIDING:
            check_slide(degrees, force)
        case Order(seats=seats) if s.phase == ORDERING:
            check_order(s, seats)
        case Grab() | Done() | Give() | Slide() | Order():
            number, why = TIE_BREAK if s.phase == SLIDING and s.contest == TIE else WHAT_IS_ASKED[s.phase]
            raise IllegalMove(number, why)


def is_done(s: Rok, seat: int) -> bool:
    """Whether a seat takes nothing more in this scramble."""
    return bool(s.phase == SCRAMBLE and s.finished >> seat & 1)


def done_already() -> IllegalMove:
    """The refusal of a seat that is done."""
    return IllegalMove("§3.7", "you are done for this round")


def check_grab(s: Rok, rune: int) -> None:
    """Refuse what may not be taken."""
    if may_grab(s, rune):
        return
    if s.owner[rune] == NONE:
        # Whether it lies face down or is in the bag nobody may learn from a refusal.
        raise IllegalMove("§3.2", f"{RUNES[rune]} does not lie face up on the table")
    raise IllegalMove("§3.3", f"{RUNES[rune]} is before seat {s.owner[rune]}: only runes on the table can be taken")


def overtime_move(s: Rok, seat: int) -> RokMove:
    """§6.8 When the time is up: give the oldest pair, slide straight with half force, order by seat."""
    if s.phase == PENALIZED:
        return Give(KINDS[oldest_pair(s, seat)])
    if s.phase == SLIDING:
        return Slide(0.0, HALF_FORCE)
    taken = victims(s)
    return Order([(s.first + k) % s.seats for k in range(s.seats) if taken >> (s.first + k) % s.seats & 1])


def check_give(s: Rok, seat: int, kind: int) -> None:
    """Refuse a pair that the seat does not have."""
    if not belongs(s, 2 * kind, TREASURE, seat):
        raise IllegalMove("§4.2", f"there is no pair of {KINDS[kind]} in your treasure")


def check_slide(degrees: float, force: float) -> None:
    """Refuse a slide that nobody can make."""
    if not (math.isfinite(degrees) and abs(degrees) <= 360):
        raise IllegalMove("§6.4", "the direction of a slide is from -360 to 360 degrees")
    if not 0 <= force <= 1:
        raise IllegalMove("§6.4", "the force of a slide is from 0 to 1")


def check_order(s: Rok, seats: list[int]) -> None:
    """Refuse an order that leaves out a seat, or names another one."""
    due = seats_in(victims(s), s.seats)
    known = len(seats) == len(due) and all(0 <= seat < MOST_SEATS for seat in seats)
    if not (known and is_order(victims(s), order_digits(seats), len(due))):
        raise IllegalMove("§4.6", f"name each seat that is captured from once: {' '.join(map(str, due))}")
