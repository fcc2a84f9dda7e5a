"""Periodic tasks of a server: heartbeats, idle tables, old data and the clock. If a vital one dies, the server ends."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Coroutine
from typing import Any

from erre.server.clock import Clock
from erre.server.logs import log, log_error, log_warning
from erre.server.metrics import Metrics
from erre.server.storage.bans import forget_bans
from erre.server.storage.company import forget_old
from erre.server.storage.contract import Store
from erre.server.tables.table_registry import TableRegistry

TIDY_EVERY = 600.0  # seconds
BEAT_EVERY, BEAT_WITHIN = 5.0, 5.0
ILL_AFTER = 20.0  # seconds without a write that worked
FORGET_EVERY = 3600.0  # seconds
DAY = 86_400_000  # milliseconds
STRANGERS_AFTER = GAMES_OF_BOTS_AFTER = 30 * DAY
REPORTS_AFTER = 90 * DAY  # for those that were dealt with


class Upkeep:
    """The vital tasks of a server; if one of them ends, so does the server."""

    def __init__(
        self,
        name: str,
        store: Store,
        registry: TableRegistry,
        metrics: Metrics,
        clock: Clock,
        fail: Callable[[], None],
        forgotten: Callable[[], None] = lambda: None,
    ) -> None:
        self.name, self.store, self.registry, self.metrics, self.clock = name, store, registry, metrics, clock
        self._fail, self._forgotten = fail, forgotten
        self._tasks: list[asyncio.Task[None]] = []
        self._is_stopping = False
        self._written = time.monotonic()  # when a write last worked

    def start(self, *others: tuple[str, Coroutine[Any, Any, None]]) -> None:
        """Start all periodic tasks."""
        own = (("heartbeat", self._beat_on()), ("tidying", self._tidy_on()), ("strangers", self._forget_on()))
        for name, work in (*own, *others):
            self.watch(name, work)

    def watch(self, name: str, work: Coroutine[Any, Any, None]) -> None:
        """Start a vital task."""
        task = asyncio.get_running_loop().create_task(work)
        task.add_done_callback(lambda done: self._ended(name, done))
        self._tasks.append(task)

    def _ended(self, name: str, task: asyncio.Task[None]) -> None:
        """A vital task has ended: end the server, since a silently broken one is worse than none."""
        if self._is_stopping or task.cancelled():
            return
        error = task.exception()
        log_error("a task that must live has ended: the server ends", task=name, reason=repr(error))
        self._fail()

    async def stop(self) -> None:
        """Cancel all periodic tasks."""
        self._is_stopping = True
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    @property
    def is_well(self) -> bool:
        """Whether something could be written lately."""
        return time.monotonic() - self._written < ILL_AFTER

    async def beat(self) -> bool:
        """Write a heartbeat; returns whether it succeeded in time."""
        try:
            async with asyncio.timeout(BEAT_WITHIN):
                await self.store.beat(self.name)
        except Exception as error:
            log_warning("nothing can be written at the moment", reason=str(error))
            self.metrics.count("failed_beats")
            return False
        self._written = time.monotonic()
        return True

    async def _beat_on(self) -> None:
        """Write again and again; a storage that has ended for good ends the server."""
        while self.store.is_alive():
            if not await self.beat() and not self.is_well:
                self.metrics.count("ill")
            jump = self.clock.jumped()
            if jump:
                log_warning("the system's clock has jumped; this server goes on by its own", milliseconds=jump)
                self.metrics.count("clock_jumps")
            await asyncio.sleep(BEAT_EVERY)
        raise RuntimeError("the storage has ended")

    async def _tidy_on(self) -> None:
        """Close tables that nobody has used for long."""
        while True:
            await asyncio.sleep(TIDY_EVERY)
            try:
                await self.registry.tidy(int(TIDY_EVERY))
            except Exception:
                log_error("idle tables stay for now")

    async def _forget_on(self) -> None:
        """Complete deletions at the start and every hour, and delete old data every hour.

        No old data right after the start: a machine without a battery for its clock may begin with a wrong time.
        """
        while True:
            try:
                await self.registry.departures.complete_deletions()
            except Exception:
                log_error("people who were deleted may still be named at tables")
            await asyncio.sleep(FORGET_EVERY)
            try:
                await self.forget()
            except Exception:
                log_error("what is old stays for now")

    async def forget(self) -> None:
        """Delete people without a finished game who have been away for long, and games that are too old."""
        now = min(self.clock.now(), time.time_ns() // 1_000_000)  # where the two differ, nothing is forgotten too early
        people = await self.store.forget_strangers(now - STRANGERS_AFTER, await self.registry.seated())
        days = self.registry.services.config.keep_records
        records = await self.store.forget_records(now - days * DAY if days else 0, now - GAMES_OF_BOTS_AFTER)
        await self.store.run(lambda: forget_old(now, now - REPORTS_AFTER))
        await self.store.run(lambda: forget_bans(now))
        if people or records:
            log("what was kept long enough is forgotten", people=people, records=records)
        self._forgotten()
