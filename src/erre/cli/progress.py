"""Progress on standard error, with the rate and the time left: a bar on a terminal, now and then a line elsewhere."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import timedelta

from rich.console import Console
from rich.progress import BarColumn, Progress, ProgressColumn, Task, TextColumn, TimeRemainingColumn
from rich.text import Text

EVERY = 30.0  # seconds between two lines where there is no terminal


class Rate(ProgressColumn):
    """The rate column: per second, or per minute if it is low."""

    def render(self, task: Task) -> Text:
        """The rate over the last seconds."""
        return Text(rate(task.finished_speed or task.speed or 0.0))


def rate(each_second: float) -> str:
    """A rate as text, per second or, if it is low, per minute."""
    return f"{each_second:,.0f}/s" if each_second >= 10 else f"{60 * each_second:,.0f}/min"


@contextmanager
def counting(what: str, total: int, done: int = 0) -> Iterator[Callable[[int], None]]:
    """Progress that advances by the numbers it receives."""
    console = Console(stderr=True, highlight=False)
    if not console.is_terminal:
        yield Lines(what, total, done, console).forward
        return
    columns = (
        TextColumn(what),
        BarColumn(),
        TextColumn("{task.completed:,.0f} of {task.total:,.0f} ({task.percentage:.0f} %)"),
        Rate(),
        TimeRemainingColumn(elapsed_when_finished=True),
    )
    with Progress(*columns, console=console, transient=True, speed_estimate_period=60) as progress:
        task = progress.add_task("", total=total, completed=done)
        yield lambda count: progress.advance(task, count)


class Lines:
    """Progress as lines, for logs."""

    def __init__(self, what: str, total: int, done: int, console: Console) -> None:
        self.what, self.total, self.done, self.console = what, total, done, console
        self.began, self.said, self.before = time.monotonic(), time.monotonic(), done

    def forward(self, count: int) -> None:
        """Advance, and print a line now and then."""
        self.done += count
        now = time.monotonic()
        if now - self.said >= EVERY:
            self.said = now
            speed = (self.done - self.before) / (now - self.began)
            left = timedelta(seconds=round((self.total - self.done) / speed))
            words = (
                f"{self.what}: {self.done:,} of {self.total:,} ({self.done / self.total:.0%}), {rate(speed)}, {left}"
            )
            self.console.print(f"{words} left", soft_wrap=True)
