"""Integer networks: the same numbers in the interpreter, on the CPU, on a GPU and in WebAssembly.

A network sees a list of true features. Its first layer is the sum of their rows (8-bit weights, 256ths). Then come
dense layers (16-bit weights, 4096ths). Activations are whole numbers of 128ths from 0 to just below 8.

Rules take the weights as arguments. A game's bots keep them as constants of their module, so they are part of its
machine code and of its `.wasm`. For a GPU, `erre.core.gpu` puts them into device memory, because its constant memory
has 64 kB.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import log
from pathlib import Path
from typing import Any, cast

import numpy as np
import numpy.typing as npt

from erre.core.engine import rule
from erre.core.mode import INTERPRETED
from erre.core.record import IntArray, ints

EMBED_SCALE, DENSE_SCALE, UNIT = 256, 4096, 128
MOST_ACTIVE = 1023
DENSE_SHIFT = 12  # DENSE_SCALE is 2 to this power
ROUNDING = DENSE_SCALE // 2
SCORE = UNIT * DENSE_SCALE  # of an output that means 1

FIRST, HIDDEN = 448, 192  # the widths of every network: features, FIRST, HIDDEN, HIDDEN, outputs
SECOND_ROOM, THIRD_ROOM = FIRST, FIRST + HIDDEN  # where each layer's activations lie
OUTPUTS = THIRD_ROOM + HIDDEN
SECOND_WEIGHTS = FIRST * HIDDEN  # where each later layer's weights begin
LAST_WEIGHTS = SECOND_WEIGHTS + HIDDEN * HIDDEN

# Adding one of these to every score, times a temperature, and taking the best is the same as choosing by
# exp(score / temperature). They are the middles of equal parts of Gumbel's distribution.
STEPS = 256
NOISE = np.array([round(-log(-log((i + 0.5) / STEPS)) * SCORE) for i in range(STEPS)], np.int64)


@dataclass(frozen=True)
class Network:
    """Weights as kernels use them, all dense layers one after the other; of each, those of one input are adjacent."""

    embed: IntArray
    dense: IntArray
    bias: IntArray


def read_network(path: Path) -> Network:
    """A network that training has written; nothing in a page, whose rules are in a `.wasm` that has the weights."""
    if not hasattr(np, "load"):  # the stand-in for numpy
        return Network(ints(1, np.int8), ints(1, np.int16), ints(1, np.int32))
    with np.load(path) as found:
        layers = sum(key.startswith("dense") for key in found)
        assert [len(found[f"bias{i}"]) for i in range(layers - 1)] == [HIDDEN, HIDDEN], f"{path}: other widths"
        return Network(
            constant(found["embed"]),
            constant(np.concatenate([found[f"dense{i}"] for i in range(layers)])),
            constant(np.concatenate([found[f"bias{i}"] for i in range(layers)])),
        )


def constant(weights: npt.NDArray[Any]) -> IntArray:
    """Weights as rules read them."""
    return cast(IntArray, np.ascontiguousarray(weights))


def rooms(outputs: int) -> int:
    """64-bit words of workspace that `evaluate` needs."""
    return (OUTPUTS + outputs + 1) // 2


@rule
def add_rows(embed: IntArray, listed: IntArray, count: int, out: IntArray) -> None:
    """The first layer: the sum of the rows of all true features, cut off at both ends."""
    for j in range(FIRST):
        out[j] = 0
    for i in range(count):
        at = listed[i] * FIRST
        for j in range(FIRST):
            out[j] += int(embed[at + j])
    for j in range(FIRST):
        out[j] = min(max(out[j] >> 1, 0), MOST_ACTIVE)


@rule
def add_dense(dense: IntArray, bias: IntArray, inputs: IntArray, count: int, width: int, out: IntArray) -> None:
    """A dense layer, as sums."""
    for j in range(width):
        out[j] = int(bias[j])
    for i in range(count):
        active = int(inputs[i])
        if active > 0:
            at = i * width
            for j in range(width):
                out[j] += int(dense[at + j]) * active


@rule
def cut_off(out: IntArray) -> None:
    """Activations from the sums of a hidden layer."""
    for j in range(HIDDEN):
        out[j] = min(max((out[j] + ROUNDING) >> DENSE_SHIFT, 0), MOST_ACTIVE)


@rule
def evaluate(
    embed: IntArray, dense: IntArray, bias: IntArray, listed: IntArray, count: int, outputs: int, room: IntArray
) -> None:
    """Write a network's outputs from OUTPUTS on; `room` has 32-bit numbers."""
    second, third, last = room[SECOND_ROOM:THIRD_ROOM], room[THIRD_ROOM:OUTPUTS], room[OUTPUTS:]
    add_rows(embed, listed, count, room)
    add_dense(dense, bias, room, FIRST, HIDDEN, second)
    cut_off(second)
    add_dense(dense[SECOND_WEIGHTS:], bias[HIDDEN:], second, HIDDEN, HIDDEN, third)
    cut_off(third)
    add_dense(dense[LAST_WEIGHTS:], bias[2 * HIDDEN :], third, HIDDEN, outputs, last)


def evaluate_in_numpy(embed: Any, dense: Any, bias: Any, listed: Any, count: int, outputs: int, room: IntArray) -> None:
    """The same numbers from whole rows, for the interpreter, which would take a hundred times as long."""
    table = np.asarray(embed).reshape(-1, FIRST)
    active = np.clip(table[np.asarray(listed[:count])].sum(0, dtype=np.int64) >> 1, 0, MOST_ACTIVE)
    at = 0
    for layer, width in enumerate((HIDDEN, HIDDEN, outputs)):
        weights = np.asarray(dense[at : at + len(active) * width]).reshape(-1, width).astype(np.int64)
        at += len(active) * width
        sums = active @ weights + np.asarray(bias[layer * HIDDEN : layer * HIDDEN + width])
        active = np.clip((sums + ROUNDING) >> DENSE_SHIFT, 0, MOST_ACTIVE)
    room[OUTPUTS : OUTPUTS + outputs] = sums


ask_network = evaluate_in_numpy if INTERPRETED else evaluate
