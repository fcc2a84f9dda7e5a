"""Copies everything a server stores to another storage, or upgrades it to the newest schema version.

A copy is all or nothing: it is compared with the source row by row before it is accepted. The source is only read.
Table ownership is not copied; it is decided again where the copy is used.
"""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
import os
import sqlite3
import tempfile
from collections.abc import AsyncIterator, Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple, Protocol

import msgspec

from erre.server.logs import log_error
from erre.server.storage.check_log import Checked
from erre.server.storage.contract import Log, StorageFailed
from erre.server.storage.postgres import schema as postgres_schema
from erre.server.storage.postgres.connection import connect, driver, place_of, why_not
from erre.server.storage.sqlite import schema as sqlite_schema
from erre.server.storage.sqlite.connection import connect as connect_to_file
from erre.server.storage.sqlite.connection import make_private
from erre.server.storage.sqlite.fresh import FreshLines
from erre.server.storage.stores import file_at, is_address, make_store
from erre.table.entries import NO_HEAD, Head

AT_ONCE = 2000  # rows
ANSWER_WITHIN = 3600.0  # seconds: much is read at once here
PATIENT = {"idle_in_transaction_session_timeout": "0"}

Row = Sequence[Any]
Forward = Callable[[int], None]  # called with the number of rows done


class Kept(NamedTuple):
    """A table of the storage, as every storage has it."""

    name: str
    columns: tuple[str, ...]
    key: str  # the order in which rows are compared


TABLES = (
    Kept("people", ("id", "name", "handle", "seen", "portrait"), "id"),
    Kept("tokens", ("hash", "person", "name", "seen"), "hash"),
    Kept("recovery", ("person", "hash", "made"), "person"),
    Kept("restores", ("hash", "person", "until"), "hash"),
    Kept("passkeys", ("id", "person", "key", "counter", "name", "made", "seen"), "id"),
    Kept("records", ("id", "table_id", "game", "ended", "scores", "text", "access", "given", "bids", "sealed"), "id"),
    Kept("players", ("record", "seat", "name", "person", "bot", "rank", "rating"), "record, seat"),
    Kept("ratings", ("player", "game", "mu", "sigma", "games"), "player, game"),
    Kept("tables", ("id", "touched", "idle", "length", "head"), "id"),
    Kept("notices", ("id", "person", "kind", "about", "key", "path", "details", "at", "seen"), "id"),
    Kept("notice_settings", ("person", "settings"), "person"),
    Kept("endpoints", ("id", "person", "address", "public_key", "auth", "device", "made"), "id"),
    Kept("mail_addresses", ("person", "address", "word", "asked", "proven"), "person"),
    Kept("outbox", ("id", "person", "notice", "channel", "target", "due", "tries"), "id"),
    Kept("notice_counts", ("person", "channel", "day", "count"), "person, channel"),
    Kept("server_secrets", ("name", "value"), "name"),
    Kept("daily", ("table_id", "due", "asleep", "stage", "open", "listed"), "table_id"),
    Kept("daily_people", ("person", "table_id", "hosts"), "person, table_id"),
    Kept("vacations", ("person", "begins", "ends", "days"), "person, begins"),
    Kept("puzzles", ("id", "game", "rating", "answers", "reports"), "id"),
    Kept(
        "puzzle_answers",
        ("person", "puzzle", "game", "at", "answer", "score", "solved", "milliseconds", "tries"),
        "person, puzzle",
    ),
    Kept("puzzle_ratings", ("person", "game", "rating", "answers", "solved"), "person, game"),
    Kept("puzzle_days", ("person", "day", "game"), "person, day, game"),
    Kept("puzzle_starts", ("person", "puzzle", "at"), "person, puzzle"),
    Kept("puzzle_reports", ("person", "puzzle", "reason", "at"), "person, puzzle"),
    Kept("gone", ("person", "at"), "person"),
    Kept("ties", ("person", "other", "kind", "at"), "person, kind, other"),
    Kept("invitations", ("id", "host", "guest", "table_id", "game", "word", "at", "until"), "id"),
    Kept(
        "reports",
        ("id", "at", "reporter", "about", "name", "table_id", "category", "words", "lines", "state", "answer"),
        "id",
    ),
    Kept("refused_names", ("pattern", "at"), "pattern"),
    Kept("announcements", ("id", "text", "at", "until"), "id"),
    Kept("bans", ("id", "person", "name", "address", "reason", "at", "until", "address_until"), "id"),
    Kept("operations", ("id", "at", "who", "what", "about"), "id"),
    Kept("evenings", ("id", "host", "season", "revision", "created", "touched", "host_seen", "state"), "id"),
    Kept("evening_players", ("evening", "number", "person", "name", "is_out", "joined"), "evening, number"),
    Kept("evening_tables", ("table_id", "evening"), "table_id"),
    Kept("evening_steps", ("evening", "number", "at", "what", "before"), "evening, number"),
    Kept("seasons", ("id", "host", "name", "best", "created"), "id"),
    Kept(
        "day_plays",
        ("day", "game", "person", "name", "table_id", "started", "ended", "score", "rank", "record"),
        "day, game, person",
    ),
    Kept("entries", ("table_id", "number", "line"), "table_id, number"),
)


