"""ROK: what the levels are, in numbers by bot: quick, sharp, wise and steady to different degrees.

The bots in their order: random, greedy, (none), beginner, casual, solid, strong, champion.
"""

from __future__ import annotations

import numpy as np

from erre.core.chance import roll
from erre.core.engine import rule
from erre.core.record import IntArray

# Milliseconds from a throw to the first grab, in the median: to see and to decide, before the hand moves.
LOOKS = np.array([960, 410, 410, 960, 560, 410, 290, 232], np.int16)
PACE = np.array([140, 100, 100, 140, 120, 100, 90, 80], np.int16)  # hundredths of the usual time that a hand takes
SPREAD = 25  # hundredths by which a look is now longer, now shorter
LEAST = 250  # milliseconds; no hand is quicker

SEES = np.array([100, 100, 100, 70, 82, 92, 98, 100], np.int8)  # hundredths of the pairs that a look finds
ERRS = np.array([0, 0, 0, 60, 30, 10, 3, 0], np.int16)  # looks in a thousand that take one rune for another
# 0: any pair is as good as another; 1: what is done with one grab is better; 2: the richer the owner, the better
# a capture; 3: what others lose counts too, and so does the time it takes.
INSIGHT = np.array([0, 2, 2, 0, 1, 2, 3, 3], np.int8)
NAIVE, PRACTICAL, GREEDY_EYE, SHREWD = range(4)

AIM_ERROR = np.array([50, 10, 10, 60, 35, 20, 12, 6], np.int16)  # of a slide: tenths of a degree
FORCE_ERROR = np.array([50, 10, 10, 60, 40, 25, 14, 7], np.int16)  # of a slide: thousandths

DICE, PIPS = 4, 101  # a bell from four dice; its deviation is 58.3 pips
BELL = 583


@rule
def astray(luck: IntArray, deviation: int) -> int:
    """A number around 0, bell-shaped, with that deviation; never more than 3.4 times as far."""
    total = -DICE * (PIPS >> 1)
    for _ in range(DICE):
        total += roll(luck, PIPS)
    scaled = total * deviation * 10
    return scaled // BELL if scaled >= 0 else -(-scaled // BELL)


@rule
def happens(luck: IntArray, share: int, whole: int) -> bool:
    """Whether something comes to pass that does so in a share of all cases."""
    return roll(luck, whole) < share
