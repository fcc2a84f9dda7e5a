"""Runes in motion: many discs at once give what one after the other gives, and floating point what integers give."""

from __future__ import annotations

import math
import random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from erre.games.rok.components import FINE, FRICTION, MOST_STEPS, MOST_THROWN, TABLE, TOP_SPEED
from erre.games.rok.paths import new_frames
from erre.games.rok.physics import (
    divided,
    forget_motion,
    push,
    roll_out,
    root,
    slide_out,
    trace_roll,
    trace_slide,
)
from erre.games.rok.state import Rok
from tests.amounts import amount
from tests.games.rok import slow_motion
from tests.games.rok.slow_motion import Disc, Place

FASTEST = [0, 3 * FINE, 200 * FINE, 760 * FINE, 1700 * FINE]
WIDTHS = [2500, 6000, 14000, 19000, 23000]  # from a crowd on Destiny to discs at the edge and beyond


def free_places(chance: random.Random, count: int) -> list[Place]:
    """Places on the table beside each other and beside Destiny, as many as fit."""
    found: list[Place] = []
    for _ in range(60 * count):
        x, y = chance.randint(-19000, 19000), chance.randint(-19000, 19000)
        if len(found) < count and slow_motion.is_free(x, y, found):
            found.append((x, y))
    return found


def random_motion(chance: random.Random, moving: int) -> tuple[Rok, list[Disc], list[Place]]:
    """Discs in motion, some of them without speed, and discs that lie: as a record and for the slow model."""
    lying = free_places(chance, chance.choice([0, 0, 3, 6, 11, 12, 13, 20, 48 - moving]))
    runes = chance.sample(range(48), moving + len(lying))
    s = Rok.new()
    s.seats = 2
    width, fastest = chance.choice(WIDTHS), chance.choice(FASTEST)
    discs = []
    for _ in range(moving):
        disc = Disc(chance.randint(-width, width), chance.randint(-width, width))
        speed, angle = chance.choice([0, fastest, chance.randint(0, fastest)]), chance.uniform(0, 2 * math.pi)
        disc.push(int(speed * math.cos(angle)), int(speed * math.sin(angle)))
        discs.append(disc)
    for at, (rune, (x, y)) in enumerate(zip(runes, [*slow_motion.places(discs), *lying], strict=True)):
        s.discs[at], s.place[rune], s.x[rune], s.y[rune] = rune, TABLE, x, y
    for at, disc in enumerate(discs):
        push(s, at, disc.vx, disc.vy)
    return s, discs, lying


def expected(before: Rok, discs: list[Disc]) -> bytes:
    """The record after a motion that ended with the discs in these places."""
    s = before.copy()
    for at, disc in enumerate(discs):
        s.x[s.discs[at]], s.y[s.discs[at]] = disc.x, disc.y
    forget_motion(s, 48)
    return s.to_bytes()


def read_frames(frames: object, count: int, before: Rok, moving: int) -> list[list[Place]]:
    """The places of the frames; every frame names the runes in their order."""
    there = np.asarray(frames)[:count, :moving].tolist()
    runes = [before.discs[at] for at in range(moving)]
    assert all([rune for rune, _, _ in frame] == runes for frame in there)
    return [[(x, y) for _, x, y in frame] for frame in there]


@pytest.mark.parametrize("part", range(8))
def test_a_throw_goes_as_one_disc_after_the_other_would(part: int) -> None:
    for seed in range(amount(150, 5000)):
        chance = random.Random(f"{part} {seed}")
        moving = chance.choice([1, 2, 7, 8, 9, 10, 11, MOST_THROWN, MOST_THROWN])
        s, discs, lying = random_motion(chance, moving)
        before, traced, frames = s.copy(), s.copy(), new_frames()
        count = trace_roll(traced, moving, len(lying), frames)
        roll_out(s, moving, len(lying))
        way = slow_motion.roll(discs, lying)
        assert s.to_bytes() == traced.to_bytes() == expected(before, discs)
        assert read_frames(frames, count, before, moving) == way


@pytest.mark.parametrize("part", range(4))
def test_a_slide_goes_as_one_step_after_the_other_would(part: int) -> None:
    ends = set()
    for seed in range(amount(300, 5000)):
        s, discs, lying = random_motion(random.Random(f"slide {part} {seed}"), 1)
        before, traced, frames = s.copy(), s.copy(), new_frames()
        count = trace_slide(traced, len(lying), frames)
        touches = slide_out(s, len(lying))
        way, has_touched = slow_motion.slide(discs[0], lying)
        ends.add(has_touched)
        assert touches == has_touched
        for moved in (s, traced):
            forget_motion(moved, 48)
            assert moved.to_bytes() == expected(before, discs)
        assert read_frames(frames, count, before, 1) == way
    assert ends == {False, True}


def test_no_motion_goes_on_for_longer_than_it_is_followed() -> None:
    assert TOP_SPEED / FRICTION < MOST_STEPS


def test_the_root_is_exact_over_its_whole_domain() -> None:
    """Between a square and one below the next the root never falls, so these two decide all others."""
    for start in range(0, 2**26, 2**22):
        k = np.arange(max(start, 1), start + 2**22, dtype=np.int64)
        assert np.array_equal(np.sqrt(k * k).astype(np.int64), k)
        assert np.array_equal(np.sqrt(k * k - 1).astype(np.int64), k - 1)
    for number in (1, 2, 3, 1001, 2**23 - 1, 2**25 + 1, 2**26 - 1):
        assert (root(number * number), root(number * number - 1)) == (number, number - 1)


@given(st.integers(1, 2**20), st.integers(0, 2**32), st.integers(-1, 1))
def test_the_quotient_is_exact_next_to_whole_numbers(b: int, q: int, off: int) -> None:
    a = q * b + off
    assert divided(a, b) == int(math.copysign(1, a)) * (abs(a) // b)
    assert divided(-a, b) == -divided(a, b)


def test_friction_is_exact_for_every_speed() -> None:
    """For every speed there is, next to each part that loses a whole number: nowhere else can rounding go wrong."""
    chance = np.random.default_rng(1)
    speeds = np.arange(1, 2 * TOP_SPEED, dtype=np.int64)
    for k in range(20):
        lost = speeds * 0 + FRICTION if k == 0 else chance.integers(0, FRICTION + 1, len(speeds))
        for size in (lost * speeds // FRICTION, np.minimum(lost * speeds // FRICTION + 1, speeds)):
            a = size * FRICTION + speeds - 1
            assert np.array_equal((a / speeds).astype(np.int64), a // speeds)
