"""The interface of a game's module `predictions`, for bots that announce how likely something is."""

from __future__ import annotations

from typing import Any, Protocol

Prediction = tuple[float, bool]  # the chance that was given, and whether it came true


class Predictions(Protocol):
    """What a game's module `predictions` offers."""

    def playouts_of(self, bot: int) -> int:
        """How much a bot thinks about one where nobody says otherwise."""
        ...

    def play_match(self, bot: int, seats: int, options: Any, seed: int, number: int, playouts: int) -> list[Prediction]:
        """Every prediction of a match with the same bot at all seats; the same numbers give the same match."""
        ...
