"""The networks: an actor that will be an integer network in the kernels, and a critic that sees everything."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import torch
from torch import Tensor, nn

from erre.bots.network import EMBED_SCALE, MOST_ACTIVE, UNIT

EMBED_MOST = 127  # a first-layer weight is an 8-bit number


def quantised(weight: Tensor) -> Tensor:
    """First-layer weights as the kernels will have them; gradients pass as if nothing had happened."""
    whole = (weight * EMBED_SCALE).round().clamp(-EMBED_MOST, EMBED_MOST) / EMBED_SCALE
    return weight + (whole - weight).detach()


class Layers(nn.Module):
    """A sum of feature rows, then dense layers; activations are cut off at zero and at eight."""

    def __init__(self, features: int, widths: tuple[int, ...], outputs: int) -> None:
        super().__init__()
        self.embed = nn.Parameter(torch.empty(features, widths[0]).uniform_(-0.06, 0.06))
        sizes = [*widths, outputs]
        self.dense = nn.ModuleList(nn.Linear(a, b) for a, b in pairwise(sizes))
        nn.init.zeros_(self.dense[-1].weight)
        nn.init.zeros_(self.dense[-1].bias)

    def forward(self, true: Tensor) -> Tensor:
        """Outputs for rows of zeros and ones."""
        x = true @ quantised(self.embed).to(true.dtype)
        for layer in self.dense:
            x = torch.clamp(x, 0, MOST_ACTIVE / UNIT)
            x = layer(x)
        return x


def multi_hot(listed: Tensor, features: int) -> Tensor:
    """Rows of zeros and ones from lists of true features."""
    rows = torch.zeros(listed.shape[0], features, dtype=torch.bfloat16, device=listed.device)
    if listed.is_cuda and mark is not None:
        mark[(listed.shape[0],)](rows, listed, features, listed.shape[1], BLOCK)
        return rows
    return rows.scatter_(1, listed.long(), 1.0)


BLOCK = 512
mark: Any = None
try:
    import triton
    import triton.language as tl

    @triton.jit
    def mark(rows, listed, features, count, block: tl.constexpr):  # type: ignore[no-untyped-def]
        """Put a one wherever a row's list says so: faster than torch's scatter, whose indices have 64 bits."""
        row = tl.program_id(0).to(tl.int64)
        places = tl.arange(0, block)
        inside = places < count
        feature = tl.load(listed + row * count + places, mask=inside, other=0).to(tl.int64)
        tl.store(rows + row * features + feature, 1.0, mask=inside)
except ImportError:
    pass


class ActorCritic(nn.Module):
    """Both networks, side by side."""

    def __init__(
        self, features: int, all_features: int, actions: int, widths: tuple[int, ...], critic: tuple[int, ...]
    ) -> None:
        super().__init__()
        self.features, self.all_features = features, all_features
        self.actions = actions
        self.actor = Layers(features, widths, actions + 1)
        self.critic = Layers(all_features, critic, 1)

    def forward(self, listed: Tensor) -> tuple[Tensor, Tensor, Tensor]:
        """Scores of all actions, the value as the critic sees it, and as the actor does."""
        true = multi_hot(listed, self.all_features)
        with torch.autocast(listed.device.type, torch.bfloat16):
            scores = self.actor(true[:, : self.features])
            value = self.critic(true)
        scores = scores.float()
        return scores[:, : self.actions], value.float().squeeze(1), scores[:, self.actions]
