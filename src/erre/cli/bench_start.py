"""`erre bench start`: the first minute of a newcomer, measured in fresh clones of this checkout.

Package caches are used as they are, so a figure for "fresh" includes no download that this machine has done before.
Machine code goes to an empty folder of its own, and nothing of the checkout or of the user's cache is touched.
"""

from __future__ import annotations

import asyncio
import json as json_text
import os
import random
import resource
import shutil
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import msgspec
from rich.console import Console
from rich.table import Table

from erre.core.errors import BadOptions
from erre.games import all_games, own_names
from erre.trials.client import Page, known_person, open_table
from erre.trials.soak import free_port

ROOT = Path(__file__).resolve().parents[3]
SERVED = "is served at"  # what `erre serve` prints with its address
PATIENCE = 900  # seconds for any step
FIRST_GAME = own_names()[0]


class StartFigure(msgspec.Struct, frozen=True):
    """One measured figure and the most it should be; no limit where it is only for information."""

    name: str
    title: str
    value: float
    unit: str
    limit: float | None = None


def bench_start(json: bool) -> None:
    """Measure, and print the figures as a table or as JSON."""
    if not (ROOT / "erre").is_file() or not shutil.which("git"):
        raise BadOptions("erre bench start needs a checkout of the repository, and git")
    busy = os.getloadavg()[0]
    console = Console(stderr=json, highlight=False)
    figures: list[StartFigure] = []
    with tempfile.TemporaryDirectory() as folder:
        for one in measure(Path(folder)):
            figures.append(one)
            console.print(f"{one.title}: {one.value:.1f} {one.unit}".rstrip(), style="dim", markup=False)
    if json:
        print(json_text.dumps({"load_before": busy, **{one.name: one.value for one in figures}}))
        return
    table = Table(title=f"The first minute, {os.cpu_count()} cores, load {busy:.1f} before", title_justify="left")
    for column in ("", "measured", "limit"):
        table.add_column(column, justify="right" if column else "left")
    for one in figures:
        limit = "" if one.limit is None else f"{one.limit:g} {one.unit}"
        over = one.limit is not None and one.value > one.limit
        table.add_row(one.title, f"{one.value:.1f} {one.unit}", limit, style="bold red" if over else "")
    console.print(table)


def measure(folder: Path) -> Iterator[StartFigure]:
    """All figures, each when it is known."""
    first, second, cache = folder / "first", folder / "second", folder / "cache"
    clone(first)
    with started(first, cache, folder / "data") as (address, seconds, start):
        yield StartFigure("address", "fresh clone: address after", seconds, "s", 35)
        moved = asyncio.run(first_move(address))
        yield StartFigure("first_move", f"fresh clone: first move in {FIRST_GAME} answered after it by", moved, "s")
        await_machine_code(address)
        compiled = time.monotonic() - start - seconds
        yield StartFigure("compiled", "fresh clone: everything compiled after it by", compiled, "s", 45)
    before_it = processor_time()
    with started(first, cache, folder / "data") as (_, seconds, _):
        yield StartFigure("second_start", "second start: address after", seconds, "s", 1)
    used = processor_time() - before_it
    yield StartFigure("second_start_cpu", "second start: processor time, its end included", used, "s")
    before = kept(cache)
    clone(second)
    with started(second, cache, folder / "data2") as (address, seconds, _):
        yield StartFigure("second_clone", "second clone: address after", seconds, "s", 35)
        await_machine_code(address)
    yield StartFigure("second_clone_compiled", "second clone: files compiled", len(kept(cache) - before), "", 0)
    yield from cold_compile(folder / "cold")


def clone(target: Path) -> None:
    """A fresh copy of what is committed here."""
    subprocess.run(["git", "-c", "advice.detachedHead=false", "clone", "--quiet", str(ROOT), str(target)], check=True)


@contextmanager
def started(checkout: Path, cache: Path, data: Path) -> Iterator[tuple[str, float, float]]:
    """A server started by the launcher: its address, the seconds until it was printed, and when it was started."""
    port = free_port()
    command = [sys.executable, str(checkout / "erre"), "serve", "--host", "127.0.0.1", "--port", str(port)]
    command += ["--no-browser", "--quiet", "--tempo", "0", "--data", str(data)]
    env = {name: value for name, value in os.environ.items() if name not in ("PYTHONPATH", "NUMBA_DISABLE_JIT")}
    start = time.monotonic()
    process = subprocess.Popen(
        command, cwd=checkout, env={**env, "ERRE_CACHE": str(cache)}, stdout=subprocess.PIPE, text=True
    )
    assert process.stdout is not None
    try:
        if not any(SERVED in line for line in process.stdout):
            raise BadOptions("the server does not start; the reason is above")
        yield f"http://127.0.0.1:{port}", time.monotonic() - start, start
    finally:
        process.terminate()
        process.communicate(timeout=60)


async def first_move(address: str) -> float:
    """Seconds until somebody has opened a table against bots, made a move, and seen it played."""
    start = time.monotonic()
    person = await known_person(address, "Ana")
    table = await open_table(person, address, game=FIRST_GAME, seats=4, bots=["", *["greedy"] * 3], play_now=True)
    page = Page(person, address, table, "ana")
    page.start()
    await page.until(lambda: page.eyes)
    playing = asyncio.ensure_future(page.play(random.Random(1)))
    await page.until(lambda: any(seat in page.mine for seat, _, _ in page.notes.moves.values()), PATIENCE)
    seconds = time.monotonic() - start
    playing.cancel()
    await asyncio.gather(playing, return_exceptions=True)
    await page.stop()
    await person.close()
    return seconds


def await_machine_code(address: str) -> None:
    """Wait until all games run as machine code."""
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        with urllib.request.urlopen(f"{address}/api/preparing", timeout=60) as answer:
            if not json_text.load(answer)["left"]:
                return
        time.sleep(0.2)
    raise BadOptions("the games were not compiled in time")


def processor_time() -> float:
    """Seconds that children which have ended took of the processor."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def kept(cache: Path) -> set[str]:
    """The files of machine code."""
    return {path.name for path in (cache / "kernels").glob("[!.]*")}


def cold_compile(cache: Path) -> Iterator[StartFigure]:
    """Processor time to compile each game from nothing, one after the other; the first one includes the core."""
    total = 0.0
    for game in all_games():
        before = processor_time()
        command = [sys.executable, "-P", "-m", "erre.games.compiling", game.name]
        with subprocess.Popen(command, stdin=subprocess.PIPE, env={**os.environ, "ERRE_CACHE": str(cache)}) as child:
            child.wait()  # before its standard input is closed, which would end it
        if child.returncode != 0:
            raise BadOptions(f"{game.title} could not be compiled; the reason is above")
        used = processor_time() - before
        total += used
        yield StartFigure(f"compile_{game.name}", f"cold compile of {game.title}, processor time", used, "s")
    yield StartFigure("compile", "cold compile of all games, processor time", total, "s", 60)
