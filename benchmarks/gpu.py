"""Moves per second on one GPU, and proof that it plays exactly as the CPU does.

    python benchmarks/gpu.py [--games 400000] [--proof 100000] [--json]

Needs numba-cuda and an NVIDIA card. A machine without a package registry can be served from a folder of unpacked
wheels: set ERRE_WHEELS to it.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
import time
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "src"))
if wheels := os.environ.get("ERRE_WHEELS"):
    sys.path.insert(0, wheels)
    __import__("_numba_cuda_redirector")

import numpy as np

from erre.core import gpu
from erre.core.batch import Arena, arena_of, blank_states, play_batch
from erre.core.game import AnyGame
from erre.games import game, game_names, usual_seats


def speed(played: AnyGame, loops: Arena, seats: int, count: int) -> float:
    """Moves per second of kernel time, records on the card before and after; the best of five runs."""
    module = gpu.cuda()
    kernel = gpu.kernel_of(played, loops)
    states = blank_states(played, seats, played.read_options({}), count)
    fresh = module.to_device(states)
    there = module.to_device(states)
    made = module.to_device(np.zeros(count, np.int32))
    bots = module.to_device(np.zeros(8, np.int8))
    best = 0.0
    for run in range(6):
        there.copy_to_device(fresh)
        module.synchronize()
        start = time.perf_counter()
        kernel[(count + gpu.THREADS - 1) // gpu.THREADS, gpu.THREADS](there, made, bots, 7, run * count)
        module.synchronize()
        seconds = time.perf_counter() - start
        if run > 0:  # the first run compiles
            best = max(best, float(made.copy_to_host().sum(dtype=np.int64)) / seconds)
    return best


def proof(played: AnyGame, seats: int, count: int) -> int:
    """How many final records differ between the CPU and the GPU; 0 is the only good answer."""
    options = played.read_options({})
    here = play_batch(played, seats, options, count, seed=11)
    there = play_batch(played, seats, options, count, seed=11, engine="gpu")
    size = played.record_type.dtype.itemsize
    a, b = (batch.states.view(np.uint8).reshape(count, size) for batch in (here, there))
    return int((a != b).any(axis=1).sum()) + int((here.moves != there.moves).sum())


def main() -> int:
    """Measure every game and prove each one."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=400_000, help="games a run")
    parser.add_argument("--proof", type=int, default=100_000, help="games compared byte for byte with the CPU")
    parser.add_argument("--only", default="", help="one game alone")
    parser.add_argument("--json", action="store_true")
    given = parser.parse_args()
    results: list[dict[str, Any]] = []
    for name in [given.only] if given.only else list(game_names()):
        played = game(name)
        seats = usual_seats(played)
        different = proof(played, seats, given.proof)
        rate = speed(played, arena_of(played), seats, given.games)
        results.append(
            {"game": name, "seats": seats, "moves_per_second": rate, "compared": given.proof, "different": different}
        )
        if not given.json:
            print(f"{name}, {seats} seats: {rate / 1e9:.2f} billion moves/s")
            print(f"  {given.proof:,} games compared with the CPU byte for byte, {different} differ")
    if given.json:
        print(json.dumps(results))
    return 1 if any(result["different"] for result in results) else 0


if __name__ == "__main__":
    sys.exit(main())
