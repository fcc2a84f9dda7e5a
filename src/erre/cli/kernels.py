"""Compiles all games ahead of a run, with a progress bar, so that nobody waits in the middle of it."""

from __future__ import annotations

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

from erre.core.cores import usable_cores
from erre.core.machine_code import forget_old_code
from erre.games import all_games, game
from erre.games.compiling import compile_games, missing


def prepare_kernels(only: str | None = None, *, again: bool = False, say_when_ready: bool = False) -> None:
    """Compile what is missing, of all games or of one; progress goes to standard error."""
    console = Console(stderr=True)
    todo = [one.name for one in all_games()] if again else missing(only)
    if not todo:
        if say_when_ready:
            console.print("The rules are compiled already.")
        return
    columns = (TextColumn("Compiling the rules"), BarColumn(), MofNCompleteColumn(), TextColumn("{task.description}"))
    with Progress(*columns, TimeElapsedColumn(), console=console, transient=console.is_terminal) as progress:
        task = progress.add_task(game(todo[0]).title, total=len(todo))
        for name in compile_games(todo, at_once=usable_cores(), again=again):
            progress.update(task, advance=1, description=game(name).title)
    forget_old_code()
    if say_when_ready:
        console.print("The rules are compiled.")
