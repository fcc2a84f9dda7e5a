"""Requests at a live table: each waits for its turn, is carried out once, and is answered."""

from __future__ import annotations

import asyncio
from functools import partial
from typing import Any, Protocol, assert_never

from erre.core.errors import BadOptions, IllegalMove, Refusal
from erre.server.logs import log_error
from erre.server.net.messages import Bye, ChatLine, DraftJudged, HintGiven, Notice, Ok
from erre.server.net.sessions import Session, encode
from erre.server.storage.contract import Taken
from erre.server.tables.live import Live, TableRace
from erre.server.tables.names import check_name
from erre.table.clean_text import clean_line
from erre.table.decide import (
    LONGEST_MOVE,
    Lasting,
    asked_by,
    check_mine,
    check_number,
    decide,
    speaker,
    uses_account_name,
)
from erre.table.entries import AnyEntry, Asked, Commit, Said
from erre.table.refusals import NoHints, NotNow
from erre.table.requests import (
    AnyRequest,
    Draft,
    Hello,
    Hint,
    Leave,
    LetBot,
    MakeGrab,
    MakeMove,
    Pause,
    Ping,
    React,
    Ready,
    Rematch,
    Remove,
    Resume,
    Say,
    SetAccess,
    SetBot,
    SetHints,
    SetName,
    SetOptions,
    Sit,
    Stand,
    Start,
    TakeBack,
)

MOST_ASKING = 32  # requests of one session that may wait
MOST_LINES = 50  # of chat in one commit
Light = Draft | Hint | React | Leave


class Table(Live, Protocol):
    """A live table as requests need it."""

    async def ring(self) -> None:
        """Carry out all that is due by the clock."""
        ...

    async def commit_lines(self, commit: Commit, waiting: list[tuple[Session, int]]) -> None:
        """Write lines of chat, answer those who wait, and tell everybody."""
        ...

    def detach(self, session: Session) -> None:
        """A session leaves."""
        ...


