"""Proximal policy optimisation by self-play: play many games side by side, learn from what came of it, repeat."""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import Any

import torch
from torch import Tensor, nn
from torch.nn.functional import mse_loss

from erre.bots.network import FIRST, HIDDEN
from erre.core.training import Table, Task
from erre.lab.training.layers import ActorCritic

FORBIDDEN = -1e9
GUESS_SHARE = 0.1  # of the loss: how well an actor values what it sees


@dataclass(frozen=True)
class Settings:
    """How to train."""

    seed: int = 1
    samples: int = 4_194_304  # of one iteration
    minibatch: int = 65_536
    epochs: int = 2
    rate: float = 7e-4
    last_rate: float = 2e-5
    entropy: float = 0.02
    last_entropy: float = 0.002
    clip: float = 0.2
    trace: float = 0.95  # lambda of generalised advantage estimation
    widths: tuple[int, ...] = (FIRST, HIDDEN, HIDDEN)
    critic: tuple[int, ...] = (384, 128)


class Rollout:
    """Room for the decisions of one iteration, flat, and what came of them."""

    def __init__(self, samples: int, listed: int, actions: int, device: str) -> None:
        def room(*shape: int, dtype: torch.dtype = torch.float32) -> Tensor:
            return torch.zeros(samples, *shape, dtype=dtype, device=device)

        self.listed = room(listed, dtype=torch.int16)
        self.mask = room(actions, dtype=torch.bool)
        self.action = room(dtype=torch.int64)
        self.chance = room()  # logarithm of the chance with which it was chosen
        self.value, self.advantage, self.target = room(), room(), room()


