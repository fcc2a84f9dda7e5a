"""The judge's inputs and rulings; all times are in milliseconds on the table's clock."""

from __future__ import annotations

import msgspec

from erre.core.errors import Refusal
from erre.race.receipts import Receipt


class Heard(msgspec.Struct, frozen=True, tag=True, forbid_unknown_fields=True):
    """The base of the judge's inputs, with the time of arrival at the socket, before any queue."""

    at: float


class Ping(Heard, frozen=True):
    """A ping frame came back from a seat after a whole round trip."""

    seat: int
    rtt: float


class Leave(Heard, frozen=True):
    """A seat has lost its connection: the judge does not wait for it."""

    seat: int


class Return(Heard, frozen=True):
    """A seat is back: a person on a new socket, or a bot that plays for one."""

    seat: int


class Reveal(Heard, frozen=True):
    """Pieces are to be shown: all that may be grabbed until the next reveal; none joins them later."""

    reveal: int
    pieces: list[int] = msgspec.field(name="runes")


class Close(Heard, frozen=True):
    """Grabbing ends: what is pressed from now on does not count, what is on its way does."""

    reveal: int


class Grab(Heard, frozen=True):
    """A seat pressed on a piece, `r` after the frame that painted the reveal; `number` counts the client's messages."""

    seat: int
    number: int
    reveal: int
    piece: int = msgspec.field(name="rune")
    r: float


class Tick(Heard, frozen=True):
    """Time has passed; something may be due."""


AnyHeard = Ping | Leave | Return | Reveal | Close | Grab | Tick


class Ruling(msgspec.Struct, frozen=True, tag=True):
    """The base of everything the judge decides or announces."""


class RevealSet(Ruling, frozen=True):
    """The instant at which every client paints the reveal."""

    reveal: int
    t0: float


class GrabHeld(Ruling, frozen=True):
    """A grab counts; its piece is decided at `until`, or earlier if nobody else can win it any more."""

    seat: int
    number: int
    piece: int = msgspec.field(name="rune")
    until: float


class Verdict(Ruling, frozen=True):
    """A piece is decided for good; `marker` is the seat that now holds the marker."""

    at: float
    reveal: int
    piece: int = msgspec.field(name="rune")
    winner: int
    marker: int
    receipt: Receipt


class Refused(Ruling, frozen=True):
    """Something heard was declined, with a code for programs and words for people."""

    at: float
    code: str
    why: str
    seat: int | None = None
    number: int | None = None


class RevealSettled(Ruling, frozen=True):
    """Grabbing has ended and nothing that was pressed in time can still arrive."""

    at: float
    reveal: int


AnyRuling = RevealSet | GrabHeld | Verdict | Refused | RevealSettled


class BadTime(Refusal):
    """The time is not a number, or lies before what has been ruled."""

    code = "bad_time"


class BadPing(Refusal):
    """The round trip is impossible."""

    code = "bad_ping"


class BadReveal(Refusal):
    """The reveal is out of turn, or shows a piece twice."""

    code = "bad_reveal"


class NoSeat(Refusal):
    """The table has no such seat, or the seat has left."""

    code = "no_seat"


class NoReveal(Refusal):
    """There was no such reveal, or it is over."""

    code = "no_reveal"


class NoPiece(Refusal):
    """The reveal does not show that piece."""

    code = "no_rune"  # as clients know it


class Duplicate(Refusal):
    """The message was received before."""

    code = "duplicate"


class BadStamp(Refusal):
    """The reaction time is impossible."""

    code = "bad_stamp"


class RacerBusy(Refusal):
    """The hand is still on another piece."""

    code = "hand_busy"


class GrabTooLate(Refusal):
    """The piece is decided, or grabbing has ended."""

    code = "too_late"


class FalseStart(Refusal):
    """The press came before anybody can have seen the piece; the hand is kept off it for a while."""

    code = "false_start"


class Blocked(Refusal):
    """The hand is kept off that piece for a while."""

    code = "blocked"
