"""Our search for oh_hell: every move is played out in many imagined worlds, the same for all moves.

Moves that fall behind are given up. A question is a list of numbers (see the names below) made from what a player
knows; a world is a hand of bits for every seat. Worlds come up as often as they are likely after what the others bid.
"""

from __future__ import annotations

from math import exp
from typing import cast

import numpy as np

from erre.core.engine import rule
from erre.core.record import NONE, IntArray
from erre.lab.peer.oh_hell import CARDS, MOST_LEGAL, MOST_SEATS, RIGHT_BID
from erre.lab.peer.playouts import leading_zeros, next_luck, play_out

# A question: who is asked, what lies on the table, and what everybody has shown.
SEATS, ME, IS_BIDDING, TURN, DEALER, ROUNDS, LEFT, LED, BEAT, WINNER, ON_TABLE, TRUMPS, UNSEEN, OTHERS, LUCK = range(15)
HELD = 15  # cards of each seat
BIDS = HELD + MOST_SEATS  # below 0: none yet
TRICKS = BIDS + MOST_SEATS
ORDER = TRICKS + MOST_SEATS  # the other seats, as they are dealt to
HANDS = ORDER + MOST_SEATS  # of one world; the asker's own is always there
PLAYED = HANDS + MOST_SEATS  # the same while it is played out
WANTS = PLAYED + MOST_SEATS
EXPECTED = WANTS + MOST_SEATS  # hundredths of tricks that each imagined hand, as it was dealt, may win
WON = EXPECTED + MOST_SEATS  # cards that won tricks
CARD_EXPECTED = WON + 1  # hundredths of a trick that each card may win
POOL = (
    CARD_EXPECTED + CARDS
)  # the cards not seen: those of the first seat of the order, of the next, those that nobody has
BARRED = POOL + CARDS  # the cards that cannot be in each place
OWNERS = BARRED + CARDS  # the seat that each place belongs to; NONE: nobody
STEPS = OWNERS + CARDS  # of LIKELY in a hundredth of a trick, times 1024
QUESTION = STEPS + 1

# What is counted for each move; the bonus is what a network adds to its worth.
ALIVE, VISITS, WORTH, SQUARES, BONUS, COUNTED = range(6)
COUNTS = MOST_LEGAL * COUNTED
FIRST_LOOK = 32  # worlds after which moves that fall behind are first given up
SURE = 9.0  # variances of a difference by which they must be behind, squared
UNIT = 16  # of worth in a point
RIVALRY = 8  # of UNIT: what counts against a move of the points that others have on average for bids that came true
UNSURE = 512.0  # added to every variance, in squares of UNIT: the first worlds may all end alike
HUNDRED = 100
SWAPS = 1  # for every card that others hold, from world to world
WARM_UP = 80  # worlds that are dealt before one counts
BOLDNESS = 24  # sixteenths of a trick that a bid grows with each trick expected: measured, of both bots about as much
DOUBT = 28.0  # hundredths of a trick by which a bid is off, times the root of the tricks
FINE, SCALE, LEAST = 64, 1 << 20, 0.002  # of the table: steps in a doubt, its unit, and what is never ruled out
LIKELY = cast(IntArray, np.array([int(SCALE * (LEAST + exp(-((i / FINE) ** 2) / 2))) for i in range(8 * FINE)]))


@rule
def draw(q: IntArray, sides: int) -> int:
    """A number from 0 to sides - 1, equally likely to one part in thirty million."""
    q[LUCK] = next_luck(q[LUCK])
    return (q[LUCK] >> 32) * sides >> 31


@rule
def expected_bid(q: IntArray, expected: int) -> int:
    """Hundredths of tricks that a seat is likely to bid by what its hand expects: bids are bolder than expectations."""
    fair = HUNDRED * q[ROUNDS] // q[SEATS]
    return fair + (BOLDNESS * (expected - fair) >> 4)


@rule
def likelihood(q: IntArray, seat: int, expected: int) -> int:
    """How likely a seat's bid is, in parts of SCALE, by what its hand expects; nothing is said of a missing bid."""
    if seat == NONE or q[BIDS + seat] < 0:
        return SCALE
    off = abs(HUNDRED * q[BIDS + seat] - expected_bid(q, expected))
    return LIKELY[min(off * q[STEPS] >> 10, 8 * FINE - 1)]


