"""`erre whatif`: the same bots under several sets of rules, side by side."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import msgspec
from rich.console import Console
from rich.table import Table
from rich.text import Text

from erre.bots.roster import seat_names
from erre.cli.kernels import prepare_kernels
from erre.cli.progress import counting
from erre.core.errors import BadOptions
from erre.games import game as find_game
from erre.games import usual_seats
from erre.lab.whatif import MEANINGS, WhatIf, rule_sets, what_if
from erre.lab.whatif_page import between, in_words, page_of


def study_rules(
    name: str,
    changes: list[tuple[str, Any]],
    seats: int | None,
    games: int,
    bots: str,
    seed: int,
    threads: int | None,
    html: Path | None,
    json: bool,
) -> None:
    """Play, with progress on standard error, and print the differences."""
    game = find_game(name)
    seats = usual_seats(game) if seats is None else seats
    if not changes:
        raise BadOptions(f"say what to change, as in: erre whatif {game.name} -o {example(game.option_help)}")
    if html is not None and not html.parent.is_dir():
        raise BadOptions(f"--html {html}: there is no folder {html.parent}")
    if not 0 <= seed < 2**63:
        raise BadOptions(f"a seed is a number from 0 to 2^63 - 1, not {seed}")
    if threads is not None and not 1 <= threads <= 1024:
        raise BadOptions(f"threads: 1 to 1024, not {threads}")
    if games < 2:
        raise BadOptions(f"at least two games are needed, not {games}")
    game.check_seats(seats)
    seat_names(game, seats, bots)
    sets = rule_sets(game, changes)
    prepare_kernels()
    with counting("Playing", games * len(sets)) as progress:
        study = what_if(game, seats, sets, games, bots, seed=seed, threads=threads, progress=progress)
    if html is not None:
        html.write_text(page_of(study), "utf-8")
        Console(stderr=True, highlight=False).print(f"The page: {html}", markup=False)
    if json:
        print(msgspec.json.encode(study).decode())
    else:
        show(study, Console(highlight=False))
    if not study.complete:
        print(f"erre: interrupted after {len(study.rules)} of {len(sets)} sets of rules", file=sys.stderr)
        sys.exit(130)


def example(options: Any) -> str:
    """An option to try."""
    return f"{next(iter(options))}=…"


def show(study: WhatIf, console: Console) -> None:
    """The figures side by side, then what is sure, in words."""
    title = (
        f"{study.rules[0].games:,} games of {find_game(study.game).title} for each set of rules, {study.seats} seats"
    )
    table = Table(title=title)
    table.add_column("")
    for rules in study.rules:
        table.add_column(Text(rules.label), justify="right")
    for name in MEANINGS:
        cells = []
        for rules in study.rules:
            sure = name in rules.against_first and rules.against_first[name].sure
            cells.append(Text(between(name, rules.figures[name]), style="bold" if sure else ""))
        table.add_row(name, *cells)
    console.print(table)
    console.print("Differences from the rules as printed that are sure (95 %):")
    for words in in_words(study):
        console.print(f"  {words}", markup=False)
