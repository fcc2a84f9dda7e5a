"""The table of a tournament: scores, ranks, victories, head-to-head comparisons and ratings, with their intervals."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator
from typing import Protocol

import msgspec
import numpy as np
import numpy.typing as npt

from erre.bots.contract import Budget
from erre.lab.counts import (
    Distribution,
    Interval,
    Lengths,
    Share,
    count,
    distribution,
    lengths_of,
    share_of,
    shares_of,
)
from erre.lab.plan import Job
from erre.lab.ratings import (
    Numbers,
    mean_interval,
    mean_test,
    rating_intervals,
    ratings,
    sign_test,
    variance,
    wilson,
)
from erre.lab.results import Results

BLOCKS = 100  # parts of the games from which the bootstrap draws
Games = npt.NDArray[np.int64]

MOMENTS = 24  # at which ratings are looked at while rounds go by, at most


class Standing(msgspec.Struct, frozen=True):
    """How a bot fared; each interval holds the true value with 95 % confidence."""

    bot: str
    games: int  # seats it had in games, to be exact
    rating: float
    rating_interval: Interval
    score: float
    score_interval: Interval
    deviation: float
    rank: float  # 1 is the best at the table
    rank_interval: Interval
    wins: float
    wins_interval: Interval
    scores: Distribution


class Duel(msgspec.Struct, frozen=True):
    """Two bots compared at every table where both sat."""

    bot: str
    other: str
    games: int
    share: float  # share of comparisons in which the bot did better; ties count half
    share_interval: Interval
    better: int  # games in which its rank was better, worse
    worse: int
    ahead: float  # places by which its mean rank is better
    p_rank: float  # p-value of the mean difference
    p_sign: float  # p-value of the count of games


class Moment(msgspec.Struct, frozen=True):
    """Ratings after some rounds, in the order of the bots."""

    rounds: int
    ratings: list[float]
    intervals: list[Interval]


class Standings(msgspec.Struct, frozen=True):
    """The result of a tournament, and everything needed to repeat it."""

    game: str
    rules_version: int
    seats: int
    options: dict[str, object]
    seed: int
    budget: Budget | None
    games: int
    rounds: int
    line_ups: int
    seconds: float
    complete: bool  # False: interrupted, so some seatings may be missing
    bots: list[Standing]
    duels: list[Duel]
    seat_wins: list[Share]  # victories by seat; every bot sat in each equally often
    lengths: Lengths
    history: list[Moment]


class Sums:
    """Sums over games, by bot and by pair of bots."""

    def __init__(self, bots: int, rounds: int) -> None:
        self.rounds, self.moments = rounds, min(MOMENTS, rounds)
        self.seats = np.zeros(bots, np.int64)
        self.scores, self.score_squares, self.ranks, self.rank_squares, self.wins = np.zeros((5, bots))
        self.together = np.zeros((bots, bots), np.int64)
        self.better = np.zeros((bots, bots), np.int64)
        self.shares, self.share_squares, self.ahead, self.ahead_squares = np.zeros((4, bots, bots))
        self.blocks = np.zeros((self.moments, BLOCKS, bots, bots))

    def add(self, line_up: int, seating: tuple[int, ...], games: Games, points: Numbers, wins: Numbers) -> None:
        """Add the games of one line-up."""
        merit = points + wins * (2.0 * np.abs(points).max() + 1)  # a winner always ranks above a loser
        ranks = ranks_of(merit)
        shared = wins / np.maximum(1, wins.sum(axis=1, keepdims=True))
        for seat, bot in enumerate(seating):
            self.seats[bot] += len(points)
            self.scores[bot] += points[:, seat].sum()
            self.score_squares[bot] += (points[:, seat] ** 2).sum()
            self.ranks[bot] += ranks[:, seat].sum()
            self.rank_squares[bot] += (ranks[:, seat] ** 2).sum()
            self.wins[bot] += shared[:, seat].sum()
        seats_of = {bot: [seat for seat, who in enumerate(seating) if who == bot] for bot in set(seating)}
        block = (line_up * self.rounds + games) % BLOCKS + BLOCKS * (games * self.moments // self.rounds)
        for one, ones in seats_of.items():
            for other, others in seats_of.items():
                if one != other:
                    self.compare(one, other, merit[:, ones], merit[:, others], block)
                    self.lead(one, other, ranks[:, others].mean(axis=1) - ranks[:, ones].mean(axis=1))

    def compare(self, one: int, other: int, ones: Numbers, others: Numbers, block: Games) -> None:
        """Add how often one bot did better than another at the same table."""
        signs = np.sign(ones[:, :, None] - others[:, None, :])
        share = (signs.mean(axis=(1, 2)) + 1) / 2
        self.together[one, other] += len(share)
        self.shares[one, other] += share.sum()
        self.share_squares[one, other] += (share**2).sum()
        self.blocks[:, :, one, other] += np.bincount(block, share, self.moments * BLOCKS).reshape(-1, BLOCKS)

    def lead(self, one: int, other: int, ahead: Numbers) -> None:
        """Add by how many places one bot was ahead of another."""
        self.better[one, other] += int((ahead > 0).sum())
        self.ahead[one, other] += ahead.sum()
        self.ahead_squares[one, other] += (ahead**2).sum()


def ranks_of(merit: Numbers) -> Numbers:
    """Places at each table, 1 the best; equals share the mean of theirs."""
    above = (merit[:, None, :] > merit[:, :, None]).sum(axis=2)
    equal = (merit[:, None, :] == merit[:, :, None]).sum(axis=2)
    places: Numbers = above + (equal + 1) / 2
    return places


class Played(Protocol):
    """A tournament, as far as it was played."""

    job: Job
    names: list[str]
    results: Results
    rounds: int
    line_ups: list[tuple[int, ...]]
    seconds: float

    @property
    def played(self) -> int:
        """The number of games played so far."""
        ...

    @property
    def games(self) -> int:
        """Games that the whole tournament has."""
        ...


def standings_of(tournament: Played) -> Standings:
    """Sum up what was played."""
    job, names, results = tournament.job, tournament.names, tournament.results
    sums = Sums(len(names), tournament.rounds)
    scored: list[Counter[int]] = [Counter() for _ in names]
    for number, seating in enumerate(tournament.line_ups):
        _, games, rows = results.table(number)
        if len(games):
            sums.add(number, seating, games, rows.points.astype(np.float64), rows.wins.astype(np.float64))
        for seat, bot in enumerate(seating):
            count(scored[bot], rows.points[:, seat])
    lasted: Counter[int] = Counter()
    count(lasted, results.facts[results.done][:, 0])
    low, high = min(map(min, filter(None, scored))), max(map(max, filter(None, scored)))
    blocks = sums.blocks.sum(axis=0)
    fitted, intervals = ratings(blocks.sum(axis=0)), rating_intervals(blocks)
    met = [bot for bot in range(len(names)) if sums.seats[bot]]
    return Standings(
        job.game,
        job.rules_version,
        job.seats,
        job.tables[0].options,
        job.seed,
        job.budget,
        tournament.played,
        tournament.rounds,
        len(tournament.line_ups),
        tournament.seconds,
        tournament.played == tournament.games,
        [
            standing(sums, names[bot], bot, float(fitted[bot]), intervals[bot], distribution(scored[bot], low, high))
            for bot in met
        ],
        [duel(sums, names, a, b) for a in met for b in met if a != b and sums.together[a, b]],
        [share_of(won, tournament.played) for won in shares_of(results.wins[results.done])],
        lengths_of(lasted),
        list(history(sums, met)),
    )


def history(sums: Sums, met: list[int]) -> Iterator[Moment]:
    """How ratings came to be: fitted again and again while rounds went by."""
    so_far = sums.blocks.cumsum(axis=0)[:, :, met][:, :, :, met]
    for moment, blocks in enumerate(so_far):
        if blocks.sum() > (so_far[moment - 1].sum() if moment else 0):
            fitted, intervals = ratings(blocks.sum(axis=0)), rating_intervals(blocks)
            rounds = -(-(moment + 1) * sums.rounds // sums.moments)
            yield Moment(rounds, fitted.tolist(), [(float(low), float(high)) for low, high in intervals])


def standing(sums: Sums, name: str, bot: int, rating: float, interval: Numbers, spread: Distribution) -> Standing:
    """The row of a bot."""
    n = int(sums.seats[bot])
    scores = float(sums.scores[bot]), float(sums.score_squares[bot])
    share = float(sums.wins[bot]) / n
    return Standing(
        name,
        n,
        rating,
        (float(interval[0]), float(interval[1])),
        *mean_interval(*scores, n),
        math.sqrt(variance(*scores, n)),
        *mean_interval(float(sums.ranks[bot]), float(sums.rank_squares[bot]), n),
        share,
        wilson(share, n),
        spread,
    )


def duel(sums: Sums, names: list[str], one: int, other: int) -> Duel:
    """The comparison of two bots.

    Games of a round share their deal. With the seats changed about, what the deal gave to one seat it gave to both
    bots, so taking the games for independent makes the intervals rather too wide than too narrow.
    """
    n = int(sums.together[one, other])
    share, interval = mean_interval(float(sums.shares[one, other]), float(sums.share_squares[one, other]), n)
    if sums.share_squares[one, other] in (0, n):
        interval = wilson(share, n)
    ahead = float(sums.ahead[one, other]), float(sums.ahead_squares[one, other])
    better, worse = int(sums.better[one, other]), int(sums.better[other, one])
    return Duel(
        names[one],
        names[other],
        n,
        share,
        (max(0.0, interval[0]), min(1.0, interval[1])),
        better,
        worse,
        ahead[0] / n,
        mean_test(*ahead, n),
        sign_test(better, worse),
    )
