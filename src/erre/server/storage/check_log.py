"""Checks that the logs of a storage are complete: no line is missing or unreadable, and the hash chain is intact."""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import dataclass, field

from erre.core.errors import BadRecord, Refusal
from erre.server.storage.contract import Log, Store
from erre.table.entries import parse_log


@dataclass
class Checked:
    """The findings of a check over all logs."""

    tables: int = 0
    lines: int = 0
    chained: int = 0  # lines that carry the hash of the one before
    broken: dict[str, str] = field(default_factory=dict)  # by table: why

    def add(self, table: str, log: Log) -> None:
        """Check one log."""
        self.tables += 1
        self.lines += len(log.lines)
        try:
            self.chained += sum(bool(commit.after) for commit in parse_log(log.lines, log.head))
        except (BadRecord, Refusal) as error:
            self.broken[table] = str(error)

    def words(self) -> list[str]:
        """The findings as text."""
        found = [f"{self.tables} tables, {self.lines} lines, {self.chained} of them with the hash of the line before"]
        found += [f"table {table}: {why}" for table, why in sorted(self.broken.items())]
        return [*found, "every log is whole" if not self.broken else f"{len(self.broken)} logs are NOT whole"]


async def check_store(store: Store) -> Checked:
    """Look at all logs of an open storage."""
    checked = Checked()
    async for table, log in logs_of(store):
        checked.add(table, log)
    return checked


async def logs_of(store: Store) -> AsyncIterator[tuple[str, Log]]:
    """Every table and its log."""
    for table in await store.live_tables():
        yield table, await store.log(table)
