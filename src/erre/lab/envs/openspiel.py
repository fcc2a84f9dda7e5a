"""Erre's games as OpenSpiel games, so that OpenSpiel's algorithms and tests run on them.

    import pyspiel, erre.lab.envs.openspiel
    game = pyspiel.load_game("python_erre_NAME", {"players": 4, "options": "name:value", "reward": "victory"})
    small = pyspiel.load_game("python_erre_small_NAME", {"size": 1})

Needs `pip install '.[bench]'`. Registers the games that declare their maximum length, and their small versions. All
chance of a game is in its deal, so the chance nodes come first: 32 nodes, one for each byte of the key, or with `deals`
a single node with that many deals, which follow from `seed`. In a small version, every deal is an outcome of one chance
node, so that tabular algorithms can solve it.

Seats that choose simultaneously do so one after another, without seeing each other's choices. An information state is
what a seat sees now, and a hash of everything it saw before. `resample_from_infostate` re-deals what the player cannot
know, with the exact probabilities; OpenSpiel's IS-MCTS in Python uses it. The C++ implementation crashes on games that
are written in Python.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from functools import cache
from typing import Any, Self

import msgspec
import numpy as np
import pyspiel

from erre.core.batch import blank_states
from erre.core.chance import KEY_BYTES, check_seed, key_from_seed, put_key, seed_luck
from erre.core.companions import companion
from erre.core.errors import BadOptions, quote
from erre.core.game import AnyGame
from erre.core.record import ints
from erre.core.subgame import Subgame, small_version, utilities
from erre.core.whole import numbered, real, seat_number
from erre.games import all_games
from erre.games import game as game_named
from erre.lab.envs.encodings import encoding_of, encoding_with
from erre.lab.envs.kernels import loops_of
from erre.lab.envs.vector import BadAction, numbers, read_reward

BYTE = 256
SEEDS = 2**53  # as many as a sampler's fractions can tell apart
MOST_DEALS = 1_000_000  # a list has every one of them
POINTS_BOUND = 2000.0  # larger than any score
GAMES = tuple(one.name for one in all_games() if one.longest_game)
SMALL_GAMES = tuple(one.name for one in all_games() if companion(one, "small"))
EVEN_BYTES = [(byte, 1 / BYTE) for byte in range(BYTE)]
CHANCE, TERMINAL = int(pyspiel.PlayerId.CHANCE), int(pyspiel.PlayerId.TERMINAL)


class Kit:
    """Everything that the states of a game share; memory in which kernels write is used by one call at a time."""

    def __init__(self, name: str, seats: int, parameters: dict[str, Any]) -> None:
        played = game_named(name)
        is_legal = played.least_seats <= seats <= played.most_seats
        self.encoding = encoding_of(name, seats) if is_legal else encoding_with(played, seats)
        self.loops = loops_of(self.encoding)
        self.game, self.rules, self.seats = played, played.kernels, seats
        self.moves, self.work = ints(played.kernels.most_legal), ints(self.encoding.work, np.int64)
        self.mask, self.seen = numbers((self.encoding.actions,), np.int8), numbers((self.encoding.size,), np.int16)
        self.reward, self.points = np.zeros(seats, np.float32), numbers((seats,), np.int32)
        self.luck = numbers((2,), np.int32)
        self.parameters = parameters
        self.points_met, self.offered = 0, 0  # in all games: how many there were, and the one that `mask` is of

    def __deepcopy__(self, memo: Any) -> Self:
        return self  # states are copied often, and all of them may use the same one


class Past:
    """What happened, newest first: who acted, and the truth before. It never changes, so that copies share it."""

    __slots__ = ("actor", "before", "length", "truth")

    def __init__(self, before: Past | None, actor: int, truth: bytes) -> None:
        self.before, self.actor, self.truth = before, actor, truth
        self.length: int = 1 if before is None else before.length + 1

    def __deepcopy__(self, memo: Any) -> Self:
        return self

    def since(self, length: int) -> list[tuple[int, bytes]]:
        """What came after the first `length` steps, oldest first."""
        found: list[tuple[int, bytes]] = []
        step: Past | None = self
        while step is not None and step.length > length:
            found.append((step.actor, step.truth))
            step = step.before
        return found[::-1]


def kind_of(short: str, title: str, least: int, most: int, parameters: dict[str, Any], *, zero_sum: bool) -> Any:
    """What OpenSpiel wants to know before it makes a game."""
    kinds = pyspiel.GameType
    return kinds(
        short_name=short,
        long_name=f"Erre: {title}",
        dynamics=kinds.Dynamics.SEQUENTIAL,
        chance_mode=kinds.ChanceMode.EXPLICIT_STOCHASTIC,
        information=kinds.Information.IMPERFECT_INFORMATION,
        utility=kinds.Utility.ZERO_SUM if zero_sum else kinds.Utility.GENERAL_SUM,
        reward_model=kinds.RewardModel.TERMINAL,
        max_num_players=most,
        min_num_players=least,
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        provides_factored_observation_string=False,
        parameter_specification=parameters,
    )


def type_of(name: str) -> Any:
    """A whole game with its parameters and their defaults."""
    played = game_named(name)
    parameters = {"players": min(4, played.most_seats), "options": "", "reward": "points", "deals": 0, "seed": 0}
    seats = (played.least_seats, played.most_seats)
    return kind_of(f"python_erre_{name}", played.title, *seats, parameters, zero_sum=False)


def small_type_of(name: str) -> Any:
    """A small version: its settings are its parameters."""
    settings = msgspec.to_builtins(settings_type(name)())
    title = f"{game_named(name).title}, small"
    return kind_of(f"python_erre_small_{name}", title, 2, 4, {**settings, "options": ""}, zero_sum=True)


def settings_type(name: str) -> Any:
    """The settings of a game's small version."""
    return companion(game_named(name), "small").Settings  # type: ignore[union-attr]


