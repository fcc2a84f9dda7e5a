"""`erre bench server`: rooms of four over real sockets on the loopback, next to Node's ws and Colyseus in one run."""

from __future__ import annotations

import json as json_text
from statistics import median

import msgspec
from rich.console import Console
from rich.table import Table

from erre.cli.bench_peers import IN_ROOM, Running, idle_memory, install_peers, load, play, started
from erre.core.errors import BadOptions

KINDS = {
    "erre": "Erre: on disk before it is sent",
    "memory": "Erre, the same with its log in memory",
    "colyseus": "Colyseus (in memory)",
    "ws": "Node's bare ws (in memory)",
}
MANY, OFTEN = 500, 0.5  # rooms in which everybody is active, and how often each of them says something in a second
PACE = 2.0  # seconds that people take for a move
ROUNDS = 3


class Run(msgspec.Struct):
    """What one server did, every time it was measured."""

    per_core: list[float] = []  # messages delivered per second of its processor time, at saturation
    delivered: list[float] = []  # messages delivered per second at saturation, whatever it used
    half_p50: list[float] = []  # milliseconds from saying to hearing, at half that load
    half_p99: list[float] = []
    many_p50: list[float] = []  # the same with many rooms on one core
    many_p99: list[float] = []
    idle_kb: list[float] = []  # memory for one idle connection


class Play(msgspec.Struct):
    """People playing at many tables on one core."""

    tables: int
    moves: float  # in a second
    core: float  # share of the core that the server used
    p50: float  # milliseconds from a move to its update on the mover's page
    p99: float


def bench_server(seconds: float, rooms: int, json: bool) -> None:
    """Measure, and print the figures as tables or as JSON."""
    if not 1 <= seconds <= 60 or not 1 <= rooms <= 1000:
        raise BadOptions("seconds: 1 to 60, rooms: 1 to 1000")
    node = install_peers()
    console = Console(stderr=json, highlight=False)
    runs = {kind: Run() for kind in KINDS}
    for turn in range(ROUNDS):  # alternating, run after run, so that other load on the machine affects all of them
        for kind, run in runs.items():
            with console.status(f"{KINDS[kind]}: {rooms} rooms of {IN_ROOM}, round {turn + 1} of {ROUNDS}"):
                measure(node, kind, run, seconds, rooms)
            console.print(words_of_round(kind, run))
    with console.status(f"people play at {MANY} tables"):
        played = play_many(node, seconds)
    if json:
        print(json_text.dumps({"servers": msgspec.to_builtins(runs), "play": msgspec.to_builtins(played)}, indent=2))
        return
    console.print(table_of(runs, rooms))
    console.print(words_of(runs, played))


def measure(node: str, kind: str, run: Run, seconds: float, rooms: int) -> None:
    """Saturation, half of it, many rooms on one core, idle connections: each with a server of its own."""
    with started(node, kind) as server:
        full = load(node, server, rooms, seconds, 0)
    run.delivered.append(full["heard"])
    run.per_core.append(full["heard"] / full["cpu"])
    with started(node, kind) as server:
        half = load(node, server, rooms, seconds, full["sent"] / 2 / (rooms * IN_ROOM))
    run.half_p50.append(half["p50"])
    run.half_p99.append(half["p99"])
    with started(node, kind, one_core=True) as server:
        many = load(node, server, MANY, seconds, OFTEN)
    run.many_p50.append(many["p50"])
    run.many_p99.append(many["p99"])
    with started(node, kind) as server:
        run.idle_kb.append(idle_memory(node, server, rooms))


def words_of_round(kind: str, run: Run) -> str:
    """The result of the last run, so that nobody waits for minutes without output."""
    return (
        f"{KINDS[kind]}: {run.per_core[-1]:,.0f} messages/s per core, {run.delivered[-1]:,.0f} messages/s; "
        f"at half load p50 {run.half_p50[-1]:.1f} p99 {run.half_p99[-1]:.1f} ms; "
        f"{MANY} rooms p50 {run.many_p50[-1]:.1f} p99 {run.many_p99[-1]:.1f} ms; {run.idle_kb[-1]:.1f} kB a socket"
    )


def play_many(node: str, seconds: float) -> Play:
    """Real games at many tables, one core for the server."""
    server: Running
    with started(node, "erre", one_core=True) as server:
        found = play(node, server, MANY, seconds, PACE)
    return Play(MANY, found["sent"], found["cpu"], found["p50"], found["p99"])


def table_of(runs: dict[str, Run], rooms: int) -> Table:
    """The results side by side: medians of all runs."""
    table = Table(title=f"{rooms} rooms of {IN_ROOM}, every message to all in its room; medians of {ROUNDS} rounds")
    headings = ("server", "messages/s per core", "messages/s", "ms at half load", f"ms, {MANY} rooms", "kB a socket")
    for heading in headings:
        table.add_column(heading, justify="left" if heading == "server" else "right")
    for kind, run in runs.items():
        table.add_row(
            KINDS[kind],
            f"{median(run.per_core):,.0f}",
            f"{median(run.delivered):,.0f}",
            f"p50 {median(run.half_p50):.1f}, p99 {median(run.half_p99):.1f}",
            f"p50 {median(run.many_p50):.1f}, p99 {median(run.many_p99):.1f}",
            f"{median(run.idle_kb):.1f}",
        )
    return table


def words_of(runs: dict[str, Run], played: Play) -> str:
    """The same in ratios, round by round, and what people at tables would feel."""
    lines = []
    for ours in ("erre", "memory"):
        for peer in ("colyseus", "ws"):
            core = ratios(runs[ours].per_core, runs[peer].per_core)
            memory = ratios(runs[ours].idle_kb, runs[peer].idle_kb)
            lines.append(
                f"{KINDS[ours]}, against {KINDS[peer]}: {core} of its messages per core, {memory} of its memory"
            )
    lines.append(
        f"{played.tables} tables of {IN_ROOM} people playing on one core: {played.moves:.0f} moves/s with "
        f"{100 * played.core:.0f} % of it; a move is shown after p50 {played.p50:.1f} ms, p99 {played.p99:.1f} ms"
    )
    lines.append(f"In the {MANY} rooms everybody says something {OFTEN:g} times a second, the server on one core.")
    return "\n".join(lines)


def ratios(ours: list[float], theirs: list[float]) -> str:
    """Ours against theirs in each run."""
    return " ".join(f"{mine / other:.2f}" for mine, other in zip(ours, theirs, strict=True))
