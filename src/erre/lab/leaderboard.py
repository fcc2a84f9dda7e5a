"""The leaderboard: a file of benchmark entries, which anybody can check by replaying some of the deals."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TypeVar

import msgspec

from erre.bots.roster import plain_name
from erre.core.errors import quote
from erre.games import game as find_game
from erre.lab.benchmark import (
    SHARES,
    BadEntry,
    Entry,
    GameTasks,
    TaskResult,
    digest_of,
    game_edges,
    play_deals,
    protocol,
    result_of,
    score,
    score_half,
)
from erre.lab.page import Dot, intervals, page, section, table
from erre.lab.threads import Executor, on_threads

Read = TypeVar("Read", bound=msgspec.Struct)
KINDS = ("level", "network", "program")
SAMPLE = 2  # deals of every task that a check plays again


class Leaderboard(msgspec.Struct, forbid_unknown_fields=True):
    """The leaderboard file: the benchmark's name and every entry."""

    benchmark: str
    entries: list[Entry]


def read_leaderboard(path: Path) -> Leaderboard:
    """A leaderboard from its file; nothing in it is believed yet."""
    return read_json(path, Leaderboard, "leaderboard")


def read_entry(path: Path) -> Entry:
    """An entry from the file that `erre benchmark --out` writes."""
    return read_json(path, Entry, "entry")


def read_json(path: Path, kind: type[Read], name: str) -> Read:
    """What a file holds; `name` is what it is called where it is something else."""
    try:
        return msgspec.json.decode(path.read_bytes(), type=kind)
    except OSError as error:
        raise BadEntry(f"{path}: it cannot be read ({error.strerror})") from None
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError, ValueError) as error:
        raise BadEntry(f"{path} is no {name}: {error}") from None


def write_json(path: Path, content: msgspec.Struct) -> None:
    """Write an entry or a leaderboard, one result on a line, so that differences can be read."""
    text = msgspec.json.format(msgspec.json.encode(content), indent=1).decode()
    path.write_text(compact(text) + "\n", "utf-8")


def compact(text: str) -> str:
    """Lists of numbers on one line."""
    return re.sub(r"\[\s+([\d,\s]+?)\s+\]", lambda found: f"[{' '.join(found[1].split())}]", text)


def add_entry(board: Leaderboard, entry: Entry) -> Leaderboard:
    """The board with an entry, in the place of one with the same name; sorted by score, then by name."""
    check_entry(entry)
    others = [one for one in board.entries if one.name != entry.name]
    return Leaderboard(board.benchmark, sorted([*others, entry], key=rank))


def rank(entry: Entry) -> tuple[bool, float, str]:
    """The best score first; entries without one last, by name."""
    total = score(entry)
    return total is None, -(total or 0.0), entry.name


def check_board(board: Leaderboard) -> None:
    """Refuse a board that contradicts itself."""
    if board.benchmark != protocol().title:
        raise BadEntry(f"this is {protocol().title}, and the leaderboard is of {quote(board.benchmark)}")
    names = [entry.name for entry in board.entries]
    if len(set(names)) < len(names):
        raise BadEntry("two entries have the same name")
    for entry in board.entries:
        check_entry(entry)


def check_entry(entry: Entry) -> None:
    """Refuse an entry whose fields contradict each other or the protocol; nothing is played."""
    if entry.benchmark != protocol().title:
        raise BadEntry(f"{entry.name}: it is an entry to {quote(entry.benchmark)}, not to {protocol().title}")
    if not entry.name.strip() or len(entry.name) > 60 or entry.kind not in KINDS:
        raise BadEntry(f"{quote(entry.name)}: an entry has a name of up to 60 letters, and is a {', '.join(KINDS)}")
    if digest_of(entry) != entry.digest:
        raise BadEntry(f"{entry.name}: something was changed after the entry was written; its digest does not fit")
    expected = [(tasks, opponent) for tasks in protocol().games for opponent in tasks.opponents]
    found = [(one.game, one.opponent) for one in entry.results]
    played = {game for game, _ in found}
    if found != [(tasks.game, opponent) for tasks, opponent in expected if tasks.game in played] or not found:
        raise BadEntry(f"{entry.name}: all tasks of a game are needed, in the order of the protocol")
    for result in entry.results:
        check_result(entry, result, tasks_of(result))


