"""How each game runs at a live table, and what it says of itself."""

from __future__ import annotations

import pytest

from erre.core.game import AnyGame
from erre.core.table_profile import AT_RANDOM, SECOND, TableProfile
from erre.games import all_games, game


@pytest.mark.parametrize("one", all_games(), ids=lambda one: one.name)
def test_a_game_says_how_long_it_takes_and_counts_its_parts(one: AnyGame) -> None:
    assert 1 <= one.minutes <= 120
    assert one.part_field in one.record_type.dtype.names
    assert all(name in one.record_type.dtype.names for name in one.public_fields)
    assert one.analysis_playouts >= 1


def profile(name: str, **options: object) -> TableProfile:
    """How a game runs under some options."""
    return game(name).table_profile(game(name).read_options(options))


def test_a_turn_of_rummy_ends_by_the_clock_with_what_was_laid_so_far() -> None:
    assert profile("rummy").move_time == 120 * SECOND
    assert profile("rummy", turnSeconds=30).move_time == 30 * SECOND
    assert profile("rummy").overtime == "timeout"
    assert profile("rummy").drafts


def test_a_row_is_chosen_at_random_only_where_a_time_was_set() -> None:
    assert profile("rurare").overtime == ""
    timed = profile("rurare", choiceTimeoutSec=20)
    assert (timed.move_time, timed.overtime) == (20 * SECOND, AT_RANDOM)


def test_only_rok_is_a_race() -> None:
    assert [one.name for one in all_games() if profile(one.name).is_race] == ["rok"]
    assert profile("rok", grabSeconds=25).race_seconds == 25
