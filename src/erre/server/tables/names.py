"""Names at tables: a claimed name belongs to its owner, in every spelling, and some names are refused to everybody."""

from __future__ import annotations

import time

from erre.server.storage.contract import NameTaken, Store
from erre.server.storage.operator import refused_names
from erre.table.refusals import NameRefused
from erre.table.refused_names import is_child_safe, is_refused

FRESH = 30.0  # seconds for which patterns are not read again; a worker that changes them tells the others at once


class Names:
    """Which names people may have on this server."""

    def __init__(self, store: Store, child_safe: bool = False) -> None:
        self.store, self.child_safe = store, child_safe
        self._patterns: list[str] = []
        self._read_at = -FRESH

    async def check(self, name: str, person: str) -> None:
        """Refuse a name that belongs to another person, can be mistaken for it, or that nobody may have."""
        if await self.store.owner_of(name) not in (None, person):
            raise NameTaken(f"the name {name} belongs to somebody else here: choose another")
        await self.check_words(name)

    async def check_words(self, text: str) -> None:
        """Refuse what the operator does not want to read, as the name of a person or of anything else."""
        if time.monotonic() - self._read_at > FRESH:
            self._patterns = await self.store.look(refused_names)
            self._read_at = time.monotonic()
        if is_refused(text, self._patterns):
            raise NameRefused("this name is not allowed here: choose another")
        if self.child_safe and not is_child_safe(text):
            raise NameRefused("this server is for children: choose a plain first name, without signs")

    def changed(self) -> None:
        """Read the patterns again before the next name is checked."""
        self._read_at = -FRESH
