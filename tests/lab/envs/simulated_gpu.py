"""The environments for GPUs on numba's simulator, compared with those for CPUs: run by `test_vector_gpu`.

The simulator runs kernels as plain Python on numpy arrays, one thread after the other. Rules need plain integers where
numpy would wrap around, so the arrays that it hands to kernels are those of our interpreter.

    python -m tests.lab.envs.simulated_gpu GAME STEPS SETTINGS     (settings as JSON)
"""

from __future__ import annotations

import gc
import json
import math
import os
import sys
import threading
import types
import warnings
import weakref
from typing import Any

os.environ["NUMBA_ENABLE_CUDASIM"] = os.environ["NUMBA_DISABLE_JIT"] = "1"

import numpy as np

from erre.core.record import RECORDS, Ints, Rows

GAMES = 3


def readable(array: Any) -> Any:
    """Memory as a kernel gets it."""
    plain = vars(array)["_ary"]  # what the simulator wraps
    if plain.dtype.names:
        return States(RECORDS[plain.dtype], plain)
    return plain.view(Words) if plain.dtype.kind == "i" else plain


class Words(Ints):
    """Numbers, which a kernel may also see as the states of games."""

    def view(self, kind: Any = None) -> Any:  # type: ignore[override]
        """The same memory as another type."""
        there = np.ndarray.view(self, np.ndarray)
        if isinstance(kind, np.dtype) and kind.names:
            return States(RECORDS[kind], there.view(kind))
        return np.ndarray.view(self, kind)


class States(Rows):
    """The states of games as a kernel gets them."""

    def __getitem__(self, index: Any) -> Any:
        """One of them, or some."""
        return States(self.record_type, self.states[index]) if isinstance(index, slice) else super().__getitem__(index)

    def view(self, kind: Any) -> Any:
        """The same memory as another type."""
        return self.states.view(kind).view(Ints)


def prepare() -> None:
    """Put the simulator in the place of a card."""
    warnings.simplefilter("ignore")
    sys.modules["numba_cuda"] = types.ModuleType("numba_cuda")  # the simulator is numba's own
    from numba import cuda
    from numba.cuda.simulator import kernel, kernelapi

    patched: Any = kernel
    patched.FakeWithinKernelCUDAArray = readable
    patched.BlockManager.run = run_block
    patched.BlockThread.syncthreads = lambda thread: vars(thread)["_manager"].meeting.wait()
    local: Any = kernelapi.FakeCUDALocal
    array = local.array

    def array_of_ints(self: Any, shape: Any, kind: Any) -> Any:
        """Memory of a thread, which may hold anything at first."""
        made = array(self, shape, kind)
        made.view(np.uint8)[...] = 0x5A
        return made.view(Ints) if made.dtype.kind == "i" else made

    local.array = array_of_ints
    simulator: Any = cuda
    simulator.as_cuda_array = Elsewhere.wrapped


