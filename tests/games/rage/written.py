"""Rage: positions as people and programs write them."""

from __future__ import annotations

import json
from functools import cache
from typing import Any

from erre.core.game import Position
from erre.games.rage import GAME
from tests.games.rage.table import random_match

Written = dict[str, Any]

# What every position of the referee's page has; the rest may be left out.
PLAIN = ["seats", "options", "round", "phase", "dealer", "leader", "turn", "hands", "bids", "tricks", "bonus", "totals"]
PLAIN += ["trick", "trump", "flip_pending", "stock"]


def load(written: Written) -> Position:
    """A position from the text of its JSON."""
    return Position.from_json(GAME, json.loads(json.dumps(written)))


@cache
def whole_text() -> str:
    """A position with every card in it: round 2, four seats, three tricks taken, two cards in the next, trump known."""
    for seed in range(100):
        for here in random_match(4, seed, rounds=2):
            view = here.open
            if view.round == 2 and sum(view.tricks) == 3 and len(view.trick) == 2 and view.trump:
                return str(here.position)
    raise AssertionError


def whole() -> Written:
    """That position, to be changed."""
    written: Written = json.loads(whole_text())
    return written
