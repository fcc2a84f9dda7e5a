"""One seat against bots: Gymnasium's environments, single and in a vector."""

from __future__ import annotations

import copy
import pickle
import warnings
from collections.abc import Iterator
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from gymnasium.utils.seeding import np_random
from gymnasium.vector import AutoresetMode

from erre.core.errors import BadOptions
from erre.games import game, game_names, own_names
from erre.lab.envs.gymnasium import AgainstBots, VectorAgainstBots
from erre.lab.envs.vector import BadAction


@pytest.fixture(autouse=True)
def _their_warnings() -> Iterator[None]:
    """Gymnasium's checker warns of bounds that are those of the numbers' type."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        yield


def first_legal(mask: Any) -> Any:
    """The first action that is possible, in each line."""
    return np.argmax(mask, axis=-1)


@pytest.mark.parametrize("name", game_names())
def test_their_checker_passes(name: str) -> None:
    check_env(gymnasium.make(f"erre/{name}-v1", render_mode="ansi").unwrapped)


@pytest.mark.parametrize("name", own_names())
def test_make_vec_plays_inside_the_kernel(name: str) -> None:
    env: Any = gymnasium.make_vec(f"erre/{name}-v1", num_envs=3)
    assert isinstance(env.unwrapped, VectorAgainstBots)
    assert env.metadata["autoreset_mode"] == AutoresetMode.SAME_STEP
    seen, infos = env.reset(seed=1)
    assert env.observation_space.contains(seen)
    assert infos["action_mask"].any(axis=1).all()
    again, _ = gymnasium.make_vec(f"erre/{name}-v1", num_envs=3).reset(seed=1)
    assert np.array_equal(seen, again)
    seen, rewards, ended, cut_off, infos = env.step(first_legal(infos["action_mask"]))
    assert env.observation_space.contains(seen)
    assert rewards.shape == ended.shape == cut_off.shape == (3,)
    assert np.array_equal(env.unwrapped.action_masks(), infos["action_mask"].astype(bool))


@pytest.mark.parametrize(("name", "seats"), [("rage", 3), ("rurare", 2), ("rummy", 2)])
def test_rewards_add_up_to_the_points_of_each_game(name: str, seats: int) -> None:
    env = VectorAgainstBots(name, 4, seats=seats, seat=1)
    _, infos = env.reset(seed=3)
    chance, sums, finished = np.random.default_rng(1), np.zeros(4), 0
    while finished < 6:
        actions = (chance.random(infos["action_mask"].shape) * infos["action_mask"]).argmax(axis=1)
        _, rewards, ended, _, infos = env.step(actions)
        sums += rewards
        if ended.any():
            finished += int(ended.sum())
            assert np.array_equal(sums[ended], infos["final_info"]["points"][ended, 1])
            assert all(infos["final_obs"][place].shape == (env.encoding.size,) for place in np.flatnonzero(ended))
            assert all(last is None for last in infos["final_obs"][~ended])
            sums[ended] = 0


def test_the_final_observation_is_that_of_the_finished_game() -> None:
    env = VectorAgainstBots("rage", 1, seats=3)
    seen, infos = env.reset(seed=3)
    slices, ended = env.encoding.slices(), np.zeros(1, bool)
    while not ended[0]:
        seen, _, ended, _, infos = env.step(first_legal(infos["action_mask"]))
    assert infos["final_obs"][0][slices["round"]].tolist() == [10]
    assert infos["final_obs"][0][slices["totals"]].tolist() == infos["final_info"]["points"][0].tolist()
    assert seen[0][slices["round"]].tolist() == [1]


def test_what_is_returned_is_not_overwritten_by_the_next_step() -> None:
    env = VectorAgainstBots("rage", 2)
    seen, infos = env.reset(seed=3)
    kept, mask = seen.copy(), infos["action_mask"].copy()
    env.step(first_legal(mask))
    assert np.array_equal(seen, kept)
    assert np.array_equal(infos["action_mask"], mask)


def test_a_single_game_is_the_same_as_in_a_vector() -> None:
    single = AgainstBots("rage", seats=4, seat=2)
    many = VectorAgainstBots("rage", 2, seats=4, seat=2)
    seen, info = single.reset(seed=9)
    chosen = int(np_random(9)[0].integers(2**53))
    both, infos = many.reset(seed=[chosen, 5])
    for _ in range(60):
        assert np.array_equal(seen, both[0])
        seen, reward, _, _, info = single.step(first_legal(info["action_mask"]))
        both, rewards, _, _, infos = many.step(first_legal(infos["action_mask"]))
        assert reward == rewards[0]


def test_bots_in_the_kernel_do_what_they_do_with_a_view() -> None:
    quick, slow = AgainstBots("rage", seats=4), AgainstBots("rage", seats=4, playouts=1)
    assert quick.quick is not None
    assert slow.quick is None
    (seen, info), (other, _) = quick.reset(seed=4), slow.reset(seed=4)
    over = False
    while not over:
        assert np.array_equal(seen, other)
        action = first_legal(info["action_mask"])
        seen, reward, over, _, info = quick.step(action)
        other, other_reward, other_over, _, _ = slow.step(action)
        assert (reward, over) == (other_reward, other_over)


@pytest.mark.parametrize("given", ["solid,greedy,random", ["solid", "greedy", "random"]])
def test_opponents_are_named_one_by_one(given: Any) -> None:
    env = AgainstBots("rage", seats=4, seat=1, opponents=given)
    assert [env.names[seat] for seat in (0, 2, 3)] == ["solid", "greedy", "random"]
    _, info = env.reset(seed=1)
    assert info["action_mask"].any()
    with pytest.raises(BadOptions, match="2 bots for 3 seats"):
        AgainstBots("rage", seats=4, opponents="solid,greedy")


def test_a_vector_refuses_what_is_not_offered_and_goes_on_elsewhere() -> None:
    env = VectorAgainstBots("rage", 2, refused_reward=-0.5)
    seen, infos = env.reset(seed=3)
    actions = first_legal(infos["action_mask"])
    actions[1] = int(np.flatnonzero(infos["action_mask"][1] == 0)[0])
    after, rewards, _, _, infos = env.step(actions)
    assert infos["refused"].tolist() == [False, True]
    assert rewards[1] == -0.5
    assert np.array_equal(after[1], seen[1])
    assert not np.array_equal(after[0], seen[0])
    with pytest.raises(BadAction, match="2 whole numbers"):
        env.step(np.zeros(3, np.int64))


def test_victories_can_be_the_reward() -> None:
    env = VectorAgainstBots("rurare", 2, seats=2, reward="victory")
    _, infos = env.reset(seed=3)
    rewards, ended = np.zeros(2), np.zeros(2, bool)
    while not ended.any():
        assert not rewards.any()
        _, rewards, ended, _, infos = env.step(first_legal(infos["action_mask"]))
    assert set(rewards[ended].tolist()) <= {0.5, 0.0, -0.5}


@pytest.mark.parametrize("make", [AgainstBots, VectorAgainstBots])
def test_a_reset_can_change_the_rules(make: Any) -> None:
    env, other = make("rage", seats=3), make("rage", seats=3, options={"slam": True})
    place = slice(10, 15)  # the rules
    assert np.array_equal(env.reset(seed=4, options={"rules": {"slam": True}})[0], other.reset(seed=4)[0])
    assert np.array_equal(env.reset(seed=5)[0], other.reset(seed=5)[0])
    assert not np.array_equal(
        env.reset(seed=5, options={"rules": {}})[0][..., place], other.reset(seed=5)[0][..., place]
    )
    for wrong, why in (({"slam": True}, "no option"), ({"rules": {"slm": 1}}, "no option"), ({"rules": 3}, "names")):
        with pytest.raises(BadOptions, match=why):
            env.reset(options=wrong)
    with pytest.raises(BadOptions, match="options of a reset"):
        env.reset(options="slam")


def test_a_vector_that_cannot_go_on_says_so() -> None:
    env = VectorAgainstBots("rurare", 2)
    with pytest.raises(BadAction, match="reset"):
        env.step(np.zeros(2, np.int64))
    env.reset(seed=1)
    env.close()
    with pytest.raises(BadAction, match="closed"):
        env.step(np.zeros(2, np.int64))


def test_games_after_those_with_seeds_of_their_own_follow_from_them() -> None:
    def later(*seeds: int) -> Any:
        env = VectorAgainstBots("rage", 2, seats=3)
        env.reset(seed=list(seeds))
        return env.reset()[0].tolist()

    assert later(1, 2) == later(1, 2) != later(1, 3)


@pytest.mark.parametrize("given", [1.5, "12", b"12", [1], [1, -2], [1, "x"], np.array([1.5, 2.5])], ids=repr)
def test_what_are_no_seeds_is_refused_in_words(given: Any) -> None:
    with pytest.raises(BadOptions, match="seed"):
        VectorAgainstBots("rage", 2, seats=3).reset(seed=given)


@pytest.mark.parametrize("given", [None, "2", 2.5, True, 0, -1], ids=repr)
def test_what_is_no_number_of_games_is_refused_in_words(given: Any) -> None:
    with pytest.raises(BadOptions, match="game"):
        VectorAgainstBots("rage", given, seats=3)


@pytest.mark.parametrize("playouts", [None, 2])
def test_a_game_that_has_not_begun_takes_no_action(playouts: int | None) -> None:
    with pytest.raises(BadAction, match="reset the environment first"):
        AgainstBots("rurare", seats=2, playouts=playouts).step(np.int64(0))


def test_masks_and_pictures() -> None:
    env: Any = gymnasium.make("erre/rage-v1", seats=3, render_mode="ansi")
    _, info = env.reset(seed=1)
    assert env.unwrapped.action_masks().tolist() == info["action_mask"].astype(bool).tolist()
    assert "hand" in env.render()
    many = VectorAgainstBots("rage", 2, render_mode="ansi")
    many.reset(seed=1)
    assert len(many.render()) == 2
    with pytest.raises(BadOptions, match="render mode"):
        AgainstBots("rage", render_mode="human")


def test_bots_outside_the_kernels_are_refused_in_a_vector() -> None:
    with pytest.raises(BadOptions, match="vectorization_mode='sync'"):
        VectorAgainstBots("rage", 2, opponents="cmd:true")


def test_a_vector_can_be_saved_and_copied() -> None:
    env = VectorAgainstBots("rage", 2)
    _, infos = env.reset(seed=3)
    for other in (pickle.loads(pickle.dumps(env.all)), copy.deepcopy(env.all)):
        assert other.states.tobytes() == env.all.states.tobytes()
        other.step(first_legal(infos["action_mask"]))
        assert other.states.tobytes() != env.all.states.tobytes()


@pytest.mark.parametrize("name", own_names())
def test_a_wrong_seat_is_refused(name: str) -> None:
    with pytest.raises(BadOptions, match="there is no seat 9"):
        AgainstBots(name, seats=game(name).least_seats, seat=9)
    with pytest.raises(BadOptions, match="a seat is a number"):
        AgainstBots(name, seats=game(name).least_seats, seat="first")  # type: ignore[arg-type]


@pytest.mark.parametrize("playouts", [None, 1])
def test_what_is_no_action_is_refused_and_changes_nothing(playouts: int | None) -> None:
    env, other = (AgainstBots("rurare", seats=3, opponents="greedy", playouts=playouts) for _ in range(2))
    for one in (env, other):
        one.reset(seed=1)
    for rubbish in (None, "x", 1.5, [1], 2**70, np.array([1, 2])):
        with pytest.raises(BadAction, match="an action is a whole number, not "):
            env.step(rubbish)  # type: ignore[arg-type]
    given = np.array([2]), np.int64(2)
    assert np.array_equal(env.step(given[0])[0], other.step(given[1])[0])  # type: ignore[arg-type]


@pytest.mark.parametrize("given", [None, "-1", float("nan"), float("inf"), 1e39, 10**400, True, [1.0], np.zeros(1)])
@pytest.mark.parametrize("make", [AgainstBots, VectorAgainstBots])
def test_what_is_no_reward_is_refused_in_words(make: Any, given: Any) -> None:
    with pytest.raises(BadOptions, match="refused_reward is a finite number, not "):
        make("rage", seats=3, refused_reward=given)


def test_a_refused_action_brings_the_reward_that_was_set() -> None:
    env = AgainstBots("rurare", seats=2, refused_reward=np.float32(-2.5))  # type: ignore[arg-type]
    env.reset(seed=1)
    assert env.step(np.int64(99))[1] == -2.5


@pytest.mark.parametrize("playouts", [None, 1])
def test_a_step_after_the_end_says_that_the_game_is_over(playouts: int | None) -> None:
    env = AgainstBots("rurare", seats=2, playouts=playouts)
    _, info = env.reset(seed=1)
    over = False
    while not over:
        _, _, over, _, info = env.step(info["action_mask"].argmax())
    _, reward, over, _, info = env.step(np.int64(0))
    assert (reward, over, info["refused"]) == (0, True, "the game is over: reset the environment")


@pytest.mark.parametrize("make", [AgainstBots, VectorAgainstBots])
@pytest.mark.parametrize("mode", ["human", 1, np.zeros(2)])
def test_another_way_to_draw_is_refused(make: Any, mode: Any) -> None:
    with pytest.raises(BadOptions, match="the render mode is 'ansi' or None"):
        make("rage", seats=3, render_mode=mode)
