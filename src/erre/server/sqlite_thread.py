"""A thread that owns an SQLite connection. Writes that wait together share one commit, so that many tables cost few."""

from __future__ import annotations

import asyncio
import queue
import sqlite3
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

from erre.server.storage import StorageFailed

T = TypeVar("T")
Job = tuple[Callable[[sqlite3.Connection], Any], "asyncio.Future[Any]"]
MOST_IN_ONE_COMMIT = 500


class SqliteThread:
    """Runs functions of a connection one after the other, and answers when they are on disk."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._jobs: queue.SimpleQueue[Job | None] = queue.SimpleQueue()
        self._loop = asyncio.get_running_loop()
        self._thread = threading.Thread(target=self._work, name="storage", daemon=True)
        self._opened: asyncio.Future[None] = self._loop.create_future()

    async def start(self) -> None:
        """Open the file."""
        self._thread.start()
        await self._opened

    async def run(self, job: Callable[[sqlite3.Connection], T]) -> T:
        """Carry out a job in a transaction; the answer comes after the commit."""
        if not self._thread.is_alive():
            raise StorageFailed("the storage is closed")
        answer: asyncio.Future[T] = self._loop.create_future()
        self._jobs.put((job, answer))
        return await answer

    async def stop(self) -> None:
        """Finish what waits, and close the file."""
        self._jobs.put(None)
        await asyncio.to_thread(self._thread.join)

    # -- in the thread

    def _work(self) -> None:
        try:
            connection = connect(self.path)
        except (sqlite3.Error, OSError) as error:
            failed = StorageFailed(f"{self.path} cannot be opened: {error}")
            self._loop.call_soon_threadsafe(self._opened.set_exception, failed)
            return
        self._loop.call_soon_threadsafe(self._opened.set_result, None)
        while (jobs := self._next_jobs()) is not None:
            answers = commit_together(connection, jobs)
            self._loop.call_soon_threadsafe(deliver, answers)
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        connection.close()

    def _next_jobs(self) -> list[Job] | None:
        """All that waits, at least one; None at the end."""
        first = self._jobs.get()
        if first is None:
            return None
        jobs = [first]
        while len(jobs) < MOST_IN_ONE_COMMIT and not self._jobs.empty():
            job = self._jobs.get()
            if job is None:
                self._jobs.put(None)
                break
            jobs.append(job)
        return jobs


Answer = tuple["asyncio.Future[Any]", Any, "BaseException | None"]


def connect(path: Path) -> sqlite3.Connection:
    """A connection that writes ahead and waits for the disk at every commit."""
    connection = sqlite3.connect(path, isolation_level=None, timeout=10)
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("PRAGMA synchronous = FULL")
    connection.execute("PRAGMA foreign_keys = ON")
    return connection


def commit_together(connection: sqlite3.Connection, jobs: list[Job]) -> list[Answer]:
    """Carry out jobs in one commit; one that fails undoes itself alone, a failed commit fails them all."""
    try:
        connection.execute("BEGIN IMMEDIATE")
        answers = [attempt(connection, *job) for job in jobs]
        connection.execute("COMMIT")
    except sqlite3.Error as error:
        if connection.in_transaction:
            connection.execute("ROLLBACK")
        return [(answer, None, StorageFailed(f"nothing was written: {error}")) for _, answer in jobs]
    return answers


def attempt(connection: sqlite3.Connection, job: Callable[[sqlite3.Connection], Any], answer: Any) -> Answer:
    """One job under a savepoint of its own."""
    connection.execute("SAVEPOINT job")
    try:
        result = job(connection)
    except sqlite3.OperationalError:
        raise  # the disk, not the job
    except Exception as error:
        connection.execute("ROLLBACK TO job")
        connection.execute("RELEASE job")
        return answer, None, error
    connection.execute("RELEASE job")
    return answer, result, None


def deliver(answers: list[Answer]) -> None:
    """Hand answers to those who still wait for them."""
    for answer, result, error in answers:
        if answer.done():
            continue
        if error is None:
            answer.set_result(result)
        else:
            answer.set_exception(error)
