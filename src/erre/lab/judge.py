"""Is one bot better than another? Both play the same deals, which are evaluated one by one until the answer is clear.

The unit is the deal. It is played in every seating of the two bots and counts once, with the mean lead of the first
bot's seats over the second's. Games of one deal depend on each other; deals do not. Intervals over deals are therefore
valid, and most of the luck in the cards cancels out.

If games are expensive, two seatings are enough: an even one, chosen at random, and its opposite.

The third design plays each deal in one seating, chosen at random, and reduces the variance with a control variate: the
seats' results if a control bot had held all of them. Seatings and their opposites are equally likely, so this
difference is zero on average whatever the control bot does, and any multiple of it may be subtracted. The best multiple
is estimated from the other half of the deals. A control whose results have little to do with those of the bots adds a
little noise instead. It is used all the same, since the caller has asked for it: who chooses between results after
seeing both is wrong more often than promised.

The deals are examined after 32, 64, 128, …. At look k, the interval has the error ALPHA / (k (k + 1)). These errors add
up to less than ALPHA, so the chance of naming a winner between equals is at most ALPHA, however long it takes. To
measure the size of the difference, play all deals and look once, with the whole error.
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
from erre.bots.roster import check_name
from erre.core.errors import BadOptions, quote
from erre.core.game import AnyGame, check_game
from erre.core.whole import limited, real
from erre.lab.plan import Job, Rows, Shard, Table, job_of, plain_options, shard_size
from erre.lab.seatings import Seating, line_ups
from erre.lab.threads import Executor, on_threads
from erre.lab.tournament import contestants

FIRST_LOOK = 32  # deals
FEW_SEATS = 4  # up to which all seatings are played
MOST_DEALS = 1_000_000
Measure = Literal["points", "victory"]
Design = Literal["all", "two", "one"]  # the seatings of each deal: all, an even one and its opposite, or one
Deals = npt.NDArray[np.float64]


class Look(msgspec.Struct, frozen=True):
    """What the deals so far say."""

    deals: int
    mean: float  # what a seat of the first bot gets more than one of the second
    low: float  # the interval of this look
    high: float
    share: float  # of the comparisons between a seat of each at one table, those that the first bot won; a tie is half
    reach: float  # how far the share's interval goes to both sides


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
    design: Design = "all"
    control: str | None = None  # the bot whose results take out the luck of the deal
    removed: float = 0.0  # the share of the variance that this took out; negative where it added to it
    stop: bool = True  # at the first look that is clear

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
        design: Design = "all",
        control: str | None = None,
        stop: bool = True,
    ) -> None:
        seats = check_game(game).check_seats(seats)
        self.names = contestants(game, bots)
        deals = check_settings(self.names, seats, deals, error, by)
        check_design(game, design, control)
        if not isinstance(stop, bool):
            raise BadOptions(f"stop is true or false, not {quote(stop)}")
        self.seatings = seatings_of(seats) if design != "two" else even_seatings(seats)
        self.games_each = {"all": len(self.seatings), "two": 2, "one": 1}[design]  # of a deal
        self.chosen = plain_options(game, options)
        tables = [Table("", self.chosen, [self.names[bot] for bot in seating]) for seating in self.seatings]
        self.job: Job = job_of("games", game, seats, tables, seed, budget)
        self.deals, self.error, self.by = deals, error, by
        self.design, self.control, self.stop = design, control, stop
        self.control_job: Job = job_of("games", game, seats, [Table("", self.chosen, [control or ""] * seats)], seed)
        self.drawn = np.random.default_rng(seed).integers(len(self.seatings), size=deals)  # the seating of each deal
        self.begin()

    def begin(self) -> None:
        """Forget what an earlier run has shown."""
        self.ahead: Deals = np.zeros(0)  # by deal
        self.shares: Deals = np.zeros(0)  # of comparisons won, by deal
        self.luck: Deals = np.zeros(0)  # the same for the control bot
        self.removed = 0.0
        self.looks: list[Look] = []

    @property
    def most_games(self) -> int:
        """Games that are played at most."""
        return self.deals * self.games_each

    def shards(self, first: int, end: int) -> Iterator[Shard]:
        """The games of some deals."""
        if self.design != "all":
            for deal in range(first, end):
                drawn = int(self.drawn[deal])
                opposites = (drawn, drawn ^ 1)  # even seatings lie side by side with their opposites
                yield from (Shard(table, deal, 1) for table in opposites[: self.games_each])
            return
        size = shard_size(self.job, self.most_games)
        for at in range(first, end, size):
            yield from (Shard(table, at, min(size, end - at)) for table in range(len(self.seatings)))

    def run(self, executor: Executor | None = None, progress: Callable[[int], None] | None = None) -> Verdict:
        """Play until a look is clear or the deals are used up; a second run begins anew, and gives the same."""
        if executor is not None and not callable(executor):
            raise BadOptions(f"an executor is needed, as on_threads() returns it, not {quote(executor)}")
        self.begin()
        for number, deals in enumerate(looks_at(self.deals) if self.stop else [self.deals], 1):
            first, play = len(self.ahead), executor or on_threads()
            ahead, shares = self.play(first, deals, play, progress)
            self.ahead, self.shares = np.concatenate([self.ahead, ahead]), np.concatenate([self.shares, shares])
            seen = self.ahead
            if self.control is not None:
                self.luck = np.concatenate([self.luck, self.play_control(first, deals, play)])
                seen = without_luck(self.ahead, self.luck)
                self.removed = 1 - float(seen.var() / self.ahead.var()) if self.ahead.var() > 0 else 0.0
            error = error_of_look(self.error, number) if self.stop else self.error
            self.looks.append(look_at(seen, self.shares, error))
            if self.stop and winner_of(self.looks[-1]) is not None:
                break
        return self.verdict()

    def play(
        self, first: int, end: int, executor: Executor, progress: Callable[[int], None] | None
    ) -> tuple[Deals, Deals]:
        """What the first bot is ahead in each of some deals, over their seatings, and the comparisons that it wins."""
        ahead, shares, games = np.zeros(end - first), np.zeros(end - first), np.zeros(end - first, np.int64)
        try:
            with closing(executor(self.job, self.shards(first, end))) as played:
                for shard, rows in played:
                    here = slice(shard.first - first, shard.first - first + shard.size)
                    seating = self.seatings[shard.table]
                    ahead[here] += self.difference(rows, seating) / self.games_each
                    shares[here] += comparisons_won(rows, seating) / self.games_each
                    games[here] += 1
                    if progress:
                        progress(shard.size)
        except KeyboardInterrupt:
            self.look_once_more(ahead, shares, games == self.games_each)
            raise
        # Shards come back in any order, and sums of fractions depend on it: not in what is kept of them.
        return np.round(ahead, 9), np.round(shares, 9)

    def look_once_more(self, ahead: Deals, shares: Deals, is_whole: npt.NDArray[np.bool_]) -> None:
        """Look at the whole deals of an interrupted run, where no look before was to decide when to stop."""
        if not self.stop and self.control is None and is_whole.sum() >= FIRST_LOOK:
            self.ahead, self.shares = np.round(ahead[is_whole], 9), np.round(shares[is_whole], 9)
            self.looks.append(look_at(self.ahead, self.shares, self.error))

    def play_control(self, first: int, end: int, executor: Executor) -> Deals:
        """The same for a table of control bots, in the seatings that were drawn for the deals."""
        luck = np.zeros(end - first)
        size = shard_size(self.control_job, end - first)
        left = (Shard(0, at, min(size, end - at)) for at in range(first, end, size))
        with closing(executor(self.control_job, left)) as played:
            for shard, rows in played:
                for place in range(shard.size):
                    deal = shard.first + place
                    here = slice(place, place + 1)
                    row = Rows(rows.points[here], rows.wins[here], rows.facts[here])
                    luck[deal - first] = self.difference(row, self.seatings[self.drawn[deal]])[0]
        return np.round(luck, 9)

    def difference(self, rows: Rows, seating: Seating) -> Deals:
        """What a seat of the first bot got more than one of the second, game by game."""
        got = rows.points if self.by == "points" else rows.wins
        ours = np.array(seating) == 0
        return np.asarray(got[:, ours].mean(axis=1) - got[:, ~ours].mean(axis=1))

    def verdict(self) -> Verdict:
        """What has been found."""
        if not self.looks:
            raise BadOptions("nothing has been judged yet: run the judge first")
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
            len(self.ahead) * self.games_each,
            None if winner is None else self.names[winner],
            self.looks,
            self.design,
            self.control,
            round(self.removed, 4),
            self.stop,
        )


def check_settings(names: list[str], seats: int, deals: object, error: object, by: object) -> int:
    """The number of deals; what cannot be judged is refused."""
    if len(names) != 2:
        raise BadOptions(f"two bots are judged, not {len(names)}: a tournament compares more")
    if seats < 2:
        raise BadOptions("at least two seats are needed to compare two bots")
    if not 0.0001 <= (real(error) or 0) <= 0.5:
        raise BadOptions(f"error: from 0.0001 to 0.5, not {quote(error)}")
    if not isinstance(by, str) or by not in ("points", "victory"):
        raise BadOptions(f"bots are judged by points or by victory, not by {quote(by)}")
    return limited(deals, "deals", FIRST_LOOK, MOST_DEALS)


def check_design(game: AnyGame, design: object, control: str | None) -> None:
    """Refuse a design that cannot be, and a control that would be of no use."""
    if not isinstance(design, str) or design not in ("all", "two", "one"):
        raise BadOptions(f"deals are played in all seatings, in two or in one, not in {quote(design)}")
    if control is not None:
        check_name(game, control)
        if design != "one":
            raise BadOptions("in several seatings the luck of a deal cancels out: a control is for one seating a deal")


def without_luck(ahead: Deals, luck: Deals) -> Deals:
    """Results with the control's subtracted; the multiple for even deals is found in the odd ones, and vice versa."""
    found = ahead.copy()
    for half in (0, 1):
        others = luck[1 - half :: 2]
        spread = float((others**2).sum())
        multiple = (
            float((others * (ahead[1 - half :: 2] - ahead[1 - half :: 2].mean())).sum()) / spread if spread else 0.0
        )
        found[half::2] -= multiple * luck[half::2]
    return found


