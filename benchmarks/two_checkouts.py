"""Is this checkout as fast as another one? Both play the same games, taking turns.

    python benchmarks/two_checkouts.py PATH_OF_THE_OTHER [--rounds 5]

Decisions per second of processor time on one thread: random play, greedy bots, and the vector environment with
random actions. Each round starts a process for each checkout; the table shows the best of all rounds, which a busy
machine disturbs least. Each checkout compiles into a cache of its own first.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).resolve().parents[1]
PLAY = """
import json, time
from erre.bots.kernel_bot import bot_arena
from erre.core.batch import arena_of, play_batch
from erre.games import game, usual_seats
from erre.lab.envs.vector import VectorEnv

found = {}
for name in ("rurare", "rage", "rok", "rummy"):
    played = game(name)
    seats, options = usual_seats(played), played.read_options({})
    ways = {"random": {"loops": arena_of(played)}, "greedy": {"loops": bot_arena(played), "bots": [1] * seats}}
    for row, how in ways.items():
        play_batch(played, seats, options, 2, seed=3, first=0, threads=1, **how)
        count, first, best, spent = 4, 0, 0.0, 0.0
        while spent < 1.2:
            start = time.process_time()
            batch = play_batch(played, seats, options, count, seed=3, first=first, threads=1, **how)
            took = time.process_time() - start
            first, spent = first + count, spent + took
            if took < 0.1:
                count = min(2 * count, 20_000)
            if took >= 0.05:  # the clock is too coarse for less
                best = max(best, int(batch.moves.sum()) / took)
        found[f"{name}, {row}"] = best
    env = VectorEnv(name, 256, seats=seats, seed=3, threads=1)
    env.reset()
    best = spent = 0.0
    for _ in range(100):  # into the middle of the games, where they differ
        env.step(env.sample())
    while spent < 2.4:
        start, steps = time.process_time(), 0
        while time.process_time() < start + 0.3:
            env.step(env.sample())
            steps += env.games
        took = time.process_time() - start
        spent, best = spent + took, max(best, steps / took)
    found[f"{name}, environment"] = best
print(json.dumps(found))
"""


def main() -> None:
    """Take turns, and print a table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("other", type=Path)
    parser.add_argument("--rounds", type=int, default=5)
    given = parser.parse_args()
    best: dict[str, list[float]] = {}
    with tempfile.TemporaryDirectory() as folder:
        for _ in range(given.rounds):
            for number, checkout in enumerate((given.other.resolve(), HERE)):
                for row, rate in play(checkout, Path(folder, str(number))).items():
                    rates = best.setdefault(row, [0.0, 0.0])
                    rates[number] = max(rates[number], rate)
    print(f"load {os.getloadavg()[0]:.0f}\n{'':<22}{'other':>14}{'this':>14}{'ratio':>8}")
    for row, (other, this) in best.items():
        print(f"{row:<22}{other:>14,.0f}{this:>14,.0f}{this / other:>8.2f}")


def play(checkout: Path, cache: Path) -> dict[str, float]:
    """Rates of one process with the sources of a checkout."""
    env = {**os.environ, "PYTHONPATH": str(checkout / "src"), "ERRE_CACHE": str(cache)}
    done = subprocess.run(
        [sys.executable, "-P", "-c", PLAY], env=env, cwd=cache.parent, stdout=subprocess.PIPE, check=True
    )
    found: dict[str, float] = json.loads(done.stdout)
    return found


if __name__ == "__main__":
    main()
