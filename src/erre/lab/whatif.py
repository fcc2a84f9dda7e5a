"""The house-rule laboratory: the same bots under several sets of rules, and what the rules change."""

from __future__ import annotations

import math
import os
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from typing import Any

import msgspec
import numpy as np

from erre.bots import brain
from erre.bots.roster import kernel_numbers, seat_names
from erre.core.arena import next_by_lot
from erre.core.batch import blank_states, bots_of, parts, rows_of
from erre.core.engine import bind
from erre.core.errors import BadOptions
from erre.core.game import AnyGame, Kernel
from erre.core.record import ints
from erre.lab import whatif_loops
from erre.lab.ratings import SURE, Numbers

CHUNK = 64  # games between two looks at the clock
Progress = Callable[[int], None]


class Estimate(msgspec.Struct, frozen=True):
    """A mean and its 95 % interval."""

    mean: float
    low: float
    high: float


class Difference(msgspec.Struct, frozen=True):
    """How much more than under the first rules, with its 95 % interval; sure where that does not hold zero."""

    more: float
    low: float
    high: float
    sure: bool


class Figures(msgspec.Struct, frozen=True):
    """What games under a set of rules were like."""

    label: str
    options: dict[str, Any]  # only those that were changed
    games: int
    figures: dict[str, Estimate]
    seats: list[Estimate]  # share of victories by seat
    against_first: dict[str, Difference]


class WhatIf(msgspec.Struct, frozen=True):
    """A whole study, and what it takes to run it again."""

    game: str
    rules_version: int
    seats: int
    bots: list[str]
    seed: int
    rules: list[Figures]
    complete: bool  # False: interrupted


MEANINGS = {
    "length": "decisions in a game",
    "points": "mean points of a seat",
    "spread": "standard deviation of points at a table",
    "lead": "points by which the winner is ahead of the next",
    "shared": "games with several winners",
    "seat advantage": "share of victories of the best seat above an equal share",
    "comebacks": "games whose winner was not ahead when half the decisions were made, by the points scored till then",
    "decisions that matter": "games that somebody else wins if one decision is made at random",
}
SHARES = {"shared", "seat advantage", "comebacks", "decisions that matter"}


@cache
def study_loop(game: AnyGame) -> tuple[Kernel, int]:
    """The loop of a game, and the workspace it needs."""
    module, rules, name = brain(game), game.kernels, f"{game.name}_whatif"
    run = {"is_automatic": rules.is_automatic, "advance": rules.advance, "acting": rules.acting}
    following = getattr(module, "next_seat", next_by_lot)
    begin = bind(whatif_loops.begin_template, name, set_up=rules.set_up, **run)
    play_on = bind(whatif_loops.play_on_template, name, act=module.act, next_seat=following, **run)
    more = {"legal": rules.legal, "apply": rules.apply, "scores": rules.scores, "is_winner": rules.is_winner}
    study = bind(
        whatif_loops.study_games_template, name, begin=begin, play_on=play_on, next_seat=following, **run, **more
    )
    return study, module.WORK


def rule_sets(game: AnyGame, changes: Sequence[tuple[str, Any]]) -> list[tuple[str, dict[str, Any]]]:
    """The rules as they are, each change alone, and all of them together where they do not contradict each other."""
    sets: list[tuple[str, dict[str, Any]]] = [("as printed", {})]
    for name, value in changes:
        sets.append((f"{name}={said(value)}", {name: value}))
    names = [name for name, _ in changes]
    if len(names) > 1 and len(set(names)) == len(names):
        sets.append(("all together", dict(changes)))
    for _, options in sets:
        game.read_options(options)
    return sets


def said(value: Any) -> str:
    """A value as people type it."""
    return value if isinstance(value, str) else msgspec.json.encode(value).decode()


