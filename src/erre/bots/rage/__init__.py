"""Rage: bots that promise what they can keep, at five levels."""

from erre.bots.rage.advice import REASONS, advise
from erre.bots.rage.level_settings import LEVEL_SETTINGS
from erre.bots.rage.levels import act, choose
from erre.bots.rage.search import WORK

EARLIER_BOTS = {"champion-0.1": "the champion of version 0.1: searches with the fast policy only"}

__all__ = ["EARLIER_BOTS", "LEVEL_SETTINGS", "REASONS", "WORK", "act", "advise", "choose"]
