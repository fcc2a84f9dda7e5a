"""Requests and answers about other people.

Nobody learns another person's id. Each reader knows a person by an alias that means nothing to others.
"""

from __future__ import annotations

import hashlib
from typing import Literal

import msgspec

Relation = Literal["none", "asked", "wants", "friend", "blocked"]  # asked: by me; wants: the other wants me as a friend
Presence = Literal["", "away", "online", "table"]
Category = Literal["chat", "name", "cheating", "leaving", "other"]
Patience = Literal["soon", "now", "never"]  # when bots take the free seats: after a while, at once, not at all


class Whom(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Somebody: by my alias for them, by a claimed name, or by their seat at a table."""

    person: str = ""
    name: str = ""
    table: str = ""
    seat: int | None = None


class PersonLine(msgspec.Struct, frozen=True):
    """Somebody in one of my lists."""

    id: str  # my alias for them
    name: str
    is_named: bool
    relation: Relation
    presence: Presence = ""  # of friends only
    games: int = 0  # finished together
    last: int = 0  # when the last of them ended, milliseconds since 1970
    portrait: str = ""  # chosen from our own set


class Company(msgspec.Struct, frozen=True):
    """The people I know here."""

    friends: list[PersonLine]
    requests: list[PersonLine]  # those who want me as a friend
    asked: list[PersonLine]  # those whom I want as friends
    played: list[PersonLine]  # those who finished a game with me
    blocked: list[PersonLine]
    is_hidden: bool  # my friends do not see whether I am here


class SeatRelation(msgspec.Struct, frozen=True):
    """Who somebody at a table is to me."""

    seat: int
    id: str  # my alias for them
    name: str
    relation: Relation


class HidePresence(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Whether my friends see that I am here."""

    is_hidden: bool


class Invite(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Ask a friend, or somebody I played with, to come to a table."""

    person: str
    table: str


class Again(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Play again what I last played with somebody, with everybody who was there."""

    person: str


class InvitationLine(msgspec.Struct, frozen=True):
    """An invitation that waits for me."""

    id: str
    game: str
    name: str  # of the person who invites
    at: int
    until: int


class ReportWish(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Tell the operator that somebody did not behave."""

    whom: Whom
    category: Category
    words: str = ""


class QueueWish(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Play with whoever waits for the same game."""

    game: str
    seats: int | None = None  # None: the usual number
    rated: bool = False
    bots: Patience = "soon"


class QueueState(msgspec.Struct, frozen=True):
    """How it stands with my place in a queue; sent again every few seconds, it keeps the place."""

    game: str
    seats: int
    rated: bool
    bots: Patience
    waiting: int  # people who would sit at my table, myself included
    bots_in: int | None = None  # milliseconds until bots take the free seats; None: they do not
    table: str = ""  # where I have a seat now
    problem: str = ""  # why no table could be opened


class AnnouncementLine(msgspec.Struct, frozen=True):
    """A line of the operator to everybody."""

    id: str
    text: str


class News(msgspec.Struct, frozen=True):
    """What a page asks for again and again."""

    child_safe: bool
    announcement: AnnouncementLine | None = None
    invitations: list[InvitationLine] = []
    requests: int = 0  # people who want me as a friend
    queue: QueueState | None = None


def alias_of(person: str, other: str) -> str:
    """What somebody is called in another person's lists; ids are random, so nobody finds out more from it."""
    return hashlib.sha256(f"{person}/{other}".encode()).hexdigest()[:16]
