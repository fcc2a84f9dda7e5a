"""Oh_hell: what a network thinks of a seat's moves. The weights are those that `erre train oh_hell` writes.

`network.npz` is such a file; `network.json` says where it comes from.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np

from erre.bots.network import OUTPUTS, SCORE, Network, ask_network
from erre.bots.network_files import read_weights
from erre.core.engine import rule
from erre.core.record import IntArray, ints
from erre.lab.peer import features as peer_features
from erre.lab.peer.features import ACTIONS, MOST_FEATURES, canonical, features, suit_places
from erre.lab.peer.oh_hell import MOST_LEGAL, OhHell
from erre.lab.peer.search import BONUS, COUNTED, UNIT

ANSWERS = ACTIONS + 1
FAR_BEHIND = 10 * UNIT
SHIPPED = Path(__file__).with_name("network.npz")


def load_network(path: Path) -> Network:
    """The network of a file; refused if there is none, or one for other features or actions."""
    return read_weights(path, "oh_hell", peer_features, "--network")


@rule
def consult(
    s: OhHell, seat: int, embed: IntArray, dense: IntArray, bias: IntArray, listed: IntArray, room: IntArray
) -> None:
    """Ask a network about a seat's position; its scores are in `room` from OUTPUTS on."""
    count = features(s, seat, listed)
    ask_network(embed, dense, bias, listed, count, ANSWERS, room)


@rule
def preferred(s: OhHell, seat: int, moves: IntArray, count: int, room: IntArray) -> int:
    """The index of the move that the network likes best."""
    places = suit_places(s, seat)
    best = 0
    for i in range(1, count):
        if room[OUTPUTS + canonical(moves[i], places)] > room[OUTPUTS + canonical(moves[best], places)]:
            best = i
    return best


@rule
def put_bonuses(
    s: OhHell, seat: int, prior: int, moves: IntArray, count: int, room: IntArray, counts: IntArray
) -> None:
    """How far the network puts each move behind the one that it likes best, as worth; FAR_BEHIND at most.

    `prior` are the sixteenths of a point that one score of the network counts.
    """
    places = suit_places(s, seat)
    best = room[OUTPUTS + canonical(moves[preferred(s, seat, moves, count, room)], places)]
    for i in range(count):
        behind = (best - room[OUTPUTS + canonical(moves[i], places)]) * prior // SCORE
        counts[i * COUNTED + BONUS] = -min(behind, FAR_BEHIND)


class Adviser:
    """A network with its workspace, and the moves that are in question."""

    def __init__(self, network: Network) -> None:
        self.network = network
        self.listed, self.moves = ints(MOST_FEATURES, np.int64), ints(MOST_LEGAL, np.int64)
        self.room = ints(OUTPUTS + ANSWERS, np.int32)
        self.count = 0

    def ask(self, s: OhHell, seat: int, moves: list[int]) -> None:
        """Have the network look at a position and these moves, which are numbers as in our rules."""
        self.count = len(moves)
        self.moves[: self.count] = moves
        consult(s, seat, self.network.embed, self.network.dense, self.network.bias, self.listed, self.room)

    def best(self, s: OhHell, seat: int) -> int:
        """The index of the move that the network likes best."""
        return preferred(s, seat, self.moves, self.count, self.room)

    def put_bonuses(self, s: OhHell, seat: int, prior: int, counts: IntArray) -> None:
        """Add what the network thinks of the moves to what a search counts for them."""
        put_bonuses(s, seat, prior, self.moves, self.count, self.room, counts)
