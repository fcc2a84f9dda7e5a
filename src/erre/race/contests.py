"""The contest for one piece: who pressed, who may still win it, when it is decided and for whom."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from msgspec.structs import replace

from erre.race.grabs import Blocked, FalseStart
from erre.race.latency import GrabSettings
from erre.race.receipts import Press, Receipt, Rule, format_receipt


@dataclass
class Contest:
    """A piece of a reveal, from its first press to its verdict."""

    reveal: int
    piece: int
    t0: float
    claims: dict[int, Press] = field(default_factory=dict)  # by seat
    credits: list[float] = field(default_factory=list)  # of all seats, as measured when the first claim arrived
    false_starts: dict[int, Press] = field(default_factory=dict)  # the first one of each seat
    blocked: dict[int, float] = field(default_factory=dict)  # by seat: the reaction from which it may press again
    decided: float | None = None  # when the verdict was spoken

    @property
    def is_open(self) -> bool:
        """Whether it is claimed and not yet decided."""
        return bool(self.claims) and self.decided is None

    def claim(self, press: Press, credits: list[float]) -> None:
        """A press counts, with the credits that count for this piece."""
        self.credits = credits
        self.claims[press.seat] = press

    def check_start(self, settings: GrabSettings, press: Press) -> None:
        """Point 5: a false start is refused and keeps the hand off this piece for a while."""
        if is_false_start(settings, press):
            self.false_starts.setdefault(press.seat, press)
            self.blocked[press.seat] = max(press.counted, 0.0) + settings.block
            raise FalseStart(
                f"false start: pressed at {earliest(press):.0f} ms, under {settings.fastest:.0f} ms after the reveal; "
                f"piece {self.piece} is closed to you for {settings.block:.0f} ms"
            )
        free = self.blocked.get(press.seat, -math.inf)
        if press.counted < free:
            wait = free - press.counted
            raise Blocked(f"after your false start piece {self.piece} stays closed to you for {wait:.0f} ms more")

    def leader(self) -> Press:
        """The quickest claim so far; equal ones by seat, which the marker then overrules."""
        return min(self.claims.values(), key=lambda press: (press.counted, press.seat))

    def hopes(self, settings: GrabSettings, seat: int, pressed: float) -> bool:
        """Whether a seat that is free to press, and last pressed at `pressed`, may still win or tie."""
        soonest = max(pressed, self.blocked.get(seat, -math.inf))
        return seat not in self.claims and soonest < self.leader().counted + settings.tie

    def holds_until(self, rivals: Iterable[int]) -> float:
        """Point 6: until then a grab that beats the leader may still arrive from one of the silent rivals."""
        return max((self.t0 + self.leader().counted + self.credits[seat] for seat in rivals), default=-math.inf)

    def deadline(self, settings: GrabSettings, rivals: Iterable[int]) -> float:
        """Point 6: when it is decided, at most the longest hold after the first arrival."""
        return min(self.holds_until(rivals), self.first_arrival() + settings.longest_hold)

    def first_arrival(self) -> float:
        """When the first claim reached the server."""
        return self.t0 + min(press.arrival for press in self.claims.values())

    def decide(self, settings: GrabSettings, at: float, marker: int, seats: int, cut_short: bool) -> Receipt:
        """Points 7 and 8: the quickest wins, the marker decides a tie; the receipt says why."""
        self.decided = at
        presses = sorted(self.claims.values(), key=lambda press: (press.counted, press.seat))
        tied = [press.seat for press in presses if press.counted - presses[0].counted < settings.tie]
        rule: Rule = "alone" if len(presses) == 1 else "first" if len(tied) == 1 else "tie"
        receipt = Receipt(
            self.reveal,
            self.piece,
            winner=first_from(marker, tied, seats),
            rule=rule,
            presses=presses,
            false_starts=[self.false_starts[seat] for seat in sorted(self.false_starts)],
            tied=tied if rule == "tie" else [],
            marker=marker,
            held=at - self.first_arrival(),
            cut_short=cut_short,
        )
        return replace(receipt, words=format_receipt(receipt))


def is_false_start(settings: GrabSettings, press: Press) -> bool:
    """Point 5: nobody reacts so fast."""
    return earliest(press) < settings.fastest


def earliest(press: Press) -> float:
    """When the press must have been: by its own word before the reveal, or no later than its arrival."""
    return press.stamp if press.stamp < 0.0 else min(press.counted, press.arrival)


def first_from(marker: int, tied: Sequence[int], seats: int) -> int:
    """Point 7: of the seats that tie, the first one round the table from the marker, its holder included."""
    return min(tied, key=lambda seat: (seat - marker) % seats)
