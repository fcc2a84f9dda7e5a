"""The queue of each game: seats people whose wishes are compatible; after a while, bots take the free seats.

One worker keeps the queue for all of them. A page repeats its wish every few seconds, so a place survives a
reconnection, and the waiting pages rebuild a queue whose worker has ended. First come, first served: the first person
whose table is full, or whose time is up, is seated together with the next ones who fit.
"""

from __future__ import annotations

import asyncio
import secrets
import time
from collections.abc import Awaitable, Callable, Iterable
from dataclasses import dataclass, field
from typing import Any

from erre.core.errors import Refusal
from erre.games import game as find_game
from erre.games import usual_seats
from erre.server.bus.peers import Peers
from erre.server.company.types import QueueState, QueueWish
from erre.server.logs import log, log_error
from erre.server.net.http_types import NewTable
from erre.server.net.identity import TooMany
from erre.server.net.limits import Limits
from erre.server.storage.company import avoided_by, name_of
from erre.server.storage.contract import Person, StorageFailed, Store
from erre.server.tables.live_table import LiveTable
from erre.table.refusals import NotClaimed, ServerFull

BOTS_AFTER = 30.0  # seconds
SILENT, GONE = 12.0, 90.0  # seconds without a sign: not seated any more; forgotten
SEATED_FOR = 120.0  # seconds for which a place at a table is told again
LOOK_EVERY = 0.5
MOST_OF_ADDRESS, MOST_WAITING = 30, 2000
JOINS, JOINS_PER_SECOND = 20.0, 0.1  # new places of one person
KEEPER = "queue"

Open = Callable[..., Awaitable[LiveTable]]


@dataclass
class Entry:
    """Somebody who waits."""

    person: Person
    address: str
    wish: QueueWish
    seats: int
    since: float
    heard: float
    avoids: frozenset[str] = frozenset()
    is_taken: bool = False  # a table is being opened
    table: str = ""
    problem: str = ""
    seated_at: float = field(default=0.0)

    def bots_in(self, now: float) -> float | None:
        """Seconds until bots take the free seats; None if they never do."""
        if self.wish.bots == "never":
            return None
        return 0.0 if self.wish.bots == "now" else max(0.0, self.since + BOTS_AFTER - now)

    def is_for(self, wish: QueueWish) -> bool:
        """Whether a wish keeps this place; when bots may come can be changed while waiting."""
        return (self.wish.game, self.seats, self.wish.rated) == (wish.game, seats_in(wish), wish.rated)

    def fits(self, other: Entry) -> bool:
        """Whether two people can sit at one table."""
        same = (self.wish.game, self.wish.rated, self.seats) == (other.wish.game, other.wish.rated, other.seats)
        return same and other.person.id not in self.avoids and self.person.id not in other.avoids