def read_options(text: str) -> dict[str, Any]:
    """Options of the rules out of `name:value;name:value`, since = and commas mean something in OpenSpiel's texts."""
    pairs = [pair.partition(":") for pair in text.split(";") if pair.strip()]
    return {name.strip(): read_value(value.strip()) for name, _, value in pairs}


def read_value(text: str) -> Any:
    """A number, true or false, or a word."""
    try:
        return msgspec.json.decode(text)
    except (msgspec.DecodeError, RecursionError):
        return text


class ErreGame(pyspiel.Game):  # type: ignore[misc]
    """One of our games for OpenSpiel."""

    name = ""

    def __init__(self, params: Any = None) -> None:
        kind = type_of(self.name)
        given = {**kind.parameter_specification, **(params or {})}
        played = game_named(self.name)
        options = played.read_options(read_options(given["options"]))
        self.by_points, self.seed = read_reward(given["reward"]), check_seed(given["seed"])
        self.deals = numbered(given["deals"], "deal")
        if self.deals > MOST_DEALS:
            raise BadOptions(f"deals: at most {MOST_DEALS:,}, not {self.deals:,}")
        self.kit = Kit(self.name, played.check_seats(given["players"]), given)
        self.blank = blank_states(played, self.kit.seats, options, 1)
        self.outcomes = [(deal, 1 / self.deals) for deal in range(self.deals)] if self.deals else EVEN_BYTES
        bound = POINTS_BOUND if self.by_points else 1.0
        info = pyspiel.GameInfo(
            num_distinct_actions=self.kit.encoding.actions,
            max_chance_outcomes=len(self.outcomes),
            num_players=self.kit.seats,
            min_utility=-bound,
            max_utility=bound,
            utility_sum=None,
            max_game_length=played.longest_game,
        )
        super().__init__(kind, info, given)

    def new_initial_state(self, *_: Any) -> ErreState:
        """A table before its deal is drawn."""
        return ErreState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> ErreObserver:
        """An observer for a player."""
        if params:
            raise ValueError(f"observers of Erre's games have no parameters, and these were given: {params}")
        return ErreObserver(self.kit)


