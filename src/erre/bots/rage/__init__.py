"""Rage: bots that promise what they can keep, at five levels."""

from erre.bots.rage.advice import REASONS, advise
from erre.bots.rage.levels import act, choose
from erre.bots.rage.manners import MANNERS
from erre.bots.rage.search import WORK

__all__ = ["MANNERS", "REASONS", "WORK", "act", "advise", "choose"]
