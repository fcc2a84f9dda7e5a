"""The hands over a reveal, and what each of them may do."""

from __future__ import annotations

import math
from dataclasses import dataclass, field

from erre.race.contests import Contest
from erre.race.grabs import BadStamp, Duplicate, Grab, GrabTooLate, HandBusy, NoRune
from erre.race.latency import GrabSettings, Latency, counted_reaction
from erre.race.receipts import Press

LONGEST_STAMP = 86_400_000.0  # a day; no reveal lasts so long


@dataclass
class Hand:
    """What the judge knows of a seat."""

    latency: Latency = field(default_factory=Latency)
    is_away: bool = False
    number: int = -1  # of the last message heard
    pressed: float = -math.inf  # the stamp of the last press in this reveal
    rune: int | None = None  # the one it is on, until the verdict


@dataclass
class Show:
    """The reveal under way."""

    reveal: int
    t0: float
    contests: dict[int, Contest]  # by rune
    closed: float = math.inf  # when grabbing ended
    settles: float = math.inf  # when the last grab pressed before that must have arrived
    is_settled: bool = False

    def contest(self, rune: int) -> Contest:
        """The contest for a rune that is shown."""
        if rune not in self.contests:
            raise NoRune(f"reveal {self.reveal} shows no rune {rune}")
        return self.contests[rune]


def check_number(hand: Hand, number: int) -> None:
    """Refuse a message that was heard before."""
    if number < 0:
        raise Duplicate(f"messages are counted from 0, not {number}")
    if number <= hand.number:
        raise Duplicate(f"message {number} was heard before: the last one was {hand.number}")


def check_stamp(settings: GrabSettings, hand: Hand, r: float, arrival: float) -> None:
    """Point 3: refuse a stamp that is no time, lies ahead of its arrival or before the hand's last press."""
    if not abs(r) <= LONGEST_STAMP:
        raise BadStamp(f"{r:g} ms is no reaction time")
    if r > arrival + settings.foresight:
        raise BadStamp(f"stamped {r - arrival:.0f} ms later than it arrived")
    if r < hand.pressed:
        raise BadStamp(f"stamped {hand.pressed - r:.0f} ms before your last press")


def check_free(hand: Hand, contest: Contest, arrival: float) -> None:
    """Refuse a rune that is decided, and a second rune for one hand."""
    if contest.decided is not None:
        late = max(arrival - contest.decided, 0.0)
        raise GrabTooLate(f"rune {contest.rune} was decided {late:.0f} ms before your grab arrived")
    if hand.rune == contest.rune:
        raise HandBusy(f"your hand is on rune {contest.rune} already: wait for the verdict")
    if hand.rune is not None:
        raise HandBusy(f"your hand is on rune {hand.rune}: one rune at a time")


def counted_press(grab: Grab, t0: float, allowed: float) -> Press:
    """Point 4: the press with the reaction that counts."""
    arrival = grab.at - t0
    return Press(grab.seat, grab.r, arrival, allowed, counted_reaction(grab.r, arrival, allowed))


def check_open(show: Show, press: Press) -> None:
    """Refuse a press after the end of grabbing, by the reaction that counts: a long line is no fault."""
    if show.is_settled or show.t0 + press.counted > show.closed:
        raise GrabTooLate("grabbing had ended before you pressed")
