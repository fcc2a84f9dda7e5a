"""One seat against bots, as Gymnasium's environments.

    import gymnasium, erre.lab.envs.gymnasium
    env = gymnasium.make(f"erre/{game}-v1", seats=4, opponents="greedy")
    many = gymnasium.make_vec(f"erre/{game}-v1", num_envs=1024, seats=4, opponents=["greedy", "random", "random"])

Needs the extra `rl`. `info["action_mask"]` (and `env.action_masks()`) marks the legal actions. An illegal action is
refused: nothing changes, the reward is `refused_reward`, and `info["refused"]` says why. With
`reset(options={"rules": {…}})` the rules change from then on.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import gymnasium
import numpy as np
import numpy.typing as npt
from gymnasium import spaces
from gymnasium.vector import AutoresetMode

from erre.bots.contract import Budget
from erre.bots.roster import kernel_numbers, make_bot
from erre.core.chance import check_seed
from erre.core.encoding import Encoding
from erre.core.errors import BadOptions, quote
from erre.core.record import NONE
from erre.core.sketch import sketch_text
from erre.core.whole import counted, real
from erre.games import game_names
from erre.lab.envs.against import Against
from erre.lab.envs.encodings import encoding_of
from erre.lab.envs.one import OneGame
from erre.lab.envs.opponents import Opponents, opponents_of
from erre.lab.envs.resetting import change_rules, refuse_unknown
from erre.lab.envs.vector import BadAction, Reward, action_number, check_begun

Numbers = npt.NDArray[np.int16]
Actions = npt.NDArray[np.int64]
WHY_REFUSED = "this action is not possible here; look at the mask"
IS_OVER = "the game is over: reset the environment"


def spaces_of(encoding: Encoding) -> tuple[Any, spaces.Discrete]:
    """What a seat sees, and what it can do."""
    bounds = np.iinfo(np.int16)
    return spaces.Box(bounds.min, bounds.max, (encoding.size,), np.int16), spaces.Discrete(encoding.actions)


def read_refused(given: object) -> float:
    """The reward of an action that is refused: a number that a reward can be."""
    reward = real(given)
    if reward is None or abs(reward) > np.finfo(np.float32).max:
        raise BadOptions(f"refused_reward is a finite number, not {quote(given)}")
    return reward


def check_render_mode(mode: object) -> None:
    """Refuse to draw in a way that there is not."""
    if mode is not None and not (isinstance(mode, str) and mode == "ansi"):
        raise BadOptions(f"the render mode is 'ansi' or None, not {quote(mode)}")


class AgainstBots(gymnasium.Env[Numbers, np.int64]):
    """One seat; bots hold the others, and see no more than people would."""

    metadata = {"render_modes": ["ansi"], "render_fps": 1}  # noqa: RUF012  (Gymnasium's own name and type)

    def __init__(
        self,
        game: str,
        *,
        seats: int | None = None,
        seat: int = 0,
        opponents: Opponents = "greedy",
        playouts: int | None = None,
        options: Mapping[str, Any] | None = None,
        reward: Reward = "points",
        refused_reward: float = 0.0,
        render_mode: str | None = None,
    ) -> None:
        check_render_mode(render_mode)
        self.one = OneGame(game, seats=seats, options=options, reward=reward)
        self.seat, self.refused_reward, self.render_mode = seat, read_refused(refused_reward), render_mode
        self.names = opponents_of(self.one.encoding, seat, opponents)
        self.budget = None if playouts is None else Budget(playouts=playouts)
        self.observation_space, self.action_space = spaces_of(self.one.encoding)
        inside = kernel_numbers(self.one.game, self.names) if playouts is None else None
        self.begun = False
        self.quick, self.blank = None, self.one.blank
        if inside is not None:
            given: dict[str, Any] = {"opponents": opponents, "options": options, "reward": reward}
            self.quick = Against(self.one.encoding, 1, seat=seat, restarts=False, **given)
            self.one.states, self.blank = self.quick.states, self.quick.blank
            self.one.record = self.one.game.record_type(self.one.states)
            self.action = np.zeros(1, np.int64)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Numbers, dict[str, Any]]:
        refuse_unknown(options)
        change_rules(self.blank, self.one.encoding, options)
        super().reset(seed=seed)
        chosen, self.begun = int(self.np_random.integers(2**53)), True
        if self.quick:
            self.quick.begin(np.array([chosen]), np.zeros(1, np.int64))
            return self.look()
        self.one.begin(chosen)
        self.bots = {
            other: make_bot(self.one.game, self.names[other], seed=chosen + other)
            for other in range(self.one.seats)
            if other != self.seat
        }
        self.let_others_play()
        return self.look()

    def look(self) -> tuple[Numbers, dict[str, Any]]:
        """What the seat sees, and what is possible."""
        if self.quick:
            now = self.quick.now
            return np.array(now.observation[0]), {"action_mask": np.array(now.mask[0])}
        return self.one.observe(self.seat), {"action_mask": self.one.mask(self.seat)}

    def action_masks(self) -> npt.NDArray[np.bool_]:
        """Which actions are possible now, as sb3-contrib's MaskablePPO asks for it."""
        return np.asarray(self.look()[1]["action_mask"], np.bool_)

    def let_others_play(self) -> float:
        """Play on until it is this seat's turn, or the game is over; what that brought it."""
        brought = 0.0
        points = self.one.game.kernels.scores
        while (seat := self.one.next_seat()) not in (-1, self.seat):
            before = points(self.one.record, self.seat)
            self.play_bot(seat)
            if self.one.by_points:
                brought += points(self.one.record, self.seat) - before
        return brought

    def play_bot(self, seat: int) -> None:
        """One move of a bot, as it would make it at a table."""
        game, s = self.one.game, self.one.record
        move = self.bots[seat].advise(game.view(s, seat), self.budget).move
        game.check(s, seat, move)
        game.apply(s, seat, move)
        while game.kernels.is_automatic(s):
            game.kernels.advance(s)

    def step(self, action: np.int64) -> tuple[Numbers, float, bool, bool, dict[str, Any]]:
        check_begun(self.begun)
        over = False
        if self.quick:
            self.action[0] = action_number(action)
            is_refused = self.quick.carry_out(self.action) != NONE
            now = self.quick.now
            brought, over = float(now.reward[0, self.seat]), bool(now.done[0])
        else:
            brought, is_refused = self.step_by_views(action_number(action))
            over = self.one.is_over() and not is_refused
        seen, info = self.look()
        if is_refused:
            over = not info["action_mask"].any()
            return seen, self.refused_reward, over, False, {**info, "refused": IS_OVER if over else WHY_REFUSED}
        return seen, brought, over, False, info

    def step_by_views(self, action: int) -> tuple[float, bool]:
        """A step against bots that get views, as at a table; what it brought, and whether it was refused."""
        try:
            brought = float(self.one.act(self.seat, action)[self.seat])
        except BadAction:
            return 0.0, True
        brought += self.let_others_play()
        if self.one.is_over() and not self.one.by_points:
            winners = [seat for seat in range(self.one.seats) if self.one.game.kernels.is_winner(self.one.record, seat)]
            brought = (self.seat in winners) / len(winners) - 1 / self.one.seats
        return brought, False

    def render(self) -> Any:
        """What the seat sees, as text; None without a render mode."""
        if self.render_mode is None:
            return None
        game = self.one.game
        return sketch_text(game.sketch(game.shown(game.view(self.one.record, self.seat))))


