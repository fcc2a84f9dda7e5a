"""Wire types for replays: a finished game step by step, where points were lost, and playing on from there."""

from __future__ import annotations

from typing import Any

import msgspec

from erre.core.game import Outcome
from erre.lab.analyse import Decision
from erre.table.table_info import GameData, SeatView


class ReplayStep(msgspec.Struct, frozen=True):
    """A point of a replay: the move that led there, what happened, and what is seen now."""

    number: int  # of the move; 0 before the first
    at: int  # milliseconds since the start
    seat: int | None
    move: str | None  # None where these eyes may not know it
    part: int  # the round, hand or turn it belongs to
    events: list[GameData]  # as these eyes may know them
    eyes: list[SeatView]


class Replay(msgspec.Struct, frozen=True):
    """A finished game through one pair of eyes, a spectator's, or all of them."""

    id: str
    game: str
    options: dict[str, Any]
    players: list[str]
    started: str
    outcome: Outcome | None
    commitment: str
    given: bool  # it began at a given position: its first deal is not proven
    kept: bool  # a game of this server; otherwise an uploaded file, which is kept only for a while
    steps: list[ReplayStep]


class Brought(msgspec.Struct, frozen=True):
    """An uploaded record file, and the address of its replay."""

    id: str
    path: str


class PlayOn(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A request to continue from a point of a replay on one seat, against bots of a level."""

    at: int
    seat: int
    level: str


class SeatLoss(msgspec.Struct, frozen=True):
    """How much a seat gave away."""

    seat: int
    decisions: int  # in which there was a choice
    agreed: int  # those in which the bot would have done the same
    cost: float
    worst: list[Decision]
    best: Decision | None = None


class Losses(msgspec.Struct, frozen=True):
    """Where points were lost, by a strong bot's estimates; `seats` is empty until all decisions are analysed."""

    level: str
    done: int
    total: int
    seats: list[SeatLoss]
    failed: str = ""
