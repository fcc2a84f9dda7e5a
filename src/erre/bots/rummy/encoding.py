"""Rummy for learners: when to hold back, and what; the exact solver finds the lays."""

from __future__ import annotations

from typing import Any

from erre.bots.rummy.kept import ALL, HOLD, NO_JOKER, ONLY_LOOSE, WORK, WORTH
from erre.bots.rummy.lays import EVERY, ask
from erre.bots.rummy.plans import ask_loose, lay_plan, list_plans
from erre.bots.rummy.policy import draw_or_pass, has_joker
from erre.core.encoding import Encoding, Field, first_waiting_template
from erre.core.engine import bind, rule
from erre.core.record import NONE, IntArray
from erre.games import game
from erre.games.rummy.components import (
    COPIES,
    FIRST_JOKER,
    JOKERS,
    KINDS,
    MOST_HANDS,
    MOST_MELDS,
    MOST_RUN,
    NATURAL_KINDS,
    OPENING_POINTS,
    RACKS,
    TABLE,
    TILES,
)
from erre.games.rummy.rules.end import end_lay
from erre.games.rummy.rules.first_lay import must_open
from erre.games.rummy.rules.play import acting
from erre.games.rummy.solver.questions import find_opening, may_hold_meld
from erre.games.rummy.solver.quick_answers import has_lay, meldable_points
from erre.games.rummy.solver.search import make_ready
from erre.games.rummy.state import Rummy

ACTION_NAMES = ("draw or pass", "lay the most", "lay the most without jokers", "lay what needs the table")

PLANS = len(ACTION_NAMES)  # the first plans of `kept`; bots have more

ANY = 2**15 - 1  # no bound that is worth stating: a match may have a hundred hands

LEFT_OUT = (
    "Left out: all lays but these: the most tiles that can be laid; the most without the rack's jokers; and what can "
    "be laid with the help of the table, while melds that the rack holds by itself wait. Of equal lays the one with "
    "the most points is taken. How the table is arranged is not written, only what lies there."
)


def fields(seats: int) -> tuple[Field, ...]:
    """What `observe` writes, in its order."""
    return (
        Field("hand", 1, "1 for the first", 1, MOST_HANDS),
        Field("hands", 1, "of the match", 1, MOST_HANDS),
        Field("pool", 1, "tiles left in it", 0, TILES),
        Field("passes", 1, "seats that have passed one after the other", 0, seats),
        Field("starter", 1, "seat that began the hand", 0, seats - 1),
        Field("melds", 1, "on the table", 0, MOST_MELDS),
        Field(
            "rack", KINDS, "tiles of each kind on the seat's rack: blue 1 to 13, green, red, yellow, joker", 0, COPIES
        ),
        Field("table", KINDS, "tiles of each kind on the table", 0, COPIES),
        Field("stands", JOKERS, "kind that each joker on the table stands for; -1 elsewhere", NONE, NATURAL_KINDS - 1),
        Field("lengths", MOST_MELDS, "tiles of each meld on the table, then 0", 0, MOST_RUN),
        Field("held", seats, "tiles on each rack", 0, TILES),
        Field("opened", seats, "1: the seat has laid its first points", 0, 1),
        Field("totals", seats, "points of all scored hands", -ANY, ANY, byte_from=-1024, step=8),
    )


@rule
def observe(s: Rummy, seat: int, out: IntArray) -> int:
    """Write what a seat may know; how many numbers."""
    n = s.seats
    out[0], out[1] = s.hand_no, s.hands if s.hands > 0 else n
    out[2], out[3] = s.left, s.passes
    out[4] = s.starter - seat + (n if s.starter < seat else 0)
    out[5] = s.melds
    at = 6
    for i in range(2 * KINDS):
        out[at + i] = 0
    for tile in range(TILES):
        kind = min(tile, FIRST_JOKER) >> 1
        if s.place[tile] == RACKS + seat:
            out[at + kind] += 1
        elif s.place[tile] == TABLE:
            out[at + KINDS + kind] += 1
    at += 2 * KINDS
    for i in range(JOKERS):
        out[at + i] = s.stands[i]
    at += JOKERS
    for i in range(MOST_MELDS):
        out[at + i] = s.lengths[i]
    at += MOST_MELDS
    for k in range(n):
        other = seat + k - (n if seat + k >= n else 0)
        out[at + k] = s.held[other]
        out[at + n + k] = s.opened[other]
        out[at + 2 * n + k] = s.totals[other]
    return at + 3 * n


@rule
def offer(s: Rummy, seat: int, mask: Any, moves: IntArray, work: IntArray) -> None:
    """Mark the plans that lay something of their own.

    Most often it is enough to know whether there is a lay, and the best one is searched only when it is taken.
    """
    if has_joker(s, seat) or (must_open(s, seat) and has_opening_options(s)):
        list_plans(s, seat, 0, EVERY, work)
        for plan in range(PLANS):
            mask[plan] = work[WORTH + plan]
        return
    mask[HOLD], mask[NO_JOKER], mask[ONLY_LOOSE] = 1, 0, 0
    ask(s, seat, 0 if must_open(s, seat) else EVERY, True, work)
    if must_open(s, seat):
        mask[ALL] = meldable_points(work) >= OPENING_POINTS and find_opening(work, OPENING_POINTS)
    elif may_hold_meld(work):
        mask[ALL] = 1  # what is loose comes on top of the melds of the rack, so it is always fewer tiles
        mask[ONLY_LOOSE] = ask_loose(s, seat, EVERY, work) and has_lay(work)
    else:
        mask[ALL] = has_lay(work)


@rule
def has_opening_options(s: Rummy) -> bool:
    """Whether options allow first lays that are worth less than the usual points, or that use the table."""
    return bool(s.close_from_hand or s.table_use_in_opening_turn)


@rule
def take(s: Rummy, seat: int, action: int, moves: IntArray, work: IntArray) -> None:
    """Play the action that a learner chose: draw or pass, or the lay of its plan."""
    if action == HOLD:
        draw_or_pass(s, seat)
    else:
        lay_plan(s, seat, action, EVERY, work)
        s.moves_made += 1
        end_lay(s, seat)


def action_name(action: int) -> str:
    """The name of an action, for people."""
    return ACTION_NAMES[action]


def encoding(seats: int) -> Encoding:
    """The encoding of Rummy for a number of seats."""
    next_seat = bind(first_waiting_template, "rummy", acting=acting)
    shape = game("rummy"), seats, fields(seats), PLANS
    return Encoding(*shape, observe, offer, take, next_seat, action_name, LEFT_OUT, WORK, clean=make_ready)
