"""Thousands of games in one call on a GPU, one game per thread; data stays in device memory unless requested.

    env = GpuVectorEnv(game, games=65536, seats=4, seed=1)
    now = env.reset()
    seen = torch.as_tensor(now.observation, device="cuda")  # the same memory: no copy
    now = env.step(policy(seen, torch.as_tensor(now.mask, device="cuda")))

The same games come as from `VectorEnv` with the same settings and actions, byte for byte. Everything in `now` has
`__cuda_array_interface__`, which torch, JAX and CuPy read. By default numbers of one feature lie side by side for all
games; with `order="C"` those of one game do.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any, Literal

import numpy as np

from erre.core import gpu
from erre.core.batch import blank_states
from erre.core.chance import check_seed
from erre.core.encoding import Encoding, bind_plain
from erre.core.errors import BadOptions
from erre.core.record import NONE
from erre.core.whole import counted
from erre.lab.envs.encodings import encoding_of
from erre.lab.envs.kernels import game_loops_of, loops_of
from erre.lab.envs.observations import ObservationType, byte_table, read_observations
from erre.lab.envs.opponents import Opponents, Seat, bots_used, is_rotating
from erre.lab.envs.vector import BadAction, Now, Reward, check_begun, read_reward, seats_of

Order = Literal["F", "C"]
NOBODY = 2**31 - 1  # no place: no action was refused

# What the kernels below leave open: numba's module and types, the loops, and how much workspace a thread needs.
cuda: Any = None
int16: Any = None
int64: Any = None
float32: Any = None
begin_games: Any = None
step_games: Any = None
sample_actions: Any = None
MOVES = WORK = ROOM = ROW = REAL = 1
BITS = np.int32


def begin_kernel(
    states: Any,
    blank: Any,
    luck: Any,
    seeds: Any,
    numbers: Any,
    bots: Any,
    rotates: Any,
    seats: Any,
    out: Any,
    mask: Any,
    table: Any,
) -> None:
    """Begin the game of a thread."""
    i = cuda.grid(1)
    if i < len(states):
        moves = cuda.local.array(MOVES, int16)
        work = cuda.local.array(WORK, int64)
        room = cuda.local.array(ROOM, int64)
        row = cuda.local.array(ROW, int16)
        real = cuda.local.array(REAL, float32)
        bits = real.view(BITS)
        begin_games(
            states,
            blank,
            luck,
            seeds,
            numbers,
            bots,
            rotates,
            seats,
            out,
            mask,
            moves,
            work,
            room,
            row,
            table,
            real,
            bits,
            i,
            i + 1,
        )


def step_kernel(
    states: Any,
    blank: Any,
    luck: Any,
    seeds: Any,
    numbers: Any,
    bots: Any,
    rotates: Any,
    actions: Any,
    by_points: Any,
    seats: Any,
    out: Any,
    mask: Any,
    rewards: Any,
    done: Any,
    refused: Any,
    points: Any,
    table: Any,
    wrong: Any,
) -> None:
    """Carry out the action of a thread. The last observation of a game goes where the first of the next one will."""
    i = cuda.grid(1)
    if i < len(states):
        moves = cuda.local.array(MOVES, int16)
        work = cuda.local.array(WORK, int64)
        room = cuda.local.array(ROOM, int64)
        row = cuda.local.array(ROW, int16)
        real = cuda.local.array(REAL, float32)
        bits = real.view(BITS)
        place = step_games(
            states,
            blank,
            luck,
            seeds,
            numbers,
            bots,
            rotates,
            actions,
            by_points,
            True,
            seats,
            out,
            mask,
            rewards,
            done,
            refused,
            points,
            out,
            moves,
            work,
            room,
            row,
            table,
            real,
            bits,
            i,
            i + 1,
        )
        if place != NONE:
            cuda.atomic.min(wrong, 0, place)


def sample_kernel(mask: Any, luck: Any, actions: Any) -> None:
    """Choose an action for the game of a thread."""
    i = cuda.grid(1)
    if i < len(actions):
        sample_actions(mask, luck, actions, i, i + 1)


@cache
def kernels_of(encoding: Encoding, observation: str, bots: tuple[int, ...]) -> tuple[Any, Any, Any]:
    """Begin, step and sample for one place a thread."""
    module = gpu.cuda()
    import numba

    loops = game_loops_of(encoding, observation, bots, few_tables=True)
    kind = read_observations(encoding, observation)
    if bots:
        gpu.check_room(loops.step_games, loops.room + encoding.work, "VectorEnv plays them")
    types: dict[str, Any] = {"cuda": module, "int16": numba.int16, "int64": numba.int64, "float32": numba.float32}
    room: dict[str, Any] = {
        "MOVES": encoding.game.kernels.most_legal,
        "WORK": encoding.work,
        "ROOM": loops.room,
        "ROW": 1 if kind.is_direct else encoding.size,
        "REAL": encoding.size if kind.is_real else 1,
    }
    begin = bind_plain(begin_kernel, begin_games=loops.begin_games, **types, **room)
    step = bind_plain(step_kernel, step_games=loops.step_games, **types, **room)
    sample = bind_plain(sample_kernel, sample_actions=loops_of(encoding).sample, **types)
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
        opponents: Opponents | None = None,
        seat: Seat | None = None,
        observation: ObservationType = "int16",
        order: Order = "F",
        encoding: Encoding | None = None,
        threads: int = gpu.THREADS,
        stream: Any = None,
    ) -> None:
        games, threads = counted(games, "game"), counted(threads, "thread")
        if order not in ("F", "C"):
            raise BadOptions(f"the order is 'F' (column-major) or 'C' (row-major), not {order!r}")
        self.cuda, self.order = gpu.cuda(), order
        self.encoding = encoding or encoding_of(game, seats)
        if not self.encoding.is_compiled:
            raise BadOptions(f"{self.encoding.game.title} brings no encoding, and the plain one does not run on a GPU")
        kind = read_observations(self.encoding, observation)
        bots, learners = seats_of(self.encoding, games, opponents, seat)
        self.kernels = kernels_of(self.encoding, observation, bots_used(bots))
        self.rotates = is_rotating(seat)
        self.games, self.seats = games, seats or self.encoding.seats
        self.seed, self.first, self.by_points = check_seed(seed), first, read_reward(reward)
        played = self.encoding.game
        blank = blank_states(played, self.seats, played.read_options(options), 1)
        self.blank = self.cuda.to_device(blank)
        self.states = self.cuda.to_device(np.repeat(blank, games))
        self.luck, self.seeds = self.room((games, 2), np.int32), self.room((games,), np.int64)
        self.numbers, self.refused = self.room((games,), np.int64), self.room((games,), np.int8)
        # What every thread reads; never empty, since a card has no memory without a size.
        self.bots = self.cuda.to_device(np.asarray(bots) if len(bots) else np.zeros((1, 1), np.int8))
        table = byte_table(self.encoding) if kind.is_scaled else np.zeros((2, 1), np.int32)
        self.table, self.learners = self.cuda.to_device(table), self.cuda.to_device(learners)
        self.actions = self.room((games,), np.int64)
        self.wrong = self.cuda.to_device(np.array([NOBODY], np.int32))
        self.now = Now(
            seat=self.room((games,), np.int8),
            observation=self.room((games, self.encoding.size), kind.dtype),
            mask=self.room((games, self.encoding.actions), np.int8),
            reward=self.room((games, self.seats), np.float32),
            done=self.room((games,), np.int8),
            points=self.room((games, self.seats), np.int32),
        )
        self.stream = self.cuda.external_stream(stream.cuda_stream) if stream is not None else 0
        self.grid = (-(-games // threads), threads, self.stream)
        self.begun = False

    def room(self, shape: tuple[int, ...], dtype: Any) -> Any:
        """Memory on the card, all zero, in the order asked for."""
        return self.cuda.to_device(np.zeros(shape, dtype, order=self.order))

    def reset(self, seed: int | None = None) -> Now:
        """Begin in all places, with another seed if one is given."""
        self.seed = self.seed if seed is None else check_seed(seed)
        now = self.now
        self.seeds.copy_to_device(np.full(self.games, self.seed, np.int64))
        self.numbers.copy_to_device(np.arange(self.first, self.first + self.games, dtype=np.int64))
        now.seat.copy_to_device(self.learners)  # type: ignore[attr-defined]
        self.kernels[0][self.grid](*self.game_memory(), now.seat, now.observation, now.mask, self.table)
        self.begun = True
        return now

    def step(self, actions: Any) -> Now:
        """One action in every game: 64-bit integers on the card. Whether all were possible, `check` says."""
        check_begun(self.begun)
        chosen = self.cuda.as_cuda_array(actions)
        if chosen.shape != (self.games,) or chosen.dtype != np.int64:
            raise BadAction(f"{self.games} 64-bit integers are needed, one for each game")
        now = self.now
        told = (now.seat, now.observation, now.mask, now.reward, now.done, self.refused, now.points)
        self.kernels[1][self.grid](*self.game_memory(), chosen, self.by_points, *told, self.table, self.wrong)
        return now

    def game_memory(self) -> tuple[Any, ...]:
        """The games as the kernels take them."""
        return self.states, self.blank, self.luck, self.seeds, self.numbers, self.bots, self.rotates

    def check(self) -> None:
        """Wait for the card, and refuse if an action since the last check was not possible; it changed nothing."""
        place = int(self.wrong.copy_to_host()[0])
        if place != NOBODY:
            self.wrong.copy_to_device(np.array([NOBODY], np.int32))
            raise BadAction(f"game {place}: an action was not possible there; look at the mask")

    def sample(self) -> Any:
        """A possible action for every game, each equally likely."""
        check_begun(self.begun)
        self.kernels[2][self.grid](self.now.mask, self.luck, self.actions)
        return self.actions
