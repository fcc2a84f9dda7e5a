"""Ru-Ra-Re's entry points: the rules that Python calls, compiled together (see `core.entries`)."""

from erre.bots.kernel_bot import bot_arena, level_arena
from erre.bots.rurare import choose
from erre.core.batch import arena_of
from erre.core.entries import INTS, SHORTS, called_in, declare, entry
from erre.games.rurare.game import GAME
from erre.games.rurare.state import RuRaRe

declare(
    "rurare",
    [
        *GAME.kernels.entries(RuRaRe),
        *arena_of(GAME).entries(RuRaRe),
        *bot_arena(GAME).entries(RuRaRe),
        *level_arena(GAME).entries(RuRaRe),
        *called_in("erre.games.rurare", "erre.bots.rurare"),
        entry(choose, RuRaRe, int, int, INTS, SHORTS, int),
    ],
)
