"""Rage: what the network thinks of a seat's moves and of its round. `network.json` says where it comes from."""

from __future__ import annotations

from pathlib import Path

from erre.bots.consultation import consultation, output
from erre.bots.network import NOISE, STEPS, read_network
from erre.bots.rage import features
from erre.bots.rage.features import BIDS, GONE, HAS_BID, SUM, TRICK, TRICKS, VOIDS, canonical, colour_ranks
from erre.core.chance import roll
from erre.core.engine import rule
from erre.core.record import IntArray
from erre.games.rage.state import Rage

PERCENT = 100


@rule
def is_memory(feature: int) -> bool:
    """Whether a fact has to be remembered: cards gone, colours that others do not hold, their bids."""
    return GONE <= feature < TRICK or VOIDS <= feature < SUM or BIDS + TRICKS <= feature < HAS_BID


NETWORK = read_network(Path(__file__).with_name("network.npz"))
_ASKED = consultation("rage", NETWORK, features, is_memory)
consult, NET = _ASKED.consult, _ASKED.room


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
