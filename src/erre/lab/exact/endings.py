"""Bots in many small versions that differ in their seed: each bot's average exploitability."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from itertools import islice
from typing import Any

import msgspec
import numpy as np

from erre.bots.contract import Budget
from erre.core.errors import BadOptions
from erre.core.game import AnyGame
from erre.core.subgame import Subgame, small_module, small_version
from erre.core.whole import limited
from erre.lab.exact.bots import SAMPLES, Line, report_on
from erre.lab.judge import student

MOST = 10_000
FRUITLESS = 100  # seeds in a row that have no small version, before we give up
CONFIDENCE = 0.95


class Average(msgspec.Struct, frozen=True):
    """How far one policy is from an equilibrium, over all endings."""

    policy: str
    exploitability: float
    half: float  # half of the interval over endings, for a confidence of 95 %
    most: float  # in the worst of them


class Endings(msgspec.Struct, frozen=True):
    """The endings, and what policies are worth in them."""

    game: str
    seats: int
    endings: int
    information_sets: int  # of all of them
    iterations: int
    samples: int
    seed: int
    budget: Budget | None
    lines: list[Average]


def has_seed(game: AnyGame) -> bool:
    """Whether the small versions of a game differ by a seed; refused where there are none."""
    return hasattr(small_module(game).Settings, "seed")


def endings_of(game: AnyGame, settings: Mapping[str, Any], options: Mapping[str, Any]) -> Iterator[Subgame]:
    """The small versions from the seed of the settings on; games that have none are passed over."""
    seed = settings.get("seed", 0)
    if not isinstance(seed, int) or seed < 0:
        small_version(game, settings, options)  # says why not
    fruitless = 0
    while fruitless < FRUITLESS:
        try:
            yield small_version(game, {**settings, "seed": seed}, options)
            fruitless = 0
        except BadOptions:
            if fruitless == FRUITLESS - 1:
                raise
            fruitless += 1
        seed += 1


def report_on_endings(
    game: AnyGame,
    names: list[str],
    settings: Mapping[str, Any],
    options: Mapping[str, Any],
    count: int,
    *,
    iterations: int = 200,
    samples: int = SAMPLES,
    seed: int = 0,
    budget: Budget | None = None,
) -> Endings:
    """The average exploitability of the equilibria found by CFR+, of uniform play, and of bots."""
    count = limited(count, "endings", 2, MOST)
    if not has_seed(game):
        raise BadOptions(f"the small version of {game.title} has no seed: there is only one, without --endings")
    found = [
        report_on(subgame, names, iterations=iterations, samples=samples, seed=seed, budget=budget)
        for subgame in islice(endings_of(game, settings, options), count)
    ]
    lines = [average([report.lines[place] for report in found]) for place in range(len(found[0].lines))]
    sets = sum(report.information_sets for report in found)
    return Endings(game.name, found[0].seats, count, sets, iterations, samples, seed, budget, lines)


def average(lines: list[Line]) -> Average:
    """The line of one policy over all endings."""
    losses = np.array([line.exploitability for line in lines])
    half = student((1 + CONFIDENCE) / 2, len(losses) - 1) * float(losses.std(ddof=1)) / math.sqrt(len(losses))
    return Average(lines[0].policy, float(losses.mean()), half, float(losses.max()))