def run_block(block: Any, place: Any, *arguments: Any) -> None:
    """Run the threads of a block, which wait for each other; numba's own loop asks all of them all the time."""
    from numba.cuda.simulator import kernel

    function, shape, debug = (vars(block)[name] for name in ("_f", "_block_dim", "_debug"))
    block.meeting = threading.Barrier(math.prod(shape))
    threads = [kernel.BlockThread(lambda: function(*arguments), block, place, one, debug) for one in np.ndindex(*shape)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    for thread in threads:
        if thread.exception:
            raise thread.exception[0].with_traceback(thread.exception[1])


class Elsewhere:
    """Actions of another library, which shows where they lie."""

    asked = 0  # how often numba was

    def __init__(self, actions: Any) -> None:
        self.actions, where = actions, vars(actions)["_ary"]
        data = (where.ctypes.data, False)
        self.__cuda_array_interface__ = {"shape": where.shape, "typestr": where.dtype.str, "data": data, "version": 3}

    @staticmethod
    def wrapped(actions: Elsewhere) -> Any:
        """What numba makes of them."""
        Elsewhere.asked += 1
        return actions.actions


def same(there: Any, here: Any) -> None:
    """Compare everything that stands in both."""
    assert np.array_equal(there.states, here.states)
    assert np.array_equal(there.refused.copy_to_host(), here.refused)
    for part, array in vars(here.now).items():
        found = getattr(there.now, part).copy_to_host()
        assert np.array_equal(found, array), part
        assert found.dtype == array.dtype, part


def play(there: Any, here: Any, steps: int) -> int:
    """Play at random on both; how many games ended."""
    ended = 0
    for step in range(steps):
        same(there, here)
        actions = here.sample()
        assert np.array_equal(there.sample().copy_to_host(), actions)
        here.step(actions)
        there.step(there.actions if step % 2 else Elsewhere(there.actions.memory))
        assert there.last is None or np.array_equal(there.last.copy_to_host(), here.last)
        ended += int(here.now.done.sum())
    return ended


def copies(there: Any, here: Any) -> None:
    """Whether copies go on as the environments do, and states go from one to the other."""
    seen = there.observe_all().copy_to_host()
    assert np.array_equal(seen, here.observe_all())
    state = there.get_state()
    assert there.set_state(here.get_state()) is there.now
    same(there, here)
    twin = there.clone()
    play(there, here, 2)
    assert np.array_equal(twin.observe_all().copy_to_host(), seen)
    here.set_state(state)
    same(twin, here)
    play(twin, here, 2)
    same(there, here)
    twin.close()


def main() -> None:
    """Play at random on both, and say how much was the same."""
    name, steps, settings = sys.argv[1], int(sys.argv[2]), json.loads(sys.argv[3])
    prepare()
    from erre.lab.envs import gpu_kernels

    gpu_kernels.TILE_GRID = (gpu_kernels.TILE, 1)  # the simulator starts a thread of Python for each of a block
    gpu_kernels.QUEUE_GRID = (1, 2)
    from erre.lab.envs.vector import BadAction, VectorEnv
    from erre.lab.envs.vector_gpu import GpuVectorEnv
    from erre.lab.training.task import tasks

    played: Any = name
    if settings.pop("is_training", False):
        settings["encoding"] = tasks()[name].encoding
        played = tasks()[name].game  # the peer's is not registered
    there: Any = GpuVectorEnv(played, GAMES, seed=3, threads=2, **settings)
    usual = {key: value for key, value in settings.items() if key not in ("order", "keep_last")}
    here = VectorEnv(played, GAMES, seed=3, threads=1, **usual)
    if there.keep_last:
        here.last = here.memory((GAMES, here.encoding.size))
        here.bind()
    here.reset()
    there.reset()
    ended = play(there, here, steps)
    same(there, here)
    there.check()
    copies(there, here)
    there.actions.copy_to_device(np.full(GAMES, 10_000))
    there.step(there.actions)
    try:
        there.check()
    except BadAction as refusal:
        told = str(refusal)
    there.check()
    assert np.array_equal(there.states, here.states)
    assert there.refused.copy_to_host().all()
    here.reset(seed=4)
    there.reset(seed=4)
    same(there, here)
    for wrong in ([0] * GAMES, np.zeros(GAMES, np.int64), None):
        assert "on the card" in refusal_of(there.step, wrong)
    is_row_major = bool(there.now.observation.copy_to_host().flags.c_contiguous)
    print(json.dumps({"ended": ended, "refusal": told, "is_row_major": is_row_major, "wrapped": Elsewhere.asked}))
    closing(there)


def refusal_of(call: Any, *arguments: Any) -> str:
    """The words with which a call is refused."""
    from erre.core.errors import Refusal

    try:
        call(*arguments)
    except Refusal as refusal:
        return str(refusal)
    raise AssertionError(f"{call} was not refused")


def closing(env: Any) -> None:
    """Whether a closed environment keeps no memory, leaves others theirs, and refuses what it is asked."""
    assert not hasattr(env, "nothing")
    state, work = env.get_state(), env.sample
    kept, known = env.now.reward, {name: weakref.ref(array) for name, array in env.memory.items()}
    env.close()
    env.close()
    gc.collect()
    assert [name for name, array in known.items() if array() is not None] == ["reward"]
    assert kept.copy_to_host().shape == (GAMES, env.seats)
    calls = [env.reset, env.sample, env.observe_all, env.check, env.get_state, env.clone, lambda: env.states]
    calls += [lambda: env.now, lambda: env.actions, lambda: env.step([0] * GAMES), lambda: env.capture(work)]
    for call in [*calls, lambda: env.set_state(state)]:
        assert refusal_of(call) == "this environment was closed: make another one"
    assert repr(env).endswith("closed>")


if __name__ == "__main__":
    main()
