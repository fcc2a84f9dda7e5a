"""House-rule studies: the same bots under several sets of rules, and what the rules change."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import msgspec
import numpy as np

from erre.bots.roster import kernel_numbers, seat_names
from erre.core.errors import BadOptions, quote
from erre.core.game import AnyGame, check_game
from erre.lab.plan import MOST_KEPT, Job, Table, check_games, job_of
from erre.lab.ratings import SURE, Numbers
from erre.lab.results import Results
from erre.lab.run import Progress, play_run
from erre.lab.threads import Executor, on_threads


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


def rule_sets(game: AnyGame, changes: Sequence[tuple[str, Any]]) -> list[tuple[str, dict[str, Any]]]:
    """The rules as printed, each change on its own, and all of them together if they do not contradict each other."""
    check_game(game)
    check_pairs(changes, "changes", "the name of an option and its value")
    sets: list[tuple[str, dict[str, Any]]] = [("as printed", {})]
    for name, value in changes:
        game.read_options({name: value})
        sets.append((f"{name}={said(value)}", {name: value}))
    labels = [label for label, _ in sets]
    for label in labels:
        if labels.count(label) > 1:
            raise BadOptions(f"{label} is there twice")
    names = [name for name, _ in changes]
    if len(names) > 1 and len(set(names)) == len(names):
        sets.append(("all together", dict(changes)))
    for _, options in sets:
        game.read_options(options)
    return sets


def check_pairs(given: object, what: str, each: str) -> None:
    """Refuse what is no list of pairs that begin with a text."""
    pairs = given if isinstance(given, list | tuple) else [given]
    if not all(isinstance(one, list | tuple) and len(one) == 2 and isinstance(one[0], str) for one in pairs):
        raise BadOptions(f"{what} are a list of pairs, each of {each}, not {quote(given)}")


def said(value: Any) -> str:
    """A value as people type it."""
    return value if isinstance(value, str) else msgspec.json.encode(value).decode()


class Study:
    """A running study: a number of games under each set of rules."""

    def __init__(
        self,
        game: AnyGame,
        seats: int,
        sets: Sequence[tuple[str, Mapping[str, Any]]],
        games: int,
        bots: str,
        *,
        seed: int = 0,
        out: Path | None = None,
    ) -> None:
        seats = check_game(game).check_seats(seats)
        check_pairs(sets, "sets of rules", "a label and its options, as rule_sets returns them")
        if not sets:
            raise BadOptions("at least one set of rules is needed, as rule_sets returns them")
        check_games(games, 2, MOST_KEPT // len(sets))
        self.names = seat_names(game, seats, bots)
        if kernel_numbers(game, self.names) is None:
            raise BadOptions("only bots that live in the kernels can be asked; see: erre games")
        for _, options in sets:
            game.read_options(options)
        tables = [Table(label, dict(options), self.names) for label, options in sets]
        self.job: Job = job_of("study", game, seats, tables, seed)
        self.results = Results(self.job, games, out)

    def run(self, executor: Executor, progress: Progress | None = None) -> None:
        """Play what is left; after an interrupt what was played stays."""
        play_run(self.job, self.results.rounds, executor, self.results.take, results=self.results, progress=progress)

    def is_telling(self) -> bool:
        """Whether every set of rules has games enough for an interval."""
        return bool((self.results.done.sum(axis=1) >= 2).all())

    def result(self) -> WhatIf:
        """What the rules change, by the games so far; a file of results is written."""
        self.results.save()
        found: list[Figures] = []
        samples: dict[str, Numbers] = {}
        for number, table in enumerate(self.job.tables):
            rows = self.results.table(number)[2]
            columns = columns_of(rows.points.astype(np.float64), rows.wins, rows.facts)
            samples = samples or columns
            wins = rows.wins / rows.wins.sum(axis=1, keepdims=True)
            found.append(figures_of(table.label, table.options, columns, wins, samples))
        job, whole = self.job, bool(self.results.done.all())
        return WhatIf(job.game, job.rules_version, job.seats, self.names, job.seed, found, whole)


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
    out: Path | None = None,
    executor: Executor | None = None,
) -> WhatIf:
    """Play a number of games under each set of rules; an interrupt ends the study with the games finished so far."""
    study = Study(game, seats, sets, games, bots, seed=seed, out=out)
    try:
        study.run(executor or on_threads(threads), progress)
    except KeyboardInterrupt:
        if not study.is_telling():
            raise
    return study.result()


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
