"""Runes in motion: thrown and slid discs."""

from __future__ import annotations

import math
import os
import re
from itertools import combinations
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from erre.core.game import Position
from erre.games.rok import GAME
from erre.games.rok.components import FINE, RADIUS, TABLE, TABLE_RADIUS, TOUCH
from erre.games.rok.events import RuneSlid, RunesThrown
from erre.games.rok.paths import slide_path, throw_paths
from erre.games.rok.physics import (
    come_to_rest,
    cosine,
    divided,
    is_on_table,
    is_touching,
    meet,
    overlaps,
    passes_destiny,
    push,
    root,
    sine,
    step,
)
from erre.games.rok.rules.contest import slide_code
from erre.games.rok.state import Rok
from tests.forked import python
from tests.games.rok.table import only


def discs(*places: tuple[int, int]) -> Rok:
    """A record whose first runes are discs in these places."""
    s = Rok.new()
    s.seats = 2
    for k, (x, y) in enumerate(places):
        s.discs[k], s.place[k], s.x[k], s.y[k] = k, TABLE, x, y
    return s


def before_throw(seats: int, seed: int) -> Rok:
    """A game just before its first throw."""
    s = GAME.start(seats, GAME.read_options({}), seed.to_bytes(32, "little"))
    while GAME.phase(s) != "throw":
        GAME.kernels.advance(s)
    return s


@given(st.integers(0, 2**46))
def test_the_root_is_the_integer_square_root(n: int) -> None:
    assert root(n) == math.isqrt(n)


