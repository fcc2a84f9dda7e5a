"""Rummy, chapter 5: the jokers of a table before and after a turn. Has each of them kept its place, or was it freed?

It is judged from the two tables. Copies of a tile, and the two jokers, are alike: if there is any way to say which
joker is which, and which tile freed it, that keeps the rules, the rules are kept.
"""

from __future__ import annotations

from erre.core.engine import rule
from erre.core.record import NONE, IntArray
from erre.games.rummy.components import (
    COLOUR_COUNT,
    FREE,
    GROUP,
    JOKER_KIND,
    KIND_BITS,
    KINDS,
    REPLACE_FROM_RACK,
    RUN,
    VALUES,
)
from erre.games.rummy.rules.melds import jokers_in, missing_colours, run_start
from erre.games.rummy.workspace import (
    ANY_MELD,
    JOKER,
    JOKER_COLOURS,
    JOKER_COMPANY,
    JOKER_FORM,
    JOKER_MELD,
    JOKER_RULE,
    JOKER_VALUE,
    MOST_JOKERS,
    NEW_CELLS,
    NEW_COUNTS,
    NEW_JOKER,
    NEW_JOKERS,
    NEW_LENGTHS,
    NEW_MELDS,
    OLD_CELLS,
    OLD_COUNTS,
    OLD_JOKER,
    OLD_JOKERS,
    OLD_LENGTHS,
    OLD_MELDS,
    SAME_MELD,
)

# -- the jokers of a table


@rule
def count_table(work: IntArray, cells: int, lengths: int, melds: int, counts: int, found: int, joker: int) -> None:
    """Count the tiles of a table by kind, and list its jokers."""
    for kind in range(KINDS):
        work[counts + kind] = 0
    work[found] = 0
    first = cells
    for meld in range(melds):
        count = work[lengths + meld]
        for at in range(first, first + count):
            cell = work[at]
            if cell < JOKER_KIND:
                work[counts + cell] += 1
                continue
            work[counts + JOKER_KIND] += 1
            list_joker(work, joker + JOKER * work[found], meld, first, count, cell & KIND_BITS)
            work[found] += 1
        first += count


@rule
def list_joker(work: IntArray, place: int, meld: int, first: int, count: int, kind: int) -> None:
    """Write down a joker of a table: its meld, what it may stand for there, and the kinds that lie with it.

    §8.4 In a group a joker may stand for any colour that the group has no tile of.
    """
    is_run = run_start(work, first, count) != NONE
    company = 0
    for at in range(first, first + count):
        if work[at] < JOKER_KIND:
            company |= 1 << work[at]
    work[place + JOKER_MELD] = meld
    work[place + JOKER_FORM] = RUN if is_run else GROUP
    work[place + JOKER_VALUE] = kind % VALUES
    work[place + JOKER_COLOURS] = 1 << kind // VALUES if is_run else missing_colours(work, first, count, 0)
    work[place + JOKER_COMPANY] = company


@rule
def count_old_table(work: IntArray) -> None:
    """Count the table before the turn."""
    count_table(work, OLD_CELLS, OLD_LENGTHS, work[OLD_MELDS], OLD_COUNTS, OLD_JOKERS, OLD_JOKER)


@rule
def count_new_table(work: IntArray) -> None:
    """Count the table after the turn."""
    count_table(work, NEW_CELLS, NEW_LENGTHS, work[NEW_MELDS], NEW_COUNTS, NEW_JOKERS, NEW_JOKER)


@rule
def old_joker(work: IntArray, joker: int, field: int) -> int:
    """A field of a joker of the table before the turn."""
    return work[OLD_JOKER + JOKER * joker + field]


@rule
def new_joker(work: IntArray, joker: int, field: int) -> int:
    """A field of a joker of the table after the turn."""
    return work[NEW_JOKER + JOKER * joker + field]


# -- jokers that keep their place


@rule
def keeps_tile(work: IntArray, old: int, new: int, colour: int) -> bool:
    """Whether an old joker, as one of the new ones, is the tile of a colour as before, in a meld of the same form."""
    if old_joker(work, old, JOKER_VALUE) != new_joker(work, new, JOKER_VALUE):
        return False
    if not new_joker(work, new, JOKER_COLOURS) >> colour & 1:
        return False
    return bool(work[ANY_MELD] or old_joker(work, old, JOKER_FORM) == new_joker(work, new, JOKER_FORM))


@rule
def company_kept(work: IntArray, old: int, new: int) -> int:
    """The kinds of the tiles that lay with an old joker and lie with a new one, as bits."""
    return old_joker(work, old, JOKER_COMPANY) & new_joker(work, new, JOKER_COMPANY)


@rule
def stays_with_meld(work: IntArray, old: int, new: int) -> bool:
    """§8.15 A joker that was not freed has at least one tile of its meld with it (or it need not, by option)."""
    return bool(work[ANY_MELD] or company_kept(work, old, new) != 0)


