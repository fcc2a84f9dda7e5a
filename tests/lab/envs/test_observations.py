"""Observations as bytes and as floats, compared with those as 16-bit integers."""

from __future__ import annotations

import dataclasses
import os
import pickle
import subprocess
import sys
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest

from erre.core.encoding import Encoding, Field, bind_plain
from erre.core.errors import BadOptions
from erre.core.record import Ints
from erre.games import game, own_names
from erre.lab.envs.encodings import encoding_of
from erre.lab.envs.history import History
from erre.lab.envs.observations import OBSERVATIONS, byte_table
from erre.lab.envs.vector import VectorEnv
from tests.amounts import IS_LONG, amount

TYPES: tuple[Any, ...] = ("uint8", "float32", "bfloat16")
SEATS = [(name, seats) for name in own_names() for seats in range(game(name).least_seats, game(name).most_seats + 1)]
# Bytes depend on the fields of a game; floats are made of any numbers alike. So only the game that compiles fastest
# shows everything in every type, and `--long` all games.
USUAL_TYPES: dict[tuple[str, str | None], tuple[Any, ...]] = {
    **{(name, None): ("uint8",) for name in ("rurare", "rok", "rummy")},
    **{("rage", bots): TYPES for bots in (None, "greedy")},
    ("rurare", "greedy"): ("uint8",),
}
STEPS = {"rage": 300, "rurare": 120, "rok": 25, "rummy": 60}


