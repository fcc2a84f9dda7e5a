"""The storage for several workers: PostgreSQL, shared by all of them."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable
from typing import Any, TypeVar

from erre.server.storage.contract import OutcomeUnknown, StorageFailed
from erre.server.storage.log_lines import Lines
from erre.server.storage.postgres.connection import (
    ANSWER_WITHIN,
    CONNECT_WITHIN,
    SETTINGS,
    TRY_EVERY,
    carry_out,
    connect_patiently,
    driver,
    is_away,
    is_to_repeat,
    leaves_doubt,
    why_not,
)
from erre.server.storage.postgres.schema import bring_up_to_date
from erre.server.storage.postgres.writer import IN_DOUBT_FOR, PATIENCE, PostgresWriter
from erre.server.storage.sql_store import SqlStore
from erre.server.storage.work import Work

T = TypeVar("T")
MOST_CONNECTIONS = 4  # besides the writer's
SNAPSHOT = {"isolation": "repeatable_read", "readonly": True}


class PostgresStore(SqlStore):
    """Everything in one database; a server that was restarted is found again."""

    search = "position(? IN line) > 0"

    def __init__(self, url: str) -> None:
        super().__init__()
        self.url = url
        self._pool: Any = None

    async def open(self) -> None:
        asyncpg = driver()
        first = await connect_patiently(self.url)
        try:
            await bring_up_to_date(first)
            settings = await careful_settings(first)
        except asyncpg.PostgresError as error:
            raise StorageFailed(why_not(self.url, error)) from error
        finally:
            await first.close()
        self._pool = await asyncpg.create_pool(
            self.url,
            min_size=1,
            max_size=MOST_CONNECTIONS,
            timeout=CONNECT_WITHIN,
            command_timeout=ANSWER_WITHIN,
            server_settings={**SETTINGS, **settings},
        )
        self._writer = PostgresWriter(self.url, settings)

    async def close(self) -> None:
        await self._writer.close()
        pool, self._pool = self._pool, None
        with contextlib.suppress(Exception):
            await asyncio.wait_for(pool.close(), CONNECT_WITHIN)
        pool.terminate()

    async def append(self, table: str, number: int, *lines: bytes, fence: int = 0) -> None:
        now = self.touch(table)
        await self._writer.write(Lines(table, number, lines, fence, now))
        if now is not None:
            self._touched[table] = now

    async def run(self, work: Callable[[], Work[T]]) -> T:
        return await self._insist(work, {})

    async def read(self, work: Callable[[], Work[T]]) -> T:
        return await self._insist(work, SNAPSHOT)

    async def look(self, work: Callable[[], Work[T]]) -> T:
        return await self._insist(work, None)

    async def _insist(self, work: Callable[[], Work[T]], how: dict[str, Any] | None) -> T:
        """Carry out idempotent work, again if the connection breaks."""
        loop = asyncio.get_running_loop()
        began, is_in_doubt = loop.time(), False
        while True:
            is_ending = False
            try:
                async with self._open_pool().acquire(timeout=CONNECT_WITHIN) as connection:
                    if how is None:
                        return await carry_out(connection, work())
                    async with connection.transaction(**how):
                        result = await carry_out(connection, work())
                        is_ending = True
                return result
            except Exception as error:
                if is_to_repeat(error):
                    continue
                if not is_away(error):
                    raise self._refusal(error) from error
                is_in_doubt = is_in_doubt or (is_ending and how == {} and leaves_doubt(error))
                if loop.time() - began > (IN_DOUBT_FOR if is_in_doubt else PATIENCE):
                    kind = OutcomeUnknown if is_in_doubt else StorageFailed
                    raise kind(why_not(self.url, error)) from error
                await asyncio.sleep(TRY_EVERY)

    def _open_pool(self) -> Any:
        if self._pool is None:
            raise StorageFailed("the storage is closed")
        return self._pool

    def _refusal(self, error: Exception) -> Exception:
        """Refusals of the bookkeeping go on as they are; what the database refuses was not kept."""
        if isinstance(error, driver().PostgresError | driver().InterfaceError):
            return StorageFailed(f"nothing was written: {error}")
        return error


async def careful_settings(connection: Any) -> dict[str, str]:
    """An answer means that the data is on disk, also where others who share the server are content with less."""
    is_careless = await connection.fetchval("SHOW synchronous_commit") == "off"
    return {"synchronous_commit": "on"} if is_careless else {}
