"""Ru-Ra-Re: a table kept and put back, so that a search can play on it again and again."""

from __future__ import annotations

from erre.bots.rurare.layout import (
    BOX,
    CHANCE,
    DEPTHS,
    DISPLAYS,
    PILE,
    POOL,
    ROWS,
    SEATS,
    SEEN,
    SHEET,
    SUMS,
    TRUTH,
    WORLD,
)
from erre.core.engine import rule
from erre.core.record import NONE, IntArray
from erre.games.rurare.components import CATEGORY_COUNT, KIND_COUNT, MOST_ROWS, MOST_SEATS, ROW_CARDS
from erre.games.rurare.imagine import imagine
from erre.games.rurare.state import CHOOSING, RuRaRe


@rule
def keep(s: RuRaRe, work: IntArray, at: int) -> None:
    """Write a table into the workspace."""
    work[at], work[at + 1], work[at + 2], work[at + 3] = s.phase, s.turn_no, s.last_turn, s.left
    work[at + 4], work[at + 5], work[at + 6] = s.boxed, s.active, s.waiting
    work[at + 7], work[at + 8], work[at + 9], work[at + 10] = s.first_scored, s.written, s.drawn, s.moves_made
    for row in range(MOST_ROWS):
        work[at + DEPTHS + row] = s.depth[row]
        for i in range(ROW_CARDS):
            work[at + ROWS + row * ROW_CARDS + i] = s.rows[row, i]
    for seat in range(MOST_SEATS):
        here = at + SEATS + 5 * seat
        work[here], work[here + 1], work[here + 2] = s.shown[seat], s.chosen[seat], s.revealed[seat]
        work[here + 3], work[here + 4] = s.first_scores[seat], s.totals[seat]
        for kind in range(KIND_COUNT):
            work[at + DISPLAYS + seat * KIND_COUNT + kind] = s.displays[seat, kind]
    for kind in range(KIND_COUNT):
        work[at + BOX + kind] = s.box[kind]
        work[at + SEEN + kind] = s.seen[kind]
    for i in range(s.left):
        work[at + PILE + i] = s.pile[i]


@rule
def put_back(s: RuRaRe, work: IntArray, at: int) -> None:
    """Make the table what it was when it was kept."""
    s.phase, s.turn_no, s.last_turn, s.left = work[at], work[at + 1], work[at + 2], work[at + 3]
    s.boxed, s.active, s.waiting = work[at + 4], work[at + 5], work[at + 6]
    s.first_scored, s.written, s.drawn, s.moves_made = work[at + 7], work[at + 8], work[at + 9], work[at + 10]
    for row in range(MOST_ROWS):
        s.depth[row] = work[at + DEPTHS + row]
        for i in range(ROW_CARDS):
            s.rows[row, i] = work[at + ROWS + row * ROW_CARDS + i]
    for seat in range(MOST_SEATS):
        here = at + SEATS + 5 * seat
        s.shown[seat], s.chosen[seat], s.revealed[seat] = work[here], work[here + 1], work[here + 2]
        s.first_scores[seat], s.totals[seat] = work[here + 3], work[here + 4]
        for kind in range(KIND_COUNT):
            s.displays[seat, kind] = work[at + DISPLAYS + seat * KIND_COUNT + kind]
    for kind in range(KIND_COUNT):
        s.box[kind] = work[at + BOX + kind]
        s.seen[kind] = work[at + SEEN + kind]
    for i in range(s.left):
        s.pile[i] = work[at + PILE + i]


@rule
def keep_truth(s: RuRaRe, work: IntArray) -> None:
    """Write the table as it is into the workspace, with its chance and its score sheet."""
    keep(s, work, TRUTH)
    for i in range(8):
        work[CHANCE + i] = s.key[i]
    for i in range(16):
        work[CHANCE + 8 + i] = s.block[i]
    at = SHEET
    for which in range(2):
        for seat in range(MOST_SEATS):
            for category in range(CATEGORY_COUNT):
                work[at] = s.sheet[which, seat, category]
                at += 1


@rule
def put_truth_back(s: RuRaRe, work: IntArray) -> None:
    """Make the table what it was before the search."""
    put_back(s, work, TRUTH)
    for i in range(8):
        s.key[i] = work[CHANCE + i]
    for i in range(16):
        s.block[i] = work[CHANCE + 8 + i]
    at = SHEET
    for which in range(2):
        for seat in range(MOST_SEATS):
            for category in range(CATEGORY_COUNT):
                s.sheet[which, seat, category] = work[at]
                at += 1


@rule
def imagine_world(s: RuRaRe, seat: int, luck: IntArray, work: IntArray) -> None:
    """Deal a world that fits what the seat has seen, with all who take part still to choose; and keep it."""
    put_back(s, work, TRUTH)
    imagine(s, seat, luck, work[POOL:SUMS])
    for other in range(MOST_SEATS):
        s.chosen[other] = NONE
    s.waiting = s.active
    s.phase = CHOOSING
    keep(s, work, WORLD)
