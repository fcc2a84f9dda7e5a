"""OpenSpiel's oh_hell as rules of ours: bid your tricks, take exactly that many. Tests compare it move by move.

One deal is one game. A card is a number, rank * suits + suit; a bid is CARDS + the number of tricks.
"""

from __future__ import annotations

from erre.core.engine import rule
from erre.core.record import NONE, GameState, IntArray, i8

MOST_SEATS = 7
MOST_HELD = 13
CARDS = 52
SUITS = 4
RIGHT_BID = 10
MOST_LEGAL = MOST_HELD + 1
BIDDING, PLAYING, OVER = range(3)


class OhHell(GameState):
    """One deal, from the first bid on."""

    deal_size: int = i8()  # tricks that the trainer asks for; 0: any number
    dealer: int = i8()
    rounds: int = i8()  # tricks in this deal
    trump: int = i8()  # the card that was turned; its suit is trump
    leader: int = i8()  # seat that led the trick
    led: int = i8()  # suit to follow; NONE before the first card
    best: int = i8()  # the card that wins the trick so far
    winner: int = i8()  # who played it
    on_table: int = i8()  # cards in the trick
    taken: int = i8()  # tricks taken by all
    bids: IntArray = i8(MOST_SEATS)  # NONE before the bid
    tricks: IntArray = i8(MOST_SEATS)
    voids: IntArray = i8(MOST_SEATS)  # bits of suits that a seat has shown not to hold
    held: IntArray = i8(MOST_SEATS)
    hands: IntArray = i8(MOST_SEATS, MOST_HELD)  # in no order
    seen: IntArray = i8(CARDS)  # 0: not yet; who has played it, from 1 on; one more than there are seats: turned


@rule
def start(s: OhHell, seats: int, size: int, dealer: int, trump: int) -> None:
    """A deal before the first bid; hands are put in by the caller."""
    s.seats, s.rounds, s.dealer, s.trump = seats, size, dealer, trump
    s.led = s.best = s.winner = NONE
    s.leader = s.turn = left_of(s, dealer)
    s.seen[trump] = seats + 1
    for seat in range(seats):
        s.bids[seat] = NONE
        s.held[seat] = size


@rule
def left_of(s: OhHell, seat: int) -> int:
    """The next seat clockwise."""
    return seat + 1 if seat + 1 < s.seats else 0


@rule
def legal(s: OhHell, seat: int, moves: IntArray) -> int:
    """The bids, or the cards that follow suit, or all cards."""
    if s.phase == BIDDING:
        return legal_bids(s, seat, moves)
    count = 0
    for i in range(s.held[seat]):
        card = s.hands[seat, i]
        if s.led != NONE and card % SUITS == s.led:
            moves[count] = card
            count += 1
    if count == 0:
        for i in range(s.held[seat]):
            moves[i] = s.hands[seat, i]
        count = s.held[seat]
    return count


@rule
def legal_bids(s: OhHell, seat: int, moves: IntArray) -> int:
    """Any number of tricks; the dealer, who bids last, may not make the bids come out even."""
    others = 0
    for other in range(s.seats):
        others += max(0, s.bids[other])
    count = 0
    for bid in range(s.rounds + 1):
        if seat != s.dealer or others + bid != s.rounds:
            moves[count] = CARDS + bid
            count += 1
    return count


@rule
def apply(s: OhHell, seat: int, move: int) -> None:
    """A bid, or a card; a full trick is taken at once."""
    s.moves_made += 1
    if move >= CARDS:
        s.bids[seat] = move - CARDS
        s.turn = left_of(s, seat)
        if seat == s.dealer:
            s.phase = PLAYING
        return
    take_from_hand(s, seat, move)
    s.seen[move] = seat + 1
    if s.led == NONE:
        s.led = move % SUITS
    elif move % SUITS != s.led:
        s.voids[seat] |= 1 << s.led
    if s.best == NONE or power(s, move) > power(s, s.best):
        s.best, s.winner = move, seat
    s.on_table += 1
    s.turn = left_of(s, seat)
    if s.on_table == s.seats:
        take_trick(s)


@rule
def take_from_hand(s: OhHell, seat: int, card: int) -> None:
    """One card leaves a hand; the last one takes its place. Hands that are not known have nothing to take from."""
    s.held[seat] -= 1
    for i in range(s.held[seat]):
        if s.hands[seat, i] == card:
            s.hands[seat, i] = s.hands[seat, s.held[seat]]


@rule
def take_trick(s: OhHell) -> None:
    """The winner takes the trick and leads."""
    s.tricks[s.winner] += 1
    s.taken += 1
    s.leader = s.turn = s.winner
    s.led = s.best = s.winner = NONE
    s.on_table = 0
    if s.taken == s.rounds:
        s.phase, s.turn = OVER, NONE


@rule
def power(s: OhHell, card: int) -> int:
    """What a card is worth in the trick."""
    if card % SUITS == s.trump % SUITS:
        return CARDS + card
    return card if s.led == NONE or card % SUITS == s.led else NONE


@rule
def is_over(s: OhHell) -> bool:
    """Whether the deal is played."""
    return s.phase == OVER


@rule
def score(s: OhHell, seat: int) -> int:
    """A point a trick, and ten for a bid that came true."""
    return s.tricks[seat] + (RIGHT_BID if s.tricks[seat] == s.bids[seat] else 0)
