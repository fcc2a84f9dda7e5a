"""The scheduler for all tables by the day: wakes those that are due, and puts unused ones to sleep.

Every worker has one. All of them choose the same worker for a due table. If two of them disagree for a moment, the
lease lets only one take the table, and the fence lets only one write.
"""

from __future__ import annotations

import asyncio

from erre.core.errors import BadRecord, Refusal
from erre.server.bus.contract import BusFailed
from erre.server.cluster.leases import Elsewhere
from erre.server.logs import log, log_error
from erre.server.storage.contract import StorageFailed
from erre.server.tables.ownership import NoTable
from erre.server.tables.table_registry import TableRegistry

LOOK_EVERY = 10.0  # seconds
IDLE_EVERY = 600.0
AT_ONCE = 100  # tables that are woken in one look


class DayScheduler:
    """Wakes tables of this worker, and lets them sleep."""

    def __init__(self, registry: TableRegistry) -> None:
        self.registry, self.peers = registry, registry.peers
        self._idle_at = 0.0

    async def run(self) -> None:
        """Look again and again; what fails is tried at the next look."""
        self._idle_at = asyncio.get_running_loop().time() + IDLE_EVERY
        while True:
            await asyncio.sleep(LOOK_EVERY)
            try:
                await self.look()
                await self._close_idle()
            except Exception:
                log_error("tables by the day wait for the next look")

    async def look(self) -> None:
        """Let tables sleep, then wake those that are due."""
        for live in list(self.registry.tables.values()):
            if live.may_sleep():
                await self.registry.sleep(live)
        for table in await self.registry.sleeping.due(AT_ONCE):
            if table not in self.registry.tables and self.is_mine(table):
                await self.wake(table)

    def is_mine(self, table: str) -> bool:
        """Whether this worker should wake a table: it chose itself, and no living worker has the table."""
        return self.peers.owner(table) == self.peers.me and self.peers.choose(table) == self.peers.me

    async def wake(self, table: str) -> None:
        """Read a table; its own clock does the rest."""
        try:
            await self.registry.find(table)
            self.registry.services.metrics.count("woken")
        except NoTable:
            await self.registry.sleeping.forget(table)
        except BadRecord:
            log_error("a table by the day cannot be read", table=table)
            await self.registry.sleeping.forget(table)
        except (Refusal, Elsewhere, StorageFailed, BusFailed):
            pass  # another worker has it, or will have it

    async def _close_idle(self) -> None:
        """Close tables to which nobody came for long; one worker counts the time for all."""
        now = asyncio.get_running_loop().time()
        if now < self._idle_at:
            return
        self._idle_at = now + IDLE_EVERY
        if self.peers.choose("tables by the day") != self.peers.me:
            return
        for table in await self.registry.sleeping.grow_idle(int(IDLE_EVERY)):
            live = await self.registry.find(table)
            if live.may_sleep() and not live.is_visited:
                log("a table by the day is closed: nobody came", table=table, stage=live.table.stage)
                await self.registry.close_table(live)
