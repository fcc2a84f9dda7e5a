"""All play all: seats rotated, every pairing equally often in every pair of seats, and how sure the result is."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from pathlib import Path

import msgspec
import numpy as np

from erre.bots.contract import Budget
from erre.bots.roster import check_name, split_names
from erre.core.errors import BadOptions, BadRecord
from erre.core.game import AnyGame
from erre.lab.book import Book, Heading
from erre.lab.seatings import line_ups
from erre.lab.series import Scores, Series
from erre.lab.standings import Standings, standings_of

MOST_GAMES = 10_000_000
TASK_SECONDS = 0.5  # of a thread between two looks at the clock
MOST_ROUNDS = 500  # of one line-up in a task

Task = tuple[int, int, int]  # line-up, first round, rounds


class Tournament:
    """A tournament under way: what is to be played, and what came of it so far."""

    def __init__(
        self,
        game: AnyGame,
        bots: str,
        seats: int,
        games: int,
        options: msgspec.Struct,
        *,
        seed: int = 0,
        budget: Budget | None = None,
        out: Path | None = None,
    ) -> None:
        self.series = Series(game, seats, options, seed, budget)
        self.names = contestants(game, bots)
        if not 1 <= games <= MOST_GAMES:
            raise BadOptions(f"games: 1 to {MOST_GAMES:,}, not {games}")
        self.line_ups = line_ups(len(self.names), seats)
        self.rounds = -(-games // len(self.line_ups))
        self.points = np.zeros((len(self.line_ups), self.rounds, seats), np.int32)
        self.wins = np.zeros((len(self.line_ups), self.rounds, seats), np.bool_)
        self.done = np.zeros((len(self.line_ups), self.rounds), np.bool_)
        self.seconds = 0.0
        heading = Heading(game.name, game.rules_version, seats, msgspec.to_builtins(options), self.names, seed, budget)
        self.book = Book(heading, out)
        for page in self.book.read():
            if page.line_up >= len(self.line_ups):
                raise BadRecord(f"{out} has games of seating {page.line_up}; there are {len(self.line_ups)}")
            self.take(page.line_up, page.first, np.array(page.points), np.array(page.wins, np.bool_))

    @property
    def games(self) -> int:
        """Games that a whole tournament has: full rounds, so that nobody is favoured."""
        return len(self.line_ups) * self.rounds

    @property
    def played(self) -> int:
        """Games played so far."""
        return int(self.done.sum())

    def run(self, threads: int | None = None, progress: Callable[[int], None] | None = None) -> None:
        """Play what is left; after an interrupt what was played stays."""
        check_threads(threads)
        start = time.perf_counter()
        threads = threads or os.cpu_count() or 1
        pool = ThreadPoolExecutor(threads)
        try:
            self.play_all(pool, threads, progress)
        finally:
            pool.shutdown(wait=False, cancel_futures=True)  # a game of champions may take a while to end
            self.series.close()
            self.seconds += time.perf_counter() - start

    def play_all(self, pool: ThreadPoolExecutor, threads: int, progress: Callable[[int], None] | None) -> None:
        """Keep every thread busy with a task, and write down each that is done."""
        tasks = self.tasks()
        running: dict[Future[Scores], Task] = {}
        while True:
            while len(running) < 2 * threads and (task := next(tasks, None)):
                running[pool.submit(self.play, *task)] = task
            if not running:
                return
            for future in wait(running, return_when=FIRST_COMPLETED).done:
                line_up, first, count = running.pop(future)
                scores = future.result()
                self.take(line_up, first, scores.points, scores.wins)
                self.book.write(line_up, first, scores)
                if progress:
                    progress(count)

    def tasks(self) -> Iterator[Task]:
        """What is left to play, round by round; tasks grow until they take half a second."""
        self.size = 1
        first = 0
        while first < self.rounds:
            size = self.size
            for line_up in range(len(self.line_ups)):
                for start, count in gaps(self.done[line_up, first : first + size]):
                    yield line_up, first + start, count
            first += size

    def play(self, line_up: int, first: int, count: int) -> Scores:
        """One task; the games of a round have the same deal in every line-up."""
        start = time.perf_counter()
        names = [self.names[bot] for bot in self.line_ups[line_up]]
        scores = self.series.play(names, first, count, threads=1)
        if time.perf_counter() - start < TASK_SECONDS / 2:
            self.size = min(MOST_ROUNDS, max(self.size, 2 * count))
        return scores

    def take(
        self, line_up: int, first: int, points: np.typing.NDArray[np.int32], wins: np.typing.NDArray[np.bool_]
    ) -> None:
        """Take in some games; those beyond the last round are left out."""
        count = min(len(points), self.rounds - first)
        if count > 0:
            self.points[line_up, first : first + count] = points[:count]
            self.wins[line_up, first : first + count] = wins[:count]
            self.done[line_up, first : first + count] = True

    def standings(self) -> Standings:
        """The table so far."""
        return standings_of(self)


def check_threads(threads: int | None) -> None:
    """Refuse a number of threads that cannot be."""
    if threads is not None and not 1 <= threads <= 1024:
        raise BadOptions(f"threads: 1 to 1024, not {threads}")


def contestants(game: AnyGame, bots: str) -> list[str]:
    """The bots of a tournament: at least two, each once."""
    names = split_names(bots)
    for name in names:
        check_name(game, name)
    if len(names) < 2 or len(set(names)) < len(names):
        raise BadOptions("a tournament is between two bots or more, each named once, as in --bots greedy,random")
    return names


def gaps(done: np.typing.NDArray[np.bool_]) -> Iterator[tuple[int, int]]:
    """Where games are still to be played: first and count of each stretch."""
    start = None
    for at, played in enumerate([*done.tolist(), True]):
        if played and start is not None:
            yield start, at - start
            start = None
        elif not played and start is None:
            start = at
