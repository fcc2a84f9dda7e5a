"""Rummy: the state, the whole truth of a match."""

from __future__ import annotations

from erre.core.record import GameState, IntArray, i8, i16, i32
from erre.games.rummy.components import JOKERS, MOST_HANDS, MOST_MELDS, MOST_SEATS, TILES

# The phases, in the order of a hand. Seats act in TURN; the others run by themselves.
DEALING, TURN, SCORING, OVER = range(4)
PHASE_NAMES = ("dealing", "turn", "scoring", "over")


class Rummy(GameState):
    """The whole truth about one match of Rummy: options, tiles, racks, melds and points."""

    totals: IntArray = i32(MOST_SEATS)  # points of all scored hands
    sheet: IntArray = i16(MOST_HANDS, MOST_SEATS)  # points of each scored hand
    # options, by their names in `Options`, as numbers
    turn_seconds: int = i32()  # for the clock of a table; no rule reads it
    hands: int = i16()  # hands of the match; 0: as many as there are seats
    clock_alone: int = i8()  # 0 or 1; for the clock of a table as well
    joker_rule: int = i8()  # REPLACE, REPLACE_FROM_RACK or FREE
    joker_same_meld: int = i8()  # 0 or 1
    joker_any_meld: int = i8()  # 0 or 1
    table_use_in_opening_turn: int = i8()  # 0 or 1
    close_from_hand: int = i8()  # 0 or 1
    close_from_hand_uses_table: int = i8()  # 0 or 1
    blocked_scoring: int = i8()  # DIFFERENCE, FULL_SUM or UNSCORED
    time_up_keeps: int = i8()  # RIGHT_MELDS or WHOLE_LAY
    timeout_draw: int = i8()  # tiles
    max_jokers_per_meld: int = i8()  # 1 or 2
    next_starter: int = i8()  # BY_LOT, TO_THE_LEFT or THE_WINNER
    # the hand
    hand_no: int = i16()  # 1 for the first
    starter: int = i8()  # seat that began the hand
    passes: int = i8()  # seats that have passed one after the other
    winner: int = i8()  # seat that won the hand; NONE while it goes on, and where nobody laid the last tile
    closed_from_hand: int = i8()  # 1: the winner closed from the hand
    left: int = i8()  # tiles in the pool
    melds: int = i8()  # melds on the table
    opened: IntArray = i8(MOST_SEATS)  # 1: the seat has laid its first points
    held: IntArray = i8(MOST_SEATS)  # tiles on each rack
    place: IntArray = i8(TILES)  # of each tile: OUT, POOL, RACKS + seat or TABLE
    stands: IntArray = i8(JOKERS)  # kind that each joker on the table stands for; NONE elsewhere
    lengths: IntArray = i8(MOST_MELDS)  # tiles of each meld on the table, then 0
    cells: IntArray = i8(TILES)  # the tiles of the table, meld after meld, then NONE
    pool: IntArray = i8(TILES)  # the tiles of the pool, the top one last, then NONE
