"""Rage: how each level thinks."""

from __future__ import annotations

import numpy as np

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

PLAYOUTS = 0  # in which a move is sought; 0: the network decides, or in version 0.1 the fast policy
RIVALRY = 1  # sixteenths of what the others have on average that count against one's own points
TRIES = 2  # for a world that goes with what the others have bid
PRIOR = 3  # sixteenths of a point that a move is behind for each score that the network puts it behind
WARMTH = 4  # hundredths: the temperature at which moves are drawn by the network's scores; 0: its first choice
OVERSIGHT = 5  # of a thousand facts that have to be remembered: those that are overlooked
FORGETS = 6  # in version 0.1; 1: remembers neither cards gone nor colours that others have shown not to hold
SLIPS = 7  # in version 0.1: in a thousand moves
SETTINGS = 8

LEVEL_SETTINGS = np.zeros((CHAMPION_0_1 + 1, SETTINGS), np.int64)
LEVEL_SETTINGS[BEGINNER] = 0, 0, 1, 0, 4000, 1000, 0, 0
LEVEL_SETTINGS[CASUAL] = 0, 0, 1, 0, 1500, 900, 0, 0
LEVEL_SETTINGS[SOLID] = 0, 0, 1, 0, 1000, 700, 0, 0
LEVEL_SETTINGS[STRONG] = 0, 0, 1, 0, 400, 600, 0, 0
LEVEL_SETTINGS[CHAMPION] = 1000, 8, 4, 32, 0, 0, 0, 0
LEVEL_SETTINGS[BEGINNER_0_1] = 0, 0, 1, 0, 0, 0, 1, 820
LEVEL_SETTINGS[CASUAL_0_1] = 0, 0, 1, 0, 0, 0, 1, 520
LEVEL_SETTINGS[SOLID_0_1] = 0, 0, 1, 0, 0, 0, 1, 220
LEVEL_SETTINGS[STRONG_0_1] = 140, 0, 1, 0, 0, 0, 0, 35
LEVEL_SETTINGS[CHAMPION_0_1] = 3000, 4, 4, 0, 0, 0, 0, 0
