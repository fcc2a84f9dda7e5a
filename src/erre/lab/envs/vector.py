"""Thousands of games in one call, so that a learner can play as fast as the rules run.

    env = VectorEnv(game, games=4096, seats=4, seed=1)
    now = env.reset()
    while learning:
        now = env.step(choose(now.observation, now.mask))

With `opponents` one seat is the learner's, and bots inside the kernels play the others between its turns. The arrays of
`now` are the environment's own memory and are overwritten by each step: copy what you want to keep.
"""

from __future__ import annotations

import copy
import math
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np
import numpy.typing as npt

from erre.core.batch import MOST_BOTS, blank_states, enough_memory, parts
from erre.core.chance import check_seed
from erre.core.cores import usable_cores
from erre.core.encoding import Encoding
from erre.core.errors import BadOptions, Refusal, quote
from erre.core.game import AnyGame, Game
from erre.core.mode import INTERPRETED
from erre.core.record import NONE, Ints, ints
from erre.core.whole import FAR, counted, numbered, whole
from erre.games import game as game_named
from erre.lab.envs.critic import observe_all_of
from erre.lab.envs.encodings import encoding_of
from erre.lab.envs.kernels import game_loops_of, loops_of
from erre.lab.envs.observations import ObservationType, byte_table, read_observations
from erre.lab.envs.opponents import Opponents, Seat, bots_by_seat, bots_used, is_rotating, learners_of
from erre.lab.envs.saved import ALIKE, KEPT, check_alike, pack_state, unpack_state

Reward = Literal["points", "victory"]
ALIGNMENT = 64  # bytes


class BadAction(Refusal):
    """An action that was not offered."""


@dataclass(frozen=True)
class Now:
    """Where all games stand, one line each: who is to act, what it sees and can do, and what the step brought."""

    seat: npt.NDArray[np.int8]
    observation: npt.NDArray[Any]  # of the type asked for: int16 by default
    mask: npt.NDArray[np.int8]  # 1: the action is possible
    reward: npt.NDArray[np.float32]  # by seat, of the last step
    done: npt.NDArray[np.int8]  # 1: the last step ended a game, and another has begun
    points: npt.NDArray[np.int32]  # by seat, of the last game that ended


