"""Imitation: a network learns to choose as a bot does. So training can meet a bot that is too slow to train against.

A network that has seen all choices many times knows them by heart and errs in others. So the weights of the epoch are
kept after which it is surprised least by choices that it has not learned from.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import torch
from torch import Tensor
from torch.nn.functional import cross_entropy

from erre.core.training import Task
from erre.lab.training.choices import Choices
from erre.lab.training.integers import save_integers
from erre.lab.training.layers import Layers
from erre.lab.training.settings import Settings
from erre.lab.training.tables import FORBIDDEN

HELD_BACK = 20  # one game in so many is not learned from, but shows how well the network imitates
RATE, LAST_RATE = 2e-3, 5e-5
BATCH = 2048


def imitate(
    task: Task,
    choices: Choices,
    epochs: int,
    seed: int,
    device: str,
    path: Path,
    tell: Callable[[dict[str, Any]], None],
) -> dict[str, Any]:
    """Fit a network to choices, and write the best of all epochs; its figures in games that it has not learned from."""
    torch.manual_seed(seed)
    k, settings = task.kernels, Settings()
    network = Layers(k.FEATURES, settings.widths, k.ACTIONS + 1).to(device)
    optimiser = torch.optim.Adam(network.parameters(), lr=RATE, eps=1e-6)
    data = [torch.as_tensor(array) for array in (choices.listed, choices.offered, choices.chosen)]
    is_held_back = torch.as_tensor(choices.games % HELD_BACK == 0)
    learned, held_back = (~is_held_back).nonzero().squeeze(1), is_held_back.nonzero().squeeze(1)
    size = min(BATCH, len(learned))
    steps, done = epochs * (len(learned) // size), 0
    best: dict[str, Any] = {}
    for epoch in range(epochs):
        order = learned[torch.randperm(len(learned))]
        for at in range(0, len(order) - size + 1, size):
            for group in optimiser.param_groups:
                group["lr"] = LAST_RATE + (RATE - LAST_RATE) * (1 - done / steps)
            loss = loss_of(network, data, order[at : at + size], device)[0]
            optimiser.zero_grad()
            loss.backward()
            optimiser.step()
            done += 1
        figures = {"epoch": epoch + 1, "choices": len(learned), **judged(network, data, held_back, device)}
        tell(figures)
        if not best or figures["surprise"] < best["surprise"]:
            best = figures
            weights = {name: value.detach().float().cpu().numpy() for name, value in network.state_dict().items()}
            save_integers(weights, path)
    return best


def loss_of(network: Layers, data: list[Tensor], rows: Tensor, device: str) -> tuple[Tensor, Tensor]:
    """How surprised the network is by the choices of some rows, and how many it would have made itself."""
    listed, offered, chosen = (array[rows].to(device) for array in data)
    scores = network(listed)[:, : offered.shape[1]].masked_fill(~offered, FORBIDDEN)
    return cross_entropy(scores, chosen), (scores.argmax(1) == chosen).float().mean()


@torch.no_grad()
def judged(network: Layers, data: list[Tensor], rows: Tensor, device: str) -> dict[str, float]:
    """Surprise and agreement over rows that were not learned from."""
    found = [[float(x) for x in loss_of(network, data, part, device)] for part in rows.split(BATCH)]
    sizes = [len(part) for part in rows.split(BATCH)]
    means = [sum(f[i] * n for f, n in zip(found, sizes, strict=True)) / sum(sizes) for i in range(2)]
    return {"surprise": round(means[0], 4), "agreement": round(means[1], 4)}
