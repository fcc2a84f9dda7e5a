"""Games between named bots: inside the kernels if all of them are kernel bots, otherwise move by move."""

from __future__ import annotations

import threading
from collections import Counter
from collections.abc import Callable
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from erre.bots import BEGINNER
from erre.bots.contract import Bot, Budget
from erre.bots.kernel_bot import arena_for, fresh_luck
from erre.bots.roster import kernel_numbers, make_bot
from erre.core import chance
from erre.core.arena import seat_by_lot
from erre.core.batch import CHUNK, Engine, play_batch, tally
from erre.core.errors import BadOptions
from erre.core.game import AnyGame
from erre.core.options import GameOptions

Progress = Callable[[int], None]
HEAVY_CHUNK = 1  # games of search bots that a thread plays between two looks at the clock


class Scores(NamedTuple):
    """The results of some games: points and wins by game and seat, and the moves of each."""

    points: npt.NDArray[np.int32]
    wins: npt.NDArray[np.bool_]
    moves: npt.NDArray[np.int32]


class Series:
    """A kind of game that can be played any number of times: game, options, seed, and how long bots may think."""

    def __init__(
        self, game: AnyGame, seats: int, options: GameOptions, seed: int = 0, budget: Budget | None = None
    ) -> None:
        seats = game.check_seats(seats)
        if not 0 <= seed < 2**63:
            raise BadOptions(f"a seed is a number from 0 to 2^63 - 1, not {seed}")
        self.game, self.seats, self.options, self.seed, self.budget = game, seats, options, seed, budget
        self.rooms: list[Room] = []
        self.here = threading.local()

    def play(
        self,
        names: list[str],
        first: int,
        count: int,
        *,
        engine: Engine = "cpu",
        threads: int | None = None,
        progress: Progress | None = None,
    ) -> Scores:
        """Play games first, first + 1, … of the seed, one bot for each seat."""
        numbers = kernel_numbers(self.game, names)
        if self.budget is not None or numbers is None:
            if engine == "gpu":
                raise BadOptions("on the GPU only bots play that live in the kernels")
            return self.play_by_moves(names, first, count, progress)
        loops = arena_for(self.game, numbers, engine)
        batch = play_batch(
            self.game,
            self.seats,
            self.options,
            count,
            seed=self.seed,
            first=first,
            bots=numbers,
            loops=loops,
            engine=engine,
            threads=threads,
            chunk=HEAVY_CHUNK if max(numbers) >= BEGINNER else CHUNK,
            progress=progress,
        )
        return Scores(*tally(self.game, loops, batch, self.seats), batch.moves)

    def play_by_moves(self, names: list[str], first: int, count: int, progress: Progress | None) -> Scores:
        """The same in ordinary Python, for bots that are not in the kernels; each thread has bots of its own."""
        if not hasattr(self.here, "room"):
            self.here.room = Room(self)
            self.rooms.append(self.here.room)
        points = np.zeros((count, self.seats), np.int32)
        wins = np.zeros((count, self.seats), np.bool_)
        moves = np.zeros(count, np.int32)
        for i in range(count):
            moves[i] = self.here.room.play(names, first + i, points[i], wins[i])
            if progress:
                progress(1)
        return Scores(points, wins, moves)

    def close(self) -> None:
        """End the programs that were started."""
        for room in self.rooms:
            for bot in room.bots.values():
                if hasattr(bot, "close"):
                    bot.close()


class Room:
    """Bots that stay from game to game: programs need not be started again."""

    def __init__(self, series: Series) -> None:
        self.series = series
        self.bots: dict[tuple[str, int], Bot] = {}

    def seat_bots(self, names: list[str], number: int) -> list[Bot]:
        """The bots of a table, seeded for game `number`."""
        seen: Counter[str] = Counter()
        table: list[Bot] = []
        for seat, name in enumerate(names):
            which = (name, seen[name])
            seen[name] += 1
            if which not in self.bots:
                self.bots[which] = make_bot(self.series.game, name, 0)
            bot = self.bots[which]
            if hasattr(bot, "reseed"):
                bot.reseed(seed_of(self.series.seed, number, seat))
            table.append(bot)
        return table

    def play(self, names: list[str], number: int, points: npt.NDArray[np.int32], wins: npt.NDArray[np.bool_]) -> int:
        """Play one game and write down its scores; the number of moves."""
        series, game = self.series, self.series.game
        bots = self.seat_bots(names, number)
        luck = fresh_luck(seed_of(series.seed, number, series.seats))
        s = game.start(series.seats, series.options, chance.key_from_seed(series.seed, number))
        moves = 0
        while True:
            while game.kernels.is_automatic(s):
                game.kernels.advance(s)
            waiting = game.kernels.acting(s)
            if waiting == 0:
                break
            seat = int(seat_by_lot(waiting, luck))
            game.apply(s, seat, bots[seat].advise(game.view(s, seat), series.budget).move)
            moves += 1
        for seat in range(series.seats):
            points[seat] = game.kernels.scores(s, seat)
            wins[seat] = game.kernels.is_winner(s, seat)
        return moves


def seed_of(seed: int, number: int, seat: int) -> int:
    """The seed of one seat's bot in one game."""
    return ((seed * 1_000_003 + number) * 16 + seat) % 2**62