@rule
def expected_of_card(q: IntArray, bit: int) -> int:
    """Hundredths of a trick that a card may win."""
    return q[CARD_EXPECTED + 63 - leading_zeros(bit)]


@rule
def is_taken(q: IntArray, one: int, other: int, gain: int) -> bool:
    """Whether expected tricks are moved from one seat to another: as likely as what comes of it."""
    before = likelihood(q, one, q[EXPECTED + one])
    after = likelihood(q, one, q[EXPECTED + one] + gain)
    if other != NONE:
        before *= likelihood(q, other, q[EXPECTED + other])
        after *= likelihood(q, other, q[EXPECTED + other] - gain)
    else:
        before, after = before * SCALE, after * SCALE
    return after >= before or draw(q, SCALE) * (before // SCALE) < after


@rule
def swap(q: IntArray, one: int, other: int) -> None:
    """Let the cards of two places change if they fit there and go with the bids."""
    card, its = q[POOL + one], q[POOL + other]
    mine, yours = q[OWNERS + one], q[OWNERS + other]
    if mine == yours or card & q[BARRED + other] or its & q[BARRED + one]:
        return
    gain = expected_of_card(q, its) - expected_of_card(q, card)
    if gain != 0:
        if not is_taken(q, mine, yours, gain):
            return
        q[EXPECTED + mine] += gain
        if yours != NONE:
            q[EXPECTED + yours] -= gain
    q[POOL + one], q[POOL + other] = its, card


@rule
def imagine(q: IntArray) -> None:
    """The next world: of the cards not seen two at a time change places, where that fits what their holders have shown.

    Dealing until it fits may take millions of deals; this never does. After some worlds each comes up as often as it is
    likely after the bids (the rule of Metropolis): all that fit are alike but for how well the bids go with the hands.
    """
    size, dealt = q[UNSEEN], 0
    for k in range(q[OTHERS]):
        dealt += q[HELD + q[ORDER + k]]
    for _ in range(SWAPS * dealt):
        q[LUCK] = next_luck(q[LUCK])
        swap(q, (q[LUCK] >> 32) * dealt >> 31, (q[LUCK] >> 8 & 0xFFFFFF) * size >> 24)
    at = POOL
    for k in range(q[OTHERS]):
        hand = 0
        for _ in range(q[HELD + q[ORDER + k]]):
            hand |= q[at]
            at += 1
        q[HANDS + q[ORDER + k]] = hand


@rule
def begin(q: IntArray) -> None:
    """Deal the cards not seen a first time; `EXPECTED` has what the cards that were played already could expect."""
    make_it_fit(q)
    for i in range(CARDS):
        seat = q[OWNERS + i]
        if seat != NONE:
            q[EXPECTED + seat] += expected_of_card(q, q[POOL + i])
    for _ in range(WARM_UP):
        imagine(q)


@rule
def make_it_fit(q: IntArray) -> None:
    """Put the cards not seen into places where they may be, whatever their order was."""
    size = q[UNSEEN]
    barred = 1
    while barred:
        barred = 0
        for i in range(POOL, POOL + size):
            if q[i] & q[i + CARDS]:
                barred += 1
                other = POOL + draw(q, size)
                if not q[i] & q[other + CARDS] or draw(q, 16) == 0:
                    card = q[i]
                    q[i], q[other] = q[other], card


@rule
def bid_on(q: IntArray) -> None:
    """Those who have not bid yet bid as their hands say; the last may not make the bids come out even."""
    sum_of_bids = 0
    seat = q[DEALER]
    for _ in range(q[SEATS]):
        seat = seat + 1 if seat + 1 < q[SEATS] else 0
        bid = q[WANTS + seat]
        if bid < 0:
            bid = min(q[ROUNDS], max(0, (expected_bid(q, q[EXPECTED + seat]) + HUNDRED // 2) // HUNDRED))
            if seat == q[DEALER] and sum_of_bids + bid == q[ROUNDS]:
                bid += 1 if bid == 0 else -1
        q[WANTS + seat] = bid
        sum_of_bids += bid


@rule
def try_move(q: IntArray, move: int) -> int:
    """What a move, a card's bit or a bid, is worth to the asker in this world: its points, less part of the others'."""
    seats, me = q[SEATS], q[ME]
    for seat in range(seats):
        q[PLAYED + seat] = q[HANDS + seat]
        q[WANTS + seat] = q[BIDS + seat] - q[TRICKS + seat]  # no tricks yet where there is no bid
    bid, card, leader = q[BIDS + me], move, me
    if q[IS_BIDDING]:
        bid, card = move, 0
        leader = q[DEALER] + 1 if q[DEALER] + 1 < seats else 0
        q[WANTS + me] = bid
        bid_on(q)
    play(q, leader, card)
    right = 0
    for seat in range(seats):
        right += seat != me and q[WANTS + seat] == 0
    points = bid - q[WANTS + me] + (RIGHT_BID if q[WANTS + me] == 0 else 0)
    return UNIT * points - RIVALRY * RIGHT_BID * right // (seats - 1)


@rule
def play(q: IntArray, seat: int, card: int) -> None:
    """Play the world out, from a seat and a card on."""
    hands, wants, won = q[PLAYED:WANTS], q[WANTS:EXPECTED], q[WON:CARD_EXPECTED]
    led, beat, winner, on_table = q[LED], q[BEAT], q[WINNER], q[ON_TABLE]
    q[LUCK] = play_out(
        hands, wants, won, q[SEATS], seat, q[LEFT], led, beat, winner, on_table, q[TRUMPS], card, q[LUCK]
    )


@rule
def best_of(count: int, counts: IntArray) -> int:
    """The move in question that brought most so far."""
    best = -1
    for i in range(count):
        at = i * COUNTED
        if counts[at + ALIVE] and (best < 0 or counts[at + WORTH] > counts[best * COUNTED + WORTH]):
            best = i
    return best


@rule
def spread(at: int, counts: IntArray) -> float:
    """The variance of what a move brought."""
    visits = 1.0 * counts[at + VISITS]
    mean = counts[at + WORTH] / visits
    return counts[at + SQUARES] / visits - mean * mean


@rule
def give_up(count: int, counts: IntArray) -> int:
    """Moves that are surely behind the best are in question no more; how many still are."""
    best = best_of(count, counts) * COUNTED
    visits = 1.0 * counts[best + VISITS]
    alive = 0
    for i in range(count):
        at = i * COUNTED
        behind = (counts[best + WORTH] - counts[at + WORTH]) / visits
        doubt = SURE * (spread(best, counts) + spread(at, counts) + UNSURE)
        if at != best and counts[at + ALIVE] and behind * behind * visits > doubt:
            counts[at + ALIVE] = 0
        alive += counts[at + ALIVE]
    return alive


@rule
def think(q: IntArray, moves: IntArray, count: int, counts: IntArray, worlds: int) -> int:
    """Try the moves in question in some more worlds; how many playouts that took."""
    played = 0
    for _ in range(worlds):
        imagine(q)
        for i in range(count):
            at = i * COUNTED
            if counts[at + ALIVE]:
                worth = try_move(q, moves[i]) + counts[at + BONUS]
                counts[at + VISITS] += 1
                counts[at + WORTH] += worth
                counts[at + SQUARES] += worth * worth
                played += 1
        visits = counts[best_of(count, counts) * COUNTED + VISITS]
        if visits >= FIRST_LOOK and visits & (visits - 1) == 0 and give_up(count, counts) == 1:
            return played
    return played


@rule
def learn_expected(q: IntArray, deals: int, held: IntArray, won: IntArray) -> None:
    """Count in how many deals each card was held, and in how many it won a trick when all bid what they expect."""
    for _ in range(deals):
        imagine(q)
        everything = 0
        for seat in range(q[SEATS]):
            q[PLAYED + seat] = q[HANDS + seat]
            q[WANTS + seat] = -1
            everything |= q[HANDS + seat]
        bid_on(q)
        q[WON] = 0
        play(q, q[DEALER], 0)
        for card in range(CARDS):
            held[card] += everything >> card & 1
            won[card] += q[WON] >> card & 1
