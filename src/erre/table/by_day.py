"""Games by the day: hours or days for a move, days off, and what happens when no move arrives in time."""

from __future__ import annotations

from collections.abc import Iterable

from erre.core.errors import BadOptions
from erre.core.game import AnyGame
from erre.table.table import Table

HOUR = 3_600_000  # milliseconds
CHOICES = (8, 24, 48, 72, 168)  # hours for a move
MOST_MISSED = 2  # moves in a row that a bot makes; after them it plays on until the person is back
OVERSLEPT = 600_000  # milliseconds after a deadline from which on the server must have been away
RETURNING = 2 * HOUR  # what a clock leaves at least after the server was away


def check_hours(game: AnyGame, hours: int) -> None:
    """Refuse a game that cannot be played by the day, and times that are not offered."""
    if not hours:
        return
    if not game.plays_by_day:
        raise BadOptions(f"{game.title} cannot be played by the day")
    if hours not in CHOICES:
        raise BadOptions(f"hours for a move: {', '.join(map(str, CHOICES))}, or 0 for a live game")


def deadline(table: Table, seat: int) -> int | None:
    """When a person's move is due: the same time for all who owe a choice, later for those with days off."""
    if table.match is None or seat not in table.match.owed:
        return None
    since = min(table.match.owed.values())
    limit = standing_still(since, since + table.hours * HOUR, table.vacations.get(table.chairs[seat].person, ()))
    return max(limit, table.reopened_at + RETURNING) if table.reopened_at else limit


def standing_still(since: int, limit: int, vacations: Iterable[tuple[int, int]]) -> int:
    """A deadline, later by the days off that begin before it."""
    for begins, ends in sorted(vacations):
        if begins < limit and ends > since:
            limit += ends - max(begins, since)
    return limit


def vacation_of(table: Table, person: str) -> tuple[int, int] | None:
    """The days off that somebody has or will have next, from and to; None if none are known."""
    if not table.hours:
        return None
    return min((days for days in table.vacations.get(person, ()) if days[1] > table.last_at), default=None)


def is_given_up(table: Table, seat: int) -> bool:
    """Whether somebody has missed so many moves in a row that a bot plays until they are back."""
    return table.missed.get(seat, 0) >= MOST_MISSED
