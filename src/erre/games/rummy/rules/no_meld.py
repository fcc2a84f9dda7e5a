"""Rummy, chapter 3: why a row of tiles is no meld, said as a player would say it."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

import numpy as np

from erre.core.record import NONE, IntArray, ints
from erre.games.rummy.components import COLOUR_NAMES, JOKER_KIND, KIND_BITS, LEAST_MELD, MOST_RUN, VALUES
from erre.games.rummy.notation import format_cell, format_kind
from erre.games.rummy.reasons import Reason
from erre.games.rummy.rules.melds import colour_of, meld_form, name_jokers, value_of

LONGEST_SHOWN = MOST_RUN + 1  # tiles of what is no meld that a message repeats


def row(cells: Sequence[int]) -> IntArray:
    """Cells as kernels take them."""
    array = ints(max(len(cells), 1), np.int64)
    array[: len(cells)] = cells
    return array


def named(cells: Sequence[int]) -> list[int]:
    """The cells of a meld with every joker named."""
    array = row(cells)
    name_jokers(array, 0, len(cells))
    return list(array.tolist()[: len(cells)])


def why_no_meld(cells: Sequence[int]) -> Reason | None:
    """The rule that a row of tiles breaks and the reason, or None if it is a meld."""
    if meld_form(row(cells), 0, len(cells)) != NONE:
        return None
    tiles = [format_cell(cell) for cell in cells[:LONGEST_SHOWN]]
    text = " ".join(tiles) + (" …" if len(cells) > LONGEST_SHOWN else "")
    if len(cells) < LEAST_MELD:
        rule = "§3.2" if is_short_run(cells) else "§3.1"
        return Reason(rule, "short", f"{text or 'an empty meld'}: a meld has at least three tiles", tiles)
    kinds = [cell & KIND_BITS for cell in cells if cell != JOKER_KIND]
    if len({value_of(kind) for kind in kinds}) == 1:
        return why_no_group(text, cells, kinds)
    if len({colour_of(kind) for kind in kinds}) == 1:
        return why_no_run(text, cells)
    words = f"{text} is neither a group of one number nor a run of one colour"
    return Reason("§3.1", "neither", words, tiles)


def is_short_run(cells: Sequence[int]) -> bool:
    """Whether two tiles could only be part of a run: they have one colour and two numbers."""
    kinds = [cell & KIND_BITS for cell in cells if cell != JOKER_KIND]
    return len(set(kinds)) > 1 and len({colour_of(kind) for kind in kinds}) == 1


def why_no_group(text: str, cells: Sequence[int], kinds: Sequence[int]) -> Reason:
    """Why tiles of one number are no group."""
    for kind in kinds:
        if kinds.count(kind) > 1:
            words = f"two {COLOUR_NAMES[colour_of(kind)]} {value_of(kind)}s in one group: {text}"
            return Reason("§3.1", "colour_twice", words, [format_kind(kind)])
    words = f"{len(cells)} tiles in a group, which has at most one of each colour: {text}"
    return Reason("§3.1", "large_group", words, numbers=[len(cells)])


def why_no_run(text: str, cells: Sequence[int]) -> Reason:
    """Why tiles of one colour are no run."""
    places = [(i, value_of(cell & KIND_BITS)) for i, cell in enumerate(cells) if cell != JOKER_KIND]
    if len(cells) > MOST_RUN:
        return Reason("§3.2", "long_run", f"{text}: a run has at most {MOST_RUN} tiles", numbers=[MOST_RUN])
    for (i, low), (j, high) in pairwise(places):
        if high - low != j - i:
            return why_no_step(text, low, high, j - i)
    first, last = places[0], places[-1]
    if first[1] - first[0] < 1:
        return Reason("§3.2", "below_1", f"the run {text} cannot begin below 1: put the joker at the other end")
    assert last[1] + len(cells) - 1 - last[0] > VALUES
    return Reason("§3.2", "beyond_13", f"the run {text} cannot go beyond {VALUES}: put the joker at the other end")


def why_no_step(text: str, low: int, high: int, places: int) -> Reason:
    """Why two numbers of a run do not follow each other, given how many places apart they lie."""
    if low == VALUES and high == 1:
        return Reason("§8.1", "after_13", f"{text}: 1 does not follow 13")
    if high == low:
        return Reason("§3.2", "number_twice", f"the run {text} has {low} twice", numbers=[low])
    if high < low:
        words = f"the run {text} is not in rising order: {high} comes after {low}"
        return Reason("§3.2", "not_rising", words, numbers=[high, low])
    if high - low > places:
        gap = list(range(low + 1, high))
        missing = f"{listed(gap)} {'is' if len(gap) == 1 else 'are'} missing"
        return Reason("§3.2", "gap", f"the run {text} has a gap: {missing}", numbers=gap)
    jokers = "jokers" if places > 2 else "a joker"
    words = f"the run {text} has no room for {jokers} between {low} and {high}"
    return Reason("§3.2", "no_room", words, numbers=[low, high])


def listed(things: Sequence[object]) -> str:
    """Things one after the other, as in `5, 6 and 7`."""
    texts = [str(thing) for thing in things]
    return " and ".join(texts[-2:]) if len(texts) < 3 else f"{', '.join(texts[:-1])} and {texts[-1]}"


def format_cells(cells: Sequence[int]) -> str:
    """A meld of cells in its brackets, as in [R5 J=R6 R7]."""
    return f"[{' '.join(format_cell(cell) for cell in cells)}]"


def format_table(table: Sequence[Sequence[int]]) -> str:
    """All melds of a table."""
    return " ".join(format_cells(meld) for meld in table) or "an empty table"


def format_rack(counts: Sequence[int]) -> str:
    """The tiles of a rack, given as a count for each kind."""
    return " ".join(format_kind(kind) for kind, count in enumerate(counts) for _ in range(count)) or "an empty rack"
