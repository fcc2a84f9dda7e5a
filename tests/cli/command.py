"""The erre command in a process of its own, without paying for its imports each time.

Processes are forked from one that has imported the command and loaded the machine code. Everything else is as in a
terminal: arguments, environment, standard input and output, the exit code. Tests of how the command starts (what it
imports, what it compiles, signals) run `python -m erre` instead.
"""

from __future__ import annotations

import multiprocessing
import os
import subprocess
import sys
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path

from tests.forked import take_on

CAN_FORK = "forkserver" in multiprocessing.get_all_start_methods()
PATIENCE = 300.0  # seconds


def erre(
    *words: str, given: str = "", home: Path | None = None, folder: Path | None = None, **variables: str
) -> subprocess.CompletedProcess[str]:
    """Run the command with some text on its standard input, in a folder, with more variables in its environment."""
    env = {**os.environ, "COLUMNS": "100", **({"ERRE_HOME": str(home)} if home else {}), **variables}
    return in_fork(words, given, env, folder) if CAN_FORK else in_process(words, given, env, folder)


def in_process(
    words: Sequence[str], given: str, env: Mapping[str, str], folder: Path | None
) -> subprocess.CompletedProcess[str]:
    """Run it as a terminal does."""
    command = [sys.executable, "-m", "erre", *words]
    return subprocess.run(
        command, input=given, env=env, cwd=folder, capture_output=True, text=True, timeout=PATIENCE, check=False
    )


def in_fork(
    words: Sequence[str], given: str, env: Mapping[str, str], folder: Path | None
) -> subprocess.CompletedProcess[str]:
    """Run it in a process that was forked from a warm one."""
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload(["tests.cli.warm"])
    with tempfile.TemporaryDirectory() as name:
        streams = [Path(name) / stream for stream in ("in", "out", "err")]
        streams[0].write_text(given, "utf-8")
        process = context.Process(target=run, args=(list(words), dict(env), folder or Path.cwd(), streams))
        process.start()
        process.join(PATIENCE)
        if process.exitcode is None:
            process.kill()
            process.join()
            raise subprocess.TimeoutExpired(list(words), PATIENCE)
        said, complained = (stream.read_text("utf-8") for stream in streams[1:])
        return subprocess.CompletedProcess(list(words), process.exitcode, said, complained)


def run(words: list[str], env: dict[str, str], folder: Path, streams: list[Path]) -> None:
    """What the forked process does."""
    take_on(env, folder, streams)
    sys.argv = ["erre", *words]
    from erre.cli.main import main

    main()
