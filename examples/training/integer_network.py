"""Integer networks: the same numbers on the interpreter, the CPU and the GPU.

A network sees a list of true features. Its first layer is the sum of their rows (8-bit weights, 256ths). Then come
dense layers (16-bit weights, 4096ths). Activations are whole numbers of 128ths from 0 to just below 8.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from erre.core.engine import rule
from erre.core.record import IntArray, ints

EMBED_SCALE, DENSE_SCALE, UNIT = 256, 4096, 128
MOST_ACTIVE = 1023
DENSE_SHIFT = 12  # DENSE_SCALE is 2 to this power
ROUNDING = DENSE_SCALE // 2
SCORE = UNIT * DENSE_SCALE  # of an output that means 1


@dataclass(frozen=True)
class Network:
    """Weights as kernels use them: a dense layer is flat, the weights of one input next to each other."""

    embed: npt.NDArray[np.int8]
    dense: tuple[npt.NDArray[np.int16], ...]
    bias: tuple[npt.NDArray[np.int32], ...]


def read_network(path: Path) -> Network:
    """A network that `train.py` has written."""
    with np.load(path) as found:
        layers = sum(key.startswith("dense") for key in found)
        return Network(
            found["embed"],
            tuple(found[f"dense{i}"] for i in range(layers)),
            tuple(found[f"bias{i}"] for i in range(layers)),
        )


def save_integers(weights: Mapping[str, npt.NDArray[np.float32]], path: Path) -> None:
    """Write the weights of an actor as whole numbers."""
    found: dict[str, npt.NDArray[Any]] = {
        "embed": np.clip(np.round(weights["embed"] * EMBED_SCALE), -127, 127).astype(np.int8).reshape(-1)
    }
    for layer in range(sum(name.endswith("weight") for name in weights)):
        dense = np.round(weights[f"dense.{layer}.weight"] * DENSE_SCALE)
        assert np.abs(dense).max() <= np.iinfo(np.int16).max, "a weight is too large for 16 bits"
        found[f"dense{layer}"] = dense.astype(np.int16).T.copy().reshape(-1)
        found[f"bias{layer}"] = np.round(weights[f"dense.{layer}.bias"] * SCORE).astype(np.int32)
    np.savez_compressed(path, **found)


def load_into(actor: Any, path: Path) -> None:
    """Go on from weights that were written before."""
    import torch

    found = read_network(path)
    with torch.no_grad():
        actor.embed.copy_(torch.tensor(found.embed.reshape(actor.embed.shape).astype(np.float32) / EMBED_SCALE))
        for layer, dense, bias in zip(actor.dense, found.dense, found.bias, strict=True):
            outputs, inputs = layer.weight.shape
            layer.weight.copy_(torch.tensor(dense.reshape(inputs, outputs).T.astype(np.float32) / DENSE_SCALE))
            layer.bias.copy_(torch.tensor(bias.astype(np.float32) / SCORE))


class Player:
    """A network that chooses moves; `kernels` are the game's features and actions."""

    def __init__(self, kernels: Any, network: Network) -> None:
        self.kernels, self.network = kernels, network
        widths = [len(bias) for bias in network.bias]
        self.rooms = [ints(len(network.embed) // kernels.FEATURES, np.int64), *(ints(w, np.int64) for w in widths)]
        self.listed, self.moves = ints(kernels.MOST_FEATURES), ints(64)
        self.mask, self.work = ints(kernels.ACTIONS), ints(1, np.int64)

    def scores(self, s: Any, seat: int) -> IntArray:
        """The score of every action, then the value of the position."""
        count = self.kernels.features(s, seat, self.listed)
        add_rows(self.network.embed, self.listed, count, len(self.rooms[0]), self.rooms[0])
        for layer, (dense, bias) in enumerate(zip(self.network.dense, self.network.bias, strict=True)):
            before, after = self.rooms[layer], self.rooms[layer + 1]
            is_last = layer == len(self.network.dense) - 1
            add_dense(dense, bias, before, len(before), len(after), after, is_last)
        return self.rooms[-1]

    def play(self, s: Any, seat: int) -> None:
        """Make the move that the network prefers."""
        scores = np.asarray(self.scores(s, seat))[: self.kernels.ACTIONS]
        self.kernels.offer(s, seat, self.mask, self.moves, self.work)
        best = int(np.where(np.asarray(self.mask) > 0, scores, np.iinfo(np.int64).min).argmax())
        self.kernels.take(s, seat, best, self.moves, self.work)


@rule
def add_rows(embed: IntArray, listed: IntArray, count: int, width: int, out: IntArray) -> None:
    """The first layer: the sum of the rows of all true features, cut off at both ends."""
    for j in range(width):
        out[j] = 0
    for i in range(count):
        at = np.int64(listed[i]) * width
        for j in range(width):
            out[j] += embed[at + j]
    for j in range(width):
        active = out[j] >> 1
        out[j] = 0 if active < 0 else MOST_ACTIVE if active > MOST_ACTIVE else active


@rule
def add_dense(
    dense: IntArray, bias: IntArray, inputs: IntArray, count: int, width: int, out: IntArray, is_last: bool
) -> None:
    """A dense layer; the last one keeps its sums as they are."""
    for j in range(width):
        out[j] = bias[j]
    for i in range(count):
        active = inputs[i]
        if active > 0:
            at = i * width
            for j in range(width):
                out[j] += dense[at + j] * active
    if not is_last:
        for j in range(width):
            active = (out[j] + ROUNDING) >> DENSE_SHIFT
            out[j] = 0 if active < 0 else MOST_ACTIVE if active > MOST_ACTIVE else active
