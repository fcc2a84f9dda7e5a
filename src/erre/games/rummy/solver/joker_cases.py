"""One case of what becomes of the jokers on the table: the problem written down, and searched.

Each of them is kept as one of the tiles it may stand for, or freed by one. A joker that is kept counts as a tile of its
kind that must be laid; `TIES` says where. Ties are exact as long as one joker is in play: it lies in a run or a group
as before, and a joker from the end of a run lies in one run with its neighbour. Where a second joker may lie between
it and the tiles of its meld they say less than the rule, and `judging` has the last word.
"""

from __future__ import annotations

from erre.core.engine import rule
from erre.core.record import IntArray
from erre.games.rummy.components import COLOUR_COUNT, FREE, JOKER_KIND, JOKERS, KINDS, REPLACE, RUN, VALUES
from erre.games.rummy.rules.jokers import old_joker
from erre.games.rummy.solver.minimal_change_search import fewest_changes
from erre.games.rummy.solver.search import least_loss
from erre.games.rummy.workspace import (
    ANY_MELD,
    CASE_KIND,
    CHANGED,
    COUNTING_CHANGES,
    FIRST_PLACED,
    FREE_JOKERS,
    FREED,
    GROUP_TIES_AT,
    HAVE,
    JOKER_COLOURS,
    JOKER_COMPANY,
    JOKER_FORM,
    JOKER_MELD,
    JOKER_RULE,
    JOKER_VALUE,
    KEPT,
    LAY_LOSS,
    LEFT_OUT,
    MUST,
    MUST_JOKERS,
    NEVER,
    OLD_COUNTS,
    OLD_JOKERS,
    PLACED,
    POINT_WEIGHT,
    RACK,
    STAYING,
    TIED_ABOVE,
    TIED_BELOW,
    TIES,
    TIES_MASK,
    TILE_WEIGHT,
    WEIGHT,
)

USUAL_RUNS = 2  # open at once in a colour: more are never needed for two copies of each tile and two free jokers
MOST_RUNS = 4
CASES = 2 * COLOUR_COUNT  # of one joker: a colour, and whether it is freed by that tile
IN_PLACE = CASES  # and for one whose meld stays as it was: it is out of the problem with that meld


@rule
def weigh(work: IntArray) -> None:
    """What a tile of each number is worth."""
    for value in range(VALUES):
        work[WEIGHT + value] = work[TILE_WEIGHT] + work[POINT_WEIGHT] * (value + 1)


# -- the problem


@rule
def set_case(work: IntArray, case0: int, case1: int) -> bool:
    """Write the problem with each old joker kept as one of its tiles or freed by it; False if that cannot be."""
    for kind in range(KINDS):
        work[HAVE + kind] = work[OLD_COUNTS + kind] + work[RACK + kind]
        work[MUST + kind] = work[OLD_COUNTS + kind]
        work[KEPT + kind] = work[FREED + kind] = work[TIES + kind] = 0
    work[FREE_JOKERS] = work[RACK + JOKER_KIND]
    work[MUST_JOKERS] = 0
    work[PLACED] = work[STAYING] = work[FIRST_PLACED] = 0
    jokers = work[OLD_JOKERS]
    if work[JOKER_RULE] == FREE:
        work[FREE_JOKERS] += jokers
        work[MUST_JOKERS] += jokers
        return True
    if jokers > 1 and case0 >> 1 == case1 >> 1 and case0 != IN_PLACE and is_one_group(work):
        return False
    if jokers > 0 and not set_joker_case(work, 0, case0):
        return False
    if jokers > 1 and not set_joker_case(work, 1, case1):
        return False
    return jokers == 0 or demand_tiles(work)


@rule
def is_one_group(work: IntArray) -> bool:
    """Whether both old jokers are in one group, where they stand for two colours."""
    return old_joker(work, 0, JOKER_MELD) == old_joker(work, 1, JOKER_MELD) and (
        old_joker(work, 0, JOKER_VALUE) == old_joker(work, 1, JOKER_VALUE)
    )


