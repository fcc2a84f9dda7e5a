"""Chooses the storage: an SQLite file or a PostgreSQL database."""

from __future__ import annotations

from pathlib import Path

from erre.core.errors import BadOptions
from erre.server.storage.contract import Store
from erre.server.storage.sqlite.store import SqliteStore

SCHEMES = ("postgresql://", "postgres://")
FILE = "erre.sqlite"


def is_address(place: str) -> bool:
    """Whether a place is an address and no file."""
    return "://" in place


def make_store(place: str | Path) -> Store:
    """The store at a place, not yet open."""
    if not is_address(str(place)):
        return SqliteStore(file_at(Path(place)))
    if not str(place).startswith(SCHEMES):
        scheme = str(place).partition("://")[0]
        raise BadOptions(f"{scheme}:// is no storage that Erre knows: name a file, or postgresql://user@host/database")
    from erre.server.storage.postgres.connection import driver
    from erre.server.storage.postgres.store import PostgresStore

    driver()
    return PostgresStore(str(place))


def file_at(path: Path) -> Path:
    """The file that is meant, where a folder is named."""
    return path / FILE if path.is_dir() else path
