"""Rummy's entry points: the rules that Python calls, compiled together (see `core.entries`)."""

from erre.bots.kernel_bot import bot_arena, level_arena
from erre.core.batch import arena_of
from erre.core.entries import LONGS, called_in, declare, entries, entry
from erre.games.rummy.game import GAME
from erre.games.rummy.rules.melds import is_table, jokers_in, meld_form, meld_points, missing_colours, name_jokers
from erre.games.rummy.state import Rummy

declare(
    "rummy",
    [
        *GAME.kernels.entries(Rummy),
        *arena_of(GAME).entries(Rummy),
        *bot_arena(GAME).entries(Rummy),
        *level_arena(GAME).entries(Rummy),
        *called_in("erre.games.rummy", "erre.bots.rummy"),
        *entries((meld_form, name_jokers, jokers_in, meld_points), LONGS, int, int),
        entry(is_table, LONGS, LONGS, int, int),
        entry(missing_colours, LONGS, int, int, int),
    ],
)
