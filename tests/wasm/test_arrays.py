"""Games without numpy: interpreted on `erre.wasm.arrays`, they are the same games to the byte."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from typing import Any

import pytest

PLAY = """
import os, sys
os.environ["NUMBA_DISABLE_JIT"] = "1"
if sys.argv[1] == "without":
    from erre.wasm.arrays import install
    install()
import hashlib, json, random
import msgspec
from erre.core.game import Position
from erre.games import game
said = []
for name in ("rage", "rurare", "rok"):
    position, dice, texts = Position.new(game(name), 4, seed=7).position, random.Random(3), []
    while position.outcome is None and len(texts) < 60:
        seat = position.turn[0]
        texts.append(msgspec.json.encode(position.view(seat)).decode())
        played = position.play(seat, dice.choice(position.legal(seat)))
        texts += [repr(event) for event in played.events]
        position = played.position
    said.append([name, hashlib.sha256("".join(texts).encode() + position.truth.to_bytes()).hexdigest()])
print(json.dumps([said, "numpy.linalg" in sys.modules]))
"""


def played(how: str) -> list[object]:
    """What a process of its own says about some games."""
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
    done = subprocess.run([sys.executable, "-c", PLAY, how], stdout=subprocess.PIPE, check=True, env=environment)
    said: list[object] = json.loads(done.stdout)
    return said


def test_views_events_and_records_are_the_same_without_numpy() -> None:
    with_numpy, without = played("with"), played("without")
    assert with_numpy[0] == without[0]
    assert [with_numpy[1], without[1]] == [True, False]


@pytest.mark.parametrize("key", [(1, 2), (slice(1, 3), 0), slice(None, None, -1), (-1, slice(0, 3, 2)), 0])
def test_parts_of_an_array_are_those_of_numpy(key: Any) -> None:
    import numpy as np

    from erre.wasm import arrays

    plain = [[1, 2, 3], [4, 5, 6], [7, 8, 9]]
    theirs, ours = np.array(plain, np.int16), arrays.array(plain, arrays.KINDS["int16"])
    found = ours[key]
    assert (found.tolist() if isinstance(found, arrays.Array) else found) == theirs[key].tolist()
    ours[key] = 0
    theirs[key] = 0
    assert ours.tobytes() == theirs.tobytes()
