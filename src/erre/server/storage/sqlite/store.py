"""The embedded storage: one SQLite file, no server, no set-up."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

from erre.server.storage import bookkeeping
from erre.server.storage.bookkeeping import Lines, Work
from erre.server.storage.contract import StorageFailed
from erre.server.storage.sql_store import SqlStore
from erre.server.storage.sqlite.thread import SqliteThread, carry_out

T = TypeVar("T")


class SqliteStore(SqlStore):
    """Everything in one file."""

    def __init__(self, path: Path) -> None:
        super().__init__()
        self.path = path

    async def open(self) -> None:
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise StorageFailed(f"the folder {self.path.parent} cannot be made: {error.strerror}") from None
        self._writer = SqliteThread(self.path)
        await self._writer.start()

    async def close(self) -> None:
        await self._writer.stop()

    async def run(self, work: Callable[[], Work[T]]) -> T:
        return await self._writer.run(lambda db: carry_out(db, work()))

    async def append(self, table: str, number: int, *lines: bytes, fence: int = 0) -> None:
        now = self.touch(table)
        await self._writer.write(Lines(table, number, lines, fence, now))
        if now is not None:
            self._touched[table] = now

    async def take(self, table: str, fence: int) -> None:
        await self._hand_over(table, lambda: bookkeeping.take_table(table, fence))

    async def close_table(self, table: str, fence: int = 0) -> None:
        await self._hand_over(table, lambda: bookkeeping.close_table(table, fence))

    async def _hand_over(self, table: str, work: Callable[[], Work[None]]) -> None:
        """Work after which the table is looked at anew before a line of its log is written."""

        def job(db: sqlite3.Connection) -> None:
            self._writer.fresh.forget(table)
            carry_out(db, work())

        self._touched.pop(table, None)
        await self._writer.run(job)
