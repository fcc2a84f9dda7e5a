"""What every game must do when it is played: the checks of `erre conformance`, with settings drawn by Hypothesis."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from erre.core.game import AnyGame
from erre.games import own_names
from erre.trials import conformance
from tests.conformance.games import GAMES, Setting, settings_of

ANY = st.sampled_from(sorted(own_names())).flatmap(settings_of)


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


@given(ANY)
def test_play_ends_and_pieces_are_conserved(setting: Setting) -> None:
    conformance.ends_and_loses_no_piece(setting)


@given(ANY)
def test_everything_survives_json_and_text(setting: Setting) -> None:
    conformance.survives_json_and_text(setting)


@given(ANY)
def test_a_record_replays_alike_and_is_proven(setting: Setting) -> None:
    conformance.replays_and_is_proven(setting)


@given(ANY)
def test_a_position_never_changes(setting: Setting) -> None:
    conformance.leaves_positions_alone(setting)


@given(ANY)
def test_check_allows_exactly_what_legal_lists(setting: Setting) -> None:
    conformance.checks_what_it_lists(setting)


@given(ANY)
def test_what_is_imagined_fits_the_view_and_depends_on_nothing_else(setting: Setting) -> None:
    conformance.imagines_what_fits(setting)


@given(ANY)
def test_states_a_seat_cannot_tell_apart_look_alike_to_it(setting: Setting) -> None:
    conformance.hides_what_is_hidden(setting)


@given(ANY)
def test_views_and_events_have_plain_words(setting: Setting) -> None:
    conformance.has_plain_words(setting)
