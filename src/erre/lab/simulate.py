"""Many games between bots: means, win rates and distributions, with confidence intervals."""

from __future__ import annotations

import time
from collections import Counter
from pathlib import Path

import msgspec

from erre.bots.contract import Budget
from erre.bots.roster import seat_names
from erre.core.batch import Engine
from erre.core.game import AnyGame, check_game
from erre.lab.counts import (
    Distribution,
    Interval,
    Lengths,
    count,
    distribution,
    lengths_of,
    moments,
    share_of,
    shares_of,
)
from erre.lab.plan import MOST_GAMES, MOST_KEPT, Job, Rows, Shard, Table, check_games, job_of, plain_options
from erre.lab.results import Results
from erre.lab.run import Progress, play_run
from erre.lab.threads import Executor, on_threads


class SeatResult(msgspec.Struct, frozen=True):
    """How a seat fared; each interval holds the true value with 95 % confidence."""

    seat: int
    bot: str
    mean: float
    mean_interval: Interval
    deviation: float
    lowest: int
    highest: int
    wins: float  # share of wins; a shared win counts its part
    wins_interval: Interval
    scores: Distribution


class Simulation(msgspec.Struct, frozen=True):
    """The result of a run, and everything needed to repeat it."""

    game: str
    rules_version: int
    seats: int
    options: dict[str, object]
    budget: Budget | None
    games: int
    seed: int
    results: list[SeatResult]
    lengths: Lengths
    moves: int
    seconds: float  # of this run only, and
    moves_per_second: float  # so are the moves per second: games of a run before it are left out
    complete: bool  # False: interrupted


class Run:
    """A running simulation; without a result file it keeps only sums, so that billions of games fit."""

    def __init__(
        self,
        game: AnyGame,
        seats: int,
        games: int,
        bots: str,
        options: msgspec.Struct,
        *,
        seed: int = 0,
        budget: Budget | None = None,
        out: Path | None = None,
    ) -> None:
        seats = check_game(game).check_seats(seats)
        table = Table("", plain_options(game, options), seat_names(game, seats, bots))
        self.job: Job = job_of("games", game, seats, [table], seed, budget)
        check_games(games, most=MOST_GAMES if out is None else MOST_KEPT)
        self.games = games
        self.results = None if out is None else Results(self.job, games, out)
        self.sums = Sums(seats)
        self.seconds, self.moves = 0.0, 0

    @property
    def played(self) -> int:
        """Games played so far."""
        return self.sums.games if self.results is None else self.results.played

    def play(self, executor: Executor, *, engine: Engine = "cpu", progress: Progress | None = None) -> None:
        """Play what is left; after an interrupt what was played stays."""
        start = time.perf_counter()
        take = self.sums.take if self.results is None else self.results.take

        def take_in(shard: Shard, rows: Rows) -> None:
            take(shard, rows)
            self.moves += int(rows.facts[:, 0].sum())

        try:
            play_run(self.job, self.games, executor, take_in, results=self.results, engine=engine, progress=progress)
        finally:
            self.seconds += time.perf_counter() - start

    def result(self) -> Simulation:
        """The result so far, of at least one game; writes the result file."""
        job, sums = self.job, self.sums
        if self.results is not None:
            self.results.save()
            sums = Sums(job.seats)
            sums.take(Shard(0, 0, 0), self.results.table(0)[2])
        bots = job.tables[0].bots
        return Simulation(
            job.game,
            job.rules_version,
            job.seats,
            job.tables[0].options,
            job.budget,
            sums.games,
            job.seed,
            [sums.seat(seat, bots[seat]) for seat in range(job.seats)],
            lengths_of(sums.lasted),
            sum(moves * count for moves, count in sums.lasted.items()),
            self.seconds,
            self.moves / self.seconds if self.seconds else 0.0,
            sums.games == self.games,
        )


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
    out: Path | None = None,
    executor: Executor | None = None,
) -> Simulation:
    """Play the games and sum up; an interrupt ends the run early with what was played."""
    run = Run(game, seats, games, bots, options, seed=seed, budget=budget, out=out)
    try:
        run.play(executor or on_threads(threads, engine), engine=engine, progress=progress)
    except KeyboardInterrupt:
        if run.played == 0:
            raise
    return run.result()


class Sums:
    """What was counted, in whole numbers: so the order in which games come in changes nothing."""

    def __init__(self, seats: int) -> None:
        self.games = 0
        self.scored: list[Counter[int]] = [Counter() for _ in range(seats)]  # games by points, for each seat
        self.won = [0] * seats  # in parts of SHARES
        self.lasted: Counter[int] = Counter()  # games by moves

    def take(self, _shard: Shard, rows: Rows) -> None:
        """Add the results of a shard."""
        self.games += len(rows.points)
        for seat, won in enumerate(shares_of(rows.wins)):
            count(self.scored[seat], rows.points[:, seat])
            self.won[seat] += won
        count(self.lasted, rows.facts[:, 0])

    def seat(self, seat: int, bot: str) -> SeatResult:
        """The result of a seat."""
        scored = self.scored[seat]
        wins = share_of(self.won[seat], self.games)
        return SeatResult(
            seat,
            bot,
            *moments(scored),
            min(scored),
            max(scored),
            wins.share,
            wins.interval,
            distribution(scored, min(map(min, self.scored)), max(map(max, self.scored))),
        )
