"""All checks and tests at once: `./erre test`; with `--fast` what a change of rules can break, with `--long` more.

The parts run side by side, since browsers and servers spend much of their time waiting. What fails runs once more on
its own, when the machine is quiet; a test that passes then is named, for it depends on something that it should not.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass, field
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
CACHE = ROOT / ".pytest_cache"
PROCESSES = max(2, os.cpu_count() or 2)  # of each part
SOME_FAILED = 1  # pytest's status where tests failed; any other but 0 is no matter of luck
RULES = ("tests/games", "tests/conformance")
PAUSE = 0.2  # seconds between two looks at what the parts have done
SELDOM = 20.0  # seconds between two lines of progress where they do not overwrite each other


@dataclass
class Part:
    """A program that checks something, with all it says kept in a file."""

    name: str
    command: list[str]
    folder: Path
    niceness: int = 0  # how far it lets others go first
    process: subprocess.Popen[bytes] | None = None
    seconds: float = 0.0
    tests: int = 0
    done: int = 0
    failed: list[str] = field(default_factory=list)
    read: int = 0

    @property
    def log(self) -> Path:
        """What the program says."""
        return self.folder / f"{self.name}.log"

    @property
    def tally(self) -> Path:
        """How far it is."""
        return self.folder / f"{self.name}.tally"

    def start(self) -> None:
        """Begin."""
        with self.log.open("wb") as log:
            self.process = subprocess.Popen(
                [*yielding(self.niceness), *self.command], cwd=ROOT, stdout=log, stderr=subprocess.STDOUT
            )

    def status(self) -> int | None:
        """How it ended, or None as long as it runs."""
        assert self.process is not None
        return self.process.poll()

    def look(self) -> list[str]:
        """Count what has been done since the last look; the tests that failed meanwhile."""
        if not self.tally.exists():
            return []
        with self.tally.open(encoding="utf-8") as file:
            file.seek(self.read)
            lines = file.read()
        whole = lines[: lines.rfind("\n") + 1]
        self.read += len(whole.encode())
        fresh: list[str] = []
        for event in map(json.loads, whole.splitlines()):
            self.tests = max(self.tests, event.get("tests", 0))
            self.done += not event
            if "failed" in event and event["failed"] not in self.failed:
                self.failed.append(event["failed"])
                fresh.append(event["failed"])
        return fresh

    def progress(self) -> str:
        """How far it is, in a few words."""
        if self.tests:
            return f"{self.name} {self.done:,} of {self.tests:,}"
        return f"{self.name} …"

    def outcome(self) -> str:
        """How it went, in a line."""
        count = f"{self.done:,} tests" if self.done else ""
        verdict = "ok" if self.status() == 0 else f"{len(self.failed) or ''} failed".strip()
        return f"{self.name:<8} {verdict:<10} {count:<12} {clock(self.seconds)}"


def yielding(niceness: int) -> list[str]:
    """How to begin a command that lets others go first, where the system can do that."""
    program = shutil.which("nice") if niceness else None
    return [program, "-n", str(niceness)] if program else []


def clock(seconds: float) -> str:
    """Minutes and seconds."""
    return f"{int(seconds) // 60}:{int(seconds) % 60:02}"


def tests_part(name: str, folder: Path, processes: int, *selection: str) -> Part:
    """A part of the tests, in several processes and with a memory of its own for what failed."""
    part = Part(name, [], folder)
    # Without a root pytest would look for one above the tally too, and name the same test in two ways.
    own = ["--rootdir", str(ROOT), "-p", "tests.tally", "--tally", str(part.tally), "-o", f"cache_dir={CACHE / name}"]
    several = ["-n", str(processes), "--dist", "worksteal"]
    part.command = [sys.executable, "-m", "pytest", *own, *several, *selection]
    return part


def parts_of(mode: str, folder: Path) -> list[Part]:
    """What there is to do."""
    checks = Part("checks", [sys.executable, str(ROOT / "erre"), "check"], folder)
    if mode == "--fast":
        return [checks, tests_part("rules", folder, PROCESSES, *RULES)]
    # The browser's driver keeps an event loop running, so its tests have processes of their own.
    browser = tests_part("browser", folder, PROCESSES, "tests/e2e")
    # One more than there are cores: many of these wait for servers, for Ray, or for a lease to run out. They let the
    # browser go first: what is left of them at the end keeps all cores busy, and a browser does not.
    others = tests_part("tests", folder, PROCESSES + 1, "--ignore", "tests/e2e")
    others.niceness = 3
    return [checks, browser, others]


class Screen:
    """Lines that stay, and on a terminal a last one that shows how far everything is."""

    def __init__(self) -> None:
        self.began = self.last = time.monotonic()
        self.is_terminal = sys.stdout.isatty()

    def say(self, text: str = "") -> None:
        """Print a line that stays."""
        print(f"\r\033[K{text}" if self.is_terminal else text, flush=True)

    def show(self, parts: list[Part]) -> None:
        """Print how far the parts are that still run."""
        now = time.monotonic()
        line = f"  {clock(now - self.began)}  " + " · ".join(part.progress() for part in parts)
        if self.is_terminal:
            print(f"\r\033[K{line[:100]}", end="", flush=True)
        elif now - self.last >= SELDOM:
            self.last = now
            print(line, flush=True)


def run(parts: list[Part], screen: Screen) -> None:
    """Run all parts side by side; a line for each failed test and for each part that ends."""
    for part in parts:
        part.start()
    running = list(parts)
    while running:
        time.sleep(PAUSE)
        for part in list(running):
            has_ended = part.status() is not None
            for failed in part.look():
                screen.say(f"  failed: {failed}")
            if has_ended:
                part.seconds = time.monotonic() - screen.began
                running.remove(part)
                screen.say(part.outcome())
        if running:
            screen.show(running)


def run_again(part: Part, screen: Screen) -> int:
    """Run the failed tests of a part once more, one at a time, and name those that pass now."""
    screen.say(f"\nOnce more, one at a time: {len(part.failed)} of the part '{part.name}'.")
    again = ["-n", "0", "--last-failed", "--last-failed-no-failures", "none"]
    part.tally.unlink()
    status = subprocess.call([*part.command, *again], cwd=ROOT)
    before, part.failed, part.read = part.failed, [], 0
    part.look()
    if unsteady := [name for name in before if name not in part.failed]:
        screen.say("Passed on their own, so they depend on a quiet machine or on other tests; please report them:")
        for name in unsteady:
            screen.say(f"  {name}")
    return status


def main(mode: str = "") -> int:
    """Run everything, then what failed; 0 where all is well in the end."""
    screen = Screen()
    # Several processes run at once already: more threads of numpy's would only wait for each other.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    if mode == "--long":
        os.environ["ERRE_TESTS"] = "long"
    with tempfile.TemporaryDirectory() as name:
        parts = parts_of(mode, Path(name))
        screen.say(f"Side by side: {', '.join(part.name for part in parts)}.")
        try:
            run(parts, screen)
        except KeyboardInterrupt:
            stop(parts)
            return 130
        status = 0
        for part in parts:
            ended = part.status()
            if ended != 0:
                screen.say(f"\nWhat the part '{part.name}' said:\n{part.log.read_text('utf-8', 'replace')}")
                status = (run_again(part, screen) if ended == SOME_FAILED and part.failed else ended) or status
    verdict = "Something failed" if status else "All is well"
    screen.say(f"\n{verdict} after {clock(time.monotonic() - screen.began)} minutes.")
    return status


def stop(parts: list[Part]) -> None:
    """Wait for what a terminal has interrupted already; end what goes on because only this process heard of it."""
    for part in parts:
        if part.process is not None:
            try:
                part.process.wait(timeout=20)
            except subprocess.TimeoutExpired:
                part.process.terminate()
                part.process.wait()


def compile_rules() -> None:
    """Compile what is missing, once for all processes: each of them would do it for itself."""
    from erre.cli.kernels import prepare_kernels

    prepare_kernels()


if __name__ == "__main__":
    compile_rules()
    sys.exit(main(*sys.argv[1:]))
