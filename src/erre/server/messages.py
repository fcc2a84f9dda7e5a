"""The wire: everything that a client and the server say to each other at a table. Version 1.

A client opens `/ws/{table}` and says `hello`. Its requests carry its own number `n`, counted up for as long as the page
lives (also over a new socket): one that was resent is answered again, never carried out twice. Every request gets
`ok` or `refused`. What happens at the table comes as `update`s, numbered without a gap; a client that returns names the
last one it has and gets the missing ones, or a fresh `welcome` where they are too many.
"""

from __future__ import annotations

from typing import Any, Literal

import msgspec

from erre.core.game import Outcome

PROTOCOL = 1
MOST_BYTES = 8192  # of one message of a client

Access = Literal["open", "link", "closed"]  # listed in the lobby; for those with the link; seats only by invitation
Stage = Literal["gathering", "playing", "over"]
SeatKind = Literal["empty", "person", "bot"]


# -- what a client asks


class Request(msgspec.Struct, frozen=True, tag_field="type", forbid_unknown_fields=True):
    """Something a client wants."""


class Hello(Request, frozen=True, tag="hello"):
    """The first message on every socket: who comes, and what it already knows."""

    protocol: int
    client: str  # a random name of this page; its requests are counted under it
    have: int | None = None  # number of the last update received; None asks for a fresh welcome
    screen: bool = False  # the big screen: shows the table, holds no hand


class Ping(Request, frozen=True, tag="ping"):
    """Is anybody there? Answered at once, never counted."""

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
    """Put a bot on a seat before the game; an empty level takes it away. The host alone may."""

    n: int
    seat: int
    level: str


class SetOptions(Request, frozen=True, tag="set_options"):
    """Change options and number of seats before the game. The host alone may."""

    n: int
    seats: int
    options: dict[str, Any]


class Start(Request, frozen=True, tag="start"):
    """Begin; empty seats get bots. The host alone may."""

    n: int


class MakeMove(Request, frozen=True, tag="move"):
    """A move of a seat that this person holds, in the game's notation."""

    n: int
    seat: int
    move: str
    seen: int  # number of the update the player was looking at


class MakeGrab(Request, frozen=True, tag="grab"):
    """ROK: a press on a rune, with the reaction time in milliseconds since its reveal was painted."""

    n: int
    seat: int
    reveal: int
    rune: int
    reaction: float


class Ready(Request, frozen=True, tag="ready"):
    """Go on after a round was shown."""

    n: int
    seat: int


class TakeBack(Request, frozen=True, tag="take_back"):
    """The bot that plays for me may stop: I am here."""

    n: int
    seat: int


class Pause(Request, frozen=True, tag="pause"):
    """Ask for a pause, or agree to one; clocks stop when everybody present has."""

    n: int


class Resume(Request, frozen=True, tag="resume"):
    """Go on playing."""

    n: int


class Rematch(Request, frozen=True, tag="rematch"):
    """Play again on the same link; it begins when all persons present have asked."""

    n: int


class Hint(Request, frozen=True, tag="hint"):
    """What would a strong bot do here? Refused in rated games."""

    n: int
    seat: int


class Say(Request, frozen=True, tag="say"):
    """A line of chat, or one of the quick reactions."""

    n: int
    text: str


class React(Request, frozen=True, tag="react"):
    """One of the quick reactions."""

    n: int
    reaction: Literal["clap", "laugh", "wow", "oops", "think", "thanks"]


class Leave(Request, frozen=True, tag="leave"):
    """Close this page's part in the table; seats are kept, a bot takes over after the grace."""

    n: int


AnyRequest = (
    Hello
    | Ping
    | Sit
    | Stand
    | SetBot
    | SetOptions
    | Start
    | MakeMove
    | MakeGrab
    | Ready
    | TakeBack
    | Pause
    | Resume
    | Rematch
    | Hint
    | Say
    | React
    | Leave
)


# -- what everybody at a table may know


