"""The environments for GPUs: on numba's simulator, since few machines have a card."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from erre.core.errors import BadOptions
from erre.core.gpu import NoGpu, check_room
from erre.lab.envs.encodings import encoding_of
from erre.lab.envs.kernels import game_loops_of
from erre.lab.envs.vector_gpu import GpuVectorEnv
from tests.amounts import amount

CASES: list[tuple[str, int, dict[str, Any]]] = [
    ("rurare", 60, {"seats": 3}),
    ("rurare", 60, {"seats": 2, "observation": "bfloat16", "order": "C", "opponents": "greedy", "seat": "rotate"}),
    ("rage", 40, {"seats": 3, "observation": "uint8", "opponents": "random", "seat": 1, "reward": "victory"}),
    ("rage", 40, {"seats": 4, "observation": "float32"}),
    ("rok", 12, {"seats": 2, "observation": "uint8", "opponents": "greedy", "seat": [1, 0, 1]}),
    ("rummy", 12, {"seats": 2, "observation": "bfloat16"}),
]


@pytest.mark.parametrize(("name", "steps", "settings"), CASES, ids=lambda value: str(value).replace(" ", ""))
def test_the_kernels_play_as_the_cpu_does(name: str, steps: int, settings: dict[str, Any]) -> None:
    command = [sys.executable, "-m", "tests.lab.envs.simulated_gpu", name, str(amount(steps, 10 * steps))]
    done = subprocess.run(
        [*command, json.dumps(settings)],
        env={**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))},
        cwd=Path(__file__).parents[3],
        capture_output=True,
        text=True,
        timeout=600,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout.splitlines()[-1])
    assert found["refusal"] == "game 0: an action was not possible there; look at the mask"
    assert found["is_row_major"] == (settings.get("order") == "C")
    if name == "rurare":
        assert found["ended"] > 0


def test_bots_that_do_not_fit_are_refused() -> None:
    rage, rummy = encoding_of("rage", 4), encoding_of("rummy", 4)
    with pytest.raises(NoGpu, match=r"tables and weights.*VectorEnv plays them"):
        check_room(game_loops_of(rage, "int16", (1,), few_tables=True).step_games, 1, "VectorEnv plays them")
    check_room(game_loops_of(rage, "int16", (0,), few_tables=True).step_games, 1, "VectorEnv plays them")
    loops = game_loops_of(rummy, "int16", (1,), few_tables=True)
    with pytest.raises(NoGpu, match=r"702 kB of workspace"):
        check_room(loops.step_games, loops.room + rummy.work, "VectorEnv plays them")


def test_a_wrong_order_is_refused() -> None:
    with pytest.raises(BadOptions, match="column-major"):
        GpuVectorEnv("rage", 1, order="A")  # type: ignore[arg-type]
