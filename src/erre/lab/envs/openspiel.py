"""Our games as games of OpenSpiel, so that its algorithms and tests run on them.

    import pyspiel, erre.lab.envs.openspiel
    game = pyspiel.load_game(f"python_erre_{name}(players=4)")

Needs `pip install '.[bench]'`. Games are registered that say how long they can get. All chance of a game lies in
its key, so chance comes first: 32 nodes, one for each byte of it. Seats that choose at once do so one after another,
without seeing each other's choice. An information state is what a seat sees now, and a hash over all that it saw
before. `resample_from_infostate` deals what the player cannot know again, exactly as likely as it is; OpenSpiel's
IS-MCTS in Python uses it; the one in C++ cannot play games that are written in Python, and crashes.
"""

from __future__ import annotations

import hashlib
from functools import cache
from typing import Any

import numpy as np
import pyspiel

from erre.core.batch import blank_states
from erre.core.chance import KEY_BYTES, put_key, seed_luck
from erre.core.encoding import Encoding
from erre.core.game import AnyGame
from erre.core.record import ints
from erre.games import all_games
from erre.games import game as game_named
from erre.lab.envs.encodings import encoding_of
from erre.lab.envs.vector import Loops, loops_of, numbers

BYTE = 256
SEEDS = 2**53  # as many as a sampler's fractions can tell apart
POINTS_BOUND = 2000.0  # larger than any score
GAMES = tuple(one.name for one in all_games() if one.longest_game)
EVEN_BYTES = [(byte, 1 / BYTE) for byte in range(BYTE)]


@cache
def kit(name: str, seats: int) -> tuple[Encoding, Loops]:
    """The encoding of a game, and its loops."""
    encoding = encoding_of(name, seats)
    return encoding, loops_of(encoding)


def type_of(name: str) -> Any:
    """What OpenSpiel wants to know before it makes a game."""
    played = game_named(name)
    kinds = pyspiel.GameType
    return kinds(
        short_name=f"python_erre_{name}",
        long_name=f"Erre: {played.title}",
        dynamics=kinds.Dynamics.SEQUENTIAL,
        chance_mode=kinds.ChanceMode.EXPLICIT_STOCHASTIC,
        information=kinds.Information.IMPERFECT_INFORMATION,
        utility=kinds.Utility.GENERAL_SUM,
        reward_model=kinds.RewardModel.TERMINAL,
        max_num_players=played.most_seats,
        min_num_players=played.least_seats,
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        provides_factored_observation_string=False,
        parameter_specification={"players": min(4, played.most_seats)},
    )


class ErreGame(pyspiel.Game):  # type: ignore[misc]
    """One of our games for OpenSpiel."""

    name = ""

    def __init__(self, params: Any = None) -> None:
        given = params or {}
        kind = type_of(self.name)
        seats = int(given.get("players", min(4, game_named(self.name).most_seats)))
        self.encoding: Encoding = encoding_of(self.name, seats)
        info = pyspiel.GameInfo(
            num_distinct_actions=self.encoding.actions,
            max_chance_outcomes=BYTE,
            num_players=seats,
            min_utility=-POINTS_BOUND,
            max_utility=POINTS_BOUND,
            utility_sum=None,
            max_game_length=game_named(self.name).longest_game,
        )
        super().__init__(kind, info, {"players": seats})

    def new_initial_state(self, *_: Any) -> ErreState:
        """A table before its key is drawn."""
        return ErreState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> ErreObserver:
        """An observer for a player."""
        if params:
            raise ValueError(f"observers of Erre's games have no parameters, and these were given: {params}")
        return ErreObserver(self.encoding)


