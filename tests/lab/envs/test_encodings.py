"""What learners see: as long as promised, and nothing that the seat may not know."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from erre.core.chance import seed_luck
from erre.core.record import ints
from erre.games import game_names
from erre.lab.envs.encodings import encoding_of
from erre.lab.envs.one import OneGame
from erre.lab.envs.vector import numbers

OPTIONS: dict[str, list[dict[str, Any]]] = {"rage": [{}, {"bidding": "hidden"}, {"bidding": "secret"}]}
CASES = [
    pytest.param(name, options, id=f"{name} {' '.join(options.values())}".strip())
    for name in game_names()
    for options in OPTIONS.get(name, [{}])
]


def random_steps(one: OneGame, seed: int, steps: int) -> Any:
    """Play at random, and stop at every decision; begins anew where a game ends."""
    chance = np.random.default_rng(seed)
    one.begin(seed)
    for number in range(steps):
        if one.is_over():
            one.begin(seed, number + 1)
        seat = one.next_seat()
        yield seat
        one.act(seat, int(chance.choice(np.flatnonzero(one.mask(seat)))))


@pytest.mark.parametrize("name", game_names())
def test_an_observation_is_as_long_as_its_fields(name: str) -> None:
    """For every number of seats."""
    least, most = encoding_of(name).game.least_seats, encoding_of(name).game.most_seats
    for seats in range(least, most + 1):
        one = OneGame(name, seats=seats)
        one.begin(1)
        out = numbers((one.encoding.size + 8,), np.int16)
        out[:] = 31_000
        assert one.encoding.observe(one.record, 0, out) == one.encoding.size
        assert (np.asarray(out)[one.encoding.size :] == 31_000).all()
        assert not (np.asarray(out)[: one.encoding.size] == 31_000).any()


@pytest.mark.parametrize(("name", "options"), CASES)
def test_nothing_is_seen_that_the_seat_may_not_know(name: str, options: dict[str, Any]) -> None:
    """What a seat cannot see is dealt anew: it must see the same, and be able to do the same."""
    one = OneGame(name, options=options)
    kernels = one.game.kernels
    luck, scratch = numbers((2,), np.int32), ints(kernels.scratch)
    other = OneGame(name, options=options)
    differing = 0
    for step, seat in enumerate(random_steps(one, 3, 150)):
        for eyes in range(one.seats):
            seed_luck(luck, 7, step * 8 + eyes)
            other.states[:] = one.states
            kernels.imagine(other.record, eyes, luck, scratch)
            differing += other.states.tobytes() != one.states.tobytes()
            assert np.array_equal(one.observe(eyes), other.observe(eyes)), (step, eyes)
        seed_luck(luck, 7, step * 8 + seat)
        other.states[:] = one.states
        kernels.imagine(other.record, seat, luck, scratch)
        assert np.array_equal(one.mask(seat), other.mask(seat))
    assert differing > 100


@pytest.mark.parametrize("name", game_names())
def test_every_action_has_a_name_of_its_own(name: str) -> None:
    encoding = encoding_of(name)
    names = [encoding.action_name(action) for action in range(encoding.actions)]
    assert len(set(names)) == encoding.actions


@pytest.mark.parametrize("name", [name for name in game_names() if name in ("rage", "rurare")])
def test_actions_are_the_moves_that_the_referee_lists(name: str) -> None:
    one = OneGame(name)
    for seat in random_steps(one, 5, 100):
        listed = {one.game.format_move(move) for move in one.game.legal(one.record, seat)}
        offered = {one.encoding.action_name(int(action)) for action in np.flatnonzero(one.mask(seat))}
        assert offered == listed


def test_an_encoding_describes_itself() -> None:
    text = encoding_of("rage", 3).describe()
    assert text.startswith("Rage, 3 seats:")
    assert "how many of each card the seat holds" in text
