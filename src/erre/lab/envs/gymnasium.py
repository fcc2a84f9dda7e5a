"""One seat against bots, as Gymnasium's environment.

    import gymnasium, erre.lab.envs.gymnasium
    env = gymnasium.make(f"erre/{game}-v1", seats=4, opponents="solid")

Needs `pip install '.[rl]'`. `info["action_mask"]` says what is possible; what is not, is refused: nothing changes,
the reward is `refused_reward`, and `info["refused"]` says why.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import gymnasium
import numpy as np
import numpy.typing as npt
from gymnasium import spaces

from erre.bots.contract import Budget
from erre.bots.roster import make_bot
from erre.games import game_names
from erre.lab.envs.one import OneGame
from erre.lab.envs.vector import BadAction, Reward

Numbers = npt.NDArray[np.int16]


class AgainstBots(gymnasium.Env[Numbers, np.int64]):
    """One seat; bots hold the others, and see no more than people would."""

    metadata = {"render_modes": []}  # noqa: RUF012  (Gymnasium's own name and type)

    def __init__(
        self,
        game: str,
        *,
        seats: int | None = None,
        seat: int = 0,
        opponents: str = "greedy",
        playouts: int | None = None,
        options: Mapping[str, Any] | None = None,
        reward: Reward = "points",
        refused_reward: float = 0.0,
    ) -> None:
        self.one = OneGame(game, seats=seats, options=options, reward=reward)
        if not 0 <= seat < self.one.seats:
            raise BadAction(f"there is no seat {seat}: the seats are 0 to {self.one.seats - 1}")
        self.seat, self.opponents, self.refused_reward = seat, opponents, refused_reward
        self.budget = None if playouts is None else Budget(playouts=playouts)
        bounds = np.iinfo(np.int16)
        self.observation_space = spaces.Box(bounds.min, bounds.max, (self.one.encoding.size,), np.int16)
        self.action_space = spaces.Discrete(self.one.encoding.actions)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Numbers, dict[str, Any]]:
        super().reset(seed=seed)
        chosen = int(self.np_random.integers(2**53))
        self.one.begin(chosen)
        self.bots = {
            other: make_bot(self.one.game, self.opponents, seed=chosen + other)
            for other in range(self.one.seats)
            if other != self.seat
        }
        self.let_others_play()
        return self.one.observe(self.seat), self.info()

    def info(self) -> dict[str, Any]:
        """The info dictionary: the mask of legal actions."""
        return {"action_mask": self.one.mask(self.seat)}

    def let_others_play(self) -> float:
        """Play on until it is this seat's turn, or the game is over; what that brought it."""
        brought = 0.0
        points = self.one.game.kernels.scores
        while (seat := self.one.next_seat()) not in (-1, self.seat):
            before = points(self.one.record, self.seat)
            self.play_bot(seat)
            if self.one.by_points:
                brought += points(self.one.record, self.seat) - before
        return brought

    def play_bot(self, seat: int) -> None:
        """One move of a bot, as it would make it at a table."""
        game, s = self.one.game, self.one.record
        move = self.bots[seat].advise(game.view(s, seat), self.budget).move
        game.check(s, seat, move)
        game.apply(s, seat, move)
        while game.kernels.is_automatic(s):
            game.kernels.advance(s)

    def step(self, action: np.int64) -> tuple[Numbers, float, bool, bool, dict[str, Any]]:
        try:
            brought = float(self.one.act(self.seat, int(action))[self.seat])
        except BadAction as refusal:
            return (
                self.one.observe(self.seat),
                self.refused_reward,
                False,
                False,
                {**self.info(), "refused": str(refusal)},
            )
        brought += self.let_others_play()
        over = self.one.is_over()
        if over and not self.one.by_points:
            winners = [seat for seat in range(self.one.seats) if self.one.game.kernels.is_winner(self.one.record, seat)]
            brought = (self.seat in winners) / len(winners) - 1 / self.one.seats
        return self.one.observe(self.seat), brought, over, False, self.info()


def register() -> None:
    """Make the games known to `gymnasium.make`."""
    for name in game_names():
        if f"erre/{name}-v1" not in gymnasium.registry:
            gymnasium.register(
                f"erre/{name}-v1", entry_point="erre.lab.envs.gymnasium:AgainstBots", kwargs={"game": name}
            )


register()
