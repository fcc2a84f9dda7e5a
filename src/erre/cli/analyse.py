"""`erre analyse`: the decisions of a finished game that cost most."""

from __future__ import annotations

import sys
from pathlib import Path

import msgspec
from rich.console import Console
from rich.table import Table
from rich.text import Text

from erre.cli.kernels import prepare_kernels
from erre.cli.progress import counting
from erre.core.errors import BadOptions
from erre.core.gamefile import read_file
from erre.games import game as find_game
from erre.lab.analyse import Analysis, SeatAnalysis, analyse


def analyse_record(path: Path, level: str, playouts: int, seed: int, worst: int, json: bool) -> None:
    """Analyse a record, with progress on standard error, and print the result."""
    file = read_file(path)
    game = find_game(file.header.game)
    if not 1 <= worst <= 1000:
        raise BadOptions(f"worst: 1 to 1000 decisions, not {worst}")
    prepare_kernels()
    with counting("Thinking", len(file.moves)) as progress:
        found = analyse(game, file, level=level, playouts=playouts, seed=seed, worst=worst, progress=progress)
    if json:
        print(msgspec.json.encode(found).decode())
    else:
        show(found, Console(highlight=False))
    if not found.complete:
        print("erre: interrupted; these are the decisions looked at so far", file=sys.stderr)
        sys.exit(130)


def show(found: Analysis, console: Console) -> None:
    """The findings, seat by seat."""
    table = Table(title=f"{find_game(found.game).title}, as the {found.level} sees it")
    for heading in ("seat", "player", "choices", "as the bot would", "given away", "where"):
        table.add_column(heading, justify="left" if heading in ("player", "where") else "right")
    for seat in found.seats:
        table.add_row(
            str(seat.seat), Text(seat.player), str(seat.decisions), str(seat.agreed), f"{seat.cost:.1f}", where(seat)
        )
    console.print(table)
    for seat in found.seats:
        console.print(Text(f"\n{seat.player}, seat {seat.seat}: " + said(seat), style="bold"))
        for one in seat.worst:
            console.print(Text(f"  move {one.number}, {one.phase}: {one.played} cost {one.cost:.1f}; better "), end="")
            console.print(Text(one.why if one.better in one.why else f"{one.better} ({one.why})"))
    console.print(f"\n[dim]{found.playouts:,} playouts for each decision; small costs are within the noise.[/dim]")


def where(seat: SeatAnalysis) -> str:
    """Where a seat gave something away."""
    return ", ".join(f"{phase} {cost:.1f}" for phase, cost in seat.by_phase.items() if cost >= 0.05)


def said(seat: SeatAnalysis) -> str:
    """A heading for the decisions of a seat."""
    return "the decisions that cost most" if seat.worst else "nothing to find fault with"
