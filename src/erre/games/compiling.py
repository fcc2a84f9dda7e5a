"""Machine code for whole games: made in child processes, several at a time. Called by the command line and the server.

`python -m erre.games.compiling GAME` is such a child.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor, as_completed
from importlib import import_module

from erre.core.entries import MODULES, Module
from erre.core.mode import INTERPRETED, is_known_numba
from erre.games import all_games, game


def modules_of(name: str) -> list[Module]:
    """The modules that a game needs; none where its rules are not compiled ahead."""
    place = game(name).entries
    if INTERPRETED or not is_known_numba() or not place:
        return []
    import_module(place)
    return [MODULES["core"], MODULES[name]]


def missing() -> list[str]:
    """The games whose machine code is not on disk yet."""
    return [one.name for one in all_games() if not all(module.is_kept() for module in modules_of(one.name))]


def compile_game(name: str, *, again: bool = False) -> None:
    """Make a game's machine code in this process, unless it is there."""
    for module in modules_of(name):
        if again or not module.is_kept():
            module.make(again=again)


def compile_games(names: list[str], at_once: int, *, again: bool = False) -> Iterator[str]:
    """Make the machine code of some games in child processes; yields the name of each when it is ready."""
    with ThreadPoolExecutor(at_once) as pool:
        children = {pool.submit(run_child, name, again): name for name in names}
        for child in as_completed(children):
            child.result()
            yield children[child]


def run_child(name: str, again: bool) -> None:
    """Make a game's machine code in a child process."""
    command = [sys.executable, "-P", "-m", "erre.games.compiling", name, *(["--again"] if again else [])]
    env = {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
    done = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, text=True, env=env)
    if done.returncode != 0:
        raise RuntimeError(f"compiling {name} failed:\n{done.stderr[-2000:]}")


if __name__ == "__main__":
    compile_game(sys.argv[1], again="--again" in sys.argv)
