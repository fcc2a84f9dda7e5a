"""Steps per second of `VectorEnv` on one core: `python benchmarks/vector_steps.py [GAME] [--games N,N] [--rounds N]`.

Processor time inside `step`, with random actions, for each type of observations, without opponents and with greedy
ones. The settings take turns, and the best round of each counts, which a busy machine disturbs least.
"""

from __future__ import annotations

import argparse
from os import getloadavg
from time import process_time
from typing import Any

from erre.games import game
from erre.lab.envs.observations import OBSERVATIONS
from erre.lab.envs.vector import VectorEnv

SECONDS = 0.5  # of a round
MIDDLE = 60  # steps until games have spread out


def rate_of(env: VectorEnv) -> float:
    """Steps per second of one round."""
    inside, steps = 0.0, 0
    while inside < SECONDS:
        actions = env.sample()
        start = process_time()
        env.step(actions)
        inside += process_time() - start
        steps += env.games
    return steps / inside


def main() -> None:
    """Take turns, and print a table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", nargs="?", default="rage")
    parser.add_argument("--games", default="1024,16384")
    parser.add_argument("--rounds", type=int, default=5)
    given = parser.parse_args()
    seats = min(4, game(given.game).most_seats)
    envs: dict[tuple[str, str, int], Any] = {}
    for games in map(int, given.games.split(",")):
        for observation in OBSERVATIONS:
            for bots in ("", "greedy"):
                env = VectorEnv(
                    *(given.game, games),
                    seats=seats,
                    seed=3,
                    opponents=bots or None,
                    observation=observation,  # type: ignore[arg-type]
                    threads=1,
                )
                env.reset()
                for _ in range(MIDDLE):
                    env.step(env.sample())
                envs[observation, bots or "none", games] = env
    best = dict.fromkeys(envs, 0.0)
    for _ in range(given.rounds):
        for key, env in envs.items():
            best[key] = max(best[key], rate_of(env))
    print(f"{given.game}, {seats} seats, load of the machine {getloadavg()[0]:.0f}")
    print(f"{'observation':<12}{'opponents':<12}{'games':>8}{'steps/s':>14}")
    for (observation, bots, games), rate in best.items():
        print(f"{observation:<12}{bots:<12}{games:>8,}{rate:>14,.0f}")


if __name__ == "__main__":
    main()
