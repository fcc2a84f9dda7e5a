"""Appends to logs in PostgreSQL: lines that wait together share one statement, so many tables need few commits.

If the answer to a statement never arrives, its outcome is unknown. The writer then reconnects and checks whether those
lines are present before it writes them again or answers.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections import deque
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from erre.server.storage.answers import deliver
from erre.server.storage.contract import OutcomeUnknown, StorageFailed
from erre.server.storage.log_lines import Lines
from erre.server.storage.postgres.connection import TRY_EVERY, connect, driver, is_away, is_to_repeat, leaves_doubt
from erre.table.entries import NO_HEAD, Head

MOST_IN_ONE_COMMIT = 500
WRITTEN_WITHIN = 5.0  # seconds until a silent connection is replaced
PATIENCE = 10.0  # seconds that lines wait for a database that is away
IN_DOUBT_FOR = 30.0  # seconds until it is said that an outcome is not known
TOUCH_EVERY = 1.0
NOTHING = "nothing was written: "

# The lock on a table's row makes a worker that takes the table wait until this statement has ended: then its
# log is whole, and no statement with the old fence finds the row as it was. Rows are locked and written in one order,
# so that two writers never wait for each other. Only tables of a single process (fence 0) are created here.
APPEND = """
    WITH given AS (
        SELECT * FROM unnest($1::text[], $2::int[], $3::bytea[], $4::bigint[]) AS given (table_id, number, line, fence)
    ), heads AS (
        SELECT * FROM unnest($8::text[], $9::bigint[], $10::int[], $11::text[]) AS heads (id, fence, length, head)
    ), made AS (
        INSERT INTO tables (id, touched, length, head)
        SELECT id, $7, length, head FROM unnest($6::text[]) AS fresh (id) JOIN heads USING (id) WHERE fence = 0
        ORDER BY id ON CONFLICT (id) DO NOTHING RETURNING id, fence
    ), held AS (
        SELECT id, fence FROM tables WHERE id = ANY ($5::text[]) ORDER BY id FOR NO KEY UPDATE
    ), owned AS (
        SELECT id, fence FROM made UNION ALL SELECT id, fence FROM held
    ), ended AS (
        UPDATE tables SET length = heads.length, head = heads.head FROM heads JOIN held USING (id, fence)
        WHERE tables.id = ANY ($5) AND tables.id = heads.id AND tables.length < heads.length
    ), written AS (
        INSERT INTO entries (table_id, number, line)
        SELECT table_id, number, line FROM given JOIN owned ON owned.id = table_id AND owned.fence = given.fence
        ORDER BY table_id, number
    )
    SELECT table_id, fence FROM given EXCEPT SELECT id, fence FROM owned
"""
FOUND = "SELECT line FROM entries WHERE table_id = $1 AND number >= $2 AND number < $3 ORDER BY number"
TOUCH = """
    UPDATE tables SET touched = given.touched
    FROM unnest($1::text[], $2::bigint[], $3::bigint[]) AS given (id, touched, fence)
    WHERE tables.id = ANY ($1) AND tables.id = given.id AND tables.fence = given.fence
