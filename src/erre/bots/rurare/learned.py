"""Ru-Ra-Re: what the network thinks of a seat's rows. `network.json` says where it comes from."""

from __future__ import annotations

from math import exp
from pathlib import Path

import numpy as np

from erre.bots.consultation import consultation, output
from erre.bots.network import SCORE, read_network
from erre.bots.rurare import features
from erre.bots.rurare.features import ACTIONS, ACTIVE, DISPLAY, HELD, THEIR_VALUE, place_of, row_order
from erre.core.engine import rule
from erre.core.record import IntArray
from erre.games.rurare.components import KIND_COUNT
from erre.games.rurare.state import RuRaRe

# exp(-x) for steps of a SCORE, in parts of ONE.
FINE = 16
MOST_BEHIND = 10 * FINE
ONE = 1 << 16
CHANCES = np.array([round(ONE * exp(-i / FINE)) for i in range(MOST_BEHIND)], np.int64)


@rule
def is_about_others(feature: int) -> bool:
    """Whether a fact is about another seat: what rows are worth to it, what lies in front of it, its points."""
    return THEIR_VALUE <= feature < DISPLAY or DISPLAY + KIND_COUNT * HELD <= feature < ACTIVE


NETWORK = read_network(Path(__file__).with_name("network.npz"))
_ASKED = consultation("rurare", NETWORK, features, is_about_others)
consult, NET = _ASKED.consult, _ASKED.room


@rule
def mixture(scores: IntArray, choices: int, mix: IntArray) -> None:
    """The chances of some choices, given as bits, by their scores: together ONE, but for rounding."""
    best = -(1 << 60)
    for row in range(ACTIONS):
        if choices >> row & 1:
            best = max(best, scores[row])
    total = 0
    for row in range(ACTIONS):
        behind = (best - scores[row]) * FINE // SCORE
        mix[row] = CHANCES[behind] if choices >> row & 1 and behind < MOST_BEHIND else 0
        total += mix[row]
    for row in range(ACTIONS):
        mix[row] = mix[row] * ONE // total


@rule
def write_scores(s: RuRaRe, seat: int, oversight: int, luck: IntArray, scores: IntArray, net: IntArray) -> None:
    """What the network thinks of each row, for a seat that overlooks some thousandths of what concerns others."""
    consult(s, seat, oversight, luck, net)
    order = row_order(s, seat)
    for row in range(ACTIONS):
        scores[row] = output(net, place_of(order, row)) if s.depth[row] > 0 else 0
