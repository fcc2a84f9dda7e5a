"""Rummy's entry points: the rules that Python calls, compiled together (see `core.entries`)."""

from erre.bots.kernel_bot import bot_arena, level_arena
from erre.bots.rummy import advice, policy
from erre.core.batch import arena_of
from erre.core.entries import INTS, LONGS, called_by, declare, entries, entry
from erre.games.rummy import drafts, events, from_view, moves, positions, views
from erre.games.rummy.game import GAME
from erre.games.rummy.rules import jokers, lay, melds
from erre.games.rummy.solver import best_lay, minimal_change, questions
from erre.games.rummy.state import Rummy

declare(
    "rummy",
    [
        *GAME.kernels.entries(Rummy),
        *arena_of(GAME).entries(Rummy),
        *bot_arena(GAME).entries(Rummy),
        *level_arena(GAME).entries(Rummy),
        *called_by(moves, events, views, from_view, positions, drafts, lay, advice),
        *entries((melds.meld_form, melds.name_jokers, melds.jokers_in, melds.meld_points), LONGS, int, int),
        entry(melds.is_table, LONGS, LONGS, int, int),
        *entries((jokers.count_old_table, jokers.count_new_table, jokers.keeps_joker_rule), LONGS),
        *entries((minimal_change.find_minimal_change, best_lay.find_lay), LONGS),
        entry(questions.find_opening, LONGS, int),
        entry(policy.lay_quickly, Rummy, int, int, INTS, LONGS),
    ],
)
