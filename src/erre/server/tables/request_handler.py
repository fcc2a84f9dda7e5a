"""Requests at a live table: each waits for its turn, is carried out once, and is answered."""

from __future__ import annotations

import asyncio
from functools import partial
from typing import TYPE_CHECKING, Any, assert_never

from erre.core.errors import BadOptions, IllegalMove, Refusal
from erre.server.logs import log_error
from erre.server.net.messages import Bye, ChatLine, DraftJudged, HintGiven, Ok
from erre.server.net.sessions import Session, encode
from erre.server.storage.contract import Taken
from erre.table.clean_text import clean_line
from erre.table.decide import LONGEST_MOVE, Lasting, asked_by, check_mine, check_number, decide, speaker
from erre.table.entries import AnyEntry, Asked, Commit, Said
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

if TYPE_CHECKING:
    from erre.server.tables.live_table import LiveTable

MOST_ASKING = 32  # requests of one page that may wait
MOST_LINES = 50  # of chat in one commit
Light = Draft | MakeGrab | Hint | React | Leave


class RequestHandler:
    """Answers the requests at one table."""

    def __init__(self, live: LiveTable) -> None:
        self.live = live
        self._hinting: set[asyncio.Task[None]] = set()
        self._lines: list[tuple[Session, Say]] = []  # said, and not yet written down

    def ask(self, session: Session, request: AnyRequest, arrived: float = 0.0) -> None:
        """A request waits for its turn; a grab does not wait."""
        if isinstance(request, Hello | Ping):
            return
        if isinstance(request, MakeGrab) and self.live.races is not None:
            self._grab(session, request, arrived)
            return
        if session.asking >= MOST_ASKING:
            session.refuse(request.n, "too_fast", "too many requests at once")
            return
        session.asking += 1
        if not isinstance(request, Say):
            self.live.put(partial(self._ask, session, request))
            return
        self._lines.append((session, request))
        if len(self._lines) == 1:
            self.live.put(self._say_all)

    def _grab(self, session: Session, request: MakeGrab, arrived: float) -> None:
        """A grab goes straight to the judge."""
        assert self.live.races is not None
        try:
            check_number(request.n)
            self.live.races.grab(session, request, arrived)
        except Refusal as refusal:
            self._refuse(session, request.n, refusal)

    async def _say_all(self) -> None:
        """Lines that wait together are one commit, and told together."""
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
            at = max(self.live.clock(), table.last_at)
            commit = Commit(table.next_commit, at, list(said.values()), first, tuple(others))
            await self.live.commit_lines(commit, waiting)

    def _take_down(self, session: Session, request: Say, said: dict[Asked, AnyEntry]) -> bool:
        """One more line, unless it was said before; whether it waits to be written."""
        check_number(request.n)
        who = self.live.who(session)
        asked = asked_by(who, request.n)
        if asked in said:
            self.live.registry.metrics.count("resent")
        elif self.live.table.answer_to(asked) is not None:
            self.live.registry.metrics.count("resent")
            session.say(Ok(request.n))
            return False
        else:
            said[asked] = Said(speaker(self.live.table, who), clean_line(request.text))
        return True

    def _refuse(self, session: Session, n: int, refusal: Refusal) -> None:
        """Say why not."""
        self.live.registry.metrics.count("refusals")
        rule = refusal.rule if isinstance(refusal, IllegalMove) else ""
        session.refuse(n, refusal.code, refusal.why, rule)

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
            self._refuse(session, request.n, refusal)

    async def _answer(self, session: Session, request: AnyRequest) -> None:
        """Each request has its own way; the lasting ones are committed."""
        match request:
            case Sit() | Stand() | SetBot() | SetOptions() | Start() | MakeMove() | TakeBack() | Pause() | Resume():
                await self._commit_request(session, request)
            case Rematch():
                await self._commit_request(session, request)
            case Say():
                raise AssertionError("lines of chat are written together")
            case Draft() | MakeGrab() | Hint() | React() | Leave():
                self._answer_lightly(session, request)
            case Hello() | Ping():
                pass
            case _:
                assert_never(request)

    def _answer_lightly(self, session: Session, request: Light) -> None:
        """Requests of the moment, which no log keeps."""
        match request:
            case Draft():
                self.set_draft(session, request)
            case MakeGrab():
                raise NotNow("there is nothing to grab")
            case Hint(seat=seat):
                self.give_hint(session, seat)
            case React(reaction=reaction):
                name = speaker(self.live.table, self.live.who(session))
                self.live.send_all(encode(ChatLine(self.live.clock(), name, "", reaction)))
            case Leave():
                self.live.detach(session)
        self.live.registry.metrics.count("light")
        session.say(Ok(request.n))
        if isinstance(request, Leave):
            session.close(Bye("left", "until next time", None))

    async def _commit_request(self, session: Session, request: Lasting) -> None:
        """Write a request down and carry it out, once."""
        who = self.live.who(session)
        done = self.live.table.answer_to(asked_by(who, request.n))
        if done is not None:
            self.live.registry.metrics.count("resent")
            session.say(Ok(request.n, done[0]))
            return
        await self.live.ring()  # what was due before comes before
        await self.live.commit(decide(self.live.table, who, request, self.live.clock()), session)

    def set_draft(self, session: Session, request: Draft) -> None:
        """How the pieces lie before a seat: kept for the clock, and judged for this person alone."""
        table, seat = self.live.table, request.seat
        check_mine(table, self.live.who(session), seat)
        if not table.profile.drafts:
            raise NotNow("no draft counts in this game")
        if len(request.draft) > LONGEST_MOVE:
            raise BadOptions("no draft is so long")
        if table.stage != "playing" or table.match is None or seat not in table.match.position.turn:
            raise NotNow("it is not your turn")
        judged = table.game.judge_draft(table.match.position.view(seat), request.draft)
        table.drafts[seat] = request.draft
        session.say(DraftJudged(request.n, seat, judged))

    def give_hint(self, session: Session, seat: int) -> None:
        """Ask a strong bot, for one person alone."""
        table = self.live.table
        check_mine(table, self.live.who(session), seat)
        if table.rated:
            raise NotNow("this game is rated: no hints")
        if table.stage != "playing" or table.match is None or seat not in table.match.position.turn:
            raise NotNow("it is not your turn")
        if self.live.races is not None and self.live.races.thrown(table.number):
            raise NotNow("the runes are still flying")
        if len(self._hinting) >= 2:
            raise NotNow("the bot is thinking already")
        task = asyncio.get_running_loop().create_task(self._hint(session, seat, table.match.position.view(seat)))
        self._hinting.add(task)
        task.add_done_callback(self._hinting.discard)

    async def _hint(self, session: Session, seat: int, view: Any) -> None:
        """A hint when it is thought out."""
        game = self.live.table.game
        try:
            advice = await self.live.registry.bots.advise(game, view)
        except Exception:
            log_error("no hint", game=game.name)
            session.refuse(None, "no_hint", "the bot has no advice here")
            return
        steps = [f"{choice.move}: {choice.value:.1f}" for choice in advice.choices[:5]]
        move = game.format_move(advice.move)
        session.say(HintGiven(seat, move, advice.reason, advice.numbers, advice.why, steps))
