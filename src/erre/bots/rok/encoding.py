"""ROK for learners: whom a lot puts first takes what it aims at; reaction times are no part of it."""

from __future__ import annotations

from typing import Any

from erre.core.encoding import Encoding, Field, lot_template
from erre.core.engine import bind, rule
from erre.core.record import NONE, IntArray
from erre.games import game
from erre.games.rok.components import (
    BAG,
    DONE,
    GIVE_BASE,
    HAND_RADIUS,
    KIND_COUNT,
    LISTED_AIMS,
    LISTED_FORCES,
    MOST_ATTEMPTS,
    MOST_LEGAL,
    MOST_ROUNDS,
    OUT,
    RUNE_COUNT,
    TABLE,
    TIE,
)
from erre.games.rok.notation import KINDS, RUNES
from erre.games.rok.rules.end import wealth
from erre.games.rok.rules.play import acting, apply, legal
from erre.games.rok.state import ORDERING, PENALIZED, SCRAMBLE, SLIDING, THROWING, Rok

# Actions: a rune to grab, done, a kind to give; then the slides that the rules list, and the orders of seats.
FIRST_SLIDE = GIVE_BASE + KIND_COUNT
SLIDES = len(LISTED_AIMS) * len(LISTED_FORCES)
FIRST_ORDER = FIRST_SLIDE + SLIDES
ACTIONS = FIRST_ORDER + MOST_LEGAL

LENGTHS = (-HAND_RADIUS, HAND_RADIUS, -(2**15))  # from the table's edge and beyond; and where bytes begin
LENGTH_STEP = 256  # a quarter of a rune's radius

LEFT_OUT = (
    f"Left out: all slides but {SLIDES} (every direction and force is legal), the moment of a grab (a lot says who is "
    "first, and each takes one rune at a time), and where runes lie face down."
)


def fields(seats: int) -> tuple[Field, ...]:
    """What `observe` writes, in its order."""
    return (
        Field("phase", 4, "1 for the one at hand: grab, give a pair, slide, order of captures", 0, 1),
        Field("round", 1, "1 for the first", 0, MOST_ROUNDS),
        Field("first", 1, "the first player, a seat", 0, seats - 1),
        Field("bag", 1, "runes in it", 0, RUNE_COUNT),
        Field("face_down", 1, "runes that lie face down on the table", 0, RUNE_COUNT),
        Field("contest", 1, "colour that is slid for, 0 to 2; 3: the victory; -1: none", NONE, TIE),
        Field("attempts", 1, "times all have slid without a decision", 0, MOST_ATTEMPTS),
        Field(
            "place",
            RUNE_COUNT,
            "of each rune: 0 not in sight, 1 on the table, 2 Balance, 3 treasure, 4 in a hand",
            0,
            OUT,
        ),
        Field("owner", RUNE_COUNT, "whose balance, treasure or hand, a seat; -1 elsewhere", NONE, seats - 1),
        Field(
            "x",
            RUNE_COUNT,
            "of a rune in sight on the table, in thousandths of its radius from Destiny",
            *LENGTHS,
            step=LENGTH_STEP,
        ),
        Field("y", RUNE_COUNT, "likewise", *LENGTHS, step=LENGTH_STEP),
        Field("since", RUNE_COUNT, "in a treasure: the round that brought it there", 0, MOST_ROUNDS),
        Field("due", seats, "pairs that each seat still owes for wrong ones", 0, KIND_COUNT),
        Field("finished", seats, "1: the seat takes nothing more in this round", 0, 1),
        Field("contesting", seats, "1: the seat is in the contest", 0, 1),
        Field("has_slid", seats, "1: and it has slid", 0, 1),
        Field("touched", seats, "1: and its rune touched Destiny", 0, 1),
        Field("rest_x", seats, "where its rune came to rest", *LENGTHS, step=LENGTH_STEP),
        Field("rest_y", seats, "likewise", *LENGTHS, step=LENGTH_STEP),
        Field("wealth", seats, "runes that count for each seat now", 0, RUNE_COUNT),
    )


