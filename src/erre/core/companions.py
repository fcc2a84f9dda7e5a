"""Optional modules that belong to a game: its bots, its terminal screen, its encoding for learners and so on.

They are found by name in two places: in the game's own package (`erre.games.<game>.screen`, or
`erre_goofspiel.screen` for a game of another package), and, for Erre's own games, among their bots
(`erre.bots.<game>.encoding`). Modules that need more than the rules live there. A game without such a module gets the
plain version.
"""

from __future__ import annotations

from functools import cache
from importlib import import_module
from importlib.util import find_spec
from typing import Any

from erre.core.game import AnyGame

BOTS = "erre.bots"


@cache
def companion(game: AnyGame, name: str) -> Any | None:
    """The module of that name that a game brings; None if it brings none."""
    for path in (f"{game.package}.{name}", f"{BOTS}.{game.name}.{name}"):
        if exists(path):
            return import_module(path)
    return None


def exists(path: str) -> bool:
    """Whether there is such a module; an error inside it is not hidden."""
    parent, _, _ = path.rpartition(".")
    try:
        return find_spec(parent) is not None and find_spec(path) is not None
    except ModuleNotFoundError:
        return False
