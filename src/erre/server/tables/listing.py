"""Tables in lists, and what other parts of the server need to know about a table on another worker."""

from __future__ import annotations

from typing import Any

import msgspec

from erre.core.table_profile import SECOND
from erre.server.net.http_types import TableLine
from erre.server.tables.live_table import LiveTable
from erre.table.clocks import deadline
from erre.table.table import Table

LAST_LINES = 20  # of chat that go with a report


class OpenTable(msgspec.Struct, array_like=True):
    """A table in a list, with each person's relation to it."""

    line: TableLine
    touched: int
    persons: dict[str, bool]  # who sits there, and whether it is their turn
    deadlines: dict[str, int] = {}  # by person: when their move is due, in a game by the day


decode_line = msgspec.json.Decoder(OpenTable).decode


class TableSketch(msgspec.Struct, array_like=True):
    """What other parts of the server need to know of a table that another worker may have."""

    id: str
    game: str
    stage: str
    access: str
    invite: str
    rated: bool
    host: str
    host_name: str
    persons: list[str]  # by seat: who sits there, "" where nobody does
    names: list[str]  # by seat
    lines: list[tuple[int, str, str]]  # the last lines of chat: when, who, what

    def knows(self, person: str) -> bool:
        """Whether somebody belongs to the table."""
        return person == self.host or person in self.persons


def listed(live: LiveTable) -> OpenTable:
    """A table in a list, and who sits there."""
    table = live.table
    turn = table.match.position.turn if table.match and table.stage == "playing" else []
    persons = {person: any(seat in turn for seat in table.seats_of(person)) for person in table.persons()}
    line = TableLine(
        id=table.id,
        game=table.game.name,
        stage=table.stage,
        host=table.host_name,
        names=[chair.name for chair in table.chairs if chair.kind != "empty"],
        seats=len(table.chairs),
        free=sum(chair.kind == "empty" for chair in table.chairs),
        watching=live.broadcaster.watching(),
        mine=False,
        my_turn=False,
        rated=table.rated,
        own_rules=table.game.read_options(table.options) != table.game.read_options({}),
        levels=list(dict.fromkeys(chair.level for chair in table.chairs if chair.kind == "bot")),
        options=own_options(table),
        clock=table.profile.move_time // SECOND if table.profile.overtime and not table.hours else None,
        hours=table.hours,
    )
    limits = {table.chairs[seat].person: limit for seat in turn if (limit := deadline(table, seat)) is not None}
    return OpenTable(line, live.touched, persons, limits if table.hours else {})


def encoded_line(live: LiveTable) -> str:
    """What lists show of a table while it sleeps."""
    return msgspec.json.encode(listed(live)).decode()


def own_options(table: Table) -> dict[str, Any]:
    """The options of a table that differ from the usual ones."""
    usual = msgspec.to_builtins(table.game.read_options({}))
    chosen: dict[str, Any] = msgspec.to_builtins(table.game.read_options(table.options))
    return {name: value for name, value in chosen.items() if value != usual[name]}


def line_for(one: OpenTable, person: str) -> TableLine:
    """A table in somebody's list."""
    if person not in one.persons:
        return one.line
    mine = one.persons[person]
    return msgspec.structs.replace(one.line, mine=True, my_turn=mine, deadline=one.deadlines.get(person))


def sketched(table: Table) -> TableSketch:
    """A table in a few words."""
    chairs = table.chairs
    return TableSketch(
        *(table.id, table.game.name, table.stage, table.access, table.invite, table.rated),
        *(table.host, table.host_name),
        persons=[chair.person if chair.kind == "person" else "" for chair in chairs],
        names=[chair.name for chair in chairs],
        lines=[(line.at, line.name, line.text) for line in list(table.chat)[-LAST_LINES:]],
    )
