"""ROK: the state, the whole truth of a game."""

from __future__ import annotations

from erre.core.record import GameState, IntArray, i8, i16, i32
from erre.games.rok.components import MOST_SEATS, MOST_THROWN, RUNE_COUNT

# The phases, in the order of a round. Seats act in SCRAMBLE, PENALIZED, SLIDING and ORDERING; the others run by
# themselves, and so does SLIDING where chance aims.
DRAWING, COMPARING, THROWING, SCRAMBLE, JUDGING, PUNISHING, PENALIZED, SPLITTING, CAPTURING = range(9)
SLIDING, MEASURING, ORDERING, REBALANCING, CLEANING, COUNTING, OVER = range(9, 16)
PHASE_NAMES = (
    *("draw", "compare", "throw", "grab", "judge", "punish", "penalty", "split", "capture"),
    *("slide", "measure", "order", "rebalance", "clean", "count", "over"),
)


class Rok(GameState):
    """One game of ROK. A rune is a number: its kind (colour times eight plus symbol) times two, plus its copy.

    The bag has no order: whoever draws from it draws by lot.
    """

    # options, by their names in `Options`, as numbers
    face_up_probability: int = i16()  # thousandths
    grab_seconds: int = i16()  # 0: no limit
    press_gap_ms: int = i16()  # for a live table; no rule reads it
    signal_seconds: int = i16()  # for a live table
    decision_seconds: int = i16()  # for a live table
    grab_end: int = i8()  # AUTO, ALL_DONE or TIMER
    lone_rune: int = i8()  # RETURN or PENALTY
    penalty_choice: int = i8()  # PLAYER or OLDEST
    capture_scope: int = i8()  # WHOLE or EARLIER_ROUNDS
    order_contest: int = i8()  # BY_SLIDE, BY_LOT or BY_SEAT
    count_balance_at_end: int = i8()  # 0 or 1
    tie_break: int = i8()  # TIE_SLIDE, TIE_SHARED or TIE_LOT
    slide_mode: int = i8()  # BY_SKILL or BY_CHANCE
    # the runes
    place: IntArray = i8(RUNE_COUNT)  # BAG, TABLE, BALANCE, TREASURE, HELD or OUT
    owner: IntArray = i8(RUNE_COUNT)  # whose balance, treasure or hand; NONE elsewhere
    up: IntArray = i8(RUNE_COUNT)  # 1: lies face up on the table; 0 elsewhere
    x: IntArray = i32(RUNE_COUNT)  # on the table, in thousandths of a rune's radius from Destiny; 0 elsewhere
    y: IntArray = i32(RUNE_COUNT)
    since: IntArray = i16(RUNE_COUNT)  # in a treasure: the round that brought it there; 0 elsewhere
    # the round
    round_no: int = i16()  # 1 for the first; 0 before it
    first: int = i8()  # the first player
    finished: int = i8()  # bits of the seats that are done with the scramble
    due: IntArray = i8(MOST_SEATS)  # pairs that each seat still owes for wrong ones
    # the contest
    contest: int = i8()  # the colour whose captures are to be put in order, TIE, or NONE
    contesting: int = i8()  # bits of the seats in the contest
    sliding: int = i8()  # bits of those that have not slid yet
    touched: int = i8()  # bits of those whose rune touched Destiny
    attempts: int = i8()  # times all have slid without a decision
    aim: IntArray = i32(MOST_SEATS)  # the slide of each seat as a move's number; NONE before
    rest_x: IntArray = i32(MOST_SEATS)  # where its rune came to rest, as x and y above
    rest_y: IntArray = i32(MOST_SEATS)
    champion: int = i8()  # who won the tie-break; NONE
    # runes in motion, all zero between two steps of the game
    discs: IntArray = i8(RUNE_COUNT)  # the runes that move, then those that lie still
    vx: IntArray = i32(MOST_THROWN)  # speed of the first discs, in 1/256 of a length in a step
    vy: IntArray = i32(MOST_THROWN)
    speed: IntArray = i32(MOST_THROWN)  # length of that
