"""All tables of a task in parallel: one call of the network decides in thousands of games of all kinds."""

from __future__ import annotations

from contextlib import nullcontext
from dataclasses import dataclass
from typing import Any

import torch
from torch import Tensor

from erre.core.batch import MOST_BOTS
from erre.core.training import Table, Task
from erre.lab.training.gains import Gains
from erre.lab.training.layers import ActorCritic, Layers
from erre.lab.training.settings import Settings

Others = tuple[Layers, Layers]  # an earlier network, and a given one
FORBIDDEN = -1e9
APART = 64  # neighbouring games that begin together; groups of them begin at different times
APART_BY = 7919  # decisions, a prime number
NO_ACTION = -1  # is refused and changes nothing
SEEN = ("seat", "observation", "mask", "reward", "done", "points")
THREADS = 64  # of a block on a GPU


class Rollout:
    """Room for the decisions of one iteration, and what came of them; `flat` joins steps and games."""

    def __init__(self, steps: int, games: int, listed: int, actions: int, device: str) -> None:
        def room(*shape: int, dtype: torch.dtype = torch.float32) -> Tensor:
            return torch.zeros(steps, games, *shape, dtype=dtype, device=device)

        self.listed = room(listed, dtype=torch.int16)
        self.mask = room(actions, dtype=torch.bool)
        self.action, self.seat = room(dtype=torch.int64), room(dtype=torch.int64)
        self.chance = room()  # logarithm of the chance with which it was chosen
        self.value, self.advantage, self.target = room(), room(), room()
        self.reward, self.done = room(MOST_BOTS), room(dtype=torch.bool)

    def flat(self, name: str) -> Tensor:
        """One of the arrays with a row for every decision."""
        found: Tensor = getattr(self, name).flatten(0, 1)
        return found


@dataclass
class Group:
    """The games of one kind of table, and where they lie among all."""

    table: Table
    rows: slice
    env: Any
    now: dict[str, Tensor]
    stream: Any = None  # on a GPU, groups play at the same time

    def copy_to(self, memory: dict[str, Tensor]) -> None:
        """Put what this group shows where that of all groups is."""
        for name, tensor in self.now.items():
            place = memory[name][self.rows]
            (place[:, : tensor.shape[1]] if tensor.dim() == 2 else place).copy_(tensor)


