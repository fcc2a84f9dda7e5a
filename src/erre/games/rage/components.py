"""Rage, chapter 0: what lies on the table, and every number of the rulebook."""

from __future__ import annotations

from typing import Annotated, Literal

import numpy as np

from erre.core.errors import BadOptions
from erre.core.options import GameOptions, codes, option

LEAST_SEATS = 3  # §0.1
MOST_SEATS = 8

COLOURS = "BGRYPO"  # §0.2 blue, green, red, yellow, purple, orange: sixteen cards each, 0 to 15
COLOUR_NAMES = ("blue", "green", "red", "yellow", "purple", "orange")
COLOUR_COUNT = 6
VALUES = 16
COLOURED = COLOUR_COUNT * VALUES

# §0.3 The sixteen action cards. A card is a number: a coloured one is colour * 16 + value, and the action
# cards follow. A jolly in the hand is JOLLY; on the table it is JOLLY + the colour that was named.
JOLLY = COLOURED
NO_TRUMP = JOLLY + COLOUR_COUNT
CHANGE_TRUMP = NO_TRUMP + 1
PLUS_FIVE = NO_TRUMP + 2
MINUS_FIVE = NO_TRUMP + 3
CARD_CODES = NO_TRUMP + 4
ACTION_COUNTS = {JOLLY: 2, NO_TRUMP: 4, CHANGE_TRUMP: 4, PLUS_FIVE: 3, MINUS_FIVE: 3}
ACTION_NAMES = {JOLLY: "J", NO_TRUMP: "NT", CHANGE_TRUMP: "CT", PLUS_FIVE: "+5", MINUS_FIVE: "-5"}
JOLLY_VALUE = VALUES  # a jolly ranks above the 15 of its colour

DECK = np.array([*range(COLOURED), *(c for c, n in ACTION_COUNTS.items() for _ in range(n))], np.int8)
DECK_SIZE = 112
COPIES = np.bincount(DECK, minlength=CARD_CODES).astype(np.int8)

ROUNDS = 10
MOST_CARDS = 10  # dealt to each seat in the first round, one fewer in each that follows
MOST_PLAYS = MOST_SEATS * MOST_CARDS

# A round turns at most one coloured card for its start and one for each card that changes trump, and the action cards
# between them: 17 cards with the whole deck (k changes in hands leave 16 - k action cards in the stock).
# A position written by hand may have a stock of its own: one coloured card for the start and for each of the
# eight trump changing cards, and all sixteen action cards between them.
TURNED_ROOM = 25

TRICK_POINTS = 1
SLAM_TRICK_POINTS = 2  # instead, for a seat that takes every trick
ACTION_POINTS = 5
MOST_BONUS = ACTION_POINTS * ACTION_COUNTS[PLUS_FIVE]  # all plus fives; all minus fives take as much away
RIGHT_BID = 10
WRONG_BID = -5

# Moves as kernels know them: a card's code for playing it, or BID + the number of tricks.
BID = CARD_CODES
MOVE_CODES = BID + MOST_CARDS + 1
MOST_LEGAL = MOST_CARDS + 2 * (COLOUR_COUNT - 1) + 4  # a full hand with both jollies; rounded up

Bidding = Literal["open", "hidden", "secret"]
SameTrick = Literal["lastCard", "noTrumpDominates"]
JollyOrder = Literal["second", "first"]
TieBreak = Literal["shared", "mostCorrectBids"]
OPEN, HIDDEN, SECRET = codes(Bidding)
LAST_CARD, NO_TRUMP_DOMINATES = codes(SameTrick)
SECOND_JOLLY, FIRST_JOLLY = codes(JollyOrder)
SHARED, MOST_CORRECT_BIDS = codes(TieBreak)


class Options(GameOptions, frozen=True, kw_only=True):
    """The variants of the rulebook and the readings of what it leaves open."""

    plus_minus_one: Annotated[
        bool, option("the bids may not add up to the number of tricks, so somebody must fail")
    ] = False
    bidding: Annotated[
        Bidding,
        option("open: in turn, aloud; hidden: all at once, shown together; secret: shown only after the last trick"),
    ] = "open"
    slam: Annotated[
        bool, option("Marcia: who takes every trick of a round scores two points for each (not in the last round)")
    ] = False
    same_trick: Annotated[
        SameTrick,
        option("no-trump and change-trump in one trick: the last card decides, or no-trump dominates the trick"),
    ] = "lastCard"
    jolly_order: Annotated[JollyOrder, option("of two jollies of one colour in a trick, which one is higher")] = (
        "second"
    )
    tie_break: Annotated[
        TieBreak, option("equal totals share the victory, or the seat with more correct bids wins")
    ] = "shared"
    show_old_tricks: Annotated[bool, option("let everybody look through the tricks already taken in this round")] = (
        False
    )

    def __post_init__(self) -> None:
        """§6.5 The last bidder is bound by the sum, so plus/minus one needs bids made in turn."""
        if self.plus_minus_one and self.bidding != "open":
            both = f"plusMinusOne and bidding={self.bidding} contradict each other"
            raise BadOptions(f"{both}: nobody bids last when all bid at once", "§6.5")
