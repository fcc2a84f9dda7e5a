"""Round-robin tournaments: every pair of bots meets equally often in every pair of seats, with confidence intervals."""

from __future__ import annotations

import time
from pathlib import Path

import msgspec

from erre.bots.contract import Budget
from erre.bots.roster import check_name, split_names
from erre.core.errors import BadOptions
from erre.core.game import AnyGame, check_game
from erre.lab.plan import Job, Table, check_games, job_of, plain_options
from erre.lab.results import Results
from erre.lab.run import Progress, play_run
from erre.lab.seatings import line_ups
from erre.lab.standings import Standings, standings_of
from erre.lab.threads import Executor, on_threads


class Tournament:
    """A running tournament: what is to be played, and the results so far."""

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
        seats = check_game(game).check_seats(seats)
        self.names = contestants(game, bots)
        self.line_ups = line_ups(len(self.names), seats)
        chosen = plain_options(game, options)
        tables = [Table("", chosen, [self.names[bot] for bot in line_up]) for line_up in self.line_ups]
        self.job: Job = job_of("games", game, seats, tables, seed, budget)
        check_games(games)
        self.rounds = -(-games // len(self.line_ups))
        self.results = Results(self.job, self.rounds, out)
        self.seconds = 0.0

    @property
    def games(self) -> int:
        """Games that a whole tournament has: full rounds, so that nobody is favoured."""
        return len(self.line_ups) * self.rounds

    @property
    def played(self) -> int:
        """Games played so far."""
        return self.results.played

    def run(
        self, threads: int | None = None, progress: Progress | None = None, *, executor: Executor | None = None
    ) -> None:
        """Play what is left; after an interrupt what was played stays.

        The games of a round have the same deal in every line-up.
        """
        start = time.perf_counter()
        try:
            play_run(
                self.job,
                self.rounds,
                executor or on_threads(threads),
                self.results.take,
                results=self.results,
                progress=progress,
            )
        finally:
            self.seconds += time.perf_counter() - start

    def standings(self) -> Standings:
        """The table so far; a file of results is written."""
        self.results.save()
        return standings_of(self)


def contestants(game: AnyGame, bots: str) -> list[str]:
    """The bots of a tournament: at least two, each once."""
    names = split_names(bots)
    for name in names:
        check_name(game, name)
    if len(names) < 2 or len(set(names)) < len(names):
        raise BadOptions("a tournament is between two bots or more, each named once, as in --bots greedy,random")
    return names