def bytes_of(encoding: Encoding, seen: npt.NDArray[np.int16]) -> npt.NDArray[np.uint8]:
    """What bytes should be, field by field."""
    out = np.zeros(seen.shape, np.uint8)
    for field, place in zip(encoding.fields, encoding.slices().values(), strict=True):
        out[..., place] = np.clip((seen[..., place].astype(np.int64) - field.low) // field.step, 0, 255)
    return out


def all_bfloat16() -> tuple[npt.NDArray[np.float64], npt.NDArray[np.uint32]]:
    """Every bfloat16 from -32768 to 32768 in ascending order, and its bits; minus zero is left out."""
    largest = 0x4700  # the bits of 32768
    positive = np.arange(largest + 1, dtype=np.uint32)
    patterns = np.concatenate([(positive[1:] | 0x8000)[::-1], positive]).astype(np.uint32)
    return (patterns << 16).view(np.float32).astype(np.float64), patterns


VALUES, PATTERNS = all_bfloat16()


def bfloat16_of(seen: npt.NDArray[np.int16]) -> npt.NDArray[np.uint16]:
    """The bits of the nearest bfloat16; of two that are equally near the even one."""
    above = np.searchsorted(VALUES, seen).clip(1)
    low, high = seen - VALUES[above - 1], VALUES[above] - seen
    take_high = (high < low) | ((high == low) & (PATTERNS[above] % 2 == 0))
    bits: npt.NDArray[np.uint16] = np.where(take_high, PATTERNS[above], PATTERNS[above - 1]).astype(np.uint16)
    return bits


def expected(encoding: Encoding, kind: str, seen: npt.NDArray[np.int16]) -> npt.NDArray[Any]:
    """An observation in another type."""
    if kind == "uint8":
        return bytes_of(encoding, seen)
    return seen.astype(np.float32) if kind == "float32" else bfloat16_of(seen)


@pytest.mark.parametrize("bots", [None, "greedy"])
@pytest.mark.parametrize(("name", "seats"), SEATS)
def test_all_types_show_the_same_games(name: str, seats: int, bots: str | None) -> None:
    """And no value is outside the range that its field states."""
    given: dict[str, Any] = {"seats": seats, "opponents": bots, "seed": seats, "threads": 1}
    plain = VectorEnv(name, 4, **given)
    types = TYPES if IS_LONG else USUAL_TYPES.get((name, bots), ())
    others = {kind: VectorEnv(name, 4, observation=kind, **given) for kind in types}
    for env in (plain, *others.values()):
        env.reset()
    fields = zip(plain.encoding.fields, plain.encoding.slices().values(), strict=True)
    ranges = [(field, place) for field, place in fields if field.least is not None]
    assert len(ranges) == len(plain.encoding.fields)
    for step in range(amount(1, 5) * (STEPS[name] if bots is None else STEPS[name] // 4)):
        actions = plain.sample()
        seen = plain.step(actions).observation
        for field, place in ranges:
            assert field.least <= seen[:, place].min(), field
            assert seen[:, place].max() <= field.most, field
        for kind, env in others.items():
            assert np.array_equal(env.sample(), actions)
            found = env.step(actions).observation
            assert found.dtype == OBSERVATIONS[kind].dtype
            assert np.array_equal(found, expected(env.encoding, kind, seen))
        if step % 20 == 0:
            everything = plain.observe_all()
            for kind, env in others.items():
                assert np.array_equal(env.observe_all(), expected(env.encoding, kind, everything))


@pytest.mark.parametrize("kind", TYPES)
def test_every_number_is_converted_exactly(kind: str) -> None:
    """All 65,536 of them, by the template itself; bytes with a field that saturates and one with steps."""
    numbers = np.arange(-(2**15), 2**15).astype(np.int16)
    fields = (Field("a", 2**15, "", -200, 360, -64), Field("b", 2**15, "", -20_000, 20_000, -(2**15), 256))
    encoding: Any = type("Few", (), {"fields": fields, "slices": Encoding.slices})()
    show = bind_plain(OBSERVATIONS[kind].show, observe=lambda s, seat, row: row.__setitem__(slice(None), s))
    out, row = np.zeros(2**16, OBSERVATIONS[kind].dtype), np.zeros(2**16, np.int16).view(Ints)
    real = np.zeros(2**16, np.float32)
    show(numbers, 0, out, row, byte_table(encoding).view(Ints), real, real.view(np.int32).view(Ints))
    assert np.array_equal(out, expected(encoding, kind, numbers))
    if kind == "bfloat16":
        small = np.abs(numbers) <= 256
        assert np.array_equal((out.astype(np.uint32) << 16).view(np.float32)[small], numbers[small])


@pytest.mark.parametrize("name", own_names())
def test_bytes_can_be_read_back_where_a_field_fits(name: str) -> None:
    encoding = encoding_of(name)
    exact = [field for field in encoding.fields if field.step == 1 and field.most - field.least < 256]  # type: ignore[operator]
    assert {field.name for field in encoding.fields if field not in exact} == {
        "rage": {"totals"},
        "rurare": {"turn", "first_scores", "totals"},
        "rok": {"x", "y", "rest_x", "rest_y"},
        "rummy": {"totals"},
    }[name]
    for field in exact:
        assert field.least is not None
        assert field.most is not None
        values = np.arange(field.least, field.most + 1)
        assert np.array_equal(np.clip(values - field.low, 0, 255) + field.low, values)
        assert "saturates" not in field.byte


def test_an_encoding_says_what_bytes_mean() -> None:
    text = encoding_of("rage", 3).describe(as_bytes=True)
    assert "colour, 0 to 5; -1 without trump [byte = value + 1]" in text
    assert "1 to 10 [byte = value]" in text
    assert "[byte = value + 64, saturates outside -64 to 191]" in text
    assert "[byte = (value + 32768) // 256]" in encoding_of("rok").describe(as_bytes=True)


SAME = (
    ("rage", None, ["int16", *TYPES]),
    ("rurare", "greedy", ["int16", "uint8"]),
    ("rok", "greedy", ["int16"]),
    ("rok", None, ["uint8"]),
    ("rummy", None, ["int16", "uint8"]),
)
INTERPRETED = f"""
from erre.lab.envs.vector import VectorEnv
for name, bots, kinds in {SAME}:
    envs = {{kind: VectorEnv(name, 2, opponents=bots, seed=1, threads=1, observation=kind) for kind in kinds}}
    for step in range(12):
        for kind, env in envs.items():
            now = env.step(env.sample()) if step else env.reset()
            print(name, step, kind, now.observation.tobytes().hex(), now.mask.tobytes().hex(), env.observe_all().sum())
"""


def test_the_interpreter_writes_the_same() -> None:
    told = []
    for jit in ("0", "1"):
        env = {**os.environ, "NUMBA_DISABLE_JIT": jit, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
        command = [sys.executable, "-W", "ignore", "-c", INTERPRETED]
        folder = Path(__file__).parents[3]
        done = subprocess.run(command, env=env, cwd=folder, stdout=subprocess.PIPE, timeout=600, check=True)
        told.append(done.stdout)
    assert len(told[0]) > 10_000
    assert told[0] == told[1]


@pytest.mark.parametrize("kind", TYPES)
def test_copies_histories_and_states_keep_the_type(kind: Any) -> None:
    env = VectorEnv("rage", 4, seats=3, seed=3, observation=kind, threads=1)
    env.reset()
    for copied in (VectorEnv.clone, lambda one: pickle.loads(pickle.dumps(one))):
        other = copied(env)
        for array in vars(other.now).values():
            assert array.ctypes.data % 64 == 0
        actions = env.sample()
        assert np.array_equal(other.step(actions).observation, env.step(actions).observation)
    with pytest.raises(BadOptions, match="whose observations are not int16"):
        VectorEnv("rage", 4, seats=3).set_state(env.get_state())
    with pytest.raises(BadOptions, match="memory for"):
        env.observe_all(np.zeros((4, 3, env.encoding.size), np.int64))
    remembering = History(VectorEnv("rage", 4, seats=3, observation=kind, threads=1), 3)
    now = remembering.reset()
    assert remembering.seen.dtype == now.observation.dtype
    assert np.array_equal(remembering.seen[:, -1], now.observation)


@pytest.mark.skipif(find_spec("torch") is None, reason="torch is not installed")
def test_torch_reads_bfloat16_without_a_copy() -> None:
    torch = import_module("torch")
    plain = VectorEnv("rage", 5, seats=3, seed=1, threads=1).reset().observation
    bits = VectorEnv("rage", 5, seats=3, seed=1, threads=1, observation="bfloat16").reset().observation
    seen = torch.from_numpy(bits).view(torch.bfloat16)
    assert seen.data_ptr() == bits.ctypes.data
    assert np.array_equal(seen.float().numpy(), plain)


def test_what_cannot_be_is_refused_in_words() -> None:
    with pytest.raises(BadOptions, match="observations are int16, uint8, float32, bfloat16, not 'int8'"):
        VectorEnv("rage", 1, observation="int8")  # type: ignore[arg-type]
    usual = encoding_of("rurare", 2)
    silent = dataclasses.replace(usual, fields=tuple(Field(f.name, f.size, f.meaning) for f in usual.fields))
    with pytest.raises(BadOptions, match=r"does not say which values turn, last_turn, first_scored can have"):
        VectorEnv("rurare", 1, observation="uint8", encoding=silent)
