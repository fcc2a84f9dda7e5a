"""What everybody at a live table is told: each page what its own seats may know, and the table as it stands."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, cast

import msgspec

from erre.core.position import Position
from erre.server.net.messages import PROTOCOL, ChatLine, Past, TableChanged, Update, Welcome
from erre.server.net.sessions import Session, encode
from erre.server.tables.race_runner import cover_eyes
from erre.table.projection import eyes, info, told_events, told_move
from erre.table.table import Effects, Happened, Spoken
from erre.table.table_info import SeatView, TableInfo

if TYPE_CHECKING:
    from erre.server.tables.live_table import LiveTable


class Broadcaster:
    """Tells the pages of one table."""

    def __init__(self, live: LiveTable) -> None:
        self.live = live
        self.revision = 0

    def tell(self, effects: Effects) -> None:
        """Each page its own updates, and the table as it stands now."""
        self.tell_lines(effects.spoken)
        if not self.live.sessions:
            return
        made: dict[tuple[int, ...], list[bytes]] = {}
        changed: list[Session] = []
        for session in self.live.sessions:
            mine = self.live.mine_of(session)
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
        """What was said, to all."""
        if lines:
            self.live.send_all(*(encode(ChatLine(line.at, line.name, line.text)) for line in lines))

    def tell_table(self, but: Session | list[Session] | None = None) -> None:
        """The table, without what is anybody's own."""
        self.revision += 1
        if not self.live.sessions:
            return
        left_out = but if isinstance(but, list) else [but]
        shown = msgspec.Raw(encode(self.info()))
        made: dict[tuple[tuple[int, ...], bool], bytes] = {}
        for session in self.live.sessions:
            if session in left_out:
                continue
            key = (session.mine, session.person == self.live.table.host)
            if key not in made:
                made[key] = encode(TableChanged(cast(Any, shown), list(key[0]), key[1]))
            session.send(made[key])

    def info(self) -> TableInfo:
        """The table as all may see it."""
        pings = self.live.races.pings() if self.live.races is not None else None
        return info(self.live.table, self.revision, self.watching(), pings, self.live.archive.ratings)

    def watching(self) -> int:
        """People who look on."""
        return len({session.person for session in self.live.sessions if not self.live.table.seats_of(session.person)})

    def update(self, happened: Happened, mine: tuple[int, ...]) -> Update:
        """An update as some seats may know it."""
        update = Update(
            number=happened.number,
            at=happened.at,
            seat=happened.seat,
            move=told_move(self.live.table, happened, mine),
            by_bot=is_bots(happened),
            events=told_events(self.live.table, happened, mine),
            eyes=eyes(self.live.table, happened.position, mine),
            outcome=happened.position.outcome,
            by_clock=is_clocks(happened),
        )
        return update if self.live.races is None else self.live.races.covered(update)

    def past(self, happened: Happened, mine: tuple[int, ...]) -> Past:
        """An update of before as some seats may know it."""
        told = told_events(self.live.table, happened, mine)
        if self.live.races is not None:
            told = self.live.races.covered_events(happened.number, told)
        return Past(happened.number, happened.at, happened.seat, is_bots(happened), is_clocks(happened), told)

    def send_changes(self, session: Session, missing: list[Happened], heard: int | None) -> None:
        """What a page has missed, said and played, and the table as it stands."""
        for line in self.live.table.chat:
            if heard is not None and line.at >= heard:  # two lines may have the same time: the page knows its own
                session.say(ChatLine(line.at, line.name, line.text))
        for happened in missing:
            session.say(self.update(happened, session.mine))
        shown = self.info()
        session.say(TableChanged(shown, list(session.mine), session.person == self.live.table.host))

    def looks(self, position: Position, mine: tuple[int, ...]) -> list[SeatView]:
        """The game as it stands, through some seats' eyes."""
        found = eyes(self.live.table, position, mine)
        thrown = self.live.races.thrown(self.live.table.number) if self.live.races is not None else []
        return cover_eyes(found, thrown) if thrown else found

    def welcome(self, session: Session) -> None:
        """Everything, afresh."""
        table = self.live.table
        is_host = session.person == table.host
        position = table.match.position if table.match else None
        session.say(
            Welcome(
                protocol=PROTOCOL,
                now=self.live.clock(),
                table=self.info(),
                mine=list(session.mine),
                host=is_host,
                number=table.number,
                eyes=self.looks(position, session.mine) if position else [],
                outcome=table.outcome,
                chat=[ChatLine(line.at, line.name, line.text) for line in table.chat],
                invite=table.invite if is_host and table.access == "closed" else "",
                history=[self.past(happened, session.mine) for happened in table.history()],
            )
        )


def is_bots(happened: Happened) -> bool:
    """Whether a bot moved, for itself or for an absent person."""
    return happened.by in ("bot", "autopilot")


def is_clocks(happened: Happened) -> bool:
    """Whether the clock moved."""
    return happened.by is None and happened.seat is not None
