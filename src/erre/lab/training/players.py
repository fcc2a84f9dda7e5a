"""Makes any integer network a player, to judge one that is not part of the package; without torch."""

from __future__ import annotations

from typing import Any

import numpy as np

from erre.bots.network import OUTPUTS, SCORE, Network, ask_network
from erre.core.record import IntArray, ints


class Player:
    """A network that chooses moves; `kernels` are the game's features and actions.

    At a temperature above 0 it draws them by its scores; the seed says how.
    """

    def __init__(self, kernels: Any, network: Network, *, temperature: float = 0.0, seed: int = 0) -> None:
        self.kernels, self.network = kernels, network
        self.temperature, self.luck = temperature * SCORE, np.random.default_rng(seed)
        self.listed, self.moves = ints(kernels.MOST_FEATURES, np.int64), ints(64)
        self.room = ints(OUTPUTS + kernels.ACTIONS + 1, np.int32)
        self.mask, self.work = ints(kernels.ACTIONS), ints(1, np.int64)

    def scores(self, s: Any, seat: int) -> IntArray:
        """The score of every action, then the value of the position."""
        count = self.kernels.features(s, seat, self.listed)
        net, outputs = self.network, self.kernels.ACTIONS + 1
        ask_network(net.embed, net.dense, net.bias, self.listed, count, outputs, self.room)
        return self.room[OUTPUTS:]

    def play(self, s: Any, seat: int) -> None:
        """Make the move that the network prefers, or one that it draws."""
        scores: Any = np.asarray(self.scores(s, seat))[: self.kernels.ACTIONS]
        if self.temperature > 0:
            scores = scores + self.temperature * self.luck.gumbel(size=len(scores))
        self.kernels.offer(s, seat, self.mask, self.moves, self.work)
        best = int(np.where(np.asarray(self.mask) > 0, scores, -np.inf).argmax())
        self.kernels.take(s, seat, best, self.moves, self.work)
