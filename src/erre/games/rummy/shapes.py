"""Rummy: every run and every group there can be, by number, for the lays that kernels know."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from erre.games.rummy.components import (
    COLOUR_COUNT,
    GROUP_SHAPES,
    LEAST_MELD,
    MOST_GROUP,
    MOST_RUN,
    SHAPES,
    VALUES,
)


def _runs() -> list[list[int]]:
    """The kinds of every run."""
    return [
        [colour * VALUES + start + i for i in range(length)]
        for colour in range(COLOUR_COUNT)
        for length in range(LEAST_MELD, MOST_RUN + 1)
        for start in range(VALUES - length + 1)
    ]


def _groups() -> list[list[int]]:
    """The kinds of every group: one colour missing, or none."""
    return [
        [colour * VALUES + value for colour in range(COLOUR_COUNT) if colour != missing]
        for value in range(VALUES)
        for missing in range(GROUP_SHAPES)
    ]


_ALL = [*_runs(), *_groups()]
SHAPE_SIZE: npt.NDArray[np.int64] = np.array([len(kinds) for kinds in _ALL])
SHAPE_POINTS: npt.NDArray[np.int64] = np.array([sum(kind % VALUES + 1 for kind in kinds) for kinds in _ALL])
SHAPE_KINDS: npt.NDArray[np.int8] = np.array([kinds + [-1] * (MOST_RUN - len(kinds)) for kinds in _ALL], np.int8)
# Of a run the bits of its numbers, of a group those of its colours.
SHAPE_BITS: npt.NDArray[np.int64] = np.array(
    [sum(1 << kind % VALUES for kind in kinds) for kinds in _runs()]
    + [sum(1 << kind // VALUES for kind in kinds) for kinds in _groups()]
)
assert len(_ALL) == SHAPES
assert max(len(kinds) for kinds in _groups()) == MOST_GROUP
