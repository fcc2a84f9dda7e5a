"""Standings and results as CSV, as spreadsheets read them."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Sequence

from erre.clubs.evening import BOT, Evening
from erre.clubs.scoring import all_shares, is_shown, rounded, standings
from erre.clubs.season import SeasonLine

DANGEROUS = ("=", "+", "-", "@", "\t", "\r")  # a spreadsheet would read such a text as a formula


def safe(value: object) -> object:
    """A value that no spreadsheet carries out."""
    return f"'{value}" if isinstance(value, str) and value.startswith(DANGEROUS) else value


def written(rows: Iterable[Sequence[object]]) -> str:
    """Rows as CSV."""
    text = io.StringIO()
    csv.writer(text, lineterminator="\r\n").writerows([safe(value) for value in row] for row in rows)
    return text.getvalue()


def standings_csv(evening: Evening) -> str:
    """The standings of an evening."""
    rounds = [f"round {number + 1}" for number in range(len(evening.begun()))]
    head = ["place", "name", "points", "opponents", "difference", "played", "byes", *rounds]
    lines = [
        [line.place, line.name, line.points, line.opponents, line.difference, line.played, line.byes,
         *("" if one is None else one for one in line.rounds)]
        for line in standings(evening)
    ]  # fmt: skip
    return written([head, *lines])


def results_csv(evening: Evening) -> str:
    """Every seat of every table that has a result."""
    rows: list[Sequence[object]] = [["round", "table", "seat", "name", "score", "rank", "points", "entered by"]]
    unit, earned = 100 if evening.setup.duplicate else 10, all_shares(evening)
    for round_no, one in enumerate(evening.begun()):
        for table_no, table in enumerate(one.tables):
            if table.result is None or not is_shown(evening, one, table.result):
                continue
            for seat, player in enumerate(table.seats):
                name = "bot" if player == BOT else evening.members[player].name
                share = earned[round_no].get(player)
                points = "" if share is None else rounded(unit * share)
                rows.append([
                    round_no + 1, table_no + 1, seat + 1, name, table.result.scores[seat], table.result.ranks[seat],
                    points, table.result.by,
                ])  # fmt: skip
    return written(rows)


def season_csv(lines: Sequence[SeasonLine], names: Sequence[str]) -> str:
    """The standings of a season."""
    rows = [
        [line.place, line.name, line.points, line.evenings, *("" if one is None else one for one in line.each)]
        for line in lines
    ]
    return written([["place", "name", "points", "evenings", *names], *rows])
