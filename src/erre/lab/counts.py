"""Integer counts, so that the order in which games arrive does not matter."""

from __future__ import annotations

import math
from collections import Counter

import msgspec
import numpy as np

from erre.lab.plan import Truth, Whole
from erre.lab.ratings import mean_interval, variance, wilson

Interval = tuple[float, float]
SHARES = math.lcm(*range(1, 9))  # a victory in whole parts, however many seats share it
BARS = 40  # of a distribution, at most


class Distribution(msgspec.Struct, frozen=True):
    """How often values fell between the edges; the last edge belongs to the last bar."""

    edges: list[float]
    counts: list[int]


class Lengths(msgspec.Struct, frozen=True):
    """How many moves games had."""

    mean: float
    mean_interval: Interval
    deviation: float
    shortest: int
    longest: int
    distribution: Distribution


class Share(msgspec.Struct, frozen=True):
    """A share and its 95 % interval."""

    share: float
    interval: Interval


def shares_of(wins: Truth) -> list[int]:
    """Victories by seat in parts of SHARES; a shared one counts its part."""
    each = SHARES // np.maximum(1, wins.sum(axis=1))
    return [int(each[wins[:, seat]].sum()) for seat in range(wins.shape[1])]


def share_of(won: int, games: int) -> Share:
    """A share from the parts won."""
    share = won / SHARES / games
    return Share(share, wilson(share, games))


def lengths_of(lasted: Counter[int]) -> Lengths:
    """Game lengths, from the number of games of each length."""
    least, most = min(lasted), max(lasted)
    return Lengths(*moments(lasted), least, most, distribution(lasted, least, most))


def count(counter: Counter[int], values: Whole) -> None:
    """Count values, which lie near each other."""
    if len(values) == 0:
        return
    low = int(values.min())
    found = np.bincount(values.astype(np.int64) - low)
    for at in np.flatnonzero(found).tolist():
        counter[low + at] += int(found[at])


def moments(counted: Counter[int]) -> tuple[float, Interval, float]:
    """The mean with its interval, and the standard deviation."""
    n = counted.total()
    total = sum(value * times for value, times in counted.items())
    squares = sum(value * value * times for value, times in counted.items())
    mean, interval = mean_interval(total, squares, n)
    return mean, interval, math.sqrt(variance(total, squares, n))


def distribution(counted: Counter[int], low: int, high: int) -> Distribution:
    """Bars from the lowest value to the highest; whole numbers each, as many as fit into the plot."""
    wide = -(-(high + 1 - low) // BARS)
    bars = -(-(high + 1 - low) // wide)
    counts = [0] * bars
    for value, times in counted.items():
        counts[(value - low) // wide] += times
    return Distribution([float(low + wide * bar) for bar in range(bars + 1)], counts)
