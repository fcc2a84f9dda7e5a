"""Who owns which table: a worker holds one lease, and a table's key names its worker.

A worker that cannot renew its lease gives up all its tables. Safety does not depend on that, nor on what the bus
stores: the storage issues a new fence with every takeover and refuses writes with an old one.
"""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
import time
from collections.abc import Callable, Iterable
from functools import partial
from typing import Protocol

import msgspec

from erre.core.errors import Refusal
from erre.server.bus.contract import Beaten, Bucket, Bus, BusFailed, Kept, Stop
from erre.server.logs import log

LEASE = 2.0  # seconds without a sign of life after which others may take a worker's tables
RENEW = 0.45
MARGIN = 0.2  # seconds by which a worker gives up before others may take over
LOOK = 0.2  # seconds between two looks for workers that are gone
NOBODY = ""
WORKERS, TABLES = "erre_workers", "erre_tables"  # buckets


class Elsewhere(Exception):
    """The table lives in another worker."""

    def __init__(self, worker: str) -> None:
        super().__init__(worker)
        self.worker = worker


class NoLease(Refusal):
    """This worker has no lease, since it is cut off from the others."""

    code = "away"


class Owner(msgspec.Struct, frozen=True):
    """The worker that owns a table, and its fence."""

    worker: str  # NOBODY: it was given back
    revision: int


class LeaseListener(Protocol):
    """Called when leases and tables change hands; the listener opens and closes the tables."""

    def lost(self) -> None:
        """Called when the lease is lost: this worker owns no table any more."""
        ...

    def gained(self) -> None:
        """Called when there is a lease again."""
        ...

    def moved(self, table: str) -> None:
        """Called when another worker has taken a table."""
        ...

    def orphaned(self, tables: list[str]) -> None:
        """Called with tables without an owner that this worker should take."""
        ...


