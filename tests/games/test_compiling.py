"""Machine code made in child processes, while games go on."""

from __future__ import annotations

import subprocess
import sys
import threading
import time

import pytest

from erre.core.entries import NOBODY_WAITS
from erre.games import compiling
from erre.games.compiling import Workshop, missing, modules_of

SILENT = [sys.executable, "-c", "import os; os.read(0, 1)"]  # ends when its standard input does
FAILS = [sys.executable, "-c", "import sys; sys.exit('out of memory')"]


class Bench:
    """Children that do nothing, each until it is told to end."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, workshop: Workshop, *, fail: bool = False) -> None:
        self.started: list[str] = []
        self.children: dict[str, subprocess.Popen[bytes]] = {}
        self.ended = 0
        self.moved = threading.Condition()
        self.command = FAILS if fail else SILENT
        workshop.changed = self.changed
        monkeypatch.setattr(compiling, "start_child", self.start)
        monkeypatch.setattr(compiling, "modules_of", lambda name: [Unmade()])

    def start(self, name: str, **_: bool) -> subprocess.Popen[bytes]:
        """Instead of a compiler."""
        child = subprocess.Popen(self.command, stdin=subprocess.PIPE, stderr=subprocess.PIPE)
        with self.moved:
            self.started.append(name)
            self.children[name] = child
            self.moved.notify_all()
        return child

    def changed(self) -> None:
        """A game is ready, or will not be."""
        with self.moved:
            self.ended += 1
            self.moved.notify_all()

    def until(self, started: int, ended: int = 0) -> None:
        """Wait."""
        with self.moved:
            assert self.moved.wait_for(lambda: len(self.started) >= started and self.ended >= ended, 60)

    def end(self, name: str) -> None:
        """A child has done its work."""
        stdin = self.children[name].stdin
        assert stdin is not None
        stdin.close()


class Unmade:
    """A module that is not on disk at first."""

    def __init__(self) -> None:
        self.asked = 0

    def load_again(self) -> bool:
        """Whether it is there: only once it was made."""
        return threading.current_thread().name == "workshop"


def test_the_game_that_somebody_wants_is_next(monkeypatch: pytest.MonkeyPatch) -> None:
    workshop = Workshop(["a", "b", "c", "d"], at_once=1)
    bench = Bench(monkeypatch, workshop)
    workshop.open()
    try:
        bench.until(started=1)
        assert NOBODY_WAITS.is_set()
        workshop.prefer("c")
        workshop.prefer("a")  # is being made already
        bench.end("a")
        bench.until(started=2, ended=1)
        assert workshop.is_ready("a")
        assert not workshop.is_ready("c")
        for name in "cbd":
            assert bench.started[-1] == name
            bench.end(name)
            bench.until(started=min(len(bench.started) + 1, 4), ended=len(bench.started))
        assert bench.started == ["a", "c", "b", "d"]
        assert workshop.is_done
        assert not NOBODY_WAITS.is_set()
    finally:
        workshop.close()


def test_closing_it_ends_its_children(monkeypatch: pytest.MonkeyPatch) -> None:
    workshop = Workshop(["a", "b", "c"], at_once=2)
    bench = Bench(monkeypatch, workshop)
    workshop.open()
    bench.until(started=2)
    workshop.close()
    for child in bench.children.values():
        assert child.wait(60) != 0
    assert not NOBODY_WAITS.is_set()
    assert not workshop.failed


def test_a_game_that_cannot_be_compiled_is_interpreted(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    workshop = Workshop(["a"], at_once=1)
    bench = Bench(monkeypatch, workshop, fail=True)
    workshop.open()
    try:
        bench.until(started=1, ended=1)
        assert workshop.failed == {"a"}
        assert not workshop.is_ready("a")
        assert NOBODY_WAITS.is_set()
        assert "out of memory" in caplog.text
    finally:
        workshop.close()


def test_with_all_code_on_disk_nothing_is_started(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(compiling, "start_child", None)
    assert missing() == []
    workshop = Workshop()
    workshop.open()
    assert workshop.is_done
    assert all(module.is_loaded for name in workshop.names for module in modules_of(name))
    assert not NOBODY_WAITS.is_set()


def test_a_child_does_not_outlive_its_parent() -> None:
    """The parent of a child that is compiling is killed."""
    program = (
        "import subprocess, sys, os; from erre.games.compiling import start_child;"
        "child = start_child('rage', again=True); print(child.pid, flush=True); os.kill(os.getpid(), 9)"
    )
    done = subprocess.run([sys.executable, "-c", program], stdout=subprocess.PIPE)
    pid = int(done.stdout)
    until = time.monotonic() + 60
    while is_running(pid):
        assert time.monotonic() < until
        time.sleep(0.05)


def is_running(pid: int) -> bool:
    """Whether a process is there and has not ended."""
    try:
        with open(f"/proc/{pid}/stat") as file:
            return file.read().rpartition(")")[2].split()[0] not in ("Z", "X")
    except FileNotFoundError:
        return False
