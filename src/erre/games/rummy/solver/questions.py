"""Other questions: can this rack open, and which tiles would help?"""

from __future__ import annotations

from erre.core.engine import rule
from erre.core.record import NONE, IntArray
from erre.games.rummy.components import (
    COLOUR_COUNT,
    COPIES,
    GROUP,
    JOKER_KIND,
    KINDS,
    LEAST_MELD,
    OPENING_POINTS,
    RUN,
    VALUES,
)
from erre.games.rummy.rules.melds import colour_of, meld_points, value_of
from erre.games.rummy.solver.best_lay import count_lay, find_lay
from erre.games.rummy.solver.judging import keep_lay
from erre.games.rummy.solver.shapes_tried import LONGEST_SHORT, SHORT_SHAPES, bits_in, form_of, kind_in, shape_of
from erre.games.rummy.solver.writing import add_meld, write_cells
from erre.games.rummy.workspace import (
    HAVE,
    HELP,
    LAY_CELLS,
    LAY_LENGTHS,
    LAY_MELDS,
    LAY_POINTS,
    LAY_TILES,
    LISTED,
    LISTED_NUMBER,
    LISTED_TILES,
    LISTED_WORTH,
    MELD_LIST,
    MOST_JOKERS,
    NEVER,
    NEW_MELDS,
    OLD_COUNTS,
    OLD_MELDS,
    OPENING,
    POINT_WEIGHT,
    RACK,
    TILE_WEIGHT,
)

PLACES_MASK = (1 << LONGEST_SHORT) - 1  # places of jokers in a numbered meld
HEAVY = 1024  # more than all points, or all tiles, of a rack together


# -- opening


@rule
def lay_value(work: IntArray) -> int:
    """The points of all melds of the lay, jokers counted as what they stand for."""
    points = first = 0
    for meld in range(work[LAY_MELDS]):
        points += meld_points(work, LAY_CELLS + first, work[LAY_LENGTHS + meld])
        first += work[LAY_LENGTHS + meld]
    return points


@rule
def find_opening(work: IntArray, least: int) -> bool:
    """The most tiles of the rack that make melds on their own worth at least some points; False if none do.

    The table in question must be empty. Without an opening the lay is the best that ignores the points.
    """
    work[TILE_WEIGHT], work[POINT_WEIGHT] = HEAVY, 1
    find_lay(work)
    if improve_opening(work, least):
        return True
    if work[LAY_TILES] > 0:
        find_lay(work)
    return False


@rule
def improve_opening(work: IntArray, least: int) -> bool:
    """From the lay of the most tiles, found before: that lay or another that opens; False if there is none."""
    if work[LAY_TILES] == 0:
        return False
    if lay_value(work) >= least:
        return True
    work[TILE_WEIGHT], work[POINT_WEIGHT] = 1, HEAVY
    find_lay(work)
    most = work[LAY_POINTS] + VALUES * work[RACK + JOKER_KIND]
    work[TILE_WEIGHT], work[POINT_WEIGHT] = HEAVY, 1
    return most >= least and pack_opening(work, least)


@rule
def may_hold_meld(work: IntArray) -> bool:
    """Whether the rack may make a meld on its own; a quick look that is sure only of its no."""
    if work[RACK + JOKER_KIND] > 0:
        return True
    for value in range(VALUES):
        colours = 0
        for colour in range(COLOUR_COUNT):
            kind = RACK + colour * VALUES + value
            colours += work[kind] > 0
            if value + 2 < VALUES and work[kind] > 0 and work[kind + 1] > 0 and work[kind + 2] > 0:
                return True
        if colours >= LEAST_MELD:
            return True
    return False


@rule
def pack_opening(work: IntArray, least: int) -> bool:
    """Try all sets of melds from the rack that have enough points, for the most tiles and then the most points.

    Only racks that lay little at all come here. Runs of more than five tiles are made of shorter ones.
    """
    for kind in range(KINDS):
        work[HAVE + kind] = work[RACK + kind]
    end = list_melds(work)
    depth = points = tiles = 0
    best = -1
    choice = MELD_LIST
    while True:
        while choice < end and not take_meld(work, work[choice + LISTED_NUMBER]):
            choice += LISTED
        if choice < end:
            work[OPENING + depth] = choice
            tiles += work[choice + LISTED_TILES]
            points += work[choice + LISTED_WORTH]
            depth += 1
            if points >= least and tiles * HEAVY + points > best:
                best = tiles * HEAVY + points
                write_opening(work, depth)
            continue  # the same meld may come twice
        if depth == 0:
            return best >= 0
        depth -= 1
        choice = work[OPENING + depth]
        return_meld(work, work[choice + LISTED_NUMBER])
        tiles -= work[choice + LISTED_TILES]
        points -= work[choice + LISTED_WORTH]
        choice += LISTED