def seatings_of(seats: int) -> list[Seating]:
    """All seatings with both bots; at large tables fewer, in which every two seats still have both bots alike often."""
    if seats <= FEW_SEATS:
        return [seating for seating in product((0, 1), repeat=seats) if len(set(seating)) == 2]
    return line_ups(2, seats)


def even_seatings(seats: int) -> list[Seating]:
    """Seatings in which both bots have as many seats, give or take one; each lies next to its opposite."""
    even = [seating for seating in seatings_of(seats) if seating[0] == 0 and abs(seats - 2 * sum(seating)) <= 1]
    return [one for seating in even for one in (seating, tuple(1 - bot for bot in seating))]


def comparisons_won(rows: Rows, seating: Seating) -> Deals:
    """The share of comparisons between a seat of each bot that the first bot won, game by game; a tie is half."""
    ours = np.array(seating) == 0
    mine, theirs = rows.points[:, ours, None], rows.points[:, None, ~ours]
    return np.asarray(((mine > theirs) + 0.5 * (mine == theirs)).mean(axis=(1, 2)))


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


def look_at(ahead: Deals, shares: Deals, error: float) -> Look:
    """The means over deals, with Student's intervals."""
    count = len(ahead)
    mean, reach = interval(ahead, error)
    share, around = interval(shares, error)
    return Look(count, mean, mean - reach, mean + reach, share, around)


def interval(found: Deals, error: float) -> tuple[float, float]:
    """A mean over deals, and how far its interval goes to both sides."""
    count = len(found)
    return float(found.mean()), student(1 - error / 2, count - 1) * float(found.std(ddof=1)) / math.sqrt(count)


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
