"""`erre soak`: stress tests that check the server's guarantees, on the loopback only, bounded in time and count."""

from __future__ import annotations

import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
from rich.console import Console

from erre.core.companions import companion
from erre.core.errors import BadOptions
from erre.core.game import AnyGame
from erre.games import all_games
from erre.server.logs import LOG
from erre.trials.abuse import abuse
from erre.trials.cluster_soak import ClusterReport, real_servers, soak_cluster
from erre.trials.crowd import crowd
from erre.trials.fuzz import FuzzReport, fuzz, fuzz_limits
from erre.trials.soak import SoakReport
from erre.trials.soak import soak as soak_server
from erre.trials.sources import module_of_tests

Say = Callable[[str], None]
Figures = dict[str, Any]
Run = Callable[[float, int, Say], Figures]

MINUTES, MOST_MINUTES = 15.0, 240.0
TABLES = 24
KILL_EVERY = 15.0  # seconds between two kills of the server
MESSAGES = 1_000_000
UNDER_LIMITS = 5_000  # of them
SHARES = {"live": 0.35, "fuzz": 0.35, "abuse": 0.15}  # share of the time, if all trials run
OWN_SHARE = 0.15  # share of the time, for the trial of a game


def soak(what: str = "all", minutes: float = MINUTES, seed: int = 1, json: bool = False) -> int:
    """Run the chosen trials, print the results, and return 0 if every guarantee held."""
    runs = trials()
    if what not in ("all", *runs):
        raise BadOptions(f"soak knows {', '.join(['all', *runs])}, not {what!r}")
    if not 0 < minutes <= MOST_MINUTES:
        raise BadOptions(f"a soak lasts up to {MOST_MINUTES:g} minutes, not {minutes:g}")
    LOG.setLevel("CRITICAL")
    if what == "cluster":
        real_servers()
    console = Console(stderr=True, highlight=False)
    found: dict[str, Figures] = {}
    for name, run in wanted(what, runs).items():
        share = SHARES.get(name, OWN_SHARE) if what == "all" else 1.0
        began = time.monotonic()
        try:
            figures = run(60 * minutes * share, seed, lambda words, name=name: console.print(f"{name}: {words}"))  # type: ignore[misc]
        except BadOptions as error:
            if what != "all":
                raise
            console.print(f"{name}: left out, since {error.why}", markup=False)
            continue
        found[name] = {**figures, "seconds": round(time.monotonic() - began, 1)}
    show(found, json)
    return int(not all(figures["clean"] for figures in found.values()))


def trials() -> dict[str, Run]:
    """Every trial by its name; those that games bring have the game's."""
    own = {game.name: own_trial(game) for game in all_games() if companion(game, "trial") is not None}
    return {"live": live, "fuzz": fuzzing, "abuse": abusing, "crowd": crowding, **own, "cluster": cluster}


def wanted(what: str, runs: dict[str, Run]) -> dict[str, Run]:
    """One trial, or all except `cluster`, which starts PostgreSQL and NATS and must be named."""
    return {name: run for name, run in runs.items() if what == name or (what == "all" and name != "cluster")}


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
    """People at many tables while the server is killed and connections are cut."""
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


def abusing(seconds: float, seed: int, say: Say) -> Figures:
    """Attacks under the usual limits, while somebody elsewhere plays."""
    report = abuse(seconds, say)
    cases = {case.name: {"p99": case.p99, "bots": case.bots, "refused": case.refused} for case in report.cases}
    return {"clean": report.is_clean, "words": report.words(), "cases": cases}


def crowding(seconds: float, seed: int, say: Say) -> Figures:
    """Thousands of spectators at one table; this takes as long as it takes."""
    report = crowd(say=say)
    return {"clean": report.is_clean, "words": report.words(), **vars(report)}


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


def own_trial(game: AnyGame) -> Run:
    """The trial that a game brings of its own."""

    def run(seconds: float, seed: int, say: Say) -> Figures:
        module: Any = companion(game, "trial")
        try:
            found: Figures = module.run(seconds, seed, say, module_of_tests)
        except ImportError as error:
            where = Path(__file__).parents[3]
            raise BadOptions(
                f"the trial of {game.title} needs the sources, which the installed program has not: run `./erre soak "
                f"{game.name}` in a checkout with the development dependencies ({where} is none: {error})"
            ) from None
        return found

    return run


def counts(report: SoakReport | FuzzReport) -> Figures:
    """The plain numbers of a report."""
    return {name: value for name, value in vars(report).items() if isinstance(value, int | float | dict)}
