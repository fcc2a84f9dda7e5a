"""`erre bench cluster`: people playing at 1, 2 and 4 workers with a real PostgreSQL and NATS, on the loopback."""

from __future__ import annotations

import asyncio
import json as json_text
import os
import tempfile
import time
import urllib.request
from pathlib import Path
from typing import Any

import msgspec
from rich.console import Console
from rich.table import Table

from erre.cli.bench_peers import IN_ROOM, Running, install_peers
from erre.core.errors import BadOptions
from erre.trials.cluster_soak import Stage, stage

COUNTS = (1, 2, 4)
PACE = 1.0  # seconds that people take for a move


class ClusterRun(msgspec.Struct):
    """The figures for one number of workers."""

    workers: int
    tables: int
    moves: float  # in a second
    messages: float  # delivered in a second
    p50: float  # milliseconds from a move to its update on the mover's page
    p99: float
    relayed: float  # share of the pages that sit at another worker than their table
    worker_cores: float  # of processor time in a second, all workers together
    postgres_cores: float
    nats_cores: float
    commits: float  # of tables, in a second
    transactions: float  # of PostgreSQL, in a second: several commits share one
    written: float  # bytes of PostgreSQL's log for one move
    bus_messages: float  # in a second
    bus_bytes: float  # in a second
    table_kb: float  # memory of all workers for one more table with its pages


def bench_cluster(seconds: float, tables: int, json: bool) -> None:
    """Measure, and print the figures as tables or as JSON."""
    if not 1 <= seconds <= 60 or not 2 <= tables <= 2000:
        raise BadOptions("seconds: 1 to 60, rooms (tables): 2 to 2000")
    node = install_peers()
    console = Console(stderr=json, highlight=False)
    runs = []
    for count in COUNTS:
        with console.status(f"{tables} tables at {count} workers"):
            runs.append(asyncio.run(measure(node, count, tables, seconds)))
        if not json:
            console.print(words_of(runs[-1]))
    if json:
        print(json_text.dumps(msgspec.to_builtins(runs), indent=2))
    else:
        console.print(table_of(runs))


async def measure(node: str, count: int, tables: int, seconds: float) -> ClusterRun:
    """Workers with servers of their own, loaded by people who play."""
    with tempfile.TemporaryDirectory(prefix="erre-bench-") as folder:
        async with stage(Path(folder), count, rate=1_000_000_000) as there:
            return await loaded(node, there, tables, seconds)


async def loaded(node: str, there: Stage, tables: int, seconds: float) -> ClusterRun:
    """What clients, processes and servers report about some seconds of play."""
    ports = ",".join(str(worker.port) for worker in there.workers)
    memory = sum(process.memory() for process in workers_of(there))
    command = [node, "play.mjs", ports, *map(str, (tables, seconds, PACE))]
    clients = await asyncio.create_subprocess_exec(
        *command, cwd=str(Path(__file__).parents[3] / "benchmarks" / "server"), stdout=asyncio.subprocess.PIPE
    )
    assert clients.stdout is not None
    before: dict[str, float] = {}
    began = relayed = 0.0
    try:
        async for line in clients.stdout:
            words = line.decode().strip()
            if words == "counting":
                before, began = await figures(there), time.monotonic()
                relayed = metric(there, "erre_pages_relayed_from_here") / (tables * IN_ROOM)
                memory = sum(process.memory() for process in workers_of(there)) - memory
            elif words.startswith("{"):
                took, after = time.monotonic() - began, await figures(there)
                found: dict[str, Any] = json_text.loads(words)
                rate = {name: (after[name] - before[name]) / took for name in after}
                return made(len(there.workers), tables, found, rate, relayed, memory / tables / 1024)
    finally:
        if clients.returncode is None:
            clients.kill()
            await clients.wait()
    raise BadOptions(f"the clients ended with status {clients.returncode}")


