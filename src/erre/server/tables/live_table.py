"""A table that people sit at: it writes first, then answers, then tells everybody. One worker owns it."""

from __future__ import annotations

import asyncio
import time
from collections import deque
from collections.abc import Awaitable, Callable
from functools import partial
from typing import TYPE_CHECKING

from erre.race.race import Flight, Way, flight_of, slide_of
from erre.server.logs import log_error
from erre.server.net.messages import Bye, Glide, Ok
from erre.server.net.sessions import Session, encode
from erre.server.net.websocket import frame_all
from erre.server.storage.contract import StorageFailed, Taken
from erre.server.tables.archive import Archive
from erre.server.tables.bot_seats import BotSeats
from erre.server.tables.broadcaster import Broadcaster
from erre.server.tables.race_runner import RaceRunner
from erre.server.tables.request_handler import RequestHandler
from erre.table.clocks import due, tick
from erre.table.decide import Who, forget, hand_back
from erre.table.entries import Commit, Reopened, format_commit
from erre.table.requests import Hello
from erre.table.table import Effects, Foreseen, Table

if TYPE_CHECKING:
    from erre.server.tables.table_registry import TableRegistry

Job = Callable[[], Awaitable[None]]


def milliseconds() -> int:
    """Now, on the clock that people share."""
    return time.time_ns() // 1_000_000