class Tables:
    """Games of all kinds, and how they are played by the network of the moment."""

    def __init__(self, task: Task, settings: Settings, device: str) -> None:
        self.task, self.settings, self.device = task, settings, device
        counts = games_of(task, settings)
        self.games, actions = sum(counts), task.kernels.ACTIONS
        self.memory = {
            "seat": self.room(dtype=torch.int64),
            "observation": self.room(task.encoding.size, dtype=torch.int16),
            "mask": self.room(actions, dtype=torch.bool),
            "reward": self.room(MOST_BOTS),
            "done": self.room(dtype=torch.bool),
            "points": self.room(MOST_BOTS),
        }
        self.action = self.room(dtype=torch.int64)
        self.groups: list[Group] = []
        self.sitting = self.room(MOST_BOTS, dtype=torch.bool)
        self.learning = self.room(MOST_BOTS, dtype=torch.bool)  # whose decisions are learned from
        met: list[list[int]] = [[], []]
        for number, table in enumerate(task.tables):
            rows = slice(sum(counts[:number]), sum(counts[: number + 1]))
            self.groups.append(self.group(table, rows, number))
            self.sitting[rows, : table.seats] = True
            self.learning[rows] = self.sitting[rows]
            for games, more in zip(met, self.share_out(table, rows), strict=True):
                games += more
        # Games in which the network also meets an earlier one, then those in which it meets the given one.
        self.met = [torch.tensor(games, dtype=torch.int64, device=device) for games in met]
        self.rollout = Rollout(settings.steps, self.games, task.encoding.size, actions, device)
        self.gains = Gains(task, self.sitting)
        self.step_number = torch.zeros(1, dtype=torch.int64, device=device)
        self.graph: Any = None

    def room(self, *shape: int, dtype: torch.dtype = torch.float32) -> Tensor:
        """Memory with a row for every game."""
        return torch.zeros(self.games, *shape, dtype=dtype, device=self.device)

    def group(self, table: Table, rows: slice, number: int) -> Group:
        """The games of one kind of table, dealt."""
        seed = self.settings.seed * 1000 + number
        env, stream = make_env(self.task, table, rows.stop - rows.start, seed, self.device)
        now = env.reset()
        if stream is not None:
            torch.cuda.synchronize()
        seen = {name: torch.as_tensor(getattr(now, name), device=self.device) for name in SEEN}
        return Group(table, rows, env, seen, stream)

    def share_out(self, table: Table, rows: slice) -> tuple[list[int], list[int]]:
        """Give seats of some games to others, which do not learn; the games of each of the two others."""
        games, seats = rows.stop - rows.start, table.seats
        if self.settings.exploits:
            self.learning[rows] = False
            for k in range(games):
                self.learning[rows.start + k, k % seats] = True
            return list(range(rows.start, rows.stop)), []
        past, given = (round(share * games) for share in (self.settings.past, self.settings.against))
        for k in range(past + given):
            self.learning[rows.start + k, (k % 2) : seats : 2] = False
        first = rows.start + past
        return list(range(rows.start, first)), list(range(first, first + given))

    def begin(self) -> None:
        """Show the first positions, and play until games are at all stages, so that every rollout has all of them."""
        for group in self.groups:
            group.copy_to(self.memory)
        if self.device != "cuda":
            return  # there a rollout is small: it would take long, for nothing
        longest = max(table.seats for table in self.task.tables) * self.task.steps
        place = torch.arange(self.games, device=self.device) // APART
        for group in self.groups:
            length = group.table.seats * self.task.steps
            waits = longest - place[group.rows] * APART_BY % length
            with beside(group.stream):
                for step in range(longest):
                    sampled = torch.as_tensor(group.env.sample(), device=self.device)
                    group.env.step(torch.where(waits <= step, sampled, NO_ACTION))
                group.copy_to(self.memory)
        torch.cuda.synchronize()

    @torch.no_grad()
    def play(self, network: ActorCritic, others: Others) -> Rollout:
        """Fill the rollout."""
        self.step_number.zero_()
        for _ in range(self.settings.steps):
            self.replay(network, others)
        return self.rollout

    def replay(self, network: ActorCritic, others: Others) -> None:
        """One decision in every game; on a GPU it is captured once as a graph and then replayed."""
        if self.device != "cuda":
            self.decide(network, others)
            return
        if self.graph is None:
            self.graph = captured(lambda: self.decide(network, others), self.step_number.zero_)
        self.graph.replay()

    def decide(self, network: ActorCritic, others: Others) -> None:
        """Choose in every game, note it, and carry it out."""
        memory = self.memory
        scores, value, _ = network(memory["observation"])
        action, chances = drawn(scores, memory["mask"])
        self.action.copy_(action)
        for met, other in zip(self.met, others, strict=True):
            if len(met):
                seen, mask = memory["observation"][met], memory["mask"][met]
                theirs, _ = drawn(other(seen)[:, : mask.shape[1]], mask)
                learns = self.learning[met].gather(1, memory["seat"][met][:, None]).squeeze(1)
                self.action[met] = torch.where(learns, action[met], theirs)
        chance = chances.gather(1, self.action[:, None]).squeeze(1)
        self.note(listed=memory["observation"], mask=memory["mask"], seat=memory["seat"])
        self.note(action=self.action, chance=chance, value=value)
        self.step()
        self.note(reward=memory["reward"], done=memory["done"])
        self.step_number.add_(1)

    def note(self, **what: Tensor) -> None:
        """Write what belongs to this step into the rollout."""
        for name, tensor in what.items():
            getattr(self.rollout, name).index_copy_(0, self.step_number, tensor[None])

    def step(self) -> None:
        """Carry the actions out, in all groups at the same time where that is possible."""
        for group in self.groups:
            with beside(group.stream):
                actions = self.action[group.rows]
                group.env.step(actions if group.stream else actions.numpy())
                group.copy_to(self.memory)
        for group in self.groups:
            if group.stream:
                torch.cuda.current_stream().wait_stream(group.stream)

    @torch.no_grad()
    def judge(self) -> Tensor:
        """Advantages, seat by seat, backwards from the end of each episode; the indices of decisions to learn from."""
        into, steps = self.rollout, self.settings.steps
        gain = torch.stack([self.gains.of(into.reward[step], into.done[step]) for step in range(steps)])
        ended = into.done | (into.reward != 0).any(2) if self.task.ends_with_reward else into.done
        after, later, got = (torch.zeros_like(into.reward[0]) for _ in range(3))
        is_known = torch.zeros_like(self.sitting)
        known = torch.zeros_like(into.done)
        for step in range(steps - 1, -1, -1):
            end = ended[step][:, None]
            is_known |= end
            after.masked_fill_(end, 0)
            later.masked_fill_(end, 0)
            got = got.masked_fill(end, 0) + gain[step]
            seat, value = into.seat[step][:, None], into.value[step][:, None]
            error = got.gather(1, seat) + after.gather(1, seat) - value
            advantage = error + self.settings.trace * later.gather(1, seat)
            known[step] = is_known.gather(1, seat).squeeze(1)
            # A seat's last decision in the rollout, whose outcome is open, only says what those before it led to.
            advantage = torch.where(known[step][:, None], advantage, 0.0)
            into.advantage[step] = advantage.squeeze(1)
            later.scatter_(1, seat, advantage)
            after.scatter_(1, seat, value)
            got.scatter_(1, seat, 0.0)
            is_known.scatter_(1, seat, True)
        torch.add(into.advantage, into.value, out=into.target)
        learns = self.learning[None].expand(steps, -1, -1).gather(2, into.seat[:, :, None]).squeeze(2)
        return (known & learns).reshape(-1).nonzero().squeeze(1)

    def points(self) -> list[dict[str, Any]]:
        """For each kind of table what its last games brought, and by how much learners were ahead of others."""
        rows = []
        for group in self.groups:
            points = self.memory["points"][group.rows, : group.table.seats]
            learns = self.learning[group.rows, : group.table.seats]
            row = {"seats": group.table.seats, "options": dict(group.table.options), "points": mean(points, learns)}
            for name, games in zip(("ahead", "ahead of given"), self.met, strict=True):
                met = games[(games >= group.rows.start) & (games < group.rows.stop)] - group.rows.start
                if len(met):
                    row[name] = mean(points[met], learns[met]) - mean(points[met], ~learns[met])
            rows.append({key: round(x, 2) if isinstance(x, float) else x for key, x in row.items()})
        return rows