def made(
    workers: int, tables: int, found: dict[str, Any], rate: dict[str, float], relayed: float, table_kb: float
) -> ClusterRun:
    """All figures of a run."""
    return ClusterRun(
        workers=workers,
        tables=tables,
        moves=found["sent"],
        messages=found["heard"],
        p50=found["p50"] or 0.0,
        p99=found["p99"] or 0.0,
        relayed=relayed,
        worker_cores=rate["workers"],
        postgres_cores=rate["postgres"],
        nats_cores=rate["nats"],
        commits=rate["commits"],
        transactions=rate["transactions"],
        written=rate["written"] / max(rate["moves"], 1e-9),
        bus_messages=rate["bus_messages"],
        bus_bytes=rate["bus_bytes"],
        table_kb=table_kb,
    )


async def figures(there: Stage) -> dict[str, float]:
    """The counters of all workers, which only grow."""
    import asyncpg

    db = await asyncpg.connect(there.postgres.url())
    transactions, written = await db.fetchrow(
        "SELECT (SELECT xact_commit FROM pg_stat_database WHERE datname = current_database()),"
        " pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0')"
    )
    await db.close()
    bus = read_json(f"http://127.0.0.1:{there.nats.monitor}/varz") if there.nats.monitor else {}
    return {
        "workers": sum(process.cpu() for process in workers_of(there)),
        "postgres": sum(Running("postgres", 0, pid).cpu() for pid in family(there.postgres.process.pid)),
        "nats": Running("nats", 0, there.nats.process.pid).cpu(),
        "commits": metric(there, "erre_commits_total"),
        "moves": metric(there, "erre_moves_total"),
        "transactions": float(transactions),
        "written": float(written),
        "bus_messages": float(bus.get("in_msgs", 0)),
        "bus_bytes": float(bus.get("in_bytes", 0)),
    }


def workers_of(there: Stage) -> list[Running]:
    """The processes of the workers."""
    return [Running("erre", worker.port, worker.process.pid) for worker in there.workers if worker.process is not None]


def family(pid: int) -> list[int]:
    """A process and its children."""
    children = [int(path.name) for path in Path("/proc").iterdir() if path.name.isdigit() and parent_of(path) == pid]
    return [pid, *children]


def parent_of(path: Path) -> int:
    """The parent of a process, 0 if it is gone."""
    try:
        return int((path / "stat").read_text().rsplit(") ", 1)[1].split()[1])
    except (OSError, IndexError):
        return 0


def metric(there: Stage, name: str) -> float:
    """A figure of all workers together."""
    total = 0.0
    for worker in there.workers:
        with urllib.request.urlopen(f"{worker.base}/metrics", timeout=10) as answer:
            for line in answer.read().decode().splitlines():
                if line.split(" ")[0] == name:
                    total += float(line.split(" ")[1])
    return total


def read_json(address: str) -> dict[str, Any]:
    """The metrics that a server reports about itself."""
    with urllib.request.urlopen(address, timeout=10) as answer:
        found: dict[str, Any] = json_text.loads(answer.read())
    return found


def table_of(runs: list[ClusterRun]) -> Table:
    """The figures side by side."""
    table = Table(title=f"{runs[0].tables} tables of {IN_ROOM} people playing, on {os.cpu_count()} cores in all")
    headings = ("workers", "moves/s", "messages/s", "ms p50, p99", "relayed", "cores: workers, PostgreSQL, NATS")
    more = ("moves/s a worker's core", "transactions/s", "bytes of log a move", "bus messages/s, kB/s", "kB a table")
    for heading in (*headings, *more):
        table.add_column(heading, justify="right")
    for run in runs:
        table.add_row(
            str(run.workers),
            f"{run.moves:,.0f}",
            f"{run.messages:,.0f}",
            f"{run.p50:.1f}, {run.p99:.1f}",
            f"{100 * run.relayed:.0f} %",
            f"{run.worker_cores:.2f}, {run.postgres_cores:.2f}, {run.nats_cores:.2f}",
            f"{run.moves / max(run.worker_cores, 1e-9):,.0f}",
            f"{run.transactions:,.0f}",
            f"{run.written:,.0f}",
            f"{run.bus_messages:,.0f}, {run.bus_bytes / 1024:,.0f}",
            f"{run.table_kb:,.0f}",
        )
    return table


def words_of(run: ClusterRun) -> str:
    """A run in a line, so that no one waits for long without a sign."""
    return f"{run.workers} workers: {run.moves:,.0f} moves/s, p50 {run.p50:.1f} ms, p99 {run.p99:.1f} ms"
