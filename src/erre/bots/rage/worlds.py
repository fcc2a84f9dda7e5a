"""Rage: worlds to search in. A state is saved, imagined again, played on, and restored."""

from __future__ import annotations

from erre.bots.rage.policy import chance_of_bid, expected_of_hand
from erre.core.chance import roll
from erre.core.engine import rule
from erre.core.record import NONE, IntArray
from erre.games.rage.components import DECK_SIZE, MOST_CARDS, MOST_PLAYS, MOST_SEATS, TURNED_ROOM
from erre.games.rage.imagine import imagine
from erre.games.rage.rules.bidding import bids_are_shown
from erre.games.rage.rules.dealing import hand_size
from erre.games.rage.state import Rage

# A place where a state is kept: its single numbers, five numbers of each seat, the hands, and the stock.
SINGLE = 12
BY_SEAT = SINGLE
HANDS = BY_SEAT + 5 * MOST_SEATS
STOCK = HANDS + MOST_SEATS * MOST_CARDS
PLACE = STOCK + DECK_SIZE

# What a playout writes and no decision reads: kept once, for the truth.
KEY, BLOCK = 8, 16
TURNED = KEY + BLOCK + 2
PLAYED = TURNED + TURNED_ROOM
LEADERS = PLAYED + MOST_PLAYS
MARGIN = LEADERS + MOST_CARDS

CERTAIN = 1024
LEAST_BELIEF = 64  # of 1024: nobody is believed so surely to have bid with sense that a world is given up for it


@rule
def keep(s: Rage, place: IntArray) -> None:
    """Write down what a playout changes."""
    place[0], place[1], place[2], place[3] = s.turn, s.phase, s.leader, s.led
    place[4], place[5], place[6], place[7] = s.trump, s.next_trump, s.flip_pending, s.left
    place[8], place[9], place[10], place[11] = s.turned_count, s.plays, s.trick_start, s.taken
    for seat in range(s.seats):
        at = BY_SEAT + 5 * seat
        place[at], place[at + 1], place[at + 2] = s.held[seat], s.bids[seat], s.tricks[seat]
        place[at + 3], place[at + 4] = s.bonus[seat], s.voids[seat]
        for i in range(MOST_CARDS):
            place[HANDS + MOST_CARDS * seat + i] = s.hands[seat, i]
    for i in range(DECK_SIZE):
        place[STOCK + i] = s.stock[i]


@rule
def bring_back(s: Rage, place: IntArray) -> None:
    """Undo a playout: only cards turned since can be missing from the stock."""
    for i in range(s.left, place[7]):
        s.stock[i] = place[STOCK + i]
    s.turn, s.phase, s.leader, s.led = place[0], place[1], place[2], place[3]
    s.trump, s.next_trump, s.flip_pending, s.left = place[4], place[5], place[6], place[7]
    s.turned_count, s.plays, s.trick_start, s.taken = place[8], place[9], place[10], place[11]
    for seat in range(s.seats):
        at = BY_SEAT + 5 * seat
        s.held[seat], s.bids[seat], s.tricks[seat] = place[at], place[at + 1], place[at + 2]
        s.bonus[seat], s.voids[seat] = place[at + 3], place[at + 4]
        for i in range(MOST_CARDS):
            s.hands[seat, i] = place[HANDS + MOST_CARDS * seat + i]


@rule
def keep_truth(s: Rage, place: IntArray, margin: IntArray) -> None:
    """Write down all that a search changes."""
    keep(s, place)
    for i in range(KEY):
        margin[i] = s.key[i]
    for i in range(BLOCK):
        margin[KEY + i] = s.block[i]
    margin[KEY + BLOCK], margin[KEY + BLOCK + 1] = s.drawn, s.moves_made
    for i in range(TURNED_ROOM):
        margin[TURNED + i] = s.turned[i]
    for i in range(MOST_PLAYS):
        margin[PLAYED + i] = s.played[i]
    for i in range(MOST_CARDS):
        margin[LEADERS + i] = s.leaders[i]


@rule
def bring_back_truth(s: Rage, place: IntArray, margin: IntArray) -> None:
    """Undo a search, to the last byte."""
    bring_back(s, place)
    for i in range(DECK_SIZE):
        s.stock[i] = place[STOCK + i]
    for i in range(KEY):
        s.key[i] = margin[i]
    for i in range(BLOCK):
        s.block[i] = margin[KEY + i]
    s.drawn, s.moves_made = margin[KEY + BLOCK], margin[KEY + BLOCK + 1]
    for i in range(TURNED_ROOM):
        s.turned[i] = margin[TURNED + i]
    for i in range(MOST_PLAYS):
        s.played[i] = margin[PLAYED + i]
    for i in range(MOST_CARDS):
        s.leaders[i] = margin[LEADERS + i]


@rule
def forget(s: Rage) -> None:
    """Remember nothing of this round but what lies on the table: neither cards gone nor colours not held."""
    on_table = s.plays - s.trick_start
    for i in range(on_table):
        s.played[i] = s.played[s.trick_start + i]
    s.trick_start = 0
    s.plays = on_table
    for seat in range(s.seats):
        s.voids[seat] = 0


@rule
def guess_bids(s: Rage, me: int) -> None:
    """Bids that are made but not shown: what the fast policy would still expect with the imagined hand."""
    if not bids_are_shown(s):
        for seat in range(s.seats):
            if seat != me and s.bids[seat] != NONE:
                s.bids[seat] = min(s.tricks[seat] + likeliest_need(s, seat), hand_size(s))


@rule
def likeliest_need(s: Rage, seat: int) -> int:
    """The number of tricks that a hand is most likely to take if it tries to."""
    left = s.held[seat]
    expected = expected_of_hand(s, seat, left)
    best, high = 0, -1
    for need in range(left + 1):
        chance = chance_of_bid(need, expected, left)
        if chance > high:
            best, high = need, chance
    return best


@rule
def belief(s: Rage, me: int) -> int:
    """How well the bids of the others go with their imagined hands, in 1024ths."""
    faith = CERTAIN
    for seat in range(s.seats):
        need = s.bids[seat] - s.tricks[seat]
        left = s.held[seat]
        if seat != me and s.bids[seat] != NONE and 0 <= need <= left:
            expected = expected_of_hand(s, seat, left)
            best = chance_of_bid(likeliest_need(s, seat), expected, left)
            faith = faith * max(chance_of_bid(need, expected, left), LEAST_BELIEF) // max(best, LEAST_BELIEF)
    return faith


@rule
def imagine_well(s: Rage, me: int, tries: int, luck: IntArray, scratch: IntArray) -> None:
    """A world that fits what was seen and, after some tries, also what the others have bid."""
    for _ in range(tries):
        imagine(s, me, luck, scratch)
        guess_bids(s, me)
        if not bids_are_shown(s) or roll(luck, CERTAIN) < belief(s, me):
            return
