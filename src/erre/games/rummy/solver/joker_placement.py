"""Melds placed before the search: where jokers may not lie as it puts them, their meld is tried in every form."""

from __future__ import annotations

from erre.core.engine import rule
from erre.core.record import IntArray
from erre.games.rummy.components import GROUP, JOKER_KIND, JOKERS, NATURAL_KINDS, RUN, VALUES
from erre.games.rummy.rules.jokers import has_few_jokers
from erre.games.rummy.solver.joker_cases import has_tie, search, untie_joker
from erre.games.rummy.solver.judging import kept_kind, write_lay
from erre.games.rummy.solver.shapes_tried import (
    ALL_SHAPES,
    JOKER_PLACES,
    PLACES_OF,
    SHORT_SHAPES,
    bits_in,
    form_of,
    kind_in,
    shape_of,
)
from erre.games.rummy.solver.writing import add_meld
from erre.games.rummy.workspace import (
    ANY_MELD,
    COUNTED,
    COUNTING_CHANGES,
    FIRST_PLACED,
    FREE_JOKERS,
    FREED,
    HAVE,
    KEPT,
    MOST_JOKERS,
    MOST_PLACED,
    MUST,
    MUST_JOKERS,
    NEVER,
    NEW_MELDS,
    OLD_CELLS,
    OLD_LENGTHS,
    OLD_MELDS,
    PLACED,
    PLACEMENT,
    PLACEMENT_FILL,
    PLACEMENT_OF,
    PLACEMENT_PROBLEM,
    PLACEMENT_SHAPE,
    PLACEMENTS,
    SAME_MELD,
    SETTLED,
    STAYING,
)

KEPT_FILLS = 1 << JOKERS  # which of the old jokers that are kept lie in a meld


@rule
def place_melds(work: IntArray) -> None:
    """Try every meld that the tile or the joker in question may lie in, and search for the rest of the table."""
    if work[NEW_MELDS] == work[FIRST_PLACED]:
        return  # where nothing can be laid at all, no joker helps
    depth = 0
    begin_placement(work, 0)
    while depth >= 0:
        placement = PLACEMENTS + depth * PLACEMENT
        keep_problem(work, placement, False)
        if not place_next(work, placement):
            work[PLACED] = work[FIRST_PLACED] + depth
            depth -= 1
            continue
        loss = search(work)
        if loss == NEVER or write_lay(work, loss):
            continue
        if depth + 1 < MOST_PLACED:
            depth += 1
            begin_placement(work, depth)


@rule
def begin_placement(work: IntArray, depth: int) -> None:
    """Say what the next meld placed must have: the tile that frees a joker, if that is in question, or a joker."""
    wanted = JOKER_KIND
    if not work[SAME_MELD] and (work[MOST_JOKERS] > 1 or has_few_jokers(work)):
        for kind in range(NATURAL_KINDS):
            freed = work[FREED + kind]
            for before in range(depth):
                freed -= work[PLACEMENTS + before * PLACEMENT + PLACEMENT_OF] == kind
            if freed > 0:
                wanted = kind
    placement = PLACEMENTS + depth * PLACEMENT
    work[placement + PLACEMENT_OF] = wanted
    work[placement + PLACEMENT_SHAPE] = work[placement + PLACEMENT_FILL] = 0
    keep_problem(work, placement, True)


@rule
def keep_problem(work: IntArray, placement: int, keep: bool) -> None:
    """Keep the problem as it is before a meld is placed, or bring it back."""
    at = placement + PLACEMENT_PROBLEM
    for i in range(COUNTED):
        if keep:
            work[at + i] = work[HAVE + i]
        else:
            work[HAVE + i] = work[at + i]
    at += COUNTED
    if keep:
        work[at], work[at + 1], work[at + 2] = work[FREE_JOKERS], work[MUST_JOKERS], work[SETTLED]
    else:
        work[FREE_JOKERS], work[MUST_JOKERS], work[SETTLED] = work[at], work[at + 1], work[at + 2]


