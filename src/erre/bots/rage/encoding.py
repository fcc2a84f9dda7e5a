"""Rage for learners: what a seat observes, and the actions it can take."""

from __future__ import annotations

from erre.core.encoding import Encoding, Field, of_numbered_moves
from erre.core.engine import rule
from erre.core.record import NONE, IntArray
from erre.games import game
from erre.games.rage.components import (
    BID,
    CARD_CODES,
    COLOUR_COUNT,
    COPIES,
    DECK_SIZE,
    MOST_BONUS,
    MOST_CARDS,
    MOVE_CODES,
    RIGHT_BID,
    ROUNDS,
    SLAM_TRICK_POINTS,
    WRONG_BID,
)
from erre.games.rage.notation import format_play
from erre.games.rage.rules.bidding import bids_are_shown
from erre.games.rage.rules.dealing import hand_size
from erre.games.rage.state import BIDDING, Rage

MOST_COPIES = int(COPIES.max())
# No round is worse than a wrong bid with all the -5 cards, and none better than all its tricks as bid, with the +5.
LEAST_TOTAL = ROUNDS * (WRONG_BID - MOST_BONUS)
MOST_TOTAL = SLAM_TRICK_POINTS * sum(range(1, MOST_CARDS + 1)) + ROUNDS * (RIGHT_BID + MOST_BONUS)


def fields(seats: int) -> tuple[Field, ...]:
    """What `observe` writes, in its order."""
    cards = CARD_CODES
    return (
        Field("bidding", 1, "1 while bids are made, 0 while cards are played", 0, 1),
        Field("round", 1, "1 to 10", 1, ROUNDS),
        Field("tricks_left", 1, "of this round", 0, MOST_CARDS),
        Field("dealer", 1, "seat", 0, seats - 1),
        Field("leader", 1, "seat", 0, seats - 1),
        Field("led", 1, "colour to follow, 0 to 5; -1 while open", NONE, COLOUR_COUNT - 1),
        Field("trump", 1, "colour, 0 to 5; -1 without trump", NONE, COLOUR_COUNT - 1),
        Field("next_trump", 1, "colour that waits for the next trick; -1 for none", NONE, COLOUR_COUNT - 1),
        Field("flip_pending", 1, "1: a new trump is turned after this trick", 0, 1),
        Field("stock", 1, "cards left in it", 0, DECK_SIZE),
        Field("options", 5, "plusMinusOne, bidding (open, hidden, secret), slam, sameTrick, jollyOrder", 0, 2),
        Field("hand", cards, "how many of each card the seat holds (a jolly is the first of the six)", 0, MOST_COPIES),
        Field(
            "gone",
            cards,
            "how many of each card were played or turned in this round, jollies by their colour",
            0,
            MOST_COPIES,
        ),
        Field("trick", seats, "the card of each seat in the trick on the table; -1 for none", NONE, CARD_CODES - 1),
        Field("bids", seats, "tricks promised; -1: not yet, or not shown to this seat", NONE, MOST_CARDS),
        Field("has_bid", seats, "1: the seat has bid", 0, 1),
        Field("tricks", seats, "taken in this round", 0, MOST_CARDS),
        Field("bonus", seats, "points of +5 and -5 cards taken in this round", -MOST_BONUS, MOST_BONUS),
        Field("held", seats, "cards in each hand", 0, MOST_CARDS),
        Field("totals", seats, "points of all scored rounds", LEAST_TOTAL, MOST_TOTAL, byte_from=-64),
        Field("correct", seats, "bids kept so far", 0, ROUNDS),
        Field("voids", seats * COLOUR_COUNT, "1: the seat has shown that it does not hold the colour", 0, 1),
    )


@rule
def observe(s: Rage, seat: int, out: IntArray) -> int:
    """Write what a seat may know; how many numbers."""
    n = s.seats
    out[0] = s.phase == BIDDING
    out[1] = s.round_no
    out[2] = hand_size(s) - s.taken
    out[3] = s.dealer - seat + (n if s.dealer < seat else 0)
    out[4] = s.leader - seat + (n if s.leader < seat else 0)
    out[5], out[6], out[7], out[8] = s.led, s.trump, s.next_trump, s.flip_pending
    out[9] = s.left
    out[10], out[11], out[12] = s.plus_minus_one, s.bidding, s.slam
    out[13], out[14] = s.same_trick, s.jolly_order
    at = 15
    for i in range(2 * CARD_CODES + n):
        out[at + i] = 0
    for i in range(s.held[seat]):
        out[at + s.hands[seat, i]] += 1
    at += CARD_CODES
    for i in range(s.plays):
        out[at + s.played[i]] += 1
    for i in range(s.turned_count):
        out[at + s.turned[i]] += 1
    at += CARD_CODES
    for k in range(n):
        out[at + k] = NONE
    who = s.leader - seat + (n if s.leader < seat else 0)
    for i in range(s.trick_start, s.plays):
        out[at + who] = s.played[i]
        who = who + 1 if who + 1 < n else 0
    at += n
    shown = bids_are_shown(s)
    for k in range(n):
        other = seat + k - (n if seat + k >= n else 0)
        has_bid = s.bids[other] != NONE
        out[at + k] = s.bids[other] if has_bid and (shown or k == 0) else NONE
        out[at + n + k] = has_bid
        out[at + 2 * n + k] = s.tricks[other]
        out[at + 3 * n + k] = s.bonus[other]
        out[at + 4 * n + k] = s.held[other]
        out[at + 5 * n + k] = s.totals[other]
        out[at + 6 * n + k] = s.correct[other]
        for colour in range(COLOUR_COUNT):
            out[at + 7 * n + k * COLOUR_COUNT + colour] = s.voids[other] >> colour & 1
    return at + (7 + COLOUR_COUNT) * n


def action_name(action: int) -> str:
    """`bid 3`, `Y8`, `J:R`."""
    return f"bid {action - BID}" if action >= BID else format_play(action)


def encoding(seats: int) -> Encoding:
    """Rage for a number of seats. Bids made at once come in the order of the seats: none is shown before all are in."""
    return of_numbered_moves(game("rage"), seats, fields(seats), MOVE_CODES, observe, action_name)
