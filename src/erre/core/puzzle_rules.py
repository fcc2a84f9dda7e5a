"""Puzzles that a game declares: positions in which the best turn is hard to find."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from erre.core.errors import BadOptions


class PuzzleRules:
    """A game without puzzles. A game that has some overrides it."""

    has_puzzles: bool = False
    seats: int = 2  # of the games in which new puzzles are searched
    options: Mapping[str, Any] = {}  # of those games

    def shipped(self) -> list[dict[str, Any]]:
        """The positions that everybody gets, as JSON, the easiest first."""
        return []

    def is_puzzle(self, position: Any) -> bool:
        """Whether a position is worth being one."""
        return False

    def best(self, position: Any) -> str:
        """The best turn, in notation."""
        raise BadOptions("this game has no puzzles")

    def turn(self, draft: str) -> str:
        """The turn that a draft makes, in notation."""
        raise BadOptions("this game has no puzzles")

    def worth(self, position: Any, turn: str) -> int:
        """How much a turn achieves; what `best` achieves is the goal."""
        return 0


NO_PUZZLES = PuzzleRules()
