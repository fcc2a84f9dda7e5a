"""Rummy: lay down groups and runs, use what lies on the table, and be the first to hold nothing."""

from __future__ import annotations

from erre.games.rummy.game import GAME as GAME
