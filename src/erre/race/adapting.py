"""Bots that keep a person's pace: the level `likeyou`, which live tables of races offer.

A bot of this level reacts as quickly as the person at the table did lately, and sees as much as the level whose usual
reaction is nearest to that. Where several people play, the slowest sets the pace, so that nobody is left behind.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Collection, Mapping
from statistics import median

from erre.race.receipts import Press

LIKE_YOU = "likeyou"
REMEMBERED = 10  # reactions of each seat
ENOUGH = 3  # reactions before a seat counts: one quick press is no pace
LONGEST = 5000.0  # milliseconds; whoever waits longer is not looking for a pair


class Reactions:
    """The last reactions of each seat, in milliseconds: to a reveal, and then from one press to the next."""

    def __init__(self) -> None:
        self._last: dict[int, deque[float]] = {}
        self._pressed: dict[int, tuple[int, float]] = {}  # by seat: the reveal of its last press, and when it came

    def add(self, reveal: int, press: Press) -> None:
        """Remember a press that counted."""
        before, since = self._pressed.get(press.seat, (reveal, 0.0))
        reaction = press.counted - (since if before == reveal else 0.0)
        self._pressed[press.seat] = (reveal, press.counted)
        if reaction > 0:
            self._last.setdefault(press.seat, deque(maxlen=REMEMBERED)).append(min(reaction, LONGEST))

    def forget(self, seat: int) -> None:
        """Somebody else has taken the seat."""
        self._last.pop(seat, None)
        self._pressed.pop(seat, None)

    def pace(self, seats: Collection[int]) -> float | None:
        """The median reaction of the slowest of these seats; None until one of them has pressed often enough."""
        known = [median(self._last[seat]) for seat in seats if len(self._last.get(seat, ())) >= ENOUGH]
        return max(known, default=None)


def nearest_level(pace: float, usual: Mapping[str, float]) -> str:
    """The level whose usual reaction comes nearest to a pace."""
    return min(usual, key=lambda level: abs(usual[level] - pace))