class Leases:
    """The lease of this worker, and what is known of the others."""

    def __init__(self, bus: Bus, me: str, listener: LeaseListener, lease: float = LEASE, renew: float = RENEW) -> None:
        self.bus, self.me, self.listener = bus, me, listener
        self.lease, self.renew = lease, renew
        self.heard: dict[str, float] = {}  # workers that live, and when they last gave a sign of life
        self.leaving: set[str] = set()  # those of them that take no more tables
        self.owners: dict[str, Owner] = {}
        self.takeovers = 0
        self._value = b""
        self._revision = 0
        self._is_laid_down = False
        self._good_until = 0.0
        self._renewed = 0.0
        self._alarm: asyncio.TimerHandle | None = None
        self._changed: list[asyncio.Future[None]] = []
        self._stops: list[Stop] = []
        self._tasks: list[asyncio.Task[None]] = []
        self._workers: Bucket
        self._tables: Bucket

    # -- coming and going

    async def start(self) -> None:
        """Get a lease, and learn about the other workers."""
        self._workers = await self.bus.bucket(WORKERS, self.lease)
        self._tables = await self.bus.bucket(TABLES)
        whole = [asyncio.Event(), asyncio.Event()]
        workers = Watch(self._workers_restarted, self._worker_seen, whole[0])
        tables = Watch(self.owners.clear, self._table_seen, whole[1])
        self._stops = [await self._workers.watch(workers), await self._tables.watch(tables)]
        for event in whole:
            await event.wait()
        await self.renew_now()
        loop = asyncio.get_running_loop()
        self._tasks = [loop.create_task(self._renew_on()), loop.create_task(self._look_on())]

    async def leave(self) -> None:
        """Take no more tables; other workers share those that are given back from now on."""
        self._value = b"leaving"
        self.leaving.add(self.me)
        await self.renew_now()

    async def stop(self) -> None:
        """Stop renewing, and give the lease back."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        for stop in self._stops:
            stop()
        if self._alarm is not None:
            self._alarm.cancel()
        if self._revision:
            with contextlib.suppress(Beaten, BusFailed):
                await self._workers.delete(self.me, self._revision)
        self._good_until = 0.0

    async def lay_down(self) -> None:
        """Give the lease back for a while, so that a healthier worker can take it."""
        self._is_laid_down = True
        self._lose()
        with contextlib.suppress(Beaten, BusFailed):
            if self._revision:
                await self._workers.delete(self.me, self._revision)
                self._revision = 0

    def take_up(self) -> None:
        """Start renewing the lease again."""
        self._is_laid_down = False

    # -- this worker's lease

    @property
    def is_good(self) -> bool:
        """Whether this worker may own tables now."""
        return time.monotonic() < self._good_until

    @property
    def age(self) -> float:
        """Seconds since the lease was renewed."""
        return time.monotonic() - self._renewed

    async def _renew_on(self) -> None:
        while True:
            await asyncio.sleep(self.renew)
            await self.renew_now()

    async def renew_now(self) -> None:
        """Renew the lease; a worker that comes too late has lost all its tables."""
        if self._is_laid_down:
            return
        began = time.monotonic()
        try:
            if self._revision:
                self._revision = await self._workers.update(self.me, self._value, self._revision)
            else:
                self._revision = await self._workers.create(self.me, self._value)
        except BusFailed:
            return
        except Beaten:
            await self._look_after_lease()
            return
        was_good, self._renewed = self.is_good, began
        self._good_until = began + self.lease - MARGIN
        if self._alarm is not None:
            self._alarm.cancel()
        self._alarm = asyncio.get_running_loop().call_later(self._good_until - time.monotonic(), self._lose)
        self.heard[self.me] = began
        if not was_good:
            self.listener.gained()
            self._tell()

    async def _look_after_lease(self) -> None:
        """The key is not as we left it: our own write succeeded unnoticed, or the lease expired."""
        try:
            kept = await self._workers.read(self.me)
        except BusFailed:
            return
        self._revision = 0 if kept is None else kept.revision
        if kept is None:
            self._lose()

    def _lose(self) -> None:
        """The lease expired, or another worker has it."""
        if self._good_until:
            self._good_until = 0.0
            log("this worker lost its lease", worker=self.me)
            self.listener.lost()

    # -- the others

    def _workers_restarted(self) -> None:
        """The bus was away, so nobody could be heard: every worker gets another full lease."""
        now = time.monotonic()
        self.heard = dict.fromkeys(self.heard, now)

    def _worker_seen(self, worker: str, kept: Kept | None) -> None:
        if worker == self.me:
            return
        if kept is None:
            self._gone(worker)
            return
        is_new = worker not in self.heard
        self.heard[worker] = time.monotonic()
        (self.leaving.add if kept.value == b"leaving" else self.leaving.discard)(worker)
        if is_new:
            log("a worker came", worker=worker)
            self._tell()

    async def _look_on(self) -> None:
        """Look for workers that give no sign of life; the bus itself says whether their lease is over."""
        while True:
            await asyncio.sleep(LOOK)
            late = time.monotonic() - self.lease
            for worker in [worker for worker, heard in self.heard.items() if heard < late and worker != self.me]:
                with contextlib.suppress(BusFailed):
                    if self.is_good and await self._workers.read(worker) is None:
                        self._gone(worker)

    def _gone(self, worker: str) -> None:
        """A worker is gone: share out its tables."""
        if self.heard.pop(worker, None) is None:
            return
        self.leaving.discard(worker)
        left = [table for table, owner in self.owners.items() if owner.worker == worker]
        log("a worker is gone", worker=worker, tables=len(left))
        self._divide(left)
        self._tell()

    def _divide(self, tables: Iterable[str]) -> None:
        """Take our share of tables without an owner."""
        if self.is_good and (mine := [table for table in tables if self.choose(table) == self.me]):
            self.listener.orphaned(mine)

    def sweep(self) -> None:
        """Catch what was missed: tables without an owner, tables of dead workers, and our own."""
        self._divide(table for table, owner in self.owners.items() if owner.worker not in self.heard)
        if self.is_good and (ours := [table for table, owner in self.owners.items() if owner.worker == self.me]):
            self.listener.orphaned(ours)

    def choose(self, key: str) -> str:
        """The worker that should take something: the same answer in every worker that knows the same others."""
        serving = [worker for worker in {*self.heard, self.me} if worker not in self.leaving]
        return max(serving, key=partial(weight, key), default=self.me)

    @property
    def others(self) -> list[str]:
        """All other workers that live."""
        return [worker for worker in self.heard if worker != self.me]

    # -- tables

    def _table_seen(self, table: str, kept: Kept | None) -> None:
        if kept is None:
            self.owners.pop(table, None)
        else:
            known = self.owners.get(table)
            if known is None or known.revision < kept.revision:
                self._learn(table, Owner(kept.value.decode(), kept.revision))
        self._tell()

    def _learn(self, table: str, owner: Owner) -> None:
        self.owners[table] = owner
        if owner.worker == NOBODY:
            self._divide([table])
        elif owner.worker != self.me:
            self.listener.moved(table)

    def owner(self, table: str) -> str | None:
        """The living worker that has a table."""
        known = self.owners.get(table)
        return known.worker if known is not None and known.worker in self.heard else None

    async def claim(self, table: str) -> None:
        """Make a table ours; Elsewhere if a living worker has it. The fence comes from the storage, not from here."""
        for _ in range(3):
            if not self.is_good:
                raise NoLease("this worker is cut off from the others for the moment: try again")
            known = self.owners.get(table) or await self._read(table)
            if known is not None and known.worker not in (self.me, NOBODY) and known.worker in self.heard:
                raise Elsewhere(known.worker)
            try:
                await self._claim(table, known)
                return
            except Beaten:
                if await self._read(table) is None:
                    self.owners.pop(table, None)
        raise BusFailed("others are quicker")

    async def _claim(self, table: str, known: Owner | None) -> None:
        me = self.me.encode()
        if known is None:
            revision = await self._tables.create(table, me)
        else:
            revision = await self._tables.update(table, me, known.revision)
            self.takeovers += known.worker not in (self.me, NOBODY)
        self.owners[table] = Owner(self.me, revision)

    async def _read(self, table: str) -> Owner | None:
        kept = await self._tables.read(table)
        if kept is None:
            return None
        self.owners[table] = Owner(kept.value.decode(), kept.revision)
        return self.owners[table]

    async def give_back(self, table: str) -> None:
        """Release a table, so that any worker can take it at once."""
        known = self.owners.get(table)
        if known is not None and known.worker == self.me:
            self.owners[table] = Owner(NOBODY, await self._tables.update(table, b"", known.revision))

    async def drop(self, table: str) -> None:
        """Delete the key of a closed table."""
        known = self.owners.pop(table, None)
        if known is not None:
            with contextlib.suppress(Beaten):
                await self._tables.delete(table, known.revision)

    # -- waiting

    def _tell(self) -> None:
        for waiting in self._changed:
            if not waiting.done():
                waiting.set_result(None)
        self._changed.clear()

    async def wait_for_change(self, seconds: float) -> None:
        """Wait until anything is different, but not for long."""
        waiting = asyncio.get_running_loop().create_future()
        self._changed.append(waiting)
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                await waiting


class Watch:
    """A watcher made of functions."""

    def __init__(
        self, restarted: Callable[[], None], seen: Callable[[str, Kept | None], None], whole: asyncio.Event
    ) -> None:
        self.restarted, self.seen, self._whole = restarted, seen, whole

    def whole(self) -> None:
        self._whole.set()


def weight(key: str, worker: str) -> bytes:
    """How much a worker wants something (rendezvous hashing)."""
    return hashlib.blake2b(f"{worker} {key}".encode(), digest_size=8).digest()
