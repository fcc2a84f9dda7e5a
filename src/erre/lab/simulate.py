"""Many games between bots: means, shares of victories, and how sure they are."""

from __future__ import annotations

import math
import time
from collections.abc import Callable

import msgspec
import numpy as np
import numpy.typing as npt

from erre.bots import BOTS, bot_numbers
from erre.bots.kernel_bot import bot_arena
from erre.core.batch import Engine, play_batch, tally
from erre.core.errors import BadOptions
from erre.core.game import AnyGame

Numbers = npt.NDArray[np.float64]

SURE = 1.959964  # standard deviations that hold 95 % of a normal distribution
CHUNK = 20_000  # games in memory at once


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
    progress: Callable[[int], None] | None = None,
) -> Simulation:
    """Play the games and sum up; an interrupt ends the run early with what was played."""
    game.check_seats(seats)
    if games < 1:
        raise BadOptions(f"at least one game is needed, not {games}")
    if threads is not None and not 1 <= threads <= 1024:
        raise BadOptions(f"threads: 1 to 1024, not {threads}")
    numbers = bot_numbers(game, seats, bots)
    loops = bot_arena(game)
    sums = Sums(seats)
    start = time.perf_counter()
    try:
        for first in range(0, games, CHUNK):
            count = min(CHUNK, games - first)
            batch = play_batch(
                game,
                seats,
                options,
                count,
                seed=seed,
                first=first,
                bots=numbers,
                loops=loops,
                engine=engine,
                threads=threads,
                progress=progress,
            )
            points, wins = tally(game, loops, batch, seats)
            sums.add(points.astype(np.float64), wins.astype(np.float64), int(batch.moves.sum()))
    except KeyboardInterrupt:
        if sums.games == 0:
            raise
    seconds = time.perf_counter() - start
    names = {number: name for name, number in BOTS.items()}
    return Simulation(
        game.name,
        game.rules_version,
        seats,
        msgspec.to_builtins(options),
        sums.games,
        seed,
        engine,
        [sums.seat(seat, names[numbers[seat]]) for seat in range(seats)],
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

    def add(self, points: Numbers, wins: Numbers, moves: int) -> None:
        """Take in some games."""
        shares = wins / wins.sum(axis=1, keepdims=True)
        self.games += len(points)
        self.moves += moves
        self.points += points.sum(axis=0)
        self.squares += (points**2).sum(axis=0)
        self.wins += shares.sum(axis=0)
        self.lowest = np.minimum(self.lowest, points.min(axis=0))
        self.highest = np.maximum(self.highest, points.max(axis=0))

    def seat(self, seat: int, bot: str) -> SeatResult:
        """The result of a seat."""
        n = self.games
        mean = float(self.points[seat]) / n
        variance = max(0.0, float(self.squares[seat]) / n - mean * mean) * n / max(1, n - 1)
        half = SURE * math.sqrt(variance / n)
        share = float(self.wins[seat]) / n
        return SeatResult(
            seat,
            bot,
            mean,
            (mean - half, mean + half),
            math.sqrt(variance),
            int(self.lowest[seat]),
            int(self.highest[seat]),
            share,
            wilson(share, n),
        )


def wilson(share: float, n: int) -> tuple[float, float]:
    """Wilson's interval for a share: honest near 0 and 1 too."""
    z2 = SURE * SURE
    middle = (share + z2 / (2 * n)) / (1 + z2 / n)
    half = SURE / (1 + z2 / n) * math.sqrt(share * (1 - share) / n + z2 / (4 * n * n))
    return max(0.0, middle - half), min(1.0, middle + half)
