"""The plan of a run: its shards, which can be played anywhere and in any order.

A game is identified by its table and its number under the seed. Where, when and by whom it is played makes no
difference, so a run gives the same rows on one thread, on many, and on a cluster that loses a machine.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from typing import Any, Literal, NamedTuple

import msgspec
import numpy as np
import numpy.typing as npt

from erre.bots import BEGINNER
from erre.bots.contract import Budget, check_budget
from erre.bots.roster import kernel_numbers
from erre.core.batch import Engine
from erre.core.chance import check_seed
from erre.core.errors import BadOptions, quote
from erre.core.game import AnyGame, check_options
from erre.core.whole import whole
from erre.games import game as find_game

MOST_KEPT = 10_000_000  # games of a run whose rows are kept
MOST_GAMES = 10_000_000_000  # games of a run that are only counted
QUICK_SHARD = (16, 4096, 256)  # games of bots that choose in microseconds: the fewest, the most, shards aimed at
HEAVY_SHARD = (1, 16, 4096)  # the same of bots that search: a game of champions takes minutes
GPU_SHARD = 1 << 17
FACTS = {"games": ("moves",), "study": ("moves", "comeback", "mattered")}  # whole numbers that are kept of a game

Whole = npt.NDArray[np.int32]
Truth = npt.NDArray[np.bool_]


class Table(msgspec.Struct, frozen=True):
    """A kind of game within a run: its rules, and the bot of each seat."""

    label: str  # of the rules, where a run compares several
    options: dict[str, Any]
    bots: list[str]


class Job(msgspec.Struct, frozen=True):
    """What a run is, as plain data; two runs with the same job are the same, however many games they have."""

    kind: Literal["games", "study"]  # study: each game is looked back at, see whatif_loops
    game: str
    rules_version: int
    seats: int
    tables: list[Table]
    seed: int
    budget: Budget | None = None

    def fingerprint(self) -> str:
        """A short name that no other job has."""
        return hashlib.sha256(msgspec.json.encode(self, order="sorted")).hexdigest()[:16]


class Shard(NamedTuple):
    """Games first, first + 1, … of a table."""

    table: int
    first: int
    size: int


class Rows(NamedTuple):
    """What came of the games of a shard: points and victories by game and seat, and facts by game (see FACTS)."""

    points: Whole
    wins: Truth
    facts: Whole


def job_of(
    kind: Literal["games", "study"],
    game: AnyGame,
    seats: int,
    tables: list[Table],
    seed: int,
    budget: Budget | None = None,
) -> Job:
    """The job, if it can be."""
    seats = game.check_seats(seats)
    check_budget(budget)
    return Job(kind, game.name, game.rules_version, seats, tables, check_seed(seed), budget)


def plain_options(game: AnyGame, options: object) -> dict[str, Any]:
    """Options of a game as plain data; refused if they are none."""
    plain: dict[str, Any] = msgspec.to_builtins(check_options(game, options))
    return plain


def check_games(given: object, least: int = 1, most: int = MOST_KEPT) -> None:
    """Refuse a number of games that cannot be."""
    games = whole(given)
    if games is None:
        raise BadOptions(f"a number of games is a whole number, not {quote(given)}")
    if games < least:
        raise BadOptions(f"at least {'one game is' if least == 1 else 'two games are'} needed, not {games}")
    if games > most:
        raise BadOptions(f"games: at most {most:,}, not {games}")


def shard_size(job: Job, games: int, engine: Engine = "cpu") -> int:
    """How many games a shard has: enough to be worth sending, few enough to keep everybody busy."""
    if engine == "gpu":
        return GPU_SHARD
    game = find_game(job.game)
    numbers = [kernel_numbers(game, table.bots) for table in job.tables]
    if job.budget is not None or None in numbers:
        return 1
    quick = max(number for row in numbers for number in row or []) < BEGINNER
    fewest, most, parts = QUICK_SHARD if quick else HEAVY_SHARD
    return max(fewest, min(most, games // parts))


def shards(tables: int, rounds: int, size: int) -> Iterator[Shard]:
    """The whole run, some rounds of every table at a time: broken off anywhere, all tables have about as many games."""
    for first in range(0, rounds, size):
        for table in range(tables):
            yield Shard(table, first, min(size, rounds - first))
