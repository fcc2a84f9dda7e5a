"""How long Rummy's solver takes for the best lay, its melds written out, on turns whose optimum is known.

python benchmarks/rummy_solver.py [--rule replace|replaceFromRack|free] [--fewest-changes] [--turns 240] [--repeat 5]

Times are processor time, so that other work on the machine does not count.
"""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Sequence
from pathlib import Path

import numpy as np

from erre.games.rummy.components import KINDS, Options
from erre.games.rummy.notation import parse_meld, parse_melds
from erre.games.rummy.rules.no_meld import named
from erre.games.rummy.solver import Aim, Solver
from erre.games.rummy.solver.best_lay import find_lay
from erre.games.rummy.solver.minimal_change import find_minimal_change

TURNS = Path(__file__).parent.parent / "tests" / "games" / "rummy" / "data" / "optima.txt"
Turn = tuple[list[list[int]], list[int]]  # the cells of each meld, and how many tiles of each kind the rack has


def read_turns() -> list[Turn]:
    """The tables and racks."""
    turns = []
    for line in TURNS.read_text("utf-8").splitlines():
        if line.startswith("#"):
            continue
        _, table, tiles, _ = line.split(";")
        rack = [0] * KINDS
        for tile in parse_meld(tiles):
            rack[tile.kind] += 1
        turns.append(([named([tile.cell for tile in meld]) for meld in parse_melds(table)], rack))
    return turns


def measure(solver: Solver, turns: list[Turn], fewest_changes: bool, repeat: int) -> list[float]:
    """The best of some times for each turn, in milliseconds; the turns are taken one after the other each time."""
    find = find_minimal_change if fewest_changes else find_lay
    best = [float("inf")] * len(turns)
    for _ in range(repeat + 1):  # the first round compiles and warms up
        for i, (table, rack) in enumerate(turns):
            solver.put(table, rack, Aim.TILES)
            start = time.thread_time_ns()
            find(solver.work)
            best[i] = min(best[i], (time.thread_time_ns() - start) / 1e6)
    return best


def main(arguments: Sequence[str] | None = None) -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rule", choices=("replace", "replaceFromRack", "free"), default="replace")
    parser.add_argument("--fewest-changes", action="store_true", help="find the lay that changes the fewest melds")
    parser.add_argument("--turns", type=int, default=None, help="only the first few turns")
    parser.add_argument("--repeat", type=int, default=5)
    parser.add_argument("--json", action="store_true")
    given = parser.parse_args(arguments)
    solver = Solver(Options(joker_rule=given.rule))
    times = np.array(measure(solver, read_turns()[: given.turns], given.fewest_changes, given.repeat))
    figures = {
        "count": len(times),
        "median_ms": float(np.median(times)),
        "p95_ms": float(np.percentile(times, 95)),
        "p99_ms": float(np.percentile(times, 99)),
        "max_ms": float(times.max()),
    }
    if given.json:
        print(json.dumps({name: round(figure, 4) for name, figure in figures.items()}))
    else:
        print("  ".join(f"{name.replace('_ms', '')} {figure:.4g}" for name, figure in figures.items()), "(ms)")


if __name__ == "__main__":
    main()
