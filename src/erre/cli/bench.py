"""`erre bench`: moves per second of every engine, and what a game compares itself with in the same run."""

from __future__ import annotations

import json as json_text
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
from rich.console import Console
from rich.table import Table

from erre.bots.kernel_bot import bot_arena
from erre.bots.roster import check_name
from erre.cli.kernels import prepare_kernels
from erre.core.batch import arena_of, play_batch
from erre.core.companions import companion
from erre.core.comparison import Comparison, decisions_per_second
from erre.core.cores import usable_cores
from erre.core.errors import BadOptions, Refusal
from erre.core.game import AnyGame
from erre.games import all_games, usual_seats
from erre.games import game as find_game
from erre.lab.thinking import measure_thinking

ONE_CORE = "CPU, one core"
INTERPRETER = """
import sys, time
from erre.core.batch import play_batch
from erre.games import game
played, seats, seconds = game(sys.argv[1]), int(sys.argv[2]), float(sys.argv[3])
moves, number, start = 0, 0, time.perf_counter()
while time.perf_counter() - start < seconds:
    moves += int(play_batch(played, seats, played.read_options({}), 1, seed=3, first=number, threads=1).moves.sum())
    number += 1
print(moves / (time.perf_counter() - start))
"""


def bench_thinking(name: str | None, milliseconds: int, bot: str, json: bool) -> None:
    """Measure whether a bot keeps to its time, and show it."""
    if not 1 <= milliseconds <= 60_000:
        raise BadOptions(f"thinking: 1 to 60,000 milliseconds, not {milliseconds}")
    games = [find_game(name)] if name else all_games()
    for game in games:
        check_name(game, bot)
    prepare_kernels()
    console = Console(stderr=json, highlight=False)
    found = []
    for game in games:
        with console.status(f"{game.title}: {bot}"):
            found.append(measure_thinking(game, bot, milliseconds))
    if json:
        print(msgspec.json.encode(found).decode())
        return
    table = Table(title=f"The {bot} with {milliseconds} ms for each move")
    for heading in ("game", "positions", "median ms", "most ms", "beyond its time"):
        table.add_column(heading, justify="left" if heading == "game" else "right")
    for one in found:
        row = (str(one.positions), f"{one.median:.1f}", f"{one.most:.1f}", f"{max(0.0, one.overrun):.1%}")
        table.add_row(find_game(one.game).title, *row)
    console.print(table)


def bench_engines(name: str | None, seconds: float, gpu: bool, json: bool) -> None:
    """Measure, and print the figures as tables or as JSON."""
    if not 0.05 <= seconds <= 600:
        raise BadOptions(f"seconds: 0.05 to 600, not {seconds}")
    games = [find_game(name)] if name else all_games()
    prepare_kernels()
    console = Console(stderr=json, highlight=False)
    rates: dict[str, dict[str, float]] = {}
    for game in games:
        rates[game.name] = {}
        for engine, measure in engines(game, gpu).items():
            with console.status(f"{game.title}: {engine}"):
                try:
                    rates[game.name][engine] = measure(seconds)
                except Refusal as refusal:
                    console.print(f"{game.title}, {engine}: {refusal}", markup=False)
    comparisons = []
    for game in games:
        with console.status(f"{game.title}: next to others"):
            found = comparison_of(game, seconds, rates[game.name])
        if found is not None:
            comparisons.append(found)
            if found.missing:
                console.print(found.missing, markup=False)
    if json:
        figures = {name: value for found in comparisons for name, value in found.figures.items()}
        ratios = {name: value for found in comparisons for name, value in found.ratios.items()}
        print(json_text.dumps({"moves_per_second": rates, **figures, "ratios": ratios, "cores": usable_cores()}))
    else:
        show(rates, comparisons, console)


def bench_environments(seconds: float, json: bool) -> None:
    """Compare our environments with others, in a process limited to one core."""
    script = Path(__file__).parents[3] / "benchmarks" / "environments.py"
    if not script.exists():
        raise BadOptions("erre bench envs needs a checkout of the repository: it is benchmarks/environments.py")
    prepare_kernels()
    command = [sys.executable, str(script), "--seconds", str(seconds), *(["--json"] if json else [])]
    if subprocess.call(command):
        raise BadOptions("the environments could not be measured; the reason is above")


def engines(game: AnyGame, gpu: bool) -> dict[str, Callable[[float], float]]:
    """What is measured of a game: uniform random play, then sensible bots."""
    seats = usual_seats(game)
    options = game.read_options({})

    def batches(**how: Any) -> Callable[[float], float]:
        def play(first: int, count: int) -> int:
            return int(play_batch(game, seats, options, count, seed=3, first=first, **how).moves.sum())

        return lambda seconds: decisions_per_second(play, seconds)

    found: dict[str, Callable[[float], float]] = {
        "interpreter": lambda seconds: interpreter_rate(game, seats, seconds),
        ONE_CORE: batches(loops=arena_of(game), threads=1),
        "CPU, all cores": batches(loops=arena_of(game)),
        "CPU, one core, greedy bots": batches(loops=bot_arena(game), threads=1, bots=[1] * seats),
    }
    if gpu:
        found["GPU, with copies"] = batches(loops=arena_of(game), engine="gpu")
    return found


def interpreter_rate(game: AnyGame, seats: int, seconds: float) -> float:
    """Moves per second without a compiler, in a process of its own."""
    command = [sys.executable, "-c", INTERPRETER, game.name, str(seats), str(seconds)]
    done = subprocess.run(
        command, capture_output=True, text=True, env={**os.environ, "NUMBA_DISABLE_JIT": "1"}, check=True
    )
    return float(done.stdout)


def comparison_of(game: AnyGame, seconds: float, rates: dict[str, float]) -> Comparison | None:
    """What a game measures of its own next to other people's programs."""
    module = companion(game, "bench")
    found: Comparison | None = module.compare(seconds, rates.get(ONE_CORE)) if module else None
    return found


def show(rates: dict[str, dict[str, float]], comparisons: list[Comparison], console: Console) -> None:
    """Print the measurements as tables."""
    table = Table(title=f"Decisions per second, {usable_cores()} cores")
    for heading in ("game", "engine", "decisions/s"):
        table.add_column(heading, justify="right" if heading == "decisions/s" else "left")
    for game, engines_rates in rates.items():
        for engine, value in engines_rates.items():
            table.add_row(find_game(game).title, engine, f"{value:,.0f}")
    console.print(table)
    for comparison in comparisons:
        show_comparison(comparison, console)


def show_comparison(comparison: Comparison, console: Console) -> None:
    """A game's own figures, and how many times faster ours is."""
    if comparison.rows:
        table = Table(title=comparison.title)
        for number, heading in enumerate(comparison.headings):
            table.add_column(heading, justify="right" if number else "left")
        for row in comparison.rows:
            table.add_row(*row)
        console.print(table)
    for name, value in comparison.ratios.items():
        console.print(f"{name}: {value:.1f} times")
