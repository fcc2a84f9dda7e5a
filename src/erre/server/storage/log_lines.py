"""Lines that are waiting to be written to a table's log."""

from __future__ import annotations

from typing import NamedTuple

from erre.server.storage.contract import Fenced, Taken
from erre.table.entries import Head, hash_of


class Lines(NamedTuple):
    """Lines for a table's log."""

    table: str
    number: int  # of the first
    lines: tuple[bytes, ...]
    fence: int
    touched: int | None  # when, if the database is to be told that the table lives

    def rows(self) -> list[tuple[str, int, bytes]]:
        """The rows to insert into `entries`."""
        return [(self.table, self.number + k, line) for k, line in enumerate(self.lines)]

    def head(self) -> Head:
        """The head of the log once these lines are its end."""
        return Head(self.number + len(self.lines), hash_of(self.lines[-1]))

    def is_taken(self) -> Taken:
        """The refusal, where somebody else has written there."""
        return Taken(f"entry {self.number} of table {self.table} is written already")

    def is_fenced(self) -> Fenced:
        """The refusal, where somebody else has the table."""
        return Fenced(f"table {self.table} is closed, or another worker has it")
