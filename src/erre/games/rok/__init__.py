"""ROK: runes are thrown, all hands grab pairs at once, and a Balance Rune's twin takes a treasure."""

from __future__ import annotations

from erre.games.rok.game import GAME as GAME
