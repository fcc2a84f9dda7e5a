"""`GpuVectorEnv` on a card: proof that it plays as the CPU does, and steps per second.

    python benchmarks/gpu_environments.py [--only speed,proof] [--cases speed-rage] [--old SRC] [--limit 150]

Every case is a process of its own, since compiling takes longest: they compile side by side, and take turns with the
card. What is measured is printed as one line of JSON as soon as it is known. With `--old`, the folder `src` of another
checkout, its environments are measured as well. Needs numba-cuda and an NVIDIA card; torch and JAX where they are.
A machine without a package registry can be served from a folder of unpacked wheels: set ERRE_WHEELS to it.
"""

from __future__ import annotations

import argparse
import contextlib
import fcntl
import json
import os
import subprocess
import sys
import tempfile
import time
import traceback
from collections.abc import Callable, Iterator
from importlib import import_module
from pathlib import Path
from typing import Any

sys.path.insert(0, os.environ.get("ERRE_SRC") or str(Path(__file__).resolve().parent.parent / "src"))
if wheels := os.environ.get("ERRE_WHEELS"):
    sys.path.insert(0, wheels)
    __import__("_numba_cuda_redirector")

import numpy as np

if not hasattr(np, "row_stack"):
    setattr(np, "row_stack", np.vstack)  # noqa: B010  (numba-cuda 0.30 still looks for the old name)

from numba import cuda

PROOF_GAMES, PROOF_STEPS = 2000, 120
STEPS = {"rage": 520, "rurare": 400, "rok": 60, "rummy": 20}  # of a measurement: those of Rage are two matches
FEW, MANY = 16_384, 262_144
BEGAN = time.perf_counter()


def tell(what: str, **facts: Any) -> None:
    """One line about one measurement."""
    case = os.environ.get("ERRE_CASE", "")
    print(json.dumps({"case": case, "what": what, **facts, "at": round(time.perf_counter() - BEGAN, 1)}), flush=True)


@contextlib.contextmanager
def turn(name: str = "card") -> Iterator[None]:
    """While no other case has its turn."""
    with open(Path(os.environ["ERRE_TURNS"]) / name, "w") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        yield


def gpu_env(*given: Any, **settings: Any) -> Any:
    """An environment, and how long it took to make: its kernels are compiled."""
    from erre.lab.envs.vector_gpu import GpuVectorEnv

    start = time.perf_counter()
    env = GpuVectorEnv(*given, **settings)
    tell("made", settings=f"{given} {settings}", seconds=round(time.perf_counter() - start, 1))
    return env


def seconds_of(work: Callable[[], object], stream: Any, times: int) -> float:
    """Seconds between two events on the card."""
    first, last = cuda.event(), cuda.event()
    first.record(stream)
    for _ in range(times):
        work()
    last.record(stream)
    last.synchronize()
    return float(cuda.event_elapsed_time(first, last)) / 1000


def rate_of(env: Any, work: Callable[[], object], stream: Any, steps: int) -> dict[str, Any]:
    """Steps per second and microseconds of a step, always over the same steps of the same games."""
    env.reset()
    for _ in range(10):
        work()
    seconds = seconds_of(work, stream, steps) / steps
    return {"million_per_second": round(env.games / seconds / 1e6, 2), "microseconds": round(seconds * 1e6, 1)}


def play(env: Any) -> None:
    """A step at random."""
    env.step(env.sample())


def measure(env: Any, stream: Any, name: str, **facts: Any) -> None:
    """Steps started one by one, and recorded as a graph."""
    steps = STEPS[name]
    env.reset()
    play(env)
    facts = {"game": name, "games": env.games, **facts}
    tell("speed, one by one", **facts, **rate_of(env, lambda: play(env), stream, steps))
    if not hasattr(env, "capture"):
        return
    graph = env.capture(lambda: play(env))
    tell("speed, graph", **facts, **rate_of(env, graph.replay, stream, steps))
    graph = env.capture(env.sample)
    tell("speed, graph of sample alone", **facts, **rate_of(env, graph.replay, stream, 100))
    graph = env.capture(lambda: env.step(env.actions))
    tell("speed, graph of steps refused or not", **facts, **rate_of(env, graph.replay, stream, 100))