@given(st.integers(-(2**40), 2**40), st.integers(1, 2**20))
def test_division_is_towards_zero(a: int, b: int) -> None:
    assert divided(a, b) == (abs(a) // b) * (1 if a >= 0 else -1)


@pytest.mark.parametrize("tenths", range(-3600, 7200, 77))
def test_sine_and_cosine(tenths: int) -> None:
    angle = math.radians(tenths / 10)
    assert abs(sine(tenths) - 65536 * math.sin(angle)) <= 0.51
    assert abs(cosine(tenths) - 65536 * math.cos(angle)) <= 0.51


@pytest.mark.parametrize(
    ("dx", "dy", "touches", "lies_on"),
    [
        (TOUCH, 0, True, False),  # exactly the sum of the radii: it touches, and lies beside
        (TOUCH + 1, 0, False, False),
        (TOUCH - 1, 0, True, True),
        (1200, 1600, True, False),
        (-1200, -1600, True, False),
        (1200, 1601, False, False),
        (0, 0, True, True),
    ],
)
def test_touching_is_decided_exactly(dx: int, dy: int, touches: bool, lies_on: bool) -> None:
    assert (is_touching(dx, dy), overlaps(dx, dy)) == (touches, lies_on)


@pytest.mark.parametrize(
    ("start", "move", "passes"),
    [
        ((-5000, 2000), (10000, 0), True),  # passes at exactly two radii
        ((-5000, 2001), (10000, 0), False),
        ((-5000, 1999), (10000, 0), True),
        ((5000, -2000), (-10000, 0), True),
        ((-5000, 2000), (4999, 0), False),  # stops one short of the nearest point
        ((-5000, 2000), (5000, 0), True),  # stops there
        ((-5000, 0), (3000, 0), True),
        ((-5000, 0), (2999, 0), False),
        ((5000, 0), (3000, 0), False),  # moves away
        ((0, 0), (0, 0), True),
    ],
)
def test_whether_a_way_touches_destiny_is_decided_exactly(
    start: tuple[int, int], move: tuple[int, int], passes: bool
) -> None:
    assert passes_destiny(*start, *move) == passes


@given(*[st.integers(-20000, 20000)] * 2, *[st.integers(-1700, 1700)] * 2)
def test_the_exact_decision_agrees_with_a_fine_walk(x: int, y: int, mx: int, my: int) -> None:
    nearest = min(math.hypot(x + mx * k / 400, y + my * k / 400) for k in range(401))
    if abs(nearest - TOUCH) > 5:
        assert passes_destiny(x, y, mx, my) == (nearest < TOUCH)


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_thrown_runes_rest_on_the_table_and_never_on_each_other(seats: int) -> None:
    for seed in range(120):
        s = before_throw(seats, seed)
        for _ in range(3):  # three throws, the face-up runes of which stay
            s.phase = 2
            GAME.kernels.advance(s)
            lying = [rune for rune in range(48) if s.place[rune] == TABLE]
            assert all(is_on_table(s.x[rune], s.y[rune]) for rune in lying)
            assert not any(overlaps(s.x[rune], s.y[rune]) for rune in lying)  # Destiny
            assert not any(overlaps(s.x[a] - s.x[b], s.y[a] - s.y[b]) for a, b in combinations(lying, 2))
            for rune in lying:
                if not s.up[rune]:
                    s.place[rune] = s.x[rune] = s.y[rune] = 0
        assert not any([*s.vx, *s.vy, *s.speed, *s.discs])


def test_runes_that_lie_on_each_other_or_off_the_table_are_laid_beside() -> None:
    """Twelve discs in the same place, on Destiny; and some far away."""
    s = discs(*[(0, 0)] * 9, (60000, 10), (-60000, -10), (0, 25000))
    come_to_rest(s, 12, 0)
    places = [(s.x[k], s.y[k]) for k in range(12)]
    assert all(is_on_table(x, y) and not overlaps(x, y) for x, y in places)
    assert not any(overlaps(a[0] - b[0], a[1] - b[1]) for a, b in combinations(places, 2))
    assert s.x[9] > 17 * RADIUS
    assert max(math.hypot(x, y) for x, y in places[:9]) < 6 * RADIUS  # near to where they were


def test_a_throw_is_the_same_for_the_same_key() -> None:
    one, other = (Position.new(GAME, 4, seed=9) for _ in range(2))
    assert one == other
    assert only(one.events, RunesThrown) == only(other.events, RunesThrown)
    assert only(one.events, RunesThrown) != only(Position.new(GAME, 4, seed=10).events, RunesThrown)


def test_momentum_is_kept_and_goes_forward_in_a_head_on_collision() -> None:
    s = discs((-1900, 0), (0, 0))
    push(s, 0, 500 * FINE, 0)
    meet(s, 0, 1)
    assert s.vx[0] + s.vx[1] == 500 * FINE
    assert s.vx[1] > s.vx[0] > 0  # the one that was hit is now the faster one
    assert (s.vy[0], s.vy[1]) == (0, 0)
    assert not overlaps(s.x[0] - s.x[1], 0)


@given(st.integers(-1900, 1900), st.integers(-900, 900), st.integers(-900, 900))
def test_no_collision_makes_energy(offset: int, vx: int, vy: int) -> None:
    s = discs((600, offset), (0, 0))
    push(s, 0, vx * FINE, vy * FINE)
    push(s, 1, -vy * FINE, vx * FINE)
    before = [s.vx[0] + s.vx[1], s.vy[0] + s.vy[1], sum(s.vx[k] ** 2 + s.vy[k] ** 2 for k in (0, 1))]
    meet(s, 0, 1)
    assert [s.vx[0] + s.vx[1], s.vy[0] + s.vy[1]] == before[:2]
    assert s.vx[0] ** 2 + s.vy[0] ** 2 + s.vx[1] ** 2 + s.vy[1] ** 2 <= before[2] + 8 * 900 * FINE


def test_a_disc_that_hits_one_off_centre_is_turned_aside() -> None:
    s = discs((-3000, 900), (0, 0))
    push(s, 0, 700 * FINE, 0)
    for _ in range(30):
        step(s, 2, 0, 0)
    assert s.y[0] > 900  # upwards
    assert s.y[1] < 0 < s.x[1]  # the other downwards and on


def test_what_lies_on_the_table_and_destiny_throw_back() -> None:
    for place in ((5000, 0), (0, 0)):
        s = discs((place[0] - 4000, 0), place)
        push(s, 0, 800 * FINE, 0)
        for _ in range(30):
            step(s, 1, 1 if place[0] else 0, 1)
        assert s.x[0] < place[0] - TOUCH
        assert (s.x[1], s.y[1]) == place


def test_the_edge_holds_what_would_fall_off() -> None:
    s = discs((18000, 0))
    push(s, 0, 800 * FINE, 100 * FINE)
    farthest = 0.0
    for _ in range(40):
        step(s, 1, 0, 1)
        farthest = max(farthest, math.hypot(s.x[0], s.y[0]))
    assert farthest < TABLE_RADIUS
    assert s.x[0] < 18000
    assert s.speed[0] == 0


@pytest.mark.parametrize("seats", [2, 5])
def test_the_paths_of_a_throw_end_where_the_runes_lie(seats: int) -> None:
    for seed in range(10):
        before = before_throw(seats, seed)
        flown = throw_paths(before)
        GAME.kernels.advance(before)
        ends = sorted(path.points[-1] for path in flown)
        assert ends == sorted(
            (before.x[r] / RADIUS, before.y[r] / RADIUS) for r in range(48) if before.place[r] == TABLE
        )
        for path in flown:
            ways = [math.dist(a, b) for a, b in zip(path.points, path.points[1:-1], strict=False)]
            assert max(ways) < 2.5  # nothing jumps


def test_the_path_of_a_slide_ends_where_the_rune_rests() -> None:
    position = Position.from_json(GAME, {"seats": 3, "phase": "slide", "partial": True})
    s = position.truth
    assert isinstance(s, Rok)
    path = slide_path(s, 0, slide_code(70, 60))
    slid = only(position.play(0, "slide 7 0.6").events, RuneSlid)[0]
    assert [path.points[0], path.points[-1]] == [(22, 0), (slid.x, slid.y)]
    assert all(math.dist(a, b) < 2 for a, b in zip(path.points, path.points[1:], strict=False))
    assert s.to_bytes() == position.truth.to_bytes()


def test_4_5_the_client_previews_the_way_that_a_slide_goes() -> None:
    root = Path(__file__).resolve().parents[3]
    source = (root / "web/src/games/rok/layout.ts").read_text("utf-8")
    full, hand = (int(re.findall(rf"const {name} = (\d+)", source)[0]) for name in ("FULL_REACH", "HAND"))
    position = Position.from_json(GAME, {"seats": 3, "phase": "slide", "partial": True})
    for force in (0.3, 0.5, 0.6):
        slid = only(position.play(0, f"slide 60 {force}").events, RuneSlid)[0]
        assert math.dist((hand, 0), (slid.x, slid.y)) == pytest.approx(full * force**2, abs=0.5)


PLAY = """
import hashlib
from erre.bots.kernel_bot import bot_arena
from erre.core.batch import play_batch
from erre.games.rok import GAME
others = {"penaltyChoice": "oldest", "captureScope": "earlierRounds"}
for seats, options in ((2, {}), (5, {"slideMode": "random"}), (4, others)):
    bots = [0, 1, 1, 1, 0][:seats]  # random and greedy; games of random players alone are long
    s = play_batch(GAME, seats, GAME.read_options(options), 1, seed=8, bots=bots, loops=bot_arena(GAME)).states
    print(seats, hashlib.sha256(s.tobytes()).hexdigest())
"""


def test_the_interpreter_and_the_cpu_engine_give_the_same_bytes() -> None:
    outputs = [
        python("-c", PLAY, env={**os.environ, "NUMBA_DISABLE_JIT": disabled}, check=True).stdout
        for disabled in ("0", "1")
    ]
    assert outputs[0] == outputs[1]
    assert len(outputs[0].splitlines()) == 3