class SeatInfo(msgspec.Struct, frozen=True):
    """One chair."""

    seat: int
    kind: SeatKind
    name: str
    level: str = ""  # of the bot
    here: bool = True  # whether the person is connected
    away_since: int | None = None  # milliseconds since 1970
    autopilot_at: int | None = None  # when a bot will take over
    autopilot: bool = False  # a bot is playing for the person
    ready: bool = True
    ping: int | None = None  # milliseconds, where it matters (ROK)
    rating: int | None = None


class TableInfo(msgspec.Struct, frozen=True):
    """All that is no secret about a table; sent whole whenever any of it changes."""

    id: str
    revision: int  # grows with every change
    game: str
    seats: list[SeatInfo]
    options: dict[str, Any]
    access: Access
    stage: Stage
    host: str  # name
    rated: bool
    round_no: int  # how many rematches have been played on this link
    watching: int
    paused: bool
    wants_pause: list[int]
    wants_rematch: list[int]
    turn: list[int]  # seats that play waits for
    deadlines: dict[int, int]  # by seat: when its time is up, milliseconds since 1970
    commitment: str
    record: str | None  # id of the finished game's record
    marker: int | None = None  # ROK: the seat that wins the next tie


class SeatView(msgspec.Struct, frozen=True):
    """A game through one pair of eyes; `seat` None is a spectator's."""

    seat: int | None
    view: dict[str, Any]  # the game's own view
    legal: list[str]  # moves in notation; empty where they cannot be listed or it is not the seat's turn
    may_act: bool


# -- what the server says


class Message(msgspec.Struct, frozen=True, tag_field="type"):
    """Something the server says."""


class Welcome(Message, frozen=True, tag="welcome"):
    """Everything, afresh."""

    protocol: int
    now: int  # the server's clock, milliseconds since 1970
    table: TableInfo
    mine: list[int]  # seats that this person holds
    host: bool
    number: int  # of the last update
    eyes: list[SeatView]  # one for each seat of mine, or one for a spectator; empty before the game
    outcome: Outcome | None
    chat: list[ChatLine]


class Update(Message, frozen=True, tag="update"):
    """Something happened in the game. The events animate, the view decides."""

    number: int
    at: int
    seat: int | None  # who moved
    move: str | None  # None where it is hidden from this receiver, or no seat moved
    by_bot: bool
    events: list[dict[str, Any]]  # as this receiver may know them
    eyes: list[SeatView]
    outcome: Outcome | None


class TableChanged(Message, frozen=True, tag="table"):
    """People came, went, agreed; clocks started or stopped."""

    table: TableInfo
    mine: list[int]
    host: bool


class Ok(Message, frozen=True, tag="ok"):
    """A request was carried out; a move is on disk."""

    n: int
    number: int | None = None  # of the update it made


class Refused(Message, frozen=True, tag="refused"):
    """A request was not carried out, and nothing changed."""

    n: int | None
    code: str  # illegal_move, not_your_turn, bad_notation, not_your_seat, too_fast, bad_message, …
    rule: str
    why: str


class ChatLine(Message, frozen=True, tag="chat"):
    """A line of chat, a reaction, or a notice of the table, as plain text."""

    at: int
    name: str
    text: str
    reaction: str = ""


class HintGiven(Message, frozen=True, tag="hint"):
    """What a strong bot would do, and why; meant for one person alone."""

    seat: int
    move: str
    reason: str
    numbers: dict[str, float | str]
    why: str
    steps: list[str]


class Reveal(Message, frozen=True, tag="reveal"):
    """ROK: paint this throw at time `show_at` of the server's clock, and answer grabs with its number."""

    reveal: int
    show_at: float
    trajectory: dict[str, Any]


class GrabVerdict(Message, frozen=True, tag="verdict"):
    """ROK: who got a rune, and the receipt in one line."""

    rune: int
    winner: int | None
    receipt: str
    marker: int


class Pong(Message, frozen=True, tag="pong"):
    """Yes."""

    at: float
    now: int


class Bye(Message, frozen=True, tag="bye"):
    """The server closes this socket; the code says why, and whether to come back."""

    code: str
    why: str
    come_back_in: int | None  # milliseconds


AnyMessage = Welcome | Update | TableChanged | Ok | Refused | ChatLine | HintGiven | Reveal | GrabVerdict | Pong | Bye
