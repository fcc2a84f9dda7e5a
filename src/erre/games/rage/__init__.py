"""Rage: promise your tricks, and take exactly those."""

from __future__ import annotations

from erre.games.rage.game import GAME as GAME
