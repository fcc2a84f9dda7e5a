"""What simulate, tournament and whatif have in common on the command line."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import msgspec
from rich.console import Console

from erre.cli.kernels import prepare_kernels
from erre.cli.progress import counting
from erre.core.batch import Engine
from erre.core.errors import BadOptions
from erre.core.files import check_plain
from erre.lab.result_files import check_writable
from erre.lab.run import Progress, executor_for
from erre.lab.threads import Executor


class Ways(NamedTuple):
    """How a run is played, and where its results go."""

    threads: int | None
    ray: str | None
    out: Path | None
    html: Path | None
    json: bool

    def executor(self, engine: Engine = "cpu") -> Executor:
        """What plays the run; impossible settings are refused before anything is played."""
        if self.html is not None:
            check_writable("--html", self.html)
            if self.out is not None and self.html.resolve() == self.out.resolve():
                raise BadOptions(f"--html and --out both name {self.html}")
        return executor_for(self.threads, engine, self.ray, lambda words: print(words, file=sys.stderr))


def play(run: Callable[[Progress], None], games: int, played: int, only: str) -> bool:
    """Play with a progress bar; whether the run was completed. Only the game that is played is compiled first."""
    prepare_kernels(only)
    with counting("Playing", games, played) as progress:
        try:
            run(progress)
        except KeyboardInterrupt:
            return False
    return True


def tell(
    ways: Ways, result: msgspec.Struct, page: Callable[[], str], show: Callable[[Console], None], *, stopped: str = ""
) -> None:
    """Write the page, print the result, and exit with an error if the run was interrupted."""
    say = Console(stderr=True, highlight=False)
    if ways.html is not None:
        write_page(ways.html, page())
        say.print(f"The page: {ways.html}", markup=False, soft_wrap=True)
    if ways.out is not None:
        say.print(f"The games: {ways.out}", markup=False, soft_wrap=True)
    if ways.json:
        print(msgspec.json.encode(result).decode())
    else:
        show(Console(highlight=False))
    if stopped:
        again = "; the same command goes on from there" if ways.out is not None else ""
        print(f"erre: interrupted after {stopped}{again}", file=sys.stderr)
        sys.exit(130)


def write_page(path: Path, page: str) -> None:
    """Write a page atomically."""
    check_plain(path)
    new = path.with_name(path.name + ".new")
    try:
        new.write_text(page, "utf-8")
        new.replace(path)
    except OSError as error:
        raise BadOptions(f"--html {path}: it cannot be written ({error.strerror})") from None
    finally:
        new.unlink(missing_ok=True)
