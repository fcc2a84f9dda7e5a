"""`erre bench`: moves per second of every engine, and OpenSpiel's nearest game beside them in the same run."""

from __future__ import annotations

import json as json_text
import os
import subprocess
import sys
import time
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
from erre.core.errors import BadOptions, Refusal
from erre.core.game import AnyGame
from erre.games import all_games, usual_seats
from erre.games import game as find_game
from erre.lab.solver_bench import Times, compare_solvers
from erre.lab.thinking import measure_thinking

MOST_GAMES = 20_000  # in a batch
OPEN_SPIEL_GAMES = [
    f"oh_hell(players=4,num_suits=4,num_cards_per_suit=13,num_tricks_fixed={cards})" for cards in range(10, 0, -1)
]
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
    """Measure and show."""
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
    rivals = open_spiel_rates(seconds, console) if "rage" in rates else {}
    solvers = solver_times(seconds, console) if "rummy" in rates else {}
    ratios = ratios_of(rates, rivals, solvers)
    if json:
        figures = {"moves_per_second": rates, "open_spiel": rivals, "solver_ms": msgspec.to_builtins(solvers)}
        print(json_text.dumps({**figures, "ratios": ratios, "cores": os.cpu_count()}))
    else:
        show(rates, rivals, solvers, ratios, console)


def bench_environments(seconds: float, json: bool) -> None:
    """Our environments beside those of others, in a process that is held to one core."""
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

        return lambda seconds: rate(play, seconds)

    found: dict[str, Callable[[float], float]] = {
        "interpreter": lambda seconds: interpreter_rate(game, seats, seconds),
        "CPU, one core": batches(loops=arena_of(game), threads=1),
        "CPU, all cores": batches(loops=arena_of(game)),
        "CPU, one core, greedy bots": batches(loops=bot_arena(game), threads=1, bots=[1] * seats),
    }
    if gpu:
        found["GPU, with copies"] = batches(loops=arena_of(game), engine="gpu")
    return found


def rate(play: Callable[[int, int], int], seconds: float) -> float:
    """Moves per second of the better half of some runs; `play(first, count)` plays that many games.

    The first runs warm up and find out how many games fill an eighth of the time. Others use this machine too, so
    the slower half says more about them.
    """
    play(0, 1)
    count, took = 1, 0.0
    while took < seconds / 8 and count < MOST_GAMES:
        count *= 4
        start = time.perf_counter()
        play(0, count)
        took = time.perf_counter() - start
    rates: list[float] = []
    end = time.perf_counter() + seconds
    while time.perf_counter() < end or len(rates) < 2:
        start = time.perf_counter()
        moves = play(count * (len(rates) + 1), count)
        rates.append(moves / (time.perf_counter() - start))
    best = sorted(rates)[len(rates) // 2 :]
    return sum(best) / len(best)


def interpreter_rate(game: AnyGame, seats: int, seconds: float) -> float:
    """Moves per second without a compiler, in a process of its own."""
    command = [sys.executable, "-c", INTERPRETER, game.name, str(seats), str(seconds)]
    done = subprocess.run(
        command, capture_output=True, text=True, env={**os.environ, "NUMBA_DISABLE_JIT": "1"}, check=True
    )
    return float(done.stdout)


def open_spiel_rates(seconds: float, console: Console) -> dict[str, float]:
    """OpenSpiel's oh_hell, 4 players, the ten deals of 10 down to 1 cards: 260 decisions, as in a match of Rage."""
    try:
        import pyspiel
    except ImportError:
        console.print("OpenSpiel is not installed, so nothing stands beside ours: pip install open_spiel adds it")
        return {}
    deals = [pyspiel.load_game(text) for text in OPEN_SPIEL_GAMES]
    bots = [pyspiel.make_uniform_random_bot(seat, 11 + seat) for seat in range(4)]

    def by_loop(first: int, count: int) -> int:
        for match in range(count):
            for deal in deals:
                pyspiel.evaluate_bots(deal.new_initial_state(), bots, first + match)
        return count * 260

    def by_interface(first: int, count: int) -> int:
        import random

        luck, decisions = random.Random(first), 0
        for deal in deals * count:
            state = deal.new_initial_state()
            while not state.is_terminal():
                if state.is_chance_node():
                    actions, chances = zip(*state.chance_outcomes(), strict=True)
                    state.apply_action(luck.choices(actions, chances)[0])
                else:
                    state.apply_action(luck.choice(state.legal_actions()))
                    decisions += 1
        return decisions

    with console.status("OpenSpiel: oh_hell"):
        return {"C++ loop": rate(by_loop, seconds), "Python interface": rate(by_interface, seconds)}


def solver_times(seconds: float, console: Console) -> dict[str, Times]:
    """Rummy's solver and the public one, on the same positions."""
    with console.status("Rummy: the solver"):
        found, missing = compare_solvers(seconds)
    if missing:
        console.print(missing, markup=False)
    return found


def ratios_of(
    rates: dict[str, dict[str, float]], rivals: dict[str, float], solvers: dict[str, Times]
) -> dict[str, float]:
    """How many times faster ours is: Rage on one core, and Rummy's solver in the median."""
    ours = rates.get("rage", {}).get("CPU, one core")
    found = {f"rage on one core / oh_hell {name}": ours / theirs for name, theirs in rivals.items()} if ours else {}
    for name, times in solvers.items():
        if name != "ours":
            found[f"{name} / our solver, median"] = times.median / times.ours
    return found


def show(
    rates: dict[str, dict[str, float]],
    rivals: dict[str, float],
    solvers: dict[str, Times],
    ratios: dict[str, float],
    console: Console,
) -> None:
    """The figures as tables."""
    table = Table(title=f"Decisions per second, {os.cpu_count()} cores")
    for heading in ("game", "engine", "decisions/s"):
        table.add_column(heading, justify="right" if heading == "decisions/s" else "left")
    for game, engines_rates in rates.items():
        for engine, value in engines_rates.items():
            table.add_row(find_game(game).title, engine, f"{value:,.0f}")
    for name, value in rivals.items():
        table.add_row("OpenSpiel oh_hell", name, f"{value:,.0f}")
    console.print(table)
    if solvers:
        console.print(solver_table(solvers))
    for name, value in ratios.items():
        console.print(f"{name}: {value:.1f} times")


def solver_table(solvers: dict[str, Times]) -> Table:
    """Milliseconds for the best lay."""
    table = Table(title="The best lay in Rummy, milliseconds")
    for heading in ("solver", "positions", "median", "99 %", "most"):
        table.add_column(heading, justify="left" if heading == "solver" else "right")
    for name, times in solvers.items():
        table.add_row(name, str(times.positions), f"{times.median:.3f}", f"{times.p99:.3f}", f"{times.most:.3f}")
    return table