@rule
def stay_with_melds(work: IntArray, new0: int, new1: int) -> bool:
    """Whether two jokers, neither of them freed, have each a tile of its meld with it.

    Two that lay in one meld and lie in one meld are company for each other. Otherwise each needs a tile of its own: one
    that lies with both came from one meld only, and one that lay with both lies in one meld only.
    """
    if work[ANY_MELD]:
        return True
    is_one_new = new_joker(work, new0, JOKER_MELD) == new_joker(work, new1, JOKER_MELD)
    is_one_old = old_joker(work, 0, JOKER_MELD) == old_joker(work, 1, JOKER_MELD)
    if is_one_new and is_one_old:
        return True
    kept0, kept1 = company_kept(work, 0, new0), company_kept(work, 1, new1)
    if kept0 == 0 or kept1 == 0:
        return False
    together = kept0 | kept1
    return is_one_new == is_one_old or together & (together - 1) != 0


# -- jokers that were freed


@rule
def has_kind(work: IntArray, meld: int, kind: int) -> bool:
    """Whether a meld of the new table has a tile of a kind, not a joker in its place."""
    first = NEW_CELLS
    for before in range(meld):
        first += work[NEW_LENGTHS + before]
    for at in range(first, first + work[NEW_LENGTHS + meld]):
        if work[at] == kind:
            return True
    return False


@rule
def may_free(work: IntArray, kind: int, jokers: int) -> bool:
    """§8.5 The tile that frees a joker comes from the rack or from the table (or only from the rack, by option)."""
    tiles = work[NEW_COUNTS + kind]
    if work[JOKER_RULE] == REPLACE_FROM_RACK:
        tiles -= work[OLD_COUNTS + kind]
    return tiles >= jokers


@rule
def is_elsewhere(work: IntArray, kind: int, new: int) -> bool:
    """§5.7 A freed joker goes into another meld than the tile that freed it (or also into that, by option).

    §8.16 It does not matter what that tile did in between, so it may have gone back to where it came from. If it has to
    come from the rack, no tile of its kind lies with the joker: copies are alike.
    """
    if work[SAME_MELD]:
        return True
    is_with_it = has_kind(work, new_joker(work, new, JOKER_MELD), kind)
    if work[JOKER_RULE] == REPLACE_FROM_RACK:
        return not is_with_it
    return work[NEW_COUNTS + kind] - is_with_it >= 1


# -- all jokers


@rule
def is_settled(work: IntArray, old: int, new: int, colour: int, freed: int) -> bool:
    """§5.6 An old joker, as one of the new ones, stands for the tile of a colour as before, or was freed by one."""
    if not old_joker(work, old, JOKER_COLOURS) >> colour & 1:
        return False
    if not freed:
        return keeps_tile(work, old, new, colour)
    kind = colour * VALUES + old_joker(work, old, JOKER_VALUE)
    return may_free(work, kind, 1) and is_elsewhere(work, kind, new)


@rule
def are_settled_together(
    work: IntArray, new0: int, colour0: int, freed0: int, new1: int, colour1: int, freed1: int
) -> bool:
    """Whether two jokers that are settled each on its own are so together."""
    if not freed0 and not freed1:
        if not stay_with_melds(work, new0, new1):
            return False
    elif not (freed0 or stays_with_meld(work, 0, new0)) or not (freed1 or stays_with_meld(work, 1, new1)):
        return False
    if old_joker(work, 0, JOKER_VALUE) != old_joker(work, 1, JOKER_VALUE) or colour0 != colour1:
        return True
    if old_joker(work, 0, JOKER_MELD) == old_joker(work, 1, JOKER_MELD):
        return False  # in one group they stood for two colours
    meld0, meld1 = new_joker(work, new0, JOKER_MELD), new_joker(work, new1, JOKER_MELD)
    if freed0 and freed1:
        kind = colour0 * VALUES + old_joker(work, 0, JOKER_VALUE)
        if not may_free(work, kind, 2):
            return False
        # Two tiles, each in a meld of its own: only if both jokers lie with the same one, none is left for them.
        return bool(work[SAME_MELD] or meld0 != meld1 or not has_kind(work, meld0, kind))
    if not freed0 and not freed1:
        return meld0 != meld1
    return True


@rule
def keeps_joker_rule(work: IntArray) -> bool:
    """Whether every joker of the old table has kept its place on the new one or was freed; both must be counted."""
    if work[JOKER_RULE] == FREE or work[OLD_JOKERS] == 0:
        return True
    for new0 in range(work[NEW_JOKERS]):
        for case0 in range(2 * COLOUR_COUNT):
            if not is_settled(work, 0, new0, case0 >> 1, case0 & 1):
                continue
            if work[OLD_JOKERS] == 1:
                if case0 & 1 or stays_with_meld(work, 0, new0):
                    return True
                continue
            for case1 in range(2 * COLOUR_COUNT):
                if is_settled(work, 1, 1 - new0, case1 >> 1, case1 & 1) and are_settled_together(
                    work, new0, case0 >> 1, case0 & 1, 1 - new0, case1 >> 1, case1 & 1
                ):
                    return True
    return False


@rule
def has_few_jokers(work: IntArray) -> bool:
    """Whether no meld of the new table has more jokers than the option allows."""
    first = NEW_CELLS
    for meld in range(work[NEW_MELDS]):
        if jokers_in(work, first, work[NEW_LENGTHS + meld]) > work[MOST_JOKERS]:
            return False
        first += work[NEW_LENGTHS + meld]
    return True
