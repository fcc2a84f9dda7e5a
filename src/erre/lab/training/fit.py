"""A small floating-point network, fitted by Adam; needs only numpy, and the same seed gives the same numbers."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import numpy as np

BATCH = 1024
RATE, LAST_RATE = 2e-3, 1e-5


class Fit:
    """Hidden layers cut off at zero, then the outputs."""

    def __init__(self, sizes: tuple[int, ...], seed: int) -> None:
        choice = np.random.default_rng(seed)
        self.seed, self.steps, self.epochs = seed, 0, 0
        self.layers = [
            [choice.normal(0, (2 / rows) ** 0.5, (rows, columns)).astype(np.float32), np.zeros(columns, np.float32)]
            for rows, columns in pairwise(sizes)
        ]
        self.moments = [[[np.zeros_like(part) for part in layer] for layer in self.layers] for _ in range(2)]

    def outputs(self, x: Any) -> list[Any]:
        """The activations of all layers, the inputs first."""
        found = [x]
        for number, (weights, bias) in enumerate(self.layers):
            sums = found[-1] @ weights + bias
            found.append(np.maximum(sums, 0) if number < len(self.layers) - 1 else sums)
        return found

    def step(self, x: Any, y: Any, rate: float) -> None:
        """Fit one batch."""
        found = self.outputs(x)
        slope = 2 * (found[-1] - y) / len(x)
        self.steps += 1
        for number in reversed(range(len(self.layers))):
            weights, bias = self.layers[number]
            gradients = [found[number].T @ slope, slope.sum(0)]
            slope = (slope @ weights.T) * (found[number] > 0)
            for which, part in enumerate((weights, bias)):
                first, second = (self.moments[k][number][which] for k in range(2))
                first += 0.1 * (gradients[which] - first)
                second += 0.001 * (gradients[which] ** 2 - second)
                scale = rate / (1 - 0.9**self.steps)
                part -= scale * first / (np.sqrt(second / (1 - 0.999**self.steps)) + 1e-8)

    def epoch(self, x: Any, y: Any, epochs: int) -> None:
        """Go through all notes once, with a rate that falls over some epochs."""
        order = np.random.default_rng([self.seed, self.epochs]).permutation(len(x))
        size = min(BATCH, len(x))
        total = epochs * (len(x) // size)
        for at in range(0, len(x) - size + 1, size):
            part = order[at : at + size]
            self.step(x[part], y[part], RATE * (1 - self.steps / total) + LAST_RATE)
        self.epochs += 1

    def state(self) -> dict[str, Any]:
        """Everything that a later run needs to continue."""
        found: dict[str, Any] = {"steps": self.steps, "epochs": self.epochs}
        for which, tree in self._trees():
            for number, layer in enumerate(tree):
                found |= {f"{which}_{number}_{part}": layer[part] for part in range(2)}
        return found

    def bring_back(self, state: Any) -> None:
        """Go on where `state` was taken."""
        self.steps, self.epochs = int(state["steps"]), int(state["epochs"])
        for which, tree in self._trees():
            for number, layer in enumerate(tree):
                layer[:] = [np.array(state[f"{which}_{number}_{part}"]) for part in range(2)]

    def _trees(self) -> list[tuple[str, Any]]:
        """The weights and both moments, by name."""
        return [("layers", self.layers), ("first", self.moments[0]), ("second", self.moments[1])]


def explained(found: Any, true: Any) -> float:
    """The share of the variance that a forecast explains."""
    spread = float(true.var()) if len(true) else 0.0
    return round(1 - float(((found - true) ** 2).mean()) / spread, 4) if spread else 0.0


def chances(found: Any, true: Any) -> list[list[float]]:
    """For each tenth from 0 to 1: forecasts, the mean chance that was given, how often it came true."""
    tenths = np.clip((found * 10).astype(int), 0, 9)
    rows = [tenths == tenth for tenth in range(10)]
    return [
        [int(row.sum()), round(float(found[row].mean()), 3), round(float(true[row].mean()), 3)]
        for row in rows
        if row.any()
    ]
