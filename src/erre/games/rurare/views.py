"""Ru-Ra-Re: what a seat may see, built from an allow-list; there is no field for what is hidden."""

from __future__ import annotations

import msgspec

from erre.core.game import View
from erre.core.record import NONE
from erre.games.rurare.components import Options
from erre.games.rurare.notation import choices_of, display_of, format_counts, format_row, rows_of, seats_in
from erre.games.rurare.sheet import Tally, outlook_of, scorings_of
from erre.games.rurare.state import PHASE_NAMES, RuRaRe


class Memory(msgspec.Struct, frozen=True):
    """What an attentive player remembers; screens need not show it."""

    box: dict[str, int]  # cards that everybody saw go to the box, since it was last shuffled


class RuRaReView(View, frozen=True, tag="rurare"):
    """A game of Ru-Ra-Re through the eyes of one seat, or of a spectator (seat None)."""

    seat: int | None
    seats: int
    options: Options
    turn_no: int
    phase: str
    turn: list[int]  # the seats that play waits for
    last_turn: bool
    rows: list[list[str]]  # each from its number card outwards
    pile: int  # cards in it
    box: int  # cards in it
    displays: list[dict[str, int]]  # by seat: cards of each kind
    display_counts: list[int]  # by seat: all cards
    active: list[int]  # the seats that still take part in this turn
    has_chosen: list[bool]
    choice: int | None  # the seat's own row; None before it has chosen, and for a spectator
    revealed: list[int | None]  # the rows shown at the last reveal; None for a seat that had no part in it
    first_scores: list[int] | None
    totals: list[int]
    scorings: list[list[Tally] | None]  # those made so far, the first one first; None for one that was missed
    standing: list[Tally]  # what each seat would get if there were a scoring now
    worth: list[int]  # by row: what it would add to that for this seat; empty for a spectator
    memory: Memory


def look(s: RuRaRe, seat: int | None) -> RuRaReView:
    """What a seat may see."""
    n = s.seats
    standing, worth = outlook_of(s, seat)
    return RuRaReView(
        seat=seat,
        seats=n,
        options=Options.of(s),
        turn_no=s.turn_no,
        phase=PHASE_NAMES[s.phase],
        turn=seats_in(s.waiting, n),
        last_turn=bool(s.last_turn),
        rows=rows_of(s),
        pile=s.left,
        box=s.boxed,
        displays=[display_of(s, other) for other in range(n)],
        display_counts=s.shown[:n].tolist(),
        active=seats_in(s.active, n),
        has_chosen=[row != NONE for row in s.chosen[:n].tolist()],
        choice=None if seat is None else choices_of(s)[seat],
        revealed=[format_row(row) for row in s.revealed[:n].tolist()],
        first_scores=s.first_scores[:n].tolist() if s.first_scored else None,
        totals=s.totals[:n].tolist(),
        scorings=scorings_of(s),
        standing=standing,
        worth=worth,
        memory=Memory(format_counts(s.seen)),
    )
