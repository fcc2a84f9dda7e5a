"""Rummy puzzles: positions in which the table must be rearranged to lay as many tiles as can be laid.

The solver says how many that are.
"""

from __future__ import annotations

import json
from importlib.resources import files
from typing import Any

from erre.core.game import Position
from erre.core.puzzle_rules import PuzzleRules


class RummyPuzzles(PuzzleRules):
    """A turn is worth the tiles that it takes from the rack."""

    has_puzzles = True
    options = {"hands": 1}  # noqa: RUF012

    def shipped(self) -> list[dict[str, Any]]:
        text = files("erre.games.rummy").joinpath("puzzles.json").read_text("utf-8")
        positions: list[dict[str, Any]] = json.loads(text)
        return positions

    def is_puzzle(self, position: Position) -> bool:
        """Whether the best lay takes two tiles or more, and a meld on the table must be taken apart for it."""
        if position.outcome is not None or len(position.turn) != 1:
            return False
        view: Any = position.view(position.turn[0])
        if not view.opened[position.turn[0]] or len(view.table) < 2:
            return False
        lay = self.best(position)
        if self.worth(position, lay) < 2:
            return False
        after = [{without_joker(tile) for tile in meld.split()} for meld in lay.replace("[", "").split("]")[:-1]]
        return any(not any({without_joker(tile) for tile in meld} <= other for other in after) for meld in view.table)

    def best(self, position: Position) -> str:
        """The lay that takes most tiles from the rack, and of those the one that changes the fewest melds."""
        lays = [position.game.format_move(move) for move in position.legal(position.turn[0])]
        return next((move for move in lays if move.startswith("lay")), "")

    def turn(self, draft: str) -> str:
        return f"lay {draft}"

    def worth(self, position: Position, turn: str) -> int:
        view: Any = position.view(position.turn[0])
        return len(turn.replace("[", " ").replace("]", " ").split()) - 1 - sum(map(len, view.table)) if turn else 0


def without_joker(tile: str) -> str:
    """A tile without what a joker stands for, and without the word of the move."""
    return tile.partition("=")[0]
