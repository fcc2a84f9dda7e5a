"""Rage: the state, the whole truth of a match."""

from __future__ import annotations

from erre.core.record import GameState, IntArray, i8, i16
from erre.games.rage.components import DECK_SIZE, MOST_CARDS, MOST_PLAYS, MOST_SEATS, ROUNDS, TURNED_ROOM

# The phases, in the order of a round. Seats act in BIDDING and TRICKS; the others run by themselves.
DEALING, TURNING, BIDDING, TRICKS, TAKING, SCORING, OVER = range(7)
PHASE_NAMES = ("dealing", "turning", "bidding", "tricks", "taking", "scoring", "over")


class Rage(GameState):
    """One match of Rage."""

    totals: IntArray = i16(MOST_SEATS)  # points of all scored rounds
    # options, by their names in `Options`, as numbers
    plus_minus_one: int = i8()  # 0 or 1
    bidding: int = i8()  # OPEN, HIDDEN or SECRET
    slam: int = i8()  # 0 or 1
    same_trick: int = i8()  # LAST_CARD or NO_TRUMP_DOMINATES
    jolly_order: int = i8()  # SECOND_JOLLY or FIRST_JOLLY
    tie_break: int = i8()  # SHARED or MOST_CORRECT_BIDS
    show_old_tricks: int = i8()  # 0 or 1
    # the round
    round_no: int = i8()  # 1 to 10
    dealer: int = i8()  # seat
    leader: int = i8()  # seat that led, or will lead, the trick
    led: int = i8()  # colour to follow; NONE while open
    trump: int = i8()  # colour in force in this trick; NONE: no trump
    next_trump: int = i8()  # colour that waits for the next trick behind a no-trump that dominates this one; NONE
    flip_pending: int = i8()  # 1: a new trump is turned after this trick
    left: int = i8()  # cards in the stock
    turned_count: int = i8()  # cards in `turned`
    plays: int = i8()  # cards in `played`
    trick_start: int = i8()  # where in `played` the trick begins
    taken: int = i8()  # tricks taken in this round
    held: IntArray = i8(MOST_SEATS)  # cards in each hand
    bids: IntArray = i8(MOST_SEATS)  # tricks promised; NONE before the bid
    tricks: IntArray = i8(MOST_SEATS)  # tricks taken
    bonus: IntArray = i8(MOST_SEATS)  # points of +5 and -5 cards taken
    voids: IntArray = i8(MOST_SEATS)  # bits of the colours a seat has shown not to hold
    correct: IntArray = i8(MOST_SEATS)  # bids kept in all scored rounds
    hands: IntArray = i8(MOST_SEATS, MOST_CARDS)  # cards in ascending order, then NONE
    stock: IntArray = i8(DECK_SIZE)  # face-down cards, the top one last, then NONE
    turned: IntArray = i8(TURNED_ROOM)  # cards turned from the stock in this round, in order, then NONE
    played: IntArray = i8(MOST_PLAYS)  # cards played in this round, in order, then NONE
    leaders: IntArray = i8(MOST_CARDS)  # seats that led the tricks of this round, then NONE
    sheet_bids: IntArray = i8(ROUNDS, MOST_SEATS)  # the score sheet; NONE in rounds not scored
    sheet_tricks: IntArray = i8(ROUNDS, MOST_SEATS)
    sheet_points: IntArray = i8(ROUNDS, MOST_SEATS)
