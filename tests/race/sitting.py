"""A table of measured connections, in a player's words: reveal, grab, wait."""

from __future__ import annotations

from erre.race.grabs import (
    AnyHeard,
    AnyRuling,
    Close,
    Grab,
    GrabHeld,
    Leave,
    Ping,
    Refused,
    Return,
    Reveal,
    RevealSet,
    RevealSettled,
    Tick,
    Verdict,
)
from erre.race.judge import Judge, Setup

START = 10_000.0
PIECES = (1, 2, 3, 4)


class Sitting:
    """Seats on lines with these round trips (None: a bot, on none), and one reveal; times are milliseconds since T0."""

    def __init__(self, *round_trips: float | None, marker: int = 0) -> None:
        self.setup = Setup(len(round_trips), marker)
        self.judge = Judge(self.setup)
        self.round_trips = [rtt or 0.0 for rtt in round_trips]
        self.heard: list[AnyHeard] = []
        self.rulings: list[AnyRuling] = []
        self.numbers = [0] * len(round_trips)
        self.reveal_number = 0
        for seat, rtt in enumerate(round_trips):
            if rtt is not None:
                self.hear(Ping(START - 1000.0, seat, rtt))
        self.t0 = START
        self.reveal(at=START)

    def hear(self, heard: AnyHeard) -> list[AnyRuling]:
        """Tell the judge."""
        rulings = self.judge.hear(heard)
        self.heard.append(heard)
        self.rulings += rulings
        return rulings

    def reveal(self, *pieces: int, at: float | None = None) -> list[AnyRuling]:
        """Show pieces at once; if it is allowed, times are counted from this reveal."""
        number = self.reveal_number + 1
        rulings = self.hear(Reveal(self.judge.now if at is None else at, number, list(pieces or PIECES)))
        for ruling in rulings:
            if isinstance(ruling, RevealSet):
                self.reveal_number, self.t0 = number, ruling.t0
        return rulings

    def grab(
        self,
        seat: int,
        r: float,
        piece: int = 1,
        arrival: float | None = None,
        number: int | None = None,
        reveal: int | None = None,
    ) -> list[AnyRuling]:
        """A seat presses; the grab arrives half a round trip later unless said otherwise."""
        if number is None:
            number = self.numbers[seat]
            self.numbers[seat] += 1
        at = self.t0 + (r + self.round_trips[seat] / 2 if arrival is None else arrival)
        return self.hear(Grab(at, seat, number, self.reveal_number if reveal is None else reveal, piece, r))

    def wait(self, until: float) -> list[AnyRuling]:
        """Time goes by."""
        return self.hear(Tick(self.t0 + until))

    def leave(self, seat: int, at: float) -> list[AnyRuling]:
        """A line is gone."""
        return self.hear(Leave(self.t0 + at, seat))

    def come_back(self, seat: int, at: float) -> list[AnyRuling]:
        """A seat is there again."""
        return self.hear(Return(self.t0 + at, seat))

    def close(self, at: float) -> list[AnyRuling]:
        """Grabbing ends."""
        return self.hear(Close(self.t0 + at, self.reveal_number))

    def verdicts(self) -> list[Verdict]:
        """All verdicts so far."""
        return [ruling for ruling in self.rulings if isinstance(ruling, Verdict)]

    def won(self) -> dict[int, int]:
        """Who won which piece of any reveal."""
        return {verdict.piece: verdict.winner for verdict in self.verdicts()}


def held(rulings: list[AnyRuling]) -> GrabHeld:
    """The one grab that is held."""
    (ruling,) = [ruling for ruling in rulings if isinstance(ruling, GrabHeld)]
    return ruling


def verdict(rulings: list[AnyRuling]) -> Verdict:
    """The one verdict."""
    (ruling,) = [ruling for ruling in rulings if isinstance(ruling, Verdict)]
    return ruling


def refused(rulings: list[AnyRuling]) -> tuple[str, str]:
    """The code and the words of the one refusal, which is all that was ruled."""
    (ruling,) = rulings
    assert isinstance(ruling, Refused)
    return ruling.code, ruling.why


def settled(rulings: list[AnyRuling]) -> RevealSettled:
    """The end of a reveal, which is all that was ruled."""
    (ruling,) = rulings
    assert isinstance(ruling, RevealSettled)
    return ruling
