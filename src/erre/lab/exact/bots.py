"""Bots as policies on a tree: each is asked in every information set, as it would be at a table."""

from __future__ import annotations

from collections import Counter

import msgspec
import numpy as np

from erre.bots.contract import Bot, Budget, check_budget
from erre.bots.roster import make_bot
from erre.core.subgame import Subgame
from erre.core.whole import limited
from erre.lab.exact.solving import equilibrium, exploitability
from erre.lab.exact.tree import Floats, InfoSet, Policy, Tree, policy_by, tree_of, uniform

UNIFORM, EQUILIBRIUM = "uniform", "equilibrium"  # policies that are no bots
SAMPLES = 16
MOST_SAMPLES = 10_000
MOST_SEED = 2**62  # the seeds of the samples are counted up from it


class Line(msgspec.Struct, frozen=True):
    """How far one policy is from an equilibrium."""

    policy: str
    exploitability: float  # what a seat gains on average by leaving it for its best reply, in points
    values: list[float]  # by seat, where all keep to it
    best: list[float]  # by seat, where it alone replies best


class Report(msgspec.Struct, frozen=True):
    """A small game and what policies are worth in it."""

    game: str
    title: str
    seats: int
    worlds: int
    nodes: int
    information_sets: int
    iterations: int
    samples: int
    seed: int
    budget: Budget | None
    lines: list[Line]


def bot_policy(tree: Tree, name: str, *, samples: int = SAMPLES, seed: int = 0, budget: Budget | None = None) -> Policy:
    """How often a bot chose each action, out of some samples for each information set.

    The exploitability of this policy is exact. It is that of the bot itself up to the error of sampling, and without
    that error for bots that always choose the same.
    """
    game = tree.subgame.game
    bot = make_bot(game, name, seed)

    def ask(info: InfoSet) -> Floats:
        if len(info.actions) == 1:
            return np.ones(1)
        view = game.view(info.record, info.seat)
        chosen = Counter(game.encode(answer(bot, view, seed + sample, budget)) for sample in range(samples))
        return np.array([chosen[action] / samples for action in info.actions])

    return policy_by(tree, ask)


def answer(bot: Bot, view: object, seed: int, budget: Budget | None) -> object:
    """One move of a bot, with chance of its own."""
    if hasattr(bot, "reseed"):
        bot.reseed(seed)
    return bot.advise(view, budget).move  # type: ignore[arg-type]


def report_on(
    subgame: Subgame,
    names: list[str],
    *,
    iterations: int = 200,
    samples: int = SAMPLES,
    seed: int = 0,
    budget: Budget | None = None,
) -> Report:
    """The exploitability of an equilibrium found by CFR+, of uniform play, and of bots."""
    samples, iterations = limited(samples, "samples", 1, MOST_SAMPLES), limited(iterations, "iterations", 1, 1_000_000)
    seed = limited(seed, "seed", 0, MOST_SEED)
    check_budget(budget)
    tree = tree_of(subgame)
    policies = {EQUILIBRIUM: equilibrium(tree, iterations), UNIFORM: uniform(tree)}
    for name in names:
        policies[name] = bot_policy(tree, name, samples=samples, seed=seed, budget=budget)
    lines = []
    for name, policy in policies.items():
        found = exploitability(tree, policy)
        lines.append(Line(name, found.mean, found.values, found.best))
    title, game = subgame.title, subgame.game.name
    sizes = (len(subgame.worlds), tree.nodes, len(tree.infos))
    return Report(game, title, tree.seats, *sizes, iterations, samples, seed, budget, lines)
