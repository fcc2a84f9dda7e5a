"""Runs races at live tables: grabs reach the judge at the socket, before any queue; its verdicts go through the log."""

from __future__ import annotations

import asyncio
import math
import random
from collections.abc import Awaitable, Callable, Sequence
from functools import partial
from typing import Any

import msgspec

from erre.core.errors import Refusal
from erre.core.race_rules import Path
from erre.race.adapting import LIKE_YOU, Reactions, nearest_level
from erre.race.fairness import SLOWER_BOTS
from erre.race.grabs import AnyRuling, GrabHeld, RevealSet, RevealSettled, Verdict
from erre.race.grabs import Refused as JudgeRefused
from erre.race.receipts import format_receipt
from erre.server.logs import log_error
from erre.server.net.messages import Faces, Glide, GrabVerdict, Ok, Refused, Reveal, Update
from erre.server.net.round_trip import true_trip
from erre.server.net.sessions import Session, encode
from erre.server.tables.live import Live
from erre.table.clocks import is_racing
from erre.table.decide import asked_by, check_mine
from erre.table.entries import Asked
from erre.table.match import Decision, Effects, Foreseen
from erre.table.projection import eyes
from erre.table.racing import Flight, award, first_flight, flight_of, follow, glide_of, race_at
from erre.table.refusals import NotNow
from erre.table.requests import MakeGrab
from erre.table.table_info import SeatView

# A bot's reaction to a reveal, in milliseconds: the median of its level; they vary, and none is quicker than a person.
REACTIONS = {"beginner": 1400.0, "casual": 1100.0, "solid": 850.0, "strong": 650.0, "champion": 500.0}
SPREAD, LEAST = 0.25, 250.0
LOOKING = 0.2  # seconds between two looks for somebody to play with


class NoRace:
    """At a table whose game has no races there is nothing to show, to hide or to grab."""

    is_race = False

    def __init__(self, live: Live) -> None:
        self.live = live

    def follow(self) -> None: ...

    def welcome(self, session: Session) -> None: ...

    async def prepare(self) -> None: ...

    async def foresee(self, decision: Decision, writing: Awaitable[None]) -> Foreseen:
        await writing
        return self.live.table.foresee(decision)

    def before_update(self, effects: Effects) -> bytes:
        return b""

    def hides(self, number: int) -> bool:
        return False

    def covered(self, update: Update) -> Update:
        return update

    def covered_events(self, number: int, events: list[Any]) -> list[Any]:
        return events

    def covered_views(self, views: list[SeatView]) -> list[SeatView]:
        return views

    def measure(self, session: Session, rtt: float) -> None: ...

    def pings(self) -> dict[int, int] | None:
        return None

    def grab(self, session: Session, request: MakeGrab, arrived: float) -> None:
        raise NotNow("there is nothing to grab")

    def level_of(self, level: str) -> str:
        return level

    async def bot_grabs(self, seat: int, level: str, move: str) -> bool:
        return False

    def is_on(self) -> bool:
        return False

    def close(self) -> None: ...


