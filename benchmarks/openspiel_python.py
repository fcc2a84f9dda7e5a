"""Our games and OpenSpiel's own Python games through OpenSpiel's interface: `python benchmarks/openspiel_python.py`.

Decisions per second of processor time, random legal actions, the best of three rounds. Needs the extra `bench`. For one
move at a time through `erre.Position`, next to python-chess, see positions.py.
"""

from __future__ import annotations

import random
from os import getloadavg
from time import process_time

import open_spiel.python.games  # noqa: F401  (registers OpenSpiel's Python games)
import pyspiel

import erre.lab.envs.openspiel  # noqa: F401  (registers ours)

OURS = ("python_erre_rage(players=4)", "python_erre_rurare(players=4)", "python_erre_small_rage")
THEIRS = (
    "python_block_dominoes",
    "python_team_dominoes",
    "python_liars_poker",
    "python_tic_tac_toe",
    "python_kuhn_poker",
)
SECONDS, ROUNDS = 1.0, 3


def rate(name: str) -> float:
    """Decisions per second in whole games."""
    game, chance, decisions = pyspiel.load_game(name), random.Random(1), 0
    start = process_time()
    while process_time() - start < SECONDS:
        state = game.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes = state.chance_outcomes()
                state.apply_action(outcomes[int(chance.random() * len(outcomes))][0])
            else:
                actions = state.legal_actions()
                state.apply_action(actions[int(chance.random() * len(actions))])
                decisions += 1
    return decisions / (process_time() - start)


def main() -> None:
    """Measure and compare."""
    rates = {name: max(rate(name) for _ in range(ROUNDS)) for name in (*OURS, *THEIRS)}
    for name, found in rates.items():
        print(f"{name:32} {found:10,.0f} decisions/s")
    for other in THEIRS:
        ratios = ", ".join(f"{rates[one] / rates[other]:.1f}" for one in OURS[:2])
        print(f"Rage, Ru-Ra-Re / {other}: {ratios}")
    print(f"load of the machine: {getloadavg()[0]:.1f}")


if __name__ == "__main__":
    main()
