"""An operator's decisions: refused names, announcements, and the log of operations, as pieces of work."""

from __future__ import annotations

import msgspec

from erre.server.storage.work import Work, do, rows_of, value_of
from erre.table.clean_text import look_of

MOST_FOUND = 50


class Announcement(msgspec.Struct, frozen=True):
    """A line that everybody sees until it expires."""

    id: str
    text: str
    at: int
    until: int


class Operation(msgspec.Struct, frozen=True):
    """Something that an operator did."""

    id: str
    at: int
    who: str  # the operator's session, by a name of its own
    what: str
    about: str = ""


class Found(msgspec.Struct, frozen=True):
    """A person as the operator finds them."""

    person: str
    name: str
    is_named: bool
    seen: int
    games: int
    reports: int  # open ones about them


# -- names that are refused


def refused_names() -> Work[list[str]]:
    """The patterns of names that nobody may have."""
    return [row[0] for row in (yield from rows_of("SELECT pattern FROM refused_names ORDER BY pattern"))]


def refuse_name(pattern: str, now: int, most: int) -> Work[bool]:
    """Refuse names from now on; whether there was room for the pattern."""
    if (yield from value_of("SELECT count(*) FROM refused_names")) >= most:
        return False
    yield from do(
        "INSERT INTO refused_names (pattern, at) VALUES (?, ?) ON CONFLICT (pattern) DO NOTHING", pattern, now
    )
    return True


def allow_name(pattern: str) -> Work[None]:
    """Allow names again."""
    yield from do("DELETE FROM refused_names WHERE pattern = ?", pattern)


# -- announcements


def announce(one: Announcement) -> Work[None]:
    """Show a line to everybody; it replaces the one before."""
    yield from do("DELETE FROM announcements WHERE id <> ?", one.id)
    yield from do(
        "INSERT INTO announcements (id, text, at, until) VALUES (?, ?, ?, ?) ON CONFLICT (id) DO NOTHING",
        *msgspec.structs.astuple(one),
    )


def withdraw_announcement() -> Work[None]:
    """Show no line any more."""
    yield from do("DELETE FROM announcements")


def announcement(now: int) -> Work[Announcement | None]:
    """The line that everybody sees now."""
    query = "SELECT id, text, at, until FROM announcements WHERE until > ? ORDER BY at DESC, id LIMIT 1"
    rows = yield from rows_of(query, now)
    return Announcement(*rows[0]) if rows else None


# -- what was done


def note_operation(one: Operation, keep: int) -> Work[None]:
    """Note what an operator did; only the newest operations are kept."""
    yield from do(
        "INSERT INTO operations (id, at, who, what, about) VALUES (?, ?, ?, ?, ?) ON CONFLICT (id) DO NOTHING",
        *msgspec.structs.astuple(one),
    )
    query = "SELECT at FROM operations ORDER BY at DESC, id LIMIT 1 OFFSET ?"
    oldest = yield from value_of(query, keep)
    if oldest is not None:
        yield from do("DELETE FROM operations WHERE at <= ?", oldest)


def operations(limit: int) -> Work[list[Operation]]:
    """What operators did, the newest first."""
    query = "SELECT id, at, who, what, about FROM operations ORDER BY at DESC, id LIMIT ?"
    return [Operation(*row) for row in (yield from rows_of(query, limit))]


# -- people


def search_people(words: str) -> Work[list[Found]]:
    """People whose name contains some words, those seen last first."""
    pattern = "%" + words.lower().replace("\\", "\\\\").replace("%", "\\%").replace("_", "\\_") + "%"
    query = """
        SELECT id, name, handle, seen,
            (SELECT count(DISTINCT record) FROM players WHERE person = people.id),
            (SELECT count(*) FROM reports WHERE about = people.id AND state = 'open')
        FROM people WHERE name <> '' AND (lower(name) LIKE ? ESCAPE '\\' OR handle = ?)
        ORDER BY seen DESC, id LIMIT ?
    """
    rows = yield from rows_of(query, pattern, look_of(words), MOST_FOUND)
    return [
        Found(person, name, handle is not None, seen, games, open_reports)
        for person, name, handle, seen, games, open_reports in rows
    ]


COUNTED = ("people", "records", "tables", "entries", "ties", "invitations", "reports", "ratings")


def counts() -> Work[dict[str, int]]:
    """How many rows the tables of the storage have."""
    found: dict[str, int] = {}
    for table in COUNTED:
        found[table] = yield from value_of(f"SELECT count(*) FROM {table}")
    return found