class SmallErreGame(pyspiel.Game):  # type: ignore[misc]
    """The small version of one of our games."""

    name = ""

    def __init__(self, params: Any = None) -> None:
        kind = small_type_of(self.name)
        given = {**kind.parameter_specification, **(params or {})}
        settings = {name: value for name, value in given.items() if name != "options"}
        self.subgame: Subgame = small_version(game_named(self.name), settings, read_options(given["options"]))
        self.kit = Kit(self.name, self.subgame.seats, given)
        self.outcomes = [(deal, world.chance) for deal, world in enumerate(self.subgame.worlds)]
        info = pyspiel.GameInfo(
            num_distinct_actions=self.kit.encoding.actions,
            max_chance_outcomes=len(self.outcomes),
            num_players=self.subgame.seats,
            min_utility=-POINTS_BOUND,
            max_utility=POINTS_BOUND,
            utility_sum=0.0,
            max_game_length=game_named(self.name).longest_game,
        )
        super().__init__(kind, info, given)

    def new_initial_state(self, *_: Any) -> SmallErreState:
        """A table before its deal is drawn."""
        return SmallErreState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> ErreObserver:
        """An observer for a player."""
        return ErreObserver(self.kit)


class State(pyspiel.State):  # type: ignore[misc]
    """A table. OpenSpiel copies what `__init__` sets, so that nothing is kept here that could be shared."""

    kit: Kit
    record: Any

    def __init__(self, game: Any) -> None:
        super().__init__(game)
        self.kit = game.kit
        self.actor = CHANCE
        self.past: Past | None = None
        self.point = 0  # of the game; copies share it until they go on
        self.memories: dict[int, tuple[int, str]] = {}  # by player: how much of the past, and a hash over what was seen

    @property
    def played(self) -> AnyGame:
        """The game that the state belongs to."""
        return self.kit.game

    @property
    def is_dealt(self) -> bool:
        """Whether chance has decided everything."""
        return self.actor != CHANCE

    def current_player(self) -> int:
        """Who is to act: chance until the deal is drawn."""
        return self.actor

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """A byte of the key, or a deal."""
        found: list[tuple[int, float]] = self.get_game().outcomes
        return found

    def _legal_actions(self, player: int) -> list[int]:
        if player != self.actor:
            return []
        actions: list[int] = self.offer().nonzero()[0].tolist()
        return actions

    def legal_actions(self, player: int | None = None) -> list[int]:
        """The actions of a player, that of the one to act by default; from Python without the way through C++."""
        actor = self.actor
        if actor < 0 or (player is not None and player != actor):
            theirs: list[int] = super().legal_actions() if player is None else super().legal_actions(player)
            return theirs
        actions: list[int] = self.offer().nonzero()[0].tolist()
        return actions

    def is_chance_node(self) -> bool:
        """Whether chance is to decide."""
        return self.actor == CHANCE

    def offer(self) -> Any:
        """1 for every action that is legal here, 0 for the others; what was asked last is not worked out again."""
        kit = self.kit
        if kit.offered != self.point:
            kit.encoding.offer(self.record, self.actor, kit.mask, kit.moves, kit.work)
            kit.offered = self.point
        return kit.mask

    def check(self, action: int) -> None:
        """Refuse an action that is not legal here; nothing changes."""
        mask = self.kit.mask if self.kit.offered == self.point else self.offer()
        if not 0 <= action < len(mask) or not mask[action]:
            raise BadAction(f"player {self.actor} has no legal action {action} here")

    def check_outcome(self, outcome: int) -> None:
        """Refuse what chance cannot bring; nothing changes."""
        count = len(self.chance_outcomes())
        if not 0 <= outcome < count:
            raise BadAction(f"chance has the outcomes 0 to {count - 1} here, not {outcome}")

    def remember(self) -> None:
        """Write down who acts, and the truth before."""
        self.past = Past(self.past, self.actor, self.record.to_bytes())

    def find_actor(self) -> None:
        """Who is to act now, at a new point of the game."""
        self.count_point()
        seat = int(self.kit.encoding.next_seat(self.record, self.kit.luck))
        self.actor = seat if seat >= 0 else TERMINAL

    def count_point(self) -> None:
        """Note that the truth has changed: what was legal before need not be."""
        self.kit.points_met += 1
        self.point = self.kit.points_met

    def remembered(self, player: int) -> str:
        """A hash over what a player saw at each decision so far, and who acted; worked out when it is asked for."""
        known, seen = self.memories.get(player, (0, ""))
        if self.past is None or self.past.length == known:
            return seen
        for actor, truth in self.past.since(known):
            before = self.numbers_in(type(self.record).from_bytes(truth), player)
            seen = hashlib.sha256(f"{seen}{actor}{before.tobytes().hex()}".encode()).hexdigest()[:16]
        self.memories[player] = (self.past.length, seen)
        return seen

    def player_asked(self, player: int | None) -> int:
        """The player who is asked about, by default the one to act; refused where there is none."""
        return seat_number(self.actor if player is None else player, self.kit.seats)

    def numbers_of(self, player: int) -> Any:
        """A player's observation."""
        who = self.player_asked(player)
        return self.numbers_in(self.record, who) if self.is_dealt else np.zeros(self.kit.encoding.size, np.int16)

    def numbers_in(self, record: Any, player: int) -> Any:
        """What a player sees of a truth; the next question overwrites it."""
        self.kit.encoding.observe(record, player, self.kit.seen)
        return np.asarray(self.kit.seen)

    def information_state_string(self, player: int | None = None) -> str:
        """What a player sees and saw."""
        who = self.player_asked(player)
        return f"{self.remembered(who)} {self.observation_string(who)}"

    def observation_string(self, player: int | None = None) -> str:
        """A player's observation."""
        who = self.player_asked(player)
        return " ".join([f"p{who}", *map(str, self.numbers_of(who).tolist())])

    def _action_to_string(self, player: int, action: int) -> str:
        if player == CHANCE:
            return f"deal {action}"
        if not 0 <= action < self.kit.encoding.actions:
            raise BadAction(f"there is no action {quote(action)}: they are 0 to {self.kit.encoding.actions - 1}")
        return self.kit.encoding.action_name(action)

    def is_terminal(self) -> bool:
        """Whether the game has ended."""
        return self.actor == TERMINAL

    def __str__(self) -> str:
        if not self.is_dealt:
            return "before the deal"
        digest = hashlib.sha256(self.record.to_bytes()).hexdigest()[:16]
        return f"{self.played.phase(self.record)} {digest}"


