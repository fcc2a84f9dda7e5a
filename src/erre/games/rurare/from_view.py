"""Ru-Ra-Re: from a view back to a state that knows no more than the view."""

from __future__ import annotations

from erre.core.record import NONE
from erre.games.rurare.components import FIRST, SECOND
from erre.games.rurare.notation import KIND_CODES, parse_kind
from erre.games.rurare.rules.table import clear_table
from erre.games.rurare.sheet import put_scoring
from erre.games.rurare.state import PHASE_NAMES, RuRaRe
from erre.games.rurare.views import RuRaReView


def state_from_view(view: RuRaReView) -> RuRaRe:
    """A state that holds what the view shows; pile and box have only their size, choices not shown are row 1."""
    n = view.seats
    s = RuRaRe.new()
    s.seats = n
    view.options.put(s)
    clear_table(s)
    s.turn_no, s.last_turn = view.turn_no, view.last_turn
    s.phase = PHASE_NAMES.index(view.phase)
    s.left, s.boxed = view.pile, view.box
    s.active, s.waiting = (sum(1 << seat for seat in seats) for seats in (view.active, view.turn))
    put_rows(s, view.rows)
    for seat, display in enumerate(view.displays):
        put_display(s, seat, display)
    for kind, count in view.memory.box.items():
        s.seen[KIND_CODES[kind]] = count
    s.chosen[:n] = [0 if has else NONE for has in view.has_chosen]
    if view.seat is not None and view.choice is not None:
        s.chosen[view.seat] = view.choice - 1
    s.revealed[:n] = [NONE if row is None else row - 1 for row in view.revealed]
    s.totals[:n] = view.totals
    if view.first_scores is not None:
        s.first_scored = 1
        s.first_scores[:n] = view.first_scores
    for which, lines in zip((FIRST, SECOND), view.scorings, strict=False):
        if lines is not None:
            put_scoring(s, which, lines)
    return s


def put_rows(s: RuRaRe, rows: list[list[str]]) -> None:
    """Lay out the rows."""
    for row, cards in enumerate(rows):
        s.rows[row, : len(cards)] = [parse_kind(card) for card in cards]
        s.depth[row] = len(cards)


def put_display(s: RuRaRe, seat: int, display: dict[str, int]) -> None:
    """Lay cards in front of a seat."""
    for kind, count in display.items():
        s.displays[seat, parse_kind(kind)] += count
        s.shown[seat] += count
