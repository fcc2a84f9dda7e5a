"""Own steps per second of the Gymnasium environments: `python benchmarks/gymnasium_steps.py GAME [GAMES]`.

Processor time of one core. Actions are random among the possible ones; their choice by numpy is counted in the first
figure of each line and left out of the second.
"""

from __future__ import annotations

import sys
from os import getloadavg
from time import process_time
from typing import Any

import gymnasium
import numpy as np

import erre.lab.envs.gymnasium  # noqa: F401  (registers the games)

SECONDS = 4.0


def rates_of(env: Any, games: int) -> tuple[float, float]:
    """Steps per second with and without the choice of actions."""
    chance = np.random.default_rng(1)
    _, info = env.reset(seed=1)
    steps, inside = 0, 0.0
    start = process_time()
    while process_time() - start < SECONDS:
        mask = info["action_mask"]
        actions = (chance.random(mask.shape) * mask).argmax(axis=-1)
        before = process_time()
        _, _, over, _, info = env.step(actions)
        if games == 1 and over:
            _, info = env.reset()
        inside += process_time() - before
        steps += games
    return steps / (process_time() - start), steps / inside


def main() -> None:
    """Measure a game."""
    name = sys.argv[1] if len(sys.argv) > 1 else "rage"
    games = int(sys.argv[2]) if len(sys.argv) > 2 else 1024
    for label, env, count in (
        (f"make_vec, {games} games", gymnasium.make_vec(f"erre/{name}-v1", num_envs=games), games),
        ("make, one game", gymnasium.make(f"erre/{name}-v1"), 1),
    ):
        env.reset(seed=1)
        with_choice, inside = rates_of(env, count)
        print(f"{name}, {label}: {with_choice:,.0f} steps/s with the choice of actions, {inside:,.0f} inside step")
    print(f"load of the machine: {getloadavg()[0]:.1f}")


if __name__ == "__main__":
    main()
