"""Races at live tables: the judge hears grabs at the socket, before any queue; its verdicts go through the log."""

from __future__ import annotations

import asyncio
import math
import random
import socket
import struct
import time
from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING, Any, cast

import msgspec

from erre.core.errors import Refusal
from erre.games.rok.events import Lying
from erre.games.rok.notation import RUNES
from erre.race.grabs import AnyRuling, GrabHeld, RevealSet, RevealSettled, Verdict
from erre.race.grabs import Refused as JudgeRefused
from erre.race.pacing import covered_events, covered_view, thrown_last
from erre.race.race import Race
from erre.race.receipts import format_receipt
from erre.server.logs import log_error
from erre.server.net.messages import Faces, GrabVerdict, Ok, Refused, Reveal, Update
from erre.server.net.sessions import Session, encode
from erre.table.clocks import is_racing
from erre.table.decide import asked_by, check_mine
from erre.table.entries import Asked
from erre.table.fairness import SLOWER_BOTS
from erre.table.projection import eyes
from erre.table.refusals import NotNow
from erre.table.requests import MakeGrab
from erre.table.table_info import SeatView

if TYPE_CHECKING:
    from erre.server.tables.live_table import LiveTable

# A bot's reaction to a throw, in milliseconds: the median of its level; no two are alike, none is quicker than a hand.
REACTIONS = {"beginner": 1400.0, "casual": 1100.0, "solid": 850.0, "strong": 650.0, "champion": 500.0}
SPREAD, LEAST = 0.25, 250.0
LOOKING = 0.2  # seconds between two looks for somebody to play with
KERNEL_SLACK = 10.0  # milliseconds that a page may take for its pong


def steady() -> float:
    """Milliseconds on the server's own clock, which never jumps."""
    return time.perf_counter() * 1000


