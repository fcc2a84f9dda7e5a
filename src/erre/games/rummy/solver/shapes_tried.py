"""The shapes of melds that are tried one after the other where a search cannot say how jokers lie.

First runs of three to five tiles of each colour, then all groups, then longer runs. A longer run can be cut so that one
tile of it lies in a piece of three to five, and two tiles of it with up to two between them in a piece of eight.
"""

from __future__ import annotations

from itertools import combinations

import numpy as np
import numpy.typing as npt

from erre.core.engine import rule
from erre.games.rummy.components import COLOUR_COUNT, GROUP, GROUP_SHAPES, LEAST_MELD, RUN, VALUES
from erre.games.rummy.solver.writing import ALL_COLOURS

LONGEST_SHORT = 5
LONGEST_TRIED = 8
SHORT_RUNS = COLOUR_COUNT * sum(VALUES - length + 1 for length in range(LEAST_MELD, LONGEST_SHORT + 1))
GROUPS = VALUES * GROUP_SHAPES
SHORT_SHAPES = SHORT_RUNS + GROUPS
LONG_RUNS = COLOUR_COUNT * sum(VALUES - length + 1 for length in range(LONGEST_SHORT + 1, LONGEST_TRIED + 1))
ALL_SHAPES = SHORT_SHAPES + LONG_RUNS

# The places of at most two jokers in a meld, as bits: first those in its first three places, then with the fourth, ...
_PLACES = sorted(
    (sum(1 << place for place in places) for count in range(3) for places in combinations(range(LONGEST_TRIED), count)),
)
JOKER_PLACES: npt.NDArray[np.int64] = np.array(_PLACES)
PLACES_OF: npt.NDArray[np.int64] = np.array(
    [sum(places < 1 << count for places in _PLACES) for count in range(LONGEST_TRIED + 1)]
)


@rule
def form_of(shape: int) -> int:
    """Whether a shape is a run or a group."""
    return GROUP if SHORT_RUNS <= shape < SHORT_SHAPES else RUN


@rule
def shape_of(shape: int) -> tuple[int, int, int]:
    """A shape: where it starts (a kind or a number), how long it is or which colours it has, and its tiles."""
    if SHORT_RUNS <= shape < SHORT_SHAPES:
        shape -= SHORT_RUNS
        missing = shape % GROUP_SHAPES
        if missing == COLOUR_COUNT:
            return shape // GROUP_SHAPES, ALL_COLOURS, COLOUR_COUNT
        return shape // GROUP_SHAPES, ALL_COLOURS & ~(1 << missing), COLOUR_COUNT - 1
    length, runs = LEAST_MELD, SHORT_RUNS // COLOUR_COUNT
    if shape >= SHORT_SHAPES:
        shape -= SHORT_SHAPES
        length, runs = LONGEST_SHORT + 1, LONG_RUNS // COLOUR_COUNT
    colour = shape // runs
    shape %= runs
    while shape > VALUES - length:
        shape -= VALUES - length + 1
        length += 1
    return colour * VALUES + shape, length, length


@rule
def kind_in(form: int, start: int, extent: int, place: int) -> int:
    """The kind of tile at a place of a meld: in a run from its start, in a group from its first colour."""
    if form == RUN:
        return start + place
    colour = 0
    while True:
        if extent >> colour & 1:
            if place == 0:
                return colour * VALUES + start
            place -= 1
        colour += 1


@rule
def bits_in(bits: int) -> int:
    """How many bits are set."""
    count = 0
    while bits:
        bits &= bits - 1
        count += 1
    return count
