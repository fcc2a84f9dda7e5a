"""Windows over what a seat saw."""

from __future__ import annotations

import numpy as np
import pytest

from erre.core.errors import BadOptions
from erre.lab.envs.history import History
from erre.lab.envs.vector import BadAction, VectorEnv

LENGTH = 3


def windows(name: str) -> History:
    """A few games, short enough to end."""
    return History(VectorEnv(name, 3, seed=1, threads=1), LENGTH)


def test_a_window_is_what_the_seat_saw_in_this_game() -> None:
    env = windows("rurare")
    past: list[dict[int, list[np.ndarray]]] = [{} for _ in range(3)]  # by game and seat
    now = env.reset()
    ended = 0
    for _ in range(150):
        for game in range(3):
            own = past[game].setdefault(int(now.seat[game]), [])
            own.append(now.observation[game].copy())
            last = own[-LENGTH:]
            assert env.known[game] == len(last)
            assert np.array_equal(env.seen[game, LENGTH - len(last) :], last)
            assert not env.seen[game, : LENGTH - len(last)].any()
        now = env.step(env.sample())
        for place in np.flatnonzero(now.done).tolist():
            past[place] = {}
            ended += 1
    assert ended > 0


def test_an_action_that_is_not_possible_changes_nothing() -> None:
    env = windows("rage")
    now = env.reset()
    actions = env.sample()
    before, seen = env.env.get_state(), env.seen.copy()
    for wrong in (int(np.flatnonzero(now.mask[1] == 0)[0]), -1, 10_000):
        actions[1] = wrong
        with pytest.raises(BadAction, match="game 1: action"):
            env.step(actions)
    assert env.env.get_state() == before
    assert np.array_equal(env.seen, seen)


def test_a_clone_goes_on_alone_and_a_reset_forgets() -> None:
    env = windows("rurare")
    env.reset()
    for _ in range(20):
        env.step(env.sample())
    other = env.clone()
    seen = env.seen.copy()
    for _ in range(3):
        other.step(other.sample())
    assert np.array_equal(env.seen, seen)
    env.reset()
    assert env.known.tolist() == [1, 1, 1]


def test_what_cannot_be_is_refused() -> None:
    with pytest.raises(BadOptions, match="at least one observation"):
        History(VectorEnv("rage", 1, threads=1), 0)
    with pytest.raises(BadOptions, match="a number of observations is a whole number, not 'x'"):
        History(VectorEnv("rage", 1, threads=1), "x")  # type: ignore[arg-type]
    with pytest.raises(BadOptions, match="no memory for 1,000,000,000,000 observations"):
        History(VectorEnv("rage", 1, threads=1), 10**12)
    with pytest.raises(BadOptions, match="of a VectorEnv, not of 3"):
        History(3, 1)  # type: ignore[arg-type]
    with pytest.raises(BadAction, match="reset the environment"):
        windows("rage").step([0, 0, 0])
