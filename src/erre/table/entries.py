"""The log of a table: its entries, commit by commit. Replaying the log gives the same table."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from typing import Any, Literal, NamedTuple

import msgspec

from erre.core.errors import BadRecord
from erre.core.explain import explain
from erre.race.fairness import Terms
from erre.race.receipts import Receipt
from erre.table.table_info import Access

Mover = Literal["person", "bot", "autopilot"]


class Entry(msgspec.Struct, frozen=True, tag=True, forbid_unknown_fields=True, omit_defaults=True):
    """One thing that happened at a table."""


class Created(Entry, frozen=True):
    """A table was opened; `invite` is the word that lets people sit at a closed one."""

    id: str
    game: str
    seats: int
    options: dict[str, Any]
    access: Access
    rated: bool
    host: str  # a person's id, never shown
    host_name: str
    invite: str
    terms: Terms = Terms()
    waits: bool = False  # for everybody, before the game or between its parts, where the game has such a pause
    hours: int = 0  # for a move, in a game by the day; 0: a live game
    club: str = ""  # the page that the table belongs to, such as that of an evening: such a table plays one match
    sealed: bool = False  # others play the same deal: nobody watches, asks for hints or reads the record meanwhile


class Sat(Entry, frozen=True):
    """A person took a seat."""

    seat: int
    person: str
    name: str
    is_named: bool = False  # the name is claimed


class Stood(Entry, frozen=True):
    """A person gave a seat up; in a running game a bot of this level plays it on, under their name or another."""

    seat: int
    level: str = ""
    name: str = ""


class HandedOn(Entry, frozen=True):
    """The table has a new host."""

    person: str
    name: str


class BotSet(Entry, frozen=True):
    """A bot was put on a seat; without a level it was taken away."""

    seat: int
    level: str
    name: str


class OptionsSet(Entry, frozen=True):
    """The host changed options and the number of seats."""

    seats: int
    options: dict[str, Any]


class Named(Entry, frozen=True):
    """A person goes by another name at this table."""

    seat: int
    name: str
    is_named: bool = False  # the name belongs to that person


class AccessSet(Entry, frozen=True):
    """The host changed who may come."""

    access: Access


class HintsSet(Entry, frozen=True):
    """The host allowed hints, or switched them off."""

    allowed: bool


class Removed(Entry, frozen=True):
    """The host does not want this person at the table again."""

    person: str


class Started(Entry, frozen=True):
    """A game began, from this key (or from this position); until its end key and salt are the table's secret."""

    key: str
    salt: str
    rules: int
    position: dict[str, Any] | None = None
    record: str = ""  # the id of its record: a name of its own, from which nobody learns the table's


class Moved(Entry, frozen=True):
    """A seat made a move, by itself or through a bot."""

    seat: int
    move: str
    by: Mover


class TimedOut(Entry, frozen=True):
    """The time of a seat was up, and this move was made for it."""

    seat: int
    move: str


class Judged(Entry, frozen=True):
    """A contested piece was decided; who holds the marker now."""

    receipt: Receipt
    marker: int


class AutopilotOn(Entry, frozen=True):
    """A bot plays for an absent person."""

    seat: int
    level: str
    once: bool = False  # in a game by the day: only the move whose time was up


class AutopilotOff(Entry, frozen=True):
    """A person took their seat back from the autopilot."""

    seat: int


class PauseAsked(Entry, frozen=True):
    """A person would like a pause."""

    person: str


class Paused(Entry, frozen=True):
    """All agreed: the clocks stand still."""


class Resumed(Entry, frozen=True):
    """Play goes on; no wish for a pause is left."""


class Readied(Entry, frozen=True):
    """A person is ready for the game, or for its next part, to begin."""

    person: str


class Signalled(Entry, frozen=True):
    """The signal for a reveal was given: by the person on that seat, or by the table when they let it wait."""

    seat: int


class WentOn(Entry, frozen=True):
    """The intermission is over: all are ready, or it lasted too long."""


