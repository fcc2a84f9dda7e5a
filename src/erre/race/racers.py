"""The hands over a reveal, and what each of them may do."""

from __future__ import annotations

import math
from dataclasses import dataclass, field

from erre.race.contests import Contest
from erre.race.grabs import BadStamp, Duplicate, Grab, GrabTooLate, NoPiece, RacerBusy
from erre.race.latency import GrabSettings, Latency, counted_reaction
from erre.race.receipts import Press

LONGEST_STAMP = 86_400_000.0  # a day; no reveal lasts so long


@dataclass
class Racer:
    """What the judge knows of a seat."""

    latency: Latency = field(default_factory=Latency)
    is_away: bool = False
    number: int = -1  # of the last message heard
    pressed: float = -math.inf  # the stamp of the last press in this reveal
    piece: int | None = None  # the one it is on, until the verdict


@dataclass
class Show:
    """The current reveal and its contests."""

    reveal: int
    t0: float
    contests: dict[int, Contest]  # by piece
    closed: float = math.inf  # when grabbing ended
    settles: float = math.inf  # when the last grab pressed before that must have arrived
    is_settled: bool = False

    def contest(self, piece: int) -> Contest:
        """The contest for a piece that is shown."""
        if piece not in self.contests:
            raise NoPiece(f"reveal {self.reveal} shows no piece {piece}")
        return self.contests[piece]


def check_number(racer: Racer, number: int) -> None:
    """Refuse a message whose number the seat has used before."""
    if number < 0:
        raise Duplicate(f"messages are counted from 0, not {number}")
    if number <= racer.number:
        raise Duplicate(f"message {number} was heard before: the last one was {racer.number}")


def check_stamp(settings: GrabSettings, racer: Racer, r: float, arrival: float) -> None:
    """Point 3: refuse a stamp that is no time, lies ahead of its arrival or too close to the hand's last press."""
    if not abs(r) <= LONGEST_STAMP:
        raise BadStamp(f"{r:g} ms is no reaction time")
    if r > arrival + settings.foresight:
        raise BadStamp(f"stamped {r - arrival:.0f} ms later than it arrived")
    if r < racer.pressed:
        raise BadStamp(f"stamped {racer.pressed - r:.0f} ms before your last press")
    if r < racer.pressed + settings.press_gap:
        gap = f"{r - racer.pressed:.0f} ms after your last press"
        raise RacerBusy(f"{gap}: one hand needs {settings.press_gap:.0f} ms from piece to piece")


def check_free(racer: Racer, contest: Contest, arrival: float) -> None:
    """Refuse a piece that is decided, and a second piece for one hand."""
    if contest.decided is not None:
        late = max(arrival - contest.decided, 0.0)
        raise GrabTooLate(f"piece {contest.piece} was decided {late:.0f} ms before your grab arrived")
    if racer.piece == contest.piece:
        raise RacerBusy(f"your hand is on piece {contest.piece} already: wait for the verdict")
    if racer.piece is not None:
        raise RacerBusy(f"your hand is on piece {racer.piece}: one piece at a time")


def counted_press(grab: Grab, t0: float, allowed: float) -> Press:
    """Point 4: the press with the reaction that counts."""
    arrival = grab.at - t0
    return Press(grab.seat, grab.r, arrival, allowed, counted_reaction(grab.r, arrival, allowed))


def check_open(show: Show, press: Press) -> None:
    """Refuse a press after the end of grabbing, by the reaction that counts: high latency is no fault."""
    if show.is_settled or show.t0 + press.counted > show.closed:
        raise GrabTooLate("grabbing had ended before you pressed")
