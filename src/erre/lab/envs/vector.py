"""Thousands of games in one call, so that a learner can play as fast as the rules run.

    env = VectorEnv(game, games=4096, seats=4, seed=1)
    now = env.reset()
    while learning:
        now = env.step(choose(now.observation, now.mask))

The arrays of `now` are the environment's own memory and are overwritten by each step: copy what you want to keep.
"""

from __future__ import annotations

import copy
import io
import math
import zipfile
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import cache, partial
from typing import Any, Literal

import numpy as np
import numpy.typing as npt

from erre.core.batch import blank_states, parts
from erre.core.chance import check_seed
from erre.core.cores import usable_cores
from erre.core.encoding import Encoding, bind_plain
from erre.core.engine import bind
from erre.core.entries import BYTES, INTS, LONGS, SHORTS, Array, Entry, declare, entry
from erre.core.errors import BadOptions, Refusal
from erre.core.game import Kernel
from erre.core.mode import INTERPRETED
from erre.core.record import NONE, Ints, ints
from erre.lab.envs import loops
from erre.lab.envs.critic import observe_all_of
from erre.lab.envs.encodings import encoding_of

Reward = Literal["points", "victory"]
ALIGNMENT = 64  # bytes
KEPT = ("states", "luck", "played", "seed", "first", "begun")  # what `get_state` saves


class BadAction(Refusal):
    """An action that was not offered."""


@dataclass(frozen=True)
class Now:
    """Where all games stand, one line each: who is to act, what it sees and can do, and what the step brought."""

    seat: npt.NDArray[np.int8]
    observation: npt.NDArray[np.int16]
    mask: npt.NDArray[np.int8]  # 1: the action is possible
    reward: npt.NDArray[np.float32]  # by seat, of the last step
    done: npt.NDArray[np.int8]  # 1: the last step ended a game, and another has begun
    points: npt.NDArray[np.int32]  # by seat, of the last game that ended


@dataclass(frozen=True)
class Loops:
    """The compiled loops of an encoding."""

    begin: Kernel
    look: Kernel
    act: Kernel
    begin_games: Kernel
    step_games: Kernel
    sample: Kernel


@cache
def loops_of(encoding: Encoding) -> Loops:
    """The loops of a game; the number of seats is in the records."""
    name, rules = f"{encoding.game.name}_env", encoding.game.kernels
    run = {"is_automatic": rules.is_automatic, "advance": rules.advance}
    made: Callable[..., Kernel] = partial(bind, name=name) if encoding.is_compiled else bind_plain
    begin = made(loops.begin_template, set_up=rules.set_up, **run)
    look = made(loops.look_template, next_seat=encoding.next_seat, observe=encoding.observe, offer=encoding.offer)
    ends = {"acting": rules.acting, "scores": rules.scores, "is_winner": rules.is_winner}
    act = made(loops.act_template, take=encoding.take, **run, **ends)
    begin_games = made(loops.begin_games_template, begin=begin, look=look)
    step_games = made(loops.step_games_template, begin=begin, look=look, act=act)
    made_of = Loops(begin, look, act, begin_games, step_games, bind(loops.sample_template, "env"))
    if encoding.is_compiled:
        declare(f"{encoding.game.name}.env", entries_of(encoding, made_of))
    return made_of


def entries_of(encoding: Encoding, made: Loops) -> list[Entry]:
    """How Python calls the loops and the encoding."""
    record, rows = encoding.game.record_type, Array(encoding.game.record_type)
    many, seen, masks, rewards = Array(np.int32, 2), Array(np.int16, 2), Array(np.int8, 2), Array(np.float32, 2)
    ends = (int, int, int, int)
    answers = (BYTES, seen, masks, rewards, BYTES, many, SHORTS, LONGS)
    return [
        entry(made.begin, rows, rows, int, INTS, int, int),
        entry(made.look, record, INTS, SHORTS, BYTES, SHORTS, LONGS),
        entry(made.act, record, int, int, bool, Array(np.float32), INTS, SHORTS, LONGS),
        entry(made.begin_games, rows, rows, many, LONGS, BYTES, seen, masks, SHORTS, LONGS, *ends),
        entry(made.step_games, rows, rows, many, LONGS, LONGS, bool, *answers, *ends),
        entry(made.sample, masks, many, LONGS, int, int),
        entry(encoding.observe, record, int, SHORTS),
        entry(encoding.offer, record, int, BYTES, SHORTS, LONGS),
        entry(encoding.next_seat, record, INTS),
    ]


