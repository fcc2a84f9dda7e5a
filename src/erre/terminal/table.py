"""The table in a terminal as a game's own module sees it, where a phase is not played in turn."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol

from rich.console import Console

from erre.core.game import AnyGame, Event, Move, Played, Position, View
from erre.core.gamefile import GameFile


class Stopped(Exception):
    """The player left the table."""


class TableBot(Protocol):
    """A bot at a table, as far as such a module needs it."""

    name: str

    def move(self, view: View) -> Move:
        """The bot's move, chosen from what its seat sees."""
        ...


class Table(Protocol):
    """A person at seat 0, bots at the others."""

    game: AnyGame
    file: GameFile
    console: Console
    names: list[str]

    @property
    def bots(self) -> Sequence[TableBot | None]:
        """The bot of each seat; None for the person."""
        ...

    def now(self) -> int:
        """Milliseconds since the game began."""
        ...

    def play(self, position: Position, seat: int, move: str, at: int) -> Played:
        """Make a move at a moment, and keep the game."""
        ...

    def ask(self, position: Position) -> str:
        """Ask the player for a move."""
        ...

    def tell(self, position: Position, events: list[Event]) -> None:
        """Print what happened, as seat 0 may know it."""

    def wait(self) -> None:
        """Pause so that the player can read what happened."""


class OwnPhases(Protocol):
    """What a game's module `terminal` offers as `PHASES`: it plays some phases in its own way."""

    def __init__(self, table: Any) -> None: ...

    def sit_down(self, position: Position) -> None:
        """Called when the player begins or resumes at this position."""

    def plays(self, position: Position) -> bool:
        """Whether the phase is one of those."""
        ...

    def one_move(self, position: Position) -> Position:
        """Play one move of such a phase."""
        ...
