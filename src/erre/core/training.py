"""What is to be learned: a game as features and actions, and the tables at which it is played.

A game whose bots have a network brings a module `training` with its `TASK`; `erre train` finds it there. A game with
too many moves for that may bring a `Fitting` instead: a value of some choices, fitted to games that were played.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple

from erre.core.encoding import Encoding, Field, first_waiting_template
from erre.core.engine import bind
from erre.core.game import AnyGame
from erre.core.record import IntArray


@dataclass(frozen=True)
class Table:
    """Seats and options to train with, and how often."""

    seats: int
    options: Mapping[str, Any]
    weight: float


@dataclass(frozen=True)
class Task:
    """A game for the trainer."""

    game: AnyGame
    kernels: Any  # the module with its features and actions
    tables: tuple[Table, ...]
    ends_with_reward: bool  # decisions before a scoring do not affect what follows it
    rivalry: float  # how much of the others' mean counts against one's own points
    scale: float  # points that make a reward of 1; where rounds are given, the chance to end ahead that does
    steps: int  # decisions of each seat in a game, about
    rounds: int = 0  # scorings of a game; if given, chances to end ahead of the others count, not points
    spread: float = 0.0  # points by which two seats differ after a round, as a standard deviation

    @cached_property
    def encoding(self) -> Encoding:
        """Observations that list the features that are true, those for the critic last; it serves all seat counts."""
        kernels, game = self.kernels, self.game
        return Encoding(
            game=game,
            seats=game.most_seats,
            fields=(
                Field("features", kernels.MOST_FEATURES, "true facts"),
                Field("hidden", kernels.MOST_HIDDEN, "facts that only the critic sees"),
            ),
            actions=kernels.ACTIONS,
            observe=kernels.observe,
            offer=kernels.offer,
            take=kernels.take,
            next_seat=bind(first_waiting_template, f"{game.name}_training", acting=game.kernels.acting),
            action_name=str,
        )


class Notes(NamedTuple):
    """What was noted in some games; arrays with a row for every note."""

    inputs: Any  # what describes a choice to the network
    targets: Any  # what came of it, by output
    games: Any  # the number of the game


@dataclass(frozen=True)
class Fitting:
    """A game whose bots have a small value, fitted to what came of their choices; without torch."""

    game: AnyGame
    sizes: tuple[int, ...]  # of the layers, the inputs first
    outputs: tuple[str, ...]  # their names; the last one is a chance
    play: Callable[[int, int, int], Notes]  # seed, first game, number of games
    whole_numbers: Callable[[Any], IntArray]  # the weights as kernels read them, from those of every layer
    games: int  # by default
    block: int = 500  # games between two lines of the log
    epochs: int = 25
