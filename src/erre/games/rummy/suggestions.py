"""Rummy: lays worth considering, found by the solver."""

from __future__ import annotations

from erre.games.rummy.components import JOKER_KIND, KINDS, OPENING_POINTS
from erre.games.rummy.rules.first_lay import may_use_table
from erre.games.rummy.rules.layouts import Layout, fill_layout
from erre.games.rummy.solver import Aim
from erre.games.rummy.solvers import solver_of
from erre.games.rummy.state import Rummy
from erre.games.rummy.tables import Melds, cells_of, rack_counts


def best_lays(s: Rummy, seat: int) -> list[Layout]:
    """Lays worth considering: the one that changes the fewest melds, and the one with the most points."""
    solver = solver_of(s)
    rack = rack_counts(s, seat)
    tables = []
    if may_use_table(s, seat):
        quiet = solver.minimal_change_lay(cells_of(s), rack)
        if quiet.tiles:
            tables = [quiet.table, solver.best_lay(cells_of(s), rack, Aim.POINTS).table]
    else:
        tables = first_lays(s, seat)
    layouts = [fill_layout(s, seat, table) for table in tables]
    return [layout for i, layout in enumerate(layouts) if layout not in layouts[:i]]


def first_lays(s: Rummy, seat: int) -> list[Melds]:
    """First lays worth considering: they use the table where an option allows it, and only there."""
    solver = solver_of(s)
    table, rack = cells_of(s), rack_counts(s, seat)
    lay = solver.minimal_change_lay(table, rack)
    if s.close_from_hand and s.close_from_hand_uses_table and lay.tiles == s.held[seat]:
        return [lay.table]
    least = 1 if s.close_from_hand and solver.best_lay([], rack).tiles == s.held[seat] else OPENING_POINTS
    opening = solver.opening(rack, least)
    if opening is None:
        return []
    opened = [*table, *opening.table]
    if not s.table_use_in_opening_turn or opening.tiles == s.held[seat]:
        return [opened]
    laid = laid_counts(table, lay.table)
    if solver.opening(laid) is None:
        # the tiles that lay the most do not open: open first, and go on from there
        rest = [count - own for count, own in zip(rack, laid_counts(table, opened), strict=True)]
        lay = solver.minimal_change_lay(opened, rest)
    return [lay.table or opened, opened]


def laid_counts(before: Melds, after: Melds) -> list[int]:
    """How many tiles of each kind one table has more than another."""
    counts = [0] * KINDS
    for table, sign in ((before, -1), (after, 1)):
        for meld in table:
            for cell in meld:
                counts[min(cell, JOKER_KIND)] += sign
    return counts
