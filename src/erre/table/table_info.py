"""What a table shows: `TableInfo` to everybody, `SeatView` to a single seat or to spectators."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec

from erre.race.fairness import Terms

Access = Literal["open", "link", "closed"]  # listed in the lobby; for those with the link; seats only by invitation
Stage = Literal["gathering", "playing", "over"]
SeatKind = Literal["empty", "person", "bot"]
# A view, an event or a draft in the game's own type, which the wire writes as it is.
GameData = Annotated[Any, msgspec.Meta(extra_json_schema={"type": "object"})]


class Rating(msgspec.Struct, frozen=True):
    """A player's rating, at a rated table."""

    value: int
    is_provisional: bool = False  # based on few games
    change: int | None = None  # the change by the last game at this table


class SeatInfo(msgspec.Struct, frozen=True):
    """A chair, as everybody may see it."""

    seat: int
    kind: SeatKind
    name: str
    level: str = ""  # of the bot
    portrait: str = ""  # that the person chose; empty: their initials
    here: bool = True  # whether the person is connected
    away_since: int | None = None  # milliseconds since 1970
    autopilot_at: int | None = None  # when a bot will take over
    autopilot: bool = False  # a bot is playing for the person
    ping: int | None = None  # milliseconds, where seats race
    rating: Rating | None = None  # at a rated table, once there is one
    vacation: tuple[int, int] | None = None  # in a game by the day: from when to when their clock stands still
    vacated: bool = False  # somebody left it in this game: a newcomer may take it, if the table is not rated


class Intermission(msgspec.Struct, frozen=True):
    """Bots and clocks wait until everybody is ready for the game, or for its next part, to begin."""

    waiting: list[int]  # seats of people who are not ready yet
    until: int | None  # when it goes on without them, milliseconds since 1970; None while nobody else waits


class SignalDue(msgspec.Struct, frozen=True):
    """A reveal waits for somebody's signal."""

    seat: int
    until: int | None  # when the table gives it, milliseconds since 1970; None while the game is paused


class TableInfo(msgspec.Struct, frozen=True):
    """Everything public about a table; sent whole whenever any of it changes."""

    id: str
    revision: int  # grows with every change
    game: str
    seats: list[SeatInfo]
    options: dict[str, Any]
    access: Access
    stage: Stage
    host: str  # name
    rated: bool
    match_no: int  # the number of the present match at this table, from 0
    watching: int
    paused: bool
    wants_pause: list[int]
    wants_rematch: list[int]
    turn: list[int]  # seats that play waits for
    deadlines: dict[int, int]  # by seat: when its time is up, milliseconds since 1970
    commitment: str
    record: str | None  # id of the finished game's record
    marker: int | None = None  # where seats race: the one that wins the next tie
    terms: Terms | None = None  # where seats race: what was agreed to make it fair
    hints: bool = True  # whether strong bots may be asked
    intermission: Intermission | None = None
    signal: SignalDue | None = None
    hours: int = 0  # for a move, in a game by the day; 0: a live game
    played_on: bool = False  # this game goes on from a point of a replay
    club: str = ""  # the page that the table belongs to, such as that of an evening
    sealed: bool = False  # others play the same deal: no spectators, hints or records until all have


class SeatView(msgspec.Struct, frozen=True):
    """A game as one seat sees it; `seat` None is a spectator."""

    seat: int | None
    view: GameData
    legal: list[str]  # moves in notation; empty where they cannot be listed or it is not the seat's turn
    may_act: bool
