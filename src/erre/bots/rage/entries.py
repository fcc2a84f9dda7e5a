"""Rage's entry points: the rules that Python calls, compiled together (see `core.entries`)."""

from erre.bots.kernel_bot import bot_arena, level_arena
from erre.bots.rage import advice, levels, search
from erre.core.batch import arena_of
from erre.core.entries import INTS, LONGS, SHORTS, called_by, declare, entries, entry
from erre.games.rage import events, from_view, moves, positions, views
from erre.games.rage.game import GAME
from erre.games.rage.state import Rage

declare(
    "rage",
    [
        *GAME.kernels.entries(Rage),
        *arena_of(GAME).entries(Rage),
        *bot_arena(GAME).entries(Rage),
        *level_arena(GAME).entries(Rage),
        *called_by(moves, events, views, from_view, positions, advice),
        *entries((levels.choose, levels.unless_searched), Rage, int, int, INTS, SHORTS, int),
        *entries((search.clear_counts, search.best_of, search.in_question), int, LONGS),
        entry(search.think, Rage, int, int, INTS, SHORTS, int, int, LONGS),
    ],
)
