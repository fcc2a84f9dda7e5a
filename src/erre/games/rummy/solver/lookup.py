"""Facts that the search looks up: how open runs grow, and which tiles of one number make groups."""

from __future__ import annotations

from itertools import product

import numpy as np
import numpy.typing as npt

from erre.games.rummy.workspace import JOKER_STEPS, MOST_OPEN

Table = npt.NDArray[np.int64]

# The open runs of a colour: how many have one tile, two tiles, three or more. In order of the number of runs.
_STATES = sorted(
    ((one, two, long) for one, two, long in product(range(MOST_OPEN + 1), repeat=3) if one + two + long <= MOST_OPEN),
    key=lambda state: (sum(state), state),
)
SHORT: Table = np.array([one + two for one, two, _ in _STATES])  # runs that must still grow
STATES_OF: Table = np.array([sum(sum(state) <= runs for state in _STATES) for runs in range(MOST_OPEN + 1)])


def _grow(state: tuple[int, int, int], tiles: int) -> int:
    """The state after `tiles` tiles of the next number: short runs grow first, then long ones, then new ones begin.

    A long run may end anywhere, so that to go on with it is never worse than to begin a new one.
    """
    one, two, long = state
    if tiles < one + two:
        return -1
    spare = tiles - one - two
    grown = min(spare, long)
    return _STATES.index((spare - grown, one, two + grown))


GROWN: Table = np.array([[_grow(state, tiles) for tiles in range(MOST_OPEN + 1)] for state in _STATES])


# States that are at least as good as a state: with a run of one grown to two, of two to three, or one long run more.
_BETTER = [
    [
        _STATES.index(better) if min(better) >= 0 and sum(better) <= MOST_OPEN else -1
        for better in ((one - 1, two + 1, long), (one, two - 1, long + 1), (one, two, long + 1))
    ]
    for one, two, long in _STATES
]
BETTER: Table = np.array(_BETTER)

# The long runs of a state, and the state with at most this many of them.
LONG: Table = np.array([long for _, _, long in _STATES])
TRIMMED: Table = np.array(
    [[_STATES.index((one, two, min(long, most))) for most in range(MOST_OPEN + 1)] for one, two, long in _STATES]
)


def grouped(left: tuple[int, ...], must: tuple[int, ...], jokers: int) -> int:
    """The most tiles of one number that groups can take with exactly this many jokers, or -1.

    Tiles dealt out in turn, colour by colour, make groups of equal size: so n tiles, jokers included, make g groups
    wherever 3 g <= n <= 4 g and no colour has more than g.
    """
    best = 0 if jokers == sum(must) == 0 else -1
    for groups in range(1, MOST_OPEN + 1):
        most = min(sum(min(count, groups) for count in left), 4 * groups - jokers)
        least = max(sum(must), 3 * groups - jokers)
        if max(must) <= groups and most >= least:
            best = max(best, most)
    return best


# A colour's tiles left over and those of them that must go into groups: up to two, as one number from 0 to 5.
PAIRS = [(left, must) for left in range(3) for must in range(left + 1)]
PAIR_OF: Table = np.array(
    [[PAIRS.index((left, must)) if must <= left else -1 for must in range(3)] for left in range(3)]
)
GROUPED: npt.NDArray[np.int8] = np.array(
    [
        grouped(tuple(left for left, _ in pairs), tuple(must for _, must in pairs), jokers)
        for pairs in product(PAIRS, repeat=4)
        for jokers in range(JOKER_STEPS)
    ],
    np.int8,
)
