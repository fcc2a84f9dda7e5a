"""The judge of simultaneous grabs: a state machine without clock, chance or input and output.

It orders grabs by reaction time since the reveal was painted, bounded by what the server itself measured:

1. Ping frames measure each connection: the best round trip and the 95th percentile of the last half minute.
2. A reveal is painted everywhere at T0, far enough ahead to reach the slowest connection.
3. A grab carries its stamp: the reaction `r`, from the painted frame to the press. Two presses of one hand lie at least
   the gap apart that the table has agreed on.
4. The reaction counts as claimed, but never as less than its arrival since T0 minus the credit of its seat.
5. A reaction under 100 ms is a false start: refused, and that hand is kept off that piece for 250 ms.
6. A piece is held back until no silent seat can win it any more, at most 250 ms from its first grab.
7. Reactions less than 15 ms apart tie: of those seats the first from the marker on wins, and the marker goes to the
   seat after the winner, so that two who often tie win in turn.
8. Every verdict has a receipt. The same things heard in the same order give the same rulings again.

A hand is on one piece at a time. Verdicts do not depend on how often the clock ticks, only on what arrived when.
"""

from __future__ import annotations

import math
from collections.abc import Iterable

import msgspec

from erre.core.errors import BadOptions, Refusal
from erre.race.contests import Contest
from erre.race.grabs import (
    AnyHeard,
    AnyRuling,
    BadReveal,
    BadTime,
    Close,
    Grab,
    GrabHeld,
    Leave,
    NoReveal,
    NoSeat,
    Ping,
    Refused,
    Return,
    Reveal,
    RevealSet,
    RevealSettled,
    Tick,
    Verdict,
)
from erre.race.latency import GrabSettings, Latency, best_round_trip, credit, lead, slow_round_trip
from erre.race.racers import Racer, Show, check_free, check_number, check_open, check_stamp, counted_press

LAST_TIME = 1e13  # three hundred years; beyond it milliseconds lose their fractions


class Setup(msgspec.Struct, frozen=True, tag=True, forbid_unknown_fields=True):
    """What a judge starts from."""

    seats: int
    marker: int = 0
    settings: GrabSettings = GrabSettings()


