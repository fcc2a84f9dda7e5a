"""Which puzzle comes: that of the day, the same for everybody, and the next one of somebody's endless row."""

from __future__ import annotations

import hashlib
from collections.abc import Collection, Sequence
from datetime import date
from math import gcd

from erre.puzzles.files import Line

NEAR = 24  # puzzles near a rating, of which one is taken


def of_the_day(lines: Sequence[Line], day: date, bad: Collection[str] = ()) -> Line:
    """The puzzle of a day: all come before one comes again. The next good one stands in for a bad one."""
    step = 7919
    while gcd(step, len(lines)) > 1:
        step += 1
    first = day.toordinal() * step
    return next(
        (line for line in (lines[(first + k) % len(lines)] for k in range(len(lines))) if line.id not in bad),
        lines[first % len(lines)],
    )


def matching(lines: Sequence[Line], theme: str) -> list[Line]:
    """The puzzles of a theme or a kind; all for none."""
    return [line for line in lines if not theme or theme == line.kind or theme in line.themes]


def next_of(lines: Sequence[Line], rating: float, answered: Collection[str], salt: str) -> Line | None:
    """A puzzle that somebody has not answered, about as hard as they are good; `salt` decides among those."""
    fresh = [line for line in lines if line.id not in answered]
    near = sorted(fresh, key=lambda line: (abs(line.rating - rating), line.id))[:NEAR]
    return min(near, key=lambda line: hashlib.sha256(f"{salt} {line.id}".encode()).digest(), default=None)
