"""What a seat saw at its last decisions: a window over the observations of a vector environment.

    env = History(VectorEnv("NAME", games=256, seed=1), length=8)
    now = env.reset()
    while learning:
        now = env.step(choose(env.seen, env.known, now.mask))

For learners that look at a sequence. What others saw is never in it, so it contains nothing that the seat may not know.
"""

from __future__ import annotations

import copy

import numpy as np
import numpy.typing as npt

from erre.core.errors import BadOptions, quote
from erre.core.whole import counted
from erre.lab.envs.vector import BadAction, Now, VectorEnv, shareable


class History:
    """A vector environment with the last observations of the seat to act, the newest last."""

    def __init__(self, env: VectorEnv, length: int) -> None:
        if not isinstance(env, VectorEnv):
            raise BadOptions(f"a history is of a VectorEnv, not of {quote(env)}")
        length = counted(length, "observation")
        self.env, self.length = env, length
        games, seats, size = env.games, env.seats, env.encoding.size
        kind = env.now.observation.dtype
        try:
            self.windows = np.zeros((games, seats, length, size), kind)  # of every seat
            self.seen = shareable((games, length, size), kind)  # of the seat to act; zeros before its first decision
        except (MemoryError, ValueError):  # the latter for sizes that no array has
            raise BadOptions(f"there is no memory for {length:,} observations of each seat") from None
        self.counts = np.zeros((games, seats), np.int64)  # decisions of every seat in this game
        self.known = shareable((games,), np.int64)  # how many of them there are
        self.rows = np.arange(games)

    def reset(self, seed: int | None = None) -> Now:
        """Begin in all places, without a past."""
        now = self.env.reset(seed)
        self.windows[:] = 0
        self.counts[:] = 0
        self.note(now)
        return now

    def step(self, actions: npt.ArrayLike) -> Now:
        """One action in every game; if one of them is not possible, nothing is played at all."""
        chosen = self.env.read_actions(actions)
        mask = self.env.now.mask
        possible = (chosen >= 0) & (chosen < mask.shape[1])
        possible[possible] = np.asarray(mask)[self.rows[possible], chosen[possible]] == 1
        if self.env.begun and not possible.all():
            place = int(np.flatnonzero(~possible)[0])
            raise BadAction(f"game {place}: action {chosen[place]} is not possible there; look at the mask")
        now = self.env.step(chosen)
        ended = np.asarray(now.done) == 1
        self.windows[ended] = 0
        self.counts[ended] = 0
        self.note(now)
        return now

    def note(self, now: Now) -> None:
        """The seats to act see something new."""
        seats = np.asarray(now.seat)
        window = self.windows[self.rows, seats]
        self.seen[:, :-1] = window[:, 1:]
        self.seen[:, -1] = now.observation
        self.windows[self.rows, seats] = self.seen
        self.counts[self.rows, seats] += 1
        self.known[:] = np.minimum(self.counts[self.rows, seats], self.length)

    def sample(self) -> npt.NDArray[np.int64]:
        """A possible action for every game, each equally likely."""
        return self.env.sample()

    def clone(self) -> History:
        """One of its own that stands where this one does."""
        return copy.deepcopy(self)
