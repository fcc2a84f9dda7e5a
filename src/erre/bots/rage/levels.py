"""Rage: the five levels, inside the kernels. They differ in playouts, in temperature, and in what they overlook."""

from __future__ import annotations

from erre.bots import BEGINNER, BEGINNER_0_1, RANDOM
from erre.bots.rage.earlier import slip_or_policy
from erre.bots.rage.learned import preferred
from erre.bots.rage.level_settings import LEVEL_SETTINGS, OVERSIGHT, PLAYOUTS, WARMTH
from erre.bots.rage.policy import quick_move
from erre.bots.rage.search import NETWORK, WORK, best_of, clear_counts, think
from erre.core.chance import roll
from erre.core.engine import rule
from erre.core.record import NONE, IntArray
from erre.games.rage.rules.play import apply, legal
from erre.games.rage.state import Rage


@rule
def choose(s: Rage, seat: int, bot: int, luck: IntArray, moves: IntArray, count: int) -> int:
    """The move of a quick bot by number."""
    if bot == RANDOM:
        return moves[roll(luck, count)]
    return quick_move(s, seat, moves, count)


@rule
def unless_searched(s: Rage, seat: int, bot: int, luck: IntArray, moves: IntArray, count: int, work: IntArray) -> int:
    """The move of a level that makes it without a search: the only one, or the network's; NONE if there is none."""
    if count == 1:
        return moves[0]
    if bot >= BEGINNER_0_1:
        return slip_or_policy(s, seat, bot, luck, moves, count)
    if LEVEL_SETTINGS[bot, PLAYOUTS] > 0:
        return NONE
    warmth, oversight = LEVEL_SETTINGS[bot, WARMTH], LEVEL_SETTINGS[bot, OVERSIGHT]
    return moves[preferred(s, seat, warmth, oversight, luck, moves, count, work[NETWORK:WORK])]


@rule
def decide(s: Rage, seat: int, bot: int, luck: IntArray, moves: IntArray, count: int, work: IntArray) -> int:
    """The move of any bot by number; the state is afterwards what it was."""
    if bot < BEGINNER:
        return choose(s, seat, bot, luck, moves, count)
    move = unless_searched(s, seat, bot, luck, moves, count, work)
    if move != NONE:
        return move
    clear_counts(count, work)
    think(s, seat, bot, luck, moves, count, LEVEL_SETTINGS[bot, PLAYOUTS], work)
    return moves[best_of(count, work)]


@rule
def act(s: Rage, seat: int, bot: int, luck: IntArray, moves: IntArray, work: IntArray) -> bool:
    """Let a bot make its move; False where there is none."""
    count = legal(s, seat, moves)
    if count == 0:
        return False
    apply(s, seat, decide(s, seat, bot, luck, moves, count, work))
    return True