class Player:
    """One table: its games side by side, and how they are played by the network of the moment."""

    def __init__(self, task: Task, table: Table, settings: Settings, device: str, number: int) -> None:
        self.task, self.table, self.device = task, table, device
        self.steps = table.seats * task.steps
        self.games = max(1, settings.samples // self.steps)
        self.seed = settings.seed * 1000 + number
        self.env: Any = None  # made when it is first played on
        self.now: Any = None
        self.points = 0.0

    def sit_down(self) -> None:
        """Deal the games."""
        if self.env is None:
            self.env = make_env(self.task, self.table, self.games, self.seed, self.device)
            self.now = self.env.reset()

    def seen(self, name: str) -> Tensor:
        """An array of the environment as a tensor; on a GPU the same memory."""
        return torch.as_tensor(getattr(self.now, name), device=self.device)

    @torch.no_grad()
    def play(self, network: ActorCritic, into: Rollout, settings: Settings) -> Tensor:
        """Fill a rollout; the indices of the samples whose outcome is known."""
        self.sit_down()
        games, steps, seats = self.games, self.steps, self.table.seats
        who = torch.zeros(steps, games, dtype=torch.int64, device=self.device)
        reward = torch.zeros(steps, games, seats, device=self.device)
        ended = torch.zeros(steps, games, dtype=torch.bool, device=self.device)
        for step in range(steps):
            rows = slice(step * games, (step + 1) * games)
            into.listed[rows] = self.seen("observation")
            into.mask[rows] = self.seen("mask").bool()
            who[step] = self.seen("seat").long()
            scores, value, _ = network(into.listed[rows])
            chances = torch.log_softmax(scores.masked_fill(~into.mask[rows], FORBIDDEN), 1)
            noise = -torch.log(-torch.log(torch.rand_like(chances).clamp_(1e-9, 1 - 1e-7)))
            action = torch.where(into.mask[rows], chances + noise, FORBIDDEN).argmax(1)
            into.action[rows], into.value[rows] = action, value
            into.chance[rows] = chances.gather(1, action[:, None]).squeeze(1)
            self.now = self.env.step(action if self.device == "cuda" else action.numpy())
            reward[step] = self.seen("reward")
            ended[step] = self.seen("done").bool()
        if self.task.ends_with_reward:
            ended |= (reward != 0).any(2)
        self.points = float(self.seen("points").float().mean())
        known = self._judge(into, who, reward, ended, settings)
        return known.reshape(-1).nonzero().squeeze(1)

    def _judge(self, into: Rollout, who: Tensor, reward: Tensor, ended: Tensor, settings: Settings) -> Tensor:
        """Advantages, seat by seat, backwards from the end of each episode."""
        steps, games, seats = reward.shape
        others = (reward.sum(2, keepdim=True) - reward) / (seats - 1)
        gain = (reward - self.task.rivalry * others) / self.task.scale
        after, later, got = (torch.zeros(games, seats, device=self.device) for _ in range(3))
        is_known = torch.zeros(games, 1, dtype=torch.bool, device=self.device)
        known = torch.zeros(steps, games, dtype=torch.bool, device=self.device)
        for step in range(steps - 1, -1, -1):
            rows = slice(step * games, (step + 1) * games)
            end = ended[step][:, None]
            is_known |= end
            after.masked_fill_(end, 0)
            later.masked_fill_(end, 0)
            got = got.masked_fill(end, 0) + gain[step]
            seat, value = who[step][:, None], into.value[rows][:, None]
            error = got.gather(1, seat) + after.gather(1, seat) - value
            advantage = error + settings.trace * later.gather(1, seat)
            into.advantage[rows] = advantage.squeeze(1)
            known[step] = is_known.squeeze(1)
            later.scatter_(1, seat, advantage)
            after.scatter_(1, seat, value)
            got.scatter_(1, seat, 0.0)
        into.target[: steps * games] = into.advantage[: steps * games] + into.value[: steps * games]
        return known


def make_env(task: Task, table: Table, games: int, seed: int, device: str) -> Any:
    """Games side by side, on the GPU or on the CPU."""
    given: dict[str, Any] = {"seats": table.seats, "options": table.options, "seed": seed, "encoding": task.encoding}
    if device == "cuda":
        from erre.lab.envs.vector_gpu import GpuVectorEnv

        return GpuVectorEnv(task.game.name, games, threads=64, **given)
    from erre.lab.envs.vector import VectorEnv

    return VectorEnv(task.game.name, games, **given)


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
        self.rollout = Rollout(settings.samples, task.encoding.size, k.ACTIONS, device)
        self.rows = torch.zeros(settings.minibatch, dtype=torch.int64, device=device)
        self.told = torch.zeros(4, device=device)  # losses and entropy of the last step
        self.graph: Any = None

    def set_rates(self, done: float) -> None:
        """Learning rate and entropy fall as the training goes on."""
        s = self.settings
        self.rate.fill_(s.last_rate + (s.rate - s.last_rate) * (1 - done))
        self.entropy.fill_(s.last_entropy + (s.entropy - s.last_entropy) * (1 - done))

    def step(self) -> None:
        """Learn from the samples at `rows`."""
        into, rows = self.rollout, self.rows
        mask, advantage = into.mask[rows], into.advantage[rows]
        scores, value, guess = self.network(into.listed[rows])
        chances = torch.log_softmax(scores.masked_fill(~mask, FORBIDDEN), 1)
        chosen = chances.gather(1, into.action[rows][:, None]).squeeze(1)
        ratio = (chosen - into.chance[rows]).exp()
        clip = self.settings.clip
        gained = torch.minimum(ratio * advantage, ratio.clamp(1 - clip, 1 + clip) * advantage).mean()
        spread = -(chances.exp() * chances.clamp(min=-30)).sum(1).mean()
        error = mse_loss(value, into.target[rows])
        unsure = mse_loss(guess, into.target[rows])
        loss = 0.5 * error + GUESS_SHARE * unsure - gained - self.entropy * spread
        self.optimiser.zero_grad(set_to_none=False)
        loss.backward()
        nn.utils.clip_grad_norm_(self.network.parameters(), 0.5, foreach=True)
        self.optimiser.step()
        self.told.copy_(torch.stack([unsure.detach(), error.detach(), gained.detach(), spread.detach()]))

    def learn(self, known: Tensor) -> int:
        """Learn from a rollout; how many samples were used."""
        advantage = self.rollout.advantage
        mean, spread = advantage[known].mean(), advantage[known].std()
        advantage.sub_(mean).div_(spread + 1e-6)
        size = self.settings.minibatch
        used = 0
        for _ in range(self.settings.epochs):
            order = known[torch.randperm(len(known), device=self.device)]
            for at in range(0, len(order) - size + 1, size):
                self.rows.copy_(order[at : at + size])
                self._replay()
                used += size
        return used

    def _replay(self) -> None:
        """One step; on a GPU it is captured once and then replayed."""
        if self.device != "cuda":
            self.step()
            return
        if self.graph is None:
            side = torch.cuda.Stream()
            side.wait_stream(torch.cuda.current_stream())
            with torch.cuda.stream(side):
                for _ in range(3):
                    self.step()
            torch.cuda.current_stream().wait_stream(side)
            self.graph = torch.cuda.CUDAGraph()
            with torch.cuda.graph(self.graph):
                self.step()
        self.graph.replay()


@dataclass
class Progress:
    """How far a training is."""

    iterations: int = 0
    samples: int = 0
    seconds: float = 0.0


def train(
    task: Task, settings: Settings, seconds: float, device: str, tell: Any, begin: Any
) -> tuple[Learner, Progress]:
    """Train for some time; `begin` may load weights and says how far they are, `tell` follows every iteration."""
    learner = Learner(task, settings, device)
    progress: Progress = begin(learner)
    players = [Player(task, table, settings, device, number) for number, table in enumerate(task.tables)]
    weights = torch.tensor([table.weight for table in task.tables], dtype=torch.float64)
    luck = torch.Generator().manual_seed(settings.seed + progress.iterations)
    start = time.monotonic() - progress.seconds
    while progress.seconds < seconds:
        learner.set_rates(min(1.0, progress.seconds / seconds))
        player = players[int(torch.multinomial(weights, 1, generator=luck))]
        known = player.play(learner.network, learner.rollout, settings)
        learner.learn(known)
        progress.iterations += 1
        progress.samples += len(known)
        progress.seconds = time.monotonic() - start
        tell(progress, player, learner)
    return learner, progress
