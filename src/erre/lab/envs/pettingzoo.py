"""The games as PettingZoo environments: one seat at a time (`aec_env`), or all seats in every step (`parallel_env`).

    from erre.lab.envs.pettingzoo import aec_env
    env = aec_env(game, seats=4)

Both need `pip install '.[rl]'`. An observation is `{"observation": numbers, "action_mask": 0 or 1 for each action}`;
`env.unwrapped.one.encoding.describe()` explains the numbers.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, cast

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv, ParallelEnv
from pettingzoo.utils import wrappers
from pettingzoo.utils.env_logger import EnvLogger

from erre.core.chance import check_seed
from erre.core.errors import BadOptions, quote
from erre.lab.envs.one import OneGame
from erre.lab.envs.resetting import change_rules
from erre.lab.envs.vector import BadAction, Reward, action_number, check_begun

Seen = dict[str, Any]
T = TypeVar("T")


def aec_env(
    game: str, *, seats: int | None = None, options: Mapping[str, Any] | None = None, reward: Reward = "points"
) -> AECEnv[str, Seen, int]:
    """One seat at a time; an illegal action ends the game and costs its seat a point."""
    return InOrder(SeatAfterSeat(game, seats=seats, options=options, reward=reward))


def parallel_env(
    game: str, *, seats: int | None = None, options: Mapping[str, Any] | None = None, reward: Reward = "points"
) -> ParallelEnv[str, Seen, int]:
    """All seats in every step; seats that have nothing to do use an extra action, "wait".

    As in the other form, an illegal action ends the game and costs its seat a point.
    """
    return AllAtOnce(game, seats=seats, options=options, reward=reward)


class Seeds:
    """Seeds of the games of an environment: the given one, then ones derived from it."""

    def __init__(self) -> None:
        self.later = np.random.default_rng()

    def next(self, given: int | None) -> int:
        """The seed of the next game."""
        if given is None:
            return int(self.later.integers(2**53))
        self.later = np.random.default_rng(check_seed(given))
        return int(given)


def spaces_of(one: OneGame, actions: int) -> tuple[spaces.Dict, spaces.Discrete]:
    """What a seat sees, and what it can do."""
    bounds = np.iinfo(np.int16)
    numbers = spaces.Box(bounds.min, bounds.max, (one.encoding.size,), np.int16)
    mask = spaces.Box(0, 1, (actions,), np.int8)
    return spaces.Dict({"observation": numbers, "action_mask": mask}), spaces.Discrete(actions)


def of_agent(known: Mapping[str, T], agent: object) -> T:
    """What is known of an agent; refused if there is none of that name."""
    if not isinstance(agent, str) or agent not in known:
        raise BadOptions(f"there is no agent {quote(agent)}; there are {', '.join(known)}")
    return known[agent]


class InOrder(wrappers.OrderEnforcingWrapper[str, Seen, int]):  # type: ignore[misc]
    """Refuses steps before a reset. One step inwards for `last`, or each of its ten looks would go through here."""

    def last(self, observe: bool = True) -> tuple[Any, ...]:
        check_begun(self.env.begun)
        return cast(tuple[Any, ...], self.env.last(observe))


class SeatAfterSeat(AECEnv[str, Seen, int]):  # type: ignore[misc]
    """A game, one seat at a time."""

    def __init__(self, game: str, **settings: Any) -> None:
        super().__init__()
        self.one = OneGame(game, **settings)
        self.seeds, self.begun = Seeds(), False
        self.metadata = {"name": f"erre_{self.one.game.name}_v1", "render_modes": [], "is_parallelizable": False}
        self.render_mode = None
        self.possible_agents = [f"seat_{seat}" for seat in range(self.one.seats)]
        self.seat_of = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        seen, actions = spaces_of(self.one, self.one.encoding.actions)
        self.observation_spaces = dict.fromkeys(self.possible_agents, cast(Any, seen))
        self.action_spaces = {
            agent: cast(Any, spaces_of(self.one, int(actions.n))[1]) for agent in self.possible_agents
        }

    def observation_space(self, agent: str) -> Any:
        return of_agent(self.observation_spaces, agent)

    def action_space(self, agent: str) -> Any:
        return of_agent(self.action_spaces, agent)

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        change_rules(self.one.blank, self.one.encoding, options)
        self.one.begin(self.seeds.next(seed))
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.begun = True
        self.look()

    def look(self) -> None:
        """Whose turn it is, and what that seat sees and can do."""
        seat, self.seen, self.mask = self.one.look()
        self.agent_selection = self.possible_agents[seat]

    def observe(self, agent: str) -> Seen:
        check_begun(self.begun)
        seat = of_agent(self.seat_of, agent)
        if agent == self.agent_selection and not self.terminations[agent]:
            return {"observation": self.seen.copy(), "action_mask": self.mask.copy()}
        idle = np.zeros(self.one.encoding.actions, np.int8)
        return {"observation": self.one.observe(seat), "action_mask": idle}

    def step(self, action: int | None) -> None:
        check_begun(self.begun)
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(cast(Any, action))
            return
        chosen = -1 if action is None else action_number(action)
        if 0 <= chosen < len(self.mask) and self.mask[chosen]:
            reward, over = self.one.carry_out(self.seat_of[agent], chosen)
            self.rewards = dict(zip(self.possible_agents, reward.tolist(), strict=True))
        else:
            self.refuse(agent)
            over = True
        self._cumulative_rewards[agent] = 0
        if over:
            self.terminations = dict.fromkeys(self.agents, True)
        else:
            self.look()
        self._accumulate_rewards()
        self._deads_step_first()

    def refuse(self, agent: str) -> None:
        """End the game after an illegal action; its seat loses a point."""
        EnvLogger.warn_on_illegal_move()
        self.rewards = {**dict.fromkeys(self.agents, 0.0), agent: -1.0}
        self.truncations = dict.fromkeys(self.agents, True)

    def render(self) -> None:
        """Nothing to see: look at records with `erre replay`."""

    def close(self) -> None:
        """Nothing to close."""


class AllAtOnce(ParallelEnv[str, Seen, int]):  # type: ignore[misc]
    """A game, all seats in every step: those that choose at once do, the others wait."""

    def __init__(self, game: str, **settings: Any) -> None:
        self.one = OneGame(game, **settings)
        self.seeds = Seeds()
        self.metadata = {"name": f"erre_{self.one.game.name}_parallel_v1", "render_modes": []}
        self.render_mode = None
        self.possible_agents = [f"seat_{seat}" for seat in range(self.one.seats)]
        self.wait = self.one.encoding.actions
        seen, _ = spaces_of(self.one, self.wait + 1)
        self.observation_spaces = dict.fromkeys(self.possible_agents, cast(Any, seen))
        self.action_spaces = {agent: cast(Any, spaces.Discrete(self.wait + 1)) for agent in self.possible_agents}
        self.agents: list[str] = []
        self.asked: list[int] = []
        self.begun = False

    def observation_space(self, agent: str) -> Any:
        return of_agent(self.observation_spaces, agent)

    def action_space(self, agent: str) -> Any:
        return of_agent(self.action_spaces, agent)

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[dict[str, Seen], Any]:
        change_rules(self.one.blank, self.one.encoding, options)
        self.one.begin(self.seeds.next(seed))
        self.agents = list(self.possible_agents)
        self.asked, self.begun = self.who_is_asked(), True
        return self.seen(), {agent: {} for agent in self.agents}

    def who_is_asked(self) -> list[int]:
        """All seats that choose simultaneously; in a race a random one."""
        waiting = self.one.waiting()
        return [self.one.next_seat()] if self.one.game.is_race and waiting else waiting

    def seen(self) -> dict[str, Seen]:
        """The observations of all seats."""
        return {agent: self.look(seat) for seat, agent in enumerate(self.possible_agents) if agent in self.agents}

    def look(self, seat: int) -> Seen:
        """The observation of one seat."""
        mask = np.zeros(self.wait + 1, np.int8)
        if seat in self.asked:
            mask[: self.wait] = self.one.mask(seat)
        else:
            mask[self.wait] = 1
        return {"observation": self.one.observe(seat), "action_mask": mask}

    def step(self, actions: dict[str, int]) -> tuple[dict[str, Seen], Any, Any, Any, Any]:
        check_begun(self.begun)
        agents = self.agents
        chosen = self.read_actions(actions)
        wrong = [agent for agent in agents if not self.may(agent, chosen[agent])]
        reward = np.zeros(self.one.seats, np.float32)
        for seat in [] if wrong else self.asked:
            reward += self.one.act(seat, chosen[self.possible_agents[seat]])
        for agent in wrong:
            reward[self.possible_agents.index(agent)] = -1
        self.asked = [] if wrong else self.who_is_asked()
        over = not self.asked
        seen = self.seen()
        if over:
            self.agents = []
        rewards = {agent: float(reward[self.possible_agents.index(agent)]) for agent in agents}
        infos: dict[str, Any] = {agent: {"refused": True} if agent in wrong else {} for agent in agents}
        return seen, rewards, dict.fromkeys(agents, over), dict.fromkeys(agents, False), infos

    def read_actions(self, actions: object) -> dict[str, int]:
        """The action of every seat; refused where one has none."""
        if not self.agents and actions:
            raise BadAction("the game is over: reset the environment")
        if not isinstance(actions, Mapping) or not all(agent in actions for agent in self.agents):
            raise BadAction(f"an action is needed for each of {', '.join(self.agents)}, not {quote(actions)}")
        return {agent: action_number(actions[agent]) for agent in self.agents}

    def may(self, agent: str, action: int) -> bool:
        """Whether a seat can do that now."""
        return bool(0 <= action <= self.wait and self.look(self.possible_agents.index(agent))["action_mask"][action])

    def render(self) -> None:
        """Nothing to see: look at records with `erre replay`."""

    def close(self) -> None:
        """Nothing to close."""
