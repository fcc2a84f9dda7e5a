"""One worker among others: claims tables before reading them, and takes over those without an owner."""

from __future__ import annotations

import asyncio
import contextlib
import secrets
import time
from collections.abc import Awaitable, Callable, Coroutine, Iterator
from typing import Any

import msgspec

from erre.core.errors import Refusal
from erre.server.bus.contract import Beaten, Bus, BusFailed, Stop
from erre.server.cluster.leases import LEASE, NOBODY, Elsewhere, Leases, NoLease
from erre.server.cluster.peer_queries import PeerQueries
from erre.server.cluster.relay import Front, Relay
from erre.server.config import Config
from erre.server.logs import log, log_error, log_warning
from erre.server.metrics import Metrics
from erre.server.net.identity import Identity
from erre.server.net.sessions import Session
from erre.server.net.sockets import Route, Sockets
from erre.server.storage.contract import StorageFailed, Store
from erre.server.tables.ownership import NoTable
from erre.server.tables.table_registry import TableRegistry

PATIENCE = 5.0  # seconds that a page waits for a table whose worker is gone
AGAIN = 0.3
AT_ONCE = 50  # tables that are given back together
LONGEST_ID = 64
READERS = 8  # tables that are read at the same time when many are taken over
SETTLE = 1.5  # seconds for workers that start together to hear of each other
SWEEP = 2.0
STORE_EVERY, STORE_WITHIN = 0.7, 0.8  # seconds
LONGEST_WAIT = 60.0  # seconds before a table that does not stay is read again


class Welcomed(msgspec.Struct, array_like=True):
    """What the owner of a table says to a page at another worker."""

    is_here: bool  # else the table moved
    is_timed: bool = False  # seats race: the latency is measured often
    is_unknown: bool = False  # there is no such table


def is_id(table: str) -> bool:
    """Whether something can be the name of a table: only letters and digits may be part of a subject."""
    return table.isascii() and table.isalnum() and len(table) <= LONGEST_ID


