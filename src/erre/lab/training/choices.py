"""The choices of a bot in many games, noted as a network would see them: what imitation learns from; without torch."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from multiprocessing import Pool
from signal import SIG_IGN, SIGINT, signal
from typing import Any

import numpy as np

from erre.bots import bot_number, brain
from erre.bots.kernel_bot import fresh_luck, has_quick_loop
from erre.bots.network import Network
from erre.core.chance import key_from_seed
from erre.core.errors import BadOptions
from erre.core.record import ints
from erre.core.training import Table, Task
from erre.lab.training.players import Player
from erre.lab.training.task import tasks

SHARE = 0.5  # of the seats that the bot plays; a network plays the others, if there is one
AT_ONCE = 4  # games between two reports of a process


@dataclass(frozen=True)
class Choices:
    """Arrays with a row for every choice."""

    listed: Any  # the features that were true, filled up
    offered: Any  # which actions were legal
    chosen: Any
    games: Any  # the number of the game

    @staticmethod
    def joined(parts: list[Choices]) -> Choices:
        """All parts, one after the other."""
        names = ("listed", "offered", "chosen", "games")
        return Choices(**{name: np.concatenate([getattr(part, name) for part in parts]) for name in names})


class Watcher:
    """Plays games between a bot and a network, and notes what the bot chooses."""

    def __init__(self, task: Task, bot: str, network: Network | None, seed: int) -> None:
        self.task, self.seed = task, seed
        self.number = bot_number(task.game, bot)
        self.player = None if network is None else Player(task.kernels, network)
        self.moves, self.work = ints(max(64, task.game.kernels.most_legal)), ints(brain(task.game).WORK, np.int64)
        self.listed, self.mask = ints(task.kernels.MOST_FEATURES, np.int64), ints(task.kernels.ACTIONS)
        weights = np.array([table.weight for table in task.tables])
        self.shares = weights / weights.sum()

    def game(self, number: int) -> Choices:
        """Play one game; the same number gives the same game."""
        task, luck = self.task, fresh_luck(self.seed + number)
        choice = np.random.default_rng([self.seed, number])
        table = task.tables[choice.choice(len(task.tables), p=self.shares)]
        seats = self.seats_of_bot(table, choice)
        s = task.game.start(table.seats, task.game.read_options(dict(table.options)), key_from_seed(self.seed, number))
        task.game.settle(s)
        rows: list[tuple[Any, Any, int]] = []
        while turn := task.game.turn(s):
            seat = turn[0]
            if not seats[seat] and self.player is not None:
                self.player.play(s, seat)
            else:
                self.act(s, seat, luck, rows)
            task.game.settle(s)
        return self.noted(rows, number)

    def seats_of_bot(self, table: Table, choice: Any) -> Any:
        """Which seats the bot plays: about half of them, and at least one."""
        if self.player is None:
            return np.ones(table.seats, bool)
        seats = choice.random(table.seats) < SHARE
        seats[choice.integers(table.seats)] = True
        return seats

    def act(self, s: Any, seat: int, luck: Any, rows: list[tuple[Any, Any, int]]) -> None:
        """Let the bot move, and note its choice if it had one."""
        k, before = self.task.kernels, s.copy()
        k.offer(before, seat, self.mask, self.moves, self.work)
        mask = np.asarray(self.mask) > 0
        brain(self.task.game).act(s, seat, self.number, luck, self.moves, self.work)
        if mask.sum() > 1:
            k.features(before, seat, self.listed)
            rows.append((np.asarray(self.listed, np.int16).copy(), mask, self.action(before, s, seat, mask)))

    def action(self, before: Any, after: Any, seat: int, mask: Any) -> int:
        """The action that leads from one state to the next; so a game need not say how moves become actions."""
        wanted = after.to_bytes()
        for action in np.flatnonzero(mask):
            tried = before.copy()
            self.task.kernels.take(tried, seat, int(action), self.moves, self.work)
            if tried.to_bytes() == wanted:
                return int(action)
        raise AssertionError("a bot made a move that is none of the legal actions")

    def noted(self, rows: list[tuple[Any, Any, int]], number: int) -> Choices:
        """The choices of a game as arrays."""
        k = self.task.kernels
        return Choices(
            np.array([row[0] for row in rows], np.int16).reshape(-1, k.MOST_FEATURES),
            np.array([row[1] for row in rows], bool).reshape(-1, k.ACTIONS),
            np.array([row[2] for row in rows], np.int64),
            np.full(len(rows), number),
        )


def check_imitated(task: Task, bot: str) -> None:
    """Refuse unknown bots, and games whose bots do not make one move at a time inside the kernels."""
    bot_number(task.game, bot)
    if not hasattr(brain(task.game), "act") or not has_quick_loop(brain(task.game)):
        raise BadOptions(f"{task.game.title}: its bots cannot be imitated")


def watch(name: str, bot: str, network: Network | None, seed: int, numbers: range) -> Choices:
    """The choices of some games; a task by its name, since a process is handed it."""
    watcher = Watcher(tasks()[name], bot, network, seed)
    return Choices.joined([watcher.game(number) for number in numbers])


def watch_all(
    name: str, bot: str, network: Network | None, seed: int, games: int, processes: int, tell: Callable[[int], None]
) -> Choices:
    """The choices of games 0 to `games`, played by some processes; always the same ones, in the same order."""
    parts = [range(first, min(first + AT_ONCE, games)) for first in range(0, games, AT_ONCE)]
    one = partial(watch, name, bot, network, seed)
    found = []
    with Pool(processes, signal, (SIGINT, SIG_IGN)) as pool:  # an interrupt ends them at once, from here
        for numbers, part in zip(parts, pool.imap(one, parts), strict=True):
            found.append(part)
            tell(len(numbers))
    return Choices.joined(found)
