"""Thousands of games in one call."""

from __future__ import annotations

import copy
import io
import os
import pickle
from importlib import import_module
from importlib.util import find_spec
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest

from erre.core.cores import usable_cores
from erre.core.errors import BadOptions, NoGame, Refusal
from erre.games import game, game_names
from erre.lab.envs.encodings import encoding_of
from erre.lab.envs.one import OneGame
from erre.lab.envs.vector import BadAction, VectorEnv

QUICK = ["rage", "rurare"]


def play(env: VectorEnv, steps: int) -> npt.NDArray[np.int64]:
    """Play at random; all that was done."""
    env.reset()
    chosen = []
    for _ in range(steps):
        chosen.append(env.sample())
        env.step(chosen[-1])
    return np.array(chosen)


@pytest.mark.parametrize("name", game_names())
def test_the_games_are_the_same_whatever_the_threads(name: str) -> None:
    one, two = VectorEnv(name, 37, seed=4, threads=1), VectorEnv(name, 37, seed=4, threads=3)
    assert np.array_equal(play(one, 60), play(two, 60))
    assert one.states.tobytes() == two.states.tobytes()
    assert np.array_equal(one.now.observation, two.now.observation)


@pytest.mark.parametrize("name", QUICK)
def test_every_place_plays_the_numbered_games_of_the_seed(name: str) -> None:
    """Game k of a place is number `place + k * places`, and ends with the points told."""
    env = VectorEnv(name, 3, seed=9, threads=1)
    env.reset()
    alone = OneGame(name)
    place, number, ended = 1, 1, 0
    alone.begin(9, number)
    for _ in range(700):
        actions = env.sample()
        seat = int(env.now.seat[place])
        assert np.array_equal(env.now.observation[place], alone.observe(seat))
        assert np.array_equal(env.now.mask[place], alone.mask(seat))
        reward = alone.act(seat, int(actions[place]))
        env.step(actions)
        assert np.array_equal(env.now.reward[place], reward)
        assert bool(env.now.done[place]) == alone.is_over()
        if alone.is_over():
            assert env.now.points[place].tolist() == alone.game.outcome(alone.record).scores  # type: ignore[union-attr]
            ended += 1
            alone.begin(9, number + 3 * ended)
    assert ended > 1


@pytest.mark.parametrize("name", QUICK)
def test_points_are_rewarded_as_they_are_scored(name: str) -> None:
    env = VectorEnv(name, 5, seed=2, threads=1)
    env.reset()
    so_far, ended = np.zeros((5, env.seats)), 0
    while ended < 5:
        now = env.step(env.sample())
        so_far += now.reward
        for place in np.flatnonzero(now.done):
            assert so_far[place].tolist() == now.points[place].tolist()
            so_far[place] = 0
            ended += 1


def test_winners_share_one_point_and_all_pay_for_it() -> None:
    env = VectorEnv("rurare", 20, seats=3, seed=2, reward="victory")
    env.reset()
    ended = 0
    for _ in range(200):
        now = env.step(env.sample())
        assert np.allclose(now.reward.sum(axis=1), 0, atol=1e-6)
        assert not now.reward[now.done == 0].any()
        for place in np.flatnonzero(now.done):
            assert now.reward[place].max() > 0
            ended += 1
    assert ended > 20


def test_an_action_that_is_not_possible_is_refused_and_changes_nothing() -> None:
    env = VectorEnv("rage", 4, seed=1, threads=1)
    env.reset()
    before = env.states[2].tobytes()
    actions = env.sample()
    actions[2] = 5  # a card, while bids are made
    with pytest.raises(BadAction, match="game 2: action 5 is not possible"):
        env.step(actions)
    assert env.states[2].tobytes() == before
    assert env.states[1].tobytes() != before


def test_a_refused_action_brings_nothing() -> None:
    env = VectorEnv("rurare", 1, seats=2, seed=1, threads=1)
    now = env.reset()
    while not now.reward.any():
        env.step(env.sample())
    with pytest.raises(BadAction):
        env.step([-1])
    assert not now.reward.any(), "what the step before brought is not brought again"


@pytest.mark.parametrize(
    "actions",
    [
        pytest.param([1, 2], id="too few"),
        pytest.param([[1], [2], [3], [4]], id="a table"),
        pytest.param([0.5] * 4, id="fractions"),
        pytest.param([-1] * 4, id="negative"),
        pytest.param([10**9] * 4, id="out of range"),
        pytest.param(["a"] * 4, id="words"),
        pytest.param([0, [1], 2, 3], id="lists of different lengths"),
    ],
)
def test_rubbish_is_refused(actions: list[object]) -> None:
    env = VectorEnv("rurare", 4, seed=1)
    env.reset()
    with pytest.raises(BadAction):
        env.step(actions)  # type: ignore[arg-type]


