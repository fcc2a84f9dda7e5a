"""`erre soak`: long and rough runs that prove the promises, on the loopback alone, bounded in time and count."""

from __future__ import annotations

import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, Literal, get_args

import msgspec
from rich.console import Console

from erre.core.errors import BadOptions
from erre.server.logs import LOG
from erre.trials.cluster_soak import ClusterReport, real_servers, soak_cluster
from erre.trials.fuzz import FuzzReport, fuzz, fuzz_limits
from erre.trials.soak import SoakReport
from erre.trials.soak import soak as soak_server
from erre.trials.sources import module_of_tests

What = Literal["all", "live", "fuzz", "rummy", "cluster"]
Say = Callable[[str], None]
Figures = dict[str, Any]

MINUTES, MOST_MINUTES = 15.0, 240.0
TABLES = 24
KILL_EVERY = 15.0  # seconds between two ends of the server
MESSAGES = 1_000_000
UNDER_LIMITS = 5_000  # of them
POSITIONS_A_MINUTE = 500
ORACLE = "tests.games.rummy.oracle"
SHARES: dict[str, float] = {"live": 0.4, "fuzz": 0.4, "rummy": 0.2}  # of the time, where all is asked for


def soak(what: What = "all", minutes: float = MINUTES, seed: int = 1, json: bool = False) -> int:
    """Run what was asked for, print the figures, and return 0 if every promise was kept."""
    if what not in get_args(What):
        raise BadOptions(f"soak knows {', '.join(get_args(What))}, not {what!r}")
    if not 0 < minutes <= MOST_MINUTES:
        raise BadOptions(f"a soak lasts up to {MOST_MINUTES:g} minutes, not {minutes:g}")
    LOG.setLevel("CRITICAL")
    if what == "cluster":
        real_servers()
    console = Console(stderr=True, highlight=False)
    runs: dict[str, Callable[[float, int, Say], Figures]] = {"live": live, "fuzz": fuzzing, "rummy": rummy}
    if what == "cluster":  # it starts servers of others: only where it is asked for by name
        runs["cluster"] = cluster
    if what == "rummy":
        check_checkout()
    found: dict[str, Figures] = {}
    for name, run in runs.items():
        if what not in ("all", name):
            continue
        if what == "all" and name == "rummy" and not has_oracle():
            console.print("rummy: left out, since its oracle is in a checkout of the sources alone")
            continue
        share = SHARES[name] if what == "all" else 1.0
        began = time.monotonic()
        found[name] = run(60 * minutes * share, seed, lambda words, name=name: console.print(f"{name}: {words}"))  # type: ignore[misc]
        found[name]["seconds"] = round(time.monotonic() - began, 1)
    show(found, json)
    return int(not all(figures["clean"] for figures in found.values()))


def show(found: dict[str, Figures], json: bool) -> None:
    """The figures, for people or for programs."""
    if json:
        print(msgspec.json.encode(found).decode())
        return
    for name, figures in found.items():
        print(f"{name}: {'every promise was kept' if figures['clean'] else 'A PROMISE WAS BROKEN'}")
        for line in figures["words"]:
            print(f"  {line}")


def live(seconds: float, seed: int, say: Say) -> Figures:
    """People at many tables while the server is killed and lines are cut."""
    kills = max(1, round(seconds / KILL_EVERY))
    report: SoakReport = soak_server(TABLES, seconds, kills, seed, say)
    return {"clean": report.is_clean, "words": report.words(), **counts(report)}


def cluster(seconds: float, seed: int, say: Say) -> Figures:
    """Several workers with a real PostgreSQL and a real NATS, and every disaster by name, as often as time allows."""
    until = time.monotonic() + seconds
    reports: list[ClusterReport] = []
    while not reports or time.monotonic() + reports[-1].seconds < until:
        with tempfile.TemporaryDirectory(prefix="erre-soak-") as folder:
            reports.append(soak_cluster(None, TABLES, seed + len(reports), folder, say))
    figures = {"rounds": len(reports), **counts(reports[-1]), "cases": msgspec.to_builtins(reports[-1].cases)}
    lines = [line for report in reports for line in report.words()]
    return {**figures, "clean": all(report.is_clean for report in reports), "words": lines}


def fuzzing(seconds: float, seed: int, say: Say) -> Figures:
    """A million messages that nobody should send, or as many as the time allows, all over real sockets."""
    until = time.monotonic() + seconds
    limited = fuzz_limits(UNDER_LIMITS, seed)
    say(f"{limited.messages} messages under the usual limits")
    free = fuzz(MESSAGES - limited.messages, seed, until=until, say=say)
    total = free.messages + limited.messages
    short = f": the time was up before {MESSAGES}" if total < MESSAGES else ""
    lines = [f"{total} messages, {limited.messages} of them under the usual limits{short}", *free.words()]
    return {"clean": free.is_clean and limited.is_clean, "words": lines, **counts(free), "messages": total}


def rummy(seconds: float, seed: int, say: Say) -> Figures:
    """Rummy's solver against a mixed-integer model that was written apart from it."""
    oracle: Any = module_of_tests(ORACLE)
    positions = max(50, round(POSITIONS_A_MINUTE * seconds / 60))
    until, done, wrong = time.monotonic() + seconds, 0, []
    while done < positions and time.monotonic() < until:
        wrong += oracle.compare_many(seed + done, 50, oracle.compare, lambda *_: None)
        done += 50
        if done % 500 == 0:
            say(f"{done} of {positions} positions, {len(wrong)} differ")
    lines = [f"{done} positions compared, {len(wrong)} differ", *map(str, wrong)]
    return {"clean": not wrong, "words": lines, "positions": done, "differ": len(wrong)}


def counts(report: SoakReport | FuzzReport) -> Figures:
    """The plain numbers of a report."""
    return {name: value for name, value in vars(report).items() if isinstance(value, int | float | dict)}


def has_oracle() -> bool:
    """Whether this is a checkout, with what its oracle needs."""
    try:
        module_of_tests(ORACLE)
    except ImportError:
        return False
    return True


def check_checkout() -> None:
    """Refuse what only a checkout can do."""
    if not has_oracle():
        where = Path(__file__).parents[3]
        raise BadOptions(
            "Rummy's oracle is in the sources, not in the installed program: run `./erre soak rummy` in a checkout "
            f"with the development dependencies ({where} is none)"
        )