class LiveTable:
    """A table with its sockets, its clock and its bots."""

    def __init__(self, registry: TableRegistry, table: Table, fence: int = 0) -> None:
        self.registry = registry
        self.table = table
        self.fence = fence  # says to the storage that the table is ours; 0 where nobody else could have it
        self.sessions: set[Session] = set()
        self.is_dead = False  # it was let go: its log may say more than it knows
        self.touched = milliseconds()
        self._jobs: deque[Job] = deque()
        self._worker: asyncio.Task[None] | None = None  # while there are jobs
        self._alarm: asyncio.TimerHandle | None = None
        self._due: int | None = None  # when it rings
        self.flight: Flight = []  # how the runes of the last commit flew
        self.glide: Way = []  # and how one was slid
        self.bots = BotSeats(self)
        self.races = RaceRunner(self) if table.profile.is_race else None
        self.handler, self.broadcaster, self.archive = RequestHandler(self), Broadcaster(self), Archive(self)

    # -- the worker

    def put(self, job: Job) -> None:
        """Have the table's own worker do something; jobs are done one by one, in order."""
        self._jobs.append(job)
        if self._worker is None:
            self._worker = asyncio.get_running_loop().create_task(self._work())

    async def _work(self) -> None:
        """Do job after job; an accident in one leaves the table as its log says."""
        while self._jobs:
            job = self._jobs.popleft()
            if self.is_dead:
                continue
            try:
                await job()
            except (Taken, StorageFailed):
                log_error("the log was not written", table=self.table.id)
                self.registry.forget(self, "the table cannot be kept at the moment")
            except Exception:
                log_error("an accident at a table", table=self.table.id)
                self.registry.metrics.count("accidents")
                self.registry.forget(self, "something went wrong here: the table is read again from its log")
        self._worker = None

    async def close(self, bye: Bye | None = None) -> None:
        """Finish the jobs that wait, and let everybody go."""
        for session in list(self.sessions):
            if bye is not None:
                session.close(bye)
        if self._worker is not None:
            await self._worker
        self.stop()
        self.is_dead = True  # another worker may have it from now on

    def die(self, why: str) -> None:
        """Let everybody go, to come back to the table as its log says."""
        self.is_dead = True
        self.stop()
        for session in list(self.sessions):
            session.close(Bye("reload", why, 500))

    def stop(self) -> None:
        """No clock and no bot goes on."""
        if self._alarm is not None:
            self._alarm.cancel()
        self.bots.stop()
        if self.races is not None:
            self.races.close()

    async def commit(self, commit: Commit, session: Session | None = None, before: bytes = b"") -> None:
        """Write, then answer, then tell everybody; `before` goes to all ahead of the update."""
        began = time.perf_counter()
        writing = self.registry.store.append(self.table.id, commit.number, format_commit(commit), fence=self.fence)
        if self.races is None:
            await writing
            foreseen = None
        else:  # a throw takes milliseconds: it is worked out in a thread while the disk turns
            foreseen, _ = await asyncio.gather(self.registry.aside(self._foresee, commit), writing)
        self.registry.metrics.commit.add(time.perf_counter() - began)
        effects = self.table.apply(commit, foreseen)
        self.touched = commit.at
        self._count(effects)
        if session is not None and commit.asked is not None:
            session.say(Ok(commit.asked.n, effects.updates[-1].number if effects.updates else None))
        if before:
            self.send_all(before)
        if self.glide and effects.updates:
            self.send_all(encode(Glide(effects.updates[-1].seat or 0, self.glide)))
        self.broadcaster.tell(effects)
        self.go_on()
        if effects.updates and self.table.stage == "over":
            await self.archive.keep_record()
        elif self.table.rated:
            await self.archive.look_up_ratings()

    def _count(self, effects: Effects) -> None:
        """What operators read."""
        self.registry.metrics.count("commits")
        self.registry.metrics.count("moves", sum(update.seat is not None for update in effects.updates))

    async def commit_lines(self, commit: Commit, waiting: list[tuple[Session, int]]) -> None:
        """What was said: of the table nothing changes but its chat."""
        began = time.perf_counter()
        await self.registry.store.append(self.table.id, commit.number, format_commit(commit), fence=self.fence)
        self.registry.metrics.commit.add(time.perf_counter() - began)
        effects = self.table.apply(commit)
        self.touched = commit.at
        self._count(effects)
        for session, n in waiting:
            session.say(Ok(n))
        self.broadcaster.tell_lines(effects.spoken)

    def _foresee(self, commit: Commit) -> Foreseen:
        """What a commit brings, and how runes fly in it; in a thread, while nobody else changes the table."""
        foreseen = self.table.foresee(commit)
        try:
            self.flight = flight_of(self.table, commit, foreseen) if self.sessions else []
            self.glide = slide_of(self.table, commit) if self.sessions else []
        except Exception:  # a picture; the game goes on without it
            log_error("no flight", table=self.table.id)
            self.flight, self.glide = [], []
        return foreseen

    def go_on(self) -> None:
        """Set the clock and wake the bots."""
        if self.races is not None:
            self.races.follow()
        self.set_alarm()
        self.bots.wake()

    async def reopen(self) -> None:
        """The server was away: clocks leave everybody time to return."""
        if self.table.stage == "playing":
            await self.commit(Commit(self.table.next_commit, max(milliseconds(), self.table.last_at), [Reopened()]))
        elif self.table.stage == "over":
            await self.archive.keep_record()

    # -- people

    def attach(self, session: Session, hello: Hello) -> None:
        """A page has come."""
        self.sessions.add(session)
        self.touched = milliseconds()
        session.live = self
        session.mine = self.mine_of(session)
        came = self.table.people.put(session.person, True, milliseconds())
        missing = None if hello.have is None else self.table.missing(hello.have)
        if missing is None:
            self.broadcaster.welcome(session)
        else:
            self.broadcaster.send_changes(session, missing, hello.heard)
        if self.races is not None:
            self.races.welcome(session)
        if came or not session.mine:
            self.broadcaster.tell_table(but=session)
        if not hello.hidden:
            self._take_back(session)
        self.go_on()

    def _take_back(self, session: Session) -> None:
        """Who is back plays again at once: what the bot was about to do for them is dropped."""
        played_for = [seat for seat in session.mine if self.table.chairs[seat].autopilot]
        for seat in played_for:
            self.bots.drop(seat)
        if played_for:
            self.put(partial(self._hand_back, session.person))

    async def _hand_back(self, person: str) -> None:
        """The seats of somebody who is here are theirs."""
        commit = hand_back(self.table, person, milliseconds())
        if commit is not None:
            await self.commit(commit)

    def detach(self, session: Session) -> None:
        """A page is gone."""
        if session not in self.sessions:
            return
        self.sessions.discard(session)
        session.live = None
        left = not any(other.person == session.person for other in self.sessions)
        if (left and self.table.people.put(session.person, False, milliseconds())) or not session.mine:
            self.broadcaster.tell_table()
        self.go_on()

    async def release(self, person: str) -> None:
        """Somebody is forgotten; a table at which nobody else sits goes with its log."""
        if set(self.table.persons()) <= {person}:
            await self.registry.close_table(self)
        elif self.table.seats_of(person) or self.table.host == person:
            await self.commit(forget(self.table, person, milliseconds()))

    def mine_of(self, session: Session) -> tuple[int, ...]:
        """The seats whose cards a page may see: none on the big screen."""
        return () if session.is_screen else tuple(self.table.seats_of(session.person))

    def who(self, session: Session) -> Who:
        """Who asks."""
        return Who(session.person, session.client, session.is_invited, session.is_named)

    # -- clocks and bots

    def set_alarm(self) -> None:
        """Ring when the table next has something to do by itself."""
        if self._alarm is not None:
            self._alarm.cancel()
            self._alarm = None
        self._due = due(self.table)
        if self._due is not None:
            wait = max(0.0, (self._due - milliseconds()) / 1000)
            self._alarm = asyncio.get_running_loop().call_later(wait, self.put, self._rung)

    async def _rung(self) -> None:
        """The clock has rung."""
        await self.ring()
        self.set_alarm()

    async def ring(self) -> None:
        """Carry out all that is due."""
        while self._due is not None and self._due <= milliseconds():
            commit = tick(self.table, milliseconds())
            if commit is None:
                return
            self.registry.metrics.count("ticks")
            await self.commit(commit)

    def clock(self) -> int:
        """Now."""
        return milliseconds()

    # -- what everybody is told

    def send_all(self, *messages: bytes) -> None:
        """The same to every page."""
        frames = frame_all(messages)
        for session in self.sessions:
            session.send_frames(frames)
