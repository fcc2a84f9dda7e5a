"""What most tests of the command need, imported once by the process that their processes are forked from."""

from __future__ import annotations

from erre.bots import roster  # noqa: F401
from erre.cli import analyse, main, play, records, simulate, tournament  # noqa: F401
from erre.games import own_names
from erre.games.compiling import missing, modules_of

for name in own_names():
    if not missing(name):
        for module in modules_of(name):
            module.load()
