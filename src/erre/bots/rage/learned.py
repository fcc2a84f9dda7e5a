"""Rage: what the network thinks of a seat's moves and of its round. `network.json` says where it comes from."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np

from erre.bots.network import NOISE, OUTPUTS, STEPS, ask_network, read_network, rooms
from erre.bots.rage.features import (
    ACTIONS,
    BIDS,
    GONE,
    HAS_BID,
    MOST_FEATURES,
    SUM,
    TRICK,
    TRICKS,
    VOIDS,
    canonical,
    colour_ranks,
    features,
)
from erre.core.chance import roll
from erre.core.engine import rule
from erre.core.record import IntArray
from erre.games.rage.state import Rage

NETWORK = read_network(Path(__file__).with_name("network.npz"))
EMBED, DENSE, BIAS = NETWORK.embed, NETWORK.dense, NETWORK.bias

# The workspace, in 64-bit words: the list of features, then the layers as 32-bit numbers.
NET = MOST_FEATURES + rooms(ACTIONS + 1)
PERCENT, THOUSAND = 100, 1000


@rule
def is_memory(feature: int) -> bool:
    """Whether a fact has to be remembered: cards gone, colours that others do not hold, their bids."""
    return GONE <= feature < TRICK or VOIDS <= feature < SUM or BIDS + TRICKS <= feature < HAS_BID


@rule
def overlook(listed: IntArray, count: int, oversight: int, luck: IntArray) -> int:
    """Forget facts that have to be remembered, each with a chance of some thousandths; how many are left."""
    left = 0
    for i in range(count):
        if not (is_memory(listed[i]) and roll(luck, THOUSAND) < oversight):
            listed[left] = listed[i]
            left += 1
    return left


@rule
def consult(s: Rage, seat: int, oversight: int, luck: IntArray, net: IntArray) -> None:
    """Ask the network about a seat's position."""
    count = features(s, seat, net)
    if oversight > 0:
        count = overlook(net, count, oversight, luck)
    room: Any = net[MOST_FEATURES:]
    ask_network(EMBED, DENSE, BIAS, net, count, ACTIONS + 1, room.view(np.int32))


@rule
def output(net: IntArray, index: int) -> int:
    """One of the network's answers, in SCOREs."""
    room: Any = net[MOST_FEATURES:]
    answer: int = room.view(np.int32)[OUTPUTS + index]
    return answer


@rule
def preferred(
    s: Rage, seat: int, warmth: int, oversight: int, luck: IntArray, moves: IntArray, count: int, net: IntArray
) -> int:
    """The index of the network's move; `warmth` is a temperature in hundredths, 0 for its first choice."""
    consult(s, seat, oversight, luck, net)
    ranks = colour_ranks(s, seat)
    best, high = 0, -(1 << 60)
    for i in range(count):
        score = output(net, canonical(moves[i], ranks))
        if warmth > 0:
            score += NOISE[roll(luck, STEPS)] * warmth // PERCENT
        if score > high:
            best, high = i, score
    return best
