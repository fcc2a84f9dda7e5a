"""Pieces of work on a database: how bookkeeping is written, independently of the database.

A piece of work is a generator. It yields SQL that every supported database understands, with ? for values, receives the
rows, and returns its answer. The database runs it as one transaction. A database whose connection may break halfway
runs a piece of work again, so each one must be idempotent.
"""

from __future__ import annotations

import time
from collections.abc import Generator, Sequence
from typing import Any, NamedTuple, TypeVar

T = TypeVar("T")


class Ask(NamedTuple):
    """A statement and its values."""

    sql: str
    values: tuple[Any, ...]


class Hold(NamedTuple):
    """Whoever else holds the same name waits until this work is done; where there is one writer, it is held already."""

    name: str


Rows = Sequence[Sequence[Any]]
Work = Generator[Ask | Hold, Rows, T]


def rows_of(sql: str, *values: object) -> Work[Rows]:
    """Run a query and return all rows."""
    return (yield Ask(sql, values))


def value_of(sql: str, *values: object) -> Work[Any]:
    """The first value of the first row, or None."""
    rows = yield Ask(sql, values)
    return rows[0][0] if rows else None


def do(sql: str, *values: object) -> Work[None]:
    """Run a statement that returns no rows."""
    yield Ask(sql, values)


def milliseconds() -> int:
    """The present time in milliseconds since 1970."""
    return time.time_ns() // 1_000_000
