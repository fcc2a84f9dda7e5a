"""The protocols of a live table's parts: requests, broadcasts, bots and races know these, not each other."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any, Protocol

from erre.server.clock import Clock
from erre.server.net.messages import Update
from erre.server.net.sessions import Session
from erre.server.tables.services import Services
from erre.table.match import Decision, Effects, Foreseen
from erre.table.requests import MakeGrab
from erre.table.table import Table
from erre.table.table_info import SeatView

Job = Callable[[], Awaitable[None]]


class Live(Protocol):
    """A table that people sit at."""

    table: Table
    sessions: set[Session]
    services: Services
    clock: Clock

    def put(self, job: Job) -> None:
        """Queue a job; the table does its jobs one by one, in order."""
        ...

    async def commit(self, decision: Decision, session: Session | None = None, before: bytes = b"") -> None:
        """Write, then answer the session that asked, then tell everybody; `before` is sent ahead of the update."""
        ...

    def owner(self) -> str:
        """The owner of the bots' thinking time."""
        ...

    def send_all(self, *messages: bytes) -> None:
        """Send the same messages to every session."""
        ...


class TableRace(Protocol):
    """The race at a live table; `NoRace` where the game has none."""

    is_race: bool  # latencies are measured often

    def follow(self) -> None:
        """Keep up with the table; a new reveal is shown to all."""
        ...

    def welcome(self, session: Session) -> None:
        """Show the present reveal to somebody who has just come."""
        ...

    async def prepare(self) -> None:
        """Get ready for a table that has just been opened."""
        ...

    async def foresee(self, decision: Decision, writing: Awaitable[None]) -> Foreseen:
        """What the game does in a decision, while it is being written."""
        ...

    def before_update(self, effects: Effects) -> bytes:
        """A message that goes to all ahead of the updates; empty where there is none."""
        ...

    def hides(self, number: int) -> bool:
        """Whether an update, or a later one, must not show the faces of the present reveal yet."""
        ...

    def covered(self, update: Update) -> Update:
        """An update without faces that are still hidden."""
        ...

    def covered_events(self, number: int, events: list[Any]) -> list[Any]:
        """The events of an update without faces that are still hidden."""
        ...

    def covered_views(self, views: list[SeatView]) -> list[SeatView]:
        """Views of the present position without faces that are still hidden."""
        ...

    def measure(self, session: Session, rtt: float) -> None:
        """A ping frame came back to a session after this many milliseconds."""
        ...

    def pings(self) -> dict[int, int] | None:
        """The round trip of each seat in milliseconds, where it matters."""
        ...

    def grab(self, session: Session, request: MakeGrab, arrived: float) -> None:
        """Take a person's grab; raises Refusal if it is impossible now."""
        ...

    async def bot_grabs(self, seat: int, level: str, move: str) -> bool:
        """A bot reaches for what its move takes, at the pace of its level; False where its move is no grab."""
        ...

    def level_of(self, level: str) -> str:
        """The level that a bot plays at now."""
        ...

    def is_on(self) -> bool:
        """Whether a race is on."""
        ...

    def close(self) -> None:
        """Stop all clocks of the race."""
        ...
