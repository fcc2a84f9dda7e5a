"""Keeps out people whom the operator has banned: by identity, and guests also by network address."""

from __future__ import annotations

import contextlib
import time

from erre.core.errors import Refusal
from erre.server.storage.bans import Ban, bans
from erre.server.storage.contract import Person, StorageFailed, Store
from erre.server.storage.work import milliseconds

FRESH = 30.0  # seconds for which bans are not read again; a worker that changes them tells the others at once


class Banned(Refusal):
    """The operator has locked this person out."""

    code = "banned"


class Bans:
    """The bans of a server, remembered for a while."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self._persons: dict[str, Ban] = {}
        self._addresses: dict[str, Ban] = {}
        self._read_at = -FRESH

    async def of(self, person: Person | None, address: str) -> tuple[Ban, int] | None:
        """The ban that keeps somebody out, and until when; None if they may come in.

        The ban of an address is for guests: those who share it and have claimed their names still come in.
        """
        if time.monotonic() - self._read_at > FRESH:
            await self._read()
        now = milliseconds()
        mine = self._persons.get(person.id) if person is not None else None
        if mine is not None and mine.until > now:
            return mine, mine.until
        theirs = self._addresses.get(address) if person is None or not person.is_named else None
        return (theirs, theirs.address_until) if theirs is not None and theirs.address_until > now else None

    async def check(self, person: Person | None, address: str) -> None:
        """Refuse somebody who is locked out."""
        if await self.of(person, address) is not None:
            raise Banned("the operator of this server has locked you out")

    async def _read(self) -> None:
        """Read all bans; those known before count while the storage cannot be reached."""
        with contextlib.suppress(StorageFailed):
            found = await self.store.look(lambda: bans(milliseconds()))
            self._persons = {one.person: one for one in found if one.person}
            self._addresses = {one.address: one for one in found if one.address}
        self._read_at = time.monotonic()

    def changed(self) -> None:
        """Read the bans again before the next check."""
        self._read_at = -FRESH
