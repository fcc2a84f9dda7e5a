"""Thousands of games in one call on a GPU, one game per thread; data stays in device memory unless requested.

    env = GpuVectorEnv(game, games=65536, seats=4, seed=1)
    now = env.reset()
    seen = torch.as_tensor(now.observation, device="cuda")  # the same memory: no copy
    now = env.step(policy(seen, torch.as_tensor(now.mask, device="cuda")))

The same games come as from `VectorEnv` with the same seed and actions, byte for byte. Everything in `now` has
`__cuda_array_interface__`, which torch, JAX and CuPy read; numbers of one feature lie side by side for all games.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any

import numpy as np

from erre.core import gpu
from erre.core.batch import blank_states
from erre.core.encoding import Encoding
from erre.core.errors import BadOptions
from erre.core.record import NONE
from erre.lab.envs.encodings import encoding_of
from erre.lab.envs.vector import BadAction, Now, Reward, loops_of, read_reward

NOBODY = 2**31 - 1  # no place: no action was refused


@cache
def kernels_of(encoding: Encoding) -> tuple[Any, Any, Any]:
    """Begin, step and sample for one place a thread."""
    module = gpu.cuda()
    import numba

    loops = loops_of(encoding)
    begin_games, step_games, sample_actions = loops.begin_games, loops.step_games, loops.sample
    most_legal, most_work = encoding.game.kernels.most_legal, encoding.work
    int16, int64 = numba.int16, numba.int64

    def begin(
        states: Any, blank: Any, luck: Any, played: Any, seats: Any, out: Any, mask: Any, seed: Any, first: Any
    ) -> None:
        i = module.grid(1)
        if i < states.size:
            moves = module.local.array(most_legal, int16)
            work = module.local.array(most_work, int64)
            begin_games(states, blank, luck, played, seats, out, mask, moves, work, seed, first, i, i + 1)

    def step(
        states: Any,
        blank: Any,
        luck: Any,
        played: Any,
        actions: Any,
        by_points: Any,
        seats: Any,
        out: Any,
        mask: Any,
        rewards: Any,
        done: Any,
        points: Any,
        refused: Any,
        seed: Any,
        first: Any,
    ) -> None:
        i = module.grid(1)
        if i < states.size:
            moves = module.local.array(most_legal, int16)
            work = module.local.array(most_work, int64)
            done[i] = 0
            place = step_games(
                states,
                blank,
                luck,
                played,
                actions,
                by_points,
                seats,
                out,
                mask,
                rewards,
                done,
                points,
                moves,
                work,
                seed,
                first,
                i,
                i + 1,
            )
            if place != NONE:
                module.atomic.min(refused, 0, place)

    def sample(mask: Any, luck: Any, actions: Any) -> None:
        i = module.grid(1)
        if i < actions.size:
            sample_actions(mask, luck, actions, i, i + 1)

    return module.jit(begin), module.jit(step), module.jit(sample)


class GpuVectorEnv:
    """Games side by side on a GPU."""

    def __init__(
        self,
        game: str,
        games: int,
        *,
        seats: int | None = None,
        options: Mapping[str, Any] | None = None,
        seed: int = 0,
        first: int = 0,
        reward: Reward = "points",
        encoding: Encoding | None = None,
        threads: int = gpu.THREADS,
    ) -> None:
        if games < 1:
            raise BadOptions(f"at least one game is needed, not {games}")
        self.cuda = gpu.cuda()
        self.encoding = encoding or encoding_of(game, seats)
        if not self.encoding.is_compiled:
            raise BadOptions(f"{self.encoding.game.title} brings no encoding, and the plain one does not run on a GPU")
        self.kernels = kernels_of(self.encoding)
        self.games, self.seats = games, seats or self.encoding.seats
        self.seed, self.first, self.by_points = seed, first, read_reward(reward)
        played = self.encoding.game
        blank = blank_states(played, self.seats, played.read_options(options), 1)
        self.blank = self.cuda.to_device(blank)
        self.states = self.cuda.to_device(np.repeat(blank, games))
        self.luck, self.played = self.room((games, 2), np.int32), self.room((games,), np.int64)
        self.actions = self.room((games,), np.int64)
        self.refused = self.cuda.to_device(np.array([NOBODY], np.int32))
        self.now = Now(
            seat=self.room((games,), np.int8),
            observation=self.room((games, self.encoding.size), np.int16),
            mask=self.room((games, self.encoding.actions), np.int8),
            reward=self.room((games, self.seats), np.float32),
            done=self.room((games,), np.int8),
            points=self.room((games, self.seats), np.int32),
        )
        self.grid = (-(-games // threads), threads)
        self.begun = False

    def room(self, shape: tuple[int, ...], dtype: Any) -> Any:
        """Memory on the card, all zero; the numbers of all games for one column lie side by side."""
        return self.cuda.to_device(np.zeros(shape, dtype, order="F"))

    def reset(self, seed: int | None = None) -> Now:
        """Begin in all places, with another seed if one is given."""
        self.seed = self.seed if seed is None else seed
        now = self.now
        memory = (self.states, self.blank, self.luck, self.played, now.seat, now.observation, now.mask)
        self.kernels[0][self.grid](*memory, self.seed, self.first)
        self.begun = True
        return now

    def step(self, actions: Any) -> Now:
        """One action in every game: 64-bit integers on the card. Whether all were possible, `check` says."""
        if not self.begun:
            raise BadAction("reset the environment before its first step")
        chosen = self.cuda.as_cuda_array(actions)
        if chosen.shape != (self.games,) or chosen.dtype != np.int64:
            raise BadAction(f"{self.games} 64-bit integers are needed, one for each game")
        now = self.now
        state = (self.states, self.blank, self.luck, self.played, chosen, self.by_points)
        seen = (now.seat, now.observation, now.mask, now.reward, now.done, now.points)
        self.kernels[1][self.grid](*state, *seen, self.refused, self.seed, self.first)
        return now

    def check(self) -> None:
        """Wait for the card, and refuse if an action since the last check was not possible; it changed nothing."""
        place = int(self.refused.copy_to_host()[0])
        if place != NOBODY:
            self.refused.copy_to_device(np.array([NOBODY], np.int32))
            raise BadAction(f"game {place}: an action was not possible there; look at the mask")

    def sample(self) -> Any:
        """A possible action for every game, each equally likely."""
        self.kernels[2][self.grid](self.now.mask, self.luck, self.actions)
        return self.actions
