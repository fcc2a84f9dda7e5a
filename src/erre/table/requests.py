"""Requests of a client at a table."""

from __future__ import annotations

from typing import Any, Literal

import msgspec

from erre.table.table_info import Access

Face = Literal["clap", "laugh", "wow", "oops", "think", "thanks"]
QuickWord = Literal["hello", "luck", "well_played", "moment", "again", "bye"]
Reaction = Face | QuickWord


class Request(msgspec.Struct, frozen=True, tag_field="type", forbid_unknown_fields=True):
    """The base of all requests of clients."""


class Hello(Request, frozen=True, tag="hello"):
    """The first message on every socket: who comes, and what it already knows."""

    protocol: int
    client: str  # a random name of this page; its requests are counted under it
    have: int | None = None  # number of the last update received; None asks for a fresh welcome
    screen: bool = False  # the big screen: shows the table, holds no hand
    invite: str = ""  # to a closed table: the word after `#` in the link
    hidden: bool = False  # the page is in the background: a bot that plays for its person goes on until `take_back`
    heard: int | None = None  # `at` of the last line of chat received: those since then come again with the gap


class Ping(Request, frozen=True, tag="ping"):
    """Asks for a sign of life; answered at once."""

    at: float


class Sit(Request, frozen=True, tag="sit"):
    """Take an empty seat, or one that a bot holds for somebody; several seats on one device are a hot seat."""

    n: int
    seat: int
    name: str


class Stand(Request, frozen=True, tag="stand"):
    """Give a seat up; in a running game a bot plays it on."""

    n: int
    seat: int


class SetBot(Request, frozen=True, tag="set_bot"):
    """Put a bot on a seat before the game; an empty level takes it away. Only the host may."""

    n: int
    seat: int
    level: str


class SetOptions(Request, frozen=True, tag="set_options"):
    """Change options and number of seats before the game. Only the host may."""

    n: int
    seats: int
    options: dict[str, Any]


class SetName(Request, frozen=True, tag="set_name"):
    """Change the name on a seat that this person holds, before the game."""

    n: int
    seat: int
    name: str


class SetAccess(Request, frozen=True, tag="set_access"):
    """Change who may come, before the game. Only the host may."""

    n: int
    access: Access


class SetHints(Request, frozen=True, tag="set_hints"):
    """Allow hints at this table, or switch them off. Only the host may."""

    n: int
    allowed: bool


class Remove(Request, frozen=True, tag="remove"):
    """Free the seat of somebody else; in a running game a bot plays it on. Only the host may."""

    n: int
    seat: int
    for_good: bool = False  # that person may not sit at this table again


class LetBot(Request, frozen=True, tag="let_bot"):
    """Let a bot play a seat of mine until I take it back."""

    n: int
    seat: int


class Start(Request, frozen=True, tag="start"):
    """Begin; empty seats get bots. Only the host may."""

    n: int


class MakeMove(Request, frozen=True, tag="move"):
    """A move of a seat that this person holds, in the game's notation."""

    n: int
    seat: int
    move: str
    seen: int  # number of the update the player was looking at


class Draft(Request, frozen=True, tag="draft"):
    """An unfinished turn, which counts if the time runs out; nobody else sees it."""

    n: int
    seat: int
    draft: str


class MakeGrab(Request, frozen=True, tag="grab"):
    """In a race: a press on a piece, with the reaction time in milliseconds since its reveal was painted."""

    n: int
    seat: int
    reveal: int
    piece: str = msgspec.field(name="rune")  # as the view names it
    reaction: float


class TakeBack(Request, frozen=True, tag="take_back"):
    """Take my seat back from the bot that plays for me."""

    n: int
    seat: int


class Pause(Request, frozen=True, tag="pause"):
    """Ask for a pause, or agree to one; clocks stop when everybody present has."""

    n: int


class Resume(Request, frozen=True, tag="resume"):
    """End a pause, or withdraw the wish for one."""

    n: int


class Ready(Request, frozen=True, tag="ready"):
    """The game, or its next part, may begin; bots wait until all persons present are ready."""

    n: int


class Signal(Request, frozen=True, tag="signal"):
    """Give the signal for the reveal that waits for one's seat."""

    n: int
    seat: int


class Rematch(Request, frozen=True, tag="rematch"):
    """Play again on the same link; it begins when all persons present have asked."""

    n: int


class Hint(Request, frozen=True, tag="hint"):
    """Ask a strong bot for advice; refused in rated games."""

    n: int
    seat: int


class Say(Request, frozen=True, tag="say"):
    """A line of chat, or one of the quick reactions."""

    n: int
    text: str


class React(Request, frozen=True, tag="react"):
    """One of the quick reactions or quick words, which every reader sees in their own language."""

    n: int
    reaction: Reaction


class Leave(Request, frozen=True, tag="leave"):
    """Leave the table with this page; seats are kept, and a bot takes over after the grace period."""

    n: int


AnyRequest = (
    Hello
    | Ping
    | Sit
    | Stand
    | SetBot
    | SetOptions
    | SetName
    | SetAccess
    | SetHints
    | LetBot
    | Start
    | MakeMove
    | Draft
    | MakeGrab
    | TakeBack
    | Pause
    | Resume
    | Ready
    | Signal
    | Rematch
    | Remove
    | Hint
    | Say
    | React
    | Leave
)