def speed(name: str, counts: tuple[int, ...] = (FEW, MANY), threads: tuple[int, ...] = (64,), **more: Any) -> None:
    """Numbers of games and of threads in a block, with one set of kernels."""
    stream = cuda.stream()
    gpu_env(name, 64, seats=4, seed=1, stream=stream, **more)
    with turn():
        for games in counts:
            for block in threads:
                env = gpu_env(name, games, seats=4, seed=1, stream=stream, threads=block, **more)
                measure(env, stream, name, threads=block, **more)
                env.close()


def speed_before(name: str, counts: tuple[int, ...] = (FEW, MANY)) -> None:
    """The same in an older checkout, which has neither streams nor graphs."""
    small = gpu_env(name, 64, seats=4, seed=1)
    small.reset()
    play(small)
    with turn():
        for games in counts:
            measure(gpu_env(name, games, seats=4, seed=1), 0, name, before=True)


def alone(work: Callable[[], None]) -> None:
    """Rummy's kernels want most of the memory of a card, so one process at a time has it."""
    with turn("wide"):
        work()


def cpu_env(name: str, games: int, **settings: Any) -> Any:
    """The same environment on the CPU, compiled."""
    from erre.lab.envs.vector import VectorEnv

    usual = {key: value for key, value in settings.items() if key != "order"}
    here = VectorEnv(name, games, seats=4, seed=1, **usual)
    here.reset()
    here.step(here.sample())
    here.observe_all()
    return here


def proof_of(there: Any, here: Any, steps: int) -> None:
    """Play at random on the card and here, and count where anything differs."""
    here.reset()
    there.reset()
    different = ended = 0
    for step in range(steps):
        actions = here.sample()
        different += not np.array_equal(there.sample().copy_to_host(), actions)
        here.step(actions)
        there.step(there.actions)
        ended += int(here.now.done.sum())
        if step % 10 == 9 or step == steps - 1:
            different += not np.array_equal(there.states, here.states)
            for part, array in vars(here.now).items():
                different += not np.array_equal(getattr(there.now, part).copy_to_host(), array)
            seen = there.observe_all().copy_to_host()
            different += not np.array_equal(seen, here.observe_all())
    there.check()
    tell("proof", games=here.games, steps=steps, ended=ended, different=different)
    copies(there, here)


def copies(there: Any, here: Any) -> None:
    """A clone and a saved state go on as the CPU does, which takes the state of the card as its own."""
    twin, state = there.clone(), there.get_state()
    here.set_state(state)
    for env in (there, twin):
        env.step(env.sample())
    here.step(here.sample())
    same = [np.array_equal(env.states, here.states) for env in (there, twin)]
    twin.set_state(state)
    twin.step(twin.sample())
    same.append(np.array_equal(twin.states, here.states))
    same.append(np.array_equal(twin.now.observation.copy_to_host(), here.now.observation))
    tell("clone and set_state", same=same)


def proof(name: str, **settings: Any) -> None:
    """One game with some settings."""
    here = cpu_env(name, PROOF_GAMES, **settings)
    there = gpu_env(name, PROOF_GAMES, seats=4, seed=1, stream=cuda.stream(), **settings)
    with turn():
        proof_of(there, here, PROOF_STEPS)


def levels(name: str, opponents: str, games: int = FEW) -> None:
    """Bots with tables and weights beyond constant memory: proof, and speed."""
    stream, here = cuda.stream(), cpu_env(name, 512, opponents=opponents)
    there = gpu_env(name, 512, seats=4, seed=1, stream=stream, opponents=opponents)
    with turn():
        proof_of(there, here, 30)
        env = gpu_env(name, games, seats=4, seed=1, stream=stream, opponents=opponents)
        measure(env, stream, name, opponents=opponents)


