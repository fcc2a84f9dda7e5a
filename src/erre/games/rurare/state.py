"""Ru-Ra-Re: the state, the whole truth of a game."""

from __future__ import annotations

from erre.core.record import GameState, IntArray, i8, i16
from erre.games.rurare.components import (
    CATEGORY_COUNT,
    KIND_COUNT,
    MOST_CARDS,
    MOST_ROWS,
    MOST_SEATS,
    ROW_CARDS,
)

# The phases, in the order of a turn. Seats act in CHOOSING; the others run by themselves.
LAYING, CHOOSING, REVEALING, FIRST_SCORING, REFILLING, FINAL_SCORING, OVER = range(7)
PHASE_NAMES = ("lay", "choose", "reveal", "first scoring", "refill", "final scoring", "over")


class RuRaRe(GameState):
    """One game of Ru-Ra-Re. `turn` is always NONE: all choose at once."""

    # options, by their names in `Options`, as numbers
    counts: IntArray = i16(KIND_COUNT)  # cards of each kind in the whole deck
    choice_timeout_sec: int = i16()  # seconds; 0: none
    deck: int = i8()  # which of DECK_NAMES
    allow_custom_total: int = i8()  # 0 or 1
    missed_first_scoring: int = i8()  # FINAL_ONLY or BOTH
    cut_short_turn: int = i8()  # WAITS or COUNTS
    # the table
    turn_no: int = i16()  # 1 for the first turn
    last_turn: int = i8()  # 1: this turn is the last
    depth: IntArray = i8(MOST_ROWS)  # cards in each row
    rows: IntArray = i8(MOST_ROWS, ROW_CARDS)  # kinds from the number card outwards, then NONE
    left: int = i16()  # cards in the pile
    pile: IntArray = i8(MOST_CARDS)  # face-down kinds, the top one last, then NONE
    boxed: int = i16()  # cards in the box
    box: IntArray = i16(KIND_COUNT)  # cards of each kind in the box, which has no order
    seen: IntArray = i16(KIND_COUNT)  # of those, the cards that everybody saw go there since the box was last shuffled
    displays: IntArray = i16(MOST_SEATS, KIND_COUNT)  # cards of each kind in front of each seat
    shown: IntArray = i16(MOST_SEATS)  # cards in front of each seat
    # the choices
    active: int = i8()  # bits of the seats that still take part in this turn
    waiting: int = i8()  # bits of those that have not chosen
    chosen: IntArray = i8(MOST_SEATS)  # rows chosen and not yet shown; NONE
    revealed: IntArray = i8(MOST_SEATS)  # rows shown at the last reveal; NONE for a seat that took no part
    # the score sheet
    first_scored: int = i8()  # 1: the first scoring has been
    written: int = i8()  # bits of the scorings that `sheet` holds
    first_scores: IntArray = i16(MOST_SEATS)  # points of the first scoring
    totals: IntArray = i16(MOST_SEATS)  # points of all scorings
    sheet: IntArray = i16(2, MOST_SEATS, CATEGORY_COUNT)  # points by category in both scorings