def test_what_cannot_be_is_refused_in_words() -> None:
    with pytest.raises(BadOptions, match="at least one game"):
        VectorEnv("rage", 0)
    with pytest.raises(BadOptions, match="3 to 8 players"):
        VectorEnv("rage", 1, seats=2)
    with pytest.raises(BadOptions, match="points"):
        VectorEnv("rage", 1, reward="fame")  # type: ignore[arg-type]
    with pytest.raises(BadOptions, match="at least one thread"):
        VectorEnv("rage", 1, threads=-2)
    for many in (2.5, "x", None, True, 2**70):
        with pytest.raises(BadOptions, match="a number of games is a whole number, not "):
            VectorEnv("rage", many)  # type: ignore[arg-type]
    with pytest.raises(BadOptions, match=r"a number of threads is a whole number, not 1\.5"):
        VectorEnv("rage", 1, threads=1.5)  # type: ignore[arg-type]
    for names in (3, [1, 2], {"greedy"}):
        with pytest.raises(BadOptions, match="opponents are a name, or a list"):
            VectorEnv("rage", 1, opponents=names)  # type: ignore[arg-type]
    with pytest.raises(BadAction, match="reset"):
        VectorEnv("rage", 1).step([0])
    with pytest.raises(BadAction, match="reset"):
        VectorEnv("rage", 1).sample()
    with pytest.raises(BadAction, match="reset"):
        VectorEnv("rage", 1).observe_all()


@pytest.mark.parametrize("games", [10**10, 10**12, 10**17])
def test_more_games_than_there_is_memory_for_are_refused(games: int) -> None:
    with pytest.raises(BadOptions, match=f"no memory for {games:,} games"):
        VectorEnv("rage", games)


def test_the_encoding_of_another_table_is_refused() -> None:
    with pytest.raises(BadOptions, match="an encoding of Rage, and not of Ru-Ra-Re"):
        VectorEnv("rurare", 2, encoding=encoding_of("rage", 4))
    with pytest.raises(BadOptions, match="room for 4 seats, and 5 were asked for"):
        VectorEnv("rage", 2, seats=5, encoding=encoding_of("rage", 4))
    assert VectorEnv("rage", 2, seats=3, encoding=encoding_of("rage", 4), threads=1).seats == 3


NONSENSE: list[Any] = [None, -1, 1.5, "x", True, 2**70, [], {}, b"x", np.array([1, 2])]


@pytest.mark.parametrize("given", NONSENSE, ids=repr)
def test_what_has_the_wrong_type_is_refused_in_words(given: Any) -> None:
    refused: dict[str, type[Refusal]] = {"game": NoGame, "first": BadOptions, "observation": BadOptions}
    refused |= {"reward": BadOptions, "seats": Refusal, "encoding": BadOptions}
    for name, kind in refused.items():
        if given is None and name in ("seats", "encoding"):
            continue
        with pytest.raises(kind) as refusal:
            VectorEnv(**{"game": "rurare", "games": 2, name: given})
        assert "\n" not in str(refusal.value)
    env = VectorEnv("rurare", 2, threads=1)
    env.reset()
    with pytest.raises(BadOptions, match="state"):
        env.set_state(given)
    if given is not None:
        with pytest.raises(BadOptions, match="memory for int16 numbers"):
            env.observe_all(given)


@pytest.mark.parametrize("threads", [1, 2])
def test_a_closed_environment_refuses_to_go_on(threads: int) -> None:
    env = VectorEnv("rurare", 4, seed=1, threads=threads)
    env.reset()
    actions, state = env.sample(), env.get_state()
    env.close()
    env.close()
    again = (lambda: env.step(actions), lambda: env.clone().step(actions), lambda: env.set_state(state))
    for go_on in (env.reset, env.sample, env.observe_all, *again):
        with pytest.raises(BadAction, match="was closed"):
            go_on()


def test_an_environment_says_what_it_is() -> None:
    env = VectorEnv(game("rurare"), 4, seats=3, threads=1)
    assert repr(env) == "<VectorEnv of Ru-Ra-Re: 4 games of 3 seats, int16 observations, not begun>"
    env.reset()
    assert repr(env) == "<VectorEnv of Ru-Ra-Re: 4 games of 3 seats, int16 observations>"


def pickled(env: VectorEnv) -> Any:
    """A copy by way of its bytes."""
    return pickle.loads(pickle.dumps(env))


@pytest.mark.parametrize("name", game_names())
def test_an_environment_that_was_pickled_or_copied_goes_on_alike(name: str) -> None:
    env = VectorEnv(name, 6, seed=3, threads=2)
    env.reset()
    env.step(env.sample())
    for copied in (pickled, copy.deepcopy):
        other = copied(env)
        actions = env.sample()
        assert other.sample().tolist() == actions.tolist()
        assert other.step(actions).observation.tolist() == env.step(actions).observation.tolist()
        env = other
    env.close()


def test_there_are_as_many_threads_as_cores_that_may_be_used(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "sched_getaffinity", lambda _: {1}, raising=False)
    assert usable_cores() == 1
    assert VectorEnv("rurare", 8).pool is None


