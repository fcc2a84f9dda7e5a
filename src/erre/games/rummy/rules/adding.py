"""Rummy: lays that only add to the table, a new meld or a single tile: those that kernels play by number."""

from __future__ import annotations

from erre.core.engine import rule
from erre.core.record import NONE, IntArray
from erre.games.rummy.components import (
    ADD,
    COLOUR_COUNT,
    FIRST_JOKER,
    GROUP_SHAPES,
    JOKER_KIND,
    JOKER_PENALTY,
    KINDS,
    NATURAL_KINDS,
    NEW_MELD,
    RACKS,
    RUN_SHAPES,
    SHAPES,
    TABLE,
    VALUES,
)
from erre.games.rummy.rules.melds import colour_of, lowest_bit, value_of
from erre.games.rummy.shapes import SHAPE_BITS, SHAPE_KINDS, SHAPE_POINTS, SHAPE_SIZE
from erre.games.rummy.state import Rummy

ALL_COLOURS = (1 << COLOUR_COUNT) - 1


@rule
def shape_kind(shape: int, place: int) -> int:
    """The kind of tile at a place of a shape."""
    return int(SHAPE_KINDS[shape, place])


@rule
def rack_tile(s: Rummy, seat: int, kind: int) -> int:
    """A tile of a kind on a rack, or NONE."""
    for tile in range(2 * kind, 2 * kind + 2):
        if s.place[tile] == RACKS + seat:
            return tile
    return NONE


@rule
def rack_jokers(s: Rummy, seat: int) -> int:
    """The jokers on a rack."""
    return (s.place[FIRST_JOKER] == RACKS + seat) + (s.place[FIRST_JOKER + 1] == RACKS + seat)


@rule
def rack_kinds(s: Rummy, seat: int, copies: int) -> int:
    """The kinds of which a rack holds at least this many tiles, as bits."""
    kinds = 0
    for kind in range(NATURAL_KINDS):
        held = (s.place[2 * kind] == RACKS + seat) + (s.place[2 * kind + 1] == RACKS + seat)
        kinds |= (held >= copies) << kind
    return kinds


