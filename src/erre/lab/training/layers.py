"""The networks: an actor that becomes an integer network in the kernels, and a critic that sees everything."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import torch
from torch import Tensor, nn
from torch.nn.functional import pad

from erre.bots.network import EMBED_SCALE, MOST_ACTIVE, UNIT

ALIGNED = 64  # columns
EMBED_MOST = 127  # a first-layer weight is an 8-bit number


def quantised(weight: Tensor) -> Tensor:
    """First-layer weights as the kernels will have them; gradients pass as if nothing had happened."""
    whole = (weight * EMBED_SCALE).round().clamp(-EMBED_MOST, EMBED_MOST) / EMBED_SCALE
    return weight + (whole - weight).detach()


def padded(features: int) -> int:
    """Columns for some features: tensor cores want rows that begin at even places in memory."""
    return -(-features // ALIGNED) * ALIGNED


class Layers(nn.Module):
    """A sum of feature rows, then dense layers; activations are cut off at zero and at eight."""

    def __init__(self, features: int, widths: tuple[int, ...], outputs: int) -> None:
        super().__init__()
        self.embed = nn.Parameter(torch.empty(features, widths[0]).uniform_(-0.06, 0.06))
        sizes = [*widths, outputs]
        self.dense = nn.ModuleList(nn.Linear(a, b) for a, b in pairwise(sizes))
        nn.init.zeros_(self.dense[-1].weight)
        nn.init.zeros_(self.dense[-1].bias)

    def first(self, columns: int) -> Tensor:
        """The weights of the first layer for rows of zeros and ones with some columns."""
        return pad(quantised(self.embed), (0, 0, 0, columns - len(self.embed)))

    def rest(self, x: Tensor) -> Tensor:
        """Outputs from the sums of the first layer."""
        for layer in self.dense:
            x = torch.clamp(x, 0, MOST_ACTIVE / UNIT)
            x = layer(x)
        return x

    def forward(self, listed: Tensor) -> Tensor:
        """Outputs for lists of true features; those of a critic are passed over."""
        columns = padded(len(self.embed))
        true = multi_hot(listed, columns)
        with torch.autocast(listed.device.type, torch.bfloat16):
            return self.rest(true @ self.first(columns).to(true.dtype)).float()


def multi_hot(listed: Tensor, columns: int) -> Tensor:
    """Rows of zeros and ones from lists of true features; those beyond the columns are passed over."""
    if listed.is_cuda and mark is not None:
        rows = torch.zeros(listed.shape[0], columns, dtype=torch.bfloat16, device=listed.device)
        mark[(listed.shape[0],)](rows, listed, columns, listed.shape[1], BLOCK)
        return rows
    rows = torch.zeros(listed.shape[0], columns + 1, dtype=torch.bfloat16, device=listed.device)
    return rows.scatter_(1, listed.long().clamp(max=columns), 1.0)[:, :columns]


BLOCK = 512
mark: Any = None
try:
    import triton
    import triton.language as tl

    @triton.jit
    def mark(rows, listed, columns, count, block: tl.constexpr):  # type: ignore[no-untyped-def]
        """Put a one wherever a row's list says so: faster than torch's scatter, whose indices have 64 bits."""
        row = tl.program_id(0).to(tl.int64)
        places = tl.arange(0, block)
        feature = tl.load(listed + row * count + places, mask=places < count, other=columns).to(tl.int64)
        tl.store(rows + row * columns + feature, 1.0, mask=feature < columns)
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
        columns, first = padded(self.all_features), self.actor.embed.shape[1]
        true = multi_hot(listed, columns)
        with torch.autocast(listed.device.type, torch.bfloat16):
            # One product for both first layers keeps the whole card busy.
            sums = true @ torch.cat([self.actor.first(columns), self.critic.first(columns)], 1).to(true.dtype)
            scores, value = self.actor.rest(sums[:, :first]), self.critic.rest(sums[:, first:])
        scores = scores.float()
        return scores[:, : self.actions], value.float().squeeze(1), scores[:, self.actions]
