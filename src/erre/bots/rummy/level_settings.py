"""Rummy: what makes the levels differ, by the number of a bot. The levels of version 0.1 are kept as they were."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from erre.bots import (
    BEGINNER,
    BEGINNER_0_1,
    CASUAL,
    CASUAL_0_1,
    CHAMPION,
    CHAMPION_0_1,
    SOLID,
    SOLID_0_1,
    STRONG,
    STRONG_0_1,
)
from erre.bots import OWN as PATIENT
from erre.games.rummy.components import TILES

Settings = npt.NDArray[np.int64]
NUMBERS = CHAMPION_0_1 + 1
CERTAIN = 100
LATE = 2  # rounds before the pool is empty, from which on bots look ahead

# The chance, in hundredths, that it notices a meld on the table as something to work with, and that it sees in a turn
# that it can lay at all.
NOTICES: Settings = np.full(NUMBERS, CERTAIN)
SEES: Settings = np.full(NUMBERS, CERTAIN)
NOTICES[BEGINNER], SEES[BEGINNER] = 10, 80
NOTICES[CASUAL] = 30
NOTICES[SOLID] = 65
NOTICES[STRONG] = 92
NOTICES[BEGINNER_0_1], SEES[BEGINNER_0_1] = 15, 65
NOTICES[CASUAL_0_1], SEES[CASUAL_0_1] = 35, 90
NOTICES[SOLID_0_1] = 75

# With how many tiles on its rack it still waits (0: it never does), and how few tiles on another rack end its patience.
HOLDS: Settings = np.zeros(NUMBERS, np.int64)
DANGER: Settings = np.zeros(NUMBERS, np.int64)
HOLDS[PATIENT], DANGER[PATIENT] = TILES, 2
HOLDS[STRONG] = 8
HOLDS[CHAMPION] = TILES
HOLDS[STRONG_0_1], DANGER[STRONG_0_1] = 16, 2
HOLDS[CHAMPION_0_1] = TILES

# 1: it weighs its plans by what it has learned, and knows that a first lay may be small.
WEIGHS: Settings = np.zeros(NUMBERS, np.int64)
WEIGHS[STRONG] = WEIGHS[CHAMPION] = 1
MARGIN: Settings = np.zeros(NUMBERS, np.int64)  # points by which another plan must be better than the usual one
MARGIN[CHAMPION] = 10

# The worlds it tries at the end of the pool in a simulation, and how clear it must be that another plan has more points
# than the usual one.
PLAYOUTS: Settings = np.zeros(NUMBERS, np.int64)
DOUBT: Settings = np.ones(NUMBERS, np.int64)
BELIEVES: Settings = np.zeros(NUMBERS, np.int64)  # 1: in worlds that fit how the others have waited
MELDS: Settings = np.zeros(NUMBERS, np.int64)  # 1: it thinks of laying a single meld then
PASSES: Settings = np.zeros(NUMBERS, np.int64)  # 1: it knows that others let the hand end whose rack seems low
# It knows that with three or four players all lay what they can once a rack has so few tiles: nobody waits any longer.
ALARM: Settings = np.zeros(NUMBERS, np.int64)
PLAYOUTS[CHAMPION], BELIEVES[CHAMPION], MELDS[CHAMPION], PASSES[CHAMPION], ALARM[CHAMPION] = 36, 1, 1, 1, 16
PLAYOUTS[STRONG_0_1] = 4
PLAYOUTS[CHAMPION_0_1] = 12
