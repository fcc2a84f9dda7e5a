"""Rummy, chapter 5: the tables before and after a turn, written where the kernels of `jokers` compare them.

`lay` asks here whether a lay keeps the rules about jokers; the solver writes its questions with the same functions.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from erre.core.record import IntArray, ints
from erre.games.rummy.components import FREE, REPLACE, REPLACE_FROM_RACK, Options
from erre.games.rummy.rules.jokers import count_new_table, count_old_table, keeps_joker_rule
from erre.games.rummy.rules.melds import is_table
from erre.games.rummy.workspace import (
    ANY_MELD,
    CELLS,
    JOKER_RULE,
    MOST_JOKERS,
    NEW_CELLS,
    NEW_LENGTHS,
    NEW_MELDS,
    OLD_CELLS,
    OLD_LENGTHS,
    OLD_MELDS,
    SAME_MELD,
    WORKSPACE,
)

Table = Sequence[Sequence[int]]


def keeps_rules(before: Table, after: Table, options: Options) -> bool:
    """Whether every meld of a table is one, and the jokers of the table before lie there as the rules want it."""
    work = ints(WORKSPACE, np.int64)
    put_options(work, options)
    put_old_table(work, before)
    cells = [cell for meld in after for cell in meld]
    work[NEW_MELDS] = len(after)
    work[NEW_CELLS : NEW_CELLS + len(cells)] = cells
    work[NEW_LENGTHS : NEW_LENGTHS + len(after)] = [len(meld) for meld in after]
    count_old_table(work)
    count_new_table(work)
    whole = is_table(work[NEW_CELLS : NEW_CELLS + CELLS], work[NEW_LENGTHS:], len(after), work[MOST_JOKERS])
    return bool(whole and keeps_joker_rule(work))


def put_options(work: IntArray, options: Options) -> None:
    """Write the options about jokers into a workspace."""
    rules = {"replace": REPLACE, "replaceFromRack": REPLACE_FROM_RACK, "free": FREE}
    work[JOKER_RULE] = rules[options.joker_rule]
    work[SAME_MELD] = options.joker_same_meld
    work[ANY_MELD] = options.joker_any_meld
    work[MOST_JOKERS] = options.max_jokers_per_meld


def put_old_table(work: IntArray, table: Table) -> None:
    """Write the table before the turn into a workspace."""
    cells = [cell for meld in table for cell in meld]
    work[OLD_MELDS] = len(table)
    work[OLD_CELLS : OLD_CELLS + len(cells)] = cells
    work[OLD_LENGTHS : OLD_LENGTHS + len(table)] = [len(meld) for meld in table]