class ErreState(State):
    """A table of a whole game."""

    def __init__(self, game: ErreGame) -> None:
        super().__init__(game)
        self.record = game.kit.game.record_type(game.blank.copy())
        self.key: tuple[int, ...] = ()

    def _apply_action(self, action: int) -> None:
        if self.actor == CHANCE:
            self.check_outcome(action)
            self.draw(action)
            return
        self.check(action)
        self.remember()
        kit = self.kit
        kit.loops.act(self.record, self.actor, action, True, kit.reward, kit.points, kit.moves, kit.work)
        self.find_actor()

    def draw(self, outcome: int) -> None:
        """An outcome of chance: a byte of the key, or the number of a deal."""
        game: ErreGame = self.get_game()
        if game.deals:
            self.deal(key_from_seed(game.seed, outcome))
            return
        self.key = (*self.key, outcome)
        if len(self.key) == KEY_BYTES:
            self.deal(bytes(self.key))

    def deal(self, key: bytes) -> None:
        """Set the table up by its key."""
        s, rules = self.record, self.kit.rules
        put_key(s, key)
        rules.set_up(s)
        while rules.is_automatic(s):
            rules.advance(s)
        self.find_actor()

    def resample_from_infostate(self, player: int, sampler: Any) -> ErreState:
        """A table that this player could not tell from this one, each as likely as it is; chance is the sampler's."""
        player = self.player_asked(player)
        self.remembered(player)
        other: ErreState = self.clone()
        other.count_point()
        luck = numbers((2,), np.int32)
        seed_luck(luck, drawn(sampler), 0)
        self.kit.rules.imagine(other.record, player, luck, ints(self.kit.rules.scratch))
        return other

    def returns(self) -> list[float]:
        """The returns of all players at the end of the game: points, or a victory shared by the winners."""
        s, rules, seats = self.record, self.kit.rules, self.kit.seats
        if not self.is_terminal():
            return [0.0] * seats
        if self.get_game().by_points:
            return [float(rules.scores(s, seat)) for seat in range(seats)]
        winners = [bool(rules.is_winner(s, seat)) for seat in range(seats)]
        return [won / sum(winners) - 1 / seats for won in winners]

    def __str__(self) -> str:
        return super().__str__() if self.is_dealt or not self.key else f"{len(self.key)} bytes of the key"