class RematchAsked(Entry, frozen=True):
    """A person would like to play again."""

    person: str


class Said(Entry, frozen=True):
    """Somebody said something in the chat."""

    name: str
    text: str


class Reopened(Entry, frozen=True):
    """The server was restarted: the seats to move get time to return."""


AnyEntry = (
    Created
    | Sat
    | Stood
    | HandedOn
    | BotSet
    | OptionsSet
    | Named
    | AccessSet
    | HintsSet
    | Removed
    | Started
    | Moved
    | TimedOut
    | Judged
    | AutopilotOn
    | AutopilotOff
    | PauseAsked
    | Paused
    | Resumed
    | Readied
    | WentOn
    | Signalled
    | RematchAsked
    | Said
    | Reopened
)


class Asked(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Which request a commit answers: a resent one is recognised by it, also after a restart."""

    person: str
    client: str
    n: int


class Commit(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """One line of the log: all that one request or one tick of the clock brought, or nothing of it."""

    number: int  # without a gap, from 0
    at: int  # milliseconds since 1970
    entries: list[AnyEntry]
    asked: Asked | None = None
    also: tuple[Asked, ...] = ()  # further requests that it answers: lines of chat are written down together
    after: str = ""  # the hash of the line before; empty in the first line, and in logs from before there were hashes


class Head(NamedTuple):
    """The end of a log, kept apart from its lines: without it, nobody would miss the last one."""

    length: int  # in lines
    last: str  # the hash of the last line; empty if there is none

    @classmethod
    def of(cls, lines: Sequence[bytes]) -> Head:
        """The head of a whole log."""
        return cls(len(lines), hash_of(lines[-1]) if lines else "")


NO_HEAD = Head(0, "")
HASH_LENGTH = 16  # letters: enough to notice an accident, and to make work of a forgery that nobody sees

_encoder = msgspec.json.Encoder()
_decoder: msgspec.json.Decoder[Commit] = msgspec.json.Decoder(Commit)


def format_commit(commit: Commit) -> bytes:
    """A line of the log."""
    return _encoder.encode(commit)


def hash_of(line: bytes) -> str:
    """The hash of a line, which the next line carries."""
    return hashlib.sha256(line).hexdigest()[:HASH_LENGTH]


def chained(commit: Commit, before: str) -> Commit:
    """A commit that says after which line it comes."""
    return msgspec.structs.replace(commit, after=before)


def parse_log(lines: Sequence[bytes], head: Head | None = None) -> list[Commit]:
    """The commits of a log; BadRecord where a line is broken, missing, or not the one that the next line knows.

    With its head, a log whose end was changed or cut is found too.
    """
    commits: list[Commit] = []
    before = ""
    for number, line in enumerate(lines):
        commit = parse_commit(line)
        if commit.number != number:
            raise BadRecord(f"line {number} of the table's log is missing: the next one has number {commit.number}")
        if commit.after and commit.after != before:
            raise BadRecord(f"line {number - 1} of the table's log is not the one that was written")
        if not commit.after and commits and commits[-1].after:
            raise BadRecord(f"line {number} of the table's log has lost the hash of the line before it")
        commits.append(commit)
        before = hash_of(line)
    if head is not None:
        check_head(lines, head)
    return commits


def check_head(lines: Sequence[bytes], head: Head) -> None:
    """Refuse a log whose end is not the one that was written.

    It may be longer: while workers of two versions run, the older ones add lines and note no head.
    """
    if len(lines) < head.length:
        raise BadRecord(f"the table's log has {len(lines)} lines of {head.length}: its end is missing")
    if head.length and hash_of(lines[head.length - 1]) != head.last:
        raise BadRecord(f"line {head.length - 1} of the table's log is not the one that was written")


def parse_commit(line: bytes) -> Commit:
    """A commit from its line."""
    try:
        return _decoder.decode(line)
    except msgspec.MsgspecError as error:
        raise BadRecord(f"a line of the table's log is broken: {explain(error)}") from None
