"""Rage: how the levels of version 0.1 choose without a search: by the fast policy, with slips."""

from __future__ import annotations

from erre.bots.rage.level_settings import LEVEL_SETTINGS, PLAYOUTS, SLIPS
from erre.bots.rage.policy import quick_move
from erre.core.chance import roll
from erre.core.engine import rule
from erre.core.record import NONE, IntArray
from erre.games.rage.state import BIDDING, Rage

THOUSAND = 1000


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
def slip_or_policy(s: Rage, seat: int, bot: int, luck: IntArray, moves: IntArray, count: int) -> int:
    """The move of a level that makes it without a search: a slip, or the fast policy's; NONE if not."""
    if LEVEL_SETTINGS[bot, SLIPS] > 0 and roll(luck, THOUSAND) < LEVEL_SETTINGS[bot, SLIPS]:
        return slip(s, seat, luck, moves, count)
    return quick_move(s, seat, moves, count) if LEVEL_SETTINGS[bot, PLAYOUTS] == 0 else NONE