class RequestHandler:
    """Answers the requests at one table."""

    def __init__(self, live: Table, race: TableRace) -> None:
        self.live, self.race = live, race
        self.metrics = live.services.metrics
        self._hinting: set[asyncio.Task[None]] = set()
        self._lines: list[tuple[Session, Say]] = []  # said, and not yet written down

    def ask(self, session: Session, request: AnyRequest, arrived: float = 0.0) -> None:
        """Queue a request; a grab goes straight to the judge."""
        if isinstance(request, Hello | Ping):
            return
        if isinstance(request, MakeGrab):
            self._grab(session, request, arrived)
            return
        if session.asking >= MOST_ASKING:
            session.refuse(request.n, "too_fast", "too many requests at once")
            return
        session.asking += 1
        if not isinstance(request, Say):
            self.live.put(partial(self._answer, session, request))
            return
        self._lines.append((session, request))
        if len(self._lines) == 1:
            self.live.put(self._say_all)

    def _grab(self, session: Session, request: MakeGrab, arrived: float) -> None:
        """Hand a grab to the judge."""
        try:
            check_number(request.n)
            self.race.grab(session, request, arrived)
        except Refusal as refusal:
            self._refuse(session, request.n, refusal)

    def _refuse(self, session: Session, n: int, refusal: Refusal) -> None:
        """Say why a request is not carried out."""
        self.metrics.count("refusals")
        rule = refusal.rule if isinstance(refusal, IllegalMove) else ""
        session.refuse(n, refusal.code, refusal.why, rule)

    async def _answer(self, session: Session, request: Lasting | Light) -> None:
        """Carry a request out, or say why not."""
        session.asking -= 1
        try:
            check_number(request.n)
            match request:
                case Sit() | Stand() | SetBot() | SetOptions() | Start() | MakeMove() | TakeBack() | Pause():
                    await self._commit_request(session, request)
                case Resume() | Ready() | Rematch() | SetName() | SetAccess() | SetHints() | Remove() | LetBot():
                    await self._commit_request(session, request)
                case Draft() | Hint() | React() | Leave():
                    self._answer_lightly(session, request)
                case Say():
                    raise AssertionError("lines of chat are written together")
                case _:
                    assert_never(request)
        except Refusal as refusal:
            if isinstance(refusal, Taken):
                raise
            self._refuse(session, request.n, refusal)

    async def _commit_request(self, session: Session, request: Lasting) -> None:
        """Write a request down and carry it out; one that was carried out before is only answered again."""
        who, table = session.who, self.live.table
        done = table.answer_to(asked_by(who, request.n))
        if done is not None:
            self.metrics.count("resent")
            session.say(Ok(request.n, done[0]))
            return
        if isinstance(request, SetName) or (isinstance(request, Sit) and not uses_account_name(table, who)):
            await check_name(self.live.services.store, request.name, who.person)
        await self.live.ring()  # what was due before comes before
        await self.live.commit(decide(table, who, request, self.live.clock.now()), session)

    # -- chat

    async def _say_all(self) -> None:
        """Write lines that wait together as one commit."""
        taken, self._lines = self._lines[:MOST_LINES], self._lines[MOST_LINES:]
        if self._lines:
            self.live.put(self._say_all)
        said: dict[Asked, AnyEntry] = {}  # a line that was sent twice is said once
        waiting: list[tuple[Session, int]] = []
        for session, request in taken:
            session.asking -= 1
            try:
                if self._take_down(session, request, said):
                    waiting.append((session, request.n))
            except Refusal as refusal:
                self._refuse(session, request.n, refusal)
        if said:
            table, (first, *others) = self.live.table, said
            at = max(self.live.clock.now(), table.last_at)
            commit = Commit(table.next_commit, at, list(said.values()), first, tuple(others))
            await self.live.commit_lines(commit, waiting)

    def _take_down(self, session: Session, request: Say, said: dict[Asked, AnyEntry]) -> bool:
        """Add a line, unless it was said before; whether its session waits for the commit."""
        check_number(request.n)
        who = session.who
        asked = asked_by(who, request.n)
        if asked in said:
            self.metrics.count("resent")
        elif self.live.table.answer_to(asked) is not None:
            self.metrics.count("resent")
            session.say(Ok(request.n))
            return False
        else:
            said[asked] = Said(speaker(self.live.table, who), clean_line(request.text))
        return True

    # -- requests that no log keeps

    def _answer_lightly(self, session: Session, request: Light) -> None:
        """Carry out a request that changes nothing for good."""
        match request:
            case Draft():
                self.set_draft(session, request)
            case Hint(seat=seat):
                self.give_hint(session, seat)
            case React(reaction=reaction):
                name = speaker(self.live.table, session.who)
                self.live.send_all(encode(ChatLine(self.live.clock.now(), name, "", reaction)))
            case Leave():
                self.live.detach(session)
        self.metrics.count("light")
        session.say(Ok(request.n))
        if isinstance(request, Leave):
            session.close(Bye("left", "until next time", None))

    def set_draft(self, session: Session, request: Draft) -> None:
        """Keep what a seat has prepared, for the clock, and tell its person what the rules say to it."""
        table, seat = self.live.table, request.seat
        check_mine(table, session.who, seat)
        if not table.profile.drafts:
            raise NotNow("no draft counts in this game")
        if len(request.draft) > LONGEST_MOVE:
            raise BadOptions(f"a draft has at most {LONGEST_MOVE} characters")
        if table.stage != "playing" or table.match is None or seat not in table.match.position.turn:
            raise NotNow("it is not your turn")
        judged = table.game.judge_draft(table.match.position.view(seat), request.draft)
        table.drafts[seat] = request.draft
        session.say(DraftJudged(request.n, seat, judged))

    def give_hint(self, session: Session, seat: int) -> None:
        """Ask a strong bot, for one person."""
        table = self.live.table
        check_mine(table, session.who, seat)
        if table.rated or not table.hints:
            raise NoHints("this game is rated: no hints" if table.rated else "the host has switched hints off")
        if table.stage != "playing" or table.match is None or seat not in table.match.position.turn:
            raise NotNow("it is not your turn")
        if self.race.hides(table.number):
            raise NotNow("the pieces are still flying")
        if len(self._hinting) >= 2:
            raise NotNow("the bot is thinking already")
        if len(table.persons()) > 1:
            self.live.send_all(encode(Notice(self.live.clock.now(), "hint", seat)))
        task = asyncio.get_running_loop().create_task(self._hint(session, seat, table.match.position.view(seat)))
        self._hinting.add(task)
        task.add_done_callback(self._hinting.discard)

    async def _hint(self, session: Session, seat: int, view: Any) -> None:
        """Send a hint when the bot has one."""
        game = self.live.table.game
        try:
            advice = await self.live.services.bots.advise(game, view, session.address or session.person)
        except Exception:
            log_error("no hint", game=game.name)
            session.refuse(None, "no_hint", "the bot has no advice here")
            return
        steps = [f"{choice.move}: {choice.value:.1f}" for choice in advice.choices[:5]]
        move = game.format_move(advice.move)
        session.say(HintGiven(seat, move, advice.reason, advice.numbers, advice.why, steps))
