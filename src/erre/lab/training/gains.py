"""Converts results into what a learner maximises: points, or the probability of finishing ahead of the others."""

from __future__ import annotations

import torch
from torch import Tensor

from erre.core.training import Task

ROOT_OF_2 = 2**0.5


class Gains:
    """Turns the points of every step into gains by seat; it remembers the totals of games that go on."""

    def __init__(self, task: Task, sitting: Tensor) -> None:
        self.task, self.sitting = task, sitting
        self.totals = torch.zeros(sitting.shape, device=sitting.device)
        self.left = torch.full((len(sitting), 1), float(task.rounds), device=sitting.device)
        self.others = (sitting.sum(1, keepdim=True) - 1).float()

    def of(self, reward: Tensor, done: Tensor) -> Tensor:
        """Gains of a step in all games, from its points by seat and whether it ended a game."""
        if self.task.rounds == 0:
            others = (reward.sum(1, keepdim=True) - reward) / self.others
            return (reward - self.task.rivalry * others) * self.sitting / self.task.scale
        before = self.chances()
        self.totals += reward
        self.left -= (reward != 0).any(1, keepdim=True).float()
        self.left.masked_fill_(done[:, None], 0).clamp_(min=0)
        gained = (self.chances() - before) / self.task.scale
        self.totals.masked_fill_(done[:, None], 0)
        self.left.masked_fill_(done[:, None], self.task.rounds)
        return gained

    def chances(self) -> Tensor:
        """For every seat the chance to end ahead of another one, if the rounds that are left are luck alone."""
        lead = self.totals[:, :, None] - self.totals[:, None, :]
        width = (self.task.spread * ROOT_OF_2 * self.left.sqrt()).clamp(min=1e-6)[:, :, None]
        ahead = torch.erf(lead / width) * self.sitting[:, None, :]
        return 0.5 * ahead.sum(2) / self.others * self.sitting
