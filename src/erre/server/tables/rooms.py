"""Limits the number of tables; a place is reserved before a table is opened, so parallel requests cannot exceed it."""

from __future__ import annotations

import contextlib
import time
from collections import Counter, deque
from collections.abc import AsyncIterator, Awaitable, Callable

from erre.server.bus.peers import Peers
from erre.server.net.limits import Limits
from erre.table.refusals import ServerFull, TooManyTables

MOST_OF_ONE = 40  # tables that one person may have at once, at all workers together
MOST_OF_ADDRESS = 200  # tables that were opened from one address, at this worker
RESERVED_FOR = 10.0  # seconds after which a reservation that nobody took back is over


async def nothing(person: str) -> int:
    """No table of anybody is asleep."""
    return 0


class Rooms:
    """Reservations of tables that are being opened."""

    def __init__(
        self,
        peers: Peers,
        limits: Limits,
        most_tables: int,
        count: Callable[[], int],
        kept_by: Callable[[str], int],
        opened_from: Callable[[str], int],
    ) -> None:
        self.peers, self.limits, self.most_tables = peers, limits, most_tables
        self._count, self._kept_by, self._opened_from = count, kept_by, opened_from
        self.asleep: Callable[[str], Awaitable[int]] = nothing  # how many tables of a person are not in memory
        self._opening = 0
        self._from: Counter[str] = Counter()  # by address
        self._reserved: dict[str, deque[float]] = {}  # by person: until when
        peers.answer_with("reserve", self._reserve)
        peers.answer_with("release", self._release)

    @contextlib.asynccontextmanager
    async def room(self, person: str, address: str) -> AsyncIterator[None]:
        """Reserve a place for a person's table while it is being opened."""
        self.limits.check_opening(address, person)
        if self._count() + self._opening >= self.most_tables:
            raise ServerFull("this server has no room for more tables")
        if self.limits.scale and self._opened_from(address) + self._from[address] >= MOST_OF_ADDRESS:
            raise TooManyTables(f"your address has {MOST_OF_ADDRESS} tables already: finish one of them first")
        self._opening += 1
        self._from[address] += 1
        try:
            # One worker decides for all tables of a person, wherever they are opened.
            counter = self.peers.choose(person)
            if counter == self.peers.me:
                await self._reserve(person)
            else:
                await self.peers.ask(counter, bool, "reserve", person)
            try:
                yield
            finally:
                if counter == self.peers.me:
                    await self._release(person)
                else:
                    with contextlib.suppress(Exception):  # it runs out
                        await self.peers.ask(counter, bool, "release", person)
        finally:
            self._opening -= 1
            self._from[address] -= 1
            if not self._from[address]:
                del self._from[address]

    async def _reserve(self, person: str) -> bool:
        """Reserve a table of a person; refused where they have enough."""
        reserved = self._reserved.setdefault(person, deque())
        while reserved and reserved[0] < time.monotonic():
            reserved.popleft()
        reserved.append(time.monotonic() + RESERVED_FOR)
        place = len(reserved)  # those who ask later count this one
        kept = await self.asleep(person) + self._kept_by(person) + sum(await self.peers.ask_all(int, "kept", person))
        if kept + place > MOST_OF_ONE:
            await self._release(person)
            raise TooManyTables(f"you have {MOST_OF_ONE} tables already: finish one of them first")
        return True

    async def _release(self, person: str) -> bool:
        """End a reservation."""
        reserved = self._reserved.get(person)
        if reserved:
            reserved.popleft()
        if not reserved:
            self._reserved.pop(person, None)
        return True