@rule
def set_joker_case(work: IntArray, joker: int, case: int) -> bool:
    """Keep a joker as the tile of a colour (even cases), or free it by that (odd cases); False if that cannot be."""
    if case == IN_PLACE:
        work[CASE_KIND + joker] = old_joker(work, joker, JOKER_VALUE)
        return True
    colour = case >> 1
    if not old_joker(work, joker, JOKER_COLOURS) >> colour & 1:
        return False
    kind = colour * VALUES + old_joker(work, joker, JOKER_VALUE)
    work[CASE_KIND + joker] = kind
    if case & 1:
        work[FREED + kind] += 1
        work[FREE_JOKERS] += 1
        work[MUST_JOKERS] += 1
    else:
        work[HAVE + kind] += 1
        work[MUST + kind] += 1
        work[KEPT + kind] += 1
        if not work[ANY_MELD]:
            tie_joker(work, joker, kind)
    return True


@rule
def tie_joker(work: IntArray, joker: int, kind: int) -> None:
    """A joker that is kept lies in a run or a group as before; from the end of a run, with its neighbour."""
    if old_joker(work, joker, JOKER_FORM) != RUN:
        work[TIES + kind] += 1 << GROUP_TIES_AT
        return
    work[TIES + kind] += 1
    if work[OLD_JOKERS] == JOKERS and old_joker(work, 0, JOKER_MELD) == old_joker(work, 1, JOKER_MELD):
        return
    company = old_joker(work, joker, JOKER_COMPANY)
    if not company >> kind + 1 & 1:
        work[TIES + kind] |= TIED_BELOW
    elif kind == 0 or not company >> kind - 1 & 1:
        work[TIES + kind] |= TIED_ABOVE


@rule
def untie_joker(work: IntArray, kind: int, form: int) -> None:
    """A joker that is kept has found its place; what ties another one of its kind to its neighbours is forgotten."""
    ties = work[TIES + kind] & (TIES_MASK | TIES_MASK << GROUP_TIES_AT)
    step = 1 if form == RUN else 1 << GROUP_TIES_AT
    work[TIES + kind] = max(ties - step, 0) if has_tie(work, kind, form) else ties


@rule
def has_tie(work: IntArray, kind: int, form: int) -> bool:
    """Whether a joker of a kind is tied to melds of a form."""
    return bool(work[TIES + kind] >> (0 if form == RUN else GROUP_TIES_AT) & TIES_MASK)


@rule
def demand_tiles(work: IntArray) -> bool:
    """The tiles that free jokers must lie on the table; False if there are too few."""
    for joker in range(work[OLD_JOKERS]):
        kind = work[CASE_KIND + joker]
        if work[FREED + kind] == 0:
            continue
        on_table = work[OLD_COUNTS + kind]
        need = work[FREED + kind] + (0 if work[JOKER_RULE] == REPLACE else on_table)
        if need > on_table + work[RACK + kind]:
            return False
        work[MUST + kind] = max(on_table, need) + work[KEPT + kind]
    return True


# -- the search


@rule
def most_runs(work: IntArray) -> int:
    """The most runs of a colour that may be open at once."""
    if work[JOKER_RULE] != FREE:
        for joker in range(work[OLD_JOKERS]):
            if work[HAVE + work[CASE_KIND + joker]] > USUAL_RUNS:
                return MOST_RUNS
    return USUAL_RUNS


@rule
def search(work: IntArray) -> int:
    """The least loss that is better than the best lay; NEVER, if there is none."""
    runs = most_runs(work)
    limit = work[LAY_LOSS] - work[LEFT_OUT]
    if work[COUNTING_CHANGES]:
        floor = work[COUNTING_CHANGES] - 1 - work[LEFT_OUT] + work[CHANGED]
        loss = fewest_changes(work, work[FREE_JOKERS], floor, limit, runs)
    else:
        loss = least_loss(work, work[FREE_JOKERS], limit, runs)
    return loss if loss < limit else NEVER
