"""A thread that owns an SQLite connection. Writes that wait together share one commit, so that many tables cost few."""

from __future__ import annotations

import asyncio
import queue
import sqlite3
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

from erre.server.logs import log_error
from erre.server.storage.answers import Answer, deliver
from erre.server.storage.bookkeeping import Ask, Lines, Rows, Work, fence_of
from erre.server.storage.contract import StorageFailed
from erre.server.storage.sqlite.fresh import FreshLines
from erre.server.storage.sqlite.schema import bring_up_to_date

T = TypeVar("T")


Task = Callable[[sqlite3.Connection], Any] | Lines
Job = tuple[Task, "asyncio.Future[Any]"]
MOST_IN_ONE_COMMIT = 500
CHECKPOINTS = 5


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
        """Refuse work after the end."""
        if not self._thread.is_alive():
            raise StorageFailed("the storage is closed")

    def _put(self, task: Task) -> asyncio.Future[Any]:
        """A job for the thread."""
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
        except BaseException:  # nothing that SQLite can say: the thread must not end in silence
            log_error("the storage thread has failed")
            self._fail(jobs or [])
            connection.close()
            return  # the server sees that the thread is gone, and ends
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        connection.close()

    def _fail(self, jobs: list[Job]) -> None:
        """Nobody waits for ever: what was asked for, and what is asked for from now on, is refused."""
        while not self._jobs.empty():
            job = self._jobs.get()
            if job is not None:
                jobs.append(job)
        failed = StorageFailed("the storage has failed")
        answers: list[Answer] = [(answer, None, failed) for _, answer in jobs]
        self._loop.call_soon_threadsafe(deliver, self._loop, answers)

    def _next_jobs(self, seconds: float | None) -> list[Job] | None:
        """All that waits, at least one, unless the time is up; None at the end."""
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


def connect(path: Path, *, any_thread: bool = False) -> sqlite3.Connection:
    """A connection that writes ahead and waits for the disk at every commit."""
    connection = sqlite3.connect(path, isolation_level=None, timeout=10, check_same_thread=not any_thread)
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("PRAGMA synchronous = FULL")
    connection.execute("PRAGMA foreign_keys = ON")
    connection.execute("PRAGMA secure_delete = ON")  # whoever is forgotten is not left behind in free pages
    connection.execute("BEGIN IMMEDIATE")
    try:
        bring_up_to_date(connection)
    except BaseException:
        connection.close()
        raise
    connection.execute("COMMIT")
    return connection


def commit_together(connection: sqlite3.Connection, fresh: FreshLines, jobs: list[Job]) -> list[Answer]:
    """Carry out jobs in one commit, lines ahead of the others where they can go by themselves.

    One that fails undoes itself alone, a failed commit fails all that were in it.
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
