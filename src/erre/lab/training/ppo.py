"""Proximal policy optimisation by self-play: play many games in parallel, learn from the results, repeat."""

from __future__ import annotations

import time
from collections.abc import Callable
from copy import deepcopy
from dataclasses import dataclass
from typing import Any

import torch
from torch import Tensor, nn
from torch.nn.functional import mse_loss

from erre.core.training import Task
from erre.lab.training.layers import ActorCritic
from erre.lab.training.settings import Settings
from erre.lab.training.tables import FORBIDDEN, Rollout, Tables, captured

GUESS_SHARE = 0.1  # of the loss: how well an actor values what it sees
MOST_PAST = 64  # networks of earlier iterations


class Learner:
    """A network, its optimiser, and one step of learning, which on a GPU is one graph of kernels."""

    def __init__(self, task: Task, settings: Settings, device: str) -> None:
        torch.manual_seed(settings.seed)
        self.settings, self.device = settings, device
        k = task.kernels
        self.network = ActorCritic(k.FEATURES, k.ALL_FEATURES, k.ACTIONS, settings.widths, settings.critic).to(device)
        self.rate = torch.tensor(settings.rate, device=device)
        self.entropy = torch.tensor(settings.entropy, device=device)
        on_card = device == "cuda"
        self.optimiser = torch.optim.Adam(
            self.network.parameters(), lr=self.rate, eps=1e-5, fused=on_card, capturable=on_card
        )
        self.other = deepcopy(self.network.actor).requires_grad_(False)  # plays where this one does not
        self.given = deepcopy(self.other)  # so does this one, which stays as it is
        self.past: list[dict[str, Tensor]] = []
        self.rows = torch.zeros(settings.minibatch, dtype=torch.int64, device=device)
        self.told = torch.zeros(4, device=device)  # losses and entropy of the last step
        self.graph: Any = None

    def set_rates(self, done: float) -> None:
        """Learning rate and entropy fall as the training goes on."""
        s = self.settings
        self.rate.fill_(s.last_rate + (s.rate - s.last_rate) * (1 - done))
        self.entropy.fill_(s.last_entropy + (s.entropy - s.last_entropy) * (1 - done))

    def step(self, rollout: Rollout) -> None:
        """Learn from the samples at `rows`."""

        def here(name: str) -> Tensor:
            return rollout.flat(name)[self.rows]

        mask, advantage, target = here("mask"), here("advantage"), here("target")
        scores, value, guess = self.network(here("listed"))
        chances = torch.log_softmax(scores.masked_fill(~mask, FORBIDDEN), 1)
        chosen = chances.gather(1, here("action")[:, None]).squeeze(1)
        ratio = (chosen - here("chance")).exp()
        clip = self.settings.clip
        gained = torch.minimum(ratio * advantage, ratio.clamp(1 - clip, 1 + clip) * advantage).mean()
        spread = -(chances.exp() * chances.clamp(min=-30)).sum(1).mean()
        error = mse_loss(value, target)
        unsure = mse_loss(guess, target)
        loss = 0.5 * error + GUESS_SHARE * unsure - gained - self.entropy * spread
        self.optimiser.zero_grad(set_to_none=False)
        loss.backward()
        nn.utils.clip_grad_norm_(self.network.parameters(), 0.5, foreach=True)
        self.optimiser.step()
        self.told.copy_(torch.stack([unsure.detach(), error.detach(), gained.detach(), spread.detach()]))

    def learn(self, rollout: Rollout, known: Tensor) -> None:
        """Learn from the decisions of a rollout whose outcome is known."""
        advantage = rollout.flat("advantage")
        mean, spread = advantage[known].mean(), advantage[known].std()
        advantage.sub_(mean).div_(spread + 1e-6)
        size = min(self.settings.minibatch, len(known))
        for _ in range(self.settings.epochs):
            order = known[torch.randperm(len(known), device=self.device)]
            for at in range(0, len(order) - size + 1, size):
                self.replay(rollout, order[at : at + size])

    def replay(self, rollout: Rollout, rows: Tensor) -> None:
        """One step; on a GPU it is captured once as a graph and then replayed."""
        if self.device != "cuda":
            self.rows = rows
            self.step(rollout)
            return
        self.rows.copy_(rows)
        if self.graph is None:
            self.graph = captured(lambda: self.step(rollout), lambda: None)
        self.graph.replay()

    def meet_the_past(self, iteration: int) -> None:
        """Now and then remember the actor, and let one of those that are remembered be the other player."""
        if self.settings.exploits or iteration % self.settings.remember:
            return
        self.past.append({name: tensor.clone() for name, tensor in self.network.actor.state_dict().items()})
        if len(self.past) > MOST_PAST:
            del self.past[int(torch.randint(MOST_PAST, ()))]
        self.other.load_state_dict(self.past[int(torch.randint(len(self.past), ()))])


@dataclass
class Progress:
    """How far a training is."""

    iterations: int = 0
    samples: int = 0
    seconds: float = 0.0


Tell = Callable[[Progress, Tables, Learner], None]


def train(
    task: Task, settings: Settings, seconds: float, device: str, tell: Tell, begin: Callable[[Learner], Progress]
) -> tuple[Learner, Progress]:
    """Train for some time; `begin` may load weights and says how far they are, `tell` follows every iteration."""
    learner = Learner(task, settings, device)
    progress = begin(learner)
    tables = Tables(task, settings, device)
    tables.begin()
    start = time.monotonic() - progress.seconds
    while progress.seconds < seconds:
        learner.set_rates(min(1.0, progress.seconds / seconds))
        learner.meet_the_past(progress.iterations)
        rollout = tables.play(learner.network, (learner.other, learner.given))
        known = tables.judge()
        learner.learn(rollout, known)
        progress.iterations += 1
        progress.samples += len(known)
        progress.seconds = time.monotonic() - start
        tell(progress, tables, learner)
    return learner, progress
