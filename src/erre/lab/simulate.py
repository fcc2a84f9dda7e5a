"""Many games between bots: means, shares of victories, and how sure they are."""

from __future__ import annotations

import math
import time

import msgspec
import numpy as np

from erre.bots.contract import Budget
from erre.bots.roster import seat_names
from erre.core.batch import Engine
from erre.core.errors import BadOptions
from erre.core.game import AnyGame
from erre.lab.ratings import Numbers, mean_interval, variance, wilson
from erre.lab.series import Progress, Scores, Series

CHUNK = 20_000  # games in memory at once
SLOW_CHUNK = 16  # the same for bots that think: an interrupt loses no more than these


class SeatResult(msgspec.Struct, frozen=True):
    """How a seat fared; each interval holds the true value with 95 % confidence."""

    seat: int
    bot: str
    mean: float
    mean_interval: tuple[float, float]
    deviation: float
    lowest: int
    highest: int
    wins: float  # share of victories; a shared one counts its part
    wins_interval: tuple[float, float]


class Simulation(msgspec.Struct, frozen=True):
    """The result of a run, and what it takes to run it again."""

    game: str
    rules_version: int
    seats: int
    options: dict[str, object]
    games: int
    seed: int
    engine: str
    results: list[SeatResult]
    moves: int
    seconds: float
    moves_per_second: float
    complete: bool  # False: interrupted


def simulate(
    game: AnyGame,
    seats: int,
    games: int,
    bots: str,
    options: msgspec.Struct,
    *,
    seed: int = 0,
    engine: Engine = "cpu",
    threads: int | None = None,
    budget: Budget | None = None,
    progress: Progress | None = None,
) -> Simulation:
    """Play the games and sum up; an interrupt ends the run early with what was played."""
    series = Series(game, seats, options, seed, budget)
    if games < 1:
        raise BadOptions(f"at least one game is needed, not {games}")
    if threads is not None and not 1 <= threads <= 1024:
        raise BadOptions(f"threads: 1 to 1024, not {threads}")
    names = seat_names(game, seats, bots)
    chunk = CHUNK if series.is_quick(names) else SLOW_CHUNK
    sums = Sums(seats)
    start = time.perf_counter()
    try:
        for first in range(0, games, chunk):
            count = min(chunk, games - first)
            sums.add(series.play(names, first, count, engine=engine, threads=threads, progress=progress))
    except KeyboardInterrupt:
        if sums.games == 0:
            raise
    finally:
        series.close()
    seconds = time.perf_counter() - start
    return Simulation(
        game.name,
        game.rules_version,
        seats,
        msgspec.to_builtins(options),
        sums.games,
        seed,
        engine,
        [sums.seat(seat, names[seat]) for seat in range(seats)],
        sums.moves,
        seconds,
        sums.moves / seconds,
        sums.games == games,
    )


class Sums:
    """Running sums over games, by seat."""

    def __init__(self, seats: int) -> None:
        self.games = self.moves = 0
        self.points, self.squares, self.wins = (np.zeros(seats) for _ in range(3))
        self.lowest = np.full(seats, np.inf)
        self.highest = np.full(seats, -np.inf)

    def add(self, scores: Scores) -> None:
        """Take in some games."""
        points: Numbers = scores.points.astype(np.float64)
        self.games += len(points)
        self.moves += scores.moves
        self.points += points.sum(axis=0)
        self.squares += (points**2).sum(axis=0)
        self.wins += (scores.wins / scores.wins.sum(axis=1, keepdims=True)).sum(axis=0)
        self.lowest = np.minimum(self.lowest, points.min(axis=0))
        self.highest = np.maximum(self.highest, points.max(axis=0))

    def seat(self, seat: int, bot: str) -> SeatResult:
        """The result of a seat."""
        total, squares = float(self.points[seat]), float(self.squares[seat])
        mean, interval = mean_interval(total, squares, self.games)
        share = float(self.wins[seat]) / self.games
        return SeatResult(
            seat,
            bot,
            mean,
            interval,
            math.sqrt(variance(total, squares, self.games)),
            int(self.lowest[seat]),
            int(self.highest[seat]),
            share,
            wilson(share, self.games),
        )
