"""Rage: how each level thinks."""

from __future__ import annotations

import numpy as np

from erre.bots import BEGINNER, CASUAL, CHAMPION, CHAMPION_0_1, SOLID, STRONG

PLAYOUTS = 0  # in which a move is sought; 0: the network decides
RIVALRY = 1  # sixteenths of what the others have on average that count against one's own points
TRIES = 2  # for a world that goes with what the others have bid
PRIOR = 3  # sixteenths of a point that a move is behind for each score that the network puts it behind
WARMTH = 4  # hundredths: the temperature at which the network's preferences are drawn from; 0: its first choice
OVERSIGHT = 5  # of a thousand facts that have to be remembered: those that are overlooked

LEVEL_SETTINGS = np.zeros((CHAMPION_0_1 + 1, 6), np.int64)
LEVEL_SETTINGS[BEGINNER] = 0, 0, 1, 0, 4000, 1000
LEVEL_SETTINGS[CASUAL] = 0, 0, 1, 0, 1500, 900
LEVEL_SETTINGS[SOLID] = 0, 0, 1, 0, 800, 700
LEVEL_SETTINGS[STRONG] = 0, 0, 1, 0, 300, 600
LEVEL_SETTINGS[CHAMPION] = 1000, 8, 4, 32, 0, 0
LEVEL_SETTINGS[CHAMPION_0_1] = 3000, 4, 4, 0, 0, 0
