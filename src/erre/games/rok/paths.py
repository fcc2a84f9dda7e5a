"""ROK: the way of every rune, step by step, for those who draw it."""

from __future__ import annotations

from typing import cast

import msgspec
import numpy as np

from erre.core.engine import rule
from erre.core.mode import INTERPRETED
from erre.core.record import IntArray, Ints
from erre.games.rok.components import MOST_STEPS, MOST_THROWN
from erre.games.rok.notation import radii
from erre.games.rok.physics import trace_roll, trace_slide
from erre.games.rok.rules.contest import set_sliding
from erre.games.rok.rules.throw import join_table, prepare_throw, thrown_together
from erre.games.rok.state import SLIDING, THROWING, Rok

FRAMES = MOST_STEPS + 2


class Path(msgspec.Struct, frozen=True):
    """The places of one rune, in radii from Destiny, one for each step."""

    points: list[tuple[float, float]]


@rule
def trace_throw(s: Rok, frames: IntArray) -> int:
    """Carry out the throw that is due and write every step to the frames; how many there are."""
    count = prepare_throw(s)
    return trace_roll(s, count, join_table(s, count), frames)


@rule
def trace_aim(s: Rok, seat: int, move: int, frames: IntArray) -> int:
    """Carry out a slide and write every step to the frames; how many there are."""
    return trace_slide(s, set_sliding(s, seat, move), frames)


def new_frames() -> IntArray:
    """Room for the longest motion: by step and disc its rune, x and y."""
    frames = np.zeros((FRAMES, MOST_THROWN, 3), np.int32)
    return cast(IntArray, frames.view(Ints) if INTERPRETED else frames)


def paths(frames: IntArray, count: int, discs: int) -> list[Path]:
    """The frames, disc by disc."""
    there = np.asarray(frames)[:count]
    return [Path([(radii(int(x)), radii(int(y))) for _, x, y in there[:, disc]]) for disc in range(discs)]


def throw_paths(before: Rok) -> list[Path]:
    """How the runes of a throw fly, from the state just before it; in no order that tells a face-down rune."""
    assert before.phase == THROWING
    s, frames = before.copy(), new_frames()
    return paths(frames, trace_throw(s, frames), thrown_together(before))


def slide_path(before: Rok, seat: int, move: int) -> Path:
    """How a slid rune goes, from the state just before it."""
    assert before.phase == SLIDING
    frames = new_frames()
    return paths(frames, trace_aim(before.copy(), seat, move, frames), 1)[0]
