"""A table that people sit at: it writes first, then answers, then tells everybody. One worker owns it."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable
from functools import partial
from typing import TYPE_CHECKING, Any, assert_never, cast

import msgspec

from erre.core.errors import IllegalMove, Refusal
from erre.server.bot_seats import BotSeats
from erre.server.logs import log, log_error
from erre.server.messages import (
    PROTOCOL,
    Bye,
    ChatLine,
    HintGiven,
    Ok,
    Past,
    TableChanged,
    Update,
    Welcome,
)
from erre.server.races import RaceRunner
from erre.server.ratings import ranks_of
from erre.server.sessions import Session, encode
from erre.server.storage import Finished, Player, StorageFailed, Taken
from erre.table.asking import Lasting, Who, asked_by, check_mine, check_number, decide, forget, speaker
from erre.table.clocks import due, tick
from erre.table.entries import Commit, Reopened, format_commit
from erre.table.race import Flight, flight_of
from erre.table.records import record_of
from erre.table.refusals import NotNow
from erre.table.requests import (
    AnyRequest,
    Draft,
    Hello,
    Hint,
    Leave,
    MakeGrab,
    MakeMove,
    Pause,
    Ping,
    React,
    Rematch,
    Resume,
    Say,
    SetBot,
    SetOptions,
    Sit,
    Stand,
    Start,
    TakeBack,
)
from erre.table.seats import Chair
from erre.table.shown import TableInfo
from erre.table.sight import eyes, info, told_events, told_move
from erre.table.table import Effects, Foreseen, Happened, Table

if TYPE_CHECKING:
    from erre.server.hub import Hub

MOST_ASKING = 32  # requests of one page that may wait
Job = Callable[[], Awaitable[None]]
Light = Draft | MakeGrab | Hint | React | Leave


def milliseconds() -> int:
    """Now, on the clock that people share."""
    return time.time_ns() // 1_000_000


class LiveTable:
    """A table with its sockets, its clock and its bots."""

    def __init__(self, hub: Hub, table: Table) -> None:
        self.hub = hub
        self.table = table
        self.sessions: set[Session] = set()
        self.revision = 0
        self.is_dead = False  # it was let go: its log may say more than it knows
        self.touched = milliseconds()
        self._jobs: asyncio.Queue[Job | None] = asyncio.Queue()
        self._alarm: asyncio.TimerHandle | None = None
        self.flight: Flight = []  # how the runes of the last commit flew
        self.ratings: dict[int, int] = {}  # by seat, at a rated table
        self._rated: dict[int, Player] = {}  # whose ratings those are
        self.bots = BotSeats(self)
        self._hinting: set[asyncio.Task[None]] = set()
        self.races = RaceRunner(self) if table.customs.is_race else None
        self._worker = asyncio.get_running_loop().create_task(self._work())

    # -- the worker

    def put(self, job: Job) -> None:
        """Have the table's own worker do something; jobs are done one by one, in order."""
        self._jobs.put_nowait(job)

    async def _work(self) -> None:
        """Do job after job; an accident in one leaves the table as its log says."""
        while (job := await self._jobs.get()) is not None:
            if self.is_dead:
                continue
            try:
                await job()
            except (Taken, StorageFailed):
                log_error("the log was not written", table=self.table.id)
                self.hub.forget(self, "the table cannot be kept at the moment")
            except Exception:
                log_error("an accident at a table", table=self.table.id)
                self.hub.metrics.count("accidents")
                self.hub.forget(self, "something went wrong here: the table is read again from its log")

    async def close(self, bye: Bye | None = None) -> None:
        """Finish the jobs that wait, and let everybody go."""
        for session in list(self.sessions):
            if bye is not None:
                session.close(bye)
        self._jobs.put_nowait(None)
        await self._worker
        self.stop()

    def die(self, why: str) -> None:
        """Let everybody go, to come back to the table as its log says."""
        self.is_dead = True
        self.stop()
        for session in list(self.sessions):
            session.close(Bye("reload", why, 500))
        self._jobs.put_nowait(None)

    def stop(self) -> None:
        """No clock and no bot goes on."""
        if self._alarm is not None:
            self._alarm.cancel()
        self.bots.stop()
        if self.races is not None:
            self.races.stop()

    async def commit(self, commit: Commit, session: Session | None = None, before: bytes = b"") -> None:
        """Write, then answer, then tell everybody; `before` goes to all ahead of the update."""
        began = time.perf_counter()
        writing = self.hub.store.append(self.table.id, commit.number, format_commit(commit))
        if self.races is None:
            await writing
            foreseen = None
        else:  # a throw takes milliseconds: it is worked out in a thread while the disk turns
            foreseen, _ = await asyncio.gather(self.hub.aside(self._foresee, commit), writing)
        self.hub.metrics.commit.add(time.perf_counter() - began)
        effects = self.table.apply(commit, foreseen)
        self.touched = commit.at
        if session is not None and commit.asked is not None:
            session.say(Ok(commit.asked.n, effects.updates[-1].number if effects.updates else None))
        if before:
            self.send_all(before)
        self.hub.metrics.count("commits")
        self.hub.metrics.count("moves", sum(update.seat is not None for update in effects.updates))
        self.tell(effects)
        self.go_on()
        if effects.updates and self.table.stage == "over":
            await self.keep_record()
        elif self.table.rated:
            await self.look_up_ratings()

    def _foresee(self, commit: Commit) -> Foreseen:
        """What a commit brings, and how runes fly in it; in a thread, while nobody else changes the table."""
        foreseen = self.table.foresee(commit)
        try:
            self.flight = flight_of(self.table, commit, foreseen) if self.sessions else []
        except Exception:  # a picture; the game goes on without it
            log_error("no flight", table=self.table.id)
            self.flight = []
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
            await self.keep_record()

    async def keep_record(self) -> None:
        """Keep the record of a finished game; a second time does nothing."""
        table, record = self.table, self.table.record_id
        if record is None or table.round is None or table.outcome is None:
            return
        players = [player_on(chair) for chair in table.chairs]
        text = "".join(f"{line}\n" for line in record_of(table).lines())
        outcome = table.outcome
        ranks = ranks_of(outcome.scores, outcome.winners)
        ended = table.round.started + (table.round.moves[-1].at if table.round.moves else 0)
        rated = table.rated and all(chair.is_named or chair.kind == "bot" for chair in table.chairs)
        await self.hub.store.finish(
            Finished(record, table.id, table.game.name, ended, players, ranks, outcome.scores, text, rated)
        )
        if table.rated:
            await self.look_up_ratings(anew=True)
        log("a game ended", table=table.id, game=table.game.name, moves=len(table.round.moves))

    async def look_up_ratings(self, *, anew: bool = False) -> None:
        """At a rated table everybody sees how strong the others are; asked for when chairs change hands."""
        players = {seat: player_on(chair) for seat, chair in enumerate(self.table.chairs) if chair.kind != "empty"}
        if players == self._rated and not anew:
            return
        self._rated = players
        found = {seat: await self.hub.store.standing(self.table.game.name, one) for seat, one in players.items()}
        ratings = {seat: standing.rating for seat, standing in found.items() if standing is not None}
        if ratings != self.ratings:
            self.ratings = ratings
            self.tell_table()

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
            self.welcome(session)
        else:
            self.send_changes(session, missing, hello.heard)
        if self.races is not None:
            self.races.welcome(session)
        if came or not session.mine:
            self.tell_table(but=session)
        self.go_on()

    def detach(self, session: Session) -> None:
        """A page is gone."""
        if session not in self.sessions:
            return
        self.sessions.discard(session)
        session.live = None
        left = not any(other.person == session.person for other in self.sessions)
        if (left and self.table.people.put(session.person, False, milliseconds())) or not session.mine:
            self.tell_table()
        self.go_on()

    async def release(self, person: str) -> None:
        """Somebody is forgotten."""
        if self.table.seats_of(person):
            await self.commit(forget(self.table, person, milliseconds()))

    def mine_of(self, session: Session) -> tuple[int, ...]:
        """The seats whose cards a page may see: none on the big screen."""
        return () if session.is_screen else tuple(self.table.seats_of(session.person))

    def who(self, session: Session) -> Who:
        """Who asks."""
        return Who(session.person, session.client, session.is_invited, session.is_named)

    # -- requests

    def ask(self, session: Session, request: AnyRequest, arrived: float = 0.0) -> None:
        """A request waits for its turn; a grab does not wait."""
        if isinstance(request, Hello | Ping):
            return
        if isinstance(request, MakeGrab) and self.races is not None:
            self._grab(session, request, arrived)
            return
        if session.asking >= MOST_ASKING:
            session.refuse(request.n, "too_fast", "too many requests at once")
            return
        session.asking += 1
        self.put(partial(self._ask, session, request))

    def _grab(self, session: Session, request: MakeGrab, arrived: float) -> None:
        """A grab goes straight to the judge."""
        assert self.races is not None
        try:
            check_number(request.n)
            self.races.grab(session, request, arrived)
        except Refusal as refusal:
            self.hub.metrics.count("refusals")
            session.refuse(request.n, refusal.code, refusal.why)

    async def _ask(self, session: Session, request: AnyRequest) -> None:
        """Carry a request out, or say why not; one that was carried out before is answered again."""
        assert not isinstance(request, Hello | Ping)
        session.asking -= 1
        try:
            check_number(request.n)
            await self._answer(session, request)
        except Refusal as refusal:
            if isinstance(refusal, Taken):
                raise
            self.hub.metrics.count("refusals")
            rule = refusal.rule if isinstance(refusal, IllegalMove) else ""
            session.refuse(request.n, refusal.code, refusal.why, rule)

    async def _answer(self, session: Session, request: AnyRequest) -> None:
        """Each request has its own way; the lasting ones are committed."""
        match request:
            case Sit() | Stand() | SetBot() | SetOptions() | Start() | MakeMove() | TakeBack() | Pause() | Resume():
                await self._commit_request(session, request)
            case Rematch() | Say():
                await self._commit_request(session, request)
            case Draft() | MakeGrab() | Hint() | React() | Leave():
                self._answer_lightly(session, request)
            case Hello() | Ping():
                pass
            case _:
                assert_never(request)

    def _answer_lightly(self, session: Session, request: Light) -> None:
        """Requests of the moment, which no log keeps."""
        match request:
            case Draft(seat=seat, draft=draft):
                self.set_draft(session, seat, draft)
            case MakeGrab():
                raise NotNow("there is nothing to grab")
            case Hint(seat=seat):
                self.give_hint(session, seat)
            case React(reaction=reaction):
                name = speaker(self.table, self.who(session))
                self.send_all(encode(ChatLine(milliseconds(), name, "", reaction)))
            case Leave():
                self.detach(session)
        self.hub.metrics.count("light")
        session.say(Ok(request.n))
        if isinstance(request, Leave):
            session.close(Bye("left", "until next time", None))

    async def _commit_request(self, session: Session, request: Lasting) -> None:
        """Write a request down and carry it out, once."""
        who = self.who(session)
        done = self.table.answer_to(asked_by(who, request.n))
        if done is not None:
            self.hub.metrics.count("resent")
            session.say(Ok(request.n, done[0]))
            return
        await self.ring()  # what was due before comes before
        await self.commit(decide(self.table, who, request, milliseconds()), session)

    def set_draft(self, session: Session, seat: int, draft: str) -> None:
        """How the pieces lie before a seat."""
        check_mine(self.table, self.who(session), seat)
        if not self.table.customs.drafts:
            raise NotNow("no draft counts in this game")
        self.table.drafts[seat] = draft

    def give_hint(self, session: Session, seat: int) -> None:
        """Ask a strong bot, for one person alone."""
        table = self.table
        check_mine(table, self.who(session), seat)
        if table.rated:
            raise NotNow("this game is rated: no hints")
        if table.stage != "playing" or table.round is None or seat not in table.round.position.turn:
            raise NotNow("it is not your turn")
        if len(self._hinting) >= 2:
            raise NotNow("the bot is thinking already")
        task = asyncio.get_running_loop().create_task(self._hint(session, seat, table.round.position.view(seat)))
        self._hinting.add(task)
        task.add_done_callback(self._hinting.discard)

    async def _hint(self, session: Session, seat: int, view: Any) -> None:
        """A hint when it is thought out."""
        game = self.table.game
        try:
            advice = await self.hub.bots.advise(game, view)
        except Exception:
            log_error("no hint", game=game.name)
            session.refuse(None, "no_hint", "the bot has no advice here")
            return
        steps = [f"{choice.move}: {choice.value:.1f}" for choice in advice.choices[:5]]
        move = game.format_move(advice.move)
        session.say(HintGiven(seat, move, advice.reason, advice.numbers, advice.why, steps))

    # -- clocks and bots

    def set_alarm(self) -> None:
        """Ring when the table next has something to do by itself."""
        if self._alarm is not None:
            self._alarm.cancel()
            self._alarm = None
        at = due(self.table)
        if at is not None:
            wait = max(0.0, (at - milliseconds()) / 1000)
            self._alarm = asyncio.get_running_loop().call_later(wait, self.put, self._rung)

    async def _rung(self) -> None:
        """The clock has rung."""
        await self.ring()
        self.set_alarm()

    async def ring(self) -> None:
        """Carry out all that is due."""
        while (commit := tick(self.table, milliseconds())) is not None:
            self.hub.metrics.count("ticks")
            await self.commit(commit)

    def clock(self) -> int:
        """Now."""
        return milliseconds()

    # -- what everybody is told

    def send_all(self, data: bytes) -> None:
        """The same to every page."""
        for session in self.sessions:
            session.send(data)

    def tell(self, effects: Effects) -> None:
        """Each page its own updates, and the table as it stands now."""
        for line in effects.spoken:
            self.send_all(encode(ChatLine(line.at, line.name, line.text)))
        if not self.sessions:
            return
        made: dict[tuple[int, ...], list[bytes]] = {}
        changed: list[Session] = []
        for session in self.sessions:
            mine = self.mine_of(session)
            if mine != session.mine:
                session.mine = mine
                changed.append(session)
                continue
            if mine not in made:
                made[mine] = [encode(self.update(happened, mine)) for happened in effects.updates]
            for data in made[mine]:
                session.send(data)
        self.tell_table(changed)
        for session in changed:
            self.welcome(session)

    def tell_table(self, but: Session | list[Session] | None = None) -> None:
        """The table, without what is anybody's own."""
        self.revision += 1
        if not self.sessions:
            return
        left_out = but if isinstance(but, list) else [but]
        shown = msgspec.Raw(encode(self.info()))
        made: dict[tuple[tuple[int, ...], bool], bytes] = {}
        for session in self.sessions:
            if session in left_out:
                continue
            key = (session.mine, session.person == self.table.host)
            if key not in made:
                made[key] = encode(TableChanged(cast(Any, shown), list(key[0]), key[1]))
            session.send(made[key])

    def info(self) -> TableInfo:
        """The table as all may see it."""
        pings = self.races.pings() if self.races is not None else None
        return info(self.table, self.revision, self.watching(), pings, self.ratings)

    def watching(self) -> int:
        """People who look on."""
        return len({session.person for session in self.sessions if not self.table.seats_of(session.person)})

    def update(self, happened: Happened, mine: tuple[int, ...]) -> Update:
        """An update as some seats may know it."""
        return Update(
            number=happened.number,
            at=happened.at,
            seat=happened.seat,
            move=told_move(self.table, happened, mine),
            by_bot=is_bots(happened),
            events=told_events(self.table, happened, mine),
            eyes=eyes(self.table, happened.position, mine),
            outcome=happened.position.outcome,
            by_clock=is_clocks(happened),
        )

    def past(self, happened: Happened, mine: tuple[int, ...]) -> Past:
        """An update of before as some seats may know it."""
        told = told_events(self.table, happened, mine)
        return Past(happened.number, happened.at, happened.seat, is_bots(happened), is_clocks(happened), told)

    def send_changes(self, session: Session, missing: list[Happened], heard: int | None) -> None:
        """What a page has missed, said and played, and the table as it stands."""
        for line in self.table.chat:
            if heard is not None and line.at >= heard:  # two lines may have the same time: the page knows its own
                session.say(ChatLine(line.at, line.name, line.text))
        for happened in missing:
            session.say(self.update(happened, session.mine))
        shown = self.info()
        session.say(TableChanged(shown, list(session.mine), session.person == self.table.host))

    def welcome(self, session: Session) -> None:
        """Everything, afresh."""
        table = self.table
        is_host = session.person == table.host
        position = table.round.position if table.round else None
        session.say(
            Welcome(
                protocol=PROTOCOL,
                now=milliseconds(),
                table=self.info(),
                mine=list(session.mine),
                host=is_host,
                number=table.number,
                eyes=eyes(table, position, session.mine) if position else [],
                outcome=table.outcome,
                chat=[ChatLine(line.at, line.name, line.text) for line in table.chat],
                invite=table.invite if is_host and table.access == "closed" else "",
                history=[self.past(happened, session.mine) for happened in table.history()],
            )
        )


def player_on(chair: Chair) -> Player:
    """Who sits on a chair, as records and ratings know them."""
    return Player(chair.name, chair.person or None, chair.level if chair.kind == "bot" else "")


def is_bots(happened: Happened) -> bool:
    """Whether a bot moved, for itself or for an absent person."""
    return happened.by in ("bot", "autopilot")


def is_clocks(happened: Happened) -> bool:
    """Whether the clock moved."""
    return happened.by is None and happened.seat is not None
