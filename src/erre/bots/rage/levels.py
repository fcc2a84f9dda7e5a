"""Rage: the five levels, inside the kernels. They differ in playouts, memory, faith in bids, and slips."""

from __future__ import annotations

from erre.bots import BEGINNER, RANDOM
from erre.bots.rage.level_settings import LEVEL_SETTINGS, PLAYOUTS, SLIPS
from erre.bots.rage.policy import quick_move
from erre.bots.rage.search import best_of, clear_counts, think
from erre.core.chance import roll
from erre.core.engine import rule
from erre.core.record import NONE, IntArray
from erre.games.rage.rules.play import apply, legal
from erre.games.rage.state import BIDDING, Rage

THOUSAND = 1000


@rule
def choose(s: Rage, seat: int, bot: int, luck: IntArray, moves: IntArray, count: int) -> int:
    """The move of a quick bot by number."""
    if bot == RANDOM:
        return moves[roll(luck, count)]
    return quick_move(s, seat, moves, count)


@rule
def slip(s: Rage, seat: int, luck: IntArray, moves: IntArray, count: int) -> int:
    """What a hasty player does: bid one off, or play any card."""
    if s.phase != BIDDING:
        return moves[roll(luck, count)]
    bid = quick_move(s, seat, moves, count)
    wish = bid - 1 + 2 * roll(luck, 2)
    for i in range(count):
        if moves[i] == wish:
            return wish
    return bid


@rule
def unless_searched(s: Rage, seat: int, bot: int, luck: IntArray, moves: IntArray, count: int) -> int:
    """The move of a level that makes it without a search: the only one, a slip, or the fast policy's; NONE if not."""
    if count == 1:
        return moves[0]
    if LEVEL_SETTINGS[bot, SLIPS] > 0 and roll(luck, THOUSAND) < LEVEL_SETTINGS[bot, SLIPS]:
        return slip(s, seat, luck, moves, count)
    return quick_move(s, seat, moves, count) if LEVEL_SETTINGS[bot, PLAYOUTS] == 0 else NONE


@rule
def decide(s: Rage, seat: int, bot: int, luck: IntArray, moves: IntArray, count: int, work: IntArray) -> int:
    """The move of any bot by number; the state is afterwards what it was."""
    if bot < BEGINNER:
        return choose(s, seat, bot, luck, moves, count)
    move = unless_searched(s, seat, bot, luck, moves, count)
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
