"""Ru-Ra-Re: everyone chooses a row at once; a player whose choice nobody shares takes it."""

from __future__ import annotations

from erre.games.rurare.game import GAME as GAME
