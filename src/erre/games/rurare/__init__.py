"""Ru-Ra-Re: all choose a row at once, and who is alone takes it."""

from __future__ import annotations

from erre.games.rurare.game import GAME as GAME
