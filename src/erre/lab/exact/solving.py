"""Exact evaluation of policies on a tree: values, best responses, exploitability; and equilibria by CFR+.

The utility of a seat is its result minus the average of the other seats, so utilities add up to zero. With two seats,
CFR+ converges to an equilibrium. With more seats it only gives a good policy, but best responses and exploitability are
still exact.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from erre.lab.exact.tree import Floats, Level, Policy, Tree, Whole, summed, uniform


class Answer(NamedTuple):
    """The best reply of one seat to a policy of the others."""

    value: float
    policy: Policy  # the policy answered, with this seat's part replaced


class Exploitability(NamedTuple):
    """How far a policy is from an equilibrium."""

    values: list[float]  # by seat, where everybody keeps to the policy
    best: list[float]  # by seat, where it alone changes to its best reply
    total: float  # the sum over the seats of what each would gain (NashConv)

    @property
    def mean(self) -> float:
        """The gain of a seat on average: zero for an equilibrium."""
        return self.total / len(self.values)


def reaches(tree: Tree, policy: Policy, left_out: int | None = None, only: int | None = None) -> list[Floats]:
    """How likely every node is, level by level; without the choices of one seat, or with only those."""
    found = [tree.chance if only is None else np.ones_like(tree.chance)]
    for level, following in zip(tree.levels, tree.levels[1:], strict=False):
        actor = level.actor[level.parent]
        counted = np.ones(len(actor), bool)
        if left_out is not None:
            counted &= actor != left_out
        if only is not None:
            counted &= actor == only
        share = np.where(counted, policy[level.pair], 1.0)
        found.append(summed(level.child, found[-1][level.parent] * share, len(following.actor)))
    return found


def back(level: Level, weights: Floats, after: Floats) -> Floats:
    """The values of a level out of the next one's: utilities at the end, weighted children elsewhere."""
    if len(level.parent) == 0:
        return level.utility.copy()
    gained = np.empty_like(level.utility)
    for seat in range(level.utility.shape[1]):
        gained[:, seat] = np.bincount(level.parent, weights * after[level.child, seat], len(level.actor))
    return gained + level.utility


def values(tree: Tree, policy: Policy) -> list[float]:
    """What each seat gets if all keep to a policy."""
    after = np.zeros((0, tree.seats))
    for level in reversed(tree.levels):
        after = back(level, policy[level.pair], after)
    return [float(tree.chance @ after[:, seat]) for seat in range(tree.seats)]


def best_response(tree: Tree, policy: Policy, seat: int) -> Answer:
    """The best that one seat can do while the others keep to a policy."""
    reach, answer = reaches(tree, policy, left_out=seat), policy.copy()
    after = np.zeros((0, tree.seats))
    for level, likely in zip(reversed(tree.levels), reversed(reach), strict=True):
        own = level.actor[level.parent] == seat
        if own.any():
            worth = np.full(tree.pairs, -np.inf)
            pairs, gained = level.pair[own], likely[level.parent[own]] * after[level.child[own], seat]
            worth[np.unique(pairs)] = 0
            np.add.at(worth, pairs, gained)
            for info in np.unique(level.info[level.parent[own]]):
                found = tree.infos[info]
                place = slice(found.first, found.first + len(found.actions))
                answer[place] = 0
                answer[found.first + int(np.argmax(worth[place]))] = 1
        after = back(level, answer[level.pair], after)
    return Answer(float(tree.chance @ after[:, seat]), answer)


def exploitability(tree: Tree, policy: Policy) -> Exploitability:
    """What each seat could gain by leaving a policy that the others keep to."""
    at_policy = values(tree, policy)
    best = [best_response(tree, policy, seat).value for seat in range(tree.seats)]
    return Exploitability(at_policy, best, sum(best) - sum(at_policy))


class Solver:
    """CFR+ with alternating updates and linearly weighted averages."""

    def __init__(self, tree: Tree) -> None:
        self.tree = tree
        self.regret, self.sum = np.zeros(tree.pairs), np.zeros(tree.pairs)
        self.iterations = 0
        self.sizes = np.bincount(tree.info_of_pair)
        self.own = [
            np.array([info.seat == seat for info in tree.infos])[tree.info_of_pair] for seat in range(tree.seats)
        ]

    def normalised(self, weights: Floats) -> Policy:
        """Weights as probabilities, equal where there are none."""
        owner = self.tree.info_of_pair
        total = np.bincount(owner, weights, len(self.sizes))[owner]
        return np.where(total > 0, weights / np.where(total > 0, total, 1), 1 / self.sizes[owner])

    def run(self, iterations: int) -> Policy:
        """Improve for some iterations; the average policy so far."""
        for _ in range(iterations):
            self.iterations += 1
            for seat in range(self.tree.seats):
                self.update(seat)
        return self.average()

    def update(self, seat: int) -> None:
        """One seat's regrets against the present policy of the others, and its share of the average."""
        tree, policy = self.tree, self.normalised(self.regret)
        reach, mine = reaches(tree, policy, left_out=seat), reaches(tree, policy, only=seat)
        after = np.zeros((0, tree.seats))
        for level, likely, own_reach in zip(reversed(tree.levels), reversed(reach), reversed(mine), strict=True):
            now = back(level, policy[level.pair], after)
            own = level.actor[level.parent] == seat
            if own.any():
                parents, pairs = level.parent[own], level.pair[own]
                gain = likely[parents] * (after[level.child[own], seat] - now[parents, seat])
                np.add.at(self.regret, pairs, gain)
                self.count(pairs, own_reach[parents], policy)
            after = now
        self.regret[self.own[seat]] = np.maximum(self.regret[self.own[seat]], 0)

    def count(self, pairs: Whole, reach: Floats, policy: Policy) -> None:
        """Add the present policy to the average, weighted by how likely the seat comes there by its own choices."""
        places, first = np.unique(pairs, return_index=True)
        self.sum[places] += self.iterations * reach[first] * policy[places]

    def average(self) -> Policy:
        """The average policy, which converges."""
        return self.normalised(self.sum)


def equilibrium(tree: Tree, iterations: int = 1000, close: float = 0.0) -> Policy:
    """A policy near an equilibrium; with `close`, stopped once its exploitability is at most that."""
    if tree.pairs == 0:
        return uniform(tree)
    solver = Solver(tree)
    policy = solver.run(min(iterations, 10))
    while solver.iterations < iterations and not (close > 0 and exploitability(tree, policy).mean <= close):
        policy = solver.run(min(iterations - solver.iterations, solver.iterations))
    return policy
