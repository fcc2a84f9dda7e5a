"""The embedded storage: one SQLite file, no server, no set-up.

One thread owns the connection that writes. Writes that wait together share one commit, so many tables need few.
"""

from __future__ import annotations

import asyncio
import queue
import sqlite3
import threading
from collections.abc import Callable
from pathlib import Path
from typing import IO, Any, TypeVar

from erre.server.logs import log, log_error
from erre.server.storage import table_logs
from erre.server.storage.answers import Answer, deliver
from erre.server.storage.contract import StorageFailed
from erre.server.storage.log_lines import Lines
from erre.server.storage.sql_store import SqlStore
from erre.server.storage.sqlite.connection import carry_out, connect, empty_log, lock, write_alone
from erre.server.storage.sqlite.fresh import FreshLines
from erre.server.storage.sqlite.readers import SqliteReaders
from erre.server.storage.work import Work, milliseconds

T = TypeVar("T")
Task = Callable[[sqlite3.Connection], Any] | Lines
Job = tuple[Task, "asyncio.Future[Any]"]
IN_MEMORY = ":memory:"
MOST_IN_ONE_COMMIT = 500


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
        self._writer = Writer(self.path)
        try:
            await self._writer.start()
        except BaseException:
            self._unlock()
            raise
        log("the file is open", sqlite=sqlite3.sqlite_version)  # for comparison with known faults of SQLite
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
        return await self._hand_over(table, lambda: table_logs.take_table(table, now))

    async def close_table(self, table: str, fence: int = 0) -> None:
        await self._hand_over(table, lambda: table_logs.close_table(table, fence))

    async def rewrite(self, table: str, lines: list[bytes], fence: int = 0) -> None:
        await self._hand_over(table, lambda: table_logs.rewrite_table(table, lines, fence))

    async def tables_with(self, person: str) -> list[str]:
        await self._writer.run(sorted_in)
        return await self.read(lambda: table_logs.tables_with(person, self.search))  # all logs: nobody waits for that

    async def scrub(self) -> None:
        await self._writer.empty_log()

    async def _hand_over(self, table: str, work: Callable[[], Work[T]]) -> T:
        """Do work after which the table is looked up again before a line of its log is written."""

        def job(db: sqlite3.Connection) -> T:
            self._writer.fresh.forget(table)
            return carry_out(db, work())

        self._touched.pop(table, None)
        return await self._writer.run(job)


def sorted_in(_: sqlite3.Connection) -> None:
    """Nothing to do: before any such job, fresh lines are sorted into their logs."""


class Writer:
    """Runs functions of a connection one after the other, and answers when they are on disk."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._jobs: queue.SimpleQueue[Job | None] = queue.SimpleQueue()
        self._loop = asyncio.get_running_loop()
        self._thread = threading.Thread(target=self._work, name="storage", daemon=True)
        self._opened: asyncio.Future[None] = self._loop.create_future()

    async def start(self) -> None:
        """Start the thread, which opens the file."""
        self._thread.start()
        await self._opened

    async def run(self, job: Callable[[sqlite3.Connection], T]) -> T:
        """Carry out a job in a transaction; the answer comes after the commit."""
        answer: asyncio.Future[T] = self._put(job)
        return await answer

    async def write(self, lines: Lines) -> None:
        """Add lines to a log; those that wait together are one statement, so that the event loop is not held up."""
        await self._put(lines)

    async def empty_log(self) -> None:
        """Bring everything into the file itself: the write-ahead log keeps no page as it was before."""
        await self._put(empty_log)

    @property
    def is_alive(self) -> bool:
        """Whether the thread runs."""
        return self._thread.is_alive()

    def check_open(self) -> None:
        """Refuse work after the storage is closed."""
        if not self._thread.is_alive():
            raise StorageFailed("the storage is closed")

    def _put(self, task: Task) -> asyncio.Future[Any]:
        """Queue a job for the thread."""
        self.check_open()
        answer: asyncio.Future[Any] = self._loop.create_future()
        self._jobs.put((task, answer))
        return answer

    async def stop(self) -> None:
        """Finish what waits, and close the file."""
        self._jobs.put(None)
        await asyncio.to_thread(self._thread.join)

    # -- in the thread

    def _work(self) -> None:
        try:
            connection = connect(self.path)
        except (sqlite3.Error, OSError, StorageFailed) as error:
            failed = error if isinstance(error, StorageFailed) else f"{self.path} cannot be opened: {error}"
            self._loop.call_soon_threadsafe(self._opened.set_exception, StorageFailed(str(failed)))
            return
        self.fresh = fresh = FreshLines(connection)
        self._loop.call_soon_threadsafe(self._opened.set_result, None)
        jobs: list[Job] | None = []
        try:
            while (jobs := self._next_jobs(fresh.seconds_left)) is not None:
                answers = commit_together(connection, fresh, jobs)
                self._loop.call_soon_threadsafe(deliver, self._loop, answers)
                if fresh.are_many:
                    commit_together(connection, fresh, [])
            commit_together(connection, fresh, [])
        except BaseException:  # not an SQLite error: the thread must not end silently
            log_error("the storage thread has failed")
            self._fail(jobs or [])
            connection.close()
            return  # the server sees that the thread is gone, and ends
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        connection.close()

    def _fail(self, jobs: list[Job]) -> None:
        """Refuse all queued jobs, so that nobody waits forever."""
        while not self._jobs.empty():
            job = self._jobs.get()
            if job is not None:
                jobs.append(job)
        failed = StorageFailed("the storage has failed")
        answers: list[Answer] = [(answer, None, failed) for _, answer in jobs]
        self._loop.call_soon_threadsafe(deliver, self._loop, answers)

    def _next_jobs(self, seconds: float | None) -> list[Job] | None:
        """All queued jobs, at least one unless the time is up; None at the end."""
        try:
            first = self._jobs.get(timeout=seconds)
        except queue.Empty:
            return []
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


def commit_together(connection: sqlite3.Connection, fresh: FreshLines, jobs: list[Job]) -> list[Answer]:
    """Carry out jobs in one commit, lines ahead of the others where they can go by themselves.

    A job that fails is rolled back by itself; a failed commit fails all jobs in it.
    """
    answers: list[Answer] = []
    try:
        lines = [task for task, _ in jobs if isinstance(task, Lines)]
        if lines and fresh.put(lines):
            answers = [(answer, None, None) for task, answer in jobs if isinstance(task, Lines)]
            jobs = [job for job in jobs if not isinstance(job[0], Lines)]
            if not jobs:
                return answers
        connection.execute("BEGIN IMMEDIATE")
        fresh.sort_in()
        carried_out = [attempt(connection, fresh, *job) for job in jobs]
        connection.execute("COMMIT")
    except sqlite3.Error as error:
        fresh.forget_all()
        if connection.in_transaction:
            connection.execute("ROLLBACK")
        return [*answers, *((answer, None, StorageFailed(f"nothing was written: {error}")) for _, answer in jobs)]
    return answers + carried_out


def attempt(connection: sqlite3.Connection, fresh: FreshLines, task: Task, answer: Any) -> Answer:
    """One job under a savepoint of its own."""
    connection.execute("SAVEPOINT job")
    try:
        if isinstance(task, Lines):
            write_alone(connection, task)
            fresh.written(task)
        result = None if isinstance(task, Lines) else task(connection)
    except sqlite3.OperationalError:
        raise  # the disk, not the job
    except Exception as error:
        connection.execute("ROLLBACK TO job")
        connection.execute("RELEASE job")
        return answer, None, error
    connection.execute("RELEASE job")
    return answer, result, None
