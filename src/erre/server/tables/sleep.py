"""Tables by the day leave memory while nobody uses them; the storage knows when each of them is due.

A sleeping table has no object, no timer and no lease. It is recorded as awake before anything happens to it, and as
asleep when it leaves memory, so after a crash the scheduler finds every table that was awake.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from functools import partial

from erre.server.logs import log_warning
from erre.server.storage import daily_book
from erre.server.storage.contract import Store, Taken
from erre.server.storage.daily_book import Sleeping
from erre.server.tables.live_table import LiveTable
from erre.server.tables.services import Services
from erre.table.clocks import due
from erre.table.table import Table

DAY = 86_400  # seconds
KEPT_ASLEEP = {"gathering": 14 * DAY, "playing": 90 * DAY, "over": 14 * DAY}  # for which nobody came
REMEMBERED = 60 * DAY * 1000  # milliseconds for which days off that are over still count for a clock


class SleepingTables:
    """What the storage keeps of tables by the day."""

    def __init__(self, services: Services) -> None:
        self.services = services
        self._leaving: dict[str, asyncio.Future[None]] = {}  # tables on their way out of memory

    @property
    def store(self) -> Store:
        return self.services.store

    async def note_awake(self, table: Table) -> None:
        """Note that a table is in memory, and look up who has days off, before anything happens to it."""
        if table.hours:
            await self.store.run(partial(daily_book.note_awake, table.id, self.services.clock.now()))
            await self.look_up_vacations(table)

    async def look_up_vacations(self, table: Table) -> None:
        """Look up the days off of everybody at a table."""
        since = self.services.clock.now() - REMEMBERED
        found = await self.store.look(partial(daily_book.vacations_of, table.persons(), since))
        table.vacations = {
            person: [(days.begins, days.ends) for days in vacations] for person, vacations in found.items()
        }

    async def note_asleep(self, live: LiveTable, listed: str) -> bool:
        """Write down what a table leaves behind; False if another worker has it."""
        table = live.table
        left = Sleeping(
            *(table.id, due(table), table.stage, table.access == "open", listed),
            persons=table.persons(),
            host=table.host,
        )
        try:
            await self.store.run(partial(daily_book.note_asleep, left, live.fence, live.is_visited))
        except Taken:
            log_warning("a table that was to sleep has moved", table=table.id)
            return False
        return True

    def leave(self, table: str) -> asyncio.Future[None]:
        """Note that a table is on its way out of memory, until the future is done."""
        leaving: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._leaving[table] = leaving
        leaving.add_done_callback(lambda _: self._leaving.pop(table, None))
        return leaving

    async def wait_for(self, table: str) -> None:
        """Wait until a table has left memory, before it is read again."""
        leaving = self._leaving.get(table)
        if leaving is not None:
            await asyncio.wait([leaving])

    async def listed_of(self, person: str) -> Sequence[str]:
        """The sleeping tables of a person, for lists."""
        return await self.store.look(partial(daily_book.listed_of, person))

    async def listed_open(self, limit: int) -> Sequence[str]:
        """The sleeping tables that the lobby lists."""
        return await self.store.look(partial(daily_book.listed_open, limit))

    async def all_listed(self, limit: int) -> Sequence[tuple[str, bool]]:
        """Every sleeping table, and whether the lobby lists it."""
        return await self.store.look(partial(daily_book.all_listed, limit))

    async def hosted_by(self, person: str) -> int:
        """How many sleeping tables a person hosts."""
        return await self.store.look(partial(daily_book.hosted_by, person))

    async def seated(self) -> Sequence[str]:
        """Everybody at a table by the day."""
        return await self.store.look(daily_book.all_seated)

    async def due(self, limit: int) -> list[str]:
        """Tables that have something to do."""
        return await self.store.look(partial(daily_book.due_tables, self.services.clock.now(), limit))

    async def grow_idle(self, seconds: int) -> list[str]:
        """Count the time for which nobody came; tables that waited long enough."""
        return await self.store.run(partial(daily_book.grow_idle, seconds, KEPT_ASLEEP))

    async def forget(self, table: str) -> None:
        """Drop what is left of a table without a log."""
        await self.store.run(partial(daily_book.forget_table, table))
