"""Rage: how each level thinks."""

from __future__ import annotations

import numpy as np

from erre.bots import BEGINNER, CASUAL, CHAMPION, SOLID, STRONG

PLAYOUTS = 0  # in which a move is sought; 0: the fast policy decides
RIVALRY = 1  # sixteenths of what the others have on average that count against one's own points
TRIES = 2  # for a world that goes with what the others have bid
FORGETS = 3  # 1: remembers neither cards gone nor colours that others have shown not to hold
SLIPS = 4  # in a thousand moves

LEVEL_SETTINGS = np.zeros((CHAMPION + 1, 5), np.int64)
LEVEL_SETTINGS[BEGINNER] = 0, 0, 1, 1, 820
LEVEL_SETTINGS[CASUAL] = 0, 0, 1, 1, 520
LEVEL_SETTINGS[SOLID] = 0, 0, 1, 1, 220
LEVEL_SETTINGS[STRONG] = 140, 0, 1, 0, 35
LEVEL_SETTINGS[CHAMPION] = 3000, 4, 4, 0, 0
