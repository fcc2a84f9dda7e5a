"""ROK: the move of a bot by number, in every phase; whole games of bots run through `act`."""

from __future__ import annotations

import numpy as np

from erre.bots import RANDOM
from erre.bots.rok.contests import best_order, pair_to_give, slide
from erre.bots.rok.hands import WORK, planned_move
from erre.core.chance import roll
from erre.core.engine import rule
from erre.core.record import NONE, IntArray, ints
from erre.games.rok.components import MOST_LEGAL
from erre.games.rok.moves import RokMove, decode
from erre.games.rok.rules.play import apply, legal
from erre.games.rok.state import PENALIZED, SCRAMBLE, SLIDING, Rok


@rule
def decide(s: Rok, seat: int, bot: int, luck: IntArray, moves: IntArray, work: IntArray) -> int:
    """The move of a bot; NONE where it has none. It reads nothing of the state that the seat cannot see."""
    count = legal(s, seat, moves)
    if count == 0:
        return NONE
    if s.phase == SCRAMBLE:
        return planned_move(s, seat, bot, luck, work)
    if bot == RANDOM:
        return moves[roll(luck, count)]
    if s.phase == PENALIZED:
        return pair_to_give(s, seat, bot, luck, moves, count)
    if s.phase == SLIDING:
        return slide(s, seat, bot, luck)
    return best_order(s, seat, bot, luck, moves, count)


@rule
def act(s: Rok, seat: int, bot: int, luck: IntArray, moves: IntArray, work: IntArray) -> bool:
    """Let a bot make its move; False where there is none."""
    move = decide(s, seat, bot, luck, moves, work)
    if move == NONE:
        return False
    apply(s, seat, move)
    return True


def decide_move(s: Rok, seat: int, bot: int, luck: IntArray) -> RokMove:
    """What a bot does at a table, after one look."""
    return decode(decide(s, seat, bot, luck, ints(MOST_LEGAL), ints(WORK, np.int64)))
