"""Sends each session of a live table what its own seats may see, and the current state of the table."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Sequence
from typing import Any, cast

import msgspec

from erre.server.net.messages import PROTOCOL, ChatLine, Past, TableChanged, Update, Welcome
from erre.server.net.sessions import Session, encode
from erre.server.net.websocket import frame_all
from erre.server.tables.archive import Archive
from erre.server.tables.live import Live, TableRace
from erre.table.match import Effects, Happened, Spoken
from erre.table.projection import eyes, info, told_events, told_move
from erre.table.table import Table
from erre.table.table_info import TableInfo

FEW = 20  # up to this many sessions, arrivals and departures are announced at once
PRESENCES_PER_SECOND = 100.0  # announcements a second at a larger table
MANY, SHORT_HISTORY = 100, 20  # sessions from which on newcomers get a short history, and how many updates that is


class Broadcaster:
    """Tells the sessions of one table what happens."""

    def __init__(self, live: Live, race: TableRace, archive: Archive) -> None:
        self.live, self.race, self.archive = live, race, archive
        self.revision = 0
        self._told_at = 0.0  # when all were last told who is here
        self._telling: asyncio.TimerHandle | None = None

    @property
    def table(self) -> Table:
        return self.live.table

    def tell(self, effects: Effects) -> None:
        """Send each session its own updates, and the table as it stands now."""
        self.tell_lines(effects.spoken)
        if not self.live.sessions:
            return
        made: dict[tuple[int, ...], list[bytes]] = {}
        changed: list[Session] = []
        for session in self.live.sessions:
            mine = seats_shown(self.table, session)
            if mine != session.mine:
                session.mine = mine
                changed.append(session)
                continue
            if mine not in made:
                made[mine] = [encode(self.update(happened, mine)) for happened in effects.updates]
            for data in made[mine]:
                session.socket.say(data)
        self.tell_table(changed)
        for session in changed:
            self.welcome(session)

    def tell_lines(self, lines: Sequence[Spoken]) -> None:
        """Send lines of chat to all who want to hear their speakers."""
        if lines:
            self.tell_heard([(line.person, ChatLine(line.at, line.name, line.text)) for line in lines])

    def tell_heard(self, lines: Sequence[tuple[str, ChatLine]]) -> None:
        """Send what people say; nobody hears those whom they have blocked."""
        speakers = {person for person, _ in lines}
        encoded = [(person, encode(line)) for person, line in lines]
        frames = frame_all([data for _, data in encoded])
        for session in self.live.sessions:
            if session.blocks.isdisjoint(speakers):
                session.socket.put(frames)
                continue
            for person, data in encoded:
                if person not in session.blocks:
                    session.socket.say(data)

    def heard_by(self, session: Session) -> list[Spoken]:
        """The lines of chat that a session may read."""
        return [line for line in self.table.chat if line.person not in session.blocks]

    def tell_table(self, but: Session | list[Session] | None = None) -> None:
        """Send everybody the table, without what only some may see."""
        self.revision += 1
        if not self.live.sessions:
            return
        left_out = but if isinstance(but, list) else [but]
        shown = msgspec.Raw(encode(self.info()))
        made: dict[tuple[tuple[int, ...], bool], bytes] = {}
        for session in self.live.sessions:
            if session in left_out:
                continue
            key = (session.mine, session.person == self.table.host)
            if key not in made:
                made[key] = encode(TableChanged(cast(Any, shown), list(key[0]), key[1]))
            session.socket.say(made[key])

    def tell_presence(self, but: Session | None = None) -> None:
        """Tell everybody that somebody came or went: at once at a small table, together with others at a large one.

        So the cost of people who come and go grows with their number, not with its square.
        """
        crowd = len(self.live.sessions)
        pause = 0.0 if crowd <= FEW else crowd / PRESENCES_PER_SECOND
        wait = self._told_at + pause - time.monotonic()
        if wait <= 0:
            self._tell_presence(but)
        elif self._telling is None:
            self._telling = asyncio.get_running_loop().call_later(wait, self._tell_presence)

    def _tell_presence(self, but: Session | None = None) -> None:
        """Tell everybody who is here."""
        self.stop()
        self._told_at = time.monotonic()
        self.tell_table(but)

    def stop(self) -> None:
        """Cancel the announcement that waits."""
        if self._telling is not None:
            self._telling.cancel()
            self._telling = None

    def info(self) -> TableInfo:
        """The table as everybody may see it."""
        by_seat = (self.race.pings(), self.archive.ratings)
        shown = info(self.table, self.revision, self.watching(), *by_seat, self.archive.portraits)
        return shown if shown.record == self.archive.stored else msgspec.structs.replace(shown, record=None)

    def watching(self) -> int:
        """How many people watch without a seat."""
        return len({session.person for session in self.live.sessions if not self.table.seats_of(session.person)})

    def update(self, happened: Happened, mine: tuple[int, ...]) -> Update:
        """An update as some seats may see it."""
        return self.race.covered(
            Update(
                number=happened.number,
                at=happened.at,
                seat=happened.seat,
                move=told_move(self.table, happened, mine),
                by_bot=is_by_bot(happened),
                events=told_events(self.table, happened, mine),
                eyes=eyes(self.table, happened.position, mine),
                outcome=happened.position.outcome,
                by_clock=is_by_clock(happened),
            )
        )

    def past(self, happened: Happened, mine: tuple[int, ...]) -> Past:
        """An earlier update as some seats may see it."""
        events = self.race.covered_events(happened.number, told_events(self.table, happened, mine))
        return Past(happened.number, happened.at, happened.seat, is_by_bot(happened), is_by_clock(happened), events)

    def send_changes(self, session: Session, missing: list[Happened], heard: int | None) -> None:
        """Send a session the chat and the updates that it has missed, and the table as it stands."""
        for line in self.heard_by(session):
            if heard is not None and line.at >= heard:  # two lines may have the same time: the page knows its own
                session.say(ChatLine(line.at, line.name, line.text))
        for happened in missing:
            session.say(self.update(happened, session.mine))
        session.say(TableChanged(self.info(), list(session.mine), session.person == self.table.host))

    def _history(self) -> list[Happened]:
        """The updates that a newcomer receives; few if many watch."""
        history = self.table.history()
        return history if len(self.live.sessions) <= MANY else history[-SHORT_HISTORY:]

    def welcome(self, session: Session, lost: int = 0) -> None:
        """Send the complete state of the table to a session; `lost` is how many updates it has that the table lost."""
        table = self.table
        is_host = session.person == table.host
        position = table.match.position if table.match else None
        session.say(
            Welcome(
                protocol=PROTOCOL,
                now=self.live.clock.now(),
                table=self.info(),
                mine=list(session.mine),
                host=is_host,
                number=table.number,
                eyes=self.race.covered_views(eyes(table, position, session.mine)) if position else [],
                outcome=table.outcome,
                chat=[ChatLine(line.at, line.name, line.text) for line in self.heard_by(session)],
                invite=table.invite if is_host and table.access == "closed" else "",
                history=[self.past(happened, session.mine) for happened in self._history()],
                lost=lost,
            )
        )


def seats_shown(table: Table, session: Session) -> tuple[int, ...]:
    """The seats whose secrets a session may see: none on a shared screen."""
    return () if session.is_screen else tuple(table.seats_of(session.person))


def is_by_bot(happened: Happened) -> bool:
    """Whether a bot moved, for itself or for an absent person."""
    return happened.by in ("bot", "autopilot")


def is_by_clock(happened: Happened) -> bool:
    """Whether the clock made the move because time was up."""
    return happened.by is None and happened.seat is not None
