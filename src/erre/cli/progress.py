"""A progress bar on standard error, with the rate and the time left."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TaskProgressColumn, TextColumn, TimeRemainingColumn


@contextmanager
def counting(what: str, total: int, done: int = 0) -> Iterator[Callable[[int], None]]:
    """A bar that goes forward by the numbers it is told."""
    columns = (
        TextColumn(what),
        BarColumn(),
        MofNCompleteColumn(),
        TaskProgressColumn(show_speed=True),
        TimeRemainingColumn(),
    )
    with Progress(*columns, console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task("", total=total, completed=done)
        yield lambda count: progress.advance(task, count)
