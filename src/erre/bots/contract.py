"""The interface of a bot: it receives a view and a budget and returns advice; it never sees hidden information."""

from __future__ import annotations

from typing import Protocol

import msgspec

from erre.core.game import AnyGame, Move, View

LEVELS = ("beginner", "casual", "solid", "strong", "champion")  # from the gentlest to the best


class Budget(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """How long a bot may think: by the clock, or by a number of playouts, which makes its answer reproducible."""

    milliseconds: int | None = None
    playouts: int | None = None


class Choice(msgspec.Struct, frozen=True):
    """One move a bot weighed."""

    move: str  # in the game's notation
    value: float  # points, or whatever the reason's sentence names, that it expects
    share: float  # of its thinking, or the chance with which it would play it


class Advice(msgspec.Struct, frozen=True):
    """What a bot would do, and why."""

    move: Move
    reason: str  # the name of a sentence, game.sentence; clients have it in every language
    numbers: dict[str, float | str]  # what the sentence speaks of
    why: str  # the same in English: "bid 3: 41 % exact, expected +5.2"
    choices: list[Choice]  # the best first
    playouts: int = 0


class Bot(Protocol):
    """A player that is a program."""

    game: AnyGame
    name: str

    def advise(self, view: View, budget: Budget | None = None) -> Advice:
        """Its move with the reason; without a budget, what its level usually takes."""
        ...

    def move(self, view: View) -> Move:
        """Its move without a reason."""
        ...
