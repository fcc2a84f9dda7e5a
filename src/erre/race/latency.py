"""Measured latency: what the server itself knows about the connection of each seat, and the credit it grants."""

from __future__ import annotations

import math
from collections import deque
from collections.abc import Iterable
from dataclasses import dataclass, field

import msgspec

from erre.race.grabs import BadPing

LONGEST_ROUND_TRIP = 30_000.0  # by then the server has dropped a silent client
SAMPLES = 64  # more than come in half a minute; a bound against floods


class GrabSettings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Every number of the judge, in milliseconds unless it is a share."""

    window: float = 30_000.0  # how long a ping counts
    lead_share: float = 0.6  # of a slow round trip: the way of the reveal to the client
    lead_margin: float = 50.0
    least_lead: float = 120.0
    most_lead: float = 400.0
    # Half of the best round trip, and a twentieth against trembling. Which way is the longer one does not matter: a
    # client sets its clock by the middle of a round trip, so it paints as much earlier as its grab takes longer.
    # A larger share holds pieces longer and gives more to a cheat with high latency.
    credit_share: float = 0.55
    credit_margin: float = 25.0  # up to a frame until the reveal is painted, and jitter
    most_credit: float = 180.0
    fastest: float = 100.0  # nobody sees and presses in less
    press_gap: float = 0.0  # between two presses of one hand, which has to travel
    block: float = 250.0  # how long a false start keeps a hand off the piece
    longest_hold: float = 250.0  # from the first grab of a piece to its verdict
    tie: float = 15.0  # closer than this, the marker decides
    lag: float = 50.0  # how far behind the latest time something may be heard that waited in a queue
    foresight: float = 250.0  # how far a stamp may lie ahead of its arrival: coarse and drifting clocks


@dataclass
class Latency:
    """The round trips of one seat."""

    samples: deque[tuple[float, float]] = field(default_factory=lambda: deque(maxlen=SAMPLES))

    def measure(self, at: float, rtt: float) -> None:
        """Point 1: every pong measures the round trip."""
        if not 0.0 <= rtt <= LONGEST_ROUND_TRIP:
            raise BadPing(f"a round trip of {rtt:g} ms cannot be")
        self.samples.append((at, rtt))

    def recent(self, since: float) -> list[float]:
        """The round trips measured since then, else the last one; 0 for a seat never measured, such as a bot's."""
        if not self.samples:
            return [0.0]
        return [rtt for at, rtt in self.samples if at >= since] or [self.samples[-1][1]]


def best_round_trip(round_trips: list[float]) -> float:
    """The shortest round trip: the connection without queueing."""
    return min(round_trips)


def slow_round_trip(round_trips: list[float]) -> float:
    """The 95th percentile, by nearest rank."""
    return sorted(round_trips)[math.ceil(0.95 * len(round_trips)) - 1]


def lead(settings: GrabSettings, slow_round_trips: Iterable[float]) -> float:
    """Point 2: a reveal is painted so far ahead that it can reach every seat before."""
    needed = max((settings.lead_share * rtt + settings.lead_margin for rtt in slow_round_trips), default=0.0)
    return min(max(needed, settings.least_lead), settings.most_lead)


def credit(settings: GrabSettings, best_rtt: float) -> float:
    """Point 4: how much the connection can have delayed a grab, by the server's own measurement."""
    return min(settings.most_credit, settings.credit_share * best_rtt + settings.credit_margin)


def counted_reaction(r: float, arrival: float, allowed: float) -> float:
    """Point 4: the claimed reaction counts, but never less than its arrival after T0 minus the credit."""
    return max(r, arrival - allowed)
