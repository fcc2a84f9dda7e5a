"""Ru-Ra-Re's entry points: the rules that Python calls, compiled together (see `core.entries`)."""

from erre.bots.kernel_bot import bot_arena, level_arena
from erre.bots.rurare import advice, levels, policy, search
from erre.core.batch import arena_of
from erre.core.entries import INTS, LONGS, SHORTS, called_by, declare, entries, entry
from erre.games.rurare import events, from_view, moves, positions, views
from erre.games.rurare.game import GAME
from erre.games.rurare.state import RuRaRe

declare(
    "rurare",
    [
        *GAME.kernels.entries(RuRaRe),
        *arena_of(GAME).entries(RuRaRe),
        *bot_arena(GAME).entries(RuRaRe),
        *level_arena(GAME).entries(RuRaRe),
        *called_by(moves, events, views, from_view, positions, advice),
        *entries((policy.choose, levels.choose_quickly), RuRaRe, int, int, INTS, SHORTS, int),
        entry(levels.choose_by_search, RuRaRe, int, int, INTS, LONGS),
        entry(search.open_search, RuRaRe, LONGS),
        entry(search.think, RuRaRe, int, int, int, INTS, SHORTS, LONGS),
    ],
)
