"""The state of all games of an environment as bytes, in the same format on the CPU and on a GPU.

Kernels trust what a state holds, and read and write where it says. So it carries a digest, and nothing is taken back
that is not exactly what was saved.
"""

from __future__ import annotations

import hashlib
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
MARK = b"erre environment 1\n"
DIGEST = 32  # bytes


def pack_state(kept: dict[str, Any]) -> bytes:
    """The arrays of an environment as bytes."""
    memory = io.BytesIO()
    np.savez(memory, **kept)
    arrays = memory.getvalue()
    return b"".join([MARK, digest_of(arrays), arrays])


def digest_of(arrays: bytes) -> bytes:
    """What tells arrays from changed ones."""
    return hashlib.blake2b(arrays, digest_size=DIGEST).digest()


def unpack_state(state: bytes) -> dict[str, npt.NDArray[Any]]:
    """The arrays again; refused where they are not those of an environment."""
    if not isinstance(state, bytes | bytearray | memoryview):
        raise BadOptions(f"the bytes that `get_state` returned are needed, not {quote(state)}")
    given, start = bytes(state), len(MARK) + DIGEST
    arrays = given[start:]
    if given[:start] != MARK + digest_of(arrays):
        raise BadOptions("this is not the state of an environment, or not all of it, or it was changed")
    try:
        kept = dict(np.load(io.BytesIO(arrays), allow_pickle=False))
    except (OSError, TypeError, ValueError, EOFError, zipfile.BadZipFile):
        raise BadOptions("this is not the state of an environment") from None
    if set(kept) != {*KEPT, *ALIKE, *SEEN}:
        raise BadOptions("this is not the state of an environment")
    return kept


def check_alike(kept: dict[str, npt.NDArray[Any]], env: Any) -> None:
    """Refuse the state of an environment with another game, size, opponents or type of observations."""
    if kept["states"].dtype != env.blank.dtype or kept["states"].shape != (env.games,):
        raise BadOptions("this is the state of another game, or of another number of games")
    if kept["begun"]:
        check_rules(kept["states"], env)
    if any(kept[name].shape != tuple(getattr(env.now, name).shape) for name in SEEN):
        raise BadOptions("this is the state of an environment with another number of seats, or another encoding")
    if not all(np.array_equal(kept[name], getattr(env, name)) for name in ALIKE):
        raise BadOptions("this is the state of an environment with other opponents, or another learner's seat")
    if kept["observation"].dtype != env.now.observation.dtype:
        raise BadOptions(f"this is the state of an environment whose observations are not {env.observations.name}")


def check_rules(states: npt.NDArray[Any], env: Any) -> None:
    """Refuse games of other options, or of another number of seats: an environment plays all by the same rules."""
    for name in ("seats", *env.encoding.game.options_type().numbers()):
        if (states[name] != env.blank[name]).any():
            what = "number of seats" if name == "seats" else f"{name.replace('_', ' ')!r} among its options"
            raise BadOptions(f"this is the state of games with another {what}")
