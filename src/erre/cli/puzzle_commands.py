"""The commands of puzzles: make, list, show, check."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from cyclopts import App, Parameter

from erre.cli.app import app
from erre.cli.parameters import Json

puzzles = App(name="puzzles", help="Make, list, show and check puzzles of all games.")
app.command(puzzles)

PuzzleFile = Annotated[Path | None, Parameter(help="A file of puzzles; by default the set that comes with Erre.")]


@puzzles.command
def make(
    game: Annotated[str, Parameter(help="A game, or `all`.")] = "all",
    *,
    count: Annotated[int, Parameter(help="Puzzles of each game.")] = 1000,
    seed: Annotated[int, Parameter(help="The same seed gives the same puzzles.")] = 0,
    out: Annotated[Path, Parameter(help="The file to write, for `erre serve --puzzles`.")] = Path("puzzles.jsonl.gz"),
) -> None:
    """Make puzzles from games between bots; an interrupted run goes on with the same command."""
    from erre.cli.puzzles import make_puzzles

    make_puzzles(game, count, seed, out)


@puzzles.command(name="list")
def list_(file: PuzzleFile = None, *, json: Json = False) -> None:
    """List what a file of puzzles holds, by game and kind."""
    from erre.cli.puzzles import list_puzzles

    list_puzzles(file, json)


@puzzles.command
def show(
    puzzle: Annotated[str, Parameter(help="The id of a puzzle, as the page of a puzzle shows it.")],
    file: PuzzleFile = None,
    *,
    solution: Annotated[bool, Parameter(help="Show the solution too.")] = False,
    json: Json = False,
) -> None:
    """Show one puzzle as its seat sees it."""
    from erre.cli.puzzles import show_puzzle

    show_puzzle(file, puzzle, solution, json)


@puzzles.command
def check(
    file: PuzzleFile = None,
    *,
    sample: Annotated[int, Parameter(help="How many puzzles are looked at again.")] = 50,
    seed: Annotated[int, Parameter(help="Which ones, and with what chance.")] = 0,
    json: Json = False,
) -> None:
    """Find the solutions of a sample again, with other chance; exit code 1 if one does not hold."""
    from erre.cli.puzzles import check_puzzles

    check_puzzles(file, sample, seed, json)
