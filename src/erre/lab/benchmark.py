"""Erre-4, a benchmark of fixed tasks: erre4.toml defines its bots, seats, opponents, deals and seeds.

A task is a game against one kind of opponent. Every deal is played once for each seat of the candidate, while opponents
hold all other seats, and counts once. The result of a task is the edge: 0 for a candidate that wins as often as its
opponents, 1 for one that always wins.
"""

from __future__ import annotations

import hashlib
import math
import sys
import tomllib
from collections.abc import Callable
from contextlib import closing
from functools import cache
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
import numpy.typing as npt

from erre.bots.roster import check_name, plain_name
from erre.core.errors import BadOptions, Refusal
from erre.games import game as find_game
from erre.lab.judge import student
from erre.lab.plan import Job, Rows, Shard, Table, job_of, shard_size
from erre.lab.threads import Executor, on_threads

FILE = Path(__file__).with_name("erre4.toml")
SHARES = 12  # a victory is that many parts, so that two, three or four winners share it in whole numbers
CONFIDENCE = 0.95
Progress = Callable[[int], None]


class GameTasks(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The tasks of one game."""

    game: str
    rules: int  # the version of its rules
    seats: int
    options: dict[str, Any]
    opponents: list[str]


class Protocol(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The benchmark, as its file has it."""

    name: str
    version: int
    seed: int
    deals: int
    games: list[GameTasks]

    @property
    def title(self) -> str:
        """Its name with the version, as an entry carries it."""
        return f"{self.name} v{self.version}"


class TaskResult(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a candidate did in one task."""

    game: str
    opponent: str
    won: list[int]  # by deal: victories over all seats of the candidate, in twelfths
    edge: float
    half: float  # half of the interval, for a confidence of 95 %


class Entry(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A candidate and its results: a line of the leaderboard."""

    name: str
    bot: str  # how it is run: the name of a bot, or cmd: and a command
    kind: str = "program"  # level, network or program
    author: str = ""
    note: str = ""
    benchmark: str
    erre: str  # the version that played
    results: list[TaskResult]
    digest: str = ""  # over everything else

    def sealed(self) -> Entry:
        """The same entry with its digest."""
        return msgspec.structs.replace(self, digest=digest_of(self))


def digest_of(entry: Entry) -> str:
    """SHA-256 over an entry without its digest."""
    plain = msgspec.structs.replace(entry, digest="")
    return hashlib.sha256(msgspec.json.encode(plain, order="sorted")).hexdigest()


@cache
def protocol() -> Protocol:
    """The games, opponents, budgets and seeds of the benchmark, from its file."""
    return msgspec.convert(tomllib.loads(FILE.read_text("utf-8")), Protocol)


def task_job(tasks: GameTasks, bot: str, opponent: str, seed: int) -> Job:
    """The games of a task: one table for each seat of the candidate."""
    game = find_game(tasks.game)
    if game.rules_version != tasks.rules:
        here = f"this is version {game.rules_version}"
        raise BadOptions(f"{protocol().title} is played by version {tasks.rules} of the rules of {game.title}; {here}")
    seatings = [[bot if seat == me else opponent for seat in range(tasks.seats)] for me in range(tasks.seats)]
    tables = [Table("", tasks.options, seating) for seating in seatings]
    return job_of("games", game, tasks.seats, tables, seed)


def play_deals(
    tasks: GameTasks, bot: str, opponent: str, first: int, count: int, executor: Executor, progress: Progress | None
) -> list[int]:
    """What the candidate won in some deals, in twelfths of a victory."""
    job = task_job(tasks, bot, opponent, protocol().seed)
    size = min(shard_size(job, count * tasks.seats), count)
    won = np.zeros(count, np.int64)
    left = (
        Shard(me, at, min(size, first + count - at))
        for at in range(first, first + count, size)
        for me in range(tasks.seats)
    )
    with closing(executor(job, left)) as played:
        for shard, rows in played:
            won[shard.first - first : shard.first - first + shard.size] += shares(rows, shard.table)
            if progress:
                progress(shard.size)
    return [int(share) for share in won]


def shares(rows: Rows, seat: int) -> npt.NDArray[np.int64]:
    """A seat's victories in twelfths."""
    return np.asarray(rows.wins[:, seat] * SHARES // rows.wins.sum(axis=1), np.int64)


def result_of(tasks: GameTasks, opponent: str, won: list[int]) -> TaskResult:
    """The edge over all deals, with its interval."""
    even = 1 / tasks.seats
    edges = (np.array(won) / (SHARES * tasks.seats) - even) / (1 - even)
    half = student((1 + CONFIDENCE) / 2, len(won) - 1) * float(edges.std(ddof=1)) / math.sqrt(len(won))
    return TaskResult(tasks.game, opponent, won, round(float(edges.mean()), 6), round(half, 6))


def run_benchmark(
    bot: str,
    games: list[str] | None = None,
    *,
    name: str = "",
    kind: str = "program",
    author: str = "",
    note: str = "",
    executor: Executor | None = None,
    progress: Progress | None = None,
) -> Entry:
    """Play all tasks, or those of some games."""
    results = []
    for tasks in chosen_games(games):
        check_name(find_game(tasks.game), bot)
        for opponent in tasks.opponents:
            played = executor or on_threads()
            won = play_deals(tasks, plain_name(bot), opponent, 0, protocol().deals, played, progress)
            results.append(result_of(tasks, opponent, won))
    return Entry(
        name=name or bot,
        bot=bot,
        kind=kind,
        author=author,
        note=note,
        benchmark=protocol().title,
        erre=sys.modules["erre"].__version__,  # the door of the package lies above this layer
        results=results,
    ).sealed()


def chosen_games(games: list[str] | None) -> list[GameTasks]:
    """The tasks of these games, or of all."""
    known = {tasks.game: tasks for tasks in protocol().games}
    for name in games or []:
        if name not in known:
            raise BadOptions(f"{protocol().title} has no game {name!r}; it has {', '.join(known)}")
    return [tasks for name, tasks in known.items() if not games or name in games]


def most_games(games: list[str] | None) -> int:
    """Games that are played for these tasks."""
    return sum(protocol().deals * tasks.seats * len(tasks.opponents) for tasks in chosen_games(games))


def game_edges(entry: Entry) -> dict[str, float]:
    """The mean edge of every game that has all its results."""
    found = {}
    for tasks in protocol().games:
        edges = [one.edge for one in entry.results if one.game == tasks.game]
        if len(edges) == len(tasks.opponents):
            found[tasks.game] = sum(edges) / len(edges)
    return found


def score(entry: Entry) -> float | None:
    """The score: 100 times the mean edge over all four games; None if one is missing."""
    edges = game_edges(entry)
    return 100 * sum(edges.values()) / len(edges) if len(edges) == len(protocol().games) else None


def score_half(entry: Entry) -> float:
    """Half of the score's interval; tasks are played with deals of their own, so their errors are independent."""
    tasks = {one.game: len(one.opponents) for one in protocol().games}
    weight = [one.half / (tasks[one.game] * len(tasks)) for one in entry.results]
    return 100 * math.sqrt(sum(part**2 for part in weight))


class BadEntry(Refusal):
    """An entry of the leaderboard that does not hold."""
