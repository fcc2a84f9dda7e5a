"""People who leave for good: removes deleted people from all tables and logs, and frees the seats of banned ones."""

from __future__ import annotations

import contextlib
from collections.abc import AsyncIterator, Awaitable, Callable
from functools import partial

from erre.core.errors import BadRecord, Refusal
from erre.server.bus.peers import Peers
from erre.server.logs import log, log_warning
from erre.server.net.messages import Bye
from erre.server.storage.contract import StorageFailed
from erre.server.tables.live_table import LiveTable
from erre.server.tables.ownership import Ownership
from erre.server.tables.services import Services

Find = Callable[[str], Awaitable[LiveTable]]


class Departures:
    """Takes people out of the tables of a worker."""

    def __init__(
        self, services: Services, ownership: Ownership, peers: Peers, tables: dict[str, LiveTable], find: Find
    ) -> None:
        self.services, self.ownership, self.peers, self.tables, self.find = services, ownership, peers, tables, find

    def sign_out(self, person: str, why: str, is_gone: bool = True) -> None:
        """Close every page of a person who was signed out or deleted."""
        for live in self.tables.values():
            for session in [session for session in live.sessions if session.person == person]:
                session.close(Bye("signed_out", why, None if is_gone else 200))

    async def forget_person(self, person: str) -> None:
        """Remove a deleted person from all tables of this worker, and their name from all logs."""
        self.sign_out(person, "your data was deleted")
        async for table in self._tables_with(person):
            try:
                live = await self.find(table)
                await live.do(partial(live.release, person))
            except BadRecord:
                await self._close_unreadable(table)
            except (Refusal, StorageFailed) as error:
                log_warning("a table still names a deleted person", table=table, reason=str(error))
        await self.services.store.scrub()

    async def lock_out(self, person: str, address: str) -> None:
        """Close the pages of a banned person, and give up their seats at all tables of this worker.

        Where the ban is for an address too, the pages of all guests from there are closed.
        """
        for live in self.tables.values():
            for session in list(live.sessions):
                is_guest = bool(address) and session.address == address and not session.is_named
                if session.person == person or is_guest:
                    session.close(Bye("banned", "the operator of this server has locked you out", None))
        async for table in self._tables_with(person):
            try:
                live = await self.find(table)
                await live.do(partial(live.put_out, person))
            except (Refusal, StorageFailed) as error:
                log_warning("a banned person still has a seat", table=table, reason=str(error))

    async def _tables_with(self, person: str) -> AsyncIterator[str]:
        """Tables that name a person and that are ours to change; every other worker has its own."""
        for table in await self.services.store.tables_with(person):
            if table in self.tables or self.peers.owner(table) == self.peers.me:
                yield table

    async def _close_unreadable(self, table: str) -> None:
        """Delete a log that nobody can read, since no name can be taken out of it."""
        with contextlib.suppress(Refusal, StorageFailed):
            fence = await self.ownership.take(table)
            await self.services.store.close_table(table, fence)
            await self.ownership.drop(table)
            log("an unreadable table goes with its log: it named a deleted person", table=table)

    async def finish_deletion(self, person: str) -> None:
        """Note that a person is deleted for good, if no log of any worker names them any more."""
        if not await self.services.store.tables_with(person):
            await self.services.store.finish_deletion(person)
            await self.services.store.scrub()

    async def complete_deletions(self) -> None:
        """Go on with deletions that a crash, or a worker that did not answer, has left unfinished."""
        for person in await self.services.store.unfinished_deletions():
            await self.forget_person(person)
            await self.finish_deletion(person)
