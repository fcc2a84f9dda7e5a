"""One source, three engines, the same bytes."""

from __future__ import annotations

import hashlib

import numpy as np
import pytest

from erre.bots import RANDOM
from erre.bots.kernel_bot import arena_for, bot_arena
from erre.core.batch import Engine, play_batch
from erre.core.game import AnyGame
from erre.core.gpu import NoGpu, cuda
from erre.core.record import FORBIDDEN_NAMES
from erre.trials.conformance import bots_know_the_view_only, is_the_same_in_both_engines
from tests.amounts import amount
from tests.conformance.games import GAMES, Setting

ENGINES: tuple[Engine, ...] = ("cpu", "gpu")


@pytest.mark.parametrize("one", GAMES, ids=lambda g: g.name)
def test_the_interpreter_and_the_cpu_engine_give_the_same_bytes(one: AnyGame) -> None:
    is_the_same_in_both_engines(Setting(one, one.least_seats, {}, 1), amount(1, 2))


def has_gpu() -> bool:
    """Whether this machine has a GPU that the engine can use."""
    try:
        cuda()
    except NoGpu:
        return False
    return True


@pytest.mark.parametrize("one", GAMES, ids=lambda g: g.name)
def test_the_gpu_engine_gives_the_same_bytes(one: AnyGame) -> None:
    if not has_gpu():
        pytest.skip("no NVIDIA GPU with CUDA on this machine, or numba-cuda is not installed")
    options = one.read_options({})
    here, there = (play_batch(one, one.least_seats, options, 1000, seed=2, engine=e) for e in ("cpu", "gpu"))
    assert here.states.tobytes() == there.states.tobytes()


def test_without_a_gpu_its_engine_says_so() -> None:
    if has_gpu():
        pytest.skip("this machine has a GPU: the refusal cannot be seen here")
    one = GAMES[0]
    with pytest.raises(NoGpu, match="GPU"):
        play_batch(one, one.least_seats, one.read_options({}), 4, engine="gpu")


@pytest.mark.parametrize("one", GAMES, ids=lambda g: g.name)
def test_a_batch_is_the_same_on_any_number_of_threads(one: AnyGame) -> None:
    options = one.read_options({})
    one_thread, three = (play_batch(one, one.least_seats, options, 270, seed=4, threads=n, chunk=64) for n in (1, 3))
    assert one_thread.states.tobytes() == three.states.tobytes()
    late = play_batch(one, one.least_seats, options, 70, seed=4, first=200)
    assert late.states.tobytes() == one_thread.states[200:].tobytes()


@pytest.mark.parametrize("one", GAMES, ids=lambda g: g.name)
def test_a_game_of_a_batch_is_the_game_of_its_moves(one: AnyGame) -> None:
    """Game 0 of a seed begins as `new` with that seed does."""
    setting = Setting(one, one.least_seats, {}, 21)
    batch = play_batch(one, one.least_seats, one.read_options({}), 1, seed=21)
    final = one.record_type(batch.states, 0)
    start = setting.start().truth
    assert list(final.key) == list(start.key)
    assert one.outcome(final) is not None


@pytest.mark.parametrize("one", GAMES, ids=lambda g: g.name)
def test_bots_decide_by_the_view_alone(one: AnyGame) -> None:
    for seed in range(6):
        seats = one.least_seats + seed % (one.most_seats - one.least_seats + 1)
        bots_know_the_view_only(Setting(one, seats, {}, seed))


@pytest.mark.parametrize("one", GAMES, ids=lambda g: g.name)
def test_the_greedy_bot_beats_random_play(one: AnyGame) -> None:
    options = one.read_options({})
    seats = one.least_seats
    batch = play_batch(one, seats, options, 400, seed=6, bots=[1] + [0] * (seats - 1), loops=bot_arena(one))
    points = np.array([one.scores(one.record_type(batch.states, i)) for i in range(400)])
    assert points[:, 0].mean() > points[:, 1:].mean() + 2 * points.std() / np.sqrt(400)


@pytest.mark.parametrize("one", GAMES, ids=lambda g: g.name)
def test_the_loops_that_a_gpu_gets_play_the_same_games(one: AnyGame) -> None:
    options, bots = one.read_options({}), [RANDOM] * one.least_seats
    here, there = (
        play_batch(one, one.least_seats, options, 20, seed=9, bots=bots, loops=arena_for(one, bots, engine))
        for engine in ENGINES
    )
    assert here.states.tobytes() == there.states.tobytes()


@pytest.mark.parametrize("one", GAMES, ids=lambda g: g.name)
def test_records_have_no_gaps_and_no_name_that_numpy_uses(one: AnyGame) -> None:
    names = one.record_type.dtype.names
    assert names is not None
    assert not set(names) & FORBIDDEN_NAMES
    fields = one.record_type.dtype.fields
    assert fields is not None
    assert sum(field[0].itemsize for field in fields.values()) == one.record_type.dtype.itemsize
    assert hashlib.sha256(one.record_type.new().to_bytes()).digest()
