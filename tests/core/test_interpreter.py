"""Rules that are interpreted until their machine code is there."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tests.conformance.games import GAMES
from tests.forked import python

# Plays a game by greedy bots, and a batch unless the rules stay interpreted. The rules change over after some moves:
# at 0 they are compiled from the start, at -1 they stay interpreted.
PLAY = """
import hashlib, sys
from erre.bots.kernel_bot import KernelBot, bot_arena
from erre.core.batch import play_batch
from erre.core.entries import MODULES, NOBODY_WAITS
from erre.core.game import Position
from erre.games import game
from erre.games.compiling import modules_of

played, change = game(sys.argv[1]), int(sys.argv[2])
if change != 0:
    NOBODY_WAITS.set()
    for module in modules_of(played.name):
        module.is_missing = True
bot = KernelBot(played, "greedy", seed=1)
position = Position.new(played, played.least_seats, seed=3).position
moves = 0
while position.outcome is None and moves < 60:
    seat = position.turn[0]
    position = position.play(seat, bot.move(position.view(seat))).position
    moves += 1
    if moves == change:
        assert not any(module.is_loaded for module in modules_of(played.name))
        assert all(module.load_again() for module in modules_of(played.name))
assert MODULES[played.name].is_loaded == (change >= 0)
print(moves, hashlib.sha256(position.truth.to_bytes()).hexdigest())
if change < 0:
    sys.exit()
batch = play_batch(played, played.least_seats, played.read_options({}), 1, seed=5, loops=bot_arena(played))
print(hashlib.sha256(batch.states.tobytes()).hexdigest())
"""


@pytest.mark.parametrize("name", [one.name for one in GAMES if one.entries])
def test_a_game_is_the_same_whenever_its_machine_code_arrives(name: str) -> None:
    env = {key: value for key, value in os.environ.items() if key != "NUMBA_DISABLE_JIT"}
    compiled, changed, interpreted = (
        python("-c", PLAY, name, change, env=env, check=True) for change in ("0", "7", "-1")
    )
    assert changed.stdout == compiled.stdout
    assert len(compiled.stdout.splitlines()) == 2
    assert interpreted.stdout.splitlines() == compiled.stdout.splitlines()[:1]


ALONE = """
import sys
from erre.core.engine import rule
from erre.core.entries import NOBODY_WAITS
from erre.core.record import Record, i16, ints
import numpy as np

class Pile(Record):
    cards = i16(3)

@rule
def inner(s: Pile, at: int) -> int:
    if at > 2:
        raise IndexError("no such card")
    return s.cards[at] * s.cards[at]

@rule
def total(rows: object, numbers: object, factor: int = 1) -> int:
    found = 0
    for i in range(len(rows)):
        found += inner(rows[i], numbers[i]) * factor
        numbers[i] = 2
    return found

rows = Pile.blank(2)
rows["cards"] = 300
NOBODY_WAITS.set()
numbers = ints(2, np.int8)
print(total(rows, numbers), total(rows, numbers, 2), numbers.tolist(), len(total.entries), len(total.overloads))
try:
    numbers[0] = 7
    total(rows, numbers)
except IndexError as error:
    print(error)
NOBODY_WAITS.clear()
numbers[0] = 0
print(total(rows, numbers), total(rows, numbers, 2), numbers.tolist(), len(total.entries))
"""


def test_arguments_and_exceptions_are_the_same_as_in_machine_code(tmp_path: Path) -> None:
    """Numbers of 16 bits that are multiplied do not overflow; nothing is compiled while nobody waits."""
    path = tmp_path / "alone.py"
    path.write_text(ALONE, "utf-8")
    env = {**os.environ, "ERRE_CACHE": str(tmp_path)}
    env.pop("NUMBA_DISABLE_JIT", None)
    done = python(str(path), env=env, check=True)
    assert done.stdout.splitlines() == ["180000 360000 [2, 2] 0 0", "no such card", "180000 360000 [2, 2] 2"]
