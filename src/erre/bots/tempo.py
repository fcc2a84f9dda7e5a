"""How long a bot seems to think at a table with people.

It may tell nothing about hidden cards. So it is drawn at random and depends on the level and on what everybody at the
table can see, never on how many moves the bot has, how hard the choice was or how long it really thought.
"""

from __future__ import annotations

import random

from erre.core.game import Position

QUICKEST, SLOWEST = 0.8, 1.9  # seconds
PACE = {"beginner": 0.8, "casual": 0.9, "solid": 1.0, "strong": 1.1, "champion": 1.15}  # better players look longer
FORCED = 0.5  # factor if everybody sees that there is nothing to decide


def tempo(position: Position, seat: int, level: str) -> float:
    """Seconds that a bot of this level waits before its move is shown; no two are alike."""
    pace = PACE.get(level, 1.0) * (FORCED if position.game.is_plainly_forced(position.truth, seat) else 1.0)
    return random.uniform(QUICKEST, SLOWEST) * pace
