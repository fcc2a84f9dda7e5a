"""What all seats see, for a critic that may know everything while a game is played for learning."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np

from erre.core.encoding import Encoding
from erre.core.entries import INTS, SHORTS, Array, declare, entry
from erre.core.game import Kernel
from erre.lab.envs.kernels import MANY, maker, show_of
from erre.lab.envs.loops import show
from erre.lab.envs.observations import INT16, OBSERVATIONS


def observe_all_template(
    states: Any, out: Any, row: Any, table: Any, real: Any, bits: Any, first: int, end: int
) -> None:
    """Write what every seat sees in some games, by game and seat."""
    for i in range(first, end):
        s = states[i]
        for seat in range(s.seats):
            show(s, seat, out[i, seat], row, table, real, bits)


@cache
def observe_all_of(encoding: Encoding, observation: str) -> Kernel:
    """The loop of a game for a type of observations; compiled when it is first asked for."""
    name = "critic" if observation == INT16.name else f"critic_{observation}"
    found = maker(encoding, name)(observe_all_template, show=show_of(encoding, observation))
    if encoding.is_compiled:
        rows, out = Array(encoding.game.record_type), Array(OBSERVATIONS[observation].dtype, 3)
        rooms = (SHORTS, MANY, Array(np.float32), INTS)
        declare(f"{encoding.game.name}.{name}", [entry(found, rows, out, *rooms, int, int)])
    return found