def drawn(sampler: Any) -> int:
    """A seed from a sampler, which draws fractions from 0 to 1; what is none is refused."""
    fraction = real(sampler()) if callable(sampler) else None
    if fraction is None or not 0 <= fraction <= 1:
        raise BadOptions(f"a sampler is a function that draws a number from 0 to 1, not {quote(sampler)}")
    return int(fraction * SEEDS)


class SmallErreState(State):
    """A table of a small version."""

    def _apply_action(self, action: int) -> None:
        subgame: Subgame = self.get_game().subgame
        if self.actor == CHANCE:
            self.check_outcome(action)
            self.record = subgame.worlds[action].record.copy()
            self.find_actor()
            return
        self.check(action)
        self.remember()
        s, rules = self.record, self.kit.rules
        rules.apply(s, self.actor, action)
        while not subgame.is_over(s) and rules.is_automatic(s):
            rules.advance(s)
        if subgame.is_over(s):
            self.actor = TERMINAL
        else:
            self.find_actor()

    def returns(self) -> list[float]:
        """What each player got more than the others on average."""
        if not self.is_terminal():
            return [0.0] * self.kit.seats
        found: list[float] = utilities(self.kit.game, self.record, self.kit.seats).tolist()
        return found


class ErreObserver:
    """A player's observations, in OpenSpiel's interface."""

    def __init__(self, kit: Kit) -> None:
        self.tensor = np.zeros(kit.encoding.size, np.float32)
        self.dict = {name: self.tensor[place] for name, place in kit.encoding.slices().items()}

    def set_from(self, state: State, player: int) -> None:
        """Write what a player sees in a state into the tensor."""
        self.tensor[:] = state.numbers_of(player)

    def string_from(self, state: State, player: int) -> str:
        """The observation as text."""
        return state.observation_string(player)


def kinds() -> Iterator[tuple[Any, type]]:
    """All games and small versions, with the classes that make them."""
    for name in GAMES:
        yield type_of(name), type(f"Erre_{name}", (ErreGame,), {"name": name})
    for name in SMALL_GAMES:
        yield small_type_of(name), type(f"SmallErre_{name}", (SmallErreGame,), {"name": name})


@cache
def register() -> None:
    """Make the games known to `pyspiel.load_game`."""
    known = pyspiel.registered_names()
    for kind, maker in kinds():
        if kind.short_name not in known:
            pyspiel.register_game(kind, maker)


register()
