"""Rage: how each level thinks."""

from __future__ import annotations

import numpy as np

from erre.bots import BEGINNER, CASUAL, CHAMPION, SOLID, STRONG

PLAYOUTS = 0  # in which a move is sought; 0: the fast policy decides
RIVALRY = 1  # sixteenths of what the others have on average that count against one's own points
TRIES = 2  # for a world that goes with what the others have bid
FORGETS = 3  # 1: remembers neither cards gone nor colours that others have shown not to hold
SLIPS = 4  # in a thousand moves

MANNERS = np.zeros((CHAMPION + 1, 5), np.int64)
MANNERS[BEGINNER] = 0, 0, 1, 1, 820
MANNERS[CASUAL] = 0, 0, 1, 1, 520
MANNERS[SOLID] = 0, 0, 1, 1, 220
MANNERS[STRONG] = 140, 0, 1, 0, 35
MANNERS[CHAMPION] = 3000, 4, 4, 0, 0
