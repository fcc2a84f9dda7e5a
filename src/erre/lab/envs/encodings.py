"""The encodings of all games."""

from __future__ import annotations

from functools import cache

from erre.core.companions import companion
from erre.core.encoding import Encoding
from erre.core.game import AnyGame, Game
from erre.games import game, usual_seats
from erre.lab.envs.plain_encoding import plain_encoding


def encoding_of(name: str | AnyGame, seats: int | None = None) -> Encoding:
    """The encoding of a game for learners; refused if there is no such game or number of seats."""
    played = name if isinstance(name, Game) else game(name)
    return encoding_at(played.name, played.check_seats(usual_seats(played) if seats is None else seats))


@cache
def encoding_at(name: str, seats: int) -> Encoding:
    """The encoding of a game with that many seats, made once."""
    return encoding_with(game(name), seats)


def encoding_with(played: AnyGame, seats: int) -> Encoding:
    """The encoding of a game with any number of seats, small versions have fewer than the rulebook."""
    module = companion(played, "encoding")
    encoding: Encoding = plain_encoding(played, seats) if module is None else module.encoding(seats)
    return encoding