class PlayQueue:
    """Everybody who waits for a game, at the worker that keeps the queue."""

    def __init__(
        self, store: Store, peers: Peers, limits: Limits, opens: Open, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self.store, self.peers, self.limits, self._open, self._clock = store, peers, limits, opens, clock
        self._entries: dict[str, Entry] = {}  # by person, in the order in which they came
        self._opening: set[asyncio.Task[None]] = set()
        peers.answer_with("queue_join", self._answer_join)
        peers.answer_with("queue_state", self._answer_state)
        peers.answer_with("queue_leave", self._answer_leave)

    # -- for every worker

    async def join(self, person: Person, address: str, wish: QueueWish) -> QueueState:
        """Take a place in a queue, or keep it; another wish of the same person replaces the one before."""
        check_wish(person, wish)
        avoids = sorted(await self.store.look(lambda: avoided_by(person.id)))
        who = [person.id, person.name, person.is_named, address, avoids]
        asked = [wish.game, wish.seats, wish.rated, wish.bots]
        state: QueueState = await self._ask(QueueState, "queue_join", self._answer_join, who, asked)
        return state

    async def state(self, person: str) -> QueueState | None:
        """How it stands with somebody's place; None if they have none."""
        state: QueueState | None = await self._ask(QueueState | None, "queue_state", self._answer_state, person)
        return state

    async def leave(self, person: str) -> None:
        """Give a place up."""
        await self._ask(bool, "queue_leave", self._answer_leave, person)

    async def _ask(self, kind: Any, what: str, here: Callable[..., Awaitable[Any]], *values: Any) -> Any:
        """Ask the worker that keeps the queue."""
        keeper = self.peers.choose(KEEPER)
        if keeper == self.peers.me:
            return await here(*values)
        return await self.peers.ask(keeper, kind, what, *values)

    # -- for the worker that keeps the queue

    async def _answer_join(self, who: list[Any], asked: list[Any]) -> QueueState:
        person, wish, now = Person(*who[:3]), QueueWish(*asked), self._clock()
        entry = self._entries.get(person.id)
        if entry is not None and (entry.is_taken or entry.table) and not entry.problem:
            entry.heard = now
            return self._told(entry)
        if entry is None or not entry.is_for(wish) or entry.problem:
            entry = self._enter(person, who[3], wish, now)
        entry.person, entry.wish, entry.heard, entry.avoids = person, wish, now, frozenset(who[4])
        self._seat()
        return self._told(entry)

    def _enter(self, person: Person, address: str, wish: QueueWish, now: float) -> Entry:
        """Add somebody at the end of the queue."""
        self._entries.pop(person.id, None)
        if len(self._entries) >= MOST_WAITING:
            raise ServerFull("too many people wait here: try again in a moment")
        self.limits.spend(f"queued {person.id}", 1.0, JOINS, JOINS_PER_SECOND)
        waiting = sum(one.address == address and not one.table for one in self._entries.values())
        if self.limits.scale and waiting >= MOST_OF_ADDRESS * self.limits.scale:
            raise TooMany("too many people wait at your address")
        entry = self._entries[person.id] = Entry(person, address, wish, seats_in(wish), now, now)
        return entry

    async def _answer_state(self, person: str) -> QueueState | None:
        entry = self._entries.get(person)
        return None if entry is None else self._told(entry)

    async def _answer_leave(self, person: str) -> bool:
        entry = self._entries.get(person)
        if entry is not None and not entry.is_taken:
            del self._entries[person]
        return True

    def _told(self, entry: Entry) -> QueueState:
        """What the page of somebody shows."""
        bots_in, wish = entry.bots_in(self._clock()), entry.wish
        waiting = len(self._group(entry, self._waiting(), with_bots=False))
        left = None if bots_in is None else round(bots_in * 1000)
        return QueueState(wish.game, entry.seats, wish.rated, wish.bots, waiting, left, entry.table, entry.problem)

    # -- seating

    def _waiting(self) -> list[Entry]:
        """Those who can be seated now, in the order in which they came."""
        now = self._clock()
        free = (one for one in self._entries.values() if not (one.is_taken or one.table or one.problem))
        return [one for one in free if now - one.heard < SILENT]

    def _group(self, first: Entry, waiting: Iterable[Entry], *, with_bots: bool) -> list[Entry]:
        """Somebody and those who came next and fit; with bots, only those who accept bots."""
        group = [first]
        for other in waiting:
            if other is first or len(group) >= first.seats or (with_bots and other.wish.bots == "never"):
                continue
            if all(one.fits(other) for one in group):
                group.append(other)
        return group

    def _seat(self) -> None:
        """Open a table for everybody whose table is full or whose time is up."""
        waiting = self._waiting()
        for first in list(waiting):
            if first.is_taken:
                continue
            free = [one for one in waiting if not one.is_taken]
            group = self._group(first, free, with_bots=False)
            if len(group) < first.seats:
                if first.bots_in(self._clock()) != 0.0:
                    continue
                group = self._group(first, free, with_bots=True)
            for one in group:
                one.is_taken = True
            task = asyncio.get_running_loop().create_task(self._open_for(group))
            self._opening.add(task)
            task.add_done_callback(self._opening.discard)

    async def _open_for(self, group: list[Entry]) -> None:
        """Open a table at which a group has its seats, in random order; bots take the others."""
        first = group[0]
        wish = NewTable(first.wish.game, first.seats, play_now=True, rated=first.wish.rated, waits=True)
        seated = [one.person for one in group]
        secrets.SystemRandom().shuffle(seated)
        try:
            if await self._drop_deleted(group):
                return
            live = await self._open(wish, seated[0], None, first.address, seated[1:])
            for one in group:
                one.table = live.table.id
            log("the queue has opened a table", game=first.wish.game, people=len(group), seats=first.seats)
        except Refusal as refusal:
            first.problem = refusal.code
        except StorageFailed:
            first.problem = "away"
        except Exception:
            log_error("the queue could not open a table", game=first.wish.game)
            first.problem = "away"
        for one in group:
            one.is_taken, one.seated_at = False, self._clock()

    async def _drop_deleted(self, group: list[Entry]) -> bool:
        """Forget people who were deleted while they waited; whether there were any, and the others wait on."""
        known = [await self.store.look(lambda one=one: name_of(one.person.id)) for one in group]  # type: ignore[misc]
        if None not in known:
            return False
        for one, name in zip(group, known, strict=True):
            one.is_taken = False
            if name is None:
                self._entries.pop(one.person.id, None)
        return True

    async def watch(self) -> None:
        """Seat people when their time is up, and forget those who are gone."""
        while True:
            await asyncio.sleep(LOOK_EVERY)
            self.tidy()
            self._seat()

    def tidy(self) -> None:
        """Forget people who gave no sign for long, and places at tables that were told often enough."""
        now = self._clock()
        for person, one in list(self._entries.items()):
            is_done = bool(one.table or one.problem) and now - one.seated_at > SEATED_FOR
            if not one.is_taken and (is_done or now - one.heard > GONE):
                del self._entries[person]


def seats_in(wish: QueueWish) -> int:
    """How many seats somebody wants; the usual number where they do not say."""
    return usual_seats(find_game(wish.game)) if wish.seats is None else wish.seats


def check_wish(person: Person, wish: QueueWish) -> None:
    """Refuse what cannot be played."""
    game = find_game(wish.game)
    if wish.seats is not None:
        game.check_seats(wish.seats)
    if wish.rated and not person.is_named:
        raise NotClaimed("rated games are for people who have claimed their name")
