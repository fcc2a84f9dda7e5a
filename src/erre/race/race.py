"""A race under one judge: a reveal is shown to all at the same instant, seats press, and the judge decides.

The race knows neither the table nor the game. Its caller says which seats are away and which pieces a reveal
shows. Each press carries the request that it came with, so that the verdict can answer it.
"""

from __future__ import annotations

from collections.abc import Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from typing import Generic, TypeVar

from msgspec.structs import replace

from erre.race.fairness import USUAL, Terms
from erre.race.grabs import (
    AnyRuling,
    Grab,
    Leave,
    NoReveal,
    Ping,
    RacerBusy,
    Return,
    Reveal,
    RevealSet,
    Tick,
    Verdict,
)
from erre.race.judge import Judge, Setup
from erre.race.latency import GrabSettings, lead, slow_round_trip

A = TypeVar("A")  # the request behind a press


@dataclass(frozen=True)
class Pressed(Generic[A]):
    """A press that the judge holds, and who asked for it."""

    piece: int
    asked: A | None  # None: a bot


class Race(Generic[A]):
    """The judge of one table; all its times are milliseconds on the server's own steady clock."""

    def __init__(self, seats: int, least_lead: float, longest_lead: float, press_gap: float = 0.0) -> None:
        self.seats = seats
        self.terms: Terms = USUAL
        self.settings = GrabSettings(least_lead=least_lead, most_lead=longest_lead, press_gap=press_gap)
        self.judge = Judge(Setup(seats, 0, self.settings))
        self.reveal = -1
        self.t0 = 0.0
        self.prepared = 0.0  # of the time before T0, what passes before the pieces begin to move
        self.needed = 0.0  # of the time before T0, what the faces need to reach everybody
        self.reaching: dict[int, Grab] = {}  # by seat: a press that counts later, by the seat's handicap
        self.away: AbstractSet[int] = set()
        self.counts = [0] * seats
        self.pressed: dict[tuple[int, int], Pressed[A]] = {}  # by seat and the judge's number
        self.ruled: list[AnyRuling] = []  # rulings that nobody asked for: the next tick hands them out

    @property
    def due(self) -> float | None:
        """When the judge wants to be woken, or a press that counts later arrives."""
        if self.ruled:
            return self.judge.now
        times = [grab.at for grab in self.reaching.values()]
        return min([*times, *([] if self.judge.due is None else [self.judge.due])], default=None)

    def note_absent(self, away: AbstractSet[int], at: float) -> None:
        """The judge waits for no seat that is away."""
        for seat in sorted(away - self.away):
            self.ruled += self.judge.hear(Leave(at, seat))
        for seat in sorted(self.away - away):
            self.ruled += self.judge.hear(Return(at, seat))
        self.away = away

    def show(
        self, reveal: int, pieces: Sequence[int], marker: int, terms: Terms, at: float, prepared: float, wait: float
    ) -> RevealSet | None:
        """Begin a reveal, `wait` milliseconds later than the lead requires.

        Each reveal has a new judge, which keeps the latencies measured before.
        """
        self.terms, self.prepared = terms, prepared
        latencies = [racer.latency for racer in self.judge.racers]
        least, most = self.settings.least_lead + wait, self.settings.most_lead + wait
        self.judge = Judge(Setup(self.seats, marker, replace(self.settings, least_lead=least, most_lead=most)))
        for seat, racer in enumerate(self.judge.racers):
            racer.latency, racer.is_away = latencies[seat], seat in self.away
        self.reveal, self.pressed, self.reaching, self.ruled = reveal, {}, {}, []
        slow = [slow_round_trip(latency.recent(at - self.settings.window)) for latency in latencies]
        self.needed = lead(GrabSettings(), slow)
        for ruling in self.judge.hear(Reveal(at, reveal, list(pieces))):
            if isinstance(ruling, RevealSet):
                self.t0 = ruling.t0
                return ruling
        return None

    def measure(self, seat: int, at: float, rtt: float) -> None:
        """A latency was measured; a verdict that fell due in the meantime waits for the next tick."""
        self.ruled += self.judge.hear(Ping(at, seat, rtt))

    def check_reveal(self, reveal: int) -> None:
        """Refuse a press on another reveal than the present one."""
        if reveal != self.reveal:
            raise NoReveal(f"reveal {reveal} is over" if reveal < self.reveal else f"there is no reveal {reveal} yet")

    def grab(
        self, seat: int, reveal: int, piece: int, reaction: float, at: float, asked: A | None = None
    ) -> list[AnyRuling]:
        """A seat presses; what the judge rules at once."""
        self.check_reveal(reveal)
        number = self.counts[seat]
        self.counts[seat] += 1
        grab, late = Grab(at, seat, number, reveal, piece, reaction), self.terms.handicap(seat)
        arrived = self._arrive(at)
        if not late or reaction < self.settings.fastest:  # a false start is one in any case
            self.pressed[seat, number] = Pressed(piece, asked)
            return arrived + self.judge.hear(grab)
        if seat in self.reaching:
            raise RacerBusy("your hand is on its way: one piece at a time")
        self.pressed[seat, number] = Pressed(piece, asked)
        self.reaching[seat] = replace(grab, at=at + late, r=reaction + late)
        return arrived

    def _arrive(self, at: float) -> list[AnyRuling]:
        """Hand the judge the presses that counted later and are due by now."""
        rulings: list[AnyRuling] = []
        for grab in sorted(self.reaching.values(), key=lambda one: (one.at, one.seat)):
            if grab.at <= at:
                del self.reaching[grab.seat]
                rulings += self.judge.hear(grab)
        return rulings

    def tick(self, at: float) -> list[AnyRuling]:
        """Rule on every grab whose time has come."""
        ruled, self.ruled = self.ruled, []
        return ruled + self._arrive(at) + self.judge.hear(Tick(at))

    def holds(self, asked: A) -> bool:
        """Whether a request is with the judge, so that its answer is still to come."""
        return any(press.asked == asked for press in self.pressed.values())

    def settle(self, verdict: Verdict) -> None:
        """The presses on a decided piece are answered now."""
        if verdict.reveal == self.reveal:
            self.pressed = {key: press for key, press in self.pressed.items() if press.piece != verdict.piece}

    def asked_for(self, seat: int, piece: int) -> A | None:
        """The request behind a seat's last press on a piece."""
        presses = [press for (who, _), press in self.pressed.items() if who == seat and press.piece == piece]
        return presses[-1].asked if presses else None

    def losers(self, verdict: Verdict) -> list[tuple[int, A | None]]:
        """The seats that pressed on a piece in vain, with their requests; None where it was a bot."""
        seats = [press.seat for press in verdict.receipt.presses if press.seat != verdict.winner]
        return [(seat, self.asked_for(seat, verdict.piece)) for seat in seats]
