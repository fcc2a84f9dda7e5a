"""`erre puzzles`: make files of puzzles, list, show and check them."""

from __future__ import annotations

import random
import sys
from pathlib import Path

import msgspec
from rich.console import Console
from rich.table import Table
from rich.text import Text

from erre.cli.kernels import prepare_kernels
from erre.cli.progress import counting
from erre.core.errors import BadOptions
from erre.core.game import AnyGame
from erre.core.puzzles import Puzzle, maker_of, need_maker
from erre.games import all_games
from erre.games import game as find_game
from erre.puzzles.files import SHIPPED, Header, PuzzleSet, add_all, counts_of, read, shipped_data
from erre.puzzles.making import make
from erre.terminal.screen import screen_of

ALL = "all"


def games_named(name: str) -> list[AnyGame]:
    """The games that are meant; `all` are those that have puzzles."""
    if name == ALL:
        return [game for game in all_games() if maker_of(game) is not None]
    game = find_game(name)
    need_maker(game)
    return [game]


def opened(file: Path | None) -> tuple[Header, PuzzleSet]:
    """The puzzles of a file; without one, those that come with the package."""
    return add_all(shipped_data(), SHIPPED, PuzzleSet()) if file is None else read(file)


def make_puzzles(name: str, count: int, seed: int, out: Path) -> None:
    """Make a file, with progress on standard error; an interrupted run goes on with the same command."""
    games = games_named(name)
    prepare_kernels()
    try:
        with counting("Searching", count * len(games)) as progress:
            found = make(games, count, seed, out, progress)
    except KeyboardInterrupt:
        print("erre: interrupted; the same command goes on from here", file=sys.stderr)
        raise
    print(f"{len(found):,} puzzles, {out.stat().st_size:,} bytes: {out}")
    for game in games:
        made = sum(one.game == game.name for one in found)
        if made < count:
            print(f"erre: {game.title} has {made:,} of {count:,}: no more were found", file=sys.stderr)


def list_puzzles(file: Path | None, json: bool) -> None:
    """What a file holds, by game and kind."""
    header, found = opened(file)
    counts = counts_of(found)
    if json:
        print(msgspec.json.encode({"seed": header.seed, "count": header.count, "games": counts}).decode())
        return
    table = Table(title=f"{len(found):,} puzzles, seed {header.seed}")
    for heading in ("game", "kind", "puzzles", "ratings", "themes"):
        table.add_column(heading, justify="right" if heading == "puzzles" else "left")
    for game, kinds in counts.items():
        for kind, many in kinds.items():
            lines = [line for line in found.lines[game] if line.kind == kind]
            ratings = [line.rating for line in lines]
            themes = sorted({theme for line in lines for theme in line.themes})
            table.add_row(game, kind, f"{many:,}", f"{min(ratings)} to {max(ratings)}", ", ".join(themes))
    Console(highlight=False).print(table)


def show_puzzle(file: Path | None, name: str, solution: bool, json: bool) -> None:
    """One puzzle: the table as the seat sees it, and the solution where it is asked for."""
    puzzle = opened(file)[1].puzzle(name)
    if puzzle is None:
        raise BadOptions(f"there is no puzzle {name!r}: `erre puzzles list` says what there is")
    if json:
        print(msgspec.json.encode(puzzle).decode())
        return
    game = find_game(puzzle.game)
    maker, console = need_maker(game), Console(highlight=False)
    view = game.shown(maker.view_of(puzzle))
    themes = f" ({', '.join(puzzle.themes)})" if puzzle.themes else ""
    console.print(Text(f"{game.title}, {puzzle.kind}{themes}, rating {puzzle.rating}", style="bold"))
    names = ["you" if seat == view.seat else f"seat {seat}" for seat in range(view.seats)]
    console.print(screen_of(game).draw(view, names, []))
    if solution:
        show_solution(puzzle, console)


def show_solution(puzzle: Puzzle, console: Console) -> None:
    """The best answer, and what the others are worth."""
    console.print(Text(f"solution: {puzzle.solution}", style="bold"))
    for one in puzzle.weighed:
        mark = "right" if one.move in puzzle.fine else ""
        behind = f"{one.behind:.2f} ± {one.doubt:.2f} behind"
        console.print(Text(f"  {one.move:12} {one.value:+7.2f}  {behind:24} {one.share:5.0%}  {mark}"))


def check_puzzles(file: Path | None, sample: int, seed: int, json: bool) -> None:
    """Find the solutions of a sample again; exit with 1 if one of them does not hold."""
    _, found = opened(file)
    if sample < 1:
        raise BadOptions(f"a sample has at least 1 puzzle, not {sample}")
    ids = [line.id for lines in found.lines.values() for line in lines]
    chosen = random.Random(seed).sample(ids, min(sample, len(ids)))
    prepare_kernels()
    bad = []
    with counting("Checking", len(chosen)) as progress:
        for name in chosen:
            puzzle = found.puzzle(name)
            assert puzzle is not None
            if not is_good(puzzle, seed):
                bad.append(name)
            progress(1)
    if json:
        print(msgspec.json.encode({"checked": len(chosen), "bad": bad}).decode())
    else:
        print(f"{len(chosen) - len(bad):,} of {len(chosen):,} hold")
        for name in bad:
            print(f"  {name} does not hold")
    if bad:
        sys.exit(1)


def is_good(puzzle: Puzzle, seed: int) -> bool:
    """Whether the solution is accepted, and is found again with other chance."""
    maker = need_maker(find_game(puzzle.game))
    return maker.judge(puzzle, puzzle.solution).right and maker.is_sound(puzzle, maker.view_of(puzzle), seed + 1)
