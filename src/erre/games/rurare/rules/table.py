"""Ru-Ra-Re: rows, deck and box; what every chapter asks."""

from __future__ import annotations

from erre.core.engine import rule
from erre.core.record import NONE
from erre.games.rurare.components import (
    DECK_SIZE,
    KIND_COUNT,
    LEAST_SEATS,
    MOST_CARDS,
    MOST_ROWS,
    MOST_SEATS,
    ROW_CARDS,
    ROWS_BEYOND_SEATS,
    USED,
)
from erre.games.rurare.state import RuRaRe


@rule
def clear_table(s: RuRaRe) -> None:
    """No card and no choice anywhere."""
    s.turn = NONE
    for row in range(MOST_ROWS):
        for i in range(ROW_CARDS):
            s.rows[row, i] = NONE
    for seat in range(MOST_SEATS):
        s.chosen[seat] = s.revealed[seat] = NONE
    for i in range(MOST_CARDS):
        s.pile[i] = NONE


@rule
def row_count(s: RuRaRe) -> int:
    """§1.1 Six rows with two seats, seven with three, eight with four."""
    return s.seats + ROWS_BEYOND_SEATS


@rule
def deck_size(s: RuRaRe) -> int:
    """The cards of the whole deck."""
    total = 0
    for kind in range(KIND_COUNT):
        total += s.counts[kind]
    return total


@rule
def cards_used(s: RuRaRe) -> int:
    """§1.2 §6.2 All 112 cards are used by four seats, 102 by three, 80 by two; another deck keeps these shares."""
    share: int = deck_size(s) * USED[s.seats - LEAST_SEATS] // DECK_SIZE
    return max(share, row_count(s) * ROW_CARDS)


@rule
def rows_left(s: RuRaRe) -> int:
    """Rows that have a card."""
    count = 0
    for row in range(row_count(s)):
        count += s.depth[row] > 0
    return count


@rule
def put_in_box(s: RuRaRe, kind: int, count: int) -> None:
    """Cards go to the box before everybody's eyes."""
    s.box[kind] += count
    s.seen[kind] += count
    s.boxed += count
