"""A type checker knows the views, moves and events of the game that `erre.new` is asked for; mypy checks this file."""

from __future__ import annotations

from typing import Any, assert_type

import erre
from erre.games.rage.moves import RageMove
from erre.games.rummy.views import RummyView


def test_views_moves_and_events_have_the_types_of_their_game() -> None:
    position = erre.new("rage", seats=4, seed=7, options={"bidding": "open"})
    assert_type(position.legal(), list[RageMove])
    position, events = position.play("bid 3")
    assert_type(position.view(1).hand, list[str])
    assert [type(event).__name__ for event in events] == ["BidMade"]
    assert type(position) is erre.Position


def test_a_view_of_the_solver_s_game_is_known_too() -> None:
    position = erre.new("rummy", seats=2, seed=7)
    assert_type(position.view(0), RummyView)
    assert erre.solve(position.view(position.turn[0]))


def test_a_game_named_at_run_time_has_a_plain_position() -> None:
    for name in erre.game_names():
        position = erre.new(name, seed=1)
        assert_type(position, erre.Position)
        assert_type(position.view(None), Any)
