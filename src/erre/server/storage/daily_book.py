"""Tables that sleep between moves, and days off, as pieces of work for every database."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from erre.server.storage.contract import Fenced
from erre.server.storage.table_logs import fence_of
from erre.server.storage.work import Hold, Work, do, rows_of, value_of


class Sleeping(msgspec.Struct, frozen=True):
    """A table that is not in memory: when it wakes by itself, and what lists show of it meanwhile."""

    table: str
    due: int | None  # milliseconds since 1970; None: only when somebody comes
    stage: str
    is_open: bool  # listed in the lobby
    listed: str  # what lists need, in the words of the registry
    persons: list[str]
    host: str


class Vacation(msgspec.Struct, frozen=True):
    """Days off, which stop the clocks of a person."""

    begins: int  # milliseconds since 1970
    ends: int
    days: int  # that count towards the limit of a year


def note_awake(table: str, now: int) -> Work[None]:
    """Note that a table by the day is in memory: after a crash somebody looks after it."""
    yield from do(
        """
        INSERT INTO daily (table_id, due, asleep, stage, open, listed) VALUES (?, ?, 0, '', 0, '')
        ON CONFLICT (table_id) DO UPDATE SET due = excluded.due, asleep = 0, stage = '', open = 0, listed = ''
        """,
        *(table, now),
    )


def note_asleep(one: Sleeping, fence: int, is_used: bool) -> Work[None]:
    """Note that a table left memory; Fenced if another worker has it."""
    if (yield from fence_of(one.table)) != fence:
        raise Fenced(f"table {one.table} is closed, or another worker has it")
    yield from do(
        """
        INSERT INTO daily (table_id, due, asleep, stage, open, listed) VALUES (?, ?, 1, ?, ?, ?)
        ON CONFLICT (table_id) DO UPDATE SET due = excluded.due, asleep = 1, stage = excluded.stage,
            open = excluded.open, listed = excluded.listed
        """,
        *(one.table, one.due, one.stage, int(one.is_open), one.listed),
    )
    yield from do("DELETE FROM daily_people WHERE table_id = ?", one.table)
    for person in sorted({*one.persons, one.host} - {""}):
        yield from do(
            "INSERT INTO daily_people (person, table_id, hosts) VALUES (?, ?, ?)",
            *(person, one.table, int(person == one.host)),
        )
    if is_used:
        yield from do("UPDATE tables SET idle = 0 WHERE id = ?", one.table)


def due_tables(now: int, limit: int) -> Work[list[str]]:
    """Tables that must be in memory: those whose time has come, and those that a crash left awake."""
    asleep = "SELECT table_id FROM daily WHERE asleep = 1 AND due <= ? ORDER BY due, table_id LIMIT ?"
    found = [row[0] for row in (yield from rows_of(asleep, now, limit))]
    awake = yield from rows_of("SELECT table_id FROM daily WHERE asleep = 0 ORDER BY table_id")
    return [*found, *(row[0] for row in awake)]


def next_due() -> Work[int | None]:
    """When the next table wakes."""
    found: int | None = yield from value_of("SELECT min(due) FROM daily WHERE asleep = 1")
    return found


def forget_table(table: str) -> Work[None]:
    """Drop what is left of a table without a log."""
    for name in ("daily", "daily_people"):
        yield from do(f"DELETE FROM {name} WHERE table_id = ?", table)


def listed_of(person: str) -> Work[list[str]]:
    """The sleeping tables of a person, for lists."""
    query = """
        SELECT listed FROM daily JOIN daily_people ON daily_people.table_id = daily.table_id
        WHERE person = ? AND asleep = 1 ORDER BY daily.table_id
    """
    return [row[0] for row in (yield from rows_of(query, person))]


def listed_open(limit: int) -> Work[list[str]]:
    """Sleeping tables that the lobby lists, those still gathering first."""
    query = """
        SELECT listed FROM daily WHERE asleep = 1 AND open = 1 AND stage <> 'over'
        ORDER BY CASE stage WHEN 'gathering' THEN 0 ELSE 1 END, table_id LIMIT ?
    """
    return [row[0] for row in (yield from rows_of(query, limit))]


def all_listed(limit: int) -> Work[list[tuple[str, bool]]]:
    """Every sleeping table, and whether the lobby lists it."""
    query = "SELECT listed, open FROM daily WHERE asleep = 1 ORDER BY table_id LIMIT ?"
    return [(row[0], bool(row[1])) for row in (yield from rows_of(query, limit))]


def hosted_by(person: str) -> Work[int]:
    """How many sleeping tables somebody hosts that are not over."""
    query = """
        SELECT count(*) FROM daily JOIN daily_people ON daily_people.table_id = daily.table_id
        WHERE person = ? AND hosts = 1 AND asleep = 1 AND stage <> 'over'
    """
    return int((yield from value_of(query, person)))


def all_seated() -> Work[list[str]]:
    """Everybody at a table by the day."""
    return [row[0] for row in (yield from rows_of("SELECT DISTINCT person FROM daily_people"))]


def wake_for(person: str, now: int) -> Work[None]:
    """Let the sleeping tables of a person look at their clocks again."""
    mine = "SELECT table_id FROM daily_people WHERE person = ?"
    yield from do(f"UPDATE daily SET due = ? WHERE asleep = 1 AND table_id IN ({mine})", now, person)


def grow_idle(seconds: int, limits: dict[str, int]) -> Work[list[str]]:
    """Count the time for which nobody came to sleeping tables; those that waited longer than the limit of their stage.

    Time is counted while a server runs, so a wrong time of day closes nothing.
    """
    yield Hold("daily idle")
    asleep = "SELECT table_id FROM daily WHERE asleep = 1"
    yield from do(f"UPDATE tables SET idle = idle + ? WHERE id IN ({asleep})", seconds)
    found: list[str] = []
    for stage, limit in sorted(limits.items()):
        query = "SELECT id FROM tables JOIN daily ON table_id = id WHERE asleep = 1 AND stage = ? AND idle > ?"
        found += [row[0] for row in (yield from rows_of(query, stage, limit))]
    return found


# -- days off


def vacations_of(persons: Sequence[str], since: int) -> Work[dict[str, list[Vacation]]]:
    """The days off of people that end after a time."""
    found: dict[str, list[Vacation]] = {}
    for person in persons:
        query = "SELECT begins, ends, days FROM vacations WHERE person = ? AND ends > ? ORDER BY begins"
        rows = yield from rows_of(query, person, since)
        if rows:
            found[person] = [Vacation(*row) for row in rows]
    return found


def add_vacation(person: str, wish: Vacation, since: int, most: int) -> Work[bool]:
    """Keep days off; False if they overlap with others, or if there would be too many since a time."""
    yield Hold(f"vacations {person}")
    known = (yield from vacations_of([person], since)).get(person, [])
    if wish in known:
        return True
    if any(one.begins < wish.ends and wish.begins < one.ends for one in known):
        return False
    if sum(one.days for one in known) + wish.days > most:
        return False
    yield from do(
        "INSERT INTO vacations (person, begins, ends, days) VALUES (?, ?, ?, ?)",
        *(person, wish.begins, wish.ends, wish.days),
    )
    return True


def end_vacation(person: str, begins: int, now: int, days: int) -> Work[None]:
    """End days off: those to come were never taken, those that run end now and count as far as they went."""
    yield from do("DELETE FROM vacations WHERE person = ? AND begins = ? AND begins > ?", person, begins, now)
    yield from do(
        "UPDATE vacations SET ends = ?, days = ? WHERE person = ? AND begins = ? AND ends > ?",
        *(now, days, person, begins, now),
    )
