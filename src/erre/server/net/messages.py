"""The wire protocol: all messages between a client and the server at a table. Version 1.

A client opens `/ws/{table}` and sends `hello`. It numbers its requests with `n`, counting up for as long as the page
lives, across reconnections too. A resent request is answered again, but never carried out twice. Every request gets
`ok` or `refused`. What happens at the table arrives as `update`s, numbered without gaps. After reconnecting, a client
names the last update it has. It gets the missing ones, or a new `welcome` if there are too many.
"""

from __future__ import annotations

import msgspec

from erre.core.game import Outcome
from erre.race.receipts import Receipt
from erre.table.table_info import GameData, SeatView, TableInfo

PROTOCOL = 1
CODES = ("bad_message", "no_hello", "no_hint", "protocol", "too_fast")  # of refusals that are no exceptions
MOST_BYTES = 8192  # of one message of a client


class Message(msgspec.Struct, frozen=True, tag_field="type"):
    """The base of all messages from the server."""


class Past(msgspec.Struct, frozen=True):
    """An earlier update of the present game, without its view: for the written log."""

    number: int
    at: int
    seat: int | None
    by_bot: bool
    by_clock: bool
    events: list[GameData]  # as this receiver may know them


class Welcome(Message, frozen=True, tag="welcome"):
    """The complete state of the table, as this receiver may see it."""

    protocol: int
    now: int  # the server's clock, milliseconds since 1970
    table: TableInfo
    mine: list[int]  # seats that this person holds
    host: bool
    number: int  # of the last update
    eyes: list[SeatView]  # one for each seat of mine, or one for a spectator; empty before the game
    outcome: Outcome | None
    chat: list[ChatLine]
    invite: str = ""  # for the host of a closed table: anyone with this word may sit
    history: list[Past] = []  # the last updates of this game, the newest last
    lost: int = 0  # updates that this page has and the table lost because the server's storage failed


class Update(Message, frozen=True, tag="update"):
    """Something happened in the game. The events animate, the view decides."""

    number: int
    at: int
    seat: int | None  # who moved
    move: str | None  # None where it is hidden from this receiver, or no seat moved
    by_bot: bool
    events: list[GameData]  # as this receiver may know them
    eyes: list[SeatView]
    outcome: Outcome | None
    by_clock: bool = False  # the time was up, and the move was made for the seat


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


class Notice(Message, frozen=True, tag="notice"):
    """An announcement to everybody at the table; the client has its words in each language."""

    at: int
    code: str  # `hint`: somebody has asked a strong bot
    seat: int


class HintGiven(Message, frozen=True, tag="hint"):
    """What a strong bot would do, and why; for one person only."""

    seat: int
    move: str
    reason: str
    numbers: dict[str, float | str]
    why: str
    steps: list[str]


class DraftJudged(Message, frozen=True, tag="judged"):
    """What the rules say about a turn that is being built; for one person only."""

    n: int  # of the draft
    seat: int
    judged: GameData


class Reveal(Message, frozen=True, tag="reveal"):
    """A race: pieces fly from `throw_at` to `show_at`; then their faces are painted, and reactions are counted."""

    reveal: int
    throw_at: float  # on the server's clock, milliseconds since 1970; until then clients show what came before
    show_at: float
    paths: list[list[tuple[float, float]]]  # of each piece, in the game's own unit; empty for a reveal that has begun


class Faces(Message, frozen=True, tag="faces"):
    """A race: the faces of the pieces of a reveal. They come just before `show_at`, so nobody can see them earlier."""

    reveal: int
    eyes: list[SeatView]


class Glide(Message, frozen=True, tag="glide"):
    """A race: how a piece slides that a seat has pushed; the update with the move follows."""

    seat: int
    points: list[tuple[float, float]]


class GrabVerdict(Message, frozen=True, tag="verdict"):
    """A race: who got a piece, and the receipt in one line."""

    reveal: int
    piece: str = msgspec.field(name="rune")
    winner: int
    receipt: str
    marker: int
    how: Receipt  # the same in numbers: who pressed when, and why it was so decided


class Pong(Message, frozen=True, tag="pong"):
    """The answer to a ping, with the server's clock."""

    at: float
    now: int


class Bye(Message, frozen=True, tag="bye"):
    """The server closes this socket; the code says why, and whether to come back."""

    code: str
    why: str
    come_back_in: int | None  # milliseconds


AnyMessage = (
    Welcome
    | Update
    | TableChanged
    | Ok
    | Refused
    | ChatLine
    | Notice
    | HintGiven
    | DraftJudged
    | Reveal
    | Faces
    | Glide
    | GrabVerdict
    | Pong
    | Bye
)
