"""Rage's entry points: the rules that Python calls, compiled together (see `core.entries`)."""

from erre.bots.kernel_bot import bot_arena, level_arena
from erre.bots.rage import choose
from erre.core.batch import arena_of
from erre.core.entries import INTS, SHORTS, called_in, declare, entry
from erre.games.rage.game import GAME
from erre.games.rage.state import Rage

declare(
    "rage",
    [
        *GAME.kernels.entries(Rage),
        *arena_of(GAME).entries(Rage),
        *bot_arena(GAME).entries(Rage),
        *level_arena(GAME).entries(Rage),
        *called_in("erre.games.rage", "erre.bots.rage"),
        entry(choose, Rage, int, int, INTS, SHORTS, int),
    ],
)
