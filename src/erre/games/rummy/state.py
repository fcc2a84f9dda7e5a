"""Rummy: the record, the whole truth of a match."""

from __future__ import annotations

from erre.core.record import GameRecord, IntArray, i8, i16, i32
from erre.games.rummy.components import JOKERS, MOST_HANDS, MOST_MELDS, MOST_SEATS, TILES, Options

# The phases, in the order of a hand. Seats act in TURN; the others run by themselves.
DEALING, TURN, SCORING, OVER = range(4)
PHASE_NAMES = ("dealing", "turn", "scoring", "over")

JOKER_RULES = ("replace", "replaceFromRack", "free")
BLOCKED_SCORINGS = ("difference", "fullSum", "none")
NEXT_STARTERS = ("lot", "left", "winner")


class Rummy(GameRecord):
    """One match of Rummy."""

    totals: IntArray = i32(MOST_SEATS)  # points of all scored hands
    sheet: IntArray = i16(MOST_HANDS, MOST_SEATS)  # points of each scored hand
    # options, as numbers (see components)
    turn_seconds: int = i32()  # for the clock of a table; no rule reads it
    hands: int = i16()  # hands of the match; 0: as many as there are seats
    joker_rule: int = i8()  # REPLACE, REPLACE_FROM_RACK or FREE
    joker_same_meld: int = i8()  # 0 or 1
    table_use_in_opening_turn: int = i8()  # 0 or 1
    close_from_hand: int = i8()  # 0 or 1
    close_from_hand_uses_table: int = i8()  # 0 or 1
    blocked_scoring: int = i8()  # DIFFERENCE, FULL_SUM or UNSCORED
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


def options_of(s: Rummy) -> Options:
    """The options as people name them."""
    return Options(
        joker_rule=JOKER_RULES[s.joker_rule],  # type: ignore[arg-type]
        joker_same_meld=bool(s.joker_same_meld),
        table_use_in_opening_turn=bool(s.table_use_in_opening_turn),
        close_from_hand=bool(s.close_from_hand),
        close_from_hand_uses_table=bool(s.close_from_hand_uses_table),
        blocked_scoring=BLOCKED_SCORINGS[s.blocked_scoring],  # type: ignore[arg-type]
        turn_seconds=s.turn_seconds,
        timeout_draw=s.timeout_draw,
        max_jokers_per_meld=s.max_jokers_per_meld,
        hands=s.hands or None,
        next_starter=NEXT_STARTERS[s.next_starter],  # type: ignore[arg-type]
    )


def put_options(s: Rummy, options: Options) -> None:
    """Write options into a record."""
    s.joker_rule = JOKER_RULES.index(options.joker_rule)
    s.joker_same_meld = options.joker_same_meld
    s.table_use_in_opening_turn = options.table_use_in_opening_turn
    s.close_from_hand = options.close_from_hand
    s.close_from_hand_uses_table = options.close_from_hand_uses_table
    s.blocked_scoring = BLOCKED_SCORINGS.index(options.blocked_scoring)
    s.turn_seconds = options.turn_seconds
    s.timeout_draw = options.timeout_draw
    s.max_jokers_per_meld = options.max_jokers_per_meld
    s.hands = options.hands or 0
    s.next_starter = NEXT_STARTERS.index(options.next_starter)
