"""A table in play: writes each commit to disk, acknowledges it, then broadcasts it. One worker owns it."""

from __future__ import annotations

import asyncio
import secrets
import time
from collections import deque
from collections.abc import Awaitable, Callable
from functools import partial
from hmac import compare_digest

from erre.core.errors import IllegalMove, Refusal
from erre.server.clock import Clock, LateClock
from erre.server.logs import log_error
from erre.server.net.messages import Bye, ChatLine, Ok
from erre.server.net.sessions import Session
from erre.server.net.websocket import frame_all
from erre.server.storage.company import BLOCK, is_tied
from erre.server.storage.contract import StorageFailed, Taken
from erre.server.tables.archive import Archive
from erre.server.tables.bot_seats import BotSeats
from erre.server.tables.broadcaster import Broadcaster, seats_shown
from erre.server.tables.live import Job, TableRace
from erre.server.tables.race_runner import NoRace, RaceRunner
from erre.server.tables.request_handler import Light, RequestHandler
from erre.server.tables.services import Services
from erre.server.tables.turns import Turns
from erre.table.by_day import OVERSLEPT
from erre.table.clean_text import LONGEST_NAME
from erre.table.clocks import due, stand_in, tick
from erre.table.decide import Lasting, asked_by, check_number, decide, forget, hand_back, uses_account_name
from erre.table.entries import AnyEntry, Commit, Named, Reopened, Stood, chained, format_commit, hash_of, parse_log
from erre.table.forgetting import without_person
from erre.table.match import Decision, Effects
from erre.table.refusals import NotWithYou
from erre.table.requests import AnyRequest, Hello, MakeGrab, Ping, Say, SetName, Sit
from erre.table.table import Table

MOST_ASKING = 32  # requests of one session that may wait
LetGo = Callable[["LiveTable", str], None]
Close = Callable[["LiveTable"], Awaitable[None]]


