"""How long a bot seems to think: random, by its level, and by what everybody sees."""

from __future__ import annotations

from statistics import mean

import pytest

from erre.bots.contract import LEVELS
from erre.bots.tempo import PACE, QUICKEST, SLOWEST, tempo
from erre.core.game import AnyGame, Move, Position
from tests.conformance.games import GAMES, Setting, luck


def is_plainly_forced(position: Position, seat: int) -> bool:
    """What the game says of a seat's next move."""
    return position.game.is_plainly_forced(position.truth, seat)


def last_steps(one: AnyGame, seed: int) -> list[tuple[Position, int, Move]]:
    """The end of a random game, where moves are forced."""
    return list(Setting(one, one.least_seats, {}, seed).walk())[-12:]


@pytest.mark.parametrize("one", GAMES, ids=lambda g: g.name)
def test_the_tempo_is_human(one: AnyGame) -> None:
    position = Setting(one, one.least_seats, {}, 3).start()
    times = [tempo(position, position.turn[0], level) for level in LEVELS for _ in range(20)]
    assert all(0.3 < seconds < 2.5 for seconds in times)
    assert len(set(times)) > 50


def test_who_sees_more_looks_longer() -> None:
    assert [PACE[level] for level in LEVELS] == sorted(PACE.values())


@pytest.mark.parametrize("one", GAMES, ids=lambda g: g.name)
def test_the_tempo_is_the_same_in_states_that_no_other_seat_can_tell_apart(one: AnyGame) -> None:
    for number, (position, seat, _) in enumerate(last_steps(one, 8)):
        other = next(k for k in range(position.seats) if k != seat)
        world = Position(one, one.imagine(position.view(other), luck(number)))
        assert is_plainly_forced(position, seat) == is_plainly_forced(world, seat)


@pytest.mark.parametrize("one", GAMES, ids=lambda g: g.name)
def test_what_is_plainly_forced_is_forced(one: AnyGame) -> None:
    for position, seat, _ in last_steps(one, 9):
        if is_plainly_forced(position, seat):
            assert len(position.legal(seat)) == 1


def test_a_forced_move_is_quick() -> None:
    rage = next(one for one in GAMES if one.name == "rage")
    walked = list(Setting(rage, 3, {}, 4).walk())
    quick = next((p, seat) for p, seat, _ in walked if is_plainly_forced(p, seat))
    slow = next((p, seat) for p, seat, _ in walked if not is_plainly_forced(p, seat))
    assert mean(tempo(*quick, "solid") for _ in range(200)) < mean(tempo(*slow, "solid") for _ in range(200)) / 1.5
    assert all(QUICKEST <= tempo(*slow, "solid") <= SLOWEST for _ in range(50))
