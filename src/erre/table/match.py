"""The data of a live table other than its seats: its matches, what happened in them, and what was decided."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import msgspec

from erre.core import chance
from erre.core.game import Event, Move, Outcome, Played, Position
from erre.core.gamefile import MoveLine
from erre.race.receipts import Receipt
from erre.table.entries import Commit, Mover
from erre.table.seats import Chair

KEPT_ANSWERS = 256  # of each page
Foreseen = Mapping[int, Played]  # by index of the entry: its result


class Happened(msgspec.Struct, frozen=True):
    """An update with nothing hidden: what the game did."""

    number: int
    at: int
    seat: int | None
    move: str | None
    by: Mover | None  # None: nobody, or the clock
    events: list[Event]
    position: Position


class Spoken(msgspec.Struct, frozen=True):
    """A line of chat with its speaker's name."""

    at: int
    name: str
    text: str
    person: str = ""  # who said it; never sent


@dataclass
class Effects:
    """What a commit brought about and has to be broadcast."""

    updates: list[Happened] = field(default_factory=list)
    spoken: list[Spoken] = field(default_factory=list)
    receipts: list[Receipt] = field(default_factory=list)


@dataclass
class Match:
    """One whole game at this table, running or over; a rematch is another one."""

    number: int  # 0 for the first game on this link
    key: bytes
    salt: bytes
    started: int
    players: list[str]
    seated: list[Chair]  # the chairs as they were when it began
    position: Position
    record: str  # the id of its record
    rules: int  # the version of the rules when it began
    given: dict[str, Any] | None = None  # the position it began with, if it was not dealt from its key
    first: int = 0  # the update that began it
    moves: list[MoveLine] = field(default_factory=list)
    owed: dict[int, int] = field(default_factory=dict)  # by seat that play waits for: since when
    moved: dict[int, int] = field(default_factory=dict)  # by seat: the last update it made
    receipts: list[Receipt] = field(default_factory=list)
    phase: str = ""
    phase_since: int = 0
    reveal: int = -1  # the update that opened the phase
    pause: int = 0  # milliseconds: how long the last reveal waits until clients have shown what came before it
    held: dict[str, set[int]] = field(default_factory=dict)  # by person: the seats whose secrets they have seen
    left: list[int] = field(default_factory=list)  # seats whose players have left, the first one first
    bids: list[tuple[list[int | None], list[int]]] = field(default_factory=list)  # where the game has bids
    outcome: Outcome | None = None
    intermission: int | None = None  # since when bots and clocks wait for people to be ready
    ready: set[str] = field(default_factory=set)  # the persons who are
    signal: int | None = None  # the seat of the person whose signal the last reveal waits for

    @property
    def is_provable(self) -> bool:
        """Whether it was dealt from its key, and not from a given position."""
        return self.given is None

    @property
    def commitment(self) -> str:
        """The hash that was published before the first card."""
        return chance.commitment(self.key, self.salt)

    def wait(self, mover: int | None, at: int) -> None:
        """Note since when play waits for each seat; for the seat that has just moved, since now."""
        waiting = self.position.turn
        self.owed = {seat: at if seat == mover else self.owed.get(seat, at) for seat in waiting}


@dataclass
class Answers:
    """Which requests of one page were carried out, and the update each made."""

    given: OrderedDict[int, int | None] = field(default_factory=OrderedDict)
    floor: int = -1  # requests up to this number are too old to be recognised

    def add(self, n: int, number: int | None) -> None:
        """Note that a request was carried out."""
        self.given[n] = number
        if len(self.given) > KEPT_ANSWERS:
            oldest, _ = self.given.popitem(last=False)
            self.floor = max(self.floor, oldest)


@dataclass(frozen=True)
class Decision:
    """A commit to be written, with the move in it that was parsed and checked when it was decided."""

    commit: Commit
    move: Move | None = None
