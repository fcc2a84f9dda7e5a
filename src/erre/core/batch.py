"""Many games at once: on all cores with the GIL released, or one game per thread on a GPU."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass
from functools import cache
from typing import Any, Literal

import numpy as np
import numpy.typing as npt

from erre.core import arena
from erre.core.chance import check_seed
from erre.core.cores import usable_cores
from erre.core.engine import bind
from erre.core.entries import BYTES, INTS, LONGS, SHORTS, Array, Entry, entry
from erre.core.errors import BadOptions, quote
from erre.core.game import AnyGame, Kernel, check_game, check_options
from erre.core.mode import INTERPRETED
from erre.core.options import GameOptions
from erre.core.record import GameState, IntArray, Rows, ints
from erre.core.whole import counted, numbered, whole

Engine = Literal["cpu", "gpu"]
Progress = Callable[[int], None]
CHUNK = 512  # games a thread plays between two looks at the clock
MOST_BOTS = 8  # seats that any game has
MOST_NUMBER = 127  # of a bot


@dataclass(frozen=True)
class Arena:
    """One game's loops, bound to its rules (see the templates of `arena`)."""

    settle: Kernel
    play_out: Kernel
    play_game: Kernel
    play_games: Kernel
    tally: Kernel
    work: int  # 64-bit words of workspace that the bots need

    def entries(self, record: type[GameState]) -> list[Entry]:
        """How Python calls them."""
        rows = Array(record)
        return [
            entry(self.play_games, rows, BYTES, INTS, SHORTS, LONGS, INTS, int, int, int, int),
            entry(self.tally, rows, Array(np.int32, 2), Array(np.bool_, 2)),
        ]


@dataclass(frozen=True)
class Batch:
    """Final states and the number of moves of each game."""

    states: npt.NDArray[np.void]
    moves: npt.NDArray[np.int32]


@cache
def arena_of(
    game: AnyGame,
    chooser: str = "random",
    choose: Kernel = arena.choose_randomly,
    act: Kernel | None = None,
    work: int = 1,
    next_seat: Kernel = arena.next_by_lot,
) -> Arena:
    """The loops of a game with a way to choose moves; each chooser needs a name of its own, for the cache on disk.

    Bots whose moves are no numbers bring an `act` of their own (see `arena.act`) and the workspace it needs; where
    it is the clock that says who is next, a `next_seat` as well.
    """
    name = f"{game.name}_{chooser}"
    rules = game.kernels.rules()
    settle = bind(arena.settle_template, name, **rules)
    if act is None:
        play_out = bind(arena.play_out_template, name, settle=settle, choose=choose, **rules)
    else:
        play_out = bind(arena.play_by_act_template, name, settle=settle, act=act, next_seat=next_seat, **rules)
    play_game = bind(arena.play_game_template, name, play_out=play_out, **rules)
    play_games = bind(arena.play_games_template, name, play_game=play_game, **rules)
    tally = bind(arena.tally_template, name, scores=game.kernels.scores, is_winner=game.kernels.is_winner)
    return Arena(settle, play_out, play_game, play_games, tally, work)


def blank_states(game: AnyGame, seats: int, options: GameOptions, count: int) -> npt.NDArray[np.void]:
    """States with seats and options, before `set_up`."""
    seats = game.check_seats(seats)
    first = game.record_type.new()
    first.seats = seats
    options.put(first)
    return np.repeat(np.frombuffer(first.to_bytes(), game.record_type.dtype), count)


def play_batch(
    game: AnyGame,
    seats: int,
    options: GameOptions,
    count: int,
    *,
    seed: int = 0,
    first: int = 0,
    bots: list[int] | None = None,
    loops: Arena | None = None,
    engine: Engine = "cpu",
    threads: int | None = None,
    chunk: int = CHUNK,
    progress: Progress | None = None,
) -> Batch:
    """Play games first, first + 1, … of a seed to the end; the same games whatever the engine and the threads."""
    loops = loops or arena_of(check_game(game))
    count, chunk = numbered(count, "game"), counted(chunk, "game")
    threads = None if threads is None else counted(threads, "thread")
    seed, first, chosen = check_seed(seed), numbered(first, "game"), bots_of(bots)
    if engine not in ("cpu", "gpu"):
        raise BadOptions(f"the engine is 'cpu' or 'gpu', not {quote(engine)}")
    with enough_memory(count):
        states, made = blank_states(game, seats, check_options(game, options), count), np.zeros(count, np.int32)
    if engine == "gpu":
        from erre.core import gpu

        gpu.play_games(game, loops, states, made, seed, first, bots or [])
        if progress:
            progress(count)
        return Batch(states, made)
    rows = rows_of(game, states)

    def play(part: tuple[int, int]) -> int:
        luck, moves, work = ints(2, np.int32), ints(game.kernels.most_legal), ints(loops.work, np.int64)
        loops.play_games(rows, chosen, luck, moves, work, made, seed, first, part[0], part[1])
        return part[1] - part[0]

    # With one thread, on that which asks: it may be one of many.
    with nullcontext() if threads == 1 else ThreadPoolExecutor(threads or usable_cores()) as pool:
        for done in pool.map(play, parts(count, chunk)) if pool else map(play, parts(count, chunk)):
            if progress:
                progress(done)
    return Batch(states, made)


def rows_of(game: AnyGame, states: npt.NDArray[np.void]) -> Any:
    """The states of an array as kernels of this engine take them."""
    return Rows(game.record_type, states) if INTERPRETED else states


def tally(game: AnyGame, loops: Arena, batch: Batch, seats: int) -> tuple[npt.NDArray[np.int32], npt.NDArray[np.bool_]]:
    """Points of every game and seat, and who won."""
    points = np.zeros((len(batch.states), seats), np.int32)
    wins = np.zeros((len(batch.states), seats), np.bool_)
    loops.tally(rows_of(game, batch.states), points, wins)
    return points, wins


def bots_of(bots: list[int] | None) -> IntArray:
    """The bot of each seat as kernels read it; 0 where none is named."""
    chosen = ints(MOST_BOTS, np.int8)
    given: object = [] if bots is None else bots
    numbers = [whole(bot) for bot in given] if isinstance(given, Sequence | np.ndarray) else [None]
    if len(numbers) > MOST_BOTS or not all(bot is not None and 0 <= bot <= MOST_NUMBER for bot in numbers):
        needed = f"a number from 0 to {MOST_NUMBER} for each of up to {MOST_BOTS} seats"
        raise BadOptions(f"bots are a list with {needed}, not {quote(bots)}")
    for seat, bot in enumerate(numbers):
        chosen[seat] = bot
    return chosen


@contextmanager
def enough_memory(games: int) -> Iterator[None]:
    """Refuse more games than there is memory for."""
    try:
        yield
    except (MemoryError, ValueError, OverflowError):  # the others for sizes that no array has
        raise BadOptions(f"there is no memory for {games:,} games at once") from None


def parts(count: int, chunk: int) -> Iterator[tuple[int, int]]:
    """The batch in chunks."""
    return ((start, min(start + chunk, count)) for start in range(0, count, chunk))
