"""Ru-Ra-Re: how the levels of version 0.1 choose without a search, and how often they slip."""

from __future__ import annotations

import numpy as np

from erre.bots import CASUAL_0_1
from erre.bots.rurare.policy import LOOSE, choose_warmly
from erre.core.chance import roll
from erre.core.engine import rule
from erre.core.record import IntArray
from erre.games.rurare.rules.scoring import worth
from erre.games.rurare.state import RuRaRe

# By the number of a bot; those before the levels of version 0.1 do not slip.
MISTAKES = np.array([0, 0, 0, 0, 0, 0, 0, 0, 76, 42, 0, 6, 0], np.int8)  # choices of a hundred that are any row
DOUBT = 8  # points by which who sees only the points of now may value a row too high


@rule
def choose_by_sight(s: RuRaRe, seat: int, luck: IntArray, moves: IntArray, count: int) -> int:
    """The row that would bring most if there were a scoring now, more or less."""
    best = moves[0]
    high = -1
    for i in range(count):
        value = worth(s, seat, moves[i]) + s.depth[moves[i]] + roll(luck, DOUBT)
        if value > high:
            high = value
            best = moves[i]
    return best


@rule
def choose_as_before(s: RuRaRe, seat: int, bot: int, luck: IntArray, moves: IntArray, count: int) -> int:
    """The row of a level of version 0.1 that does not search."""
    if slips(bot, luck):
        return moves[roll(luck, count)]
    if bot <= CASUAL_0_1:
        return choose_by_sight(s, seat, luck, moves, count)
    return choose_warmly(s, seat, LOOSE, luck, moves, count)


@rule
def slips(bot: int, luck: IntArray) -> bool:
    """Whether a level overlooks everything this time."""
    return bool(roll(luck, 100) < MISTAKES[bot])