class VectorEnv:
    """Games side by side on the CPU, over all its cores with the interpreter's lock released."""

    def __init__(
        self,
        game: str,
        games: int,
        *,
        seats: int | None = None,
        options: Mapping[str, Any] | None = None,
        seed: int = 0,
        first: int = 0,
        reward: Reward = "points",
        encoding: Encoding | None = None,
        threads: int | None = None,
    ) -> None:
        if games < 1:
            raise BadOptions(f"at least one game is needed, not {games}")
        self.encoding = encoding or encoding_of(game, seats)
        self.loops = loops_of(self.encoding)
        self.games, self.seats = games, seats or self.encoding.seats
        self.seed, self.first, self.by_points = check_seed(seed), first, read_reward(reward)
        played = self.encoding.game
        self.blank = blank_states(played, self.seats, played.read_options(options), 1)
        self.states = np.repeat(self.blank, games)
        self.luck = numbers((games, 2), np.int32)
        self.played = numbers((games,), np.int64)
        self.now = Now(
            seat=numbers((games,), np.int8),
            observation=numbers((games, self.encoding.size), np.int16),
            mask=numbers((games, self.encoding.actions), np.int8),
            reward=shareable((games, self.seats), np.float32),
            done=numbers((games,), np.int8),
            points=numbers((games, self.seats), np.int32),
        )
        threads = threads or usable_cores()
        chunk = -(-games // threads)
        self.parts = list(parts(games, chunk))
        self.rooms = [(ints(played.kernels.most_legal), ints(self.encoding.work, np.int64)) for _ in self.parts]
        self.pool = ThreadPoolExecutor(len(self.parts)) if len(self.parts) > 1 else None
        self.begun = False

    def __getstate__(self) -> dict[str, Any]:
        """Everything but the threads and the kernels, which a copy makes again."""
        usual = self.encoding is encoding_of(self.encoding.game.name, self.encoding.seats)
        kept = {name: value for name, value in vars(self).items() if name not in ("pool", "loops", "encoding")}
        return {**kept, "encoding": (self.encoding.game.name, self.encoding.seats) if usual else self.encoding}

    def __setstate__(self, kept: dict[str, Any]) -> None:
        vars(self).update(kept)
        self.now = Now(**{name: shared_again(array) for name, array in vars(self.now).items()})
        if isinstance(self.encoding, tuple):
            self.encoding = encoding_of(*self.encoding)
        self.loops = loops_of(self.encoding)
        self.pool = ThreadPoolExecutor(len(self.parts)) if len(self.parts) > 1 else None

    def get_state(self) -> bytes:
        """Where all games stand, their chance included; `set_state` takes it back, here or in another process."""
        memory = io.BytesIO()
        kept: dict[str, Any] = {name: np.asarray(getattr(self, name)) for name in KEPT}
        np.savez(memory, **kept, **vars(self.now))
        return memory.getvalue()

    def set_state(self, state: bytes) -> Now:
        """Go back to where `get_state` was called, in an environment of the same game and size."""
        try:
            kept = dict(np.load(io.BytesIO(state), allow_pickle=False))
        except (OSError, ValueError, EOFError, zipfile.BadZipFile):
            raise BadOptions("this is not the state of an environment") from None
        if set(kept) != {*KEPT, *vars(self.now)}:
            raise BadOptions("this is not the state of an environment")
        if kept["states"].dtype != self.states.dtype or kept["states"].shape != self.states.shape:
            raise BadOptions("this is the state of another game, or of another number of games")
        for name in ("states", "luck", "played"):
            getattr(self, name)[:] = kept[name]
        for name, values in vars(self.now).items():
            values[:] = kept[name]
        self.seed, self.first, self.begun = int(kept["seed"]), int(kept["first"]), bool(kept["begun"])
        return self.now

    def clone(self) -> VectorEnv:
        """An environment of its own that stands where this one does: for search, or to try something."""
        return copy.deepcopy(self)

    def observe_all(self, out: npt.NDArray[np.int16] | None = None) -> npt.NDArray[np.int16]:
        """What every seat sees now, by game and seat: together everything that any player knows, for a critic.

        Seats are counted from each observer's own, as in `now.observation`. With `out` no memory is allocated.
        """
        shape = (self.games, self.seats, self.encoding.size)
        seen = numbers(shape, np.int16) if out is None else out
        if seen.shape != shape or seen.dtype != np.int16:
            raise BadOptions(f"memory for int16 numbers of the shape {shape} is needed")
        rows, kernel = self.encoding.rows(self.states), observe_all_of(self.encoding)

        def observe(part: int) -> int:
            kernel(rows, seen, *self.parts[part])
            return NONE

        self.each_part(observe)
        return np.asarray(seen)

    def close(self) -> None:
        """End the threads."""
        if self.pool:
            self.pool.shutdown()

    def reset(self, seed: int | None = None) -> Now:
        """Begin in all places, with another seed if one is given."""
        self.seed = self.seed if seed is None else check_seed(seed)
        now = self.now
        now.reward[:] = 0
        now.done[:] = 0
        now.points[:] = 0
        rows, blank = self.encoding.rows(self.states), self.encoding.rows(self.blank)

        def begin(part: int) -> int:
            moves, work = self.rooms[part]
            memory = (rows, blank, self.luck, self.played, now.seat, now.observation, now.mask, moves, work)
            self.loops.begin_games(*memory, self.seed, self.first, *self.parts[part])
            return NONE

        self.each_part(begin)
        self.begun = True
        return now

    def step(self, actions: npt.ArrayLike) -> Now:
        """One action in every game. Those that were not offered are refused, and change nothing in their games."""
        if not self.begun:
            raise BadAction("reset the environment before its first step")
        chosen = self.read_actions(actions)
        now = self.now
        now.done[:] = 0
        rows, blank = self.encoding.rows(self.states), self.encoding.rows(self.blank)

        def step(part: int) -> int:
            moves, work = self.rooms[part]
            memory = (now.seat, now.observation, now.mask, now.reward, now.done, now.points, moves, work)
            place: int = self.loops.step_games(
                rows,
                blank,
                self.luck,
                self.played,
                chosen,
                self.by_points,
                *memory,
                self.seed,
                self.first,
                *self.parts[part],
            )
            return place

        refused = [place for place in self.each_part(step) if place != NONE]
        if refused:
            place = refused[0]
            raise BadAction(f"game {place}: action {chosen[place]} is not possible there; look at the mask")
        return now

    def read_actions(self, actions: npt.ArrayLike) -> npt.NDArray[np.int64]:
        """One whole number for each game."""
        chosen = np.asarray(actions)
        if chosen.shape != (self.games,) or not np.issubdtype(chosen.dtype, np.integer):
            raise BadAction(
                f"{self.games} whole numbers are needed, one for each game, not an array of "
                f"{chosen.dtype} with the shape {chosen.shape}"
            )
        return chosen.astype(np.int64)

    def sample(self) -> npt.NDArray[np.int64]:
        """A possible action for every game, each equally likely."""
        actions = np.zeros(self.games, np.int64)

        def sample(part: int) -> int:
            self.loops.sample(self.now.mask, self.luck, actions, *self.parts[part])
            return NONE

        self.each_part(sample)
        return actions

    def each_part(self, work: Any) -> list[int]:
        """Do something for every part, each in a thread of its own."""
        count = range(len(self.parts))
        return list(self.pool.map(work, count)) if self.pool else [work(part) for part in count]


def read_reward(reward: str) -> bool:
    """Whether rewards are points; refused if they are neither that nor victories."""
    if reward not in ("points", "victory"):
        raise BadOptions(f"the reward is 'points' or 'victory', not {reward!r}")
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
