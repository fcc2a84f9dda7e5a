"""Ru-Ra-Re: a deck from a file, and what is known about the printed one."""

from __future__ import annotations

import json
import tomllib
from pathlib import Path
from typing import Any

import msgspec

from erre.core.errors import BadOptions
from erre.games.rurare.components import DECK_NAMES, DECK_SIZE, DECKS, Number, check_count

MOST_BYTES = 65536  # of a deck file: far more than seventeen lines need

HELP = f"""\
The deck has {DECK_SIZE} cards. Certain: 10 kings, 8 farmers, 5 of each of the 8 animals, and which kinds leave after
the first scoring (church, points, farmer, wife, house). Not known: how many churches, points cards (2, 3 and 4),
knights, wives and houses there are; together they are 54. The decks {DECK_NAMES[0]} to {DECK_NAMES[-1][-1]} are
reconstructions. If you own the game, give the numbers printed at the top left of the cards, as option "counts" or in a
file of lines such as `knight = 14` (TOML) or {{"knight": 14}} (JSON)."""


def help_text() -> str:
    """Which counts of the deck are certain, which are reconstructed, and how to give one's own."""
    lines = [f"{name}: {', '.join(f'{count} {kind}' for kind, count in DECKS[name].items())}" for name in DECK_NAMES]
    return "\n".join([HELP, *lines])


def read_deck_file(path: str | Path) -> dict[str, int]:
    """Counts by kind from a JSON or TOML file, fit for the option `counts`; kinds it does not name keep theirs."""
    given = read_table(Path(path))
    try:
        counts = msgspec.convert(given, dict[str, Number])
    except msgspec.ValidationError:
        raise BadOptions(f"{path}: a deck file gives a whole number for each kind, such as knight = 14") from None
    for kind, count in counts.items():
        try:
            check_count(kind, count)
        except BadOptions as error:
            raise BadOptions(f"{path}: {error.why}") from None
    return counts


def read_table(path: Path) -> Any:
    """What a JSON or TOML file holds."""
    try:
        with path.open("rb") as file:
            data = file.read(MOST_BYTES + 1)
        text = data.decode("utf-8")
    except OSError as error:
        raise BadOptions(f"{path}: the deck file cannot be read ({error.strerror})") from None
    except UnicodeDecodeError:
        raise BadOptions(f"{path}: the deck file is not text") from None
    if len(data) > MOST_BYTES:
        raise BadOptions(f"{path}: too large for a deck file")
    if path.suffix.lower() not in (".json", ".toml"):
        raise BadOptions(f"{path}: a deck file is called something.json or something.toml")
    try:
        return json.loads(text) if path.suffix.lower() == ".json" else tomllib.loads(text)
    except (ValueError, RecursionError) as error:
        raise BadOptions(f"{path}: the deck file cannot be understood ({error})") from None
