"""What every game must do when it is played: the checks of `erre conformance`, with settings drawn by Hypothesis."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from erre.core.game import AnyGame
from erre.trials import conformance
from tests.amounts import amount
from tests.conformance.games import GAMES, Setting, settings_of

CHECKS = (
    conformance.ends_and_loses_no_piece,
    conformance.survives_json_and_text,
    conformance.replays_and_is_proven,
    conformance.leaves_positions_alone,
    conformance.checks_what_it_lists,
    conformance.imagines_what_fits,
    conformance.hides_what_is_hidden,
    conformance.has_plain_words,
)


@pytest.mark.parametrize("one", GAMES, ids=lambda g: g.name)
def test_every_game_counts_its_pieces_and_names_what_uncovers(one: AnyGame) -> None:
    start = Setting(one, one.least_seats, {}, 1).start()
    assert one.pieces(start.to_json()).total() >= 48
    assert one.uncovering


@pytest.mark.parametrize("one", GAMES, ids=lambda g: g.name)
def test_a_game_declares_itself(one: AnyGame) -> None:
    conformance.declares_itself(Setting(one, one.least_seats, {}, 1))


@pytest.mark.parametrize("one", GAMES, ids=lambda g: g.name)
def test_rubbish_is_refused(one: AnyGame) -> None:
    conformance.refuses_rubbish(Setting(one, one.least_seats, {}, 1))


@pytest.mark.parametrize("one", GAMES, ids=lambda g: g.name)
@settings(max_examples=amount(6, 25))
@given(st.data())
def test_a_game_passes_every_check_with_any_setting(one: AnyGame, data: st.DataObject) -> None:
    """All checks look at the same random game, which is the dearest part of them."""
    setting = data.draw(settings_of(one.name))
    for check in CHECKS:
        check(setting)