class RaceRunner:
    """The judge of one live table, with its clock."""

    def __init__(self, live: LiveTable) -> None:
        self.live = live
        self.race = Race(len(live.table.chairs))
        self._alarm: asyncio.TimerHandle | None = None
        self._uncovering: asyncio.TimerHandle | None = None
        self._uncovered = -1  # the last throw whose faces everybody has
        self.last: Reveal | None = None

    def follow(self) -> None:
        """Keep up with the table; a new throw is shown to all."""
        if len(self.live.table.chairs) != self.race.seats:
            self.race = Race(len(self.live.table.chairs))
        if self._is_waited_for():
            return
        now = steady()
        set_at = self.race.follow(self.live.table, now, self.live.registry.bots.tempo)
        if set_at is not None:
            self._show(set_at, now)
        self._set_alarm()

    def _is_waited_for(self) -> bool:
        """Whether the first throw waits until somebody who plays looks at the table."""
        table, game = self.live.table, self.live.table.match
        return game is not None and game.throw == game.first and bool(table.persons()) and not self.live.sessions

    def _show(self, set_at: RevealSet, now: float) -> None:
        """Tell all when the runes fly, and when the faces are painted; the faces themselves come just before."""
        told_at = time.time() * 1000
        show_at = told_at + set_at.t0 - now
        self.last = Reveal(set_at.reveal, told_at + self.race.prepared, show_at, self.live.flight)
        self.live.send_all(encode(self.last))
        self.uncover_in((set_at.t0 - now - self.race.needed) / 1000)

    def welcome(self, session: Session) -> None:
        """Somebody comes during a race: the throw as it was shown, without its flight if that has begun."""
        last = self.last
        if last is not None and last.reveal == self.race.throw and is_racing(self.live.table):
            paths = last.paths if time.time() * 1000 < last.throw_at else []
            session.say(Reveal(last.reveal, last.throw_at, last.show_at, paths))

    # -- faces

    def thrown(self, number: int) -> list[Lying]:
        """The runes whose faces an update, or a later one, must not tell yet."""
        table, game = self.live.table, self.live.table.match
        if game is None or game.phase != table.profile.race_phase or not self._uncovered < game.throw <= number:
            return []
        return next((thrown_last(one.events) for one in table.updates if one.number == game.throw), [])

    def covered(self, update: Update) -> Update:
        """An update without the faces that are still to be shown."""
        thrown = self.thrown(update.number)
        if not thrown:
            return update
        events = self.covered_events(update.number, update.events)
        return msgspec.structs.replace(update, eyes=cover_eyes(update.eyes, thrown), events=events)

    def covered_events(self, number: int, events: list[dict[str, Any]]) -> list[dict[str, Any]]:
        """The events of an update without the faces that are still to be shown."""
        thrown = self.thrown(number)
        return cast(list[dict[str, Any]], covered_events(cast(Any, events), thrown)) if thrown else events

    def uncover_in(self, seconds: float) -> None:
        """Send the faces so late that nobody can look at them before the others."""
        if self._uncovering is not None:
            self._uncovering.cancel()
        self._uncovering = asyncio.get_running_loop().call_later(max(0.0, seconds), self._uncover)

    def _uncover(self) -> None:
        """Everybody gets the faces."""
        table = self.live.table
        self._uncovering, self._uncovered = None, self.race.throw
        if table.match is None or not is_racing(table):
            return
        for session in self.live.sessions:
            session.say(Faces(self.race.throw, eyes(table, table.match.position, session.mine)))

    def measure(self, session: Session, rtt: float) -> None:
        """A ping frame came back."""
        trip = true_trip(rtt, session.transport, self.live.registry.config.proxied)
        for seat in self.live.table.seats_of(session.person):
            if seat < self.race.seats:
                self.race.measure(seat, steady(), trip)
        if self.race.ruled:
            self._set_alarm()

    def pings(self) -> dict[int, int]:
        """The line of each seat, in milliseconds."""
        seats = self.live.table.seats_of
        return {
            seat: coarse(one.rtt) for one in self.live.sessions if one.rtt is not None for seat in seats(one.person)
        }

    # -- grabs

    def grab(self, session: Session, request: MakeGrab, arrived: float) -> None:
        """A person presses."""
        table = self.live.table
        who = self.live.who(session)
        asked = asked_by(who, request.n)
        done = table.answer_to(asked)
        if done is not None:
            session.say(Ok(request.n, done[0]))
            return
        if self.race.holds(asked):
            return  # it was sent again: the answer comes with the verdict
        check_mine(table, who, request.seat)
        if not is_racing(table):
            raise NotNow("there is nothing to grab")
        self._heed(self.race.grab(request.seat, request.reveal, request.rune, request.reaction, arrived, asked))

    def reaction(self, level: str) -> float:
        """How long a bot of this level takes to see and to reach."""
        usual = REACTIONS.get(level, REACTIONS["solid"]) * (SLOWER_BOTS if self.live.table.terms.slow else 1.0)
        return max(LEAST, random.lognormvariate(0.0, SPREAD) * usual)

    def wait_for(self, level: str) -> float:
        """Seconds until a bot's hand is on its rune: it sees the throw when all do."""
        start = max(self.race.t0, steady())
        return (start + self.reaction(level) - steady()) / 1000

    async def reach(self, level: str) -> None:
        """A bot looks and reaches; a throw that waits for somebody to look it sees no sooner."""
        while self._is_waited_for():
            await asyncio.sleep(LOOKING)
        await asyncio.sleep(self.wait_for(level))

    def bot_grab(self, seat: int, rune: str) -> None:
        """A bot presses."""
        at = steady()
        self._heed(self.race.grab(seat, self.race.throw, rune, at - self.race.t0, at, None))

    # -- rulings

    def _heed(self, rulings: list[AnyRuling]) -> None:
        """What the judge said is carried out."""
        for ruling in rulings:
            match ruling:
                case Verdict():
                    asked = self.race.asked_for(ruling.winner, ruling.rune)
                    self.live.put(partial(self._verdict, ruling, asked, self.race.losers(ruling)))
                case JudgeRefused(seat=seat, number=number, code=code, why=why) if seat is not None:
                    press = self.race.pressed.pop((seat, -1 if number is None else number), None)
                    self._lose(seat, press.asked if press is not None else None, code, why)
                case JudgeRefused() | GrabHeld() | RevealSet() | RevealSettled():
                    pass
        self._set_alarm()

    def _refuse(self, asked: Asked, code: str, why: str) -> None:
        """Tell the page that pressed."""
        for session in self.live.sessions:
            if (session.person, session.client) == (asked.person, asked.client):
                session.say(Refused(asked.n, code, "", why))

    async def _verdict(self, verdict: Verdict, asked: Asked | None, losers: list[tuple[int, Asked | None]]) -> None:
        """A rune is decided: written down, acknowledged to the winner, told to all with its receipt."""
        table = self.live.table
        words = format_receipt(verdict.receipt, [chair.name for chair in table.chairs])
        try:
            if verdict.reveal != self.race.throw:
                raise NotNow("the next throw has come")
            commit = self.race.commit(table, verdict, self.live.clock(), asked)
        except Refusal as refusal:
            self._lose(verdict.winner, asked, refusal.code, refusal.why)
        else:
            how = msgspec.structs.replace(verdict.receipt, words=words)
            said = GrabVerdict(verdict.reveal, RUNES[verdict.rune], verdict.winner, words, verdict.marker, how)
            await self.live.commit(commit, self._page_of(asked), before=encode(said))
        for seat, request in losers:
            self._lose(seat, request, "too_late", words)
        self.race.settle(verdict)

    def _lose(self, seat: int, asked: Asked | None, code: str, why: str) -> None:
        """A hand that got nothing: a person is told why, a bot looks again."""
        if asked is not None:
            self._refuse(asked, code, why)
        else:
            self.live.bots.think_again(seat)

    def _page_of(self, asked: Asked | None) -> Session | None:
        """The page that asked for something."""
        for session in self.live.sessions:
            if asked is not None and (session.person, session.client) == (asked.person, asked.client):
                return session
        return None

    def _set_alarm(self) -> None:
        """Wake the judge when it has something to say."""
        self.stop()
        due = self.race.due
        if due is not None:
            wait = max(0.0, (due - steady()) / 1000)
            self._alarm = asyncio.get_running_loop().call_later(wait, self._rung)

    def _rung(self) -> None:
        """It is time."""
        try:
            self._heed(self.race.tick(steady()))
        except Exception:
            log_error("the judge failed", table=self.live.table.id)

    def stop(self) -> None:
        """The judge sleeps."""
        if self._alarm is not None:
            self._alarm.cancel()
            self._alarm = None

    def close(self) -> None:
        """No clock goes on."""
        self.stop()
        if self._uncovering is not None:
            self._uncovering.cancel()