class VectorEnv:
    """Games side by side on the CPU, over all its cores with the interpreter's lock released."""

    def __init__(
        self,
        game: str | AnyGame,
        games: int,
        *,
        seats: int | None = None,
        options: Mapping[str, Any] | None = None,
        seed: int = 0,
        first: int = 0,
        reward: Reward = "points",
        opponents: Opponents | None = None,
        seat: Seat | None = None,
        observation: ObservationType = "int16",
        encoding: Encoding | None = None,
        threads: int | None = None,
    ) -> None:
        games = counted(games, "game")
        threads = None if threads is None else counted(threads, "thread")
        self.encoding = encoding_of(game, seats) if encoding is None else checked(encoding, game, seats)
        self.observations = read_observations(self.encoding, observation)
        self.games, self.seats = games, self.encoding.seats if seats is None else seats
        with enough_memory(games):
            self.bots, self.learners = seats_of(self.encoding, self.seats, games, opponents, seat)
        self.rotates = is_rotating(seat)
        self.restarts = True  # whether the next game begins where one ends
        self.seed, self.first, self.by_points = check_seed(seed), numbered(first, "game"), read_reward(reward)
        played = self.encoding.game
        self.blank = blank_states(played, self.seats, played.read_options(options), 1)
        with enough_memory(games):
            self.allocate(games)
        self.last = self.memory((0, self.encoding.size))  # no room: nobody asked for it
        count = min(threads or usable_cores(), games)
        self.parts = list(parts(games, -(-games // count)))
        self.begun, self.is_closed = False, False
        self.prepare()

    def allocate(self, games: int) -> None:
        """Make room for games: their states, and what learners see of them."""
        self.states = np.repeat(self.blank, games)
        self.luck, self.seeds = numbers((games, 2), np.int32), numbers((games,), np.int64)
        self.numbers = numbers((games,), np.int64)  # of the games under their seeds
        self.refused = numbers((games,), np.int8)
        self.table = numbers((2, self.encoding.size), np.int32)
        if self.observations.is_scaled:
            self.table[:] = byte_table(self.encoding)
        self.now = Now(
            seat=numbers((games,), np.int8),
            observation=self.memory((games, self.encoding.size)),
            mask=numbers((games, self.encoding.actions), np.int8),
            reward=shareable((games, self.seats), np.float32),
            done=numbers((games,), np.int8),
            points=numbers((games, self.seats), np.int32),
        )

    def prepare(self) -> None:
        """What a copy makes again: the kernels, the workspace of each thread, and the threads."""
        self.sampled = loops_of(self.encoding).sample
        self.loops = game_loops_of(self.encoding, self.observations.name, bots_used(self.bots))
        self.rooms = [self.room() for _ in self.parts]
        self.pool = ThreadPoolExecutor(len(self.parts)) if len(self.parts) > 1 and not self.is_closed else None
        self.bind()

    def bind(self) -> None:
        """Note the arguments of the loops, which are the same in every step: a step of one game takes microseconds."""
        now, each = self.now, list(zip(self.rooms, self.parts, strict=True))
        rows, blank = self.encoding.rows(self.states), self.encoding.rows(self.blank)
        told = (now.seat, now.observation, now.mask, now.reward, now.done, self.refused, now.points, self.last)
        self.given = (rows, blank, self.luck, self.seeds, self.numbers, self.games, self.bots, self.rotates)
        self.to_begin = [(now.seat, now.observation, now.mask, *room, *part) for room, part in each]
        self.to_step = [(self.by_points, self.restarts, *told, *room, *part) for room, part in each]

    def room(self) -> tuple[Any, ...]:
        """Workspace of a thread: for moves, for an encoding, for bots, and to write observations."""
        size, is_real = self.encoding.size, self.observations.is_real
        real = np.zeros(size if is_real else 1, np.float32)
        moves, work = ints(self.encoding.game.kernels.most_legal), ints(self.encoding.work, np.int64)
        bits: Any = real.view(np.int32)
        return (
            *(moves, work, ints(self.loops.room, np.int64), ints(size), self.table, real),
            bits.view(Ints) if INTERPRETED else bits,
        )

    def memory(self, shape: tuple[int, ...]) -> Any:
        """Memory for observations of the type asked for."""
        kind = self.observations.dtype
        return numbers(shape, kind) if np.dtype(kind).kind == "i" else shareable(shape, kind)

    def __getstate__(self) -> dict[str, Any]:
        """Everything but the threads, their workspace and the kernels, which a copy makes again."""
        usual = self.encoding is encoding_of(self.encoding.game.name, self.encoding.seats)
        bound = ("given", "to_begin", "to_step")
        made_again = ("pool", "loops", "sampled", "rooms", "encoding", "observations", *bound)
        kept = {name: value for name, value in vars(self).items() if name not in made_again}
        encoding = (self.encoding.game.name, self.encoding.seats) if usual else self.encoding
        return {**kept, "encoding": encoding, "observations": self.observations.name}

    def __setstate__(self, kept: dict[str, Any]) -> None:
        vars(self).update(kept)
        self.now = Now(**{name: shared_again(array) for name, array in vars(self.now).items()})
        if isinstance(self.encoding, tuple):
            self.encoding = encoding_of(*self.encoding)
        self.observations = read_observations(self.encoding, kept["observations"])
        self.prepare()

    def get_state(self) -> bytes:
        """Where all games stand, their chance included; `set_state` takes it back, here or in another process."""
        return pack_state({**{name: np.asarray(getattr(self, name)) for name in (*KEPT, *ALIKE)}, **vars(self.now)})

    def set_state(self, state: bytes) -> Now:
        """Go back to where `get_state` was called, in an environment of the same game, size and opponents."""
        self.check_open()
        kept = unpack_state(state)
        check_alike(kept, self)
        for name in ("states", "luck", "seeds", "numbers"):
            getattr(self, name)[:] = kept[name]
        for name, values in vars(self.now).items():
            values[:] = kept[name]
        self.seed, self.first, self.begun = int(kept["seed"]), int(kept["first"]), bool(kept["begun"])
        return self.now

    def clone(self) -> VectorEnv:
        """An environment of its own that stands where this one does: for search, or to try something."""
        return copy.deepcopy(self)

    def observe_all(self, out: npt.NDArray[Any] | None = None) -> npt.NDArray[Any]:
        """What every seat sees now, by game and seat: together everything that any player knows, for a critic.

        Seats are counted from each observer's own, and the type is that of `now.observation`. With `out` no memory is
        allocated.
        """
        self.check_begun()
        shape, kind = (self.games, self.seats, self.encoding.size), np.dtype(self.observations.dtype)
        seen = self.memory(shape) if out is None else out
        if not isinstance(seen, np.ndarray) or seen.shape != shape or seen.dtype != kind or not seen.flags.writeable:
            raise BadOptions(f"memory for {kind} numbers of the shape {shape} is needed")
        rows, kernel = self.given[0], observe_all_of(self.encoding, self.observations.name)

        def observe(part: int) -> int:
            kernel(rows, seen, *self.rooms[part][-4:], *self.parts[part])
            return NONE

        self.each_part(observe)
        return np.asarray(seen)

    def close(self) -> None:
        """End the threads; what is asked afterwards is refused. Closing twice does no harm."""
        self.is_closed = True
        if self.pool:
            self.pool.shutdown()
            self.pool = None

    def check_open(self) -> None:
        """Refuse to play on in an environment that was closed."""
        check_open(self.is_closed)

    def check_begun(self) -> None:
        """Refuse to play on where no game has begun, or none can be played any more."""
        self.check_open()
        check_begun(self.begun)

    def __repr__(self) -> str:
        played, stands = self.encoding.game, "closed" if self.is_closed else "" if self.begun else "not begun"
        sizes = f"{self.games} games of {self.seats} seats, {self.observations.name} observations"
        return f"<VectorEnv of {played.title}: {', '.join(filter(None, [sizes, stands]))}>"

    def reset(self, seed: int | None = None) -> Now:
        """Begin in all places, with another seed if one is given."""
        self.seed = self.seed if seed is None else check_seed(seed)
        self.seeds[:] = self.seed
        self.numbers[:] = np.arange(self.first, self.first + self.games)
        return self.begin_games()

    def begin_games(self) -> Now:
        """Begin the games whose seeds and numbers are noted."""
        self.check_open()
        now = self.now
        now.seat[:] = self.learners
        now.reward[:] = 0
        now.done[:] = 0
        now.points[:] = 0

        def begin(part: int) -> int:
            self.loops.begin_games(*self.given, *self.to_begin[part])
            return NONE

        self.each_part(begin)
        self.begun = True
        return now

    def step(self, actions: npt.ArrayLike) -> Now:
        """One action in every game. Those that were not offered are refused, and change nothing in their games."""
        self.check_begun()
        chosen = self.read_actions(actions)
        place = self.carry_out(chosen)
        if place != NONE:
            raise BadAction(f"game {place}: action {chosen[place]} is not possible there; look at the mask")
        return self.now

    def carry_out(self, chosen: npt.NDArray[np.int64]) -> int:
        """The same for actions that were read; the first place where one was refused, or NONE."""
        step, given = self.loops.step_games, (*self.given, chosen)
        if self.pool is None:
            place: int = step(*given, *self.to_step[0])
            return place
        places = self.pool.map(lambda rest: step(*given, *rest), self.to_step)
        return next((place for place in list(places) if place != NONE), NONE)

    def read_actions(self, actions: npt.ArrayLike) -> npt.NDArray[np.int64]:
        """One whole number for each game."""
        try:
            chosen = np.asarray(actions)
        except ValueError:  # lists of different lengths
            raise BadAction(f"{self.games} whole numbers are needed, one for each game, not {quote(actions)}") from None
        if chosen.shape != (self.games,) or not np.issubdtype(chosen.dtype, np.integer):
            raise BadAction(
                f"{self.games} whole numbers are needed, one for each game, not an array of "
                f"{chosen.dtype} with the shape {chosen.shape}"
            )
        return chosen.astype(np.int64)

    def sample(self) -> npt.NDArray[np.int64]:
        """A possible action for every game, each equally likely."""
        self.check_begun()
        actions = np.zeros(self.games, np.int64)

        def sample(part: int) -> int:
            self.sampled(self.now.mask, self.luck, actions, *self.parts[part])
            return NONE

        self.each_part(sample)
        return actions

    def each_part(self, work: Any) -> list[int]:
        """Do something for every part, each in a thread of its own."""
        count = range(len(self.parts))
        return list(self.pool.map(work, count)) if self.pool else [work(part) for part in count]


def seats_of(
    encoding: Encoding, seats: int, games: int, opponents: Opponents | None, seat: Seat | None
) -> tuple[Any, npt.NDArray[np.int8]]:
    """The bots by seat, none where every seat is the learner's, and the learner's seat in each place."""
    if opponents is None and seat is not None:
        raise BadOptions("without opponents every seat is the learner's: name some, or leave out `seat`")
    if opponents is not None and seats != encoding.seats:
        raise BadOptions(f"against opponents the encoding is of {seats} seats, and this one is of {encoding.seats}")
    found = np.zeros((0, MOST_BOTS), np.int8) if opponents is None else bots_by_seat(encoding, opponents)
    bots = numbers(found.shape, np.int8)
    bots[:] = found
    return bots, learners_of(encoding, games, seat)


def checked(encoding: object, game: str | AnyGame, seats: int | None) -> Encoding:
    """An encoding of that game with room for so many seats; anything else is refused."""
    if not isinstance(encoding, Encoding):
        raise BadOptions(f"an Encoding is needed, not {quote(encoding)}")
    played = game if isinstance(game, Game) else game_named(game)
    if encoding.game.name != played.name:
        raise BadOptions(f"this is an encoding of {encoding.game.title}, and not of {played.title}")
    if seats is not None and played.check_seats(seats) > encoding.seats:
        raise BadOptions(f"this encoding has room for {encoding.seats} seats, and {seats} were asked for")
    return encoding


def check_open(is_closed: bool) -> None:
    """Refuse to go on with an environment that was closed."""
    if is_closed:
        raise BadAction("this environment was closed: make another one")


def check_begun(begun: bool) -> None:
    """Refuse to go on where no game has begun."""
    if not begun:
        raise BadAction("reset the environment first: no game has begun yet")


def action_number(action: object) -> int:
    """An action as a plain number, out of an array with one too; what is no whole number is refused."""
    number = whole(action.item() if isinstance(action, np.ndarray) and action.size == 1 else action)
    if number is None or abs(number) >= FAR:
        raise BadAction(f"an action is a whole number, not {quote(action)}")
    return number


def read_reward(reward: object) -> bool:
    """Whether rewards are points; refused if they are neither that nor victories."""
    if not isinstance(reward, str) or reward not in ("points", "victory"):
        raise BadOptions(f"the reward is 'points' or 'victory', not {quote(reward)}")
    return reward == "points"


def shared_again(array: npt.NDArray[Any]) -> npt.NDArray[Any]:
    """A copy in memory that libraries can share."""
    copied = shareable(array.shape, array.dtype)
    copied[:] = array
    return copied.view(type(array))


def numbers(shape: tuple[int, ...], dtype: type[np.signedinteger[Any]]) -> Any:
    """Memory that rules can read in every engine."""
    array = shareable(shape, dtype)
    return array.view(Ints) if INTERPRETED else array


def shareable(shape: tuple[int, ...], dtype: Any) -> npt.NDArray[Any]:
    """Zeros that begin where all libraries can share them: JAX copies whatever begins elsewhere."""
    size = math.prod(shape) * np.dtype(dtype).itemsize
    memory = np.zeros(size + ALIGNMENT, np.uint8)
    start = -memory.ctypes.data % ALIGNMENT
    zeros: npt.NDArray[Any] = memory[start : start + size].view(dtype).reshape(shape)
    return zeros
