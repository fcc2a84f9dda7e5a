"""Machine code for whole games, made in child processes. Called by the command line and the server.

`python -m erre.games.compiling GAME` is such a child; it ends when its standard input does, so no child outlives the
process that started it.
"""

from __future__ import annotations

import logging
import os
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor, as_completed
from contextlib import suppress
from importlib import import_module

from erre.core.cores import usable_cores
from erre.core.entries import MODULES, NOBODY_WAITS, Module
from erre.core.mode import INTERPRETED, is_known_numba
from erre.games import all_games, game

POLITENESS = 10  # of a child that nobody waits for


def modules_of(name: str) -> list[Module]:
    """The modules that a game needs; none where its rules are not compiled ahead."""
    place = game(name).entries
    if INTERPRETED or not is_known_numba() or not place:
        return []
    import_module(place)
    return [MODULES["core"], MODULES[name]]


def missing(only: str | None = None) -> list[str]:
    """The games whose machine code is not on disk yet, of all or of one."""
    names = [one.name for one in all_games()] if only is None else [only]
    return [name for name in names if not all(module.is_kept() for module in modules_of(name))]


def compile_game(name: str, *, again: bool = False) -> None:
    """Make a game's machine code in this process, unless it is there."""
    for module in modules_of(name):
        if again or not module.is_kept():
            module.make(again=again)


def compile_games(names: list[str], at_once: int, *, again: bool = False) -> Iterator[str]:
    """Make the machine code of some games in child processes; yields the name of each when it is ready."""
    with ThreadPoolExecutor(at_once) as pool:
        children = {pool.submit(make_in_child, name, again): name for name in names}
        for child in as_completed(children):
            child.result()
            yield children[child]


def make_in_child(name: str, again: bool) -> None:
    """Make a game's machine code in a child process, and wait for it."""
    run_child(start_child(name, again=again), name)


def start_child(name: str, *, again: bool = False, politely: bool = False) -> subprocess.Popen[bytes]:
    """A process that makes a game's machine code."""
    flags = [*(["--again"] if again else []), *(["--politely"] if politely else [])]
    return subprocess.Popen(
        [sys.executable, "-P", "-m", "erre.games.compiling", name, *flags],
        stdin=subprocess.PIPE,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))},
    )


def run_child(child: subprocess.Popen[bytes], name: str) -> None:
    """Wait for a child."""
    assert child.stderr is not None
    with child:
        complaint = child.stderr.read()
        child.wait()  # before its standard input is closed, which would end it
    if child.returncode != 0:
        raise RuntimeError(f"compiling {name} failed:\n{complaint.decode(errors='replace')[-2000:]}")


def wait_for(name: str) -> None:
    """Return when a game runs as machine code, or nothing is being made any more."""
    while NOBODY_WAITS.is_set() and not all(module.loaded.wait(0.2) for module in modules_of(name)):
        pass


class Workshop:
    """Makes the machine code of games while they are played in Python, the game that was asked for last first.

    From `open` on nobody waits for a compiler: a rule without machine code is interpreted. When a game's code is
    there, its rules change over at their next call; positions, states and their memory are the same in both.
    """

    def __init__(self, names: list[str] | None = None, at_once: int | None = None) -> None:
        self.names = [one.name for one in all_games()] if names is None else names
        self.at_once = at_once or usable_cores()
        self.waiting: list[str] = []
        self.ready: set[str] = set()
        self.failed: set[str] = set()
        self.changed: Callable[[], None] = lambda: None  # called from other threads
        self._children: dict[str, subprocess.Popen[bytes]] = {}
        self._lock = threading.Lock()
        self._closed = threading.Event()

    def open(self) -> None:
        """Load what is on disk, and begin to make the rest."""
        NOBODY_WAITS.set()
        for name in self.names:
            if all(module.load_again() for module in modules_of(name)):
                self.ready.add(name)
            else:
                self.waiting.append(name)
        if not self.waiting:
            NOBODY_WAITS.clear()
        for _ in range(min(self.at_once, len(self.waiting))):
            threading.Thread(target=self._work, daemon=True, name="workshop").start()

    def close(self) -> None:
        """Compile nothing more, and end the processes that compile."""
        with self._lock:
            self._closed.set()
            self.waiting.clear()
            for child in self._children.values():
                child.kill()
        NOBODY_WAITS.clear()

    def prefer(self, name: str) -> None:
        """Somebody wants to play this game: it is next."""
        with self._lock:
            if name in self.waiting:
                self.waiting.remove(name)
                self.waiting.insert(0, name)

    def is_ready(self, name: str) -> bool:
        """Whether a game runs as machine code."""
        return name in self.ready or name not in self.names

    @property
    def is_done(self) -> bool:
        """Whether there is nothing left to make."""
        return len(self.ready) + len(self.failed) == len(self.names)

    def _work(self) -> None:
        """Make one game after the other."""
        while True:
            with self._lock:
                if not self.waiting:
                    return
                name = self.waiting.pop(0)
                child = self._children[name] = start_child(name, politely=True)
            try:
                run_child(child, name)
                if not all(module.load_again() for module in modules_of(name)):
                    raise RuntimeError(f"the machine code of {name} was made, and cannot be read")
                self.ready.add(name)
            except Exception as error:
                if self._closed.is_set():
                    return
                self.failed.add(name)
                logging.getLogger(__name__).warning("%s; it is interpreted, and slow", error)
            finally:
                del self._children[name]
            if self.is_done and not self.failed:
                NOBODY_WAITS.clear()
            self.changed()


def end_with_parent() -> None:
    """End this process when nobody holds the other end of its standard input any more."""
    with suppress(OSError):
        os.read(0, 1)
    os._exit(1)


if __name__ == "__main__":
    threading.Thread(target=end_with_parent, daemon=True).start()
    if "--politely" in sys.argv:
        with suppress(AttributeError, OSError):
            os.nice(POLITENESS)
    compile_game(sys.argv[1], again="--again" in sys.argv)
    os._exit(0)  # taking a compiler apart, object by object, takes as long as starting Python
