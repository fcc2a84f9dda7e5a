"""A simulated network with equal players: what the judge makes of it, against the truth that only the simulator knows.

The model. A line splits its round trip between the two ways; on each way there is a log-normal trembling (median 1 ms
and 2 % of the round trip, sigma 0.8), and one message in a hundred has a spike of 50 to 250 ms more. A client sets its
clock by the middle of its best round trip, paints the reveal in the first of 60 frames a second from T0 on in which it
can, and stamps a press to a tenth of a millisecond. Reactions are log-normal: median 650 ms, spread 25 %, never under
250 ms. The truth is who reacted quickest to what was on the own screen.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field

from erre.race.grabs import AnyHeard, AnyRuling, Grab, Ping, Reveal, RevealSet, Tick, Verdict
from erre.race.judge import Judge, Setup
from erre.race.latency import GrabSettings

FRAME = 1000.0 / 60.0
PING_EVERY = 2_000.0
ROUND_EVERY = 4_000.0
JOINING_PINGS = 8
RUNE = 7


@dataclass(frozen=True)
class SimulatedLine:
    """A way to the server and back; `up_share` of an undisturbed round trip is the way to the server."""

    rtt: float
    up_share: float = 0.5
    spikes: float = 0.01
    trembling: float = 1.0  # how strongly, against the model

    def up(self, luck: random.Random) -> float:
        """How long a message to the server takes."""
        return self.rtt * self.up_share + self.delay(luck)

    def down(self, luck: random.Random) -> float:
        """How long a message from the server takes."""
        return self.rtt * (1.0 - self.up_share) + self.delay(luck)

    def delay(self, luck: random.Random) -> float:
        """Trembling, and now and then a spike."""
        delay = self.trembling * (1.0 + 0.02 * self.rtt) * luck.lognormvariate(0.0, 0.8)
        return delay + luck.uniform(50.0, 250.0) if luck.random() < self.spikes else delay

    def clock_error(self, luck: random.Random) -> float:
        """How late the client takes an instant of the server's clock to be: half of what the two ways differ by."""
        return self.rtt * (0.5 - self.up_share) + luck.gauss(0.0, 0.25 * self.trembling * (1.0 + 0.02 * self.rtt))


@dataclass(frozen=True)
class Reactions:
    """How quick the players are, all alike."""

    median: float = 650.0
    spread: float = 0.25
    least: float = 250.0

    def draw(self, luck: random.Random) -> float:
        """One reaction."""
        return max(self.least, self.median * luck.lognormvariate(0.0, self.spread))


MEDIUM = Reactions()
STANDARD = GrabSettings()


@dataclass(frozen=True)
class Player:
    """A player on a line; a liar stamps the smallest reaction that is no false start, always."""

    line: SimulatedLine
    is_liar: bool = False

    def stamp(self, reaction: float) -> float:
        """What the client says."""
        return 100.0 if self.is_liar else round(reaction, 1)


@dataclass(frozen=True)
class Contest:
    """One piece that all players went for: the truth, and what the judge said."""

    reactions: list[float]
    arrivals: list[float]
    winner: int
    held: float
    rule: str

    @property
    def quickest(self) -> int:
        """Who ought to have won."""
        return min(range(len(self.reactions)), key=self.reactions.__getitem__)

    @property
    def gap(self) -> float:
        """How much quicker the quickest was than the next."""
        first, second = sorted(self.reactions)[:2]
        return second - first

    @property
    def first_to_arrive(self) -> int:
        """Who would win by order of arrival."""
        return min(range(len(self.arrivals)), key=self.arrivals.__getitem__)


def by_judge(contest: Contest) -> int:
    """The judge's verdict."""
    return contest.winner


def by_arrival(contest: Contest) -> int:
    """The naive rule: whose grab reaches the server first wins."""
    return contest.first_to_arrive


