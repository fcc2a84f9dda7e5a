"""The games, by name."""

from __future__ import annotations

from importlib import import_module

from erre.core.errors import NoGame
from erre.core.game import AnyGame

# Modules are imported when a game is asked for: its kernels take a moment to load.
REGISTRY = {
    "rurare": "erre.games.rurare",
    "rage": "erre.games.rage",
    "rok": "erre.games.rok",
    "rummy": "erre.games.rummy",
}


def game(name: str) -> AnyGame:
    """The game of that name."""
    if name.lower() not in REGISTRY:
        raise NoGame(f"there is no game {name!r} here; there is {', '.join(REGISTRY)}")
    found: AnyGame = import_module(REGISTRY[name.lower()]).GAME
    return found


def all_games() -> list[AnyGame]:
    """Every game."""
    return [game(name) for name in REGISTRY]


def usual_seats(one: AnyGame) -> int:
    """How many play where nobody says: four, or as many as the game has."""
    return min(4, one.most_seats)