class Judge:
    """Hears what happens, in the order in which the server handles it, and rules."""

    def __init__(self, setup: Setup) -> None:
        if setup.seats < 1 or not 0 <= setup.marker < setup.seats:
            raise BadOptions(f"a judge for {setup.seats} seats with the marker at seat {setup.marker} cannot be")
        self.settings = setup.settings
        self.marker = setup.marker
        self.now = 0.0
        self.racers = [Racer() for _ in range(setup.seats)]
        self.show: Show | None = None

    @property
    def due(self) -> float | None:
        """When the judge next has something to say by itself: a tick is wanted then."""
        if contests := self._open_contests():
            return max(self.now, min(map(self._deadline, contests)))
        show = self.show
        return None if show is None or show.is_settled or math.isinf(show.settles) else show.settles

    def hear(self, heard: AnyHeard) -> list[AnyRuling]:
        """What follows from one thing heard; whatever it is, nothing already ruled changes and nothing is raised."""
        rulings: list[AnyRuling] = []
        try:
            self._check_time(heard.at)
            rulings += self._settle(heard.at)
            self.now = max(self.now, heard.at)
            rulings += self._take(heard)
        except Refusal as refusal:
            seat, number = (heard.seat, heard.number) if isinstance(heard, Grab) else (None, None)
            rulings.append(Refused(heard.at, refusal.code, refusal.why, seat, number))
        return rulings + self._settle(self.now)

    def _check_time(self, at: float) -> None:
        """Refuse a time that is not a number or too far in the past."""
        if not 0.0 <= at <= LAST_TIME:
            raise BadTime(f"{at:g} ms is no time of this table")
        if at < self.now - self.settings.lag:
            raise BadTime(f"{self.now - at:.0f} ms behind the table's clock: times do not go backwards")

    def _take(self, heard: AnyHeard) -> list[AnyRuling]:
        """Handle one input: a press, a measured latency, a change of who is there."""
        match heard:
            case Grab():
                return self._grab(heard)
            case Ping(at=at, seat=seat, rtt=rtt):
                self._present(seat).latency.measure(at, rtt)
            case Leave(seat=seat):
                self._racer(seat).is_away = True
            case Return(seat=seat):
                racer = self._racer(seat)
                # A new connection is measured from scratch, and a reloaded page has painted the reveal again.
                racer.latency, racer.is_away, racer.pressed = Latency(), False, -math.inf
            case Reveal():
                return self._reveal(heard)
            case Close(at=at, reveal=reveal):
                self._close(at, self._shown(reveal))
            case Tick():
                pass
        return []

    # -- reveals

    def _reveal(self, reveal: Reveal) -> list[AnyRuling]:
        """Point 2: pieces are shown at an instant that every connection can meet."""
        self._check_reveal(reveal)
        since = reveal.at - self.settings.window
        slow = [slow_round_trip(racer.latency.recent(since)) for racer in self.racers if not racer.is_away]
        t0 = reveal.at + lead(self.settings, slow)
        contests = {piece: Contest(reveal.reveal, piece, t0) for piece in reveal.pieces}
        self.show = Show(reveal.reveal, t0, contests)
        for racer in self.racers:
            racer.pressed = -math.inf
        return [RevealSet(reveal.reveal, t0)]

    def _check_reveal(self, reveal: Reveal) -> None:
        """Refuse a reveal that would disturb the one before, or that shows a piece twice."""
        if self.show is not None and reveal.reveal <= self.show.reveal:
            raise BadReveal(f"reveal {reveal.reveal} does not follow reveal {self.show.reveal}")
        if contests := self._open_contests():
            raise BadReveal(f"piece {contests[0].piece} of the reveal before is not decided yet")
        if len(set(reveal.pieces)) < len(reveal.pieces):
            raise BadReveal("a reveal shows each piece once")

    def _close(self, at: float, show: Show) -> None:
        """Grabbing ends; grabs on their way are still waited for."""
        if math.isinf(show.closed):
            show.closed, show.settles = at, at + max(self._credits())

    # -- grabs

    def _grab(self, grab: Grab) -> list[AnyRuling]:
        """Points 3 to 6: a press is checked, counted and held back."""
        racer = self._present(grab.seat)
        check_number(racer, grab.number)
        racer.number = grab.number
        show = self._shown(grab.reveal)
        contest = show.contest(grab.piece)
        check_stamp(self.settings, racer, grab.r, grab.at - show.t0)
        racer.pressed = grab.r
        check_free(racer, contest, grab.at)
        credits = contest.credits or self._credits()
        press = counted_press(grab, show.t0, credits[grab.seat])
        check_open(show, press)
        contest.check_start(self.settings, press)
        contest.claim(press, credits)
        racer.piece = grab.piece
        return [GrabHeld(grab.seat, grab.number, grab.piece, max(self.now, self._deadline(contest)))]

    # -- verdicts

    def _settle(self, until: float) -> list[AnyRuling]:
        """Point 6: whatever is due by then is decided, in the order of time, whenever the clock ticks."""
        rulings: list[AnyRuling] = []
        while contests := self._open_contests():
            deadline, piece = min((self._deadline(contest), contest.piece) for contest in contests)
            if deadline > until:
                return rulings
            self.now = max(self.now, deadline)
            assert self.show is not None
            rulings.append(self._decide(self.show.contests[piece]))
        show = self.show
        if show is not None and not show.is_settled and show.settles <= until:
            show.is_settled = True
            self.now = max(self.now, show.settles)
            rulings.append(RevealSettled(self.now, show.reveal))
        return rulings

    def _decide(self, contest: Contest) -> Verdict:
        """Points 7 and 8: the verdict, and the marker's way."""
        cut_short = contest.holds_until(self._rivals(contest)) > self.now
        receipt = contest.decide(self.settings, self.now, self.marker, len(self.racers), cut_short)
        for seat in contest.claims:
            self.racers[seat].piece = None
        if receipt.rule == "tie":
            self.marker = (receipt.winner + 1) % len(self.racers)
        return Verdict(self.now, contest.reveal, contest.piece, receipt.winner, self.marker, receipt)

    def _deadline(self, contest: Contest) -> float:
        """When a claimed piece is decided, as things stand."""
        return contest.deadline(self.settings, self._rivals(contest))

    def _rivals(self, contest: Contest) -> Iterable[int]:
        """The silent seats that may still win a claimed piece: here, with a free hand, and not past the leader."""
        for seat, racer in enumerate(self.racers):
            if not racer.is_away and racer.piece is None and contest.hopes(self.settings, seat, racer.pressed):
                yield seat

    # -- what there is

    def _open_contests(self) -> list[Contest]:
        """The pieces that are claimed and not decided."""
        if self.show is None:
            return []
        pieces = {racer.piece for racer in self.racers if racer.piece is not None}
        return [self.show.contests[piece] for piece in sorted(pieces)]

    def _credits(self) -> list[float]:
        """Point 4: the present credit of each seat."""
        since = self.now - self.settings.window
        return [credit(self.settings, best_round_trip(racer.latency.recent(since))) for racer in self.racers]

    def _racer(self, seat: int) -> Racer:
        """What is known of a seat that exists."""
        if not 0 <= seat < len(self.racers):
            raise NoSeat(f"there is no seat {seat}: the seats are 0 to {len(self.racers) - 1}")
        return self.racers[seat]

    def _present(self, seat: int) -> Racer:
        """What is known of a seat that is here."""
        racer = self._racer(seat)
        if racer.is_away:
            raise NoSeat(f"seat {seat} has left")
        return racer

    def _shown(self, reveal: int) -> Show:
        """The reveal under way, if it is that one."""
        if self.show is None or reveal > self.show.reveal:
            raise NoReveal(f"there is no reveal {reveal} yet")
        if reveal != self.show.reveal:
            raise NoReveal(f"reveal {reveal} is over; reveal {self.show.reveal} is shown")
        return self.show
