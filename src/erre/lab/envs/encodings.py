"""The encodings of all games."""

from __future__ import annotations

from functools import cache
from importlib import import_module

from erre.games import game, usual_seats
from erre.lab.envs.encoding import Encoding


@cache
def encoding_of(name: str, seats: int | None = None) -> Encoding:
    """How a game looks to a learner; refused where there is no such game or number of seats."""
    played = game(name)
    count = usual_seats(played) if seats is None else seats
    played.check_seats(count)
    encoding: Encoding = import_module(f"erre.lab.envs.{played.name}").encoding(count)
    return encoding
