"""The embedded storage: one SQLite file, no server, no set-up."""

from __future__ import annotations

import contextlib
import os
import sqlite3
import sys
from collections.abc import Callable
from pathlib import Path
from typing import IO, TypeVar

from erre.server.storage import bookkeeping
from erre.server.storage.bookkeeping import Lines, Work, milliseconds
from erre.server.storage.contract import StorageFailed
from erre.server.storage.sql_store import SqlStore
from erre.server.storage.sqlite.readers import SqliteReaders
from erre.server.storage.sqlite.thread import SqliteThread, carry_out

T = TypeVar("T")
IN_MEMORY = ":memory:"
OWNER_ONLY = 0o600  # keys of running games, chat and invitations are in the file


class SqliteStore(SqlStore):
    """Everything in one file, which one process at a time may serve."""

    search = "instr(line, ?) > 0"

    def __init__(self, path: Path, *, is_exclusive: bool = True) -> None:
        super().__init__()
        self.path, self.is_exclusive = path, is_exclusive
        self._lock: IO[bytes] | None = None

    async def open(self) -> None:
        if str(self.path) != IN_MEMORY:
            try:
                self.path.parent.mkdir(parents=True, exist_ok=True)
            except OSError as error:
                raise StorageFailed(f"the folder {self.path.parent} cannot be made: {error.strerror}") from None
            self._lock = lock(self.path) if self.is_exclusive else None
        self._writer = SqliteThread(self.path)
        try:
            await self._writer.start()
        except BaseException:
            self._unlock()
            raise
        self._quick, self._slow = SqliteReaders(self.path, 1, "quick-read"), SqliteReaders(self.path, 1, "slow-read")

    async def close(self) -> None:
        await self._slow.close()
        await self._quick.close()
        await self._writer.stop()
        self._unlock()

    def _unlock(self) -> None:
        if self._lock is not None:
            self._lock.close()
            self._lock = None

    async def run(self, work: Callable[[], Work[T]]) -> T:
        return await self._writer.run(lambda db: carry_out(db, work()))

    async def whole(self, work: Callable[[], Work[T]]) -> T:
        return await self.run(work)  # only the writer knows lines that are not sorted in yet

    async def read(self, work: Callable[[], Work[T]]) -> T:
        return await self._read(self._slow, work)

    async def look(self, work: Callable[[], Work[T]]) -> T:
        return await self._read(self._quick, work)

    async def _read(self, readers: SqliteReaders, work: Callable[[], Work[T]]) -> T:
        self._writer.check_open()
        if str(self.path) == IN_MEMORY:
            return await self.run(work)
        return await readers.run(lambda db: carry_out(db, work()))

    def is_alive(self) -> bool:
        return self._writer.is_alive

    async def append(self, table: str, number: int, *lines: bytes, fence: int = 0) -> None:
        now = self.touch(table)
        await self._writer.write(Lines(table, number, lines, fence, now))
        if now is not None:
            self._touched[table] = now

    async def take(self, table: str) -> int:
        now = milliseconds()
        return await self._hand_over(table, lambda: bookkeeping.take_table(table, now))

    async def close_table(self, table: str, fence: int = 0) -> None:
        await self._hand_over(table, lambda: bookkeeping.close_table(table, fence))

    async def rewrite(self, table: str, lines: list[bytes], fence: int = 0) -> None:
        await self._hand_over(table, lambda: bookkeeping.rewrite_table(table, lines, fence))

    async def scrub(self) -> None:
        await self._writer.empty_log()

    async def _hand_over(self, table: str, work: Callable[[], Work[T]]) -> T:
        """Do work after which the table is looked up again before a line of its log is written."""

        def job(db: sqlite3.Connection) -> T:
            self._writer.fresh.forget(table)
            return carry_out(db, work())

        self._touched.pop(table, None)
        return await self._writer.run(job)


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
