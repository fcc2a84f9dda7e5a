"""An evening: its settings, its players, and its rounds with their tables. The server stores it and changes it."""

from __future__ import annotations

from typing import Any, Literal

import msgspec

from erre.clubs.refusals import BadEvening

Seating = Literal["random", "swiss", "all", "fixed", "alone"]
Stage = Literal["gathering", "planned", "playing", "between", "ended"]
TimeUp = Literal["nothing", "signal", "close"]  # what happens when the time of a round is up

BOT = -1  # the number of a bot among the players of a table
MOST_PLAYERS = 200
MOST_ROUNDS = 30
MOST_MINUTES = 24 * 60
MOST_SCORE = 1_000_000


class Setup(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What the host chooses before an evening begins."""

    name: str
    game: str
    seats: int  # at a table
    rounds: int = 3
    options: dict[str, Any] = {}
    seating: Seating = "random"
    minutes: int = 0  # for a round; 0: no timer
    time_up: TimeUp = "signal"  # "close": bots finish the tables that still play
    bots: str = ""  # the level of the bots that fill tables; empty: tables are smaller, or somebody sits out
    duplicate: bool = False  # the same deals at every table
    paper: bool = False  # played with real cards; results are entered by hand


class Member(msgspec.Struct):
    """Somebody who takes part."""

    number: int  # from 0, in the order in which they came
    name: str
    person: str = ""  # an id, never shown; empty for players without a device of their own
    is_out: bool = False  # has left, and is seated no more
    joined: int = 0  # the rounds begun before they came


class Result(msgspec.Struct, frozen=True):
    """How a table ended, by seat."""

    scores: list[int]
    ranks: list[int]
    record: str = ""  # of a live table
    by: str = ""  # 'table', 'player' or 'host'


class TablePlan(msgspec.Struct):
    """A table of a round: player numbers by seat, and what came of it."""

    seats: list[int]
    table: str = ""  # id of the live table
    result: Result | None = None


class Round(msgspec.Struct):
    """A round of an evening."""

    tables: list[TablePlan]
    byes: list[int] = []
    started: int = 0  # milliseconds since 1970; 0: planned
    ends: int = 0  # when its time is up; 0: no timer
    is_closed: bool = False  # its time was up, and bots finish what is still being played

    @property
    def is_done(self) -> bool:
        """Whether every table has a result."""
        return bool(self.started) and all(table.result is not None for table in self.tables)


class Evening(msgspec.Struct):
    """An evening as it stands. Names and people are in `members` only; the rest refers to their numbers."""

    id: str
    setup: Setup
    secret: str  # 32 bytes in hex: lots and deals come from it, and it is revealed at the end
    host: str = ""
    members: list[Member] = []
    rounds: list[Round] = []
    is_ended: bool = False
    season: str = ""
    created: int = 0
    last: str = ""  # the step that was carried out last: a repeated one is recognised by it

    @property
    def stage(self) -> Stage:
        """Where the evening stands."""
        if self.is_ended:
            return "ended"
        if not self.rounds:
            return "gathering"
        if not self.rounds[-1].started:
            return "planned"
        return "between" if self.rounds[-1].is_done else "playing"

    @property
    def active(self) -> list[int]:
        """The numbers of those who will be seated in the next round."""
        return [member.number for member in self.members if not member.is_out]

    def member_of(self, person: str) -> Member | None:
        """The member that a person is."""
        return next((member for member in self.members if person and member.person == person), None)

    def member(self, number: int) -> Member:
        """The member with that number."""
        if not 0 <= number < len(self.members):
            raise BadEvening("no_such_player")
        return self.members[number]

    def begun(self) -> list[Round]:
        """The rounds that have been started."""
        return [one for one in self.rounds if one.started]

    def find_table(self, round_no: int, table_no: int) -> TablePlan:
        """A table of a round, both counted from 0."""
        if not 0 <= round_no < len(self.rounds) or not 0 <= table_no < len(self.rounds[round_no].tables):
            raise BadEvening("no_such_table")
        return self.rounds[round_no].tables[table_no]
