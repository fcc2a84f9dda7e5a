"""Bots: a move from a view, never from the truth."""

from __future__ import annotations

from erre.core.errors import BadOptions
from erre.core.game import AnyGame

RANDOM, GREEDY, PATIENT = 0, 1, 2
BOTS = {"random": RANDOM, "greedy": GREEDY, "patient": PATIENT}
BOT_HELP = {
    "random": "any legal move, each equally likely",
    "greedy": "sensible and quick: takes what counts most now",
    "patient": "Rummy alone: keeps its jokers until they finish the hand or somebody else is about to",
}
MORE_BOTS = {"rummy": ("patient",)}  # besides random and greedy, which every game has


def bots_for(game: AnyGame) -> list[str]:
    """The bots that play a game."""
    return ["random", "greedy", *MORE_BOTS.get(game.name, ())]


def bot_number(game: AnyGame, name: str) -> int:
    """The number of a bot, as kernels know it."""
    if name.strip().lower() not in bots_for(game):
        raise BadOptions(f"{game.title} has no bot {name!r}; it has {', '.join(bots_for(game))}")
    return BOTS[name.strip().lower()]


def bot_numbers(game: AnyGame, seats: int, names: str) -> list[int]:
    """One bot for every seat, from names with commas between them; a single name serves all."""
    numbers = [bot_number(game, name) for name in names.split(",")]
    if len(numbers) == 1:
        numbers *= seats
    if len(numbers) != seats:
        raise BadOptions(f"{len(numbers)} bots for {seats} seats of {game.title}: name one for each, or one for all")
    return numbers
