"""Bans: lock people out of a server, at every worker, and readmit them."""

from __future__ import annotations

import ipaddress
import secrets
from collections.abc import Awaitable, Callable

from erre.core.errors import BadOptions, Refusal
from erre.server.logs import log_error
from erre.server.net.identity import Identity
from erre.server.operator.types import BanLine, BanWish
from erre.server.storage import company
from erre.server.storage.bans import FOR_GOOD, Ban, add_ban, bans, lift_ban
from erre.server.storage.contract import Store
from erre.server.storage.work import milliseconds
from erre.server.tables.ownership import NoTable
from erre.server.tables.table_registry import TableRegistry
from erre.table.clean_text import one_line
from erre.table.refusals import NoPerson

HOUR = 3_600_000  # milliseconds
MOST_HOURS = 10 * 365 * 24
MOST_HOURS_OF_ADDRESS = 30 * 24  # addresses get other owners
LONGEST_REASON, MOST_BANS = 200, 1000
LeaveQueue = Callable[[str], Awaitable[None]]


class NoAddress(Refusal):
    """There is no address to ban, or it is not only that person's."""

    code = "no_address"


class Banning:
    """Whom the operator has locked out."""

    def __init__(self, store: Store, identity: Identity, registry: TableRegistry, leave_queue: LeaveQueue) -> None:
        self.store, self.identity, self.registry, self.peers = store, identity, registry, registry.peers
        self._leave_queue = leave_queue
        self.peers.answer_with("bans_changed", self._answer_changed)
        self.peers.answer_with("lock_out", self._answer_lock_out)
        self.peers.answer_with("last_address", self._answer_address)

    async def listed(self) -> list[BanLine]:
        """All bans, the newest first."""
        now = milliseconds()
        found = await self.store.look(lambda: bans(now))
        return [
            BanLine(
                *(one.id, one.name, one.reason, one.at),
                until=None if one.until == FOR_GOOD else one.until,
                address_until=one.address_until if one.address and one.address_until > now else None,
            )
            for one in found
        ]

    async def ban(self, person: str, wish: BanWish, own_address: str) -> str:
        """Lock somebody out: the name of the person. Their seats and invitations are given up."""
        if wish.hours is not None and not 1 <= wish.hours <= MOST_HOURS:
            raise BadOptions(f"a ban is for 1 to {MOST_HOURS} hours, or for good")
        reason = one_line(wish.reason, LONGEST_REASON, "a reason") if wish.reason.strip() else ""
        name = await self.store.look(lambda: company.name_of(person))
        if name is None:
            raise NoPerson("there is no such person")
        address = await self._address(person, own_address) if wish.with_address else ""
        now, hours = milliseconds(), wish.hours
        until = FOR_GOOD if hours is None else now + hours * HOUR
        address_until = min(until, now + MOST_HOURS_OF_ADDRESS * HOUR) if address else 0
        one = Ban(secrets.token_hex(8), person, name, address, reason, now, until, address_until)
        if not await self.store.run(lambda: add_ban(one, MOST_BANS)):
            raise BadOptions(f"there are {MOST_BANS} bans already: lift one first")
        await self._changed()
        await self._leave_queue(person)
        await self._answer_lock_out(person, address)
        await self.peers.ask_all(bool, "lock_out", person, address)
        return name

    async def lift(self, ban: str) -> str:
        """Let somebody in again: the name of the person."""
        lifted = await self.store.run(lambda: lift_ban(ban))
        if lifted is None:
            raise NoTable("there is no such ban")
        await self._changed()
        return lifted.name

    async def _address(self, person: str, own_address: str) -> str:
        """Where somebody last came from, at whichever worker; refused where it is the operator's own address."""
        others = await self.peers.ask_all(str, "last_address", person)
        address = next((one for one in [self.identity.last_address(person), *others] if one), "")
        if not address:
            raise NoAddress("nobody knows where this person came from: they were not here since the server started")
        if address == own_address or is_this_machine(address):
            raise NoAddress("this person comes from your own address: ban only the person")
        return address

    async def _changed(self) -> None:
        await self._answer_changed()
        await self.peers.ask_all(bool, "bans_changed")

    # -- questions of other workers

    async def _answer_changed(self) -> bool:
        self.identity.bans.changed()
        return True

    async def _answer_address(self, person: str) -> str:
        return self.identity.last_address(person)

    async def _answer_lock_out(self, person: str, address: str) -> bool:
        try:
            await self.registry.departures.lock_out(person, address)
        except Exception:  # the ban counts all the same
            log_error("a banned person may still have a seat")
        return True


def is_this_machine(address: str) -> bool:
    """Whether everybody behind a proxy would seem to come from here."""
    try:
        return ipaddress.ip_address(address.partition("/")[0]).is_loopback
    except ValueError:
        return False
