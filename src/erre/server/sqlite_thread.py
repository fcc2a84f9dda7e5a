"""A thread that owns an SQLite connection. Writes that wait together share one commit, so that many tables cost few."""

from __future__ import annotations

import asyncio
import queue
import sqlite3
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

from erre.server.storage import StorageFailed, Taken

T = TypeVar("T")
Row = tuple[str, int, bytes]  # a table, a number and a line of its log
Work = Callable[[sqlite3.Connection], Any] | list[Row]  # rows are written to the logs
Job = tuple[Work, "asyncio.Future[Any]"]
MOST_IN_ONE_COMMIT = 500
AT_ONCE = 8  # answers that are handed over before others get their turn


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
        answer: asyncio.Future[T] = self._put(job)
        return await answer

    async def write(self, rows: list[Row]) -> None:
        """Add lines to logs; those that wait together are one statement, so that the event loop is not kept waiting."""
        await self._put(rows)

    def _put(self, work: Work) -> asyncio.Future[Any]:
        """A job for the thread."""
        if not self._thread.is_alive():
            raise StorageFailed("the storage is closed")
        answer: asyncio.Future[Any] = self._loop.create_future()
        self._jobs.put((work, answer))
        return answer

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
            self._loop.call_soon_threadsafe(deliver, self._loop, answers)
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
    rows = [row for work, _ in jobs if isinstance(work, list) for row in work]
    try:
        if all(isinstance(work, list) for work, _ in jobs) and write_at_once(connection, rows):
            return [(answer, None, None) for _, answer in jobs]
        connection.execute("BEGIN IMMEDIATE")
        answers = [attempt(connection, *job) for job in jobs]
        connection.execute("COMMIT")
    except sqlite3.Error as error:
        if connection.in_transaction:
            connection.execute("ROLLBACK")
        return [(answer, None, StorageFailed(f"nothing was written: {error}")) for _, answer in jobs]
    return answers


def write_at_once(connection: sqlite3.Connection, rows: list[Row]) -> bool:
    """Write all rows or none in one statement that commits itself; whether none was there already."""
    try:
        write_rows(connection, rows)
    except sqlite3.IntegrityError:
        return False
    return True


def write_rows(connection: sqlite3.Connection, rows: list[Row]) -> None:
    """One statement: every further one would have to win Python's lock back from the event loop."""
    places = ",".join(["(?,?,?)"] * len(rows))
    connection.execute(f"INSERT INTO entries VALUES {places}", [value for row in rows for value in row])


def attempt(connection: sqlite3.Connection, work: Work, answer: Any) -> Answer:
    """One job under a savepoint of its own."""
    connection.execute("SAVEPOINT job")
    try:
        if isinstance(work, list):
            write_alone(connection, work)
        result = None if isinstance(work, list) else work(connection)
    except sqlite3.OperationalError:
        raise  # the disk, not the job
    except Exception as error:
        connection.execute("ROLLBACK TO job")
        connection.execute("RELEASE job")
        return answer, None, error
    connection.execute("RELEASE job")
    return answer, result, None


def write_alone(connection: sqlite3.Connection, rows: list[Row]) -> None:
    """The rows of one job."""
    try:
        write_rows(connection, rows)
    except sqlite3.IntegrityError:
        raise Taken(f"entry {rows[0][1]} of table {rows[0][0]} is written already") from None


def deliver(loop: asyncio.AbstractEventLoop, answers: list[Answer]) -> None:
    """Hand answers to those who still wait for them, a few in each turn of the loop: others want their turn too."""
    for answer, result, error in answers[:AT_ONCE]:
        if answer.done():
            continue
        if error is None:
            answer.set_result(result)
        else:
            answer.set_exception(error)
    if len(answers) > AT_ONCE:
        loop.call_soon(deliver, loop, answers[AT_ONCE:])
