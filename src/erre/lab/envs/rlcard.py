"""The games with RLCard's interface, so that its agents and training loops run on them.

    from erre.lab.envs.rlcard import rlcard_env
    env = rlcard_env(game, seats=4, seed=1)
    env.set_agents([agent] * env.num_players)
    trajectories, payoffs = env.run(is_training=True)

RLCard itself is not needed. Stepping back is not supported, so RLCard's CFR does not run here; OpenSpiel's does
(see `openspiel`).
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from erre.core.chance import check_seed, fresh_key
from erre.core.errors import BadOptions, quote
from erre.core.whole import seat_number
from erre.lab.envs.one import OneGame
from erre.lab.envs.vector import BadAction, Reward, action_number, check_begun

State = dict[str, Any]


def rlcard_env(
    game: str,
    *,
    seats: int | None = None,
    options: Mapping[str, Any] | None = None,
    reward: Reward = "points",
    seed: int | None = None,
) -> RlcardEnv:
    """A game with RLCard's names for everything; payoffs are points, or victories."""
    return RlcardEnv(OneGame(game, seats=seats, options=options, reward=reward), seed)


class RlcardEnv:
    """One game after another. The numbers of the seats are RLCard's players."""

    def __init__(self, one: OneGame, seed: int | None = None) -> None:
        self.one, self.name = one, one.game.name
        self.num_players, self.num_actions = one.seats, one.encoding.actions
        self.state_shape = [[one.encoding.size] for _ in range(one.seats)]
        self.action_shape: list[Any] = [None] * one.seats
        self.names = [one.encoding.action_name(action) for action in range(self.num_actions)]
        self.agents: Sequence[Any] = ()
        self.timestep = 0
        self.begun = False
        self.seed(seed)

    def seed(self, seed: int | None = None) -> None:
        """The same seed brings the same games, one after the other."""
        self.chosen_seed = int.from_bytes(fresh_key()[:7], "little") if seed is None else check_seed(seed)
        self.number = 0

    def reset(self) -> tuple[State, int]:
        """Begin the next game; what the first player sees, and who that is."""
        self.one.begin(self.chosen_seed, self.number)
        self.number += 1
        self.payoffs = np.zeros(self.num_players, np.float32)
        self.action_recorder: list[tuple[int, int]] = []
        self.over, self.begun = False, True
        return self.look()

    def look(self) -> tuple[State, int]:
        """What the player to act sees, and who that is."""
        self.player, seen, self.mask = self.one.look()
        return self.state_of(seen, np.flatnonzero(self.mask).tolist()), self.player

    def state_of(self, seen: Any, actions: list[int]) -> State:
        """A state as RLCard's agents read it."""
        return {
            "obs": seen,
            "legal_actions": OrderedDict.fromkeys(actions),
            "raw_obs": seen,
            "raw_legal_actions": [self.names[action] for action in actions],
            "action_record": self.action_recorder,
        }

    def step(self, action: int | str, raw_action: bool = False) -> tuple[State, int]:
        """Carry an action out (a raw one by its name); what the next player sees, and who that is."""
        check_begun(self.begun)
        chosen = self.action_named(str(action)) if raw_action else action_number(action)
        if self.over or not 0 <= chosen < self.num_actions or not self.mask[chosen]:
            raise BadAction(f"player {self.player} cannot do {quote(action)} here; look at legal_actions")
        self.timestep += 1
        self.action_recorder.append((self.player, chosen))
        reward, self.over = self.one.carry_out(self.player, chosen)
        self.payoffs += reward
        return (self.get_state(self.player), self.player) if self.over else self.look()

    def action_named(self, name: str) -> int:
        """The possible action of that name; -1 for none."""
        return next((int(action) for action in np.flatnonzero(self.mask) if self.names[action] == name), -1)

    def is_over(self) -> bool:
        """Whether the game has ended."""
        check_begun(self.begun)
        return self.over

    def get_player_id(self) -> int:
        """The player that acts next."""
        check_begun(self.begun)
        return self.player

    def get_state(self, player_id: int) -> State:
        """What a player sees; actions only if it is to act."""
        check_begun(self.begun)
        seat = seat_number(player_id, self.num_players)
        acts = seat == self.player and not self.over
        return self.state_of(self.one.observe(seat), np.flatnonzero(self.mask).tolist() if acts else [])

    def get_payoffs(self) -> Any:
        """What the game has brought to each player."""
        check_begun(self.begun)
        return self.payoffs.copy()

    def set_agents(self, agents: Sequence[Any]) -> None:
        """Who plays in `run`, by player."""
        given: object = agents
        plays = isinstance(given, Sequence) and all(hasattr(agent, "eval_step") for agent in given)
        if not plays or len(agents) != self.num_players:
            raise BadOptions(
                f"{self.num_players} agents of RLCard are needed, one for each player, not {quote(agents)}"
            )
        self.agents = agents

    def run(self, is_training: bool = False) -> tuple[list[list[Any]], Any]:
        """A whole game between the agents: for each player its states and actions in turn, and the payoffs."""
        if not self.agents:
            raise BadOptions("nobody plays yet: set_agents says who does")
        told: list[list[Any]] = [[] for _ in range(self.num_players)]
        state, player = self.reset()
        while not self.over:
            agent = self.agents[player]
            action = agent.step(state) if is_training else agent.eval_step(state)[0]
            told[player] += [state, action]
            state, player = self.step(action, agent.use_raw)
        for player, line in enumerate(told):
            line.append(self.get_state(player))
        return told, self.get_payoffs()