@dataclass
class Sum:
    """How many rows there are, and a hash over all of them."""

    count: int = 0
    hash: Any = field(default_factory=hashlib.sha256)

    def add(self, rows: Sequence[Row]) -> None:
        """Add rows to the checksum."""
        self.count += len(rows)
        for row in rows:
            self.hash.update(msgspec.msgpack.encode(tuple(row)))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Sum) and (self.count, self.hash.digest()) == (other.count, other.hash.digest())

    __hash__ = None  # type: ignore[assignment]


class Side(Protocol):
    """A storage that is copied from or to."""

    async def count(self, kept: Kept) -> int:
        """How many rows a table has."""
        ...

    def rows(self, kept: Kept) -> AsyncIterator[Sequence[Row]]:
        """All rows of a table, some at a time, in the order of its key."""
        ...

    async def add(self, kept: Kept, rows: Sequence[Row]) -> None:
        """Insert rows."""
        ...


class FileSide:
    """A file of SQLite; its work runs in a thread, so that a server can keep serving."""

    def __init__(self, db: sqlite3.Connection) -> None:
        self.db = db

    async def count(self, kept: Kept) -> int:
        return int((await self._fetch(f"SELECT count(*) FROM {kept.name}"))[0][0])

    async def rows(self, kept: Kept) -> AsyncIterator[Sequence[Row]]:
        cursor = self.db.execute(f"SELECT {', '.join(kept.columns)} FROM {kept.name} ORDER BY {kept.key}")
        while rows := await asyncio.to_thread(cursor.fetchmany, AT_ONCE):
            yield rows

    async def add(self, kept: Kept, rows: Sequence[Row]) -> None:
        places = ", ".join("?" * len(kept.columns))
        statement = f"INSERT INTO {kept.name} ({', '.join(kept.columns)}) VALUES ({places})"
        await asyncio.to_thread(self.db.executemany, statement, [tuple(row) for row in rows])

    async def _fetch(self, sql: str) -> list[Any]:
        return await asyncio.to_thread(lambda: self.db.execute(sql).fetchall())


class DatabaseSide:
    """A database of PostgreSQL, inside a transaction."""

    def __init__(self, connection: Any) -> None:
        self.connection = connection

    async def count(self, kept: Kept) -> int:
        return int(await self.connection.fetchval(f"SELECT count(*) FROM {kept.name}"))

    async def rows(self, kept: Kept) -> AsyncIterator[Sequence[Row]]:
        query = f"SELECT {', '.join(kept.columns)} FROM {kept.name} ORDER BY {kept.key}"
        cursor = await self.connection.cursor(query)
        while rows := await cursor.fetch(AT_ONCE):
            yield rows

    async def add(self, kept: Kept, rows: Sequence[Row]) -> None:
        await self.connection.copy_records_to_table(kept.name, records=rows, columns=kept.columns)


# -- copying


def nobody(_: int) -> None:
    """Report no progress."""


async def copy(
    source: str,
    target: str,
    begin: Callable[[int], Forward] = lambda _: nobody,
    warn: Callable[[str], None] = log_error,
) -> dict[str, int]:
    """Copy everything; the rows of each table. `begin` receives the number of rows to copy and compare.

    `warn` receives a line for each log that is not whole.
    """
    if is_address(source):
        make_store(source)  # refuses what is no storage
    if is_address(target):
        make_store(target)
    async with reading(source) as there, writing(target) as here:
        counts = {kept.name: await there.count(kept) for kept in TABLES}
        forward = begin(2 * sum(counts.values()))
        sums = {kept.name: await copy_table(kept, there, here, forward) for kept in TABLES}
        for kept in TABLES:
            if await sum_of(kept, here, forward) != sums[kept.name]:
                raise StorageFailed(f"the copy of {kept.name} is not what was read: nothing was kept at the target")
        await check_logs(here, warn)
    return counts


