"""Subgames: parts of a game that are small enough to be solved exactly, without repeating any rule.

A subgame is a list of worlds, each a state of the game with its probability, and a test for the end. The game's own
kernels do everything in between. A game provides its small version in a module `small` (see `erre.core.companions`),
with a type `Settings` and a function `subgame(settings, options)`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

import msgspec
import numpy as np
import numpy.typing as npt

from erre.core.companions import companion
from erre.core.errors import BadOptions
from erre.core.explain import explain
from erre.core.game import AnyGame
from erre.core.record import GameState


class World(NamedTuple):
    """One way in which a subgame may begin."""

    chance: float
    record: GameState


@dataclass(frozen=True)
class Subgame:
    """Where play may begin, and where it ends."""

    game: AnyGame
    seats: int
    title: str  # what it is, in a few words
    worlds: list[World]
    is_over: Callable[[Any], bool]  # asked between automatic steps, too
    is_public: Callable[[Any], bool]  # True where every seat knows everything, however it came about


def utilities(game: AnyGame, record: Any, seats: int) -> npt.NDArray[np.float64]:
    """What each seat got more than the others on average: the sum over all seats is zero."""
    points = np.array([game.kernels.scores(record, seat) for seat in range(seats)], np.float64)
    return np.asarray(points - (points.sum() - points) / (seats - 1))


def small_module(game: AnyGame) -> Any:
    """The module with the small version of a game; refused where it has none."""
    module = companion(game, "small")
    if module is None:
        raise BadOptions(f"{game.title} has no small version that could be solved")
    return module


def small_version(
    game: AnyGame, settings: Mapping[str, Any] | None = None, options: Mapping[str, Any] | None = None
) -> Subgame:
    """The small version of a game; refused where it has none, or not in this size."""
    module = small_module(game)
    try:
        read = msgspec.convert(dict(settings or {}), module.Settings)
    except msgspec.ValidationError as error:
        raise BadOptions(f"the small version of {game.title}: {explain(error, module.Settings)}") from None
    found: Subgame = module.subgame(read, game.read_options(options))
    return found
