"""Ru-Ra-Re: a bot that wants the row worth most, and knows that others may want it too."""

from __future__ import annotations

from erre.bots import RANDOM
from erre.core.chance import roll
from erre.core.engine import rule
from erre.core.record import IntArray
from erre.games.rurare.rules import worth
from erre.games.rurare.state import RuRaRe

DOUBT = 8  # points by which a row may be valued too high: with fewer, bots meet on the same row again and again


@rule
def choose(s: RuRaRe, seat: int, bot: int, luck: IntArray, moves: IntArray, count: int) -> int:
    """The move of a bot by number."""
    if bot == RANDOM:
        return moves[roll(luck, count)]
    best = moves[0]
    high = -1
    for i in range(count):
        value = worth(s, seat, moves[i]) + s.depth[moves[i]] + roll(luck, DOUBT)
        if value > high:
            high = value
            best = moves[i]
    return best
