"""Rage: what a position says, as JSON."""

from __future__ import annotations

from typing import Literal

import msgspec

from erre.core.options import Number
from erre.core.positions import Written
from erre.games.rage.views import Line, Trick


class Position(Written, kw_only=True):
    """What a position of Rage says."""

    phase: Literal["bidding", "tricks", "over"]
    hands: list[list[str]]
    round: Number = 1
    dealer: Number | None = None  # None: the seat before the leader
    leader: Number | None = None  # None: the seat after the dealer
    turn: Number | list[Number] | msgspec.UnsetType | None = msgspec.UNSET
    bids: list[Number | None] | None = None
    tricks: list[Number] | None = None
    bonus: list[Number] | None = None
    totals: list[Number] | None = None
    correct: list[Number] | None = None
    trick: list[list[str] | str] = msgspec.field(default_factory=list)
    trump: str | None = None
    next_trump: str | None = None
    flip_pending: bool = False
    turned: list[str] | None = None
    stock: list[str] = msgspec.field(default_factory=list)  # top first
    stock_live: Number | None = None  # a remark: how many of them this round can still turn
    old_tricks: list[Trick] | None = None
    sheet: list[Line | None] = msgspec.field(default_factory=list)
