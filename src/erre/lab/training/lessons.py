"""Lessons before self-play: a game's teacher says what moves are worth, and both networks are fitted to it.

On one core, self-play gives too few decisions to discover a game from nothing. A search that needs no network knows
much of it already; self-play then goes on from there. The cost of a position is mostly the search, so each one is
learned from several times.
"""

from __future__ import annotations

import time
from typing import Any

import numpy as np
import torch
from torch import Tensor
from torch.nn.functional import mse_loss

from erre.core.training import Lessons, Task
from erre.lab.training.ppo import GUESS_SHARE, Learner
from erre.lab.training.tables import FORBIDDEN

GAMES = 40  # between two rounds of learning
PASSES = 6.0  # how often a position is learned from, on average
BATCH = 512
RATE, LAST_RATE = 1e-3, 1e-4
SHARPNESS = 0.75  # points that make a move e times as likely
LATER = 1 << 32  # the games of the lessons are none of those that are played later


def learn_lessons(task: Task, learner: Learner, seconds: float) -> None:
    """Learn from a game's teacher for some seconds; `learner.taught` says how it went."""
    assert task.teach is not None
    blocks: list[Lessons] = []
    start, games = time.monotonic(), 0
    while (done := (time.monotonic() - start) / seconds) < 1:
        blocks.append(task.teach(task, learner.settings.seed, LATER + games, GAMES))
        games += GAMES
        learner.rate.fill_(RATE + (LAST_RATE - RATE) * done)
        for _ in range(round(PASSES * len(blocks[-1].gain) / BATCH)):
            fit(learner, drawn_from(blocks, learner.device))
    fresh = drawn_from([task.teach(task, learner.settings.seed, LATER + games, GAMES)], learner.device)
    learner.taught = {"games": games, "positions": sum(len(block.gain) for block in blocks), **judged(learner, fresh)}


def drawn_from(blocks: list[Lessons], device: str) -> list[Tensor]:
    """A batch of positions from all lessons so far."""
    ends = np.cumsum([len(block.gain) for block in blocks])
    rows = torch.randint(int(ends[-1]), (BATCH,)).numpy()
    which = np.searchsorted(ends, rows, "right")
    within = rows - np.concatenate([[0], ends])[which]

    def taken(name: str) -> Tensor:
        parts: list[Any] = [getattr(blocks[k], name)[row] for k, row in zip(which, within, strict=True)]
        return torch.from_numpy(np.array(parts)).to(device)

    return [taken(name) for name in Lessons._fields]


def fit(learner: Learner, lesson: list[Tensor]) -> None:
    """One step: the actor learns to prefer what is worth more, the critic what came of it."""
    listed, mask, worth, gain = lesson
    scores, value, guess = learner.network(listed)
    wanted = torch.softmax((worth / SHARPNESS).masked_fill(~mask, FORBIDDEN), 1)
    chances = torch.log_softmax(scores.masked_fill(~mask, FORBIDDEN), 1)
    missed = -(wanted * chances.clamp(min=-30)).sum(1).mean()
    loss = missed + 0.5 * mse_loss(value, gain) + GUESS_SHARE * mse_loss(guess, gain)
    learner.optimiser.zero_grad(set_to_none=False)
    loss.backward()
    torch.nn.utils.clip_grad_norm_(learner.network.parameters(), 0.5, foreach=True)
    learner.optimiser.step()


def judged(learner: Learner, lesson: list[Tensor]) -> dict[str, float]:
    """How often the actor prefers the teacher's move in positions that it has not seen, and what that costs."""
    listed, mask, worth, gain = lesson
    with torch.no_grad():
        scores, value, _ = learner.network(listed)
    chosen = scores.masked_fill(~mask, FORBIDDEN).argmax(1, keepdim=True)
    best = worth.masked_fill(~mask, FORBIDDEN).max(1).values
    lost = best - worth.gather(1, chosen).squeeze(1)
    return {
        "agreement": round(float((lost <= 0).float().mean()), 4),
        "points lost": round(float(lost.mean()), 4),
        "value error": round(float(mse_loss(value, gain)), 4),
    }
