"""`erre calibrate`: whether the chances that bots give their bids come true, as a table and as a picture."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import msgspec
from rich.console import Console
from rich.table import Table

from erre.cli.kernels import prepare_kernels
from erre.cli.progress import counting
from erre.core.errors import BadOptions
from erre.games import game as find_game
from erre.games import usual_seats
from erre.lab.calibration import Calibration, calibrate, calibration_svg, check_calibration, games_with_predictions
from erre.lab.result_files import check_writable


def calibrate_bids(
    name: str | None,
    level: str,
    seats: int | None,
    games: int,
    given: dict[str, Any],
    seed: int,
    playouts: int | None,
    threads: int | None,
    svg: Path | None,
    json: bool,
) -> None:
    """Play, print the table and draw the picture; an interrupt shows the matches so far."""
    game = find_game(name) if name else games_with_predictions()[0]
    if playouts is not None and not 1 <= playouts <= 10_000_000:
        raise BadOptions(f"playouts: 1 to 10,000,000, not {playouts}")
    if svg is not None:
        check_writable("--svg", svg)
    seats, options = usual_seats(game) if seats is None else seats, game.read_options(given)
    check_calibration(game, level, seats, games, threads)
    prepare_kernels()
    with counting("Playing", games) as progress:
        found = calibrate(
            game,
            level,
            seats,
            games,
            seed=seed,
            options=options,
            playouts=playouts,
            threads=threads,
            progress=progress,
        )
    if svg is not None:
        svg.write_text(calibration_svg(found), "utf-8")
        print(f"The picture: {svg}", file=sys.stderr)
    if json:
        print(msgspec.json.encode(found).decode())
    else:
        show(found, Console(highlight=False))
    if found.matches < games:
        print(f"erre: interrupted after {found.matches} of {games} matches", file=sys.stderr)
        sys.exit(130)


def show(found: Calibration, console: Console) -> None:
    """The bins as a table."""
    table = Table(
        title=f"{found.game}, {found.level}, {found.seats} seats: {found.bids:,} bids of {found.matches:,} matches"
    )
    for heading in ("chance given", "bids", "mean chance", "came true", "95 %"):
        table.add_column(heading, justify="right", no_wrap=True)
    for part in found.bins:
        low, high = part.interval
        tenth = min(9, int(10 * part.predicted))
        between = f"{10 * tenth} to {10 * tenth + 10} %"
        table.add_row(
            between, f"{part.bids:,}", f"{part.predicted:.1%}", f"{part.kept:.1%}", f"{low:.1%} to {high:.1%}"
        )
    console.print(table)
    console.print(f"All bids: given {found.predicted:.1%}, came true {found.kept:.1%}; Brier score {found.brier:.3f}")