@rule
def list_melds(work: IntArray) -> int:
    """List all numbered melds that the whole rack can make; where the list ends."""
    end = MELD_LIST
    last_places = 1 << LONGEST_SHORT if work[HAVE + JOKER_KIND] > 0 else 1
    for shape in range(SHORT_SHAPES):
        for places in range(last_places):
            number = shape << LONGEST_SHORT | places
            if take_meld(work, number):
                return_meld(work, number)
                work[end + LISTED_NUMBER] = number
                work[end + LISTED_TILES] = meld_size(number)
                work[end + LISTED_WORTH] = shape_points(number)
                end += LISTED
    return end


@rule
def meld_size(number: int) -> int:
    """The tiles of a numbered meld."""
    _, _, count = shape_of(number >> LONGEST_SHORT)
    return count


@rule
def shape_points(number: int) -> int:
    """The points of a numbered meld."""
    shape = number >> LONGEST_SHORT
    start, _, count = shape_of(shape)
    if form_of(shape) == RUN:
        return count * value_of(start) + count * (count - 1) // 2
    return count * (start + 1)


@rule
def kind_at(shape: int, place: int) -> int:
    """The kind of tile at a place of a shape."""
    start, extent, _ = shape_of(shape)
    return kind_in(form_of(shape), start, extent, place)


@rule
def take_meld(work: IntArray, number: int) -> bool:
    """Take a numbered meld out of what there is, if all its tiles are there."""
    shape, places = number >> LONGEST_SHORT, number & PLACES_MASK
    count = meld_size(number)
    if places and (places >> count or bits_in(places) > min(work[HAVE + JOKER_KIND], work[MOST_JOKERS])):
        return False
    for place in range(count):
        if not places >> place & 1 and work[HAVE + kind_at(shape, place)] == 0:
            return False
    for place in range(count):
        if not places >> place & 1:
            work[HAVE + kind_at(shape, place)] -= 1
    work[HAVE + JOKER_KIND] -= bits_in(places)
    return True


@rule
def return_meld(work: IntArray, number: int) -> None:
    """Put the tiles of a numbered meld back."""
    shape, places = number >> LONGEST_SHORT, number & PLACES_MASK
    for place in range(meld_size(number)):
        if not places >> place & 1:
            work[HAVE + kind_at(shape, place)] += 1
    work[HAVE + JOKER_KIND] += bits_in(places)


@rule
def write_opening(work: IntArray, depth: int) -> None:
    """Keep the melds tried as the best opening so far."""
    work[NEW_MELDS] = 0
    for i in range(depth):
        number = work[work[OPENING + i] + LISTED_NUMBER]
        shape, places = number >> LONGEST_SHORT, number & PLACES_MASK
        start, extent, count = shape_of(shape)
        jokers = places
        if form_of(shape) == GROUP:
            jokers = 0
            for place in range(count):
                jokers |= (places >> place & 1) << colour_of(kind_at(shape, place))
        add_meld(work, form_of(shape), start, extent, jokers)
    write_cells(work)
    keep_lay(work, NEVER)
    count_lay(work)


# -- tiles that would help


@rule
def find_help(work: IntArray, opened: int) -> None:
    """For each kind, how many more tiles could be laid with one more of it on the rack; NONE if both are seen."""
    before = tiles_to_lay(work, opened)
    for kind in range(KINDS):
        work[HELP + kind] = NONE
        if work[OLD_COUNTS + kind] + work[RACK + kind] < COPIES:
            work[RACK + kind] += 1
            work[HELP + kind] = tiles_to_lay(work, opened) - before
            work[RACK + kind] -= 1


@rule
def tiles_to_lay(work: IntArray, opened: int) -> int:
    """The most tiles that a player can lay, whether they have opened or not."""
    if opened:
        find_lay(work)
        return work[LAY_TILES]
    melds = work[OLD_MELDS]
    work[OLD_MELDS] = 0
    can_open = find_opening(work, OPENING_POINTS)
    work[OLD_MELDS] = melds
    return work[LAY_TILES] if can_open else 0
