"""Is one bot better than another? Duplicate deals in all seatings, judged deal by deal until the answer is clear.

The unit is the deal: it is played in every seating of the two bots, and counts once, with the mean over its seatings of
what the first bot's seats got more than the second's. Games of one deal depend on each other; deals do not. So
intervals over deals are right, and luck in the cards mostly cancels out.

The deals are looked at after 32, 64, 128, …. At look k the interval has the error ALPHA / (k (k + 1)); these add up to
less than ALPHA, so the chance to name a winner between equals is at most ALPHA however long it takes.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from contextlib import closing
from itertools import product
from statistics import NormalDist
from typing import Literal

import msgspec
import numpy as np
import numpy.typing as npt

from erre.bots.contract import Budget
from erre.core.errors import BadOptions
from erre.core.game import AnyGame
from erre.lab.plan import Job, Shard, Table, job_of, shard_size
from erre.lab.seatings import Seating, line_ups
from erre.lab.threads import Executor, on_threads
from erre.lab.tournament import contestants

FIRST_LOOK = 32  # deals
FEW_SEATS = 4  # up to which all seatings are played
MOST_DEALS = 1_000_000
Measure = Literal["points", "victory"]
Deals = npt.NDArray[np.float64]


class Look(msgspec.Struct, frozen=True):
    """What the deals so far say."""

    deals: int
    mean: float  # what a seat of the first bot gets more than one of the second
    low: float  # the interval of this look
    high: float


class Verdict(msgspec.Struct, frozen=True):
    """The answer, and how it came about."""

    game: str
    seats: int
    options: dict[str, object]
    bots: list[str]
    by: Measure
    seed: int
    budget: Budget | None
    error: float  # the chance to name a winner between equals is at most this
    seatings: int
    games: int
    winner: str | None  # None: no difference was found within the deals
    looks: list[Look]

    @property
    def last(self) -> Look:
        """The look that decided, or the last one."""
        return self.looks[-1]


class Judge:
    """Two bots at a table, and what their deals have shown so far."""

    def __init__(
        self,
        game: AnyGame,
        bots: str,
        seats: int,
        options: msgspec.Struct,
        *,
        deals: int = 4096,
        error: float = 0.05,
        by: Measure = "points",
        seed: int = 0,
        budget: Budget | None = None,
    ) -> None:
        game.check_seats(seats)
        self.names = contestants(game, bots)
        check_settings(self.names, seats, deals, error, by)
        self.seatings = seatings_of(seats)
        self.chosen = msgspec.to_builtins(options)
        tables = [Table("", self.chosen, [self.names[bot] for bot in seating]) for seating in self.seatings]
        self.job: Job = job_of("games", game, seats, tables, seed, budget)
        self.deals, self.error, self.by = deals, error, by
        self.ahead: Deals = np.zeros(0)  # by deal
        self.looks: list[Look] = []

    @property
    def most_games(self) -> int:
        """Games that are played at most."""
        return self.deals * len(self.seatings)

    def run(self, executor: Executor | None = None, progress: Callable[[int], None] | None = None) -> Verdict:
        """Play until a look is clear or the deals are used up."""
        for number, deals in enumerate(looks_at(self.deals), 1):
            more = self.play(len(self.ahead), deals, executor or on_threads(), progress)
            self.ahead = np.concatenate([self.ahead, more])
            self.looks.append(look_at(self.ahead, error_of_look(self.error, number)))
            if winner_of(self.looks[-1]) is not None:
                break
        return self.verdict()

    def play(self, first: int, end: int, executor: Executor, progress: Callable[[int], None] | None) -> Deals:
        """What the first bot is ahead in each of some deals, over all seatings."""
        ahead = np.zeros(end - first)
        size = shard_size(self.job, self.most_games)
        left = (
            Shard(table, at, min(size, end - at))
            for at in range(first, end, size)
            for table in range(len(self.seatings))
        )
        with closing(executor(self.job, left)) as played:
            for shard, rows in played:
                got = rows.points if self.by == "points" else rows.wins
                ours = np.array(self.seatings[shard.table]) == 0
                difference = got[:, ours].mean(axis=1) - got[:, ~ours].mean(axis=1)
                ahead[shard.first - first : shard.first - first + shard.size] += difference / len(self.seatings)
                if progress:
                    progress(shard.size)
        # Shards come back in any order, and sums of fractions depend on it: not in what is kept of them.
        return np.round(ahead, 9)

    def verdict(self) -> Verdict:
        """What has been found."""
        winner = winner_of(self.looks[-1])
        return Verdict(
            self.job.game,
            self.job.seats,
            self.chosen,
            self.names,
            self.by,
            self.job.seed,
            self.job.budget,
            self.error,
            len(self.seatings),
            len(self.ahead) * len(self.seatings),
            None if winner is None else self.names[winner],
            self.looks,
        )


def check_settings(names: list[str], seats: int, deals: int, error: float, by: str) -> None:
    """Refuse what cannot be judged."""
    if len(names) != 2:
        raise BadOptions(f"two bots are judged, not {len(names)}: a tournament compares more")
    if seats < 2:
        raise BadOptions("at least two seats are needed to compare two bots")
    if not FIRST_LOOK <= deals <= MOST_DEALS:
        raise BadOptions(f"deals: {FIRST_LOOK} to {MOST_DEALS:,}, not {deals}")
    if not 0.0001 <= error <= 0.5:
        raise BadOptions(f"error: from 0.0001 to 0.5, not {error}")
    if by not in ("points", "victory"):
        raise BadOptions(f"bots are judged by points or by victory, not by {by!r}")


def seatings_of(seats: int) -> list[Seating]:
    """All seatings with both bots; at large tables fewer, in which every two seats still have both bots alike often."""
    if seats <= FEW_SEATS:
        return [seating for seating in product((0, 1), repeat=seats) if len(set(seating)) == 2]
    return line_ups(2, seats)


def looks_at(deals: int) -> Iterator[int]:
    """After how many deals they are looked at: twice as many each time."""
    at = FIRST_LOOK
    while at < deals:
        yield at
        at *= 2
    yield deals


def error_of_look(error: float, number: int) -> float:
    """The share of the error that a look may use; over all looks these add up to the error."""
    return error / (number * (number + 1))


def look_at(ahead: Deals, error: float) -> Look:
    """The mean over deals, with Student's interval."""
    mean, count = float(ahead.mean()), len(ahead)
    reach = student(1 - error / 2, count - 1) * float(ahead.std(ddof=1)) / math.sqrt(count)
    return Look(count, mean, mean - reach, mean + reach)


def winner_of(look: Look) -> int | None:
    """Which of the two is ahead beyond doubt."""
    if look.low > 0:
        return 0
    return 1 if look.high < 0 else None


def student(share: float, degrees: int) -> float:
    """A quantile of Student's distribution, by Fisher's expansion; from 30 degrees on it is right to three digits."""
    z, v = NormalDist().inv_cdf(share), degrees
    first = (z**3 + z) / (4 * v)
    second = (5 * z**5 + 16 * z**3 + 3 * z) / (96 * v**2)
    third = (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / (384 * v**3)
    return z + first + second + third