def what_if(
    game: AnyGame,
    seats: int,
    sets: Sequence[tuple[str, Mapping[str, Any]]],
    games: int,
    bots: str,
    *,
    seed: int = 0,
    threads: int | None = None,
    progress: Progress | None = None,
) -> WhatIf:
    """Play so many games under each set of rules; an interrupt ends the study with the sets that are done."""
    game.check_seats(seats)
    if games < 2:
        raise BadOptions(f"at least two games are needed, not {games}")
    names = seat_names(game, seats, bots)
    numbers = kernel_numbers(game, names)
    if numbers is None:
        raise BadOptions("only bots that live in the kernels can be asked; see: erre games")
    found: list[Figures] = []
    samples: dict[str, Numbers] | None = None
    try:
        for label, options in sets:
            columns, wins = study(game, seats, game.read_options(options), games, numbers, seed, threads, progress)
            samples = samples or columns
            found.append(figures_of(label, dict(options), columns, wins, samples))
    except KeyboardInterrupt:
        if not found:
            raise
    return WhatIf(game.name, game.rules_version, seats, names, seed, found, len(found) == len(sets))


def study(
    game: AnyGame,
    seats: int,
    options: msgspec.Struct,
    games: int,
    bots: list[int],
    seed: int,
    threads: int | None,
    progress: Progress | None,
) -> tuple[dict[str, Numbers], Numbers]:
    """Play the games of one set of rules; a column of numbers for each figure, and victories by game and seat."""
    loop, room = study_loop(game)
    states, blank = blank_states(game, seats, options, games), blank_states(game, seats, options, 1)
    rows, first = rows_of(game, states), rows_of(game, blank)
    points = np.zeros((games, seats), np.int32)
    wins = np.zeros((games, seats), np.int8)
    facts = np.zeros((games, 3), np.int32)

    def play(part: tuple[int, int]) -> int:
        luck, other = ints(2, np.int32), ints(2, np.int32)
        moves, work = ints(game.kernels.most_legal), ints(room, np.int64)
        loop(rows, first, bots_of(bots), luck, other, moves, work, points, wins, facts, seed, 0, *part)
        return part[1] - part[0]

    with ThreadPoolExecutor(threads or os.cpu_count() or 1) as pool:
        for done in pool.map(play, parts(games, CHUNK)):
            if progress:
                progress(done)
    return columns_of(points.astype(np.float64), wins, facts), wins / wins.sum(axis=1, keepdims=True)


def columns_of(points: Numbers, wins: Any, facts: Any) -> dict[str, Numbers]:
    """What is averaged, game by game."""
    ranked = np.sort(points, axis=1)
    winners = wins.sum(axis=1)
    return {
        "length": facts[:, 0].astype(np.float64),
        "points": points.mean(axis=1),
        "spread": points.std(axis=1),
        "lead": ranked[:, -1] - ranked[:, -2],
        "shared": (winners > 1).astype(np.float64),
        "comebacks": facts[:, 1].astype(np.float64),
        "decisions that matter": facts[:, 2].astype(np.float64),
    }


def figures_of(
    label: str, options: dict[str, Any], columns: dict[str, Numbers], wins: Numbers, first: dict[str, Numbers]
) -> Figures:
    """The figures of a set of rules, and how they differ from those of the first."""
    figures = {name: estimate(column) for name, column in columns.items()}
    by_seat = [estimate(wins[:, seat]) for seat in range(wins.shape[1])]
    best = max(by_seat, key=lambda one: one.mean)
    equal = 1 / wins.shape[1]
    figures["seat advantage"] = Estimate(best.mean - equal, best.low - equal, best.high - equal)
    against = {} if first is columns else {name: difference(columns[name], first[name]) for name in columns}
    return Figures(label, options, len(wins), figures, by_seat, against)


def estimate(values: Numbers) -> Estimate:
    """The mean of some games."""
    mean = float(values.mean())
    half = SURE * float(values.std(ddof=1)) / math.sqrt(len(values))
    return Estimate(mean, mean - half, mean + half)


def difference(values: Numbers, others: Numbers) -> Difference:
    """How much more the first are than the second, which were played apart."""
    more = float(values.mean() - others.mean())
    half = SURE * math.sqrt(float(values.var(ddof=1)) / len(values) + float(others.var(ddof=1)) / len(others))
    return Difference(more, more - half, more + half, abs(more) > half)
