"""Games that are examined after they end, shard by shard."""

from __future__ import annotations

from functools import cache

import numpy as np

from erre.bots import brain
from erre.bots.roster import kernel_numbers
from erre.core.arena import next_by_lot
from erre.core.batch import blank_states, bots_of, rows_of
from erre.core.engine import bind
from erre.core.game import AnyGame, Kernel
from erre.core.options import GameOptions
from erre.core.record import ints
from erre.lab import whatif_loops
from erre.lab.plan import Rows


@cache
def study_loop(game: AnyGame) -> tuple[Kernel, int]:
    """The loop of a game, and the workspace it needs."""
    module, rules, name = brain(game), game.kernels, f"{game.name}_whatif"
    run = {"is_automatic": rules.is_automatic, "advance": rules.advance, "acting": rules.acting}
    following = getattr(module, "next_seat", next_by_lot)
    begin = bind(whatif_loops.begin_template, name, set_up=rules.set_up, **run)
    play_on = bind(whatif_loops.play_on_template, name, act=module.act, next_seat=following, **run)
    more = {"legal": rules.legal, "apply": rules.apply, "scores": rules.scores, "is_winner": rules.is_winner}
    study = bind(
        whatif_loops.study_games_template, name, begin=begin, play_on=play_on, next_seat=following, **run, **more
    )
    return study, module.WORK


def study_games(
    game: AnyGame, seats: int, options: GameOptions, bots: list[str], seed: int, first: int, count: int
) -> Rows:
    """Play games first, first + 1, … of a set of rules, and look back at each; the facts are those of a study."""
    loop, room = study_loop(game)
    states, blank = blank_states(game, seats, options, count), blank_states(game, seats, options, 1)
    points = np.zeros((count, seats), np.int32)
    wins = np.zeros((count, seats), np.int8)
    facts = np.zeros((count, 3), np.int32)
    numbers = bots_of(kernel_numbers(game, bots))
    luck, other = ints(2, np.int32), ints(2, np.int32)
    moves, work = ints(game.kernels.most_legal), ints(room, np.int64)
    rows, one = rows_of(game, states), rows_of(game, blank)
    loop(rows, one, numbers, luck, other, moves, work, points, wins, facts, seed, first, 0, count)
    return Rows(points, wins.astype(np.bool_), facts)
