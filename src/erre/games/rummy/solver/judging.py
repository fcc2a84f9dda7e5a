"""From the way of a search to a lay: its melds written, jokers put in their places, and the table judged."""

from __future__ import annotations

from erre.core.engine import bind, rule
from erre.core.record import NONE, IntArray
from erre.games.rummy.components import FREE, GROUP, JOKERS, LEAST_MELD, RUN, VALUES
from erre.games.rummy.rules.jokers import count_new_table, has_few_jokers, keeps_joker_rule
from erre.games.rummy.rules.melds import lowest_bit
from erre.games.rummy.solver.staying import write_staying
from erre.games.rummy.solver.writing import ALL_COLOURS, add_meld, write_cells, write_way
from erre.games.rummy.workspace import (
    CASE_KIND,
    COUNTING_CHANGES,
    FREE_JOKERS,
    JOKER_RULE,
    KEPT,
    LAY_CELLS,
    LAY_LENGTHS,
    LAY_LOSS,
    LAY_MELDS,
    LEFT_OUT,
    MELD,
    MELD_EXTENT,
    MELD_FORM,
    MELD_JOKERS,
    MELD_START,
    MELDS,
    MOST_JOKERS,
    NEW_CELLS,
    NEW_LENGTHS,
    NEW_MELDS,
    OLD_JOKERS,
    PLACED,
    STAYING,
)

# -- the verdict


@rule
def keep_lay(work: IntArray, loss: int) -> None:
    """The table just written is the best so far."""
    work[LAY_LOSS] = loss
    work[LAY_MELDS] = work[NEW_MELDS]
    cells = 0
    for i in range(work[NEW_MELDS]):
        work[LAY_LENGTHS + i] = work[NEW_LENGTHS + i]
        cells += work[NEW_LENGTHS + i]
    for i in range(cells):
        work[LAY_CELLS + i] = work[NEW_CELLS + i]


@rule
def judge(work: IntArray, loss: int) -> bool:
    """Whether the melds written are allowed: then they are kept as the best lay."""
    write_cells(work)
    if work[OLD_JOKERS] > 0 and work[JOKER_RULE] != FREE:
        count_new_table(work)
        if not keeps_joker_rule(work):
            return False
    if work[MOST_JOKERS] < JOKERS and not has_few_jokers(work):
        return False
    keep_lay(work, loss + work[LEFT_OUT])
    return True


@rule
def stays(work: IntArray, meld: int) -> bool:
    """Whether a meld that is written is an old one that stays as it was."""
    return bool(work[STAYING] >> meld & 1)


# -- jokers that keep what they stand for


@rule
def kept_kind(work: IntArray, joker: int) -> int:
    """The kind that an old joker is kept as and has no place for yet; NONE, if there is none."""
    if joker >= work[OLD_JOKERS] or work[JOKER_RULE] == FREE:
        return NONE
    kind = work[CASE_KIND + joker]
    is_second = joker == 1 and kind == work[CASE_KIND]
    return kind if work[KEPT + kind] > is_second else NONE


@rule
def place_in(work: IntArray, meld: int, kind: int) -> int:
    """The place of a tile of a kind in a meld, as a bit; 0 if there is none, or a joker in its place."""
    if stays(work, meld):
        return 0
    at = MELDS + meld * MELD
    start, extent, jokers = work[at + MELD_START], work[at + MELD_EXTENT], work[at + MELD_JOKERS]
    if work[at + MELD_FORM] == RUN:
        bit = 1 << kind - start if start <= kind < start + extent else 0
    else:
        bit = extent & 1 << kind // VALUES if start == kind % VALUES else 0
    return bit & ~jokers


def judge_rest(work: IntArray, loss: int, other: int) -> bool:
    """Open: judges the table once a kept joker has its place; `other` is the kind of the next one, or NONE."""
    raise NameError("judge_rest is bound below")


