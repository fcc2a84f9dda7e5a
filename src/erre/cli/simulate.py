"""`erre simulate`: a progress bar, then a table or JSON."""

from __future__ import annotations

import sys
from typing import Any

import msgspec
from rich.console import Console
from rich.table import Table

from erre.bots.roster import seat_names, split_names
from erre.cli.kernels import prepare_kernels
from erre.cli.progress import counting
from erre.core.batch import Engine
from erre.core.errors import BadOptions
from erre.games import game as find_game
from erre.games import usual_seats
from erre.lab.simulate import Simulation, simulate


def simulate_games(
    name: str,
    seats: int | None,
    games: int,
    bots: str,
    given: dict[str, Any],
    seed: int,
    engine: Engine,
    threads: int | None,
    json: bool,
) -> None:
    """Play, with progress on standard error, and print the result."""
    game = find_game(name)
    options = game.read_options(given)
    seats = seats_for(bots, usual_seats(game)) if seats is None else seats
    game.check_seats(seats)
    seat_names(game, seats, bots)
    if not 0 <= seed < 2**63:
        raise BadOptions(f"a seed is a number from 0 to 2^63 - 1, not {seed}")
    prepare_kernels()
    with counting("Playing", games) as progress:
        result = simulate(
            game,
            seats,
            games,
            bots,
            options,
            seed=seed,
            engine=engine,
            threads=threads,
            progress=progress,
        )
    if json:
        print(msgspec.json.encode(result).decode())
    else:
        show(result, Console(highlight=False))
    if not result.complete:
        print(f"erre: interrupted after {result.games} of {games} games", file=sys.stderr)
        sys.exit(130)


def seats_for(bots: str, usual: int) -> int:
    """As many seats as bots are named, where more than one is."""
    named = len(split_names(bots))
    return named if named > 1 else usual


def show(result: Simulation, console: Console) -> None:
    """The result as a table."""
    table = Table(title=f"{result.games:,} games of {find_game(result.game).title}, {result.seats} seats")
    for heading in ("seat", "bot", "mean ± 95 %", "spread", "low", "high", "victories", "95 %"):
        table.add_column(heading, justify="left" if heading == "bot" else "right")
    for row in result.results:
        half = (row.mean_interval[1] - row.mean_interval[0]) / 2
        low, high = row.wins_interval
        table.add_row(
            str(row.seat),
            row.bot,
            f"{row.mean:.2f} ± {half:.2f}",
            f"{row.deviation:.1f}",
            str(row.lowest),
            str(row.highest),
            f"{row.wins:.1%}",
            f"{low:.1%} to {high:.1%}",
        )
    console.print(table)
    console.print(f"{result.moves:,} moves in {result.seconds:.2f} s: {result.moves_per_second:,.0f} moves/s")
