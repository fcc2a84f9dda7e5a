"""The lay that changes least: of all lays of the most tiles, one that leaves the most melds of the table as they are.

A change is a meld of the old table that does not lie on the new one: with the same tiles, and its jokers in the same
places (in a group these have none). A tile added to a meld changes that one meld; a tile taken from one meld for
another changes both. Here the old melds with jokers are settled, in every case there is; `minimal_change_search` does
the rest.
"""

from __future__ import annotations

from erre.core.engine import rule
from erre.core.record import NONE, IntArray
from erre.games.rummy.components import FREE, GROUP, JOKER_AS, JOKER_KIND, KIND_BITS, RUN, VALUES
from erre.games.rummy.rules.jokers import count_new_table, keeps_joker_rule, old_joker
from erre.games.rummy.rules.melds import colour_of, run_start
from erre.games.rummy.solver.best_lay import count_lay, find_lay, try_case
from erre.games.rummy.solver.joker_cases import CASES, IN_PLACE, most_runs, set_case, weigh
from erre.games.rummy.solver.joker_placement import take_tile
from erre.games.rummy.solver.minimal_change_search import LOST
from erre.games.rummy.solver.old_melds import CHANGE
from erre.games.rummy.solver.search import least_loss
from erre.games.rummy.solver.shapes_tried import bits_in
from erre.games.rummy.solver.writing import add_meld
from erre.games.rummy.workspace import (
    CELLS,
    CHANGED,
    COUNTING_CHANGES,
    FIRST_PLACED,
    FORMER_LAY,
    FREE_JOKERS,
    JOKER_MELD,
    JOKER_RULE,
    LAY,
    LAY_CELLS,
    LAY_LENGTHS,
    LAY_LOSS,
    LAY_MELDS,
    LAY_TILES,
    LENGTHS,
    MUST_JOKERS,
    NEW_CELLS,
    NEW_LENGTHS,
    NEW_MELDS,
    OLD_CELLS,
    OLD_JOKERS,
    OLD_LENGTHS,
    OLD_MELDS,
    PLACED,
    POINT_WEIGHT,
    PROBLEM_CASE_0,
    PROBLEM_CASE_1,
    PROBLEM_KIND,
    PROBLEM_LIST,
    PROBLEM_STAY,
    PROBLEMS,
    SETTLED,
    STAYING,
    TILE_WEIGHT,
)


@rule
def find_minimal_change(work: IntArray) -> None:
    """A lay of the most tiles that leaves the most melds of the table as they are; the table itself if there is none.

    It begins with any lay of the most tiles. Then it looks for one with no change in all cases of the old jokers, then
    for one with a single change, and so on: the cases that need many changes are given up early. Before that it does
    the same as if jokers were free, which is one case instead of many: nothing that keeps the rule changes less.
    """
    work[TILE_WEIGHT], work[POINT_WEIGHT] = 1, 0
    find_lay(work)
    if work[LAY_TILES] == 0:
        return
    work[TILE_WEIGHT] = LOST
    weigh(work)
    loss = work[LAY_LOSS] * LOST
    work[COUNTING_CHANGES] = 1 + loss
    most = work[OLD_MELDS] - bits_in(staying_in_lay(work))
    least = 0
    if work[OLD_JOKERS] > 0 and work[JOKER_RULE] != FREE:
        least = changes_with_free_jokers(work, loss, most)
    if least < most:
        list_problems(work)
        lower_changes(work, loss, least, most)
    work[COUNTING_CHANGES] = work[CHANGED] = work[SETTLED] = 0
    count_lay(work)


@rule
def lower_changes(work: IntArray, loss: int, least: int, most: int) -> int:
    """Look for a lay with fewer changes than the most, from the least on; how many it has."""
    for changes in range(least, most):
        work[LAY_LOSS] = loss + CHANGE * (changes + 1)
        if try_problems(work):
            return changes
    return most


@rule
def changes_with_free_jokers(work: IntArray, loss: int, most: int) -> int:
    """The fewest changes if jokers could go anywhere at any time; the most, if no fewer do or if the lay that was found
    keeps the rule about jokers as well: then there is nothing left to look for."""
    joker_rule = work[JOKER_RULE]
    for i in range(LAY):
        work[FORMER_LAY + i] = work[LAY_LOSS + i]
    work[JOKER_RULE] = FREE
    list_problems(work)
    least = lower_changes(work, loss, 0, most)
    work[JOKER_RULE] = joker_rule
    if least < most and work[LAY_LOSS] >= loss and lay_keeps_joker_rule(work):
        return most
    for i in range(LAY):
        work[LAY_LOSS + i] = work[FORMER_LAY + i]
    return least


@rule
def lay_keeps_joker_rule(work: IntArray) -> bool:
    """Whether the jokers of the old table lie in the lay as the rule wants it."""
    work[NEW_MELDS] = work[LAY_MELDS]
    for i in range(LENGTHS):
        work[NEW_LENGTHS + i] = work[LAY_LENGTHS + i]
    for i in range(CELLS):
        work[NEW_CELLS + i] = work[LAY_CELLS + i]
    count_new_table(work)
    return keeps_joker_rule(work)


@rule
def with_jokers(work: IntArray) -> int:
    """The old melds that have jokers, as bits."""
    melds = 0
    for joker in range(work[OLD_JOKERS]):
        melds |= 1 << old_joker(work, joker, JOKER_MELD)
    return melds