@rule
def observe(s: Rok, seat: int, out: IntArray) -> int:
    """Write what a seat may know; how many numbers."""
    n = s.seats
    out[0], out[1], out[2], out[3] = s.phase == SCRAMBLE, s.phase == PENALIZED, s.phase == SLIDING, s.phase == ORDERING
    out[4] = s.round_no
    out[5] = s.first - seat + (n if s.first < seat else 0)
    out[8], out[9] = s.contest, s.attempts
    bag = down = 0
    at = 10
    for rune in range(RUNE_COUNT):
        hidden = s.place[rune] == TABLE and not s.up[rune]
        bag += s.place[rune] == BAG
        down += hidden
        owner = s.owner[rune]
        out[at + rune] = 0 if hidden else s.place[rune]
        out[at + RUNE_COUNT + rune] = NONE if owner == NONE else owner - seat + (n if owner < seat else 0)
        out[at + 2 * RUNE_COUNT + rune] = 0 if hidden else s.x[rune]
        out[at + 3 * RUNE_COUNT + rune] = 0 if hidden else s.y[rune]
        out[at + 4 * RUNE_COUNT + rune] = s.since[rune]
    out[6], out[7] = bag, down
    at += 5 * RUNE_COUNT
    for k in range(n):
        other = seat + k - (n if seat + k >= n else 0)
        out[at + k] = s.due[other]
        out[at + n + k] = s.finished >> other & 1
        out[at + 2 * n + k] = s.contesting >> other & 1
        out[at + 3 * n + k] = s.contesting >> other & 1 and s.aim[other] != NONE
        out[at + 4 * n + k] = s.touched >> other & 1
        out[at + 5 * n + k] = s.rest_x[other]
        out[at + 6 * n + k] = s.rest_y[other]
        out[at + 7 * n + k] = wealth(s, other)
    return at + 8 * n


@rule
def first_action(s: Rok) -> int:
    """Where the actions of a phase begin numbered by their place in the list of legal moves; NONE elsewhere."""
    if s.phase == SLIDING:
        return FIRST_SLIDE
    return FIRST_ORDER if s.phase == ORDERING else NONE


@rule
def offer(s: Rok, seat: int, mask: Any, moves: IntArray, work: IntArray) -> None:
    """Mark the actions that are legal in this state."""
    for action in range(len(mask)):
        mask[action] = 0
    first = first_action(s)
    for i in range(legal(s, seat, moves)):
        mask[moves[i] if first == NONE else first + i] = 1


@rule
def take(s: Rok, seat: int, action: int, moves: IntArray, work: IntArray) -> None:
    """Carry out an action, given by its number."""
    first = first_action(s)
    if first == NONE:
        apply(s, seat, action)
    else:
        legal(s, seat, moves)
        apply(s, seat, moves[action - first])


@rule
def is_long(s: Rok) -> bool:
    """Whether runes are about to be thrown."""
    return s.phase == THROWING


def action_name(action: int) -> str:
    """`grab W1a`, `done`, `give W5`, `slide -6 0.58`, `order 3` (the third one listed)."""
    if action < DONE:
        return f"grab {RUNES[action]}"
    if action == DONE:
        return "done"
    if action < FIRST_SLIDE:
        return f"give {KINDS[action - GIVE_BASE]}"
    if action < FIRST_ORDER:
        aim, force = divmod(action - FIRST_SLIDE, len(LISTED_FORCES))
        return f"slide {LISTED_AIMS[aim] / 10:g} {LISTED_FORCES[force] / 100:g}"
    return f"order {action - FIRST_ORDER + 1}"


def encoding(seats: int) -> Encoding:
    """ROK for a number of seats."""
    next_seat = bind(lot_template, "rok", acting=acting)
    shape = game("rok"), seats, fields(seats), ACTIONS
    return Encoding(*shape, observe, offer, take, next_seat, action_name, LEFT_OUT, is_long=is_long)
