"""What can be trained: games with a module `training` (see `erre.core.training`), and the game of the peer."""

from __future__ import annotations

from erre.core.companions import companion
from erre.core.errors import BadOptions
from erre.core.training import Fitting, Task
from erre.games import all_games
from erre.lab.peer.training import TASK as PEER_TASK


def found() -> dict[str, Task | Fitting]:
    """What is to be learned in every game that can be trained."""
    tasks = {game.name: getattr(companion(game, "training"), "TASK", None) for game in all_games()}
    tasks[PEER_TASK.game.name] = PEER_TASK
    return {name: task for name, task in tasks.items() if task is not None}


def tasks() -> dict[str, Task]:
    """The task of every game with a network of its moves."""
    return {name: task for name, task in found().items() if isinstance(task, Task)}


def task_of(name: str) -> Task | Fitting:
    """What is to be learned in a game; refused for games that cannot be trained."""
    known = found()
    if name not in known:
        raise BadOptions(f"no network can be trained for {name!r}; there are {', '.join(sorted(known))}")
    return known[name]
