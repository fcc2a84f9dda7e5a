"""Connections to an SQLite file, and running work on them."""

from __future__ import annotations

import contextlib
import os
import sqlite3
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import IO, TypeVar

from erre.server.storage.contract import StorageFailed
from erre.server.storage.log_lines import Lines
from erre.server.storage.sqlite.schema import bring_up_to_date
from erre.server.storage.table_logs import fence_of
from erre.server.storage.work import Ask, Rows, Work
from erre.table.entries import Head

T = TypeVar("T")
OWNER_ONLY = 0o600  # keys of running games, chat and invitations are in the file
CHECKPOINTS = 5


def lock(path: Path) -> IO[bytes]:
    """Hold a file for this process; another one that serves the same file is refused."""
    name = path.with_name(f"{path.name}.lock")
    try:
        held = name.open("ab")
        if sys.platform != "win32":
            import fcntl

            fcntl.flock(held, fcntl.LOCK_EX | fcntl.LOCK_NB)
        path.touch(OWNER_ONLY)
        with contextlib.suppress(OSError):  # not everywhere
            os.chmod(path, OWNER_ONLY)
    except BlockingIOError:
        held.close()
        raise StorageFailed(f"{path} is served already by another process: end that one first") from None
    except OSError as error:
        raise StorageFailed(f"{path} cannot be opened: {error.strerror or error}") from None
    return held


def make_private(path: Path) -> None:
    """Create an empty file that only its owner may read: what is copied into it holds keys and chat."""
    os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, OWNER_ONLY))


def connect(path: Path, *, any_thread: bool = False, loaded: bytes = b"") -> sqlite3.Connection:
    """A connection that writes ahead and waits for the disk at every commit; `loaded` is a file for one in memory."""
    connection = sqlite3.connect(path, isolation_level=None, timeout=10, check_same_thread=not any_thread)
    if loaded:
        connection.deserialize(loaded)
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("PRAGMA synchronous = FULL")
    connection.execute("PRAGMA foreign_keys = ON")
    connection.execute("PRAGMA secure_delete = ON")  # deleted people leave no trace in free pages
    connection.execute("BEGIN IMMEDIATE")
    try:
        bring_up_to_date(connection)
    except BaseException:
        connection.close()
        raise
    connection.execute("COMMIT")
    return connection


def empty_log(connection: sqlite3.Connection) -> None:
    """Empty the write-ahead log, as far as readers let it; they are done soon."""
    connection.execute("COMMIT")
    try:
        for _ in range(CHECKPOINTS):
            busy = connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()[0]
            if not busy:
                break
    finally:
        connection.execute("BEGIN IMMEDIATE")
        connection.execute("SAVEPOINT job")


def write_alone(connection: sqlite3.Connection, lines: Lines) -> None:
    """The lines of one job."""
    if carry_out(connection, fence_of(lines.table)) != lines.fence:
        raise lines.is_fenced()
    try:
        connection.executemany("INSERT INTO entries VALUES (?, ?, ?)", lines.rows())
    except sqlite3.IntegrityError:
        raise lines.is_taken() from None
    if lines.touched is not None:
        connection.execute(
            "INSERT INTO tables (id, touched) VALUES (?, ?) ON CONFLICT (id) DO UPDATE SET touched = excluded.touched",
            (lines.table, lines.touched),
        )
    note_heads(connection, {lines.table: lines.head()})


def note_heads(connection: sqlite3.Connection, heads: Mapping[str, Head]) -> None:
    """Note where logs end, in the transaction that makes them longer."""
    values = [(*head, table, head.length) for table, head in heads.items()]
    connection.executemany("UPDATE tables SET length = ?, head = ? WHERE id = ? AND length < ?", values)


def carry_out(connection: sqlite3.Connection, work: Work[T]) -> T:
    """A piece of bookkeeping inside a transaction: here only one writes at a time, so all is held already."""
    rows: Rows = []
    try:
        wish = next(work)
        while True:
            rows = connection.execute(*wish).fetchall() if isinstance(wish, Ask) else []
            wish = work.send(rows)
    except StopIteration as end:
        result: T = end.value
        return result