def tasks_of(result: TaskResult) -> GameTasks:
    """The tasks that a result belongs to."""
    return next(tasks for tasks in protocol().games if tasks.game == result.game)


def check_result(entry: Entry, result: TaskResult, tasks: GameTasks) -> None:
    """Refuse figures that do not follow from the deals."""
    where = f"{entry.name}, {result.game} against {result.opponent}"
    if len(result.won) != protocol().deals:
        raise BadEntry(f"{where}: {len(result.won)} deals, not {protocol().deals}")
    if not all(0 <= won <= SHARES * tasks.seats for won in result.won):
        raise BadEntry(f"{where}: a deal has 0 to {SHARES * tasks.seats} twelfths of a victory")
    if result_of(tasks, result.opponent, result.won) != result:
        raise BadEntry(f"{where}: the edge does not follow from the deals")


def replay_sample(entry: Entry, deals: int = SAMPLE, seed: int = 0, executor: Executor | None = None) -> int:
    """Play some deals of every task again and compare; how many games that were. Refused at the first difference."""
    games = 0
    for number, result in enumerate(entry.results):
        tasks = tasks_of(result)
        first = (seed * 31 + number * 7) % (protocol().deals - deals + 1)
        bot = plain_name(entry.bot)
        again = play_deals(tasks, bot, result.opponent, first, deals, executor or on_threads(), None)
        if again != result.won[first : first + deals]:
            raise BadEntry(
                f"{entry.name}, {result.game} against {result.opponent}: deals {first} to {first + deals - 1} "
                f"gave {again}, not {result.won[first : first + deals]}"
            )
        games += deals * tasks.seats
    return games


def headings() -> list[str]:
    """The headings of the printed leaderboard."""
    return ["", "entry", "kind", "score", *(find_game(tasks.game).title for tasks in protocol().games), "by"]


def rows_of(board: Leaderboard) -> list[list[str]]:
    """The table, best first; edges in hundredths."""
    rows = []
    for place, entry in enumerate(board.entries, 1):
        edges, total = game_edges(entry), score(entry)
        said = "–" if total is None else f"{total:.1f} ± {score_half(entry):.1f}"
        by_game = [f"{100 * edges[tasks.game]:.1f}" if tasks.game in edges else "–" for tasks in protocol().games]
        rows.append([str(place) if total is not None else "–", entry.name, entry.kind, said, *by_game, entry.author])
    return rows


def markdown(board: Leaderboard) -> str:
    """The table as the documentation shows it."""
    lines = ["| " + " | ".join(headings()) + " |", "|" + "---|" * len(headings())]
    return "\n".join([*lines, *("| " + " | ".join(row) + " |" for row in rows_of(board))]).replace("|  |", "| |")


def page_of(board: Leaderboard) -> str:
    """The leaderboard as one HTML page."""
    scored = [(entry, score(entry)) for entry in board.entries]
    dots = [
        Dot(entry.name, total, (total - score_half(entry), total + score_half(entry)), f"{total:.1f}")
        for entry, total in scored
        if total is not None
    ]
    notes = [[entry.name, entry.bot, entry.note, entry.erre, entry.digest[:16]] for entry in board.entries]
    return page(
        f"{protocol().title}: leaderboard",
        "0 is a candidate that wins as often as its opponents, 100 one that always wins. "
        "Intervals have a confidence of 95 %, over deals.",
        "erre leaderboard FILE",
        [
            section("Scores", "", *([intervals(dots, ".0f", 0.0)] if dots else [])),
            section("By game", "", table(headings(), rows_of(board))),
            section("Entries", "", table(["entry", "bot", "note", "Erre", "digest"], notes)),
        ],
    )
