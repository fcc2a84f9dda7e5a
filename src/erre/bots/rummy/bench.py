"""How fast Rummy's solver is, next to the public package `rummikub-solver` on the same positions in the same run."""

from __future__ import annotations

import time
from collections.abc import Callable
from importlib import import_module
from typing import Any

import msgspec
import numpy as np

from erre.bots.kernel_bot import KernelBot
from erre.core.comparison import Comparison
from erre.core.game import Position
from erre.games import game
from erre.games.rummy.components import JOKER_AS, JOKER_KIND, Options
from erre.games.rummy.solver import Aim, Solver
from erre.games.rummy.solver.best_lay import find_lay
from erre.games.rummy.state import Rummy
from erre.games.rummy.tables import cells_of, rack_counts

Turn = tuple[list[list[int]], list[int]]  # the cells of each meld, and how many tiles of each kind the rack has
LEAST_TABLE = 20  # tiles
LONGEST = 60.0  # seconds that ours may take: it never does
RIVALS = {"its default back end": None, "GLPK": "GLPK_MI"}


HEADINGS = ["solver", "positions", "median", "99 %", "most"]


class Times(msgspec.Struct, frozen=True):
    """What one solver needed for some positions, each time in milliseconds."""

    positions: int
    median: float
    p99: float
    most: float
    ours: float  # the median of our solver on just these positions


def compare(seconds: float, rate: float | None) -> Comparison:
    """The best lay by each solver, in milliseconds."""
    found, missing = compare_solvers(seconds)
    rows = [
        [name, str(times.positions), f"{times.median:.3f}", f"{times.p99:.3f}", f"{times.most:.3f}"]
        for name, times in found.items()
    ]
    theirs = {name: times for name, times in found.items() if name != "ours"}
    ratios = {f"{name} / our solver, median": times.median / times.ours for name, times in theirs.items()}
    figures = {"solver_ms": msgspec.to_builtins(found)}
    return Comparison("The best lay in Rummy, milliseconds", HEADINGS, rows, figures, ratios, missing)


def self_played(count: int, seed: int = 5) -> list[Turn]:
    """Turns out of games between bots, with twenty tiles and more on the table."""
    rummy = game("rummy")
    turns: list[Turn] = []
    number = 0
    while len(turns) < count:
        bot = KernelBot(rummy, "greedy", seed=seed + number)
        position = Position.new(rummy, 2 + number % 3, {"hands": 1}, seed=seed + number).position
        number += 1
        while position.outcome is None and len(turns) < count:
            seat = position.turn[0]
            s = rummy.state_from_view(position.view(seat))
            assert isinstance(s, Rummy)
            if s.opened[seat] and sum(map(len, cells_of(s))) >= LEAST_TABLE:
                turns.append((cells_of(s), rack_counts(s, seat)))
            position = position.play(seat, bot.move(position.view(seat))).position
    return turns


def times_of(solve: Callable[[Turn], None], turns: list[Turn], seconds: float) -> list[float]:
    """Milliseconds for each position, the better of two runs; as many positions as the seconds allow."""
    solve(turns[0])
    found: list[float] = []
    end = time.perf_counter() + seconds
    for turn in turns:
        best = min(stopwatch(solve, turn), stopwatch(solve, turn))
        found.append(best * 1000)
        if time.perf_counter() > end:
            break
    return found


def summed_up(times: list[float], ours: list[float]) -> Times:
    """The figures of a solver next to those of ours on the same positions."""
    same = float(np.median(ours[: len(times)]))
    return Times(len(times), float(np.median(times)), float(np.percentile(times, 99)), max(times), same)


def stopwatch(solve: Callable[[Turn], None], turn: Turn) -> float:
    """How many seconds a solver takes for one position."""
    start = time.perf_counter()
    solve(turn)
    return time.perf_counter() - start


def our_solver() -> Callable[[Turn], None]:
    """Ours, by the rulebook's joker rule, the melds written out."""
    solver = Solver(Options())

    def solve(turn: Turn) -> None:
        solver.put(turn[0], turn[1], Aim.TILES)
        find_lay(solver.work)

    return solve


def public_solver(backend: str | None) -> Callable[[Turn], None]:
    """The public package; it knows no joker rule."""
    public: Any = import_module("rummikub_solver")
    ruleset = public.RuleSet(solver_backend=None if backend is None else public.MILPSolver[backend])

    def solve(turn: Turn) -> None:
        table = [JOKER_KIND + 1 if cell >= JOKER_AS else cell + 1 for meld in turn[0] for cell in meld]
        rack = [kind + 1 for kind, count in enumerate(turn[1]) for _ in range(count)]
        state = ruleset.new_game()
        state.add_table(*table)
        state.add_rack(*rack)
        state.initial = False
        ruleset.solve(state, public.SolverMode.TILE_COUNT)

    return solve


def compare_solvers(seconds: float, positions: int = 300) -> tuple[dict[str, Times], str]:
    """Times of ours and of the public package with each back end there is; and what is missing."""
    turns = self_played(positions)
    ours = times_of(our_solver(), turns, LONGEST)
    found = {"ours": summed_up(ours, ours)}
    missing = []
    for name, backend in RIVALS.items():
        try:
            found[f"rummikub-solver, {name}"] = summed_up(times_of(public_solver(backend), turns, 3 * seconds), ours)
        except ImportError:
            return found, "rummikub-solver is not installed: pip install rummikub-solver cvxopt adds it and GLPK"
        except Exception as error:  # a back end of another package that is not there fails in its own way
            missing.append(f"{name}: {error}")
    return found, "; ".join(missing)