async def copy_to_file(url: str, path: Path) -> None:
    """Copy a snapshot of a database into one file."""
    if path.exists():
        raise StorageFailed(f"{path} exists already: a backup never writes over a file")
    await copy(url, str(path))


async def check_logs(side: Side, warn: Callable[[str], None]) -> None:
    """Say which logs are not whole; they are copied as they are, so that nothing more is lost."""
    tables, entries = (next(kept for kept in TABLES if kept.name == name) for name in ("tables", "entries"))
    heads = {row[0]: Head(*row[3:]) async for rows in side.rows(tables) for row in rows}
    checked, table, lines = Checked(), "", list[bytes]()
    async for rows in side.rows(entries):
        for name, _, line in rows:
            if name != table and lines:
                checked.add(table, Log(lines, heads.pop(table, NO_HEAD)))
                lines = []
            table = name
            lines.append(bytes(line))
    if lines:
        checked.add(table, Log(lines, heads.pop(table, NO_HEAD)))
    for name, head in heads.items():
        checked.add(name, Log([], head))
    for name, why in sorted(checked.broken.items()):
        warn(f"A log that was copied is not whole: table {name}: {why}")


async def copy_table(kept: Kept, source: Side, target: Side, forward: Forward) -> Sum:
    """Copy a table, and sum up what was read."""
    total = Sum()
    async for rows in source.rows(kept):
        total.add(rows)
        await target.add(kept, rows)
        forward(len(rows))
    return total


async def sum_of(kept: Kept, side: Side, forward: Forward) -> Sum:
    """Sum up a table as it can be read."""
    total = Sum()
    async for rows in side.rows(kept):
        total.add(rows)
        forward(len(rows))
    return total


def reading(place: str) -> contextlib.AbstractAsyncContextManager[Side]:
    """A snapshot of a storage."""
    return reading_database(place) if is_address(place) else reading_file(file_at(Path(place)))


def writing(place: str) -> contextlib.AbstractAsyncContextManager[Side]:
    """An empty storage; it is filled if everything succeeds, and stays empty otherwise."""
    return writing_database(place) if is_address(place) else writing_file(file_at(Path(place)))


# -- files


@contextlib.asynccontextmanager
async def reading_file(path: Path) -> AsyncIterator[Side]:
    """A file; older versions are read from a copy that is brought up to date."""
    check_file(path)
    nearby = path.parent if os.access(path.parent, os.W_OK) else None  # next to the file if that folder is writable
    with tempfile.TemporaryDirectory(dir=nearby, prefix=".erre-") as folder:
        copied = Path(folder) / "copy.sqlite"
        await asyncio.to_thread(copy_file, path, copied)
        db = await asyncio.to_thread(open_whole, copied)
        try:
            yield FileSide(db)
        finally:
            db.close()


@contextlib.asynccontextmanager
async def writing_file(path: Path) -> AsyncIterator[Side]:
    """A new file, renamed into place when it is complete."""
    if path.exists():
        raise StorageFailed(f"{path} exists already: nothing is written over it")
    if not path.parent.is_dir():
        raise StorageFailed(f"there is no folder {path.parent}")
    with tempfile.TemporaryDirectory(dir=path.parent, prefix=".erre-") as folder:
        part = Path(folder) / "part.sqlite"
        make_private(part)
        db = connect_to_file(part, any_thread=True)
        try:
            db.execute("BEGIN")
            yield FileSide(db)
            db.execute("COMMIT")
        finally:
            db.close()
        part.rename(path)


def check_file(path: Path) -> None:
    """Refuse a file that does not exist, is not a storage, or is in use by a server."""
    if not path.is_file():
        raise StorageFailed(f"there is no file {path}")
    db = open_gently(path)
    try:
        version, known = sqlite_schema.version_of(db), len(sqlite_schema.VERSIONS)
        if not db.execute("SELECT 1 FROM sqlite_master WHERE name = 'entries'").fetchone():
            raise StorageFailed(f"{path} was not written by Erre")
        if version > known:
            raise StorageFailed(f"{path} is of version {version}, this program knows {known}: update Erre")
        db.execute("PRAGMA locking_mode = EXCLUSIVE")
        db.execute("BEGIN IMMEDIATE")
        db.execute("ROLLBACK")
    except sqlite3.DatabaseError as error:
        if "locked" in str(error):
            raise StorageFailed(f"{path} is in use: end its server first, so that nobody plays on in it") from None
        if "readonly" not in str(error):
            raise StorageFailed(f"{path} cannot be read: {error}") from None
    finally:
        db.close()