def games_of(task: Task, settings: Settings) -> list[int]:
    """How many games of each kind of table are played at once."""
    games, total = settings.samples // settings.steps, sum(table.weight for table in task.tables)
    least = max(table.seats for table in task.tables) if settings.exploits else 1
    return [max(least, round(games * table.weight / total)) for table in task.tables]


def drawn(scores: Tensor, mask: Tensor) -> tuple[Tensor, Tensor]:
    """An action for every row, drawn by the chances that follow from the scores; the logarithms of all chances."""
    chances = torch.log_softmax(scores.masked_fill(~mask, FORBIDDEN), 1)
    noise = -torch.log(-torch.log(torch.rand_like(chances).clamp_(1e-9, 1 - 1e-7)))
    return torch.where(mask, chances + noise, FORBIDDEN).argmax(1), chances


def mean(points: Tensor, chosen: Tensor) -> float:
    """The mean of the chosen numbers."""
    return float(points[chosen].mean()) if bool(chosen.any()) else 0.0


def beside(stream: Any) -> Any:
    """On a GPU a stream that runs beside the others; what has been asked for so far comes first."""
    if stream is None:
        return nullcontext()
    stream.wait_stream(torch.cuda.current_stream())
    return torch.cuda.stream(stream)


def captured(work: Any, again: Any) -> Any:
    """A graph of everything that `work` starts on the GPU. It runs a few times first; `again` undoes its counting."""
    side = torch.cuda.Stream()
    side.wait_stream(torch.cuda.current_stream())
    with torch.cuda.stream(side):
        for _ in range(3):
            work()
        again()
    torch.cuda.current_stream().wait_stream(side)
    graph = torch.cuda.CUDAGraph()
    with torch.cuda.graph(graph):
        work()
    return graph


def make_env(task: Task, table: Table, games: int, seed: int, device: str) -> tuple[Any, Any]:
    """Games side by side, on the GPU with a stream of their own, or on the CPU."""
    given: dict[str, Any] = {"seats": table.seats, "options": table.options, "seed": seed, "encoding": task.encoding}
    if device == "cuda":
        from erre.lab.envs.vector_gpu import GpuVectorEnv

        stream = torch.cuda.Stream()
        torch.cuda.synchronize()
        env = GpuVectorEnv(task.game, games, threads=THREADS, order="C", stream=stream, **given)
        return env, stream
    from erre.lab.envs.vector import VectorEnv

    return VectorEnv(task.game, games, **given), None
