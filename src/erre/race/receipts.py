"""Receipts: who got a piece and why, for everybody to see."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

import msgspec

Rule = Literal["alone", "first", "tie"]


class Press(msgspec.Struct, frozen=True):
    """One press on a piece, in milliseconds since the reveal was to be painted."""

    seat: int
    stamp: float  # the reaction that the client measured
    arrival: float  # when the server had it
    credit: float  # the credit for the seat's latency
    counted: float  # the reaction that counts


class Receipt(msgspec.Struct, frozen=True):
    """How one piece was decided."""

    reveal: int
    piece: int = msgspec.field(name="rune")  # its number; clients and logs call it so
    winner: int
    rule: Rule
    presses: list[Press]  # by the reaction that counts, the quickest first
    false_starts: list[Press]  # the first one of each seat, by seat
    tied: list[int]  # the seats between which the marker decided
    marker: int  # the seat that held the marker
    held: float  # from the first arrival to the verdict
    cut_short: bool  # whether somebody could still have won when the longest hold was over
    words: str = ""

    @property
    def is_contested(self) -> bool:
        """Whether more than one seat pressed."""
        return len(self.presses) > 1


def format_receipt(receipt: Receipt, names: Sequence[str] = ()) -> str:
    """The receipt in one line; a seat without a name goes by its number."""
    doubts = [press for press in receipt.presses if has_overclaimed(press, receipt)]
    return "; ".join([verdict_words(receipt, names), *(doubt_words(press, names) for press in doubts)])


def verdict_words(receipt: Receipt, names: Sequence[str]) -> str:
    """Who took the piece, and why."""
    won, first = name_of(receipt.winner, names), receipt.presses[0]
    took = f"{won} took piece {receipt.piece}"
    match receipt.rule:
        case "alone":
            return f"{took}: pressed at {first.counted:.0f} ms, alone"
        case "first":
            second = receipt.presses[1]
            gap = second.counted - first.counted
            return f"{took}: pressed at {first.counted:.0f} ms, {gap:.0f} ms before {name_of(second.seat, names)}"
        case "tie":
            gap = receipt.presses[len(receipt.tied) - 1].counted - first.counted
            tied = " and ".join(name_of(seat, names) for seat in receipt.tied)
            return f"{tied} pressed {gap:.0f} ms apart; the marker lay with {name_of(receipt.marker, names)}, so {took}"


def has_overclaimed(press: Press, receipt: Receipt) -> bool:
    """Whether a loser's own stamp, if it could be believed, was quicker than the winner's reaction."""
    winner = next(other for other in receipt.presses if other.seat == receipt.winner)
    return press.seat != receipt.winner and press.stamp < min(press.counted, winner.counted)


def doubt_words(press: Press, names: Sequence[str]) -> str:
    """Why a stamp was not believed."""
    said, least = f"{press.stamp:.0f} ms", f"{press.counted:.0f} ms"
    return f"{name_of(press.seat, names)} stamped {said}, but its connection allows no less than {least}"


def name_of(seat: int, names: Sequence[str]) -> str:
    """The name of a seat, or its number."""
    return names[seat] if seat < len(names) else f"seat {seat}"
