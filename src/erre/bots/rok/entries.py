"""ROK's entry points: the rules that Python calls, compiled together (see `core.entries`)."""

import numpy as np

from erre.bots.kernel_bot import bot_arena, level_arena
from erre.core.batch import arena_of
from erre.core.entries import Array, called_in, declare, entry
from erre.games.rok.game import GAME
from erre.games.rok.paths import trace_aim, trace_throw
from erre.games.rok.state import Rok

FRAMES = Array(np.int32, 3)

declare(
    "rok",
    [
        *GAME.kernels.entries(Rok),
        *arena_of(GAME).entries(Rok),
        *bot_arena(GAME).entries(Rok),
        *level_arena(GAME).entries(Rok),
        *called_in("erre.games.rok", "erre.bots.rok"),
        entry(trace_throw, Rok, FRAMES),
        entry(trace_aim, Rok, int, int, FRAMES),
    ],
)
