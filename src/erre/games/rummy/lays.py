"""Rummy: a lay checked by the rules, with the solver to answer what takes a search.

The rules do not know the solver, which is built on them. `moves` and `drafts` check lays here.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from erre.games.rummy.rules import lay, time_up
from erre.games.rummy.rules.lay import CouldOpen
from erre.games.rummy.rules.layouts import Layout
from erre.games.rummy.solvers import solver_of
from erre.games.rummy.state import Rummy


def check_lay(s: Rummy, seat: int, texts: Iterable[Iterable[str]]) -> Layout:
    """Refuse a lay that breaks a rule; the table it makes otherwise."""
    return lay.check_lay(s, seat, texts, openings_of(s))


def salvage(s: Rummy, seat: int, texts: Iterable[Iterable[str]]) -> Layout | None:
    """The table that is left of a lay when the time is up; None if the whole turn is undone."""
    return time_up.salvage(s, seat, texts, openings_of(s))


def openings_of(s: Rummy) -> CouldOpen:
    """Answers whether some tiles, counted by kind, could make a first lay at this table."""

    def could_open(counts: Sequence[int]) -> bool:
        return solver_of(s).opening(counts) is not None

    return could_open
