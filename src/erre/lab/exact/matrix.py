"""The exact value of a two-seat subgame with public states: one matrix game per state, solved backwards."""

from __future__ import annotations

import numpy as np

from erre.core.errors import BadOptions
from erre.lab.exact.tree import TERMINAL, Floats, Policy, Tree, uniform

TINY = 1e-12


def matrix_value(matrix: Floats) -> tuple[float, Floats, Floats]:
    """The value of a zero-sum matrix game, and an optimal mixture for the rows and for the columns.

    The simplex method with Bland's rule on: maximise the sum of y with M y <= 1, where M is shifted to be positive.
    """
    rows, columns = matrix.shape
    shift = 1 - float(matrix.min())
    body = np.hstack([matrix + shift, np.eye(rows), np.ones((rows, 1))])
    goal = np.hstack([-np.ones(columns), np.zeros(rows + 1)])
    basis = list(range(columns, columns + rows))
    while (entering := next((j for j in range(rows + columns) if goal[j] < -TINY), None)) is not None:
        steps = [(body[i, -1] / body[i, entering], basis[i], i) for i in range(rows) if body[i, entering] > TINY]
        _, _, pivot = min(steps)
        body[pivot] /= body[pivot, entering]
        for i in range(rows):
            if i != pivot:
                body[i] -= body[i, entering] * body[pivot]
        goal = goal - goal[entering] * body[pivot]
        basis[pivot] = entering
    total = float(goal[-1])
    mixture = np.zeros(columns)
    for i, variable in enumerate(basis):
        if variable < columns:
            mixture[variable] = body[i, -1]
    return 1 / total - shift, goal[columns : columns + rows] / total, mixture / total


def stage_solution(tree: Tree) -> tuple[float, Policy]:
    """The exact value for seat 0, and an equilibrium, of two seats that choose at once in public states."""
    if tree.seats != 2:
        raise BadOptions("matrix games are for two seats")
    policy = uniform(tree)
    below: Floats = np.zeros(0)  # values of the level that both choices lead to
    halfway: list[tuple[int, Floats]] = []  # by node after the first choice: its information set, values by action
    for level in reversed(tree.levels):
        now = level.utility[:, 0].copy()
        at_second: list[tuple[int, Floats]] = [(TERMINAL, below[:0])] * len(now)
        for node in range(len(now)):
            if level.actor[node] == TERMINAL:
                continue
            children = level.child[level.parent == node] if len(level.parent) else level.child
            if level.actor[node] == 1:
                at_second[node] = (int(level.info[node]), below[children])
                continue
            met = [halfway[child] for child in children]
            if len({info for info, _ in met}) != 1 or met[0][0] == TERMINAL:
                raise BadOptions("only subgames in which both seats choose at once are solved as matrix games")
            now[node], rows, columns = matrix_value(np.array([row for _, row in met]))
            for seat_info, mixture in ((int(level.info[node]), rows), (met[0][0], columns)):
                first = tree.infos[seat_info].first
                policy[first : first + len(mixture)] = mixture
        below, halfway = now, at_second
    return float(tree.chance @ below), policy
