"""ROK's entry points: the rules that Python calls, compiled together (see `core.entries`)."""

from erre.bots.kernel_bot import bot_arena, level_arena
from erre.bots.rok import acts, advice
from erre.core.batch import arena_of
from erre.core.entries import INTS, LONGS, SHORTS, called_by, declare, entry
from erre.games.rok import events, from_view, moves, positions, views
from erre.games.rok.game import GAME
from erre.games.rok.state import Rok

declare(
    "rok",
    [
        *GAME.kernels.entries(Rok),
        *arena_of(GAME).entries(Rok),
        *bot_arena(GAME).entries(Rok),
        *level_arena(GAME).entries(Rok),
        *called_by(moves, events, views, from_view, positions, advice),
        entry(acts.decide, Rok, int, int, INTS, SHORTS, LONGS),
    ],
)
