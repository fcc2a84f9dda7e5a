"""What the sessions of a live table are sent: to each what its own seats may see, and the table as it stands."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, cast

import msgspec

from erre.server.net.messages import PROTOCOL, ChatLine, Past, TableChanged, Update, Welcome
from erre.server.net.sessions import Session, encode
from erre.server.tables.archive import Archive
from erre.server.tables.live import Live, TableRace
from erre.table.projection import eyes, info, told_events, told_move
from erre.table.table import Effects, Happened, Spoken, Table
from erre.table.table_info import TableInfo


class Broadcaster:
    """Tells the sessions of one table what happens."""

    def __init__(self, live: Live, race: TableRace, archive: Archive) -> None:
        self.live, self.race, self.archive = live, race, archive
        self.revision = 0

    @property
    def table(self) -> Table:
        """The table itself."""
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
                session.send(data)
        self.tell_table(changed)
        for session in changed:
            self.welcome(session)

    def tell_lines(self, lines: Sequence[Spoken]) -> None:
        """Send lines of chat to all."""
        if lines:
            self.live.send_all(*(encode(ChatLine(line.at, line.name, line.text)) for line in lines))

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
            session.send(made[key])

    def info(self) -> TableInfo:
        """The table as everybody may see it."""
        shown = info(self.table, self.revision, self.watching(), self.race.pings(), self.archive.ratings)
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
        for line in self.table.chat:
            if heard is not None and line.at >= heard:  # two lines may have the same time: the page knows its own
                session.say(ChatLine(line.at, line.name, line.text))
        for happened in missing:
            session.say(self.update(happened, session.mine))
        session.say(TableChanged(self.info(), list(session.mine), session.person == self.table.host))

    def welcome(self, session: Session) -> None:
        """Send the complete state of the table to a session."""
        table = self.table
        is_host = session.person == table.host
        position = table.match.position if table.match else None
        session.say(
            Welcome(
                protocol=PROTOCOL,
                now=self.live.services.clock.now(),
                table=self.info(),
                mine=list(session.mine),
                host=is_host,
                number=table.number,
                eyes=self.race.covered_views(eyes(table, position, session.mine)) if position else [],
                outcome=table.outcome,
                chat=[ChatLine(line.at, line.name, line.text) for line in table.chat],
                invite=table.invite if is_host and table.access == "closed" else "",
                history=[self.past(happened, session.mine) for happened in table.history()],
            )
        )


def seats_shown(table: Table, session: Session) -> tuple[int, ...]:
    """The seats whose secrets a session may see: none on a shared screen."""
    return () if session.is_screen else tuple(table.seats_of(session.person))


def is_by_bot(happened: Happened) -> bool:
    """Whether a bot moved, for itself or for an absent person."""
    return happened.by in ("bot", "autopilot")


def is_by_clock(happened: Happened) -> bool:
    """Whether the clock moved."""
    return happened.by is None and happened.seat is not None
