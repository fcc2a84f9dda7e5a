"""Ru-Ra-Re: bots that see the simultaneous choice as a matrix game, solve it, and mix."""

from __future__ import annotations

from erre.bots.rurare.advice import REASONS as REASONS
from erre.bots.rurare.advice import advise as advise
from erre.bots.rurare.layout import WORK as WORK
from erre.bots.rurare.levels import PLAYOUTS as PLAYOUTS
from erre.bots.rurare.levels import act as act
from erre.bots.rurare.policy import choose as choose

KEEPS_EARLIER = True  # the levels of version 0.1
