"""Rummy: a solver for the options of a table; each thread has its own."""

from __future__ import annotations

import threading

from erre.games.rummy.components import Options
from erre.games.rummy.solver import Solver
from erre.games.rummy.state import Rummy


class Solvers(threading.local):
    """The solvers of one thread, each with the workspace it needs."""

    def __init__(self) -> None:
        self.by_options: dict[Options, Solver] = {}


_SOLVERS = Solvers()


def solver_of(s: Rummy) -> Solver:
    """A solver for this table's options."""
    return solver_for(Options.of(s))


def solver_for(options: Options) -> Solver:
    """A solver for some options."""
    if options not in _SOLVERS.by_options:
        _SOLVERS.by_options[options] = Solver(options)
    return _SOLVERS.by_options[options]