"""
# Statements over arrays: the planner cannot know their length, and must not try every row against every other.
PLANS = {"enable_nestloop": "off", "enable_seqscan": "off", "plan_cache_mode": "force_generic_plan"}


@dataclass(eq=False)
class Job:
    """Lines that somebody waits for."""

    lines: Lines
    answer: asyncio.Future[None]
    since: float
    is_settled: bool = False  # answered, though the answer may still be on its way


class PostgresWriter:
    """One connection that only appends; it comes back by itself."""

    def __init__(self, url: str, settings: Mapping[str, str]) -> None:
        self.url = url
        self._settings = {**PLANS, **settings}
        self._loop = asyncio.get_running_loop()
        self._waiting: deque[Job] = deque()
        self._touches: dict[str, tuple[int, int]] = {}  # by table: when, and with which fence
        self._working: asyncio.Task[None] | None = None
        self._touching: asyncio.TimerHandle | None = None
        self._connection: Any = None
        self._is_closed = False

    def write(self, lines: Lines) -> asyncio.Future[None]:
        """Add lines to a log; the answer comes when they are on disk, or refused."""
        if self._is_closed:
            raise StorageFailed("the storage is closed")
        job = Job(lines, self._loop.create_future(), self._loop.time())
        self._waiting.append(job)
        self._wake()
        return job.answer

    def _wake(self) -> None:
        if self._working is None:
            self._working = self._loop.create_task(self._work())

    async def close(self) -> None:
        """Finish what is queued if the database is reachable, and close."""
        self._is_closed = True
        if self._touching is not None:
            self._touching.cancel()
        self._wake()
        if self._working is not None:
            await self._working
        if self._connection is not None:
            with contextlib.suppress(Exception):
                await self._connection.close(timeout=1.0)

    # -- the work

    async def _work(self) -> None:
        """Write batch after batch until nothing waits."""
        try:
            while self._waiting or self._is_touch_due():
                count = min(len(self._waiting), MOST_IN_ONE_COMMIT)
                await self._settle([self._waiting.popleft() for _ in range(count)])
                if self._is_touch_due():
                    await self._touch()
        finally:
            self._working = None

    async def _settle(self, jobs: list[Job]) -> None:
        """Answer every job truthfully, however often the connection breaks."""
        is_in_doubt = False
        while left := [job for job in jobs if not job.is_settled]:
            is_sent = False
            try:
                connection = await self._connected()
                for job in left if is_in_doubt else []:
                    await self._answer_if_found(connection, job)
                is_sent = True
                await self._write(connection, [job for job in left if not job.is_settled], is_in_doubt)
            except Exception as error:
                if is_to_repeat(error):  # it was rolled back as a whole
                    continue
                self._drop_line()
                is_in_doubt = is_in_doubt or (is_sent and leaves_doubt(error))
                self._give_up(left, is_in_doubt, error)
                await asyncio.sleep(TRY_EVERY)

    async def _write(self, connection: Any, jobs: list[Job], is_in_doubt: bool) -> None:
        """Write all jobs in one statement; where one of them cannot be written, find out which by halving."""
        if not jobs:
            return
        try:
            refused = await connection.fetch(APPEND, *values_of([job.lines for job in jobs]))
        except Exception as error:
            if is_away(error) or is_to_repeat(error):
                raise
            if len(jobs) == 1:
                await self._answer_refused(connection, jobs[0], refusal_of(jobs[0].lines, error), is_in_doubt)
                return
            half = len(jobs) // 2
            await self._write(connection, jobs[:half], is_in_doubt)
            await self._write(connection, jobs[half:], is_in_doubt)
            return
        strangers = {(table, fence) for table, fence in refused}
        self._answer([job for job in jobs if (job.lines.table, job.lines.fence) not in strangers])
        for job in [job for job in jobs if not job.is_settled]:
            await self._answer_refused(connection, job, job.lines.is_fenced(), is_in_doubt)

    async def _answer_refused(self, connection: Any, job: Job, refusal: Exception, is_in_doubt: bool) -> None:
        """A refusal, unless the stored lines are the job's own, written just before the connection broke."""
        if is_in_doubt:
            await self._answer_if_found(connection, job)
        if not job.is_settled:
            self._fail([job], refusal)

    async def _answer_if_found(self, connection: Any, job: Job) -> None:
        """Answer a job whose very lines are on disk."""
        lines = job.lines
        found = await connection.fetch(FOUND, lines.table, lines.number, lines.number + len(lines.lines))
        if tuple(row[0] for row in found) == lines.lines:
            self._answer([job])

    def _answer(self, jobs: list[Job]) -> None:
        """The lines of these jobs are on disk."""
        for job in jobs:
            job.is_settled = True
            if job.lines.touched is not None:
                self._touches[job.lines.table] = (job.lines.touched, job.lines.fence)
        deliver(self._loop, [(job.answer, None, None) for job in jobs])

    def _fail(self, jobs: list[Job], error: Exception) -> None:
        """Nothing of these jobs was kept, or nobody knows."""
        for job in jobs:
            job.is_settled = True
        deliver(self._loop, [(job.answer, None, error) for job in jobs])

    # -- when the database is away

    async def _connected(self) -> Any:
        """The writer's connection, reopened if it was lost."""
        if self._connection is None or self._connection.is_closed():
            self._connection = await connect(self.url, self._settings, WRITTEN_WITHIN)
        return self._connection

    def _drop_line(self) -> None:
        if self._connection is not None:
            self._connection.terminate()
            self._connection = None

    def _give_up(self, jobs: list[Job], is_in_doubt: bool, error: Exception) -> None:
        """Fail the jobs that have waited long enough; the others keep waiting."""
        why = str(error) or "the database does not answer"
        nothing = StorageFailed(NOTHING + why)
        self._fail([job for job in self._waiting if self._is_late(job, PATIENCE)], nothing)
        self._waiting = deque(job for job in self._waiting if not job.is_settled)
        if is_in_doubt:
            unknown = OutcomeUnknown(f"whether it was written is not known: {why}")
            self._fail([job for job in jobs if self._is_late(job, IN_DOUBT_FOR)], unknown)
        else:
            self._fail([job for job in jobs if self._is_late(job, PATIENCE)], nothing)

    def _is_late(self, job: Job, patience: float) -> bool:
        is_over = self._is_closed or self._loop.time() - job.since > patience
        return is_over and not job.is_settled

    # -- which tables are in use

    def _is_touch_due(self) -> bool:
        return bool(self._touches) and (self._touching is None or self._is_closed)

    async def _touch(self) -> None:
        """Tell the database which tables are in use: a hint for the order of loading, which may be late or lost."""
        touches, self._touches = self._touches, {}
        tables = sorted(touches)
        times, fences = ([touches[table][k] for table in tables] for k in (0, 1))
        with contextlib.suppress(Exception):
            await (await self._connected()).execute(TOUCH, tables, times, fences)
        if not self._is_closed:
            self._touching = self._loop.call_later(TOUCH_EVERY, self._touch_again)

    def _touch_again(self) -> None:
        self._touching = None
        if self._touches:
            self._wake()


def refusal_of(lines: Lines, error: Exception) -> Exception:
    """What an error of the database means for lines."""
    return lines.is_taken() if isinstance(error, driver().UniqueViolationError) else StorageFailed(NOTHING + str(error))


def values_of(together: list[Lines]) -> tuple[Any, ...]:
    """The values of the one statement."""
    rows = [(*row, lines.fence) for lines in together for row in lines.rows()]
    tables, numbers, lines_, fences = (list(column) for column in zip(*rows, strict=True))
    fresh = {lines.table for lines in together if lines.fence == 0 and lines.touched is not None}
    touched = max((lines.touched or 0 for lines in together), default=0)
    heads: dict[tuple[str, int], Head] = {}
    for lines in together:
        key = lines.table, lines.fence
        heads[key] = max(heads.get(key, NO_HEAD), lines.head())
    ends = ([table for table, _ in heads], [fence for _, fence in heads], *map(list, zip(*heads.values(), strict=True)))
    return tables, numbers, lines_, fences, sorted(set(tables)), sorted(fresh), touched, *ends
