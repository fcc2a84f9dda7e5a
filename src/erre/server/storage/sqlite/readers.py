"""Read-only connections, so that long reads and the writer never wait for each other."""

from __future__ import annotations

import asyncio
import sqlite3
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import TypeVar

from erre.server.storage.contract import StorageFailed

T = TypeVar("T")
MOST_WAITING = 200  # reads; one more is refused


class SqliteReaders:
    """Threads that each own a connection to the same file."""

    def __init__(self, path: Path, threads: int, name: str) -> None:
        self.path = path
        self._pool = ThreadPoolExecutor(threads, name)
        self._own = threading.local()
        self._opened: list[sqlite3.Connection] = []
        self._waiting = 0

    async def run(self, job: Callable[[sqlite3.Connection], T]) -> T:
        """Carry out a job that writes nothing."""
        if self._waiting >= MOST_WAITING:
            raise StorageFailed("too much is being read at the moment")
        self._waiting += 1
        try:
            return await asyncio.get_running_loop().run_in_executor(self._pool, self._run, job)
        except sqlite3.Error as error:
            raise StorageFailed(f"{self.path} cannot be read: {error}") from None
        finally:
            self._waiting -= 1

    def _run(self, job: Callable[[sqlite3.Connection], T]) -> T:
        """In a thread: a job in one snapshot of the file."""
        connection: sqlite3.Connection | None = getattr(self._own, "connection", None)
        if connection is None:
            uri = f"file:{self.path}?mode=ro"
            connection = sqlite3.connect(uri, uri=True, isolation_level=None, timeout=10, check_same_thread=False)
            self._own.connection = connection
            self._opened.append(connection)
        connection.execute("BEGIN")
        try:
            return job(connection)
        finally:
            connection.execute("ROLLBACK")

    async def close(self) -> None:
        """Finish what is queued, and close."""
        await asyncio.to_thread(self._pool.shutdown)
        for connection in self._opened:
            connection.close()
