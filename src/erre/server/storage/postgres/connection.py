"""Connections to a PostgreSQL server: how to connect, whether it is down, and what to tell the operator."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from functools import cache
from typing import TYPE_CHECKING, Any, TypeVar
from urllib.parse import urlsplit

from erre.server.storage.contract import Away, StorageFailed
from erre.server.storage.postgres.schema import SCHEMA
from erre.server.storage.work import Hold, Rows, Work

if TYPE_CHECKING:
    from types import ModuleType

T = TypeVar("T")
CONNECT_WITHIN = 5.0  # seconds
ANSWER_WITHIN = 10.0  # a server that is silent for longer counts as away
STARTING_WITHIN = 20.0  # how long to wait for a server that says that it is about to start
TRY_EVERY = 0.1

# What a worker left undone when it was paused or cut off must not hold others up.
SETTINGS = {
    "application_name": "erre",
    "search_path": SCHEMA,
    "idle_in_transaction_session_timeout": "5000",
    "client_min_messages": "error",
}


NO_SETTINGS: Mapping[str, str] = {}


def driver() -> ModuleType:
    """The driver package, or a refusal that says how to install it."""
    try:
        import asyncpg
    except ImportError:
        raise StorageFailed("PostgreSQL needs two more packages: pip install '.[cluster]'") from None
    module: ModuleType = asyncpg
    return module


async def connect_patiently(url: str) -> Any:
    """A connection; waits for a server that is starting."""
    loop = asyncio.get_running_loop()
    until = loop.time() + STARTING_WITHIN
    while True:
        try:
            return await connect(url)
        except Away as away:
            if loop.time() > until or not isinstance(away.__cause__, driver().CannotConnectNowError):
                raise
            await asyncio.sleep(TRY_EVERY)


async def connect(url: str, settings: Mapping[str, str] = NO_SETTINGS, answer_within: float = ANSWER_WITHIN) -> Any:
    """A connection; where there is none, StorageFailed says why, and Away if it may come by itself."""
    asyncpg = driver()
    wanted = {**SETTINGS, **settings}
    try:
        check_port(url)
        return await asyncpg.connect(url, timeout=CONNECT_WITHIN, command_timeout=answer_within, server_settings=wanted)
    except (OSError, ArithmeticError, ValueError, asyncpg.PostgresError, asyncpg.InterfaceError) as error:
        raise (Away if is_away(error) else StorageFailed)(why_not(url, error)) from error


def why_not(url: str, error: Exception) -> str:
    """Why a server cannot be used, as a message for its operator; never with the password."""
    asyncpg, place = driver(), place_of(url)
    if isinstance(error, asyncpg.InvalidPasswordError | asyncpg.InvalidAuthorizationSpecificationError):
        return f"the database at {place} does not accept this user and password, which stand before the @"
    if isinstance(error, asyncpg.InvalidCatalogNameError):
        return f"the server has no database {place}: make it first, for example with createdb"
    if isinstance(error, asyncpg.TooManyConnectionsError):
        return f"the database at {place} takes no more connections: raise its max_connections, or run fewer workers"
    if isinstance(error, TimeoutError):
        return f"the database at {place} does not answer"
    if isinstance(error, OSError):
        return f"the database at {place} cannot be reached: {error.strerror or error}"
    if isinstance(error, ValueError | ArithmeticError) and not isinstance(error, asyncpg.PostgresError):
        return f"this is no address of a database: write it as postgresql://user:password@host:5432/name ({error})"
    return f"the database at {place} says: {error}"


def check_port(url: str) -> None:
    """Refuse an invalid port with ValueError, since not every event loop does."""
    parts = urlsplit(url)
    if "," not in parts.netloc:  # several servers, of which the first that answers is taken
        _ = parts.port


def place_of(url: str) -> str:
    """Where a database is, without the password."""
    try:
        parts = urlsplit(url)
        if "," in parts.netloc:
            return parts.netloc.rpartition("@")[2] + parts.path
        return f"{parts.hostname or ''}:{parts.port or 5432}{parts.path}"
    except ValueError:
        return "this address"


def is_away(error: BaseException) -> bool:
    """Whether an error means that the connection or the server is gone, rather than that a statement was wrong."""
    asyncpg = driver()
    if isinstance(error, asyncpg.InterfaceError):
        return not isinstance(error, asyncpg.DataError)
    kinds = (
        OSError,
        TimeoutError,
        asyncpg.PostgresConnectionError,
        asyncpg.OperatorInterventionError,
        asyncpg.InsufficientResourcesError,
        asyncpg.ReadOnlySQLTransactionError,  # a standby: the real one is elsewhere, or about to be
        asyncpg.InternalClientError,
    )
    return isinstance(error, kinds)


def leaves_doubt(error: BaseException) -> bool:
    """Whether an error leaves open if a statement was carried out; an error from the server says that it was not."""
    asyncpg = driver()
    is_cut = isinstance(error, asyncpg.PostgresConnectionError | asyncpg.OperatorInterventionError)
    return is_cut or not isinstance(error, asyncpg.PostgresError)


def is_to_repeat(error: BaseException) -> bool:
    """Whether two transactions conflicted, so that a retry can succeed."""
    asyncpg = driver()
    return isinstance(error, asyncpg.SerializationError | asyncpg.DeadlockDetectedError)


async def carry_out(connection: Any, work: Work[T]) -> T:
    """A piece of bookkeeping inside a transaction."""
    try:
        wish = next(work)
        while True:
            rows: Rows = []
            if isinstance(wish, Hold):
                await connection.execute("SELECT pg_advisory_xact_lock(hashtextextended($1, 0))", wish.name)
            else:
                rows = await connection.fetch(numbered(wish.sql), *wish.values)
            wish = work.send(rows)
    except StopIteration as end:
        result: T = end.value
        return result


@cache
def numbered(sql: str) -> str:
    """A statement with its places as PostgreSQL writes them: $1, $2 instead of ?."""
    first, *others = sql.split("?")
    return first + "".join(f"${number}{part}" for number, part in enumerate(others, 1))
