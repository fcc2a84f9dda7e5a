"""What every game must do when it is played."""

from __future__ import annotations

import random

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from erre.core.errors import Refusal
from erre.core.game import AnyGame
from erre.core.gamefile import parse_file, replay, verify
from erre.core.position import Position
from erre.games import game_names
from tests.conformance.games import GAMES, PIECES, UNCOVERING, Setting, luck, settings_of

NAMES = st.sampled_from(sorted(game_names())).flatmap(settings_of)


def test_every_game_tells_the_suite_how_to_count_its_pieces() -> None:
    assert set(PIECES) == set(UNCOVERING) == set(game_names())


@given(NAMES)
def test_play_ends_and_pieces_are_conserved(setting: Setting) -> None:
    count = PIECES[setting.game.name]
    at_first = count(setting.start().to_json())
    last = None
    for number, (position, seat, move) in enumerate(setting.walk()):
        assert number < 5000
        if number % 7 == 0:
            assert count(position.to_json()) == at_first
        last = position.play(seat, move)
    assert last is not None
    assert last.position.turn == []
    assert count(last.position.to_json()) == at_first
    outcome = last.position.outcome
    assert outcome is not None
    assert outcome.winners
    assert outcome.scores == last.position.scores
    assert len(outcome.scores) == setting.seats


@given(NAMES)
def test_everything_survives_json_and_text(setting: Setting) -> None:
    one = setting.game
    for number, (position, seat, move) in enumerate(setting.walk()):
        assert one.parse_move(one.format_move(move)) == move
        assert msgspec.json.decode(msgspec.json.encode(move), type=one.move_type) == move
        if number % 11 == 0:
            assert Position.from_json(one, msgspec.json.decode(str(position))) == position
            assert hash(Position.from_json(one, position.to_json())) == hash(position)
            for viewer in (None, *range(setting.seats)):
                view = position.view(viewer)
                assert msgspec.json.decode(msgspec.json.encode(view), type=one.view_type) == view
            for event in position.play(seat, move).events:
                assert msgspec.json.decode(msgspec.json.encode(event), type=one.event_type) == event


@given(NAMES)
def test_a_record_replays_alike_and_is_proven(setting: Setting) -> None:
    file = setting.record()
    again = parse_file("\n".join(file.lines()))
    assert again == file
    steps = list(replay(again, setting.game))
    for step, (position, _, _) in zip(steps, setting.walk(), strict=False):
        assert step.position == position
    assert verify(again, setting.game).verdict == "proven"


@given(NAMES)
def test_a_position_never_changes(setting: Setting) -> None:
    for number, (position, seat, move) in enumerate(setting.walk()):
        if number % 13 == 0:
            before = str(position)
            position.play(seat, move)
            position.view(seat)
            position.legal(seat)
            with pytest.raises(Refusal):
                position.play(setting.seats, move)
            assert str(position) == before


def all_moves(one: AnyGame) -> list[str]:
    """Every move that some random games of a game met, as text."""
    met: set[str] = set()
    for seed in range(4):
        for seats in (one.least_seats, one.most_seats):
            for position, seat, _ in Setting(one, seats, {}, seed).walk():
                met.update(one.format_move(move) for move in position.legal(seat))
    return sorted(met)


@pytest.mark.parametrize("one", GAMES, ids=lambda g: g.name)
def test_check_allows_exactly_what_legal_lists(one: AnyGame) -> None:
    universe = all_moves(one)
    dice = random.Random(5)
    for seed in range(6):
        seats = dice.randint(one.least_seats, one.most_seats)
        for position, _, _ in Setting(one, seats, {}, seed).walk():
            if dice.random() > 0.08:
                continue
            for seat in range(seats):
                listed = {one.format_move(move) for move in position.legal(seat)}
                assert all(is_checked(position, seat, text) for text in listed)
                if one.lists_all_moves:
                    assert {text for text in universe if is_checked(position, seat, text)} == listed & set(universe)


def is_checked(position: Position, seat: int, text: str) -> bool:
    """Whether `check` lets a move pass."""
    try:
        position.check(seat, position.game.parse_move(text))
    except Refusal:
        return False
    return True


@given(NAMES)
def test_what_is_imagined_fits_the_view(setting: Setting) -> None:
    one = setting.game
    for number, (position, _, _) in enumerate(setting.walk()):
        if number % 9 == 0:
            for viewer in (None, *range(setting.seats)):
                view = position.view(viewer)
                assert one.view(one.imagine(view, luck(number)), viewer) == view


@given(NAMES)
def test_states_a_seat_cannot_tell_apart_look_alike_to_it(setting: Setting) -> None:
    """Views, legal moves and redacted events are the same, byte for byte, whatever the others hide."""
    one = setting.game
    uncovering = UNCOVERING[one.name]
    for number, (position, seat, move) in enumerate(setting.walk()):
        if number % 9:
            continue
        viewer = number % setting.seats
        other = Position(one, one.imagine(position.view(viewer), luck(number)))
        assert other.legal(viewer) == position.legal(viewer)
        assert msgspec.json.encode(other.view(viewer)) == msgspec.json.encode(position.view(viewer))
        if move not in other.legal(seat):
            continue  # the imagined seat does not hold that piece
        told = [
            [
                msgspec.json.encode(one.redact(event, viewer))
                for event in start.play(seat, move).events
                if type(event).__name__ not in uncovering
            ]
            for start in (position, other)
        ]
        assert told[0][:1] == told[1][:1]
        if not any(type(e).__name__ in uncovering for p in (position, other) for e in p.play(seat, move).events):
            assert told[0] == told[1]


@given(NAMES)
def test_what_is_imagined_depends_only_on_what_is_seen(setting: Setting) -> None:
    """The kernel reads a record; given the truth or only what is known of it, it imagines the same world."""
    one = setting.game
    for number, (position, _, _) in enumerate(setting.walk()):
        if number % 23 == 0:
            viewer = number % setting.seats
            view = position.view(viewer)
            from_view = one.imagine(view, luck(number))
            again = one.imagine(one.view(from_view, viewer), luck(number))
            assert from_view.to_bytes() == again.to_bytes()


@given(NAMES)
def test_spectators_and_others_never_see_a_hand(setting: Setting) -> None:
    """A seat's own view changes when its own hidden pieces do; a spectator's does not."""
    one = setting.game
    for number, (position, _, _) in enumerate(setting.walk()):
        if number % 17 == 0:
            world = Position(one, one.imagine(position.view(None), luck(number)))
            assert msgspec.json.encode(world.view(None)) == msgspec.json.encode(position.view(None))