class ErreState(pyspiel.State):  # type: ignore[misc]
    """A table. OpenSpiel copies what `__init__` sets, so that nothing is kept here that could be shared."""

    def __init__(self, game: ErreGame) -> None:
        super().__init__(game)
        encoding = game.encoding
        played = encoding.game
        self.name, self.seats = played.name, encoding.seats
        self.record = played.record_type(blank_states(played, self.seats, played.read_options({}), 1))
        self.key: list[int] = []
        self.actor = int(pyspiel.PlayerId.CHANCE)
        self.past: list[tuple[int, bytes]] = []  # who acted, and the truth before
        self.seen = [(0, "")] * self.seats  # by player: how much of the past it is, and a hash over what was seen in it

    @property
    def encoding(self) -> Encoding:
        """The encoding of the game."""
        return encoding_of(self.name, self.seats)

    @property
    def played(self) -> AnyGame:
        """The game that the state belongs to."""
        return self.encoding.game

    def current_player(self) -> int:
        """Who is to act: chance until the key is drawn."""
        return self.actor

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """A byte of the key."""
        return EVEN_BYTES

    def _legal_actions(self, player: int) -> list[int]:
        if player != self.actor:
            return []
        encoding = self.encoding
        mask, work = numbers((encoding.actions,), np.int8), ints(encoding.work, np.int64)
        encoding.offer(self.record, player, mask, ints(encoding.game.kernels.most_legal), work)
        actions: list[int] = np.flatnonzero(mask).tolist()
        return actions

    def _apply_action(self, action: int) -> None:
        if len(self.key) < KEY_BYTES:
            self.key.append(action)
            if len(self.key) == KEY_BYTES:
                self.deal()
            return
        self.past.append((self.actor, self.record.to_bytes()))
        encoding, loops = kit(self.name, self.seats)
        moves, work = ints(encoding.game.kernels.most_legal), ints(encoding.work, np.int64)
        reward, points = np.zeros(self.seats, np.float32), numbers((self.seats,), np.int32)
        loops.act(self.record, self.actor, action, True, reward, points, moves, work)
        self.find_actor()

    def deal(self) -> None:
        """Set the table up by its key."""
        s, rules = self.record, self.played.kernels
        put_key(s, bytes(self.key))
        rules.set_up(s)
        while rules.is_automatic(s):
            rules.advance(s)
        self.find_actor()

    def find_actor(self) -> None:
        """Who is to act now."""
        seat = int(self.encoding.next_seat(self.record, numbers((2,), np.int32)))
        self.actor = seat if seat >= 0 else int(pyspiel.PlayerId.TERMINAL)

    def remembered(self, player: int) -> str:
        """A hash over what a player saw at each decision so far, and who acted; worked out when it is asked for."""
        known, seen = self.seen[player]
        for actor, truth in self.past[known:]:
            before = self.numbers_in(type(self.record).from_bytes(truth), player)
            seen = hashlib.sha256(f"{seen}{actor}{before.tobytes().hex()}".encode()).hexdigest()[:16]
        self.seen[player] = (len(self.past), seen)
        return seen

    def numbers_of(self, player: int) -> Any:
        """A player's observation."""
        dealt = len(self.key) == KEY_BYTES
        return self.numbers_in(self.record, player) if dealt else np.zeros(self.encoding.size, np.int16)

    def numbers_in(self, record: Any, player: int) -> Any:
        """What a player sees of a truth."""
        out = numbers((self.encoding.size,), np.int16)
        self.encoding.observe(record, player, out)
        return np.asarray(out)

    def information_state_string(self, player: int | None = None) -> str:
        """What a player sees and saw."""
        who = self.actor if player is None else player
        return f"{self.remembered(who)} {self.observation_string(who)}"

    def observation_string(self, player: int | None = None) -> str:
        """A player's observation."""
        who = self.actor if player is None else player
        return " ".join([f"p{who}", *map(str, self.numbers_of(who).tolist())])

    def resample_from_infostate(self, player: int, sampler: Any) -> ErreState:
        """A table that this player could not tell from this one, each as likely as it is; chance is the sampler's."""
        self.remembered(player)
        other: ErreState = self.clone()
        luck = numbers((2,), np.int32)
        seed_luck(luck, int(sampler() * SEEDS), 0)
        self.played.kernels.imagine(other.record, player, luck, ints(self.played.kernels.scratch))
        return other

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return f"byte {action}"
        return self.encoding.action_name(action)

    def is_terminal(self) -> bool:
        """Whether the game has ended."""
        return self.actor == int(pyspiel.PlayerId.TERMINAL)

    def returns(self) -> list[float]:
        """The returns of all players at the end of the game."""
        if not self.is_terminal():
            return [0.0] * self.seats
        return [float(self.played.kernels.scores(self.record, seat)) for seat in range(self.seats)]

    def __str__(self) -> str:
        if len(self.key) < KEY_BYTES:
            return f"{len(self.key)} bytes of the key"
        digest = hashlib.sha256(self.record.to_bytes()).hexdigest()[:16]
        return f"{self.played.phase(self.record)} {digest}"


class ErreObserver:
    """A player's observations, in OpenSpiel's interface."""

    def __init__(self, encoding: Encoding) -> None:
        self.tensor = np.zeros(encoding.size, np.float32)
        self.dict = {name: self.tensor[place] for name, place in encoding.slices().items()}

    def set_from(self, state: ErreState, player: int) -> None:
        """Write what a player sees in a state into the tensor."""
        self.tensor[:] = state.numbers_of(player)

    def string_from(self, state: ErreState, player: int) -> str:
        """The observation as text."""
        return state.observation_string(player)


def register() -> None:
    """Make the games known to `pyspiel.load_game`."""
    known = pyspiel.registered_names()
    for name in GAMES:
        if f"python_erre_{name}" not in known:
            kind = type(f"Erre_{name}", (ErreGame,), {"name": name})
            pyspiel.register_game(type_of(name), kind)


register()