@rule
def lacking(kinds: int, shape: int) -> int:
    """How many tiles of a shape a rack lacks that holds these kinds."""
    if shape < COLOUR_COUNT * RUN_SHAPES:
        lack = SHAPE_BITS[shape] & ~(kinds >> shape // RUN_SHAPES * VALUES)
    else:
        held = kinds >> (shape - COLOUR_COUNT * RUN_SHAPES) // GROUP_SHAPES
        held = held & 1 | held >> VALUES - 1 & 2 | held >> 2 * VALUES - 2 & 4 | held >> 3 * VALUES - 3 & 8
        lack = SHAPE_BITS[shape] & ~held
    count = 0
    while lack:
        lack &= lack - 1
        count += 1
    return count


@rule
def list_shapes(s: Rummy, seat: int, moves: IntArray, count: int) -> int:
    """The melds that a rack holds, written as moves; how many moves there are."""
    kinds = rack_kinds(s, seat, 1)
    most = min(s.max_jokers_per_meld, rack_jokers(s, seat))
    for shape in range(SHAPES):
        if lacking(kinds, shape) <= most:
            moves[count] = NEW_MELD + shape
            count += 1
    return count


@rule
def dearest_shape(kinds: int, jokers: int) -> int:
    """The meld with the most points that these kinds and jokers make, or NONE; a joker in it counts as lost."""
    best = NONE
    worth = 0
    for shape in range(SHAPES):
        lack = lacking(kinds, shape)
        if lack <= jokers:
            points = SHAPE_POINTS[shape] - JOKER_PENALTY * lack
            if best == NONE or points > worth:
                best = shape
                worth = points
    return best


@rule
def kinds_of_shape(shape: int) -> int:
    """The kinds of a shape, as bits."""
    if shape < COLOUR_COUNT * RUN_SHAPES:
        return int(SHAPE_BITS[shape]) << shape // RUN_SHAPES * VALUES
    bits = int(SHAPE_BITS[shape])
    value = (shape - COLOUR_COUNT * RUN_SHAPES) // GROUP_SHAPES
    bits = bits & 1 | (bits & 2) << VALUES - 1 | (bits & 4) << 2 * VALUES - 2 | (bits & 8) << 3 * VALUES - 3
    return bits << value


@rule
def cells_used(s: Rummy) -> int:
    """The tiles on the table."""
    used = 0
    for meld in range(s.melds):
        used += s.lengths[meld]
    return used


@rule
def lay_shape(s: Rummy, seat: int, shape: int) -> int:
    """A new meld of some shape goes from a rack to the table, jokers in the place of what lacks; its points."""
    size = SHAPE_SIZE[shape]
    at = cells_used(s)
    points = 0
    for place in range(size):
        kind = shape_kind(shape, place)
        points += value_of(kind)
        tile = rack_tile(s, seat, kind)
        if tile == NONE:
            tile = rack_tile(s, seat, JOKER_KIND)
            s.stands[tile - FIRST_JOKER] = kind
        s.place[tile] = TABLE
        s.cells[at + place] = tile
    s.lengths[s.melds] = size
    s.melds += 1
    s.held[seat] -= size
    return points


@rule
def added_at(s: Rummy, meld: int, first: int, kind: int) -> int:
    """§5.2 Tiles may be added to a meld where they fit: the place, or NONE; a joker goes to the upper end first."""
    count = s.lengths[meld]
    low, high = kind_at(s, first), kind_at(s, first + count - 1)
    if value_of(low) == value_of(high):
        if count == COLOUR_COUNT:
            return NONE
        if kind == JOKER_KIND:
            return first + count if jokers_at(s, first, count) < s.max_jokers_per_meld else NONE
        return (
            first + count
            if value_of(kind) == value_of(low) and missing_at(s, first, count, 0) >> colour_of(kind) & 1
            else NONE
        )
    if kind == JOKER_KIND:
        if jokers_at(s, first, count) >= s.max_jokers_per_meld:
            return NONE
        if value_of(high) < VALUES:
            return first + count
        return first if value_of(low) > 1 else NONE
    if kind == high + 1 and value_of(high) < VALUES:
        return first + count
    return first if kind == low - 1 and value_of(low) > 1 else NONE


@rule
def kind_at(s: Rummy, at: int) -> int:
    """The kind at a place of the table: a joker's is what it stands for."""
    tile = s.cells[at]
    return s.stands[tile - FIRST_JOKER] if tile >= FIRST_JOKER else tile >> 1


@rule
def jokers_at(s: Rummy, first: int, count: int) -> int:
    """The jokers of a meld."""
    jokers = 0
    for at in range(first, first + count):
        jokers += s.cells[at] >= FIRST_JOKER
    return jokers


@rule
def missing_at(s: Rummy, first: int, count: int, jokers: int) -> int:
    """The colours that a group lacks, as bits; what jokers stand for counts as there where `jokers` is 1."""
    missing = ALL_COLOURS
    for at in range(first, first + count):
        if jokers or s.cells[at] < FIRST_JOKER:
            missing &= ~(1 << colour_of(kind_at(s, at)))
    return missing


@rule
def add_tile(s: Rummy, seat: int, meld: int, kind: int) -> None:
    """One tile goes from a rack to a meld; a joker in a group stands for a colour that is then still missing."""
    first = 0
    for before in range(meld):
        first += s.lengths[before]
    count = s.lengths[meld]
    at = added_at(s, meld, first, kind)
    tile = rack_tile(s, seat, kind)
    low = kind_at(s, first)
    is_group = value_of(low) == value_of(kind_at(s, first + count - 1))
    if is_group:
        for i in range(first, first + count):
            if s.cells[i] >= FIRST_JOKER and kind_at(s, i) == kind:
                others = missing_at(s, first, count, 1)
                s.stands[s.cells[i] - FIRST_JOKER] = lowest_bit(others) * VALUES + value_of(kind) - 1
    if kind == JOKER_KIND:
        stands = low - 1 if at == first else low + count
        if is_group:
            stands = lowest_bit(missing_at(s, first, count, 1)) * VALUES + value_of(low) - 1
        s.stands[tile - FIRST_JOKER] = stands
    for i in range(cells_used(s), at, -1):
        s.cells[i] = s.cells[i - 1]
    s.cells[at] = tile
    s.lengths[meld] += 1
    s.place[tile] = TABLE
    s.held[seat] -= 1


@rule
def list_additions(s: Rummy, seat: int, moves: IntArray, count: int) -> int:
    """The single tiles of a rack that fit melds on the table, written as moves; how many moves there are."""
    first = 0
    for meld in range(s.melds):
        low, high = kind_at(s, first), kind_at(s, first + s.lengths[meld] - 1)
        step, start, end = 1, low - 1, low  # of a run: what comes before it
        if value_of(low) == value_of(high):
            step, start, end = VALUES, low % VALUES, NATURAL_KINDS
        for kind in range(start, end, step):
            count = list_addition(s, seat, meld, first, kind, moves, count)
        if step == 1:
            count = list_addition(s, seat, meld, first, high + 1, moves, count)
        count = list_addition(s, seat, meld, first, JOKER_KIND, moves, count)
        first += s.lengths[meld]
    return count


@rule
def list_addition(s: Rummy, seat: int, meld: int, first: int, kind: int, moves: IntArray, count: int) -> int:
    """One tile that joins a meld, if the rack has it and it fits, written as a move; how many moves there are."""
    if 0 <= kind < KINDS and rack_tile(s, seat, kind) != NONE and added_at(s, meld, first, kind) != NONE:
        moves[count] = ADD + meld * KINDS + kind
        count += 1
    return count
