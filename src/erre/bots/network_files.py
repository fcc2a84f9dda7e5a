"""Files of weights: read, and refused where they are none, or not for a game."""

from __future__ import annotations

from pathlib import Path
from typing import Any
from zipfile import BadZipFile, is_zipfile

import numpy as np

from erre.bots.network import FIRST, HIDDEN, Network, read_network
from erre.core.errors import BadOptions


def read_weights(path: Path, game: str, kernels: Any, option: str) -> Network:
    """The network of a file; `kernels` are the game's features and actions, and the option named the file."""
    if not path.is_file():
        raise BadOptions(f"{option}: there is no file {path}")
    try:
        if not is_zipfile(path):  # numpy would leave it open
            raise BadZipFile
        found = read_network(path)
    except (AssertionError, BadZipFile, EOFError, KeyError, OSError, ValueError):
        raise BadOptions(f"{option}: {path} is no network that erre train has written") from None
    for name, (size, kind) in sizes_of(kernels).items():
        weights = np.asarray(getattr(found, name))
        if weights.shape != (size,) or weights.dtype != kind:
            raise BadOptions(f"{option}: {path} is not for {game}: {name} has {weights.size:,} numbers, not {size:,}")
    return found


def sizes_of(kernels: Any) -> dict[str, tuple[int, Any]]:
    """How many numbers of which type each part of a network has."""
    answers = kernels.ACTIONS + 1
    return {
        "embed": (kernels.FEATURES * FIRST, np.int8),
        "dense": (FIRST * HIDDEN + HIDDEN * HIDDEN + HIDDEN * answers, np.int16),
        "bias": (2 * HIDDEN + answers, np.int32),
    }
