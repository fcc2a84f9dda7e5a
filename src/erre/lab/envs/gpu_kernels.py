"""The kernels of the environments on a GPU: one game for each thread, which plays in memory of its own.

On the card the states of all games lie word by word: threads that lie next to each other then read and write memory
that does, too. A thread takes its state into local memory, where the rules run, and puts it back.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np

from erre.core import gpu
from erre.core.encoding import Encoding, bind_plain
from erre.core.record import NONE
from erre.lab.envs.kernels import game_loops_of, loops_of, show_of
from erre.lab.envs.observations import OBSERVATIONS

TILE = 32  # numbers of as many games change places at once
COLUMN = TILE + 1  # of shared memory: neighbours in a column then lie in different banks
TILE_GRID = (TILE, 8)  # threads

# What the kernels below leave open: numba's module and types, the loops, and how much workspace a thread needs.
cuda: Any = None
int16: Any = None
int32: Any = None
int64: Any = None
float32: Any = None
KIND: Any = None
opaque: Any = None
RECORD: Any = None
begin_games: Any = None
step_games: Any = None
sample_actions: Any = None
show: Any = None
WORDS = MOVES = WORK = ROW = REAL = 1
ZEROED = False  # whether workspace is zero at first, as bots expect it
BITS = np.int32


def begin_kernel(
    words: Any,
    blank: Any,
    luck: Any,
    seeds: Any,
    numbers: Any,
    places: int,
    bots: Any,
    rotates: int,
    seed: int,
    first: int,
    learners: Any,
    seats: Any,
    out: Any,
    mask: Any,
    rewards: Any,
    done: Any,
    refused: Any,
    points: Any,
    table: Any,
) -> None:
    """Begin the game of a thread."""
    i = cuda.grid(1)
    if i < places:
        state = opaque(cuda.local.array(WORDS, int32))
        states = state.view(RECORD)
        moves = cuda.local.array(MOVES, int16)
        work = cuda.local.array(WORK, int64)
        row = opaque(cuda.local.array(ROW, int16))
        real = cuda.local.array(REAL, float32)
        if ZEROED:
            for k in range(WORK):
                work[k] = 0
        seeds[i], numbers[i], seats[i], done[i], refused[i] = seed, first + i, learners[i], 0, 0
        for k in range(rewards.shape[1]):
            rewards[i, k], points[i, k] = 0, 0
        begin_games(
            states,
            blank,
            luck[i : i + 1],
            seeds[i : i + 1],
            numbers[i : i + 1],
            places,
            bots,
            rotates,
            seats[i : i + 1],
            out[i : i + 1],
            mask[i : i + 1],
            moves,
            work,
            work,
            row,
            table,
            real,
            real.view(BITS),
            0,
            1,
        )
        for k in range(WORDS):
            words[k, i] = state[k]


def step_kernel(
    words: Any,
    blank: Any,
    luck: Any,
    seeds: Any,
    numbers: Any,
    places: int,
    bots: Any,
    rotates: int,
    actions: Any,
    by_points: bool,
    seats: Any,
    out: Any,
    mask: Any,
    rewards: Any,
    done: Any,
    refused: Any,
    points: Any,
    last: Any,
    kept: int,
    table: Any,
    wrong: Any,
) -> None:
    """Carry out the action of a thread. The last observations of games go to the first `kept` places of `last`."""
    i = cuda.grid(1)
    if i < places:
        state = opaque(cuda.local.array(WORDS, int32))
        states = state.view(RECORD)
        moves = cuda.local.array(MOVES, int16)
        work = cuda.local.array(WORK, int64)
        row = opaque(cuda.local.array(ROW, int16))
        real = cuda.local.array(REAL, float32)
        for k in range(WORDS):
            state[k] = words[k, i]
        if ZEROED:
            for k in range(WORK):
                work[k] = 0
        refusal = step_games(
            states,
            blank,
            luck[i : i + 1],
            seeds[i : i + 1],
            numbers[i : i + 1],
            places,
            bots,
            rotates,
            actions[i : i + 1],
            by_points,
            True,
            seats[i : i + 1],
            out[i : i + 1],
            mask[i : i + 1],
            rewards[i : i + 1],
            done[i : i + 1],
            refused[i : i + 1],
            points[i : i + 1],
            last[i:kept],
            moves,
            work,
            work,
            row,
            table,
            real,
            real.view(BITS),
            0,
            1,
        )
        if refusal != NONE:
            cuda.atomic.min(wrong, 0, i)
        for k in range(WORDS):
            words[k, i] = state[k]


def sample_kernel(mask: Any, luck: Any, actions: Any, places: int) -> None:
    """Choose an action for the game of a thread."""
    i = cuda.grid(1)
    if i < places:
        sample_actions(mask, luck, actions, i, i + 1)


def observe_kernel(words: Any, out: Any, step: int, table: Any, seats: int, places: int) -> None:
    """Write what one seat of a game sees, a thread for each; the numbers of a seat lie `step` columns apart."""
    t = cuda.grid(1)
    if t < seats * places:
        i, seat = t % places, t // places
        state = opaque(cuda.local.array(WORDS, int32))
        row = opaque(cuda.local.array(ROW, int16))
        real = cuda.local.array(REAL, float32)
        for k in range(WORDS):
            state[k] = words[k, i]
        start = seat * ROW if step == 1 else seat
        seen = out[i, start : start + ROW * step : step]
        show(state.view(RECORD)[0], seat, seen, row, table, real, real.view(BITS))


def rows_kernel(columns: Any, rows: Any, places: int) -> None:
    """Copy what lies side by side for all games to where the numbers of one game do, tile by tile."""
    tile = cuda.shared.array((TILE, COLUMN), KIND)
    x, y = cuda.threadIdx.x, cuda.threadIdx.y
    game, number = cuda.blockIdx.x * TILE, cuda.blockIdx.y * TILE
    for k in range(y, TILE, cuda.blockDim.y):
        if game + x < places and number + k < columns.shape[1]:
            tile[k, x] = columns[game + x, number + k]
    cuda.syncthreads()
    for k in range(y, TILE, cuda.blockDim.y):
        if game + k < places and number + x < columns.shape[1]:
            rows[game + k, number + x] = tile[x, k]


@dataclass(frozen=True)
class Kernels:
    """The kernels of a game for a type of observations and some bots."""

    begin: Any
    step: Any
    sample: Any
    observe: Any
    rows: Any  # for observations
    mask_rows: Any


@cache
def kernels_of(encoding: Encoding, observation: str, bots: tuple[int, ...]) -> Kernels:
    """The kernels, not compiled yet; refused where bots need more workspace than a thread has."""
    module, types = gpu.cuda(), numba_types()
    loops, kind = game_loops_of(encoding, observation, bots, on_card=True), OBSERVATIONS[observation]
    work = max(encoding.work, loops.room)
    if bots:
        gpu.check_room(work, "VectorEnv plays them")
    record = encoding.game.record_type.dtype
    room = {
        "WORDS": record.itemsize // BITS().itemsize,
        "MOVES": encoding.game.kernels.most_legal,
        "WORK": work,
        "ZEROED": bool(bots),
        "ROW": encoding.size,
        "REAL": encoding.size if kind.is_real else 1,
    }

    def made(kernel: Any, **rules: Any) -> Any:
        return module.jit(bind_plain(kernel, cuda=module, opaque=gpu.opaque(), RECORD=record, **types, **room, **rules))

    return Kernels(
        made(begin_kernel, begin_games=loops.begin_games),
        made(step_kernel, step_games=loops.step_games),
        made(sample_kernel, sample_actions=loops_of(encoding).sample),
        made(observe_kernel, show=show_of(encoding, observation, on_card=True)),
        made(rows_kernel, KIND=types[np.dtype(kind.dtype).name]),
        made(rows_kernel, KIND=types["int8"]),
    )


def numba_types() -> dict[str, Any]:
    """The types of memory that kernels make, by their names."""
    import numba

    return {name: getattr(numba, name) for name in ("int8", "uint8", "int16", "uint16", "int32", "int64", "float32")}
