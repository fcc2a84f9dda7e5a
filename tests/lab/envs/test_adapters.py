"""The adapters to other libraries, tested with those libraries' own checks."""

from __future__ import annotations

import copy
import warnings
from collections.abc import Iterator
from typing import Any

import gymnasium
import numpy as np
import pytest
from pettingzoo.test import api_test, parallel_api_test, parallel_seed_test, seed_test

from erre.core.errors import BadOptions
from erre.games import all_games, game_names
from erre.lab.envs.gymnasium import register
from erre.lab.envs.pettingzoo import aec_env, parallel_env
from erre.lab.envs.vector import BadAction

register()  # what the import did already: once more does no harm


@pytest.fixture(autouse=True)
def _their_warnings() -> Iterator[None]:
    """PettingZoo warns of every observation that has a mask beside it, as its own classics have."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        yield


@pytest.mark.parametrize("name", game_names())
def test_pettingzoo_seat_after_seat(name: str) -> None:
    api_test(aec_env(name), num_cycles=200)
    seed_test(lambda: aec_env(name), num_cycles=50)


@pytest.mark.parametrize("name", game_names())
def test_pettingzoo_all_at_once(name: str) -> None:
    parallel_api_test(parallel_env(name), num_cycles=200)
    parallel_seed_test(lambda: parallel_env(name), num_cycles=50)


@pytest.mark.parametrize(
    ("name", "seats"),
    [(one.name, seats) for one in all_games() for seats in range(one.least_seats, one.most_seats + 1)],
)
def test_pettingzoo_with_every_number_of_seats(name: str, seats: int) -> None:
    api_test(aec_env(name, seats=seats, reward="victory"), num_cycles=30)
    parallel_api_test(parallel_env(name, seats=seats), num_cycles=30)


def test_a_whole_game_seat_after_seat_ends_with_its_points() -> None:
    env: Any = aec_env("rage", seats=3)
    env.reset(seed=3)
    chance, points = np.random.default_rng(1), dict.fromkeys(env.possible_agents, 0.0)
    for agent in env.agent_iter():
        seen, reward, ended, _, _ = env.last()
        points[agent] += reward
        env.step(None if ended else int(chance.choice(np.flatnonzero(seen["action_mask"]))))
    outcome = env.unwrapped.one.game.outcome(env.unwrapped.one.record)
    assert list(points.values()) == outcome.scores


def test_seats_that_choose_at_once_do_so_in_one_step() -> None:
    env = parallel_env("rurare", seats=4)
    seen, _ = env.reset(seed=1)
    assert all(view["action_mask"][:-1].any() and not view["action_mask"][-1] for view in seen.values())
    env.step({agent: row for row, agent in enumerate(env.agents)})
    assert env.one.record.turn_no == 2


def test_one_seat_against_bots_to_the_end() -> None:
    env = gymnasium.make("erre/rurare-v1", seats=3, seat=1, opponents="casual", playouts=4)
    _, info = env.reset(seed=5)
    chance, over, points = np.random.default_rng(1), False, 0.0
    while not over:
        _, reward, over, _, info = env.step(chance.choice(np.flatnonzero(info["action_mask"])))
        points += float(reward)
    one = env.unwrapped.one  # type: ignore[attr-defined]
    assert points == one.game.outcome(one.record).scores[1]


def test_what_a_seat_cannot_do_is_refused_with_a_reason() -> None:
    env = gymnasium.make("erre/rage-v1", refused_reward=-0.5)
    before, info = env.reset(seed=5)
    wrong = int(np.flatnonzero(info["action_mask"] == 0)[0])
    after, reward, over, _, info = env.step(wrong)
    assert (reward, over) == (-0.5, False)
    assert "look at the mask" in info["refused"]
    assert np.array_equal(before, after)


def test_a_seat_that_does_what_it_cannot_ends_the_game_and_loses_a_point() -> None:
    env: Any = aec_env("rage", seats=3)
    env.reset(seed=5)
    agent = env.agent_selection
    env.step(int(np.flatnonzero(env.last()[0]["action_mask"] == 0)[0]))
    assert all(env.terminations.values())
    assert all(env.truncations.values())
    assert env.rewards == {**dict.fromkeys(env.possible_agents, 0.0), agent: -1.0}


def test_a_copy_of_a_game_goes_its_own_way() -> None:
    env: Any = aec_env("rage", seats=3)
    env.reset(seed=5)
    other = copy.deepcopy(env)
    before = env.observe(env.agent_selection)["observation"]
    other.step(int(other.last()[0]["action_mask"].argmax()))
    assert np.array_equal(env.observe(env.agent_selection)["observation"], before)
    assert other.agent_selection != env.agent_selection
    assert other.unwrapped.one.record.to_bytes() == other.unwrapped.one.states.tobytes()


@pytest.mark.parametrize("name", game_names())
def test_games_after_a_seeded_one_follow_from_its_seed(name: str) -> None:
    def second_games() -> Iterator[Any]:
        for env in (aec_env(name), aec_env(name)):
            env.reset(seed=1)
            env.reset()
            yield env.observe(env.agent_selection)["observation"].tolist()
        for all_seats in (parallel_env(name), parallel_env(name)):
            all_seats.reset(seed=1)
            yield all_seats.reset()[0]["seat_0"]["observation"].tolist()

    first, again, parallel, parallel_again = second_games()
    assert first == again
    assert parallel == parallel_again


def test_a_reset_of_pettingzoo_can_change_the_rules() -> None:
    env, other = aec_env("rage", seats=3), aec_env("rage", seats=3, options={"slam": True})
    for given in ({"rules": {"slam": True}}, None):
        env.reset(seed=4, options=given)
        other.reset(seed=4)
        assert np.array_equal(env.last()[0]["observation"], other.last()[0]["observation"])
    both = parallel_env("rage", seats=3)
    seen, _ = both.reset(seed=4, options={"rules": {"slam": True}})
    assert np.array_equal(seen["seat_0"]["observation"], other.observe("seat_0")["observation"])
    with pytest.raises(BadOptions, match="no option 'slm'"):
        env.reset(options={"rules": {"slm": True}})


@pytest.mark.parametrize("action", [1.5, "x", True, [0], 10**30], ids=repr)
def test_what_is_no_action_is_refused_by_pettingzoo(action: Any) -> None:
    env: Any = aec_env("rurare", seats=2)
    env.reset(seed=1)
    with pytest.raises(BadAction, match="an action is a whole number"):
        env.step(action)
    assert not any(env.terminations.values())
    both = parallel_env("rurare", seats=2)
    both.reset(seed=1)
    with pytest.raises(BadAction, match="an action is a whole number"):
        both.step({"seat_0": 0, "seat_1": action})
    assert both.agents


@pytest.mark.parametrize("actions", [None, [0, 1], {"seat_0": 0}, {}], ids=repr)
def test_all_seats_of_pettingzoo_need_an_action(actions: Any) -> None:
    env = parallel_env("rurare", seats=2)
    with pytest.raises(BadAction, match="reset the environment first"):
        env.step(actions)
    env.reset(seed=1)
    with pytest.raises(BadAction, match="an action is needed for each of seat_0, seat_1"):
        env.step(actions)


@pytest.mark.parametrize("agent", [None, 0, "seat_9", []])
def test_an_agent_that_is_not_there_is_refused(agent: Any) -> None:
    env, together = aec_env("rage", seats=3), parallel_env("rage", seats=3)
    env.reset(seed=1)
    for call in (env.observe, env.observation_space, env.action_space, together.observation_space):
        with pytest.raises(BadOptions, match="there is no agent"):
            call(agent)


def test_a_game_of_pettingzoo_that_has_not_begun_says_so() -> None:
    env: Any = aec_env("rage", seats=3)
    plain = env.unwrapped
    for call in (env.last, lambda: plain.observe("seat_0"), lambda: plain.step(1)):
        with pytest.raises(BadAction, match="no game has begun yet"):
            call()


def test_a_step_after_the_end_is_refused() -> None:
    env = parallel_env("rage", seats=3)
    env.reset(seed=1)
    env.step(dict.fromkeys(env.agents, -1))
    assert not env.agents
    for actions in ({"seat_0": 1}, dict.fromkeys(env.possible_agents, 1)):
        with pytest.raises(BadAction, match="the game is over: reset"):
            env.step(actions)
    assert env.step({}) == ({}, {}, {}, {}, {})
