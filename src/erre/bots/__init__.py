"""Bots: a move from a view, never from the truth."""

from __future__ import annotations

from erre.core.errors import BadOptions
from erre.core.game import AnyGame

RANDOM, GREEDY = 0, 1
BOTS = {"random": RANDOM, "greedy": GREEDY}
BOT_HELP = {
    "random": "any legal move, each equally likely",
    "greedy": "sensible and quick: counts on its high cards, then plays for exactly what it needs",
}


def bot_number(name: str) -> int:
    """The number of a bot, as kernels know it."""
    if name.strip().lower() not in BOTS:
        raise BadOptions(f"there is no bot {name!r}; there is {', '.join(BOTS)}")
    return BOTS[name.strip().lower()]


def bot_numbers(game: AnyGame, seats: int, names: str) -> list[int]:
    """One bot for every seat, from names with commas between them; a single name serves all."""
    numbers = [bot_number(name) for name in names.split(",")]
    if len(numbers) == 1:
        numbers *= seats
    if len(numbers) != seats:
        raise BadOptions(
            f"{len(numbers)} bots for {seats} seats of {game.title}: name one for each seat, or one for all"
        )
    return numbers
