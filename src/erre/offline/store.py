"""The storage of a page: the same SQLite tables as a server's, in memory; the page saves a copy of the whole file."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

from erre.server.storage.log_lines import Lines
from erre.server.storage.sql_store import SqlStore
from erre.server.storage.sqlite.connection import carry_out, connect, write_alone
from erre.server.storage.work import Work

T = TypeVar("T")


class PageStore(SqlStore):
    """Everything in memory, in one thread; `changed` is called after every write."""

    search = "instr(line, ?) > 0"

    def __init__(self, saved: bytes = b"", changed: Callable[[], None] = lambda: None) -> None:
        super().__init__()
        self._saved, self._changed = saved, changed

    async def open(self) -> None:
        """Read what the page saved; an older schema is upgraded."""
        self._db = connect(Path(":memory:"), loaded=self._saved)
        self._saved = b""

    async def close(self) -> None:
        self._db.close()

    def copy(self) -> bytes:
        """The whole file, for the page to save."""
        return self._db.serialize()

    async def run(self, work: Callable[[], Work[T]]) -> T:
        return self._write(lambda: carry_out(self._db, work()))

    async def read(self, work: Callable[[], Work[T]]) -> T:
        return carry_out(self._db, work())

    async def append(self, table: str, number: int, *lines: bytes, fence: int = 0) -> None:
        now = self.touch(table)
        self._write(lambda: write_alone(self._db, Lines(table, number, lines, fence, now)))
        if now is not None:
            self._touched[table] = now

    def _write(self, work: Callable[[], T]) -> T:
        """Do work in one transaction."""
        self._db.execute("BEGIN")
        try:
            done = work()
        except BaseException:
            self._db.execute("ROLLBACK")
            raise
        self._db.execute("COMMIT")
        self._changed()
        return done


def is_readable(saved: bytes) -> bool:
    """Whether these bytes are a database that can be opened."""
    db = sqlite3.connect(":memory:")
    try:
        db.deserialize(saved)
        return bool(saved) and db.execute("PRAGMA quick_check").fetchone()[0] == "ok"
    except (sqlite3.Error, MemoryError):  # the latter for no bytes at all
        return False
    finally:
        db.close()