def try_kept_template(work: IntArray, loss: int, kind: int, other: int) -> bool:
    """Try the places of a joker that is kept, as one of the tiles of its kind, until the table is allowed."""
    for meld in range(work[PLACED], work[NEW_MELDS]):
        bit = place_in(work, meld, kind)
        if bit == 0:
            continue
        work[MELDS + meld * MELD + MELD_JOKERS] |= bit
        found = judge_rest(work, loss, other)
        work[MELDS + meld * MELD + MELD_JOKERS] &= ~bit
        if found:
            return True
    return False


@rule
def judge_last(work: IntArray, loss: int, _other: int) -> bool:
    """No further joker is kept."""
    return judge(work, loss)


try_last = bind(try_kept_template, "last", judge_rest=judge_last)


@rule
def judge_second(work: IntArray, loss: int, kind: int) -> bool:
    """Try the places of a second joker that is kept, if there is one."""
    return judge(work, loss) if kind == NONE else try_last(work, loss, kind, NONE)


try_first = bind(try_kept_template, "first", judge_rest=judge_second)


@rule
def judge_kept(work: IntArray, loss: int) -> bool:
    """Try the places of the jokers that are kept until the table is allowed."""
    kind0, kind1 = kept_kind(work, 0), kept_kind(work, 1)
    if kind0 == NONE:
        kind0, kind1 = kind1, NONE
    return judge(work, loss) if kind0 == NONE else try_first(work, loss, kind0, kind1)


# -- jokers that are left and go anywhere


@rule
def add_joker(work: IntArray, meld: int) -> bool:
    """A joker joins a meld at an end or as a missing colour; False if there is no room.

    A run from 1 to 13 is cut in two after 3, and the joker stands for 4 in the first.
    """
    at = MELDS + meld * MELD
    start, extent = work[at + MELD_START], work[at + MELD_EXTENT]
    if work[at + MELD_FORM] == GROUP:
        if extent == ALL_COLOURS:
            return False
        colour = lowest_bit(ALL_COLOURS & ~extent)
        work[at + MELD_EXTENT] |= 1 << colour
        work[at + MELD_JOKERS] |= 1 << colour
    elif start % VALUES + extent < VALUES:
        work[at + MELD_JOKERS] |= 1 << extent
        work[at + MELD_EXTENT] += 1
    elif extent < VALUES:
        work[at + MELD_START] -= 1
        work[at + MELD_EXTENT] += 1
        work[at + MELD_JOKERS] = work[at + MELD_JOKERS] << 1 | 1
    else:
        add_meld(work, RUN, start + LEAST_MELD, extent - LEAST_MELD, work[at + MELD_JOKERS] >> LEAST_MELD)
        work[at + MELD_EXTENT] = LEAST_MELD + 1
        work[at + MELD_JOKERS] = work[at + MELD_JOKERS] & (1 << LEAST_MELD) - 1 | 1 << LEAST_MELD
    return True


def go_on(work: IntArray, loss: int) -> bool:
    """Open: what follows once a joker has found room."""
    raise NameError("go_on is bound below")


def place_joker_template(work: IntArray, loss: int) -> bool:
    """Find room for a joker that is left, perhaps in the meld of another, so that the table is allowed."""
    melds = work[NEW_MELDS]
    for meld in range(melds):
        at = MELDS + meld * MELD
        start, extent, jokers = work[at + MELD_START], work[at + MELD_EXTENT], work[at + MELD_JOKERS]
        if not stays(work, meld) and add_joker(work, meld):
            found = go_on(work, loss)
            work[at + MELD_START], work[at + MELD_EXTENT], work[at + MELD_JOKERS] = start, extent, jokers
            work[NEW_MELDS] = melds
            if found:
                return True
    return False


place_last = bind(place_joker_template, "last", go_on=judge_kept)
place_first = bind(place_joker_template, "first", go_on=place_last)


@rule
def write_lay(work: IntArray, loss: int) -> bool:
    """Write the melds found, with room for the jokers left; if they are allowed, they are the best lay."""
    first = write_staying(work) if work[COUNTING_CHANGES] else work[PLACED]
    spare = work[FREE_JOKERS] - write_way(work, first)
    if spare == 0:
        return judge_kept(work, loss)
    return place_last(work, loss) if spare == 1 else place_first(work, loss)
