"""Writing and reading the integer networks of `erre.bots.network`."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import torch

from erre.bots.network import DENSE_SCALE, EMBED_SCALE, SCORE


def save_integers(weights: Mapping[str, npt.NDArray[np.float32]], path: Path) -> None:
    """Write the weights of an actor as whole numbers."""
    found: dict[str, Any] = {
        "embed": np.clip(np.round(weights["embed"] * EMBED_SCALE), -127, 127).astype(np.int8).reshape(-1)
    }
    for layer in range(sum(name.endswith("weight") for name in weights)):
        dense = np.round(weights[f"dense.{layer}.weight"] * DENSE_SCALE)
        assert np.abs(dense).max() <= np.iinfo(np.int16).max, "a weight is too large for 16 bits"
        found[f"dense{layer}"] = dense.astype(np.int16).T.copy().reshape(-1)
        found[f"bias{layer}"] = np.round(weights[f"dense.{layer}.bias"] * SCORE).astype(np.int32)
    np.savez_compressed(path, **found)


def load_into(actor: Any, path: Path) -> None:
    """Continue from weights that were written before."""
    with torch.no_grad(), np.load(path) as found:
        actor.embed.copy_(torch.tensor(found["embed"].reshape(actor.embed.shape).astype(np.float32) / EMBED_SCALE))
        for i, layer in enumerate(actor.dense):
            outputs, inputs = layer.weight.shape
            dense = found[f"dense{i}"].reshape(inputs, outputs).T
            layer.weight.copy_(torch.tensor(dense.astype(np.float32) / DENSE_SCALE))
            layer.bias.copy_(torch.tensor(found[f"bias{i}"].astype(np.float32) / SCORE))
