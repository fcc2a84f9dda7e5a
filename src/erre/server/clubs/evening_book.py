"""Reads and changes evenings, and checks that only the host makes changes reserved for the host."""

from __future__ import annotations

import secrets
from collections.abc import Callable

from erre.clubs.evening import Evening
from erre.clubs.refusals import NotTheHost
from erre.server.clock import Clock
from erre.server.storage import clubs
from erre.server.storage.clubs import Stored
from erre.server.storage.contract import Store

Change = Callable[[Evening], object]


class EveningBook:
    """The evenings of this server."""

    def __init__(self, store: Store, clock: Clock) -> None:
        self.store, self.now = store, clock.now

    async def read(self, evening: str) -> Stored:
        """An evening by its id."""
        return await self.store.read(lambda: clubs.read_evening(evening))

    async def change(self, evening: str, what: str, change: Change, by_host: bool = False) -> Stored:
        """Carry out a step and store the evening; `what` is its line in the journal."""
        step, now = secrets.token_hex(8), self.now()
        return await self.store.run(lambda: clubs.change_evening(evening, step, what, change, now, by_host))

    async def undo(self, evening: str) -> list[str]:
        """Take back the host's last step; the ids of tables that no longer belong to the evening."""
        step, now = secrets.token_hex(8), self.now()
        return await self.store.run(lambda: clubs.undo(evening, step, now))


def check_host(evening: Evening, person: str) -> None:
    """Refuse anybody but the host."""
    if not person or evening.host != person:
        raise NotTheHost("host_only")


def by_host_only(person: str, change: Change) -> Change:
    """A change that is refused to somebody who is no longer the host."""

    def checked(found: Evening) -> None:
        check_host(found, person)
        change(found)

    return checked