def read_seeds(given: object, games: int) -> list[int | None]:
    """A seed for each game, None where chance decides."""
    if not isinstance(given, Sequence | np.ndarray) or isinstance(given, str | bytes):
        raise BadOptions(f"a seed is a whole number, or a list with one for each game, not {quote(given)}")
    if len(given) != games:
        raise BadOptions(f"{len(given)} seeds for {games} games: one for each is needed")
    return [None if one is None else check_seed(one) for one in given]


class VectorAgainstBots(gymnasium.vector.VectorEnv[Numbers, Actions, Numbers]):
    """Many games in one call, each with one seat against bots that play inside the kernel.

    A game that ends is followed by the next one in the same step: the observation is the new game's, and the last one
    of the old game is in `infos["final_obs"]`, its points in `infos["final_info"]["points"]`.
    """

    metadata = {  # noqa: RUF012  (Gymnasium's own name and type)
        "render_modes": ["ansi"],
        "render_fps": 1,
        "autoreset_mode": AutoresetMode.SAME_STEP,
    }

    def __init__(
        self,
        game: str,
        num_envs: int = 1,
        *,
        seats: int | None = None,
        seat: int = 0,
        opponents: Opponents = "greedy",
        options: Mapping[str, Any] | None = None,
        reward: Reward = "points",
        refused_reward: float = 0.0,
        render_mode: str | None = None,
    ) -> None:
        num_envs = counted(num_envs, "game")
        check_render_mode(render_mode)
        encoding = encoding_of(game, seats)
        names = opponents_of(encoding, seat, opponents)
        inside = kernel_numbers(encoding.game, names)
        if inside is None:
            raise BadOptions(
                f"{', '.join(dict.fromkeys(names))}: not all of them play inside the kernels; "
                "use vectorization_mode='sync' or 'async'"
            )
        self.num_envs, self.render_mode, self.refused_reward = num_envs, render_mode, read_refused(refused_reward)
        self.encoding, self.seat = encoding, seat
        given: dict[str, Any] = {"opponents": opponents, "options": options, "reward": reward}
        self.all = Against(encoding, num_envs, seat=seat, restarts=True, **given)
        self.single_observation_space, self.single_action_space = spaces_of(encoding)
        self.observation_space = gymnasium.vector.utils.batch_space(self.single_observation_space, num_envs)
        self.action_space = gymnasium.vector.utils.batch_space(self.single_action_space, num_envs)
        self.nothing_cut_off = np.zeros(num_envs, np.bool_)

    def reset(
        self, *, seed: int | Sequence[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Numbers, dict[str, Any]]:
        refuse_unknown(options)
        places = np.arange(self.num_envs)
        if seed is None or isinstance(seed, int | np.integer):
            super().reset(seed=seed)
            seeds = np.full(self.num_envs, self.np_random.integers(2**53))
        else:
            given = read_seeds(seed, self.num_envs)
            if None not in given:
                self.np_random = np.random.default_rng([one for one in given if one is not None])
            seeds = np.array([self.np_random.integers(2**53) if one is None else one for one in given])
        change_rules(self.all.blank, self.encoding, options)
        self.all.begin(seeds, places)
        return np.array(self.all.now.observation), {"action_mask": np.array(self.all.now.mask)}

    def step(self, actions: Actions) -> tuple[Numbers, Any, Any, Any, dict[str, Any]]:
        games, now = self.all, self.all.now
        games.check_begun()
        games.carry_out(games.read_actions(actions))
        infos: dict[str, Any] = {"action_mask": np.array(now.mask)}
        reward, done = np.array(games.reward), np.array(now.done, np.bool_)
        if games.refused.any():
            infos["refused"] = np.array(games.refused, np.bool_)
            reward[infos["refused"]] = self.refused_reward
        if done.any():
            infos.update(self.final(done))
        return np.array(now.observation), reward, done, self.nothing_cut_off.copy(), infos

    def final(self, done: npt.NDArray[np.bool_]) -> dict[str, Any]:
        """How the games ended that did, in Gymnasium's form."""
        last = np.full(self.num_envs, None, object)
        for place in np.flatnonzero(done):
            last[place] = self.all.last[place].copy()
        points = np.where(done[:, None], self.all.now.points, 0)
        final_info = {"points": points, "_points": done.copy()}
        return {"final_obs": last, "_final_obs": done.copy(), "final_info": final_info, "_final_info": done.copy()}

    def close_extras(self, **kwargs: Any) -> None:
        self.all.close()

    def action_masks(self) -> npt.NDArray[np.bool_]:
        """Which actions are possible now, one line for each game."""
        return np.asarray(self.all.now.mask, np.bool_)

    def render(self) -> Any:
        """What the seat sees in every game, as texts; None without a render mode."""
        if self.render_mode is None:
            return None
        game = self.encoding.game
        records = [game.record_type(self.all.states, place) for place in range(self.num_envs)]
        return tuple(sketch_text(game.sketch(game.shown(game.view(s, self.seat)))) for s in records)


def register() -> None:
    """Make the games known to `gymnasium.make` and `gymnasium.make_vec`."""
    for name in game_names():
        if f"erre/{name}-v1" not in gymnasium.registry:
            gymnasium.register(
                f"erre/{name}-v1",
                entry_point="erre.lab.envs.gymnasium:AgainstBots",
                vector_entry_point="erre.lab.envs.gymnasium:VectorAgainstBots",
                kwargs={"game": name},
            )


register()