def simulate(name: str, bot: str, count: int = 2000) -> None:
    """Whole games by bots with wide tables, here and on the card."""
    from erre.bots import BOTS
    from erre.bots.kernel_bot import arena_for
    from erre.core.batch import play_batch
    from erre.games import game

    played, numbers = game(name), [BOTS[bot]] * 4
    options = played.read_options({})
    here = play_batch(played, 4, options, count, seed=5, bots=numbers, loops=arena_for(played, numbers))
    loops = arena_for(played, numbers, "gpu")
    start = time.perf_counter()
    there = play_batch(played, 4, options, 8, seed=5, bots=numbers, loops=loops, engine="gpu")
    made = time.perf_counter() - start
    with turn():
        start = time.perf_counter()
        there = play_batch(played, 4, options, count, seed=5, bots=numbers, loops=loops, engine="gpu")
        seconds = time.perf_counter() - start
    different = int((here.states != there.states).sum())
    facts = {"compiled_in": round(made, 1), "moves_per_second": round(float(there.moves.sum()) / seconds)}
    tell("simulate", game=name, bot=bot, games=count, different=different, **facts)


def with_torch(order: str) -> None:
    """torch reads and writes the same memory, on a stream of its own, without waiting, and captures steps."""
    import torch

    stream: Any = torch.cuda.Stream()
    settings = {"seats": 4, "seed": 1, "observation": "bfloat16", "order": order}
    env, plain = gpu_env("rurare", 4096, stream=stream, **settings), gpu_env("rurare", 4096, **settings)
    now = env.reset()
    plain.reset()
    seen = torch.as_tensor(now.observation, device="cuda")
    passed = torch.from_dlpack(now.observation)
    same = [seen.data_ptr(), passed.data_ptr(), now.observation.memory.device_ctypes_pointer.value]
    tell("torch", order=order, zero_copy=len(set(same)) == 1, dtype=str(passed.dtype), strides=list(passed.stride()))
    mask, actions = torch.as_tensor(now.mask, device="cuda"), torch.zeros(4096, dtype=torch.int64, device="cuda")
    with turn():
        torch.cuda.synchronize()
        torch.cuda.set_sync_debug_mode("error")
        with torch.cuda.stream(stream):
            for _ in range(20):
                torch.argmax(mask, dim=1, out=actions)
                env.step(actions)
        torch.cuda.set_sync_debug_mode("default")
        for _ in range(20):
            plain.step(torch.argmax(torch.as_tensor(plain.now.mask, device="cuda"), dim=1))
        torch.cuda.synchronize()
        tell("torch steps as without", same=bool(np.array_equal(env.states, plain.states)), wrapped=len(env.wrapped))
        graph = torch.cuda.CUDAGraph()
        with torch.cuda.graph(graph, stream=stream):
            env.step(env.sample())
            torch.argmax(mask, dim=1, out=actions)
            env.step(actions)
        for _ in range(50):
            graph.replay()
        torch.cuda.synchronize()
        for _ in range(50):
            plain.step(plain.sample())
            plain.step(torch.argmax(torch.as_tensor(plain.now.mask, device="cuda"), dim=1))
        torch.cuda.synchronize()
        env.check()
        tell("torch graph as without", same=bool(np.array_equal(env.states, plain.states)))
        own = env.capture(lambda: env.step(env.sample()))
        for _ in range(50):
            own.replay()
            plain.step(plain.sample())
        tell("own graph as without", same=bool(np.array_equal(env.states, plain.states)))
        overhead(env, plain)


def overhead(env: Any, plain: Any) -> None:
    """Microseconds that Python takes to start a step."""
    for what, one in (("stream", env), ("default stream", plain)):
        one.stream.wait()
        start = time.perf_counter()
        for _ in range(200):
            play(one)
        tell("starting sample and step", on=what, microseconds=round((time.perf_counter() - start) / 200 * 1e6, 1))
        one.stream.wait()


def with_jax() -> None:
    """JAX reads the same memory."""
    os.environ["XLA_PYTHON_CLIENT_PREALLOCATE"] = "false"
    jax: Any = import_module("jax")
    import_module("jax.dlpack")
    env = gpu_env("rurare", 4096, seats=4, seed=1, order="C")
    with turn():
        now = env.reset()
        for name in ("observation", "mask", "reward"):
            array = getattr(now, name)
            there = jax.dlpack.from_dlpack(array)
            same = there.unsafe_buffer_pointer() == array.memory.device_ctypes_pointer.value
            equal = bool(np.array_equal(np.asarray(there), array.copy_to_host()))
            tell("jax", array=name, zero_copy=bool(same), equal=equal, device=str(there.device))


