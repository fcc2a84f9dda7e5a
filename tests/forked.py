"""Python in a process of its own, without paying for the slow imports each time.

Processes are forked from one that has imported the packages of others and compiled something, but knows nothing of
Erre: each may read another copy of it, another cache and other settings. Arguments, environment, standard input and
output and the exit code are as in a terminal. Only the seed of hashes is the same in all of them.
"""

from __future__ import annotations

import atexit
import json
import os
import runpy
import select
import signal
import subprocess
import sys
import tempfile
import traceback
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Any

ROOT = Path(__file__).parents[1]
PATIENCE = 300.0  # seconds


def python(
    *words: str, given: str = "", env: Mapping[str, str] | None = None, folder: Path | None = None, check: bool = False
) -> subprocess.CompletedProcess[str]:
    """Run Python with these arguments: `-c` and a program, `-m` and a module, or a file."""
    env = dict(os.environ if env is None else env)
    folder = folder or Path.cwd()
    if hasattr(os, "fork"):
        done = in_fork(words, given, env, folder)
    else:
        done = afresh(*words, given=given, env=env, folder=folder)
    if check:
        assert done.returncode == 0, done.stderr
    return done


def afresh(
    *words: str, given: str = "", env: Mapping[str, str] | None = None, folder: Path | None = None
) -> subprocess.CompletedProcess[str]:
    """The same as a terminal does it."""
    command = [sys.executable, *words]
    return subprocess.run(command, input=given, env=env, cwd=folder, capture_output=True, text=True, timeout=PATIENCE)


def in_fork(words: tuple[str, ...], given: str, env: dict[str, str], folder: Path) -> subprocess.CompletedProcess[str]:
    """The same in a process that is forked from the warm one."""
    with tempfile.TemporaryDirectory() as name:
        streams = [Path(name) / stream for stream in ("in", "out", "err")]
        streams[0].write_text(given, "utf-8")
        asked = {"words": words, "env": env, "folder": str(folder), "streams": list(map(str, streams))}
        status = forked(json.dumps(asked).encode())
        said, complained = (stream.read_text("utf-8") for stream in streams[1:])
    return subprocess.CompletedProcess(list(words), status, said, complained)


@cache
def warm_process() -> subprocess.Popen[bytes]:
    """The process that others are forked from; it ends with this one."""
    command = [sys.executable, "-m", "tests.forked"]
    process = subprocess.Popen(command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0)
    atexit.register(process.communicate)
    return process


def forked(asked: bytes) -> int:
    """Fork a process for a request; its exit code."""
    warm = warm_process()
    assert warm.stdin is not None
    assert warm.stdout is not None
    warm.stdin.write(asked + b"\n")
    child = int(warm.stdout.readline())
    if not select.select([warm.stdout], [], [], PATIENCE)[0]:
        os.kill(child, signal.SIGKILL)
        warm.stdout.readline()
        raise subprocess.TimeoutExpired(json.loads(asked)["words"], PATIENCE)
    return int(warm.stdout.readline())


def serve() -> None:
    """Fork a process for every line of standard input; say its number, then how it ended."""
    import cyclopts  # noqa: F401
    import msgspec  # noqa: F401
    import numba
    import rich.markdown
    import rich.table  # noqa: F401

    numba.njit(lambda numbers: numbers[0])((1, 2))
    while line := sys.stdin.buffer.readline():
        child = os.fork()
        if child == 0:
            become(json.loads(line))
        print(child, flush=True)
        print(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), flush=True)


def become(asked: dict[str, Any]) -> None:
    """Be the process that was asked for."""
    take_on(asked["env"], asked["folder"], asked["streams"])
    forget_the_rest(asked["env"])
    status = 1
    try:
        execute(*asked["words"])
        status = 0
    except SystemExit as error:
        status = error.code if isinstance(error.code, int) else int(error.code is not None)
        if isinstance(error.code, str):
            print(error.code, file=sys.stderr)
    except BaseException:
        traceback.print_exc()
    sys.exit(status)


def take_on(env: Mapping[str, str], folder: str | Path, streams: Sequence[str | Path]) -> None:
    """Be a process with this environment, folder and standard streams."""
    for number, stream in enumerate(streams):
        opened = os.open(stream, os.O_RDONLY if number == 0 else os.O_WRONLY | os.O_CREAT, 0o600)
        os.dup2(opened, number)
        os.close(opened)
    sys.stdin = open(0, encoding="utf-8", closefd=False)  # noqa: SIM115
    sys.stdout = open(1, "w", encoding="utf-8", closefd=False)  # noqa: SIM115
    sys.stderr = open(2, "w", buffering=1, encoding="utf-8", closefd=False)  # noqa: SIM115
    os.environ.clear()
    os.environ.update(env)
    os.chdir(folder)


def forget_the_rest(env: Mapping[str, str]) -> None:
    """Find modules as a process with this environment does, and none of ours that the warm one has imported."""
    sys.dont_write_bytecode = bool(env.get("PYTHONDONTWRITEBYTECODE"))
    paths = [path for path in env.get("PYTHONPATH", "").split(os.pathsep) if path]
    sys.path[:] = [*paths, *(path for path in sys.path if path not in ("", str(ROOT)))]
    for name in [name for name in sys.modules if name.split(".")[0] in ("erre", "tests")]:
        del sys.modules[name]
    sys.modules["numba.core.config"].reload_config()


def execute(*words: str) -> None:
    """What the interpreter does with its arguments; with -P it looks for no modules where it is."""
    if words[0] != "-P":
        start(*words, looks_in=True)
    else:
        start(*words[1:], looks_in=False)


def start(kind: str, *words: str, looks_in: bool) -> None:
    """Run a program, a module or a file."""
    places = {"-c": "", "-m": os.getcwd()}
    if looks_in:
        sys.path.insert(0, places.get(kind, str(Path(kind).parent)))
    if kind == "-c":
        sys.argv = ["-c", *words[1:]]
        sys.modules["__main__"] = ModuleType("__main__")
        exec(compile(words[0], "<string>", "exec"), vars(sys.modules["__main__"]))
    elif kind == "-m":
        sys.argv = list(words)
        runpy.run_module(words[0], run_name="__main__", alter_sys=True)
    else:
        sys.argv = [kind, *words]
        runpy.run_path(kind, run_name="__main__")


if __name__ == "__main__":
    serve()