@rule
def list_problems(work: IntArray) -> None:
    """Write down which of the old melds with jokers may stay, and what may become of the others, to lay the most tiles.

    A joker whose meld stays as it was counts as that joker, kept in its place. To count it as another one that took its
    place asks for more, and the table that is found is judged for every way to tell the jokers apart.
    """
    work[PROBLEMS] = 0
    jokers = with_jokers(work)
    stay = jokers
    while True:
        for case0 in range(first_case(work, stay, 0), last_case(work, stay, 0)):
            for case1 in range(first_case(work, stay, 1), last_case(work, stay, 1)):
                if set_problem(work, stay, case0, case1) and can_lay_the_most(work):
                    at = PROBLEM_LIST + PROBLEM_KIND * work[PROBLEMS]
                    work[at + PROBLEM_STAY] = stay
                    work[at + PROBLEM_CASE_0], work[at + PROBLEM_CASE_1] = case0, case1
                    work[PROBLEMS] += 1
        if stay == 0:
            return
        stay = stay - 1 & jokers


@rule
def set_problem(work: IntArray, stay: int, case0: int, case1: int) -> bool:
    """Write a problem: some old melds stay, the other old jokers are in one case; False if that cannot be."""
    jokers = with_jokers(work)
    work[SETTLED] = jokers
    work[CHANGED] = CHANGE * bits_in(jokers & ~stay)
    return set_case(work, case0, case1) and keep_melds(work, stay)


@rule
def can_lay_the_most(work: IntArray) -> bool:
    """Whether the most tiles can be laid, perhaps with jokers left on the rack; how jokers may lie is left aside."""
    most = work[COUNTING_CHANGES] - 1
    for left in range(work[FREE_JOKERS] - work[MUST_JOKERS] + 1):
        within = most - left * work[TILE_WEIGHT]
        if within >= 0 and least_loss(work, work[FREE_JOKERS] - left, within + 1, most_runs(work)) <= within:
            return True
    return False


@rule
def try_problems(work: IntArray) -> bool:
    """Search all problems for a lay that costs less than the best one; whether there is one."""
    limit = work[LAY_LOSS]
    for at in range(PROBLEM_LIST, PROBLEM_LIST + PROBLEM_KIND * work[PROBLEMS], PROBLEM_KIND):
        set_problem(work, work[at + PROBLEM_STAY], work[at + PROBLEM_CASE_0], work[at + PROBLEM_CASE_1])
        try_case(work)
        if work[LAY_LOSS] < limit:
            return True
    return False


@rule
def first_case(work: IntArray, stay: int, joker: int) -> int:
    """The first case of an old joker: it is in its place if its meld stays."""
    is_there = joker < work[OLD_JOKERS] and stay >> old_joker(work, joker, JOKER_MELD) & 1
    return IN_PLACE if is_there else 0


@rule
def last_case(work: IntArray, stay: int, joker: int) -> int:
    """Where the cases of an old joker end."""
    first = first_case(work, stay, joker)
    return CASES if first == 0 and joker < work[OLD_JOKERS] and work[JOKER_RULE] != FREE else first + 1


@rule
def keep_melds(work: IntArray, stay: int) -> bool:
    """Take melds of the old table out of the problem, as they are; False, halfway through it, if that cannot be."""
    work[NEW_MELDS] = 0
    first = OLD_CELLS
    for meld in range(work[OLD_MELDS]):
        count = work[OLD_LENGTHS + meld]
        if stay >> meld & 1 and not keep_meld(work, first, count):
            return False
        first += count
    work[PLACED] = work[FIRST_PLACED] = work[NEW_MELDS]
    work[STAYING] = (1 << work[NEW_MELDS]) - 1
    return True


@rule
def keep_meld(work: IntArray, first: int, count: int) -> bool:
    """Take one meld out of the problem, with the jokers that lie in it."""
    is_run = run_start(work, first, count) != NONE
    extent = jokers = 0
    for place in range(count):
        cell = work[first + place]
        bit = 1 << (place if is_run else colour_of(cell & KIND_BITS))
        extent |= bit
        if cell >= JOKER_AS:
            jokers |= bit
            if work[JOKER_RULE] == FREE:
                work[FREE_JOKERS] -= 1
                work[MUST_JOKERS] -= 1
        elif not take_tile(work, cell):
            return False
    if is_run:
        add_meld(work, RUN, work[first] & KIND_BITS, count, jokers)
    else:
        add_meld(work, GROUP, (work[first] & KIND_BITS) % VALUES, extent, jokers)
    return True


@rule
def staying_in_lay(work: IntArray) -> int:
    """The melds of the old table that lie in the lay, as bits; each meld of the lay counts for one of them."""
    stay = used = 0
    first = OLD_CELLS
    for meld in range(work[OLD_MELDS]):
        count = work[OLD_LENGTHS + meld]
        at = LAY_CELLS
        for other in range(work[LAY_MELDS]):
            if not used >> other & 1 and work[LAY_LENGTHS + other] == count and is_same(work, first, at, count):
                used |= 1 << other
                stay |= 1 << meld
                break
            at += work[LAY_LENGTHS + other]
        first += count
    return stay


@rule
def is_same(work: IntArray, one: int, other: int, count: int) -> bool:
    """Whether two rows of cells of the same length are the same meld: in a group the order, and the place of jokers in
    it, do not matter."""
    if run_start(work, one, count) != NONE:
        for i in range(count):
            if work[one + i] != work[other + i]:
                return False
        return True
    if run_start(work, other, count) != NONE or work[one] % JOKER_AS % VALUES != work[other] % JOKER_AS % VALUES:
        return False
    colours = 0
    for i in range(count):
        if work[one + i] < JOKER_KIND:
            colours |= 1 << colour_of(work[one + i])
        if work[other + i] < JOKER_KIND:
            colours ^= 1 << colour_of(work[other + i])
    return colours == 0