CASES: dict[str, Callable[[], None]] = {
    "speed-rage": lambda: speed("rage", threads=(32, 64, 128)),
    "speed-rage-rows": lambda: speed("rage", observation="bfloat16", order="C"),
    "speed-rage-bytes": lambda: speed("rage", observation="uint8", order="C"),
    "speed-rurare": lambda: speed("rurare", threads=(32, 64)),
    "speed-rok": lambda: speed("rok", threads=(32, 64)),
    "speed-rummy": lambda: alone(lambda: speed("rummy", (4096, FEW))),
    "proof-rage": lambda: proof("rage"),
    "proof-rage-rows": lambda: proof("rage", observation="bfloat16", order="C", opponents="random", seat="rotate"),
    "proof-rurare": lambda: proof("rurare", observation="uint8", opponents="greedy", seat=1, reward="victory"),
    "proof-rurare-rows": lambda: proof("rurare", observation="float32", order="C"),
    "proof-rummy": lambda: alone(lambda: proof("rummy")),
    "proof-rok-rows": lambda: proof("rok", observation="uint8", order="C", opponents="greedy"),
    "torch-rows": lambda: with_torch("C"),
    "torch-columns": lambda: with_torch("F"),
    "jax": with_jax,
    "levels-rage-greedy": lambda: levels("rage", "greedy"),
    "levels-rage": lambda: levels("rage", "solid", 4096),
    "levels-rurare": lambda: levels("rurare", "champion", 4096),
    "simulate-rage": lambda: simulate("rage", "greedy", 20_000),
    "before-rage": lambda: speed_before("rage"),
    "before-rurare": lambda: speed_before("rurare"),
    "before-rok": lambda: speed_before("rok"),
    "before-rummy": lambda: alone(lambda: speed_before("rummy", (4096, FEW))),
}


def run_case(name: str) -> int:
    """One case, in this process."""
    try:
        CASES[name]()
    except BaseException:
        tell("failed", error=traceback.format_exc()[-3000:])
        return 1
    tell("done")
    return 0


def main() -> int:
    """Run the cases side by side, for as long as they may take."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", default="", help="what names of cases begin with, with commas")
    parser.add_argument("--cases", default="", help="names of cases, with commas")
    parser.add_argument("--old", default="", help="the folder src of an older checkout, to be measured too")
    parser.add_argument("--limit", type=float, default=150, help="seconds after which cases are ended")
    parser.add_argument("--case", default="", help="one case, in this process")
    given = parser.parse_args()
    if given.case:
        return run_case(given.case)
    named, kinds = set(filter(None, given.cases.split(","))), tuple(filter(None, given.only.split(",")))
    chosen = [name for name in CASES if name in named or (name.startswith(kinds) if kinds else not named)]
    if not given.old:
        chosen = [name for name in chosen if not name.startswith("before")]
    return run_all(chosen, given.old, given.limit)


def run_all(chosen: list[str], old: str, limit: float) -> int:
    """A process for every case; those that take too long are ended."""
    with tempfile.TemporaryDirectory() as turns:
        running = {name: started(name, old, turns) for name in chosen}
        for name, process in running.items():
            try:
                process.wait(max(1, BEGAN + limit - time.perf_counter()))
            except subprocess.TimeoutExpired:
                process.kill()
                tell("ended", name=name)
    return int(any(process.wait() for process in running.values()))


def started(name: str, old: str, turns: str) -> subprocess.Popen[bytes]:
    """The process of a case."""
    settings = {**os.environ, "ERRE_CASE": name, "ERRE_TURNS": turns}
    if name.startswith("before"):
        settings["ERRE_SRC"] = old
    return subprocess.Popen([sys.executable, __file__, "--case", name], env=settings)


if __name__ == "__main__":
    sys.exit(main())
