"""Thousands of games in one call on a GPU, one game per thread; data stays in device memory unless requested.

    env = GpuVectorEnv(game, games=65536, seats=4, seed=1)
    now = env.reset()
    seen = torch.as_tensor(now.observation, device="cuda")  # the same memory: no copy
    now = env.step(policy(seen, torch.as_tensor(now.mask, device="cuda")))

With the same settings and actions, the games are the same as with `VectorEnv`, byte for byte. Everything in `now` is a
`CardArray`, which torch, JAX and CuPy read in place. By default, the values of one feature are adjacent for all games;
with `order="C"`, those of one game are. Steps are launched on one stream, without waiting for them.
"""

from __future__ import annotations

import copy
from collections.abc import Callable, Mapping
from functools import cached_property
from typing import TYPE_CHECKING, Any, Literal

import numpy as np

from erre.core import gpu
from erre.core.batch import blank_states
from erre.core.chance import check_seed
from erre.core.encoding import Encoding
from erre.core.errors import BadOptions, quote
from erre.core.game import AnyGame
from erre.core.whole import counted, numbered
from erre.lab.envs.encodings import encoding_of
from erre.lab.envs.gpu_arrays import CardArray
from erre.lab.envs.gpu_kernels import QUEUE_GRID, TILE, TILE_GRID, is_wide, kernels_of
from erre.lab.envs.gpu_launch import Launch, Replay, Stream
from erre.lab.envs.observations import ObservationType, byte_table, read_observations
from erre.lab.envs.opponents import Opponents, Seat, bots_used, is_rotating
from erre.lab.envs.saved import ALIKE, KEPT, check_alike, pack_state, unpack_state
from erre.lab.envs.vector import (
    BadAction,
    Now,
    Reward,
    check_begun,
    check_open,
    checked,
    read_reward,
    seats_of,
)

Order = Literal["F", "C"]
NOBODY = 2**31 - 1  # no place: no action was refused
THREADS = 64  # of a block: few, so that all processors of a card have some of a few thousand games
SHARED = ("blank", "learners", "table", "bots", "spaces")  # memory that says nothing of how the games stand
MOST_WRAPPED = 64  # memory of actions that is known at a time
MOST_THREADS = 1024  # of a block, on any card
LEFT = ("encoding", "observations", "games", "seats", "stream", "begun")  # of a closed environment: nothing on the card


