"""What a game played in real time declares, so that a judge and a live table can run its races.

In a race, all seats grab at the same time. It begins with a reveal: pieces are shown to everybody at the same instant,
and the fastest reaction takes a piece. The base class `RaceRules` describes a game without races; a game that has races
overrides it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from erre.core.errors import BadNotation

Path = list[tuple[float, float]]  # the places of one piece, step by step


class RaceRules:
    """A game without races: nothing begins one, and nothing can be grabbed."""

    least_lead: float = 0.0  # milliseconds between the announcement of a reveal and the instant it is shown
    longest_lead: float = 0.0

    def begins(self, event: Any) -> bool:
        """Whether an event reveals pieces, so that a race begins."""
        return False

    def pause_before(self, events: Sequence[Any]) -> int:
        """Milliseconds that clients need to show what happened before the last reveal among some events."""
        return 0

    def pause_between(self, events: Sequence[Any]) -> int:
        """Milliseconds that clients need to show all reveals but the last among some events."""
        return 0

    def signaller(self, view: Any) -> int | None:
        """The seat that gives the signal for a reveal, from a spectator's view; None where nobody does."""
        return None

    def grabbable(self, view: Any) -> list[str]:
        """The pieces that can be grabbed, as a spectator's view shows them."""
        return []

    def parse_piece(self, text: str) -> int:
        """The number of a piece, from its text."""
        raise BadNotation("there is nothing to grab in this game")

    def format_piece(self, piece: int) -> str:
        """The text of a piece, from its number."""
        raise BadNotation("there is nothing to grab in this game")

    def revealed(self, events: Sequence[Any]) -> list[Any]:
        """The pieces of the last reveal among some events; they stay covered until the instant they are shown."""
        return []

    def covered_view(self, view: Any, revealed: Sequence[Any]) -> Any:
        """A view in which these pieces show no face."""
        return view

    def covered_event(self, event: Any, revealed: Sequence[Any]) -> Any:
        """An event in which these pieces show no face."""
        return event

    def flight(self, s: Any) -> list[Path]:
        """Let a state go on by itself; how the pieces of its reveal move. For pictures only."""
        return []

    def glide(self, s: Any, seat: int, move: Any) -> Path:
        """How a move of a seat slides a piece; no points where it slides none. For pictures only."""
        return []


NO_RACE = RaceRules()
