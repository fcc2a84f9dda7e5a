"""The command that reproduces a result, as reports show it."""

from __future__ import annotations

import shlex
from typing import Any

import msgspec

from erre.bots.contract import Budget
from erre.games import game as find_game


def command(verb: str, game: str, seats: int, bots: list[str], games: int, seed: int, more: list[str]) -> str:
    """The command line that repeats a run."""
    words = ["erre", verb, game, "--bots", named(bots), "--seats", str(seats), "--games", str(games)]
    return shlex.join([*words, "--seed", str(seed), *more])


def named(bots: list[str]) -> str:
    """Bots with commas between them; one name where all are the same."""
    names = bots[:1] if len(set(bots)) == 1 else bots
    return ",".join(f'"{name}"' if "," in name else name for name in names)


def wishes(game: str, options: dict[str, Any], budget: Budget | None = None) -> list[str]:
    """The options and the budget, where they are not the usual ones."""
    usual = msgspec.to_builtins(find_game(game).options_type())
    found = [
        word
        for name, value in options.items()
        if value != usual.get(name)
        for word in ("-o", f"{name}={value if isinstance(value, str) else msgspec.json.encode(value).decode()}")
    ]
    thinking = msgspec.to_builtins(budget) if budget else {}
    return found + [word for name, value in thinking.items() for word in (f"--{name}", str(value))]