class RaceRunner:
    """The judge of one live table, with its clock."""

    is_race = True

    def __init__(self, live: Live, think_again: Callable[[int], None]) -> None:
        self.live = live
        self.rules = live.table.game.race
        self.clock = live.clock
        self.race = race_at(live.table)
        self.last: Reveal | None = None
        self.flight: Flight = []  # how the pieces of the last reveal fly
        self.glide: Path = []  # how the last commit slides a piece
        self.reactions = Reactions()
        self._persons: dict[int, str] = {}  # by seat: whose reactions are remembered
        self._think_again = think_again
        self._alarm: asyncio.TimerHandle | None = None
        self._uncovering: asyncio.TimerHandle | None = None
        self._uncovered = -1  # the last reveal whose faces everybody has

    def follow(self) -> None:
        table = self.live.table
        if (len(table.chairs), table.profile.press_gap) != (self.race.seats, self.race.settings.press_gap):
            self.race = race_at(table)
        if self._is_waited_for():
            return
        now = self.clock.steady()
        set_at = follow(self.race, self.live.table, now, self.live.services.bots.tempo)
        if set_at is not None:
            self._show(set_at, now)
        self._set_alarm()

    def _is_waited_for(self) -> bool:
        """Whether the first reveal waits until a player is connected."""
        table, match = self.live.table, self.live.table.match
        return match is not None and match.reveal == match.first and bool(table.persons()) and not self.live.sessions

    def _show(self, set_at: RevealSet, now: float) -> None:
        """Tell all when pieces fly and when faces are painted; the faces themselves come just before."""
        told_at = float(self.clock.now())
        show_at = told_at + set_at.t0 - now
        self.last = Reveal(set_at.reveal, told_at + self.race.prepared, show_at, self.flight)
        self.live.send_all(encode(self.last))
        self.uncover_in((set_at.t0 - now - self.race.needed) / 1000)

    def welcome(self, session: Session) -> None:
        """Show the present reveal to somebody who comes during a race, without paths if the pieces fly already."""
        last = self.last
        if last is not None and last.reveal == self.race.reveal and is_racing(self.live.table):
            paths = last.paths if self.clock.now() < last.throw_at else []
            session.say(Reveal(last.reveal, last.throw_at, last.show_at, paths))

    # -- what a commit brings

    async def prepare(self) -> None:
        """Work out how the pieces of a game's first reveal fly."""
        self.flight = await self.live.services.aside(first_flight, self.live.table)

    async def foresee(self, decision: Decision, writing: Awaitable[None]) -> Foreseen:
        """Computing a reveal takes milliseconds, so it runs in a thread while the commit is written."""
        foreseen, _ = await asyncio.gather(self.live.services.aside(self._foresee, decision), writing)
        return foreseen

    def _foresee(self, decision: Decision) -> Foreseen:
        """What a decision brings, and how pieces move in it; nobody else changes the table meanwhile."""
        table, is_watched = self.live.table, bool(self.live.sessions)
        foreseen = table.foresee(decision)
        if not foreseen:  # nothing is played: a reveal that waits for people keeps its flight
            return foreseen
        try:
            self.flight = flight_of(table, decision, foreseen) if is_watched else []
            self.glide = glide_of(table, decision) if is_watched else []
        except Exception:  # only an animation; the game works without it
            log_error("no flight", table=table.id)
            self.flight, self.glide = [], []
        return foreseen

    def before_update(self, effects: Effects) -> bytes:
        if not self.glide or not effects.updates:
            return b""
        return encode(Glide(effects.updates[-1].seat or 0, self.glide))

    # -- faces

    def revealed(self, number: int) -> list[Any]:
        """The pieces whose faces an update, or a later one, must not show yet."""
        table, match = self.live.table, self.live.table.match
        if match is None or match.phase != table.profile.race_phase or not self._uncovered < match.reveal <= number:
            return []
        events = next((one.events for one in table.updates if one.number == match.reveal), [])
        return self.rules.revealed(events)

    def hides(self, number: int) -> bool:
        return bool(self.revealed(number))

    def covered(self, update: Update) -> Update:
        revealed = self.revealed(update.number)
        if not revealed:
            return update
        events = self.covered_events(update.number, update.events)
        return msgspec.structs.replace(update, eyes=self._cover(update.eyes, revealed), events=events)

    def covered_events(self, number: int, events: list[Any]) -> list[Any]:
        revealed = self.revealed(number)
        return [self.rules.covered_event(event, revealed) for event in events] if revealed else events

    def covered_views(self, views: list[SeatView]) -> list[SeatView]:
        revealed = self.revealed(self.live.table.number)
        return self._cover(views, revealed) if revealed else views

    def _cover(self, views: Sequence[SeatView], revealed: Sequence[Any]) -> list[SeatView]:
        """Views without the faces of pieces that fly; nothing can be grabbed yet."""
        return [
            msgspec.structs.replace(one, view=self.rules.covered_view(one.view, revealed), legal=[]) for one in views
        ]

    def uncover_in(self, seconds: float) -> None:
        """Schedule the faces so late that nobody can look at them early."""
        if self._uncovering is not None:
            self._uncovering.cancel()
        self._uncovering = asyncio.get_running_loop().call_later(max(0.0, seconds), self._uncover)

    def _uncover(self) -> None:
        """Send the faces to everybody."""
        table = self.live.table
        self._uncovering, self._uncovered = None, self.race.reveal
        if table.match is None or not is_racing(table):
            return
        for session in self.live.sessions:
            session.say(Faces(self.race.reveal, eyes(table, table.match.position, session.mine)))

    # -- latency

    def measure(self, session: Session, rtt: float) -> None:
        trip = true_trip(rtt, session.transport, self.live.services.config.proxied)
        for seat in self.live.table.seats_of(session.person):
            if seat < self.race.seats:
                self.race.measure(seat, self.clock.steady(), trip)
        if self.race.ruled:
            self._set_alarm()

    def pings(self) -> dict[int, int]:
        seats = self.live.table.seats_of
        return {
            seat: coarse(one.rtt) for one in self.live.sessions if one.rtt is not None for seat in seats(one.person)
        }

    # -- grabs

    def is_on(self) -> bool:
        return is_racing(self.live.table)

    def grab(self, session: Session, request: MakeGrab, arrived: float) -> None:
        table, who = self.live.table, session.who
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
        self.race.check_reveal(request.reveal)
        piece = self.rules.parse_piece(request.piece)
        self._heed(self.race.grab(request.seat, request.reveal, piece, request.reaction, arrived, asked))

    def reaction(self, level: str) -> float:
        """How long a bot of this level takes to see and to reach."""
        slower = SLOWER_BOTS if self.live.table.terms.slow else 1.0
        usual = self.pace() if level == LIKE_YOU else REACTIONS.get(level, REACTIONS["solid"]) * slower
        return max(LEAST, random.lognormvariate(0.0, SPREAD) * usual)

    def pace(self) -> float:
        """The pace of the people at the table, measured at this table; a beginner's until it is known."""
        people = [seat for seat, chair in enumerate(self.live.table.chairs) if chair.is_played_by_person]
        return self.reactions.pace(people) or REACTIONS["beginner"]

    def level_of(self, level: str) -> str:
        return nearest_level(self.pace(), REACTIONS) if level == LIKE_YOU else level

    def _remember(self, verdict: Verdict) -> None:
        """Learn how quick people are."""
        for press in verdict.receipt.presses:
            chair = self.live.table.chairs[press.seat]
            if not chair.is_played_by_person:
                continue
            if self._persons.setdefault(press.seat, chair.person) != chair.person:
                self.reactions.forget(press.seat)
                self._persons[press.seat] = chair.person
            self.reactions.add(verdict.reveal, press)

    def wait_for(self, level: str) -> float:
        """Seconds until a bot presses: it sees the reveal when all do."""
        start = max(self.race.t0, self.clock.steady())
        return (start + self.reaction(level) - self.clock.steady()) / 1000

    async def bot_grabs(self, seat: int, level: str, move: str) -> bool:
        while self._is_waited_for():  # a bot sees a reveal no sooner than people do
            await asyncio.sleep(LOOKING)
        await asyncio.sleep(self.wait_for(level))
        word, _, piece = move.partition(" ")
        if word != self.live.table.profile.race_word:
            return False
        at = self.clock.steady()
        number = self.rules.parse_piece(piece)
        self._heed(self.race.grab(seat, self.race.reveal, number, at - self.race.t0, at, None))
        return True

    # -- rulings

    def _heed(self, rulings: list[AnyRuling]) -> None:
        """Carry out the judge's rulings."""
        for ruling in rulings:
            match ruling:
                case Verdict():
                    asked = self.race.asked_for(ruling.winner, ruling.piece)
                    self.live.put(partial(self._verdict, ruling, asked, self.race.losers(ruling)))
                case JudgeRefused(seat=seat, number=number, code=code, why=why) if seat is not None:
                    press = self.race.pressed.pop((seat, -1 if number is None else number), None)
                    self._lose(seat, press.asked if press is not None else None, code, why)
                case JudgeRefused() | GrabHeld() | RevealSet() | RevealSettled():
                    pass
        self._set_alarm()

    async def _verdict(self, verdict: Verdict, asked: Asked | None, losers: list[tuple[int, Asked | None]]) -> None:
        """A piece is decided: write it down, acknowledge it to the winner, tell all with the receipt."""
        table = self.live.table
        self._remember(verdict)
        words = format_receipt(verdict.receipt, [chair.name for chair in table.chairs])
        try:
            if verdict.reveal != self.race.reveal:
                raise NotNow("the next reveal has come")
            decision = award(table, verdict, self.clock.now(), asked)
        except Refusal as refusal:
            self._lose(verdict.winner, asked, refusal.code, refusal.why)
        else:
            how = msgspec.structs.replace(verdict.receipt, words=words)
            piece = self.rules.format_piece(verdict.piece)
            said = GrabVerdict(verdict.reveal, piece, verdict.winner, words, verdict.marker, how)
            await self.live.commit(decision, self._session_of(asked), before=encode(said))
        for seat, request in losers:
            self._lose(seat, request, "too_late", words)
        self.race.settle(verdict)

    def _lose(self, seat: int, asked: Asked | None, code: str, why: str) -> None:
        """A seat got nothing: tell a person why, and let a bot think again."""
        if asked is None:
            self._think_again(seat)
        for session in self.live.sessions:
            if asked is not None and (session.person, session.client) == (asked.person, asked.client):
                session.say(Refused(asked.n, code, "", why))

    def _session_of(self, asked: Asked | None) -> Session | None:
        """The session that asked for something."""
        for session in self.live.sessions:
            if asked is not None and (session.person, session.client) == (asked.person, asked.client):
                return session
        return None

    def _set_alarm(self) -> None:
        """Wake the judge when it is due to rule."""
        self.stop()
        due = self.race.due
        if due is not None:
            wait = max(0.0, (due - self.clock.steady()) / 1000)
            self._alarm = asyncio.get_running_loop().call_later(wait, self._rung)

    def _rung(self) -> None:
        """The judge's alarm: handle what is due, and set the next one."""
        try:
            self._heed(self.race.tick(self.clock.steady()))
        except Exception:
            log_error("the judge failed", table=self.live.table.id)

    def stop(self) -> None:
        """Cancel the judge's alarm."""
        if self._alarm is not None:
            self._alarm.cancel()
            self._alarm = None

    def close(self) -> None:
        self.stop()
        if self._uncovering is not None:
            self._uncovering.cancel()


def coarse(rtt: float) -> int:
    """A round trip as others see it: in steps of ten milliseconds."""
    return 10 * math.ceil(rtt / 10)
