"""What was given on the command line, read: options of the rules, and how long bots may think."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from erre.core.errors import BadOptions

if TYPE_CHECKING:
    from erre.bots.contract import Budget


def read_given(game: str, pairs: list[str] | None, deck_file: Path | None) -> dict[str, Any]:
    """The options given on the command line, the deck file among them."""
    found = read_pairs(pairs)
    if deck_file is not None:
        if game.lower() != "rurare":
            raise BadOptions("--deck-file is for Ru-Ra-Re, whose deck is data")
        from erre.games.rurare.deck import read_deck_file

        found["counts"] = read_deck_file(deck_file)
    return found


def read_budget(playouts: int | None, milliseconds: int | None) -> Budget | None:
    """How long bots may think, where it was said."""
    from erre.bots.contract import Budget

    for name, value, most in (("playouts", playouts, 10_000_000), ("milliseconds", milliseconds, 600_000)):
        if value is not None and not 1 <= value <= most:
            raise BadOptions(f"{name}: 1 to {most:,}, not {value}")
    if playouts is None and milliseconds is None:
        return None
    return Budget(playouts=playouts, milliseconds=milliseconds)


def read_pairs(pairs: list[str] | None) -> dict[str, Any]:
    """Options from name=value; values are read as JSON where they are JSON."""
    import json

    found: dict[str, Any] = {}
    for pair in pairs or []:
        name, equals, value = pair.partition("=")
        if not equals or not name.strip():
            raise BadOptions(f"--option {pair}: write it as name=value")
        try:
            found[name.strip()] = json.loads(value)
        except ValueError:
            found[name.strip()] = value.strip()
    return found
