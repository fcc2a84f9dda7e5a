"""Measuring how long bots think: what is measured, never how fast."""

from __future__ import annotations

import pytest

from erre.core.game import AnyGame
from erre.games import usual_seats
from erre.lab.thinking import measure_thinking, some_views
from tests.conformance.games import GAMES


@pytest.mark.parametrize("one", GAMES, ids=lambda g: g.name)
def test_views_are_spread_over_a_game_and_the_clock_is_read(one: AnyGame) -> None:
    views = list(some_views(one, 4))
    assert len(views) == 4
    assert all(0 <= one.seat_of(view) < usual_seats(one) for view in views)
    found = measure_thinking(one, "greedy", 1000, positions=3)
    assert found.positions == 3
    assert 0 < found.median <= found.most
    assert found.overrun == pytest.approx(found.most / 1000 - 1)
