"""Rummy's exact solver: the best lay from a rack onto a table.

`Solver` is its friendly face. Kernels write what they ask into a workspace (see `layout`), call `lays.find_lay` or its
neighbours, and read the answer there.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum

import numpy as np

from erre.core.record import NONE, IntArray, ints
from erre.games.rummy.components import FREE, KINDS, OPENING_POINTS, REPLACE, REPLACE_FROM_RACK, Options
from erre.games.rummy.rules.jokers import count_new_table, count_old_table, keeps_joker_rule
from erre.games.rummy.rules.melds import is_table
from erre.games.rummy.solver.best_lay import find_lay
from erre.games.rummy.solver.minimal_change import find_minimal_change
from erre.games.rummy.solver.questions import HEAVY, find_help, find_opening
from erre.games.rummy.solver.workspace import (
    ANY_MELD,
    CELLS,
    CHANGE_WORKSPACE,
    HELP,
    JOKER_RULE,
    LAY_CELLS,
    LAY_LENGTHS,
    LAY_MELDS,
    LAY_POINTS,
    LAY_TILES,
    MOST_JOKERS,
    NEW_CELLS,
    NEW_LENGTHS,
    NEW_MELDS,
    OLD_CELLS,
    OLD_LENGTHS,
    OLD_MELDS,
    POINT_WEIGHT,
    RACK,
    SAME_MELD,
    TILE_WEIGHT,
)

Table = Sequence[Sequence[int]]


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
        self.set_options(options or Options())

    def set_options(self, options: Options) -> None:
        """The rules of a table."""
        rules = {"replace": REPLACE, "replaceFromRack": REPLACE_FROM_RACK, "free": FREE}
        self.work[JOKER_RULE] = rules[options.joker_rule]
        self.work[SAME_MELD] = options.joker_same_meld
        self.work[ANY_MELD] = options.joker_any_meld
        self.work[MOST_JOKERS] = options.max_jokers_per_meld

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
        """The first lay with the most tiles, as far as there is one of so many points."""
        self.put([], rack, Aim.TILES)
        return self.lay() if find_opening(self.work, least) else None

    def help(self, table: Table, rack: Sequence[int], *, opened: bool = True) -> list[int | None]:
        """For each kind, how many more tiles could be laid with one more of it; None where both copies are seen."""
        self.put(table, rack, Aim.TILES)
        find_help(self.work, int(opened))
        return [None if more == NONE else more for more in self.work[HELP : HELP + KINDS].tolist()]

    def keeps_rules(self, before: Table, after: Table) -> bool:
        """Whether every meld of a table is one, and the jokers of the table before lie there as the rules want it."""
        self.put(before, [0] * KINDS, Aim.TILES)
        work = self.work
        cells = [cell for meld in after for cell in meld]
        work[NEW_MELDS] = len(after)
        work[NEW_CELLS : NEW_CELLS + len(cells)] = cells
        work[NEW_LENGTHS : NEW_LENGTHS + len(after)] = [len(meld) for meld in after]
        count_old_table(work)
        count_new_table(work)
        whole = is_table(work[NEW_CELLS : NEW_CELLS + CELLS], work[NEW_LENGTHS:], len(after), work[MOST_JOKERS])
        return bool(whole and keeps_joker_rule(work))

    def put(self, table: Table, rack: Sequence[int], aim: Aim) -> None:
        """Write the question into the workspace."""
        work = self.work
        cells = [cell for meld in table for cell in meld]
        work[OLD_MELDS] = len(table)
        work[OLD_CELLS : OLD_CELLS + len(cells)] = cells
        work[OLD_LENGTHS : OLD_LENGTHS + len(table)] = [len(meld) for meld in table]
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