class GpuVectorEnv:
    """Games side by side on a GPU."""

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
        order: Order = "F",
        keep_last: bool = False,
        encoding: Encoding | None = None,
        stream: Any = None,
        threads: int = THREADS,
    ) -> None:
        games, self.threads = counted(games, "game"), counted(threads, "thread")
        if self.threads > MOST_THREADS:
            raise BadOptions(f"a block has at most {MOST_THREADS:,} threads, not {self.threads:,}")
        if order not in ("F", "C"):
            raise BadOptions(f"the order is 'F' (column-major) or 'C' (row-major), not {order!r}")
        self.cuda, self.order, self.keep_last = gpu.cuda(), order, keep_last
        self.encoding = encoding_of(game, seats) if encoding is None else checked(encoding, game, seats)
        if not self.encoding.is_compiled:
            raise BadOptions(f"{self.encoding.game.title} brings no encoding, and the plain one does not run on a GPU")
        self.observations = read_observations(self.encoding, observation)
        self.games, self.seats = games, self.encoding.seats if seats is None else seats
        self.bots, self.learners = seats_of(self.encoding, self.seats, games, opponents, seat)
        self.kernels = kernels_of(self.encoding, observation, bots_used(self.bots))
        self.rotates = is_rotating(seat)
        self.seed, self.first, self.by_points = check_seed(seed), numbered(first, "game"), read_reward(reward)
        self.stream = Stream(stream)
        played = self.encoding.game
        self.blank = blank_states(played, self.seats, played.read_options(options), 1)
        self.begun, self.is_closed = False, False
        self.memory = self.fresh_memory()
        self.prepare()

    def fresh_memory(self) -> dict[str, Any]:
        """All that kernels read and write, on the card; a card has no memory without a size, so none is empty."""
        games, encoding, kind = self.games, self.encoding, self.observations.dtype
        zeros = {
            "words": np.repeat(self.blank, games).view(np.int32),
            "luck": self.columns((games, 2), np.int32),
            "seeds": np.zeros(games, np.int64),
            "numbers": np.zeros(games, np.int64),
            "refused": np.zeros(games, np.int8),
            "actions": np.zeros(games, np.int64),
            "seat": np.zeros(games, np.int8),
            "observation": self.columns((games, encoding.size), kind),
            "mask": self.columns((games, encoding.actions), np.int8),
            "reward": np.zeros((games, self.seats), np.float32, order=self.order),
            "done": np.zeros(games, np.int8),
            "points": np.zeros((games, self.seats), np.int32, order=self.order),
        }
        if self.keep_last:
            zeros["last"] = self.columns((games, encoding.size), kind)
        if self.order == "C":
            zeros |= {f"{name}_rows": np.zeros(zeros[name].shape, zeros[name].dtype) for name in self.in_columns}
        table = byte_table(encoding) if self.observations.is_scaled else np.zeros((2, 1), np.int32)
        bots = np.asarray(self.bots) if len(self.bots) else np.zeros((1, 1), np.int8)
        wrong = np.array([NOBODY], np.int32)
        zeros["queue"] = np.zeros(games + 1 if self.kernels.settle else 1, np.int32)
        given = {"blank": self.blank, "learners": self.learners, "table": table, "bots": bots, "wrong": wrong}
        memory = {name: self.cuda.to_device(values) for name, values in {**zeros, **given}.items()}
        return {**memory, "spaces": self.spaces()}

    def spaces(self) -> Any:
        """Workspace of every game that is too wide for the memory of a thread; it may hold anything at first."""
        wide = is_wide(self.encoding, bots_used(self.bots))
        shape = (self.games, self.encoding.work) if wide else (1, 1)
        try:
            return self.cuda.device_array(shape, np.int64)
        except Exception as error:
            needed = np.prod(shape) * 8 / 1e9
            raise gpu.NoGpu(f"{self.games} games need {needed:,.1f} GB of workspace on the card ({error})") from error

    @staticmethod
    def columns(shape: tuple[int, int], dtype: Any) -> Any:
        """Zeros of which those of one column lie side by side: neighbouring threads write them at once."""
        return np.zeros(shape, dtype, order="F")

    @property
    def in_columns(self) -> list[str]:
        """What kernels write in columns, and is copied into rows where those are wanted."""
        return ["observation", "mask", *(["last"] if self.keep_last else [])]

    def prepare(self) -> None:
        """Make the kernels ready to start, compiled and loaded, and name the arrays."""
        memory = self.memory
        self.refused, self.actions = self.array("refused"), self.array("actions")
        self.last = self.array(self.shown("last")) if self.keep_last else None
        names = ("seat", "observation", "mask", "reward", "done", "points")
        self.now = Now(**{name: self.array(self.shown(name)) for name in names})  # type: ignore[arg-type]
        self.wrapped: dict[int, Launch] = {}
        self.to_begin = self.launch(self.kernels.begin, self.begin_arguments)
        self.to_sample = self.launch(
            self.kernels.sample, lambda games: (memory["mask"], memory["luck"], memory["actions"], games)
        )
        self.to_turn = [self.launch_rows(name) for name in self.in_columns] if self.order == "C" else []
        self.to_step = self.launch(self.kernels.step, lambda games: self.step_arguments(memory["actions"], games))
        self.to_clear, self.to_settle = self.launch_queue() if self.kernels.settle else ([], [])
        self.cuda.synchronize()  # what was copied here is there before any stream reads it

    def array(self, name: str) -> CardArray:
        """An array as learners get it."""
        return CardArray(self.memory[name], self.stream)

    def shown(self, name: str) -> str:
        """Where the numbers of that name are that learners see."""
        return f"{name}_rows" if self.order == "C" and name in self.in_columns else name

    def launch(self, kernel: Any, arguments: Callable[[int], tuple[Any, ...]]) -> Launch:
        """A kernel for all games, which has run once for none: a card makes room for a kernel when it first runs."""
        Launch(kernel, (1, self.threads), arguments(0)).start(self.stream)
        return Launch(kernel, (-(-self.games // self.threads), self.threads), arguments(self.games))

    def launch_queue(self) -> tuple[list[Launch], list[Launch]]:
        """What comes before and after a step whose games may wait in a queue."""
        queue = (self.memory["queue"],)
        clear = Launch(self.kernels.clear, (1, 1), queue)
        settle = Launch(self.kernels.settle, QUEUE_GRID, (*self.settle_arguments(self.games), *queue))
        for launch in (clear, settle):  # a first run, with nobody in the queue
            launch.start(self.stream)
        return [clear], [settle]

    def launch_rows(self, name: str) -> Launch:
        """What copies columns into rows."""
        kernel = self.kernels.mask_rows if name == "mask" else self.kernels.rows
        columns, rows = self.memory[name], self.memory[f"{name}_rows"]
        grid = (-(-self.games // TILE), -(-columns.shape[1] // TILE))
        return Launch(kernel, (grid, TILE_GRID), (columns, rows, self.games))

    def state_arguments(self, games: int) -> tuple[Any, ...]:
        """The games as the kernels take them."""
        names = ("words", "blank", "luck", "seeds", "numbers")
        return *(self.memory[name] for name in names), games, self.memory["bots"], self.rotates

    def answers(self) -> tuple[Any, ...]:
        """What the kernels write."""
        return tuple(
            self.memory[name] for name in ("seat", "observation", "mask", "reward", "done", "refused", "points")
        )

    def begin_arguments(self, games: int) -> tuple[Any, ...]:
        """What the kernel takes that begins games."""
        start = (self.seed, self.first, self.memory["learners"])
        return *self.state_arguments(games), *start, *self.answers(), self.memory["table"], self.memory["spaces"]

    def step_arguments(self, actions: Any, games: int) -> tuple[Any, ...]:
        """What the kernel takes that carries out actions; without room for the last observations it keeps none."""
        last = self.memory["last" if self.keep_last else "observation"], self.games if self.keep_last else 0
        told = (*self.answers(), *last, self.memory["table"], self.memory["wrong"])
        room = self.memory["queue" if self.kernels.settle else "spaces"]
        return *self.state_arguments(games), actions, self.by_points, *told, room

    def settle_arguments(self, games: int) -> tuple[Any, ...]:
        """What the kernel takes that goes on with the games of the queue, but for the queue."""
        last = self.memory["last" if self.keep_last else "observation"], self.games if self.keep_last else 0
        names = ("seat", "observation", "mask", "reward", "done", "points")
        told = (*(self.memory[name] for name in names), *last, self.memory["table"])
        return *self.state_arguments(games), self.by_points, *told

    def reset(self, seed: int | None = None) -> Now:
        """Begin in all places, with another seed if one is given."""
        check_open(self.is_closed)
        if seed is not None:
            self.seed = check_seed(seed)
            self.to_begin = self.launch(self.kernels.begin, self.begin_arguments)
        self.begun = True
        return self.started(self.to_begin)

    def step(self, actions: Any) -> Now:
        """One action in every game: 64-bit integers on the card. Whether all were possible, `check` says."""
        self.check_begun()
        step = self.to_step if actions is self.actions else self.step_with(actions)
        return self.started(*self.to_clear, step, *self.to_settle)

    def started(self, *launches: Launch) -> Now:
        """Where all games stand once the card has come to it."""
        for launch in (*launches, *self.to_turn):
            launch.start(self.stream)
        return self.now

    def step_with(self, actions: Any) -> Launch:
        """The step that reads actions somewhere on the card; what is known of memory is not worked out again."""
        where = getattr(actions, "__cuda_array_interface__", None)
        if where is None:
            raise BadAction(f"{self.games} 64-bit integers are needed on the card, not {quote(actions)}, which is here")
        if where["shape"] != (self.games,) or where["typestr"] != "<i8" or where.get("strides") not in (None, (8,)):
            raise BadAction(f"{self.games} 64-bit integers are needed, one for each game")
        address = where["data"][0]
        if address not in self.wrapped:
            if len(self.wrapped) >= MOST_WRAPPED:
                self.wrapped.clear()
            self.wrapped[address] = self.to_step.reading(actions, self.memory["actions"])
        return self.wrapped[address]

    def sample(self) -> CardArray:
        """A possible action for every game, each equally likely."""
        self.check_begun()
        self.to_sample.start(self.stream)
        return self.actions

    def capture(self, work: Callable[[], object]) -> Replay:
        """What `work` starts here, as a CUDA graph: one call starts all of it again, `env.capture(...).replay()`."""
        check_open(self.is_closed)
        if not self.stream.handle:
            raise BadOptions("the default stream of a card cannot be captured: give the environment a stream")
        return Replay(work, self.stream)

    def observe_all(self) -> CardArray:
        """What every seat sees now, by game and seat: together everything that any player knows, for a critic.

        Seats are counted from each observer's own, and the type is that of `now.observation`. The memory is overwritten
        by the next call.
        """
        self.check_begun()
        look, turn, seen = self.critic
        for launch in (look, *turn):
            launch.start(self.stream)
        return seen

    @cached_property
    def critic(self) -> tuple[Launch, list[Launch], CardArray]:
        """Made when it is first asked for: the kernel for a critic, what copies into rows, and its memory."""
        shape, kind = (self.games, self.seats * self.encoding.size), self.observations.dtype
        self.memory["all"] = self.cuda.to_device(self.columns(shape, kind))
        words, table = self.memory["words"], self.memory["table"]
        step = self.seats if self.order == "F" else 1
        arguments = (words, self.memory["all"], step, table, self.seats, self.games)
        look = Launch(self.kernels.observe, (-(-self.games * self.seats // self.threads), self.threads), arguments)
        if self.order == "C":
            self.memory["all_rows"] = self.cuda.to_device(np.zeros(shape, kind))
        self.cuda.synchronize()
        turn = [self.launch_rows("all")] if self.order == "C" else []
        seen, by_seat = self.memory["all_rows" if turn else "all"], (self.games, self.seats, self.encoding.size)
        return look, turn, CardArray(seen.reshape(*by_seat, order=self.order), self.stream)

    def check(self) -> None:
        """Wait for the card, and refuse if an action since the last check was not possible; it changed nothing."""
        check_open(self.is_closed)
        wrong = self.array("wrong")
        place = int(wrong.copy_to_host()[0])
        if place != NOBODY:
            wrong.copy_to_device([NOBODY])
            raise BadAction(f"game {place}: an action was not possible there; look at the mask")

    @property
    def states(self) -> Any:
        """The states of all games, here: one record for each."""
        check_open(self.is_closed)
        return self.array("words").copy_to_host().view(self.blank.dtype)

    def get_state(self) -> bytes:
        """Where all games stand, their chance included, as `VectorEnv` has it: each takes those of the other."""
        check_open(self.is_closed)
        kept = {name: self.array(name).copy_to_host() for name in ("luck", "seeds", "numbers")}
        alone = {name: np.asarray(getattr(self, name)) for name in (*KEPT, *ALIKE) if name not in kept}
        return pack_state({**alone, **kept, **{name: array.copy_to_host() for name, array in vars(self.now).items()}})

    def set_state(self, state: bytes) -> Now:
        """Go back to where `get_state` was called, in an environment of the same game, size and opponents."""
        check_open(self.is_closed)
        kept = unpack_state(state)
        check_alike(kept, self)
        self.array("words").copy_to_device(kept["states"].view(np.int32))
        for name in ("luck", "seeds", "numbers", *vars(self.now)):
            self.array(name).copy_to_device(kept[name])
        self.seed, self.first, self.begun = int(kept["seed"]), int(kept["first"]), bool(kept["begun"])
        self.to_begin = self.launch(self.kernels.begin, self.begin_arguments)
        for turn in self.to_turn:
            turn.start(self.stream)
        return self.now

    def clone(self) -> GpuVectorEnv:
        """An environment of its own that stands where this one does: for search, or to try something."""
        check_open(self.is_closed)
        self.stream.wait()
        twin = copy.copy(self)
        twin.__dict__.pop("critic", None)
        twin.memory = {
            name: array if name in SHARED else duplicate(self.cuda, array) for name, array in self.memory.items()
        }
        twin.prepare()
        return twin

    def close(self) -> None:
        """Let go of the memory on the card; what is asked afterwards is refused. Closing twice does no harm.

        Arrays that somebody else holds, and what torch or JAX made of them, stay valid.
        """
        self.stream.wait()
        self.__dict__ = {**{name: getattr(self, name) for name in LEFT}, "is_closed": True}

    def check_begun(self) -> None:
        """Refuse to play on where no game has begun, or none can be played any more."""
        check_open(self.is_closed)
        check_begun(self.begun)

    def __repr__(self) -> str:
        played, stands = self.encoding.game, "closed" if self.is_closed else "" if self.begun else "not begun"
        sizes = f"{self.games} games of {self.seats} seats, {self.observations.name} observations"
        return f"<GpuVectorEnv of {played.title}: {', '.join(filter(None, [sizes, stands]))}>"

    if not TYPE_CHECKING:

        def __getattr__(self, name: str) -> Any:
            """Refuse what a closed environment has let go of."""
            check_open(self.__dict__.get("is_closed", False) and not name.startswith("__"))
            raise AttributeError(f"{type(self).__name__!r} object has no attribute {name!r}", name=name, obj=self)


def duplicate(cuda: Any, array: Any) -> Any:
    """The same numbers in memory of their own."""
    twin = cuda.device_array_like(array)
    twin.copy_to_device(array)
    return twin
