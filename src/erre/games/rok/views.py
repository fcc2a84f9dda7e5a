"""ROK: what a seat may see, built from an allow-list; there is no field for what is hidden.

All seats see the same: nobody knows what is in the bag, or on a rune that lies face down.
"""

from __future__ import annotations

import msgspec

from erre.core.game import View
from erre.core.record import NONE
from erre.games.rok.components import BAG, BALANCE, COLOURS, HELD, TABLE, TIE, TREASURE, Options
from erre.games.rok.events import Lying, in_sight
from erre.games.rok.notation import RUNES, balance_runes, format_runes, radii, runes_at, runes_of, seats_in
from erre.games.rok.rules.contest import direction_of, force_of
from erre.games.rok.rules.end import wealth
from erre.games.rok.rules.play import acting
from erre.games.rok.rules.runes import count_at, twin
from erre.games.rok.state import PHASE_NAMES, Rok


class Slid(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A slide: how it was aimed, and where it ended, in radii from Destiny."""

    degrees: float
    force: float
    x: float
    y: float
    touched: bool


class Contest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A contest: over the captures of a colour, or (None) over the victory."""

    colour: str | None
    seats: list[int]
    attempt: int  # 1 for the first
    slides: list[Slid | None]  # by seat; None before it has slid


class Capture(msgspec.Struct, frozen=True):
    """A capture that is due: who takes, from whom, and the twin in the taker's hand."""

    taker: int
    owner: int
    rune: str


class RokView(View, frozen=True, tag="rok"):
    """A game of ROK through the eyes of one seat, or of a spectator (seat None)."""

    seat: int | None
    seats: int
    options: Options
    round: int
    first: int
    phase: str
    turn: list[int]  # the seats that play waits for
    bag: int  # runes in it
    table: list[Lying]  # Destiny lies at 0, 0; a radius is 1, the table's is 20
    balance: list[str | None]
    treasure: list[list[str]]  # by seat, the oldest first
    since: list[list[int]]  # the rounds in which those came
    held: list[list[str]]  # by seat: taken in this round, and no pair
    done: list[int]  # the seats that take nothing more in this round
    due: list[int]  # by seat: pairs owed for wrong ones
    captures: list[Capture]
    contest: Contest | None
    champion: int | None  # who won the tie-break
    scores: list[int]


def slid_of(s: Rok, seat: int) -> Slid | None:
    """The slide of a seat."""
    code = s.aim[seat]
    if code == NONE:
        return None
    x, y = radii(s.rest_x[seat]), radii(s.rest_y[seat])
    return Slid(direction_of(code) / 10, force_of(code) / 100, x, y, bool(s.touched >> seat & 1))


def contest_of(s: Rok) -> Contest | None:
    """The contest that is on."""
    if s.contest == NONE:
        return None
    colour = None if s.contest == TIE else COLOURS[s.contest]
    slides = [slid_of(s, seat) for seat in range(s.seats)]
    return Contest(colour, seats_in(s.contesting, s.seats), s.attempts + 1, slides)


def captures_of(s: Rok) -> list[Capture]:
    """The captures that are due."""
    balance, owners = set(runes_at(s, BALANCE)), s.owner.tolist()
    due = [rune for rune in runes_at(s, HELD) if twin(rune) in balance]
    return [Capture(owners[rune], owners[twin(rune)], RUNES[rune]) for rune in due]


def look(s: Rok, seat: int | None) -> RokView:
    """§2.6 Everybody sees all that lies open; nobody sees the bag, or the face of a rune that lies face down."""
    n = s.seats
    treasure = [runes_of(s, TREASURE, other) for other in range(n)]
    return RokView(
        seat=seat,
        seats=n,
        options=Options.of(s),
        round=s.round_no,
        first=s.first,
        phase=PHASE_NAMES[s.phase],
        turn=seats_in(acting(s), n),
        bag=count_at(s, BAG),
        table=in_sight(s, runes_at(s, TABLE)),
        balance=balance_runes(s),
        treasure=[format_runes(runes) for runes in treasure],
        since=[[s.since[rune] for rune in runes] for runes in treasure],
        held=[format_runes(runes_of(s, HELD, other)) for other in range(n)],
        done=seats_in(s.finished, n),
        due=s.due[:n].tolist(),
        captures=captures_of(s),
        contest=contest_of(s),
        champion=None if s.champion == NONE else s.champion,
        scores=[int(wealth(s, other)) for other in range(n)],
    )
