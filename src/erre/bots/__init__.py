"""Bots: a move from a view, never from the truth. `erre.bots.roster` makes them."""

from __future__ import annotations

from importlib import import_module
from typing import Any

from erre.bots.contract import LEVELS
from erre.core.errors import BadOptions
from erre.core.game import AnyGame

RANDOM, GREEDY, PATIENT = 0, 1, 2
BEGINNER, CASUAL, SOLID, STRONG, CHAMPION = 3, 4, 5, 6, 7
BOTS = {
    "random": RANDOM,
    "greedy": GREEDY,
    "patient": PATIENT,
    "beginner": BEGINNER,
    "casual": CASUAL,
    "solid": SOLID,
    "strong": STRONG,
    "champion": CHAMPION,
}
BOT_HELP = {
    "random": "any legal move, each equally likely",
    "greedy": "sensible and quick: takes what counts most now",
    "patient": "keeps tiles as long as they open more, and lays them when all fit or somebody is about to go out",
    "beginner": "knows the rules, and makes the mistakes of a first evening",
    "casual": "plays along and overlooks things",
    "solid": "plays well without looking far ahead",
    "strong": "thinks ahead; hard to beat",
    "champion": "as well as this program can, in a third of a second for each move",
}
MORE_BOTS = {"rummy": ("patient",)}  # besides random and greedy, which every game has


def brain(game: AnyGame) -> Any:
    """The package with a game's bots.

    For kernels it has `choose(s, seat, bot, luck, moves, count)`; or `act` (see `arena.act`) with the workspace WORK,
    and `move(s, seat, bot, luck)` where moves are no numbers. A package that has the five levels has `advise(view,
    level, budget, luck)`, and its `act` plays them too.
    """
    return import_module(f"erre.bots.{game.name}")


def has_levels(game: AnyGame) -> bool:
    """Whether a game's bots come in five levels."""
    return hasattr(brain(game), "advise")


def bots_for(game: AnyGame) -> list[str]:
    """The bots of our own that play a game, the simplest first."""
    return ["random", "greedy", *MORE_BOTS.get(game.name, ()), *(LEVELS if has_levels(game) else ())]


def bot_number(game: AnyGame, name: str) -> int:
    """The number of a bot, as kernels know it."""
    if name.strip().lower() not in bots_for(game):
        raise BadOptions(f"{game.title} has no bot {name!r}; it has {', '.join(bots_for(game))}")
    return BOTS[name.strip().lower()]
