"""The GPU engine: the same rules, one game per thread."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from functools import cache
from importlib import import_module
from typing import Any, Protocol

import numpy as np
import numpy.typing as npt

from erre.core.errors import Refusal
from erre.core.fingerprint import constant_bytes
from erre.core.game import AnyGame

THREADS = 256  # a block
REGISTERS = 255  # a thread: few threads at a time, whose states then stay near the processors
CONSTANT_ROOM = 64 * 1024  # bytes of tables that the rules of one kernel may read
LOCAL_ROOM = 512 * 1024  # bytes of memory that a thread may have of its own
WORD = 8  # bytes


class NoGpu(Refusal):
    """There is no GPU here, or nothing to drive it with."""


class Loops(Hashable, Protocol):
    """What this engine needs of a game's loops (see `batch.Arena`)."""

    @property
    def play_game(self) -> Any:
        """Plays one game to its end."""
        ...

    @property
    def work(self) -> int:
        """64-bit words of workspace that the bots need."""
        ...


def cuda() -> Any:
    """numba's CUDA module, or a refusal that says what is missing."""
    try:
        import_module("numba_cuda")
    except ImportError:
        raise NoGpu("the GPU engine needs numba-cuda: pip install '.[gpu]' adds it") from None
    if not hasattr(np, "row_stack"):
        setattr(np, "row_stack", np.vstack)  # noqa: B010  (numba-cuda 0.30 still looks for the old name)
    module: Any = import_module("numba.cuda")
    if not module.is_available():
        raise NoGpu("no NVIDIA GPU with a working driver was found on this machine; --engine cpu runs anywhere")
    return module


@cache
def check_constants(loops: Loops) -> None:
    """Refuse bots that do not fit: a compiler would find out after minutes."""
    check_room(loops.play_game, loops.work, "--engine cpu plays them")


def check_room(rule: Callable[..., Any], work: int, instead: str) -> None:
    """Refuse a rule whose tables and weights do not fit, or whose 64-bit words of workspace do not."""
    for what, size, room, where in (
        ("tables and weights", constant_bytes([rule]), CONSTANT_ROOM, "a kernel on a GPU"),
        ("workspace", work * WORD, LOCAL_ROOM, "a thread of a GPU"),
    ):
        if size > room:
            here = f"{where} has room for {room // 1024} kB"
            raise NoGpu(f"these bots have {size / 1000:,.0f} kB of {what}, and {here}; {instead}")


@cache
def kernel_of(game: AnyGame, loops: Loops) -> Any:
    """The kernel: copy a state in, play it out, copy it back."""
    module = cuda()
    import numba

    play_game = loops.play_game
    record = numba.from_dtype(game.record_type.dtype)
    most_legal, most_work = game.kernels.most_legal, loops.work
    int16, int32, int64 = numba.int16, numba.int32, numba.int64

    def play(states: Any, made: Any, bots: Any, seed: int, first: int) -> None:
        i = module.grid(1)
        if i < states.size:
            # The state lives in local memory while it is played: neighbours' bytes then lie side by side.
            local = module.local.array(1, record)
            luck = module.local.array(2, int32)
            moves = module.local.array(most_legal, int16)
            work = module.local.array(most_work, int64)
            local[0] = states[i]
            made[i] = play_game(local[0], bots, luck, moves, work, seed, first + i)
            states[i] = local[0]

    return module.jit(max_registers=REGISTERS)(play)


def play_games(
    game: AnyGame,
    loops: Loops,
    states: npt.NDArray[np.void],
    made: npt.NDArray[np.int32],
    seed: int,
    first: int,
    bots: list[int],
) -> None:
    """Play a batch on the GPU; states and numbers of moves are filled in as the CPU engine would."""
    check_constants(loops)
    module = cuda()
    chosen = np.zeros(8, np.int8)
    chosen[: len(bots)] = bots
    kernel = kernel_of(game, loops)
    there = module.to_device(states)
    counts = module.to_device(made)
    blocks = (len(states) + THREADS - 1) // THREADS
    try:
        kernel[blocks, THREADS](there, counts, module.to_device(chosen), seed, first)
    except Exception as error:
        raise NoGpu(f"these bots cannot be made ready for this GPU; --engine cpu plays them ({error})") from error
    there.copy_to_host(states)
    counts.copy_to_host(made)
