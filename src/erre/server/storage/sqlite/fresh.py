"""The newest lines of all logs of an SQLite file, stored together in order of arrival.

If lines of many tables were written directly to their logs, each would change a different page of the file. A commit
therefore writes them as one row of `fresh`, and some hundreds at a time are moved to their logs. This takes a quarter
of the work and is just as safe, since both are in the same file. Before a log is read, all fresh lines are moved.
"""

from __future__ import annotations

import sqlite3
import time

import msgspec

from erre.server.storage.log_lines import Lines
from erre.server.storage.sqlite.connection import note_heads
from erre.table.entries import Head, hash_of

MOST_FRESH = 4000  # lines: the more there are, the more of them share a page of their log
LONGEST_FRESH = 15.0  # seconds
AT_ONCE = 250  # lines a statement: each must win Python's lock back from the event loop
MOST_KNOWN = 50_000  # tables whose end is remembered


class FreshLine(msgspec.Struct, frozen=True, array_like=True, order=True):
    """A line with its own hash, so that it is missed when it was changed before it came to its log."""

    table: str
    number: int
    line: bytes
    hash: str = ""  # older versions wrote none


pack_lines = msgspec.msgpack.Encoder().encode
unpack_lines = msgspec.msgpack.Decoder(list[FreshLine]).decode


class FreshLines:
    """What is known of the file without asking it, as long as nobody else writes to it."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection
        self._ends: dict[str, int] = {}  # the next number of a table's log, for tables that nobody has taken
        self._touched: dict[str, int] = {}  # when tables were last touched, not yet written to the file
        self._version = -1  # of the file, when this was true
        self._count = 0  # lines that wait to be sorted in
        self._since = 0.0

    def put(self, together: list[Lines]) -> bool:
        """Write lines in one statement that commits itself; False, and nothing written, where one must be looked at."""
        ends: dict[str, int] = {}
        for lines in together:
            if lines.fence or ends.get(lines.table, self._ends.get(lines.table)) != lines.number:
                return False
            ends[lines.table] = lines.number + len(lines.lines)
        rows = [FreshLine(*row, hash_of(row[2])) for lines in together for row in lines.rows()]
        # Where somebody else has written to the file, all that is known here may be wrong.
        still = "(SELECT data_version FROM pragma_data_version) = ?"
        statement = f"INSERT INTO fresh (lines) SELECT ? WHERE {still}"
        if not self._connection.execute(statement, (pack_lines(rows), self._version)).rowcount:
            self._ends.clear()
            return False
        self._ends.update(ends)
        self._touched.update({lines.table: lines.touched for lines in together if lines.touched is not None})
        if self._count == 0:
            self._since = time.monotonic()
        self._count += len(rows)
        return True

    def written(self, lines: Lines) -> None:
        """Lines were written into their log, in the transaction that is open."""
        if lines.fence == 0:
            query = "SELECT max(number) + 1 FROM entries WHERE table_id = ?"
            self._ends[lines.table] = self._connection.execute(query, (lines.table,)).fetchone()[0]

    def forget(self, table: str) -> None:
        """Forget a table that gets another owner, or is deleted."""
        self._ends.pop(table, None)
        self._touched.pop(table, None)

    def forget_all(self) -> None:
        """Something went wrong: read the state from the file again."""
        self._version = -1

    @property
    def seconds_left(self) -> float | None:
        """When lines are to be sorted in, if nobody asks for them before; None: there are none."""
        if self._count == 0:
            return None
        return max(0.0, self._since + LONGEST_FRESH - time.monotonic())

    @property
    def are_many(self) -> bool:
        """Whether lines are to be sorted in even if others wait to be written."""
        return self._count >= MOST_FRESH

    def sort_in(self) -> None:
        """Bring every line to its log; inside a transaction."""
        version = self._connection.execute("PRAGMA data_version").fetchone()[0]
        if version != self._version or len(self._ends) > MOST_KNOWN:
            self._ends.clear()
        elif self._count == 0:
            return
        self._version, self._count = version, 0
        kept = self._connection.execute("SELECT lines FROM fresh").fetchall()
        rows = sorted(row for (lines,) in kept for row in unpack_lines(lines))
        for start in range(0, len(rows), AT_ONCE):
            part = rows[start : start + AT_ONCE]
            places = ",".join(["(?,?,?)"] * len(part))
            values = [value for row in part for value in (row.table, row.number, row.line)]
            self._connection.execute(f"INSERT INTO entries VALUES {places}", values)
        heads = {row.table: Head(row.number + 1, row.hash or hash_of(row.line)) for row in rows}  # the last one counts
        note_heads(self._connection, heads)
        self._connection.execute("DELETE FROM fresh")
        touched = [(when, table) for table, when in self._touched.items()]
        self._connection.executemany("UPDATE tables SET touched = ? WHERE id = ?", touched)
        self._touched.clear()
