"""ROK: a bot's hand at a real table: what it does next, and when. Simulated games run on the same kernels."""

from __future__ import annotations

import msgspec
import numpy as np

from erre.bots import BOTS
from erre.bots.rok.acts import decide_move
from erre.bots.rok.hands import (
    ARRIVES,
    LEAVES,
    LOOK_AGAIN,
    LOOKED,
    NOW,
    PLAN,
    PURPOSE,
    TO_X,
    TO_Y,
    WORK,
    X,
    Y,
    hand,
    is_broken,
    open_scramble,
    plan,
)
from erre.bots.rok.levels import LEAST, LOOKS, SPREAD, astray
from erre.core.record import IntArray, ints
from erre.games.rok.components import RADIUS
from erre.games.rok.from_view import state_from_view
from erre.games.rok.moves import RokMove, decode, encode
from erre.games.rok.state import SCRAMBLE, Rok
from erre.games.rok.views import RokView

Place = tuple[float, float]  # in radii from Destiny


class Reach(msgspec.Struct, frozen=True):
    """What a bot does next, and when, in milliseconds from now, if nothing on the table upsets it (`is_upset`).

    Its hand stays at `start` while it looks, leaves for `end` after `leaves_ms`, and is there after `delay_ms`.
    """

    delay_ms: int
    move: RokMove
    leaves_ms: int
    start: Place
    end: Place
    purpose: int = 0  # what the rune is worth to it, in hundredths of a rune; 0 for one it is mistaken about

    def place_after(self, ms: float) -> Place:
        """Where the hand is after some time."""
        share = min(max((ms - self.leaves_ms) / max(self.delay_ms - self.leaves_ms, 1), 0.0), 1.0)
        (x, y), (to_x, to_y) = self.start, self.end
        return x + (to_x - x) * share, y + (to_y - y) * share


def next_grab(view: RokView, level: str, luck: IntArray, place: Place | None = None) -> Reach:
    """What a bot of a level does next: a grab, done, or outside the scramble the move that is asked of it.

    `place` is None at a new throw: the hand is at rest, and the look a full one. Later it is where the hand is: the
    `end` of its last grab; or `place_after` the time at which another's move upset it.
    """
    s, seat, bot, work = state_from_view(view), seat_of(view), BOTS[level], ints(WORK, np.int64)
    if s.phase != SCRAMBLE:
        return thought(s, seat, bot, luck)
    at = hand(seat)
    open_scramble(s, work)
    if place is not None:
        work[at + X] = work[at + TO_X] = round(place[0] * RADIUS)
        work[at + Y] = work[at + TO_Y] = round(place[1] * RADIUS)
        work[at + LOOKED] = 0
    plan(s, seat, bot, luck, work)
    while work[at + PLAN] == LOOK_AGAIN:
        work[NOW] = work[at + ARRIVES]
        plan(s, seat, bot, luck, work)
    return Reach(
        int(work[at + ARRIVES]),
        decode(int(work[at + PLAN])),
        int(work[at + LEAVES]),
        (int(work[at + X]) / RADIUS, int(work[at + Y]) / RADIUS),
        (int(work[at + TO_X]) / RADIUS, int(work[at + TO_Y]) / RADIUS),
        int(work[at + PURPOSE]),
    )


def is_upset(view: RokView, reach: Reach, level: str, luck: IntArray) -> bool:
    """Whether a bot must look again after another's move: its rune is gone, or it notices that it is of no use now."""
    s, seat, work = state_from_view(view), seat_of(view), ints(WORK, np.int64)
    work[hand(seat) + PLAN] = encode(reach.move)
    work[hand(seat) + PURPOSE] = reach.purpose
    return bool(is_broken(s, seat, BOTS[level], luck, work))


def thought(s: Rok, seat: int, bot: int, luck: IntArray) -> Reach:
    """A move that needs no hand: it takes as long as two looks."""
    delay = 2 * int(LOOKS[bot])
    delay = max(delay + int(astray(luck, delay * SPREAD // 100)), LEAST)
    return Reach(delay, decide_move(s, seat, bot, luck), delay, (0.0, 0.0), (0.0, 0.0))


def seat_of(view: RokView) -> int:
    """The seat that a view belongs to."""
    assert view.seat is not None
    return view.seat
