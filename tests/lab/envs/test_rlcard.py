"""The games with RLCard's interface."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from erre.core.errors import BadOptions
from erre.games import game_names
from erre.lab.envs.rlcard import rlcard_env
from erre.lab.envs.vector import BadAction


class AnyMove:
    """An agent as RLCard has them: any legal action, by number or by name."""

    def __init__(self, use_raw: bool) -> None:
        self.use_raw, self.luck = use_raw, np.random.default_rng(1)

    def step(self, state: dict[str, Any]) -> Any:
        actions = state["raw_legal_actions"] if self.use_raw else list(state["legal_actions"])
        return actions[int(self.luck.integers(len(actions)))]

    def eval_step(self, state: dict[str, Any]) -> tuple[Any, dict[str, Any]]:
        return self.step(state), {}


@pytest.mark.parametrize("name", game_names())
def test_a_game_between_agents_ends_with_its_points(name: str) -> None:
    env = rlcard_env(name, seats=3, seed=1)
    env.set_agents([AnyMove(use_raw=False), AnyMove(use_raw=True), AnyMove(use_raw=False)])
    told, payoffs = env.run(is_training=True)
    assert env.is_over()
    assert payoffs.tolist() == env.one.game.outcome(env.one.record).scores  # type: ignore[union-attr]
    assert sum(len(line) // 2 for line in told) == env.timestep == len(env.action_recorder)
    for line in told:
        assert len(line) % 2 == 1
        assert not line[-1]["legal_actions"]
        assert all(len(state["obs"]) == env.state_shape[0][0] for state in line[::2])


def test_the_same_seed_brings_the_same_games() -> None:
    first, second = rlcard_env("rage", seats=3, seed=5), rlcard_env("rage", seats=3, seed=5)
    games = [[env.reset()[0]["obs"].tolist() for _ in range(3)] for env in (first, second)]
    assert games[0] == games[1]
    assert games[0][0] != games[0][1]


def test_what_a_player_cannot_do_is_refused_and_changes_nothing() -> None:
    env = rlcard_env("rage", seats=3, seed=5)
    state, player = env.reset()
    wrong = next(action for action in range(env.num_actions) if action not in state["legal_actions"])
    for action, raw in ((wrong, False), (-1, False), (env.num_actions, False), ("Z9", True)):
        with pytest.raises(BadAction, match="look at legal_actions"):
            env.step(action, raw)
    assert env.get_player_id() == player
    assert np.array_equal(env.get_state(player)["obs"], state["obs"])


@pytest.mark.parametrize("given", [-1, 1.5, "x", True, 2**63], ids=repr)
def test_what_is_no_seed_and_no_action_is_refused_in_words(given: Any) -> None:
    with pytest.raises(BadOptions, match="a seed is a whole number"):
        rlcard_env("rurare", seats=2, seed=given)
    env = rlcard_env("rurare", seats=2, seed=1)
    env.reset()
    with pytest.raises(BadAction):
        env.step(given)


def test_a_player_that_is_not_there_is_refused() -> None:
    """The kernels would read outside of the state."""
    env = rlcard_env("rage", seats=3, seed=1)
    env.reset()
    wrong: Any
    for wrong in (3, -1, 2**40, None, "0", 1.0, True):
        with pytest.raises(BadOptions, match="seat"):
            env.get_state(wrong)
    assert env.get_state(np.int8(2))["obs"].shape == env.get_state(2)["obs"].shape  # type: ignore[arg-type]


def test_a_game_that_has_not_begun_says_so() -> None:
    env = rlcard_env("rage", seats=3, seed=1)
    for call in (env.is_over, env.get_player_id, env.get_payoffs, lambda: env.get_state(0), lambda: env.step(0)):
        with pytest.raises(BadAction, match="no game has begun yet"):
            call()


def test_agents_that_cannot_play_are_refused() -> None:
    env = rlcard_env("rage", seats=3, seed=1)
    with pytest.raises(BadOptions, match="set_agents says who does"):
        env.run()
    wrong: Any
    for wrong in (None, 3, "abc", [], [None] * 3, ["greedy"] * 3):
        with pytest.raises(BadOptions, match="3 agents of RLCard are needed"):
            env.set_agents(wrong)
