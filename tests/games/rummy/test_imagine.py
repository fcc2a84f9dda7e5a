"""Worlds that a seat can imagine: they fit what it sees, and are equally likely."""

from __future__ import annotations

from collections import Counter
from itertools import combinations, permutations
from math import pi

import numpy as np
import pytest

from erre.core import chance
from erre.core.game import Position
from erre.core.mode import INTERPRETED
from erre.core.record import IntArray, ints
from erre.games.rummy import GAME
from erre.games.rummy.components import OUT, RACKS, TABLE, TILES
from erre.games.rummy.tables import rack_of
from tests.games.rummy.table import Table, laid_out, new


def luck(number: int) -> IntArray:
    """Luck of its own for each number."""
    fresh = ints(2, np.int32)
    chance.seed_luck(fresh, 7, number)
    return fresh


@pytest.mark.parametrize("viewer", [None, 0, 1, 2])
def test_what_is_imagined_looks_the_same(viewer: int | None) -> None:
    table = new(3).moves("draw", "draw", "draw", "draw")
    for number in range(20):
        world = GAME.imagine(table.seen_by(viewer), luck(number))
        assert GAME.view(world, viewer) == table.seen_by(viewer)
        assert Position.from_json(GAME, Position(GAME, world).to_json()) == Position(GAME, world)


def test_a_world_can_be_played_on() -> None:
    table = new(4).moves("draw")
    world = Table(Position(GAME, GAME.imagine(table.seen_by(0), luck(3))))
    assert sum(len(rack) for rack in world.position.to_json()["racks"]) == 4 * 14 + 1
    world.moves("draw", "draw")


def test_every_rack_is_equally_likely() -> None:
    """Two of the tiles that seat 0 cannot see lie on the other rack, one in the pool, the rest nowhere."""
    table = laid_out("[R6 R7 R8]", "R5", "G1 G2", pool="G3")
    hidden = [tile for tile in range(106) if tile not in (62, 64, 66, 60)]
    counts: Counter[int] = Counter()
    tries = 4000
    for number in range(tries):
        world = GAME.imagine(table.seen_by(0), luck(number))
        counts.update(rack_of(world, 1))
    assert set(counts) <= set(hidden)
    expected = 2 * tries / len(hidden)
    assert all(abs(counts[tile] - expected) < 6 * expected**0.5 for tile in hidden)


def test_the_kernel_reads_nothing_hidden() -> None:
    table = new(2).moves("draw", "draw", "draw")
    for viewer in (0, 1):
        from_truth, from_view = table.truth, GAME.state_from_view(table.seen_by(viewer))
        from_view.moves_made = from_truth.moves_made
        for s in (from_truth, from_view):
            GAME.kernels.imagine(s, viewer, luck(1), ints(GAME.kernels.scratch))
        assert from_truth.to_bytes() == from_view.to_bytes()


def test_after_the_end_only_the_pool_is_unknown() -> None:
    table = laid_out("[R6 R7 R8]", "R5", "G4 Y12", hand_no=2).lays("[R5 R6 R7 R8]")
    world = GAME.imagine(table.seen_by(0), luck(1))
    assert rack_of(world, 1) == rack_of(table.truth, 1)
    assert GAME.view(world, 0) == table.seen_by(0)


def test_all_worlds_of_a_small_position_are_equally_likely() -> None:
    """Against full enumeration: five hidden tiles, two on a rack, one on another, two in the pool in some order."""
    table = laid_out("[R6 R7 R8]", "R5", "G1 G2", "G3", pool="G4 G5", opened=[True, False, True])
    s = table.truth
    hidden = [tile for tile in range(TILES) if s.place[tile] != TABLE and s.place[tile] != RACKS]
    few = [tile for tile in hidden if s.place[tile] != OUT]
    for tile in range(TILES):  # all other tiles count as seen, so that few worlds are left
        if s.place[tile] == OUT:
            s.place[tile] = TABLE
    worlds = {
        (rack, other, pool)
        for rack in combinations(few, 2)
        for other in set(few) - set(rack)
        for pool in permutations(set(few) - set(rack) - {other})
    }
    assert len(worlds) == 60
    tries = 60 * (20 if INTERPRETED else 200)
    counts: Counter[tuple[tuple[int, ...], int, tuple[int, ...]]] = Counter()
    scratch = ints(GAME.kernels.scratch)
    for number in range(tries):
        world = s.copy()
        GAME.kernels.imagine(world, 0, luck(number), scratch)
        pool = tuple(world.pool[:2].tolist())
        counts[tuple(rack_of(world, 1)), rack_of(world, 2)[0], pool] += 1
    assert set(counts) == worlds
    distance = sum(abs(counts[world] / tries - 1 / 60) for world in worlds) / 2
    # of so many tries over 60 equal chances the mean distance is 60 * sqrt(1/60 * 59/60 / tries / (2 pi))
    expected = 60 * (59 / 3600 / tries / (2 * pi)) ** 0.5
    assert distance < 1.4 * expected