@rule
def place_next(work: IntArray, placement: int) -> bool:
    """Place the next meld that fits; False if there is none left."""
    before = work[FIRST_PLACED] + (placement - PLACEMENTS) // PLACEMENT
    work[STAYING] &= (1 << before) - 1
    wanted = work[placement + PLACEMENT_OF]
    last = last_shape(work, wanted)
    while work[placement + PLACEMENT_SHAPE] < last:
        shape, fill = work[placement + PLACEMENT_SHAPE], work[placement + PLACEMENT_FILL]
        if fill == 0 and not may_place(work, wanted, shape):
            work[placement + PLACEMENT_SHAPE] += 1
            continue
        work[placement + PLACEMENT_FILL] += 1
        if work[placement + PLACEMENT_FILL] >= fills_of(shape):
            work[placement + PLACEMENT_SHAPE] += 1
            work[placement + PLACEMENT_FILL] = 0
        work[NEW_MELDS] = before
        if shape >= ALL_SHAPES:
            found = place_old_meld(work, wanted, shape - ALL_SHAPES)
        else:
            found = place_meld(work, wanted, shape, JOKER_PLACES[fill // KEPT_FILLS], fill % KEPT_FILLS)
        if found:
            work[PLACED] = before + 1
            return True
        keep_problem(work, placement, False)
    return False


@rule
def last_shape(work: IntArray, wanted: int) -> int:
    """Where the shapes end that are tried: with the long runs for a joker, and with old melds for a tile.

    A tile that frees a joker, and a free joker, can be cut out of a long run in a short piece; a joker that is kept may
    need another tile of its meld with it.
    """
    if work[COUNTING_CHANGES] and wanted != JOKER_KIND:
        return ALL_SHAPES + work[OLD_MELDS]
    return SHORT_SHAPES if wanted != JOKER_KIND or work[ANY_MELD] else ALL_SHAPES


@rule
def fills_of(shape: int) -> int:
    """The ways to fill a shape with jokers; an old meld is as it is."""
    if shape >= ALL_SHAPES:
        return 1
    _, _, count = shape_of(shape)
    return int(PLACES_OF[count]) * KEPT_FILLS


@rule
def may_place(work: IntArray, wanted: int, shape: int) -> bool:
    """Whether a meld of a shape can be there at all: with the tile in question, and jokers for what is missing."""
    if shape >= ALL_SHAPES:
        return True
    if shape >= SHORT_SHAPES and wanted != JOKER_KIND:
        return False
    form = form_of(shape)
    start, extent, count = shape_of(shape)
    lacking = 0
    found = wanted == JOKER_KIND
    for place in range(count):
        kind = kind_in(form, start, extent, place)
        lacking += work[HAVE + kind] == 0
        found |= wanted == kind
    return found and lacking <= min(work[FREE_JOKERS], work[MOST_JOKERS])


@rule
def place_old_meld(work: IntArray, wanted: int, meld: int) -> bool:
    """An old meld without jokers that has the tile in question stays; False, halfway through it, if it cannot."""
    first = OLD_CELLS
    for before in range(meld):
        first += work[OLD_LENGTHS + before]
    count = work[OLD_LENGTHS + meld]
    if work[SETTLED] >> meld & 1:
        return False
    colours = 0
    found = False
    for at in range(first, first + count):
        kind = work[at]
        if not take_tile(work, kind):
            return False
        colours |= 1 << kind // VALUES
        found |= kind == wanted
    work[SETTLED] |= 1 << meld
    work[STAYING] |= 1 << work[NEW_MELDS]
    if work[first] % VALUES == work[first + 1] % VALUES:
        add_meld(work, GROUP, work[first] % VALUES, colours, 0)
    else:
        add_meld(work, RUN, work[first], count, 0)
    return found


@rule
def take_tile(work: IntArray, kind: int) -> bool:
    """A tile goes out of the problem; False if all that are left are jokers that stand for it."""
    if work[HAVE + kind] <= work[KEPT + kind]:
        return False
    work[HAVE + kind] -= 1
    work[MUST + kind] = max(work[MUST + kind] - 1, work[KEPT + kind])
    return True


@rule
def take_kept(work: IntArray, kind: int, form: int) -> bool:
    """A joker that is kept as a kind goes out of the problem, into a meld of a form; False if there is none for it."""
    if work[KEPT + kind] == 0 or not (work[ANY_MELD] or has_tie(work, kind, form)):
        return False
    work[KEPT + kind] -= 1
    untie_joker(work, kind, form)
    return take_tile(work, kind)


@rule
def place_meld(work: IntArray, wanted: int, shape: int, places: int, kept: int) -> bool:
    """Take the tiles of a meld out of the problem; False, halfway through it, if it does not fit.

    Free jokers lie in some places, and those old ones that are kept lie there whose bit is set.
    """
    if bits_in(places) + bits_in(kept) > work[MOST_JOKERS] or bits_in(places) > work[FREE_JOKERS]:
        return False
    kept0, kept1 = kept_kind(work, 0), kept_kind(work, 1)
    form = form_of(shape)
    start, extent, count = shape_of(shape)
    jokers = used = 0
    found = False
    for place in range(count):
        kind = kind_in(form, start, extent, place)
        bit = 1 << (place if form == RUN else kind // VALUES)
        if places >> place & 1:
            jokers |= bit
            work[FREE_JOKERS] -= 1
            work[MUST_JOKERS] = max(work[MUST_JOKERS] - 1, 0)
        elif (kept & 1 and kind == kept0) or (kept & 2 and kind == kept1):
            jokers |= bit
            used += 1
            if not take_kept(work, kind, form):
                return False
        else:
            found |= wanted == kind
            if not take_tile(work, kind):
                return False
    if wanted == JOKER_KIND:
        found = jokers != 0
    if not found or used != bits_in(kept):
        return False
    if wanted != JOKER_KIND and places and (bits_in(places) > 1 or work[FREE_JOKERS] + work[NEW_MELDS] == 0):
        return False  # the joker that the tile frees lies elsewhere
    add_meld(work, form, start, extent, jokers)
    return True
