"""How long Rummy's solver takes for the best lay, its melds written out, on turns whose optimum is known.

python benchmarks/rummy_solver.py [--rule replace|replaceFromRack|free] [--quiet] [--repeat 5] [--json]
"""

from __future__ import annotations

import argparse
import json
import time
from pathlib import Path

import numpy as np

from erre.games.rummy.components import KINDS, Options
from erre.games.rummy.notation import parse_meld, parse_melds
from erre.games.rummy.rules.no_meld import named
from erre.games.rummy.solver import Aim, Solver
from erre.games.rummy.solver.best_lay import find_lay
from erre.games.rummy.solver.questions import find_minimal_change

TURNS = Path(__file__).parent.parent / "tests" / "games" / "rummy" / "data" / "optima.txt"


def read_turns() -> list[tuple[list[list[int]], list[int]]]:
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


def measure(solver: Solver, quiet: bool, repeat: int) -> list[float]:
    """The best of some times for each turn, in milliseconds; the turns are taken one after the other each time."""
    turns = read_turns()
    find = find_minimal_change if quiet else find_lay
    best = [float("inf")] * len(turns)
    for _ in range(repeat + 1):  # the first round compiles and warms up
        for i, (table, rack) in enumerate(turns):
            solver.put(table, rack, Aim.TILES)
            start = time.perf_counter()
            find(solver.work)
            best[i] = min(best[i], (time.perf_counter() - start) * 1000)
    return best


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rule", choices=("replace", "replaceFromRack", "free"), default="replace")
    parser.add_argument("--quiet", action="store_true", help="leave as much of the table as it is as can be")
    parser.add_argument("--repeat", type=int, default=5)
    parser.add_argument("--json", action="store_true")
    given = parser.parse_args()
    times = np.array(measure(Solver(Options(joker_rule=given.rule)), given.quiet, given.repeat))
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
