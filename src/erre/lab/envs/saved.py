"""The state of all games of an environment as bytes, in the same format on the CPU and on a GPU."""

from __future__ import annotations

import io
import zipfile
from typing import Any

import numpy as np
import numpy.typing as npt

from erre.core.errors import BadOptions, quote

# What is saved, what must be the same where it is taken back, and what learners see.
KEPT = ("states", "luck", "seeds", "numbers", "seed", "first", "begun")
ALIKE = ("bots", "learners", "rotates")
SEEN = ("seat", "observation", "mask", "reward", "done", "points")


def pack_state(kept: dict[str, Any]) -> bytes:
    """The arrays of an environment as bytes."""
    memory = io.BytesIO()
    np.savez(memory, **kept)
    return memory.getvalue()


def unpack_state(state: bytes) -> dict[str, npt.NDArray[Any]]:
    """The arrays again; refused where they are not those of an environment."""
    if not isinstance(state, bytes | bytearray | memoryview):
        raise BadOptions(f"the bytes that `get_state` returned are needed, not {quote(state)}")
    try:
        kept = dict(np.load(io.BytesIO(state), allow_pickle=False))
    except (OSError, TypeError, ValueError, EOFError, zipfile.BadZipFile):
        raise BadOptions("this is not the state of an environment") from None
    if set(kept) != {*KEPT, *ALIKE, *SEEN}:
        raise BadOptions("this is not the state of an environment")
    return kept


def check_alike(kept: dict[str, npt.NDArray[Any]], env: Any) -> None:
    """Refuse the state of an environment with another game, size, opponents or type of observations."""
    if kept["states"].dtype != env.blank.dtype or kept["states"].shape != (env.games,):
        raise BadOptions("this is the state of another game, or of another number of games")
    if any(kept[name].shape != tuple(getattr(env.now, name).shape) for name in SEEN):
        raise BadOptions("this is the state of an environment with another number of seats, or another encoding")
    if not all(np.array_equal(kept[name], getattr(env, name)) for name in ALIKE):
        raise BadOptions("this is the state of an environment with other opponents, or another learner's seat")
    if kept["observation"].dtype != env.now.observation.dtype:
        raise BadOptions(f"this is the state of an environment whose observations are not {env.observations.name}")
