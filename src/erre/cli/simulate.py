"""`erre simulate`: progress with the time left, then a table, JSON, or a page with plots."""

from __future__ import annotations

import sys
from typing import Any

from rich.console import Console
from rich.table import Table
from rich.text import Text

from erre.bots.contract import Budget
from erre.bots.roster import split_names
from erre.cli.lab_runs import Ways, play, tell
from erre.core.batch import Engine
from erre.games import game as find_game
from erre.games import usual_seats
from erre.lab.simulate import Run, Simulation
from erre.lab.simulate_page import page_of


def simulate_games(
    name: str,
    seats: int | None,
    games: int,
    bots: str,
    given: dict[str, Any],
    seed: int,
    budget: Budget | None,
    engine: Engine,
    ways: Ways,
) -> None:
    """Play, with progress on standard error, and print the result; an interrupt prints it as far as it got."""
    game = find_game(name)
    options = game.read_options(given)
    seats = seats_for(bots, usual_seats(game)) if seats is None else seats
    executor = ways.executor(engine)
    run = Run(game, seats, games, bots, options, seed=seed, budget=budget, out=ways.out)
    before = run.played
    if before:
        print(f"{before:,} of {games:,} games were played before", file=sys.stderr)
    whole = play(lambda progress: run.play(executor, engine=engine, progress=progress), games, before, game.name)
    if not run.played:
        raise KeyboardInterrupt
    result = run.result()
    stopped = "" if whole else f"{result.games:,} of {games:,} games"
    tell(ways, result, lambda: page_of(result), lambda console: show(result, console), stopped=stopped)


def seats_for(bots: str, usual: int) -> int:
    """As many seats as bots are named, where more than one is."""
    named = len(split_names(bots))
    return named if named > 1 else usual


def show(result: Simulation, console: Console) -> None:
    """The result as a table."""
    table = Table(title=f"{result.games:,} games of {find_game(result.game).title}, {result.seats} seats")
    for heading in ("seat", "bot", "mean ± 95 %", "spread", "low", "high", "victories (95 %)"):
        table.add_column(heading, justify="left" if heading == "bot" else "right", no_wrap=heading != "bot")
    for row in result.results:
        half = (row.mean_interval[1] - row.mean_interval[0]) / 2
        low, high = row.wins_interval
        table.add_row(
            str(row.seat),
            Text(row.bot),
            f"{row.mean:.2f} ± {half:.2f}",
            f"{row.deviation:.1f}",
            str(row.lowest),
            str(row.highest),
            f"{row.wins:.1%} ({100 * low:.1f} to {100 * high:.1f})",
        )
    console.print(table)
    lengths = result.lengths
    between = f"{lengths.shortest:,} to {lengths.longest:,}"
    console.print(f"{lengths.mean:.1f} moves a game ({between}); seed {result.seed}")
    if result.moves_per_second:
        console.print(f"{result.seconds:.2f} s: {result.moves_per_second:,.0f} moves/s")
