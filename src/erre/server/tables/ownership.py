"""Which worker owns a table, as the registry of tables needs to know it."""

from __future__ import annotations

from contextlib import AbstractContextManager
from typing import Protocol

from erre.core.errors import NoGame


class NoTable(NoGame):
    """There is no such table."""

    code = "no_table"


class Ownership(Protocol):
    """Takes tables for this worker and gives them back; a single process owns every table."""

    come_back_in: int  # milliseconds after which pages may come back when this worker ends

    async def take(self, table: str, *, is_new: bool = False) -> int:
        """Make a table ours: from now on only our appends are accepted. Its fence; NoTable where there is none."""
        ...

    def check(self, table: str) -> None:
        """Refuse a table that was lost while it was read."""
        ...

    def opening(self, table: str) -> AbstractContextManager[None]:
        """Protect a new table until its log is begun: nobody else looks for it."""
        ...

    async def bury(self, table: str, fence: int) -> None:
        """Forget a claimed table that has no log."""
        ...

    async def drop(self, table: str) -> None:
        """Forget a table that is closed for good."""
        ...

    async def bring(self, person: str) -> None:
        """Have the tables of a person in memory before they are listed, if they are read later than others."""
        ...

    async def leave(self) -> None:
        """Stop accepting tables, before this worker ends."""
        ...

    async def give_back(self, tables: list[str]) -> None:
        """Release tables that are closed here, so that any worker may take them."""
        ...