@dataclass
class Figures:
    """What many contests show."""

    contests: list[Contest]
    rule: Callable[[Contest], int] = by_judge

    @property
    def wrong(self) -> float:
        """The share of wrong winners where the true gap is over 15 ms."""
        clear = [contest for contest in self.contests if contest.gap > 15.0]
        return sum(self.rule(contest) != contest.quickest for contest in clear) / len(clear)

    @property
    def shares(self) -> list[float]:
        """How often each seat won."""
        winners = [self.rule(contest) for contest in self.contests]
        return [winners.count(seat) / len(winners) for seat in range(len(self.contests[0].reactions))]

    def held(self, percent: int) -> float:
        """A percentile of the hold-back."""
        held = sorted(contest.held for contest in self.contests)
        return held[min(len(held) - 1, len(held) * percent // 100)]

    @property
    def ties(self) -> float:
        """How often the marker decided."""
        return sum(contest.rule == "tie" for contest in self.contests) / len(self.contests)

    def __str__(self) -> str:
        shares = " ".join(f"{100 * share:.1f}" for share in self.shares)
        held = ", ".join(f"{self.held(percent):.0f} ms at {percent} %" for percent in (50, 95, 100))
        return (
            f"{len(self.contests)} contests: wrong {100 * self.wrong:.2f} %, shares {shares} %, "
            f"ties {100 * self.ties:.1f} %, held {held}"
        )


@dataclass
class Simulation:
    """Players at a table, round after round."""

    players: Sequence[Player]
    seed: int
    reactions: Reactions = MEDIUM
    settings: GrabSettings = STANDARD
    log: list[AnyHeard] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.luck = random.Random(self.seed)
        self.judge = Judge(Setup(len(self.players), settings=self.settings))

    def run(self, rounds: int) -> Figures:
        """Play and measure."""
        self.ping(0.0, ROUND_EVERY, ROUND_EVERY / JOINING_PINGS)
        starts = (ROUND_EVERY * (1 + 2 * number) for number in range(rounds))
        return Figures([self.play(number, start) for number, start in enumerate(starts)])

    def hear(self, heard: AnyHeard) -> list[AnyRuling]:
        """Tell the judge, and keep what it was told."""
        self.log.append(heard)
        return self.judge.hear(heard)

    def ping(self, start: float, end: float, every: float = PING_EVERY) -> None:
        """Measure all lines for a while."""
        pings: list[Ping] = []
        for seat, player in enumerate(self.players):
            at = start
            while at < end:
                rtt = player.line.down(self.luck) + player.line.up(self.luck)
                pings.append(Ping(at + rtt, seat, rtt))
                at += every
        for ping in sorted(pings, key=lambda ping: ping.at):
            self.hear(ping)

    def play(self, number: int, start: float) -> Contest:
        """One reveal with one piece that everybody wants."""
        (shown,) = self.hear(Reveal(start, number, [RUNE]))
        assert isinstance(shown, RevealSet)
        reactions = [self.reactions.draw(self.luck) for _ in self.players]
        arrivals = [
            self.arrival(player.line, start, shown.t0, reaction)
            for player, reaction in zip(self.players, reactions, strict=True)
        ]
        (verdict,) = self.judged(number, start, reactions, arrivals)
        self.ping(start + ROUND_EVERY, start + 2 * ROUND_EVERY - 500.0)
        return Contest(reactions, arrivals, verdict.winner, verdict.receipt.held, verdict.receipt.rule)

    def arrival(self, line: SimulatedLine, sent: float, t0: float, reaction: float) -> float:
        """When the press on what was sent then reaches the server."""
        painted = max(t0 + line.clock_error(self.luck), sent + line.down(self.luck)) + self.luck.uniform(0.0, FRAME)
        return painted + reaction + line.up(self.luck)

    def judged(
        self, number: int, start: float, reactions: Sequence[float], arrivals: Sequence[float]
    ) -> Iterator[Verdict]:
        """What the judge says on the grabs in the order in which they arrive."""
        for seat in sorted(range(len(arrivals)), key=arrivals.__getitem__):
            stamp = self.players[seat].stamp(reactions[seat])
            yield from verdicts(self.hear(Grab(arrivals[seat], seat, number, number, RUNE, stamp)))
        yield from verdicts(self.hear(Tick(start + ROUND_EVERY)))


def verdicts(rulings: Sequence[AnyRuling]) -> Iterator[Verdict]:
    """Only the verdicts."""
    return (ruling for ruling in rulings if isinstance(ruling, Verdict))


def table(*round_trips: float, liar: int | None = None) -> list[Player]:
    """Players on lines with these round trips, one of them perhaps a liar."""
    return [Player(SimulatedLine(rtt), seat == liar) for seat, rtt in enumerate(round_trips)]
