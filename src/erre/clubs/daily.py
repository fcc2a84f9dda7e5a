"""The deal of the day: its name under the server's secret, days in a row, and the ranking of a week."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from datetime import UTC, date, datetime, timedelta

from erre.clubs.scoring import matchpoints

DAY = 86_400_000  # milliseconds


def day_at(now: int) -> str:
    """The day of an instant, the same for everybody: by UTC."""
    return datetime.fromtimestamp(now / 1000, UTC).date().isoformat()


def end_of(day: str) -> int:
    """When a day ends, in milliseconds since 1970."""
    return round(datetime.fromisoformat(f"{day}T00:00:00+00:00").timestamp() * 1000) + DAY


def moved(day: str, by: int) -> str:
    """A day some days later, or earlier."""
    return (date.fromisoformat(day) + timedelta(days=by)).isoformat()


def deal_name(day: str, game: str) -> str:
    """The name of a day's deal under the server's secret."""
    return f"{day} {game}"


def streak(days: Collection[str], today: str) -> int:
    """How many days in a row were played, up to today, or up to yesterday while today can still be played."""
    at, count = today if today in days else moved(today, -1), 0
    while at in days:
        at, count = moved(at, -1), count + 1
    return count


def week_of(day: str) -> str:
    """The Monday of a day's week."""
    return moved(day, -date.fromisoformat(day).weekday())


def week_percentages(scores: Iterable[tuple[str, str, int]]) -> dict[str, tuple[float, int]]:
    """By person, the sum of their percentages of a week and how many days they played.

    A score is a day, a person and points. A percentage compares it with everybody who played the same deal, so that a
    rich deal counts no more than a poor one.
    """
    by_day: dict[str, list[tuple[str, int]]] = {}
    for day, person, score in scores:
        by_day.setdefault(day, []).append((person, score))
    found: dict[str, tuple[float, int]] = {}
    for plays in by_day.values():
        shares = matchpoints([score for _, score in plays])
        for (person, _), share in zip(plays, shares, strict=True):
            before, days = found.get(person, (0.0, 0))
            found[person] = (round(before + 100 * float(share), 2), days + 1)
    return found
