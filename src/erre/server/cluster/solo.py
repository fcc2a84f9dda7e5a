"""The cluster of a single process: it owns every table and has no peers."""

from __future__ import annotations

import asyncio
from contextlib import AbstractContextManager, nullcontext, suppress

from erre.core.errors import Refusal
from erre.server.bus.peers import NoPeers
from erre.server.logs import log, log_error
from erre.server.net.identity import Identity
from erre.server.net.sessions import Session
from erre.server.net.sockets import Route, Sockets
from erre.server.storage.contract import StorageFailed, Store
from erre.server.tables.table_registry import TableRegistry


class SoloCluster:
    """The cluster of one worker: the same calls as `ClusterWorker`, with almost nothing to do."""

    come_back_in = 1000
    is_one_of_many = False

    def __init__(self, store: Store) -> None:
        self.peers = NoPeers()
        self._store = store
        self._returning: asyncio.Task[None] | None = None

    def serve(self, registry: TableRegistry, sockets: Sockets, identity: Identity) -> None:
        """Set the registry and the sockets."""
        self._registry, self._sockets = registry, sockets

    async def start(self) -> None:
        """Start loading all tables, the most recent first; one that somebody asks for is loaded at once."""
        await self._store.take_all()
        kept = await self._store.live_tables()
        self._returning = asyncio.get_running_loop().create_task(self._bring_back(kept))

    async def _bring_back(self, kept: list[str]) -> None:
        """Read tables; where games go on, their clocks give people time to return."""
        for table in kept:
            try:
                await self._registry.find(table)
            except (Refusal, StorageFailed):
                pass
            except Exception:  # a table that cannot be loaded does not affect the others
                log_error("a table could not be read", table=table)
        log("tables are back", tables=len(self._registry.tables))

    async def all_back(self) -> None:
        """Wait until every stored table is read."""
        if self._returning is not None:
            await self._returning

    async def bring(self, person: str) -> None:
        """While tables are still being read after a start, read those of one person before they are listed."""
        if self._returning is None or self._returning.done():
            return
        for table in await self._store.tables_with(person):
            with suppress(Refusal, StorageFailed):
                await self._registry.find(table)

    async def leave(self) -> None:
        if self._returning is not None:
            self._returning.cancel()

    async def give_back(self, tables: list[str]) -> None: ...

    async def stop(self) -> None: ...

    async def reach(self, table: str, session: Session) -> Route:
        """The route of a session to its table."""
        live = await self._registry.find(table)
        return self._sockets.here(session, live.table.id)

    async def take(self, table: str, *, is_new: bool = False) -> int:
        return 0

    def check(self, table: str) -> None: ...

    def opening(self, table: str) -> AbstractContextManager[None]:
        return nullcontext()

    async def bury(self, table: str, fence: int) -> None: ...

    async def drop(self, table: str) -> None: ...

    def health(self) -> dict[str, bool | int | float | str]:
        """What the health of this worker depends on, besides the worker itself."""
        return {}
