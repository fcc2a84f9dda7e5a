"""`erre whatif`: the same bots under several sets of rules, side by side."""

from __future__ import annotations

import sys
from typing import Any

from rich.console import Console
from rich.table import Table
from rich.text import Text

from erre.cli.lab_runs import Ways, play, tell
from erre.core.errors import BadOptions
from erre.games import game as find_game
from erre.games import usual_seats
from erre.lab.whatif import MEANINGS, Study, WhatIf, rule_sets
from erre.lab.whatif_page import between, in_words, page_of


def study_rules(
    name: str, changes: list[tuple[str, Any]], seats: int | None, games: int, bots: str, seed: int, ways: Ways
) -> None:
    """Play, with progress on standard error, and print the differences."""
    game = find_game(name)
    seats = usual_seats(game) if seats is None else seats
    if not changes:
        raise BadOptions(f"say what to change, as in: erre whatif {game.name} -o {example(game.option_help)}")
    executor = ways.executor()
    sets = rule_sets(game, changes)
    study = Study(game, seats, sets, games, bots, seed=seed, out=ways.out)
    total, before = games * len(sets), study.results.played
    if before:
        print(f"{before:,} of {total:,} games were played before", file=sys.stderr)
    whole = play(lambda progress: study.run(executor, progress), total, before, game.name)
    if not study.is_telling():
        study.results.save()
        raise KeyboardInterrupt
    found = study.result()
    stopped = "" if whole else f"{study.results.played:,} of {total:,} games"
    tell(ways, found, lambda: page_of(found), lambda console: show(found, console), stopped=stopped)


def example(options: Any) -> str:
    """An option of the game to show in an example."""
    return f"{next(iter(options))}=…"


def show(study: WhatIf, console: Console) -> None:
    """Show the figures side by side, then the significant differences as sentences."""
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