class ClusterWorker:
    """This worker's part in the cluster."""

    come_back_in = 300
    is_one_of_many = True

    def __init__(self, config: Config, store: Store, bus: Bus, metrics: Metrics) -> None:
        self.store, self.bus, self.metrics = store, bus, metrics
        self.leases = Leases(bus, secrets.token_hex(6), self, LEASE)
        self.me = self.leases.me
        self.peers = PeerQueries(bus, self.leases)
        self.peers.answer_with("page", self._page)
        self.peers.answer_with("stored", self._stored)
        self.relay = Relay(config, bus, self.me, metrics)
        self._stop: Stop | None = None
        self._tasks: set[asyncio.Task[Any]] = set()
        self._adopting: dict[str, None] = {}  # in the order in which they were left
        self._is_adopting = False
        self._opening: set[str] = set()
        self._tried: dict[str, tuple[float, float]] = {}  # tables that were read lately: when, and how long to wait now
        self._is_leaving = False
        self.is_stored = True  # the storage answers

    def serve(self, registry: TableRegistry, sockets: Sockets, identity: Identity) -> None:
        """Set the registry and the sockets that this worker serves."""
        self.registry, self.sockets, self.identity = registry, sockets, identity
        self.relay.serve(sockets)

    # -- coming and going

    async def start(self) -> None:
        """Announce this worker, and start renewing its leases."""
        self._stop = await self.peers.start()
        await self.relay.links.start()
        await self.leases.start()
        self._spawn(self._bring_back())
        self._spawn(self._repeat(SWEEP, self._sweep))
        self._spawn(self._repeat(STORE_EVERY, self._look_after_store))
        gauges = self.metrics.gauges
        gauges["workers"] = lambda: len(self.leases.heard)
        gauges["lease_age_seconds"] = lambda: self.leases.age
        gauges["takeovers"] = lambda: self.leases.takeovers
        gauges["pages_relayed_from_here"] = lambda: len(self.relay.fronts)
        gauges["pages_relayed_to_here"] = lambda: len(self.relay.guests)
        gauges["bus_up"] = lambda: self.bus.is_up
        log("this worker joined", worker=self.me, others=len(self.leases.others))

    async def leave(self) -> None:
        """Stop accepting tables, before this worker ends."""
        self._is_leaving = True
        self._adopting.clear()
        with contextlib.suppress(BusFailed):
            await self.leases.leave()

    async def give_back(self, tables: list[str]) -> None:
        """Release tables that are closed here."""
        for start in range(0, len(tables), AT_ONCE):
            giving = [self.leases.give_back(table) for table in tables[start : start + AT_ONCE]]
            for error in await asyncio.gather(*giving, return_exceptions=True):
                if error is not None and not isinstance(error, BusFailed | Beaten):
                    raise error

    async def stop(self) -> None:
        """Stop serving, and give the lease back."""
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        if self._stop is not None:
            self._stop()
        await self.leases.stop()
        self.relay.links.stop()

    def _spawn(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    # -- tables come and go

    def lost(self) -> None:
        """The lease is lost: unload every table, since others may own it by now."""
        self.metrics.count("leases_lost")
        for live in list(self.registry.tables.values()):
            self.registry.forget(live, "this worker lost its place: the table lives elsewhere")
        self.identity.forget_all()

    def gained(self) -> None:
        """There is a lease again: take tables without an owner."""
        self.identity.forget_all()
        if self.leases.owners or self.metrics.counted["leases_lost"]:
            self._spawn(self._bring_back())

    def moved(self, table: str) -> None:
        """Unload a table that another worker has taken."""
        live = self.registry.tables.get(table)
        if live is not None:
            self.registry.forget(live, "the table moved to another worker")

    def orphaned(self, tables: list[str]) -> None:
        """Take tables that nobody has, one by one."""
        if self._is_leaving:
            return
        known = (self.registry.tables, self._opening)
        wanted = [table for table in tables if not any(table in one for one in known) and self._may_try(table)]
        self._adopting.update(dict.fromkeys(wanted))
        if self._adopting and not self._is_adopting:
            self._is_adopting = True
            self._spawn(self._adopt())

    def _may_try(self, table: str) -> bool:
        """Whether it is time to read a table again that did not stay."""
        last, wait = self._tried.get(table, (0.0, 0.0))
        return time.monotonic() - last >= wait

    def _note_try(self, table: str) -> None:
        """Wait longer before each new attempt to load a table."""
        now, (last, wait) = time.monotonic(), self._tried.get(table, (0.0, 0.0))
        self._tried[table] = (now, 0.0 if now - last > LONGEST_WAIT else min(LONGEST_WAIT, 2 * wait or 1.0))

    async def _adopt(self) -> None:
        """Read the tables that are ours to take, some at a time."""
        began = time.monotonic()
        try:
            counts = await asyncio.gather(*(self._adopt_some() for _ in range(READERS)))
        finally:
            self._is_adopting = False
        log("tables were taken over", tables=sum(counts), seconds=round(time.monotonic() - began, 3))

    async def _adopt_some(self) -> int:
        """Read table after table until none is left; how many they were."""
        count = 0
        while self._adopting:
            table = next(iter(self._adopting))
            del self._adopting[table]
            self._note_try(table)
            try:
                await self.registry.find(table)
                count += 1
            except (Refusal, Elsewhere, BusFailed):
                pass
            except StorageFailed:  # the sweep comes back to them
                self._adopting.clear()
            except Exception:
                log_error("a table could not be taken over", table=table)
        return count

    async def bring(self, person: str) -> None:
        """Nothing to do: tables are with other workers, or are taken over within seconds."""

    async def _bring_back(self) -> None:
        """Tables of the storage that no worker has; those who start together share them."""
        await asyncio.sleep(SETTLE)
        while True:
            try:
                kept = await self.store.live_tables()
                break
            except StorageFailed:
                log_error("the tables cannot be listed at the moment")
            await asyncio.sleep(SWEEP)
        owner, choose = self.leases.owner, self.leases.choose
        self.orphaned([table for table in kept if owner(table) in (None, self.me) and choose(table) == self.me])

    async def _repeat(self, every: float, work: Callable[[], Awaitable[None]]) -> None:
        """Repeat a task; an exception does not end the repetition."""
        while True:
            await asyncio.sleep(every)
            try:
                await work()
            except Exception:
                log_error("an accident between workers")

    async def _sweep(self) -> None:
        """Unload tables that have moved, and take those that were missed."""
        old = time.monotonic() - LONGEST_WAIT
        self._tried = {table: tried for table, tried in self._tried.items() if tried[0] > old}
        for table in list(self.registry.tables):
            known = self.leases.owners.get(table)
            if known is not None and known.worker not in (self.me, NOBODY):
                self.moved(table)
        self.leases.sweep()

    async def _look_after_store(self) -> None:
        """A worker that does not reach the storage lays its lease down, if another worker does reach it."""
        was_stored, self.is_stored = self.is_stored, await self._stored()
        if self.is_stored:
            self.leases.take_up()
        elif not was_stored and self.leases.is_good and any(await self.peers.ask_all(bool, "stored")):
            log_warning("only this worker does not reach the storage: it lets its tables go", worker=self.me)
            await self.leases.lay_down()

    async def _stored(self) -> bool:
        """Check that the storage answers."""
        try:
            async with asyncio.timeout(STORE_WITHIN):
                await self.store.record("")
        except (StorageFailed, TimeoutError):
            return False
        return True

    async def take(self, table: str, *, is_new: bool = False) -> int:
        """Make a table ours: from now on only our appends are accepted. The fence."""
        if self._is_leaving:
            raise NoLease("this worker is about to end: others go on")
        if not is_id(table):
            raise NoTable("there is no such table; perhaps it was closed")
        if not is_new and table not in self.leases.owners and not await self._is_stored(table):
            raise NoTable("there is no such table; perhaps it was closed")
        await self.leases.claim(table)
        return await self.store.take(table)

    async def _is_stored(self, table: str) -> bool:
        """Whether a table has a log, also if its lines were lost."""
        stored = await self.store.log(table)
        return bool(stored.lines or stored.head.length)

    def check(self, table: str) -> None:
        """Refuse a table that was lost while it was read."""
        known = self.leases.owners.get(table)
        if not self.leases.is_good:
            raise NoLease("this worker is cut off from the others for the moment: try again")
        if known is not None and known.worker != self.me:
            raise Elsewhere(known.worker)

    @contextlib.contextmanager
    def opening(self, table: str) -> Iterator[None]:
        """Protect a new table until its log is begun."""
        self._opening.add(table)
        try:
            yield
        finally:
            self._opening.discard(table)

    async def bury(self, table: str, fence: int) -> None:
        """Forget a table that was claimed and never opened."""
        await self.store.close_table(table, fence)
        await self.drop(table)

    async def drop(self, table: str) -> None:
        """Forget a table that is closed for good."""
        with contextlib.suppress(BusFailed):
            await self.leases.drop(table)

    # -- pages

    async def reach(self, table: str, session: Session) -> Route:
        """The route of a session to its table; waits while the table's worker is being replaced."""
        until = time.monotonic() + PATIENCE
        while True:
            if not self.bus.is_up and not self.leases.is_good:
                raise NoLease("this worker is cut off from the others: another may know more")
            try:
                owner = self.leases.owner(table)
                if table in self.registry.tables or owner in (None, self.me):
                    live = await self.registry.find(table)
                    return self.sockets.here(session, live.table.id)
                front = await self._knock(owner, table, session)
                if front is not None:
                    return front
            except (Elsewhere, BusFailed, NoLease, StorageFailed):
                pass
            if time.monotonic() > until:
                raise NoLease("the table cannot be reached at the moment: try again")
            await self.leases.wait_for_change(AGAIN)

    async def _knock(self, owner: str, table: str, session: Session) -> Front | None:
        """Ask the owner of a table to take a page."""
        front = self.relay.front(owner, session)
        try:
            who = [session.person, session.is_named, session.name, session.address, list(session.blocks)]
            said = await self.peers.ask(owner, Welcomed, "page", self.me, front.id, who, table)
        except BaseException:
            front.gone()
            raise
        if said.is_here and not front.is_cut:
            session.is_timed = said.is_timed
            return front
        self.relay.forget(front)
        if said.is_unknown:
            raise NoTable("there is no such table; perhaps it was closed")
        return None

    async def _page(self, peer: str, page: int, who: list[Any], table: str) -> Welcomed:
        """Answer a page at another worker that asks for a table."""
        try:
            live = await self.registry.find(table)
        except NoTable:
            return Welcomed(False, is_unknown=True)
        except (Refusal, Elsewhere, BusFailed, StorageFailed):
            return Welcomed(False)
        self.relay.welcome(peer, page, who, table)
        return Welcomed(True, live.race.is_race)

    def health(self) -> dict[str, bool | int | float | str]:
        """What the health of this worker depends on, besides the worker itself."""
        leases = self.leases
        facts: dict[str, bool | int | float | str] = {"worker": self.me, "workers": len(leases.heard)}
        return {**facts, "bus": self.bus.is_up, "db": self.is_stored, "lease": leases.is_good, "ok": leases.is_good}