def test_a_clone_and_a_saved_state_go_on_alike_and_independently() -> None:
    env = VectorEnv("rurare", 8, seats=2, seed=3, threads=1)
    play(env, 20)
    saved, other = env.get_state(), env.clone()
    actions = play_on(env, 30)
    after = env.states.tobytes()
    assert np.array_equal(play_on(other, 30), actions)
    assert other.states.tobytes() == after
    fresh = VectorEnv("rurare", 8, seats=2, seed=99, threads=1)
    assert fresh.set_state(saved) is fresh.now
    assert np.array_equal(play_on(fresh, 30), actions)
    with pytest.raises(BadOptions, match="another"):
        VectorEnv("rurare", 9, seats=2).set_state(saved)
    single = io.BytesIO()
    np.save(single, np.arange(3))
    changed = bytearray(saved)
    changed[len(saved) // 2] ^= 1
    for garbage in (b"", b"PK", saved[:200], saved[:-1], bytes(changed), single.getvalue(), memoryview(bytes(99))[::2]):
        with pytest.raises(BadOptions, match="not the state"):
            fresh.set_state(garbage)  # type: ignore[arg-type]
    fresh.set_state(saved)
    assert np.array_equal(play_on(fresh, 30), actions)


@pytest.mark.parametrize(
    ("name", "options", "said"),
    [
        ("rage", {"bidding": "hidden"}, "'bidding' among its options"),
        ("rurare", {"missedFirstScoring": "both"}, "'missed first scoring' among its options"),
        ("rurare", {"deck": "reconstructed-b"}, "'deck' among its options"),
    ],
)
def test_the_state_of_other_house_rules_is_refused_and_changes_nothing(
    name: str, options: dict[str, Any], said: str
) -> None:
    env, other = (VectorEnv(name, 4, seed=3, threads=1, options=chosen) for chosen in ({}, options))
    play(env, 10)
    play(other, 10)
    before = env.get_state()
    with pytest.raises(BadOptions, match=said):
        env.set_state(other.get_state())
    assert env.get_state() == before
    twin = VectorEnv(name, 4, threads=1, options=options)
    twin.set_state(other.get_state())
    assert np.array_equal(twin.states, other.states)


def test_the_state_of_another_number_of_seats_is_refused_and_changes_nothing() -> None:
    env, other = (VectorEnv("rurare", 4, seats=seats, seed=3, threads=1) for seats in (3, 2))
    play(env, 10)
    play(other, 10)
    before = env.get_state()
    with pytest.raises(BadOptions, match="another number of seats"):
        env.set_state(other.get_state())
    assert env.get_state() == before


def play_on(env: VectorEnv, steps: int) -> npt.NDArray[np.int64]:
    """Play at random from where the games stand."""
    chosen = []
    for _ in range(steps):
        chosen.append(env.sample())
        env.step(chosen[-1])
    return np.array(chosen)


def test_a_critic_sees_what_every_seat_sees() -> None:
    env = VectorEnv("rurare", 8, seats=3, seed=3, threads=1)
    play(env, 20)
    seen = env.observe_all()
    assert seen.shape == (8, 3, env.encoding.size)
    for place, seat in enumerate(env.now.seat):
        assert np.array_equal(seen[place, seat], env.now.observation[place])
    with pytest.raises(BadOptions, match="shape"):
        env.observe_all(np.zeros((8, 2, 3), np.int16))
    seen.flags.writeable = False
    with pytest.raises(BadOptions, match="memory for int16 numbers"):
        env.observe_all(seen)


@pytest.mark.parametrize("made", ["new", "cloned", "pickled"])
def test_other_libraries_share_the_memory(made: str) -> None:
    env = VectorEnv("rage", 5, seats=3, seed=1, threads=1)
    if made != "new":
        env = env.clone() if made == "cloned" else pickle.loads(pickle.dumps(env))
    now = env.reset()
    for array in vars(now).values():
        assert array.ctypes.data % 64 == 0  # JAX copies what begins elsewhere
        assert array.flags.c_contiguous
        assert np.shares_memory(np.from_dlpack(array), array)
    seen, before = np.from_dlpack(now.observation), now.observation.copy()
    now = env.step(env.sample())
    assert np.array_equal(seen, now.observation)
    assert not np.array_equal(seen, before)


@pytest.mark.skipif(find_spec("torch") is None, reason="torch is not installed")
def test_torch_shares_the_memory() -> None:
    torch = import_module("torch")
    env = VectorEnv("rage", 5, seats=3, seed=1, threads=1)
    for array in vars(env.reset()).values():
        assert torch.from_dlpack(array).data_ptr() == array.ctypes.data


@pytest.mark.skipif(find_spec("jax") is None, reason="jax is not installed")
def test_jax_shares_the_memory() -> None:
    dlpack = import_module("jax.dlpack")
    env = VectorEnv("rage", 5, seats=3, seed=1, threads=1)
    for array in vars(env.reset()).values():
        assert dlpack.from_dlpack(array, copy=False).unsafe_buffer_pointer() == array.ctypes.data
