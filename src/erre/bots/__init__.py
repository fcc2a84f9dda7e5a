"""Bots choose a move from a view and never see hidden information. `erre.bots.roster` creates them."""

from __future__ import annotations

from functools import cache
from typing import Any

from erre.bots.contract import LEVELS
from erre.core.companions import companion, exists
from erre.core.errors import BadOptions, quote
from erre.core.game import AnyGame

# The numbers of bots, as kernels know them.
RANDOM, GREEDY = 0, 1
OWN = 2  # the game's own quick bot
BEGINNER, CASUAL, SOLID, STRONG, CHAMPION = 3, 4, 5, 6, 7
# The levels of version 0.1, kept to judge others by.
BEGINNER_0_1, CASUAL_0_1, SOLID_0_1, STRONG_0_1, CHAMPION_0_1 = 8, 9, 10, 11, 12
BOTS = {
    "random": RANDOM,
    "greedy": GREEDY,
    "beginner": BEGINNER,
    "casual": CASUAL,
    "solid": SOLID,
    "strong": STRONG,
    "champion": CHAMPION,
    "beginner-0.1": BEGINNER_0_1,
    "casual-0.1": CASUAL_0_1,
    "solid-0.1": SOLID_0_1,
    "strong-0.1": STRONG_0_1,
    "champion-0.1": CHAMPION_0_1,
}
EARLIER = "-0.1"  # ends the name of a level as it played in version 0.1
BOT_HELP = {
    "random": "any legal move, each equally likely",
    "greedy": "quick and sensible: takes whatever scores most now",
    "beginner": "knows the rules and makes the mistakes of a first evening",
    "casual": "plays along and overlooks things",
    "solid": "plays well without looking far ahead",
    "strong": "thinks ahead; hard to beat",
    "champion": "the best this program can do in a third of a second per move",
}


@cache
def brain(game: AnyGame) -> Any:
    """The module with a game's bots; a plain one for a game that brings none (`erre.bots.plain`).

    For kernels it has `choose(s, seat, bot, luck, moves, count)`; or `act` (see `arena.act`) with the workspace WORK,
    and `move(s, seat, bot, luck)` where moves are not numbers. One with the five levels has `advise(view, level,
    budget, luck)`, and its `act` plays them too. OWN_BOTS names a quick bot of its own (OWN) and says how it plays.
    A game of another package keeps it as `bots` next to the game.
    """
    module = companion(game, "bots")
    if module is not None:
        return module
    if exists(f"{__name__}.{game.name}"):
        from importlib import import_module

        return import_module(f"{__name__}.{game.name}")
    from erre.bots.plain import PlainBrain

    return PlainBrain(game)


def has_levels(game: AnyGame) -> bool:
    """Whether a game's bots come in five levels."""
    return hasattr(brain(game), "advise")


def own_bots(game: AnyGame) -> dict[str, str]:
    """The quick bot that a game has besides random and greedy, if it has one, and how it plays."""
    found: dict[str, str] = getattr(brain(game), "OWN_BOTS", {})
    return found


def earlier_bots(game: AnyGame) -> dict[str, int]:
    """The levels of version 0.1 with their numbers: they can be named, and are offered to nobody.

    A game whose levels have changed since then keeps the old ones (KEEPS_EARLIER); elsewhere they are those of today.
    """
    if not has_levels(game):
        return {}
    keeps = getattr(brain(game), "KEEPS_EARLIER", False)
    return {level + EARLIER: BOTS[level + EARLIER if keeps else level] for level in LEVELS}


def bots_for(game: AnyGame) -> dict[str, int]:
    """The built-in bots of a game that are offered, the simplest first, with their numbers."""
    names = ["random", "greedy", *own_bots(game), *(LEVELS if has_levels(game) else ())]
    return {name: BOTS.get(name, OWN) for name in names}


def help_of(game: AnyGame, name: str) -> str:
    """How a built-in bot plays; a game may have its own words for a level (LEVEL_HELP)."""
    own: dict[str, str] = getattr(brain(game), "LEVEL_HELP", {})
    if name.endswith(EARLIER):
        return f"the {name.removesuffix(EARLIER)} bot of version 0.1"
    return {**BOT_HELP, **own, **own_bots(game)}[name]


def numbers_of(game: AnyGame) -> dict[str, int]:
    """Every built-in bot of a game with its number, those of version 0.1 included."""
    return {**bots_for(game), **earlier_bots(game)}


def bot_number(game: AnyGame, name: object) -> int:
    """The number of a bot, as kernels know it."""
    numbers, given = numbers_of(game), name if isinstance(name, str) else ""
    if given.strip().lower() not in numbers:
        raise BadOptions(f"{game.title} has no bot {quote(name)}; it has {', '.join(bots_for(game))}")
    return numbers[given.strip().lower()]


def level_of(number: int) -> str:
    """The level with a number, as a game's `advise` knows it."""
    return next(name for name, one in BOTS.items() if one == number)
