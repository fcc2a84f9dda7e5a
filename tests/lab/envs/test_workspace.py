"""Workspace of an environment: on a GPU it holds anything at first, so an encoding makes it ready."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from erre.lab.envs.vector import VectorEnv

STEPS = 40


def played(name: str, spoil: Any) -> bytes:
    """The states after some steps, with the workspace spoilt and made ready before each of them."""
    env = VectorEnv(name, 16, seats=4, seed=1, threads=1)
    work = np.asarray(env.rooms[0][1])
    for step in range(STEPS):
        spoil(work)
        env.encoding.clean(env.rooms[0][1])
        if step == 0:
            env.reset()
        env.step(env.sample())
    return bytes(np.asarray(env.states).tobytes())


@pytest.mark.parametrize("name", ["rage", "rok", "rummy", "rurare"])
def test_what_a_workspace_held_before_changes_nothing(name: str) -> None:
    usual = played(name, lambda work: None)
    luck = np.random.default_rng(1)
    assert played(name, lambda work: work.fill(-1)) == usual
    assert played(name, lambda work: np.copyto(work, luck.integers(0, 300, work.size))) == usual
