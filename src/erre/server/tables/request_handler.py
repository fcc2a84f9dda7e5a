"""Requests at a live table that are not decisions about it: chat, drafts, hints, reactions, and grabs of a race."""

from __future__ import annotations

import asyncio
from typing import Any, Protocol

from erre.core.errors import BadOptions, Refusal
from erre.server.logs import log_error
from erre.server.net.messages import Bye, ChatLine, DraftJudged, HintGiven, Notice, Ok
from erre.server.net.sessions import Session, encode
from erre.server.tables.live import Live, TableRace
from erre.table.clean_text import clean_line
from erre.table.decide import (
    LONGEST_MOVE,
    asked_by,
    check_mine,
    check_number,
    speaker,
)
from erre.table.entries import AnyEntry, Asked, Commit, Said
from erre.table.refusals import NoHints, NotNow, QuickWordsOnly
from erre.table.requests import (
    Draft,
    Hint,
    Leave,
    MakeGrab,
    React,
    Say,
)

MOST_LINES = 50  # of chat in one commit
Light = Draft | Hint | React | Leave


class Table(Live, Protocol):
    """A live table as requests need it."""

    def refuse(self, session: Session, n: int, refusal: Refusal) -> None:
        """Say why a request is not carried out."""
        ...

    async def commit_lines(self, commit: Commit, waiting: list[tuple[Session, int]]) -> None:
        """Write lines of chat, answer those who wait, and tell everybody."""
        ...

    def tell_heard(self, person: str, line: ChatLine) -> None:
        """Send what somebody says to all who want to hear them."""
        ...

    def detach(self, session: Session) -> None:
        """Remove a session from the table."""
        ...


class RequestHandler:
    """Answers the requests at one table that its log does not keep, and collects lines of chat."""

    def __init__(self, live: Table, race: TableRace) -> None:
        self.live, self.race = live, race
        self.metrics = live.services.metrics
        self._hinting: set[asyncio.Task[None]] = set()
        self._lines: list[tuple[Session, Say]] = []  # said, and not yet written down

    def grab(self, session: Session, request: MakeGrab, arrived: float) -> None:
        """Hand a grab to the judge, before any queue."""
        try:
            check_number(request.n)
            self.race.grab(session, request, arrived)
        except Refusal as refusal:
            self.live.refuse(session, request.n, refusal)

    # -- chat

    def say(self, session: Session, request: Say) -> None:
        """Keep a line of chat until the table gets to it; lines that wait are written together."""
        self._lines.append((session, request))
        if len(self._lines) == 1:
            self.live.put(self._say_all)

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
                self.live.refuse(session, request.n, refusal)
        if said:
            table, (first, *others) = self.live.table, said
            at = max(self.live.clock.now(), table.last_at)
            commit = Commit(table.next_commit, at, list(said.values()), first, tuple(others))
            await self.live.commit_lines(commit, waiting)

    def _take_down(self, session: Session, request: Say, said: dict[Asked, AnyEntry]) -> bool:
        """Add a line, unless it was said before; whether its session waits for the commit."""
        check_number(request.n)
        if self.live.services.config.child_safe:
            raise QuickWordsOnly("this server is for children: quick words only")
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

    def answer(self, session: Session, request: Light) -> None:
        """Carry out a request that changes nothing for good."""
        match request:
            case Draft():
                self.set_draft(session, request)
            case Hint(seat=seat):
                self.give_hint(session, seat)
            case React(reaction=reaction):
                name = speaker(self.live.table, session.who)
                line = ChatLine(self.live.clock.now(), name, "", reaction)
                self.live.tell_heard(session.person, line)
            case Leave():
                self.live.detach(session)
        self.metrics.count("light")
        session.say(Ok(request.n))
        if isinstance(request, Leave):
            session.close(Bye("left", "until next time", None))

    def set_draft(self, session: Session, request: Draft) -> None:
        """Keep a seat's draft for the clock, and tell its person what the rules say about it."""
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
        """Ask a strong bot for advice, for one person."""
        table = self.live.table
        check_mine(table, session.who, seat)
        if table.sealed:
            raise NoHints("others play the same deal: no hints")
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
