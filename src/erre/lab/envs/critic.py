"""What all seats see, for a critic that may know everything while a game is played for learning."""

from __future__ import annotations

from functools import cache, partial
from typing import Any

import numpy as np

from erre.core.encoding import Encoding, bind_plain
from erre.core.engine import bind
from erre.core.entries import Array, declare, entry
from erre.core.game import Kernel
from erre.lab.envs.loops import observe


def observe_all_template(states: Any, out: Any, start: int, end: int) -> None:
    """Write what every seat sees in some games, by game and seat."""
    for i in range(start, end):
        s = states[i]
        for seat in range(s.seats):
            observe(s, seat, out[i, seat])


@cache
def observe_all_of(encoding: Encoding) -> Kernel:
    """The loop of a game; compiled when it is first asked for."""
    made: Any = partial(bind, name=f"{encoding.game.name}_critic") if encoding.is_compiled else bind_plain
    found: Kernel = made(observe_all_template, observe=encoding.observe)
    if encoding.is_compiled:
        rows, out = Array(encoding.game.record_type), Array(np.int16, 3)
        declare(f"{encoding.game.name}.critic", [entry(found, rows, out, int, int)])
    return found
