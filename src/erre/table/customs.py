"""What differs from game to game at a live table, as data."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

SECOND = 1000
GRACE = 30 * SECOND  # how long the seat of an absent person waits for them
RETURNING = 20 * SECOND  # what a running clock leaves at least after the server was away
BY_LOT = "?"  # instead of a move: any legal one, by lot


class Customs(msgspec.Struct, frozen=True):
    """The habits of a game at a live table."""

    turn: int = 60 * SECOND  # for a move
    overtime: str = ""  # the move that is made when the time is up; without one the table goes on waiting
    clock_word: str = ""  # how moves begin that the clock alone makes
    drafts: bool = False  # whether that move counts what the player had laid so far
    offers: tuple[str, ...] | None = None  # moves to be offered where all of them cannot be listed
    is_race: bool = False  # seats grab at the same time, and a judge decides
    race_phase: str = ""  # where they do
    race_word: str = ""  # how moves begin that go to the judge
    race_seconds: int = 0  # after which all are done; 0: no limit
    race_end: str = ""  # the move that says so


CUSTOMS = {
    "rummy": Customs(120 * SECOND, "timeout", "timeout", drafts=True, offers=("draw", "pass")),
    "rok": Customs(is_race=True, race_phase="grab", race_word="grab", race_end="done"),
}


def customs_of(game: str, options: Mapping[str, Any]) -> Customs:
    """The habits of a game under these options."""
    customs = CUSTOMS.get(game, Customs())
    if seconds := options.get("choiceTimeoutSec"):
        return msgspec.structs.replace(customs, turn=seconds * SECOND, overtime=BY_LOT)
    if seconds := options.get("turnSeconds"):
        return msgspec.structs.replace(customs, turn=seconds * SECOND)
    if customs.is_race:
        return msgspec.structs.replace(customs, race_seconds=options.get("grabSeconds", 0))
    return customs
