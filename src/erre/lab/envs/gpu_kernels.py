"""The kernels of the environments on a GPU: one game for each thread.

The rules run on the states where they lie. A step reads and writes a small part of a state, so taking all of it into
memory of the thread and back costs more than neighbouring threads save by reading neighbouring memory: in a game with
states of 740 bytes, two thirds of the speed with 16,384 games, and half of it with 262,144.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np

from erre.core import gpu
from erre.core.encoding import Encoding, bind_plain
from erre.core.record import NONE
from erre.lab.envs.kernels import GameLoops, game_loops_of, loops_of, show_of
from erre.lab.envs.observations import OBSERVATIONS

TILE = 32  # numbers of as many games change places at once
COLUMN = TILE + 1  # of shared memory: neighbours in a column then lie in different banks
TILE_GRID = (TILE, 8)  # threads
WARP = 32  # threads that go the same way together
WIDE = 4096  # 64-bit words of workspace above which it is not local memory: a card reserves that for all its threads
QUEUE_GRID = (1024, 64)  # blocks, and threads of each, that work on a queue: about as many as a card has room for

# What the kernels below leave open: numba's module and types, the loops, and how much workspace a thread needs.
cuda: Any = None
int16: Any = None
int64: Any = None
float32: Any = None
KIND: Any = None
RECORD: Any = None
opaque: Any = None
begin_games: Any = None
step_games: Any = None
carry_out: Any = None
settle: Any = None
is_automatic: Any = None
advance: Any = None
acting: Any = None
is_long: Any = None
sample_actions: Any = None
show: Any = None
clean: Any = None
MOVES = WORK = SIZE = ROW = REAL = 1
IS_WIDE = False  # whether the workspace lies in `spaces`
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
    spaces: Any,
) -> None:
    """Begin the game of a thread."""
    i = cuda.grid(1)
    if i < places:
        moves = cuda.local.array(MOVES, int16)
        work = spaces[i] if IS_WIDE else cuda.local.array(WORK, int64)
        row = opaque(cuda.local.array(ROW, int16))
        real = cuda.local.array(REAL, float32)
        if ZEROED:
            for k in range(WORK):
                work[k] = 0
        clean(work)
        seeds[i], numbers[i], seats[i], done[i], refused[i] = seed, first + i, learners[i], 0, 0
        for k in range(rewards.shape[1]):
            rewards[i, k], points[i, k] = 0, 0
        begin_games(
            words.view(RECORD)[i : i + 1],
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
    spaces: Any,
) -> None:
    """Carry out the action of a thread. The last observations of games go to the first `kept` places of `last`."""
    i = cuda.grid(1)
    if i < places:
        moves = cuda.local.array(MOVES, int16)
        work = spaces[i] if IS_WIDE else cuda.local.array(WORK, int64)
        row = opaque(cuda.local.array(ROW, int16))
        real = cuda.local.array(REAL, float32)
        if ZEROED:
            for k in range(WORK):
                work[k] = 0
        clean(work)
        refusal = step_games(
            words.view(RECORD)[i : i + 1],
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


def clear_kernel(queue: Any) -> None:
    """Empty the queue."""
    if cuda.grid(1) == 0:
        queue[0] = 0


def queue_kernel(
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
    queue: Any,
) -> None:
    """As `step_kernel`, but games whose next step takes long, or that are over, wait in a queue.

    Threads of a warp wait for each other, and hardly any warp would have none of these games.
    """
    i = cuda.grid(1)
    if i < places:
        moves = cuda.local.array(MOVES, int16)
        work = cuda.local.array(WORK, int64)
        row = opaque(cuda.local.array(ROW, int16))
        real = cuda.local.array(REAL, float32)
        clean(work)
        states = words.view(RECORD)[i : i + 1]
        if not carry_out(
            states,
            actions[i : i + 1],
            by_points,
            seats[i : i + 1],
            mask[i : i + 1],
            rewards[i : i + 1],
            done[i : i + 1],
            refused[i : i + 1],
            moves,
            work,
            0,
        ):
            cuda.atomic.min(wrong, 0, i)
        else:
            s = states[0]
            while is_automatic(s) and not is_long(s):
                advance(s)
            if is_automatic(s) or acting(s) == 0:
                queue[1 + cuda.atomic.add(queue, 0, 1)] = i
            else:
                settle(
                    states,
                    blank,
                    luck[i : i + 1],
                    seeds[i : i + 1],
                    numbers[i : i + 1],
                    places,
                    bots,
                    rotates,
                    by_points,
                    True,
                    seats[i : i + 1],
                    out[i : i + 1],
                    mask[i : i + 1],
                    rewards[i : i + 1],
                    done[i : i + 1],
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
                )


def settle_kernel(
    words: Any,
    blank: Any,
    luck: Any,
    seeds: Any,
    numbers: Any,
    places: int,
    bots: Any,
    rotates: int,
    by_points: bool,
    seats: Any,
    out: Any,
    mask: Any,
    rewards: Any,
    done: Any,
    points: Any,
    last: Any,
    kept: int,
    table: Any,
    queue: Any,
) -> None:
    """Go on with the games of the queue, as few in each warp as there may be."""
    t, threads = cuda.grid(1), cuda.gridsize(1)
    moves = cuda.local.array(MOVES, int16)
    work = cuda.local.array(WORK, int64)
    row = opaque(cuda.local.array(ROW, int16))
    real = cuda.local.array(REAL, float32)
    clean(work)
    k = t % WARP * max(threads // WARP, 1) + t // WARP
    while k < queue[0]:
        i = queue[1 + k]
        settle(
            words.view(RECORD)[i : i + 1],
            blank,
            luck[i : i + 1],
            seeds[i : i + 1],
            numbers[i : i + 1],
            places,
            bots,
            rotates,
            by_points,
            True,
            seats[i : i + 1],
            out[i : i + 1],
            mask[i : i + 1],
            rewards[i : i + 1],
            done[i : i + 1],
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
        )
        k += threads


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
        row = opaque(cuda.local.array(ROW, int16))
        real = cuda.local.array(REAL, float32)
        start = seat * SIZE if step == 1 else seat
        seen = out[i, start : start + SIZE * step : step]
        show(words.view(RECORD)[i], seat, seen, row, table, real, real.view(BITS))


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
    step: Any  # or what puts games into a queue
    settle: Any  # what goes on with the games of the queue; None where there is none
    clear: Any
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
    room: dict[str, Any] = {
        "MOVES": encoding.game.kernels.most_legal,
        "WORK": 1 if is_wide(encoding, bots) else work,
        "IS_WIDE": is_wide(encoding, bots),
        "ZEROED": bool(bots),
        "SIZE": encoding.size,
        "ROW": 1 if kind.is_direct else encoding.size,
        "REAL": encoding.size if kind.is_real else 1,
    }

    has_queue = encoding.is_long is not None and not bots

    def made(kernel: Any, **rules: Any) -> Any:
        given: dict[str, Any] = {"RECORD": record, "opaque": gpu.opaque(), "clean": encoding.clean}
        return module.jit(bind_plain(kernel, cuda=module, **given, **types, **room, **rules))

    return Kernels(
        made(begin_kernel, begin_games=loops.begin_games),
        *made_steps(encoding, loops, made, has_queue=has_queue),
        made(clear_kernel),
        made(sample_kernel, sample_actions=loops_of(encoding).sample),
        made(observe_kernel, show=show_of(encoding, observation)),
        made(rows_kernel, KIND=types[np.dtype(kind.dtype).name]),
        made(rows_kernel, KIND=types["int8"]),
    )


def is_wide(encoding: Encoding, bots: tuple[int, ...]) -> bool:
    """Whether workspace lies in device memory. With bots it does not: theirs has to be zero before each step."""
    return encoding.work > WIDE and not bots


def made_steps(encoding: Encoding, loops: GameLoops, made: Callable[..., Any], *, has_queue: bool) -> tuple[Any, Any]:
    """The kernel that carries out actions, and if it has a queue the one that goes on with what waits there."""
    if not has_queue:
        return made(step_kernel, step_games=loops.step_games), None
    rules = encoding.game.kernels
    run = {"is_automatic": rules.is_automatic, "advance": rules.advance, "acting": rules.acting}
    first = made(queue_kernel, carry_out=loops.carry_out, settle=loops.settle, is_long=encoding.is_long, **run)
    return first, made(settle_kernel, settle=loops.settle)


def numba_types() -> dict[str, Any]:
    """The types of memory that kernels make, by their names."""
    import numba

    return {name: getattr(numba, name) for name in ("int8", "uint8", "int16", "uint16", "int32", "int64", "float32")}
