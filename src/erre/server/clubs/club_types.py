"""Requests and responses of the pages about evenings, seasons and the deal of the day."""

from __future__ import annotations

from typing import Any

import msgspec

from erre.clubs.evening import Seating, Setup, Stage, TimeUp
from erre.clubs.scoring import Line
from erre.clubs.season import SeasonLine


class NewEvening(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An evening to be created."""

    setup: Setup
    season: str = ""  # id
    plays: bool = True  # the host takes part


class NewSeason(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A season to be created; `best` is how many evenings count for each player, 0 all."""

    name: str
    best: int = 0


class Do(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="step"):
    """A step of the host."""


class Plan(Do, frozen=True, tag="plan"):
    """Draw the seats of the next round."""


class Swap(Do, frozen=True, tag="swap"):
    """Exchange two players of the planned round."""

    one: int
    other: int


class Begin(Do, frozen=True, tag="start"):
    """Begin the planned round."""


class Extend(Do, frozen=True, tag="extend"):
    """Give the round more minutes."""

    minutes: int


class SetTimer(Do, frozen=True, tag="timer"):
    """How long the next rounds last, and what happens when the time of a round is up."""

    minutes: int
    time_up: TimeUp


class Finish(Do, frozen=True, tag="finish"):
    """Let bots finish a table of the running round."""

    table: int


class Score(Do, frozen=True, tag="score"):
    """Enter or correct the scores of a table."""

    round: int
    table: int
    scores: list[int]


class Add(Do, frozen=True, tag="add"):
    """Add a player without a device, where real cards are played."""

    name: str


class Out(Do, frozen=True, tag="out"):
    """A player is seated no more, or again."""

    number: int
    is_out: bool


class HandOn(Do, frozen=True, tag="host"):
    """Make another player the host."""

    number: int


class SetSeason(Do, frozen=True, tag="season"):
    """Let the evening count in a season of mine; empty: in none."""

    season: str


class End(Do, frozen=True, tag="end"):
    """The evening is over."""


class Undo(Do, frozen=True, tag="undo"):
    """Take back the last step."""


AnyStep = Plan | Swap | Begin | Extend | SetTimer | Finish | Score | Add | Out | HandOn | SetSeason | End | Undo


class PaperResult(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Scores from a real table; `word` is on its sheet, players of the table need none."""

    table: int
    scores: list[int]
    word: str = ""
    round: int | None = None  # from 0; refused if another one has begun meanwhile


class EveningLine(msgspec.Struct, frozen=True):
    """An evening in a list."""

    id: str
    name: str
    game: str
    stage: Stage
    created: int
    players: int
    is_host: bool
    duplicate: bool


class SeasonInfo(msgspec.Struct, frozen=True):
    """A season in a list."""

    id: str
    name: str
    best: int


class MyClubs(msgspec.Struct, frozen=True):
    """My evenings and seasons."""

    evenings: list[EveningLine]
    seasons: list[SeasonInfo]


class PlayerInfo(msgspec.Struct, frozen=True):
    """Somebody who takes part."""

    number: int
    name: str
    is_out: bool
    has_device: bool


class TableResult(msgspec.Struct, frozen=True):
    """A table of a round, as everybody may see it."""

    number: int  # from 0
    seats: list[int]  # players by seat; -1 is a bot
    names: list[str]
    is_done: bool
    table: str  # id of the live table: for its players, and for all where spectators are welcome
    scores: list[int]  # empty until it may be seen
    points: list[float | None]
    record: str  # once it may be read
    by: str  # who entered it: 'table', 'player' or 'host'
    word: str  # of the result sheet, for the host


class RoundInfo(msgspec.Struct, frozen=True):
    """A round."""

    number: int  # from 0
    tables: list[TableResult]
    byes: list[int]
    started: int
    ends: int
    is_closed: bool  # its time was up, and bots finish what is still being played
    is_done: bool


class JournalLine(msgspec.Struct, frozen=True):
    """What the host has done."""

    at: int
    what: str


class DealProof(msgspec.Struct, frozen=True):
    """The promise about a deal; key and salt once everybody has played it."""

    commitment: str
    key: str
    salt: str


class EveningView(msgspec.Struct, frozen=True):
    """An evening as somebody sees it."""

    id: str
    revision: int
    now: int
    name: str
    game: str
    options: dict[str, Any]
    seats: int
    round_count: int
    seating: Seating
    minutes: int
    time_up: TimeUp
    bots: str
    duplicate: bool
    paper: bool
    stage: Stage
    host: str  # name
    is_host: bool
    host_away: bool  # anybody who plays may become the host
    me: int | None  # my number
    my_table: str  # id of the table where I am wanted now
    my_table_number: int | None  # from 0, also where real cards are played
    players: list[PlayerInfo]
    rounds: list[RoundInfo]
    standings: list[Line]
    season: SeasonInfo | None
    my_seasons: list[SeasonInfo]  # of the host, to choose from
    undoes: str  # the line of the journal that can be taken back next; empty: none
    journal: list[JournalLine]  # for the host
    promise: str  # SHA-256 of the secret from which seats and lots are drawn
    secret: str  # that secret, once the evening is over
    deals: list[DealProof]  # in a duplicate tournament


class SeasonView(msgspec.Struct, frozen=True):
    """A season with its standings."""

    id: str
    name: str
    best: int
    is_host: bool
    evenings: list[EveningLine]
    lines: list[SeasonLine]


class ComparedTable(msgspec.Struct, frozen=True):
    """How one table played a deal."""

    number: int
    names: list[str]
    scores: list[int]
    points: list[float]  # percent, by seat
    record: str
    bids: list[list[str]]  # by round of the game and seat: announced/made
    moves: list[str]  # the first moves, with their seats


class ComparedDeal(msgspec.Struct, frozen=True):
    """A deal and all tables that played it."""

    number: int
    tables: list[ComparedTable]


class DayLine(msgspec.Struct, frozen=True):
    """A place in the ranking of a day or a week."""

    place: int
    name: str
    score: float
    days: int
    is_me: bool
    record: str  # once the day is over


class DayGame(msgspec.Struct, frozen=True):
    """The deal of the day in one game, as somebody sees it."""

    game: str
    level: str
    seats: int
    is_begun: bool
    is_done: bool
    table: str
    score: int
    rank: int  # at my table
    players: int  # who have finished
    streak: int  # days in a row, up to today or yesterday
    commitment: str
    next_commitment: str  # of tomorrow's deal
    ranking: list[DayLine]  # empty until I have finished
    week: list[DayLine]


class DayView(msgspec.Struct, frozen=True):
    """The deal of the day, game by game."""

    day: str
    ends: int  # milliseconds since 1970
    now: int
    games: list[DayGame]


class PastDay(msgspec.Struct, frozen=True):
    """A day that is over: the proof of its deal, and how everybody played it."""

    day: str
    game: str
    proof: DealProof
    ranking: list[DayLine]
    tables: list[ComparedTable]
