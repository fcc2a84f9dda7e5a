"""Rage: bots that promise what they can keep, at five levels."""

from erre.bots.rage.advice import REASONS, advise
from erre.bots.rage.level_settings import LEVEL_SETTINGS
from erre.bots.rage.levels import act, choose
from erre.bots.rage.search import WORK

KEEPS_EARLIER = True  # the levels of version 0.1

__all__ = ["KEEPS_EARLIER", "LEVEL_SETTINGS", "REASONS", "WORK", "act", "advise", "choose"]