def open_gently(path: Path) -> sqlite3.Connection:
    """A connection that changes nothing by itself; where one may not write, files of the write-ahead log may stay."""
    mode = "rw" if os.access(path, os.W_OK) else "ro"
    return sqlite3.connect(f"file:{path}?mode={mode}", uri=True, timeout=1, isolation_level=None)


def copy_file(path: Path, target: Path) -> None:
    """A copy of a file with all that is in its write-ahead log."""
    db = open_gently(path)
    try:
        make_private(target)
        db.execute("VACUUM INTO ?", (str(target),))
    except OSError as error:
        raise StorageFailed(f"{target} cannot be written: {error.strerror}") from None
    except sqlite3.Error as error:
        target.unlink()
        raise StorageFailed(f"{path} cannot be copied: {error}") from None
    finally:
        db.close()


def open_whole(path: Path) -> sqlite3.Connection:
    """A file of the newest version, with every line in its log."""
    db = connect_to_file(path, any_thread=True)
    db.execute("BEGIN")
    FreshLines(db).sort_in()
    db.execute("COMMIT")
    return db


# -- databases


@contextlib.asynccontextmanager
async def reading_database(url: str) -> AsyncIterator[Side]:
    """A snapshot of a database, while workers keep running."""
    connection = await open_database(url)
    try:
        version = await postgres_schema.version_of(connection)
        if version != len(postgres_schema.VERSIONS):
            raise StorageFailed(
                f"the database at {place_of(url)} is of version {version}: bring it up to date first, with erre migrate"
            )
        async with connection.transaction(isolation="repeatable_read", readonly=True):
            yield DatabaseSide(connection)
    except driver().PostgresError as error:
        raise StorageFailed(why_not(url, error)) from error
    finally:
        await connection.close()


@contextlib.asynccontextmanager
async def writing_database(url: str) -> AsyncIterator[Side]:
    """A database in which nothing is kept yet; all comes in one transaction."""
    connection = await open_database(url)
    try:
        await postgres_schema.bring_up_to_date(connection)
        side = DatabaseSide(connection)
        async with connection.transaction():
            await connection.execute(f"LOCK TABLE {', '.join(kept.name for kept in TABLES)} IN EXCLUSIVE MODE")
            filled = [kept.name for kept in TABLES if await side.count(kept)]
            if filled:
                raise StorageFailed(f"the database is not empty (it has {', '.join(filled)}): nothing is mixed into it")
            yield side
        await connection.execute("ANALYZE")
    except driver().PostgresError as error:
        raise StorageFailed(why_not(url, error)) from error
    finally:
        await connection.close()


async def open_database(url: str) -> Any:
    """A connection without a statement timeout."""
    return await connect(url, PATIENT, ANSWER_WITHIN)


# -- versions


@dataclass(frozen=True)
class Updated:
    """The result of an upgrade."""

    before: int  # version
    now: int
    copy: Path | None = None  # of a file as it was


async def update(place: str) -> Updated:
    """Bring a storage to the newest version; a copy of an older file stays next to it."""
    if is_address(place):
        return await update_database(place)
    return await asyncio.to_thread(update_file, file_at(Path(place)))


async def update_database(url: str) -> Updated:
    """Bring a database to the newest version, as every worker does when it starts."""
    make_store(url)
    connection = await open_database(url)
    try:
        before = await postgres_schema.version_of(connection)
        await postgres_schema.bring_up_to_date(connection)
        return Updated(before, len(postgres_schema.VERSIONS))
    except driver().PostgresError as error:
        raise StorageFailed(why_not(url, error)) from error
    finally:
        await connection.close()


def update_file(path: Path) -> Updated:
    """Bring a file to the newest version, as every server does when it starts."""
    check_file(path)
    db = open_gently(path)
    before = sqlite_schema.version_of(db)
    db.close()
    now = len(sqlite_schema.VERSIONS)
    if before == now:
        return Updated(before, now)
    kept = path.with_name(f"{path.name}.version{before}")
    if kept.exists():
        raise StorageFailed(f"{kept} exists already: move it away, it is where the old file would be kept")
    copy_file(path, kept)
    open_whole(path).close()
    return Updated(before, now, kept)
