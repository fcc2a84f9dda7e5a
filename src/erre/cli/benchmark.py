"""`erre benchmark` and `erre leaderboard`: fixed tasks for any bot, and a table of results that can be checked."""

from __future__ import annotations

import sys
from pathlib import Path

import msgspec
from rich.console import Console
from rich.table import Table

from erre.cli.kernels import prepare_kernels
from erre.cli.lab_runs import Ways, write_page
from erre.cli.progress import counting
from erre.lab.benchmark import (
    BadEntry,
    Entry,
    chosen_games,
    game_edges,
    most_games,
    protocol,
    run_benchmark,
    score,
    score_half,
)
from erre.lab.leaderboard import (
    KINDS,
    Leaderboard,
    add_entry,
    check_board,
    headings,
    markdown,
    page_of,
    read_entry,
    read_leaderboard,
    replay_sample,
    rows_of,
    write_json,
)
from erre.lab.result_files import check_writable


def play_benchmark(
    bot: str, games: str, name: str, kind: str, author: str, note: str, out: Path | None, ways: Ways
) -> None:
    """Play all tasks and print the entry."""
    if kind not in KINDS:
        raise BadEntry(f"an entry is a {', '.join(KINDS)}, not {kind!r}")
    chosen = [one.strip() for one in games.split(",")] if games else None
    if out is not None:
        check_writable("--out", out)
    executor = ways.executor()
    for tasks in chosen_games(chosen):
        prepare_kernels(tasks.game)
    with counting("Playing", most_games(chosen), 0) as progress:
        entry = run_benchmark(
            bot, chosen, name=name, kind=kind, author=author, note=note, executor=executor, progress=progress
        )
    if out is not None:
        write_json(out, entry)
    if ways.json:
        print(msgspec.json.encode(entry).decode())
    else:
        show_entry(entry, Console(highlight=False))


def show_entry(entry: Entry, console: Console) -> None:
    """The tasks as a table, and the score."""
    table = Table(title=f"{entry.name}: {entry.benchmark}")
    for heading in ("game", "opponents", "edge"):
        table.add_column(heading)
    for one in entry.results:
        table.add_row(one.game, one.opponent, f"{100 * one.edge:+.1f} ± {100 * one.half:.1f}")
    console.print(table)
    total = score(entry)
    if total is not None:
        console.print(f"Score: {total:.1f} ± {score_half(entry):.1f}", markup=False)


def check_leaderboard(
    file: Path, add: Path | None, deals: int, seed: int, html: Path | None, *, as_markdown: bool, json: bool = False
) -> None:
    """Check every entry, play some deals of each again, and show the table."""
    if html is not None:
        check_writable("--html", html)
    if add is not None:
        check_writable("the leaderboard", file)
    board = read_leaderboard(file)
    check_board(board)
    if add is not None:
        board = add_entry(board, read_entry(add))
    if not 0 <= deals <= protocol().deals:
        raise BadEntry(f"deals: 0 to {protocol().deals}, not {deals}")
    for entry in board.entries if deals else []:
        for game in dict.fromkeys(one.game for one in entry.results):
            prepare_kernels(game)
        games = replay_sample(entry, deals, seed)
        print(f"{entry.name}: {games} games played again, all alike", file=sys.stderr)
    if add is not None:
        write_json(file, board)
    if html is not None:
        write_page(html, page_of(board))
    if json:
        print(msgspec.json.encode(board_figures(board)).decode())
        return
    if as_markdown:
        print(markdown(board))
        return
    table = Table(title=f"{board.benchmark}: edges in hundredths, 0 is as good as the opponents")
    for heading in headings():
        table.add_column(heading)
    for row in rows_of(board):
        table.add_row(*row)
    Console(highlight=False).print(table)


def board_figures(board: Leaderboard) -> dict[str, object]:
    """The table for programs, best first; an entry that lacks a game has no score."""
    entries = [
        {
            "name": entry.name,
            "kind": entry.kind,
            "author": entry.author,
            "score": score(entry),
            "half": None if score(entry) is None else score_half(entry),
            "edges": game_edges(entry),
        }
        for entry in board.entries
    ]
    return {"benchmark": board.benchmark, "entries": entries}
