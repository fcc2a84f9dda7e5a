"""ROK: bots with hands that need time, eyes that overlook, and, the better they are, an eye for the richest."""

from __future__ import annotations

from erre.bots.rok.acts import act
from erre.bots.rok.acts import decide_move as move
from erre.bots.rok.advice import REASONS, advise
from erre.bots.rok.grabs import Place, Reach, is_upset, next_grab
from erre.bots.rok.hands import WORK, next_seat

__all__ = ["REASONS", "WORK", "Place", "Reach", "act", "advise", "is_upset", "move", "next_grab", "next_seat"]
