"""The logs of live tables and who owns them, as pieces of work for every database."""

from __future__ import annotations

from erre.server.storage.company import drop_invitations_to
from erre.server.storage.contract import Fenced, Log
from erre.server.storage.work import Ask, Work, do, rows_of, value_of
from erre.table.entries import NO_HEAD, Head


def lines_of(table: str) -> Work[list[bytes]]:
    """The lines of a table's log."""
    rows = yield Ask("SELECT line FROM entries WHERE table_id = ? ORDER BY number", (table,))
    return [row[0] for row in rows]


def log_of(table: str) -> Work[Log]:
    """A table's log and its head."""
    lines = yield from lines_of(table)
    rows = yield from rows_of("SELECT length, head FROM tables WHERE id = ?", table)
    return Log(lines, Head(*rows[0]) if rows else NO_HEAD)


def live_tables() -> Work[list[str]]:
    """Tables with a log, also if its lines were lost; not those that sleep, nor one that was only taken."""
    query = """
        SELECT id FROM tables WHERE (length > 0 OR EXISTS (SELECT 1 FROM entries WHERE table_id = id))
        AND NOT EXISTS (SELECT 1 FROM daily WHERE daily.table_id = id AND asleep = 1)
        ORDER BY touched DESC, id
    """
    return [row[0] for row in (yield from rows_of(query))]


def take_table(table: str, now: int) -> Work[int]:
    """Give a table to the caller: the fence grows by one, in the statement that claims the table.

    A table that is not there yet begins with the present second: above all fences of one of the same name before it.
    """
    fence: int = yield from value_of(
        """
        INSERT INTO tables (id, touched, fence) VALUES (?, 0, ?)
        ON CONFLICT (id) DO UPDATE SET fence = tables.fence + 1 RETURNING fence
        """,
        *(table, now // 1000),
    )
    return fence


def take_all_tables() -> Work[None]:
    """Give all tables to a single process."""
    yield from do("UPDATE tables SET fence = 0 WHERE fence <> 0")


def fence_of(table: str) -> Work[int]:
    """With which fence a table was taken; 0 if nobody took it."""
    return (yield from value_of("SELECT fence FROM tables WHERE id = ?", table)) or 0


def close_table(table: str, fence: int) -> Work[None]:
    """Remove a table and its log, if they exist."""
    yield from do("DELETE FROM tables WHERE id = ? AND fence = ?", table, fence)
    if (yield from value_of("SELECT id FROM tables WHERE id = ?", table)) is not None:
        raise Fenced(f"another worker has table {table}")
    for other in ("entries", "daily", "daily_people"):
        yield from do(f"DELETE FROM {other} WHERE table_id = ?", table)
    yield from drop_invitations_to(table)


def rewrite_table(table: str, lines: list[bytes], fence: int) -> Work[None]:
    """Put other lines in the place of a log."""
    if (yield from fence_of(table)) != fence:
        raise Fenced(f"table {table} is closed, or another worker has it")
    yield from do("DELETE FROM entries WHERE table_id = ?", table)
    for number, line in enumerate(lines):
        yield from do("INSERT INTO entries (table_id, number, line) VALUES (?, ?, ?)", table, number, line)
    yield from do("UPDATE tables SET length = ?, head = ? WHERE id = ?", *Head.of(lines), table)


def tables_with(person: str, search: str) -> Work[list[str]]:
    """Tables whose log names a person; `search` is how the database looks for bytes in a line."""
    query = f"SELECT DISTINCT table_id FROM entries WHERE {search} ORDER BY table_id"
    return [row[0] for row in (yield from rows_of(query, person.encode()))]


def idle_time(table: str) -> Work[int]:
    """For how long nobody was at a table."""
    return (yield from value_of("SELECT idle FROM tables WHERE id = ?", table)) or 0


def note_idle(idle: dict[str, int]) -> Work[None]:
    """Note for how long nobody was at tables."""
    for table, seconds in sorted(idle.items()):
        yield from do("UPDATE tables SET idle = ? WHERE id = ?", seconds, table)


def beat(name: str, now: int) -> Work[None]:
    """Write something, to show that writing works."""
    yield from do(
        "INSERT INTO beats (name, at) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET at = excluded.at", name, now
    )
