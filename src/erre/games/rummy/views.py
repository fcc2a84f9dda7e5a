"""Rummy: what a seat may see, built from an allow-list; there is no field for what is hidden."""

from __future__ import annotations

from erre.core.game import View
from erre.core.record import NONE
from erre.games.rummy.components import Options
from erre.games.rummy.events import rack_text
from erre.games.rummy.rules.play import acting
from erre.games.rummy.state import OVER, PHASE_NAMES, Rummy
from erre.games.rummy.tables import table_text


class RummyView(View, frozen=True, tag="rummy"):
    """A match of Rummy through the eyes of one seat, or of a spectator (seat None)."""

    seat: int | None
    seats: int
    options: Options
    hand: int  # 1 for the first
    hands: int  # of the match
    phase: str
    starter: int
    turn: list[int]  # the seats that play waits for
    rack: list[str]  # the seat's own; empty for a spectator
    rack_counts: list[int]
    opened: list[bool]
    table: list[list[str]]  # a joker shows what it stands for
    pool: int  # tiles left in it
    passes: int  # seats that have passed one after the other
    totals: list[int]
    sheet: list[list[int]]  # points of each hand scored, by seat
    winner: int | None  # the seat that laid the last tile of the last hand; None while a hand goes on, or if nobody did
    closed_from_hand: bool
    racks: list[list[str]] | None  # all of them, once the match is over


def look(s: Rummy, seat: int | None) -> RummyView:
    """What a seat may see."""
    n = s.seats
    waiting = acting(s)
    return RummyView(
        seat=seat,
        seats=n,
        options=Options.of(s),
        hand=s.hand_no,
        hands=s.hands or n,
        phase=PHASE_NAMES[s.phase],
        starter=s.starter,
        turn=[other for other in range(n) if waiting >> other & 1],
        rack=[] if seat is None else rack_text(s, seat),
        rack_counts=s.held[:n].tolist(),
        opened=[bool(opened) for opened in s.opened[:n].tolist()],
        table=table_text(s),
        pool=s.left,
        passes=s.passes,
        totals=s.totals[:n].tolist(),
        sheet=sheet_of(s),
        winner=None if s.winner == NONE else s.winner,
        closed_from_hand=bool(s.closed_from_hand),
        racks=[rack_text(s, other) for other in range(n)] if s.phase == OVER else None,
    )


def sheet_of(s: Rummy) -> list[list[int]]:
    """The points of each hand scored."""
    scored = s.hand_no if s.phase == OVER else s.hand_no - 1
    return [s.sheet[hand, : s.seats].tolist() for hand in range(scored)]
