"""One seat against bots inside the kernel, in one game or in many, as Gymnasium's environments need it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
import numpy.typing as npt

from erre.core.encoding import Encoding
from erre.lab.envs.opponents import Opponents
from erre.lab.envs.vector import Reward, VectorEnv


class Against(VectorEnv):
    """Games with seeds of their own, in which a refused action is only marked, and the last observation is kept."""

    def __init__(
        self,
        encoding: Encoding,
        games: int,
        *,
        seat: int,
        opponents: Opponents,
        options: Mapping[str, Any] | None,
        reward: Reward,
        restarts: bool,
    ) -> None:
        given: dict[str, Any] = {"options": options, "reward": reward, "opponents": opponents, "seat": seat}
        super().__init__(encoding.game.name, games, encoding=encoding, threads=1, **given)
        self.seat, self.restarts = seat, restarts
        if restarts:
            self.last = self.memory((games, encoding.size))
        self.bind()

    def begin(self, seeds: npt.NDArray[np.int64], first: npt.NDArray[np.int64]) -> None:
        """Begin a game in every place: number `first` of its seed."""
        self.seeds[:] = seeds
        self.numbers[:] = first
        self.begin_games()

    @property
    def reward(self) -> npt.NDArray[np.float32]:
        """What the last step brought the learner."""
        return self.now.reward[:, self.seat]