class LiveTable:
    """A table with its sessions, its clock and its bots."""

    def __init__(
        self, services: Services, table: Table, fence: int, last: str, let_go: LetGo, close_for_good: Close
    ) -> None:
        self.services = services
        self.table = table
        self.last = last  # the hash of the last line of the log
        self.fence = fence  # proves to the storage that the table is ours; 0 where nobody else could have it
        self.sessions: set[Session] = set()
        self.is_dead = False  # it was unloaded: its log may be ahead of it
        self.clock: Clock = LateClock(services.clock, table.last_at)
        self.touched = self.clock.now()
        self.is_touched = True  # since the last search for idle tables
        self.is_behind = False  # a page knew more than the log
        self.is_visited = False  # somebody came since it was read
        self.idle = 0  # seconds for which nobody was here, while a server ran
        self.opened_from = ""  # the address, for as long as the server runs
        self._let_go, self._close_for_good = let_go, close_for_good
        self._jobs: deque[Job] = deque()
        self._worker: asyncio.Task[None] | None = None  # while there are jobs
        self._alarm: asyncio.TimerHandle | None = None
        self._due: int | None = None  # when it rings
        is_race = table.profile.is_race
        self.race: TableRace = RaceRunner(self, self._think_again) if is_race else NoRace(self)
        self.bots = BotSeats(self, self.race)
        self.archive = Archive(self)
        self.turns = Turns(self)
        self.broadcaster = Broadcaster(self, self.race, self.archive)
        self.handler = RequestHandler(self, self.race)

    # -- the worker

    def put(self, job: Job) -> None:
        """Queue a job; the table does its jobs one by one, in order."""
        self._jobs.append(job)
        if self._worker is None:
            self._worker = asyncio.get_running_loop().create_task(self._work())

    async def do(self, job: Job) -> None:
        """Queue a job, and wait until it is done, or the table is gone."""
        done: asyncio.Future[None] = asyncio.get_running_loop().create_future()

        async def noted() -> None:
            try:
                await job()
            finally:
                if not done.done():
                    done.set_result(None)

        self.put(noted)
        while not done.done() and not self.is_dead:
            await asyncio.wait([done], timeout=1.0)

    async def _work(self) -> None:
        """Do job after job; after an unexpected error the table is loaded again from its log."""
        while self._jobs:
            job = self._jobs.popleft()
            if self.is_dead:
                continue
            try:
                await job()
            except (Taken, StorageFailed):
                log_error("the log was not written", table=self.table.id)
                self._let_go(self, "the table cannot be kept at the moment")
            except Exception:
                log_error("an accident at a table", table=self.table.id)
                self.services.metrics.count("accidents")
                self._let_go(self, "something went wrong here: the table is read again from its log")
        self._worker = None

    def may_sleep(self) -> bool:
        """Whether it can leave memory: nobody is here, and it has nothing to do now."""
        is_busy = bool(self.sessions or self._jobs or self._worker or self.bots.are_thinking)
        is_due = self._due is not None and self._due <= self.clock.now()
        return bool(self.table.hours) and not (is_busy or is_due or self.is_dead)

    async def close(self, bye: Bye | None = None) -> None:
        """Finish the queued jobs, and close all sessions."""
        for session in list(self.sessions):
            if bye is not None:
                session.close(bye)
        if self._worker is not None:
            await self._worker
        self.stop()
        self.is_dead = True  # another worker may have it from now on

    def die(self, why: str) -> None:
        """Close all sessions; pages come back to the table as its log describes it."""
        self.is_dead = True
        self.stop()
        for session in list(self.sessions):
            session.close(Bye("reload", why, 500))

    def stop(self) -> None:
        """Cancel the table's clocks and bots."""
        if self._alarm is not None:
            self._alarm.cancel()
        self.bots.stop()
        self.race.close()
        self.broadcaster.stop()

    # -- requests

    def ask(self, session: Session, request: AnyRequest, arrived: float = 0.0) -> None:
        """Queue a request; a grab goes straight to the judge."""
        if isinstance(request, Hello | Ping):
            return
        if isinstance(request, MakeGrab):
            self.handler.grab(session, request, arrived)
        elif session.asking >= MOST_ASKING:
            session.refuse(request.n, "too_fast", "too many requests at once")
        else:
            session.asking += 1
            if isinstance(request, Say):
                self.handler.say(session, request)
            else:
                self.put(partial(self._answer, session, request))

    async def _answer(self, session: Session, request: Lasting | Light) -> None:
        """Carry a request out, or say why not."""
        session.asking -= 1
        try:
            check_number(request.n)
            if isinstance(request, Light):
                self.handler.answer(session, request)
            else:
                await self._carry_out(session, request)
        except Taken:
            raise
        except Refusal as refusal:
            self.refuse(session, request.n, refusal)

    async def _carry_out(self, session: Session, request: Lasting) -> None:
        """Decide on a request and commit the decision; one that was carried out before is only answered again."""
        who, table = session.who, self.table
        done = table.answer_to(asked_by(who, request.n))
        if done is not None:
            self.services.metrics.count("resent")
            session.say(Ok(request.n, done[0]))
            return
        if isinstance(request, SetName) or (isinstance(request, Sit) and not uses_account_name(table, who)):
            await self.services.names.check(request.name, who.person)
        if isinstance(request, Sit) and await self._is_blocked(who.person):
            raise NotWithYou("you cannot sit at this table")
        await self.ring()  # what was due earlier happens first
        await self.commit(decide(table, who, request, self.clock.now()), session)

    async def _is_blocked(self, person: str) -> bool:
        """Whether the host of this table has blocked somebody."""
        host = self.table.host
        return person != host and await self.services.store.look(lambda: is_tied(host, person, BLOCK))

    def refuse(self, session: Session, n: int, refusal: Refusal) -> None:
        """Say why a request is not carried out."""
        self.services.metrics.count("refusals")
        rule = refusal.rule if isinstance(refusal, IllegalMove) else ""
        session.refuse(n, refusal.code, refusal.why, rule)

    # -- commits

    async def commit(self, decision: Decision, session: Session | None = None, before: bytes = b"") -> None:
        """Write, then answer the session that asked, then tell everybody; `before` is sent ahead of the update."""
        commit = decision.commit
        foreseen = await self.race.foresee(decision, self._write(commit))
        effects = self.table.apply(commit, foreseen)
        self._count(commit, effects)
        if session is not None and commit.asked is not None:
            session.say(Ok(commit.asked.n, effects.updates[-1].number if effects.updates else None))
        for message in (before, self.race.before_update(effects)):
            if message:
                self.send_all(message)
        self.broadcaster.tell(effects)
        self.turns.follow(effects)
        self.go_on()
        if effects.updates and self.table.stage == "over":
            await self._store_game()
        elif self.table.rated:
            await self.look_up_ratings()
        if self.archive.lacks_portraits():
            await self.look_up_portraits()

    async def commit_lines(self, commit: Commit, waiting: list[tuple[Session, int]]) -> None:
        """Write lines of chat, answer those who wait, and tell everybody; nothing else changes."""
        await self._write(commit)
        effects = self.table.apply(commit)
        self._count(commit, effects)
        for session, n in waiting:
            session.say(Ok(n))
        self.broadcaster.tell_lines(effects.spoken)

    async def _write(self, commit: Commit) -> None:
        """Append a commit to the log, with the hash of the line before it."""
        began = time.perf_counter()
        line = format_commit(chained(commit, self.last))
        await self.services.store.append(self.table.id, commit.number, line, fence=self.fence)
        self.last = hash_of(line)
        self.services.metrics.commit.add(time.perf_counter() - began)

    def _count(self, commit: Commit, effects: Effects) -> None:
        """Count a commit for the operator, and note that the table lives."""
        self.touched, self.is_touched = commit.at, True
        self.services.metrics.count("commits")
        self.services.metrics.count("moves", sum(update.seat is not None for update in effects.updates))

    async def _store_game(self) -> None:
        """Store the finished game, and show what it made of the ratings."""
        await self.archive.store_game()
        if self.table.rated:
            await self.archive.look_up_ratings(is_new=True)
        self.broadcaster.tell_table()

    async def look_up_ratings(self, *, is_new: bool = False) -> None:
        """Look up the ratings of the people at a rated table, and show them."""
        if await self.archive.look_up_ratings(is_new=is_new):
            self.broadcaster.tell_table()

    async def look_up_portraits(self) -> None:
        """Look up the portraits of people who have sat down, and show them."""
        if await self.archive.look_up_portraits():
            self.broadcaster.tell_table()

    def show_portrait(self, person: str, portrait: str) -> None:
        """Somebody who may sit here has chosen another portrait."""
        if self.archive.portraits.get(person, portrait) != portrait:
            self.archive.portraits[person] = portrait
            self.broadcaster.tell_table()

    def go_on(self) -> None:
        """Set the clocks and wake the bots."""
        self.race.follow()
        self.set_alarm()
        self.bots.wake()

    async def reopen(self) -> None:
        """After a restart of the server: note it in the log, so that clocks leave everybody time to return.

        A table by the day is read often. It needs that time only if a move was due while no server ran.
        """
        limit = due(self.table)
        overslept = limit is not None and self.clock.now() - limit > OVERSLEPT
        if self.table.stage == "playing" and (overslept or not self.table.hours):
            now = max(self.clock.now(), self.table.last_at)
            await self.commit(Decision(Commit(self.table.next_commit, now, [Reopened()])))
        elif self.table.stage == "over":
            await self._store_game()

    # -- people

    def attach(self, session: Session, hello: Hello) -> None:
        """Attach a page: check that it may watch, and send it what it has missed."""
        now = self.clock.now()
        session.is_screen, session.is_timed = hello.screen, self.race.is_race
        session.is_invited = compare_digest(hello.invite.encode(), self.table.invite.encode())
        if not self.may_watch(session):
            session.close(Bye("not_invited", "this table is closed: ask its host for an invitation", None))
            return
        if len(self.sessions) >= self.services.config.most_watching and not self.table.seats_of(session.person):
            session.close(Bye("too_many", "too many people watch this table: try again later", None))
            return
        lost = 0 if hello.have is None else max(0, hello.have - self.table.number)
        if lost and self.table.seats_of(
            session.person
        ):  # anybody can claim anything, but players have no reason to lie
            self._tell_of_loss(lost)
        self.sessions.add(session)
        self.touched, self.is_touched, self.is_visited = now, True, True
        session.live = self
        session.mine = seats_shown(self.table, session)
        came = self.table.people.put(session.person, True, now)
        missing = None if hello.have is None else self.table.missing(hello.have)
        if missing is None:
            self.broadcaster.welcome(session, lost)
        else:
            self.broadcaster.send_changes(session, missing, hello.heard)
        self.race.welcome(session)
        if came or not session.mine:
            self.broadcaster.tell_presence(session)
        if not hello.hidden:
            self._take_back(session)
        self.go_on()

    def may_watch(self, session: Session) -> bool:
        """Whether somebody may see this table: a closed one only with an invitation, from a seat, or as its host."""
        return (session.is_invited and not self.table.sealed) or self.may_see(session.person)

    def may_see(self, person: str) -> bool:
        """Whether a person may see this table without an invitation."""
        table = self.table
        if table.sealed:  # also those whose seat a bot has taken over
            seated = table.match.seated if table.match else table.chairs
            return bool(person) and any(chair.person == person for chair in seated)
        return table.access != "closed" or person == table.host or bool(person and table.seats_of(person))

    def _tell_of_loss(self, lost: int) -> None:
        """A page knows more than the log: the end of the log was lost. The operator must know."""
        self.services.metrics.count("pages_ahead")
        if not self.is_behind:  # once is enough
            self.is_behind = True
            log_error("a page knows more than the log of its table", table=self.table.id, lost=lost)

    def _take_back(self, session: Session) -> None:
        """Give a person who is back their seats, and drop what a bot was about to do for them."""
        played_for = [seat for seat in session.mine if self.table.chairs[seat].autopilot]
        for seat in played_for:
            self.bots.drop(seat)
        if played_for:
            self.put(partial(self._hand_back, session.person))

    async def _hand_back(self, person: str) -> None:
        """End the autopilot on the seats of a person who is back."""
        commit = hand_back(self.table, person, self.clock.now())
        if commit is not None:
            await self.commit(Decision(commit))

    def detach(self, session: Session) -> None:
        """Remove a session, and tell the others if its person is gone."""
        if session not in self.sessions:
            return
        self.sessions.discard(session)
        session.live = None
        left = not any(other.person == session.person for other in self.sessions)
        now = self.clock.now()
        if (left and self.table.people.put(session.person, False, now)) or not session.mine:
            self.broadcaster.tell_presence()
        if left and self.table.hours:
            self.turns.tell_absent()
        self.go_on()

    async def rename(self, person: str, name: str) -> None:
        """Give a person another name on their seats; where several have the same name, they are numbered."""
        taken = [chair.name for chair in self.table.chairs if chair.person != person]
        names = (one for one in [name, *(f"{name[: LONGEST_NAME - 3]} {n}" for n in range(2, 100))] if one not in taken)
        entries: list[AnyEntry] = [Named(seat, next(names)) for seat in self.table.seats_of(person)]
        if entries:
            at = max(self.clock.now(), self.table.last_at)
            await self.commit(Decision(Commit(self.table.next_commit, at, entries)))

    async def leave_to_bots(self) -> None:
        """Let bots finish a game for which an evening waits: nobody plays on."""
        if self.table.stage == "playing" and self.table.club and self.table.persons():
            level = stand_in(self.table.levels)
            seats = [seat for seat, chair in enumerate(self.table.chairs) if chair.kind == "person"]
            now = max(self.clock.now(), self.table.last_at)
            await self.commit(Decision(Commit(self.table.next_commit, now, [Stood(seat, level) for seat in seats])))

    async def release(self, person: str) -> None:
        """Forget a person: their seats are given up, and nothing of them is left in the log.

        A table at which nobody else sits is deleted with its log. Otherwise the log is rewritten without them, and
        all pages reload the table.
        """
        if {self.table.host, *self.table.persons()} <= {person, ""}:
            await self._close_for_good(self)
            return
        if self.table.seats_of(person) or self.table.host == person:
            await self.commit(Decision(forget(self.table, person, self.clock.now())))
        store, alias = self.services.store, f"gone-{secrets.token_hex(8)}"
        stored = await store.log(self.table.id)
        commits = parse_log(stored.lines, stored.head)
        await store.rewrite(self.table.id, without_person(commits, person, alias), self.fence)
        self._let_go(self, "somebody who was here is forgotten: the table is read again")

    async def put_out(self, person: str) -> None:
        """Give up the seats of somebody who was banned; a table at which nobody else sits is closed."""
        if not self.table.seats_of(person) and self.table.host != person:
            return
        if {self.table.host, *self.table.persons()} <= {person, ""}:
            await self._close_for_good(self)
        else:
            await self.commit(Decision(forget(self.table, person, self.clock.now())))

    # -- clocks and bots

    def _think_again(self, seat: int) -> None:
        """A bot that grabbed in vain thinks again."""
        self.bots.think_again(seat)

    def set_alarm(self) -> None:
        """Ring when the table next has something to do without being asked."""
        if self._alarm is not None:
            self._alarm.cancel()
            self._alarm = None
        self._due = due(self.table)
        if self._due is not None:
            wait = max(0.0, (self._due - self.clock.now()) / 1000)
            self._alarm = asyncio.get_running_loop().call_later(wait, self.put, self._rung)

    async def _rung(self) -> None:
        """Carry out what is due, and set the next alarm."""
        await self.ring()
        self.set_alarm()

    async def ring(self) -> None:
        """Carry out all that is due by the clock."""
        while self._due is not None and self._due <= self.clock.now():
            commit = tick(self.table, self.clock.now())
            if commit is None:
                return
            self.services.metrics.count("ticks")
            await self.commit(Decision(commit))

    def owner(self) -> str:
        """The owner of the bots' thinking time: the address of the host, or else of any page here."""
        hosts = [session for session in self.sessions if session.person == self.table.host]
        return next((session.address or session.person for session in [*hosts, *self.sessions]), self.table.host)

    # -- broadcasts

    def tell_heard(self, person: str, line: ChatLine) -> None:
        """Send what somebody says to all who want to hear them."""
        self.broadcaster.tell_heard([(person, line)])

    def send_all(self, *messages: bytes) -> None:
        """Send the same messages to every session, framed once."""
        frames = frame_all(messages)
        for session in self.sessions:
            session.socket.put(frames)
