"""How long a bot seems to think: a live table waits so long before it shows the move."""

from __future__ import annotations

import math

from erre.bots.contract import LEVELS, Advice
from erre.core.chance import roll
from erre.core.game import AnyGame
from erre.core.record import IntArray

LOOK = 450  # milliseconds to see that there is nothing to decide
READ = 350  # for twice as many moves to look at
DOUBT = 1800  # more where the two best are as good as each other
LONGEST = 7000
PACE = {"beginner": 0.8, "casual": 0.9, "solid": 1.0, "strong": 1.1, "champion": 1.15}  # who sees more looks longer
GAME_PACE = {"rok": 0.35}  # hands are faster than heads


def tempo(game: AnyGame, level: str, advice: Advice, luck: IntArray) -> int:
    """Milliseconds a player of this level takes for such a choice: longer for many moves and for close ones.

    It is made from the advice alone, so it tells no more than the bot's own view; and no two are alike.
    """
    long = float(LOOK)
    if len(advice.choices) > 1:
        long += READ * math.log2(len(advice.choices)) + DOUBT * closeness(advice)
    pace = PACE.get(level, PACE[LEVELS[2]]) * GAME_PACE.get(game.name, 1.0)
    return int(min(LONGEST, long * pace * spread(luck)))


def closeness(advice: Advice) -> float:
    """From 0 (one move stands out) to 1 (the two best are as good as each other)."""
    values = sorted((choice.value for choice in advice.choices), reverse=True)
    between = values[0] - values[-1]
    return 1.0 - (values[0] - values[1]) / between if between > 0 else 1.0


def spread(luck: IntArray) -> float:
    """A factor from 0.6 to 1.8, most often near 1: the sum of three dice, on a scale of times rather than of sums."""
    dice = roll(luck, 1001) + roll(luck, 1001) + roll(luck, 1001)
    return 0.6 * float(3.0 ** (dice / 3000.0))
