"""Rummy's exact solver: the best lay from a rack onto a table.

Python asks a `Solver`. Kernels write a question into a workspace (see `workspace`), call `best_lay.find_lay` or one of
the functions in `questions` and `minimal_change`, and read the answer from the same workspace.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum

import numpy as np

from erre.core.record import NONE, IntArray, ints
from erre.games.rummy.components import KINDS, OPENING_POINTS, Options
from erre.games.rummy.rules.tables_compared import Table, put_old_table, put_options
from erre.games.rummy.solver.best_lay import find_lay
from erre.games.rummy.solver.minimal_change import find_minimal_change
from erre.games.rummy.solver.questions import HEAVY, find_help, find_opening
from erre.games.rummy.workspace import (
    CHANGE_WORKSPACE,
    HELP,
    LAY_CELLS,
    LAY_LENGTHS,
    LAY_MELDS,
    LAY_POINTS,
    LAY_TILES,
    POINT_WEIGHT,
    RACK,
    TILE_WEIGHT,
)


class Aim(Enum):
    """What the best lay is judged by first; a joker laid is a tile without points."""

    TILES = (HEAVY, 1)  # most tiles, then most points
    POINTS = (1, HEAVY)  # most points, then most tiles


@dataclass(frozen=True)
class Lay:
    """A lay: the whole table after it, and what it takes from the rack."""

    table: list[list[int]]  # the cells of each meld
    tiles: int
    points: int  # of the tiles laid, a joker counting none


class Solver:
    """Answers questions about tables and racks; each thread needs its own."""

    def __init__(self, options: Options | None = None) -> None:
        self.work: IntArray = ints(CHANGE_WORKSPACE, np.int64)
        put_options(self.work, options or Options())

    def best_lay(self, table: Table, rack: Sequence[int], aim: Aim = Aim.TILES) -> Lay:
        """The best lay of a player who has opened; the rack is a count for each kind."""
        self.put(table, rack, aim)
        find_lay(self.work)
        return self.lay()

    def minimal_change_lay(self, table: Table, rack: Sequence[int]) -> Lay:
        """Of all lays of the most tiles one that leaves the most melds as they are (see `minimal_change`)."""
        self.put(table, rack, Aim.TILES)
        find_minimal_change(self.work)
        return self.lay()

    def opening(self, rack: Sequence[int], least: int = OPENING_POINTS) -> Lay | None:
        """The first lay with the most tiles among those worth at least `least` points; None if there is none."""
        self.put([], rack, Aim.TILES)
        return self.lay() if find_opening(self.work, least) else None

    def help(self, table: Table, rack: Sequence[int], *, opened: bool = True) -> list[int | None]:
        """For each kind, how many more tiles could be laid with one more of it; None where both copies are seen."""
        self.put(table, rack, Aim.TILES)
        find_help(self.work, int(opened))
        return [None if more == NONE else more for more in self.work[HELP : HELP + KINDS].tolist()]

    def put(self, table: Table, rack: Sequence[int], aim: Aim) -> None:
        """Write the question into the workspace."""
        work = self.work
        put_old_table(work, table)
        work[RACK : RACK + KINDS] = rack
        work[TILE_WEIGHT], work[POINT_WEIGHT] = aim.value

    def lay(self) -> Lay:
        """Read the answer from the workspace."""
        work = self.work
        table = []
        at = LAY_CELLS
        for length in work[LAY_LENGTHS : LAY_LENGTHS + work[LAY_MELDS]].tolist():
            table.append(work[at : at + length].tolist())
            at += length
        return Lay(table, int(work[LAY_TILES]), int(work[LAY_POINTS]))
