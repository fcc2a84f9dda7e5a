"""Additional measurements of a game in `erre bench`: its module `bench` has `compare(seconds, rate)`.

`rate` is the game's decisions per second on one core, or None if it was not measured.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

import msgspec

MOST_GAMES = 20_000  # in a batch


class Comparison(msgspec.Struct, frozen=True):
    """Figures of a game next to those of somebody else's program, measured in the same run."""

    title: str
    headings: list[str]
    rows: list[list[str]]
    figures: dict[str, Any]  # for programs, by a name of its own
    ratios: dict[str, float]  # how many times faster ours is
    missing: str = ""  # what could not be measured, and how to get it


class PageFigure(msgspec.Struct, frozen=True):
    """A figure of a table in a browser, by a game's module `bench_web`: `measure(browser, address, new_page)`."""

    name: str
    title: str
    value: float
    limit: float
    unit: str = ""


def decisions_per_second(play: Callable[[int, int], int], seconds: float) -> float:
    """The better half of some runs; `play(first, count)` plays that many games and returns their decisions.

    The first runs warm up and find out how many games fill an eighth of the time. Others use this machine too, so
    the slower half says more about them.
    """
    play(0, 1)
    count, took = 1, 0.0
    while took < seconds / 8 and count < MOST_GAMES:
        count *= 4
        start = time.perf_counter()
        play(0, count)
        took = time.perf_counter() - start
    rates: list[float] = []
    end = time.perf_counter() + seconds
    while time.perf_counter() < end or len(rates) < 2:
        start = time.perf_counter()
        moves = play(count * (len(rates) + 1), count)
        rates.append(moves / (time.perf_counter() - start))
    best = sorted(rates)[len(rates) // 2 :]
    return sum(best) / len(best)
