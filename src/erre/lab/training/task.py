"""Which games can be trained: those that bring a module `training` (see `erre.core.training`)."""

from __future__ import annotations

from erre.core.companions import companion
from erre.core.errors import BadOptions
from erre.core.training import Task
from erre.games import all_games


def tasks() -> dict[str, Task]:
    """The task of every game that has one."""
    found = {game.name: getattr(companion(game, "training"), "TASK", None) for game in all_games()}
    return {name: task for name, task in found.items() if task is not None}


def task_of(name: str) -> Task:
    """The task of a game; refused for games that have none."""
    known = tasks()
    if name not in known:
        raise BadOptions(f"no network can be trained for {name!r}; there are {', '.join(sorted(known))}")
    return known[name]
