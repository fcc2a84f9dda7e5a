"""The environments for GPUs: on numba's simulator, since few machines have a card."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from erre.core.errors import BadOptions
from erre.core.gpu import NoGpu, check_room
from erre.lab.envs.encodings import encoding_of
from erre.lab.envs.gpu_launch import handle_of
from erre.lab.envs.kernels import game_loops_of
from erre.lab.envs.vector_gpu import GpuVectorEnv
from tests.amounts import amount

CASES: list[tuple[str, int, dict[str, Any]]] = [
    ("rurare", 60, {"seats": 3, "keep_last": True}),
    (
        "rurare",
        35,
        {
            "seats": 2,
            "observation": "bfloat16",
            "order": "C",
            "opponents": "greedy",
            "seat": "rotate",
            "keep_last": True,
        },
    ),
    ("rage", 40, {"seats": 3, "observation": "uint8", "opponents": "random", "seat": 1, "reward": "victory"}),
    ("rage", 40, {"seats": 4, "observation": "float32"}),
    ("rok", 12, {"seats": 2, "observation": "uint8", "opponents": "greedy", "seat": [1, 0, 1]}),
    ("rok", 40, {"seats": 2, "keep_last": True}),
    ("rummy", 12, {"seats": 2, "observation": "bfloat16"}),
    ("oh_hell", 40, {"seats": 4, "order": "C", "options": {"dealSize": 3}, "is_training": True}),
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
    assert found["wrapped"] == 2  # once for the environment's actions, and once for its copy's
    if name == "rurare":
        assert found["ended"] > 0


def test_bots_that_want_more_workspace_than_a_thread_has_are_refused() -> None:
    with pytest.raises(NoGpu, match=r"800 kB of workspace.*VectorEnv plays them"):
        check_room(100_000, "VectorEnv plays them")
    for name in ("rage", "rurare", "rok", "rummy"):
        encoding = encoding_of(name, 4)
        check_room(max(game_loops_of(encoding, "int16", (7,), on_card=True).room, encoding.work), "")


@pytest.mark.parametrize(
    ("given", "handle"),
    [
        (None, 0),
        (17, 17),
        (SimpleNamespace(cuda_stream=18), 18),
        (SimpleNamespace(__cuda_stream__=lambda: (0, 19)), 19),
        (SimpleNamespace(handle=20), 20),
        (SimpleNamespace(ptr=21), 21),
    ],
)
def test_a_stream_is_a_number_or_another_librarys(given: Any, handle: int) -> None:
    assert handle_of(given) == handle


def test_what_is_no_stream_is_refused() -> None:
    with pytest.raises(BadOptions, match=r"a stream is torch's"):
        handle_of("fast")


def test_a_wrong_order_is_refused() -> None:
    with pytest.raises(BadOptions, match="column-major"):
        GpuVectorEnv("rage", 1, order="A")  # type: ignore[arg-type]


def test_more_threads_than_a_block_has_are_refused() -> None:
    with pytest.raises(BadOptions, match="at most 1,024 threads"):
        GpuVectorEnv("rage", 1, threads=4096)