def coarse(rtt: float) -> int:
    """A line's round trip as others are told of it: in steps of ten milliseconds."""
    return 10 * math.ceil(rtt / 10)


def cover_eyes(looks: Sequence[SeatView], thrown: Sequence[Lying]) -> list[SeatView]:
    """Views without the faces of runes that fly; nothing is to be grabbed yet."""
    return [
        msgspec.structs.replace(look, view=cast(dict[str, Any], covered_view(cast(Any, look.view), thrown)), legal=[])
        for look in looks
    ]


def true_trip(rtt: float, transport: asyncio.Transport | None, proxied: bool) -> float:
    """What a pong says of a line; the kernel's measure bounds what a slow one wins, if the line is the page's own."""
    bound = None if proxied else kernel_rtt(transport)
    return rtt if bound is None else min(rtt, bound + KERNEL_SLACK)


def kernel_rtt(transport: asyncio.Transport | None) -> float | None:
    """The round trip that the kernel itself measured, in milliseconds: no page can make it longer by waiting."""
    line = transport.get_extra_info("socket") if transport is not None else None
    if line is None or not hasattr(socket, "TCP_INFO"):
        return None
    try:
        facts = line.getsockopt(socket.IPPROTO_TCP, socket.TCP_INFO, 104)
    except OSError:
        return None
    return float(struct.unpack_from("I", facts, 68)[0]) / 1000 if len(facts) >= 72 else None
