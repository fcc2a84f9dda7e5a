"""Rage, chapters 0 and 1: who deals, what everybody gets, and which colour is trump."""

from __future__ import annotations

from erre.core.chance import draw
from erre.core.engine import rule
from erre.core.record import NONE
from erre.games.rage.components import (
    CHANGE_TRUMP,
    COLOURED,
    DECK,
    DECK_SIZE,
    MOST_CARDS,
    MOST_PLAYS,
    NO_TRUMP,
    OPEN,
    ROUNDS,
    TURNED_ROOM,
)
from erre.games.rage.state import BIDDING, DEALING, TRICKS, TURNING, Rage


@rule
def set_up(s: Rage) -> None:
    """§0.4 The first dealer is chosen by lot."""
    s.round_no = 1
    s.dealer = draw(s, s.seats)
    s.phase = DEALING
    clear_sheet(s)


@rule
def clear_sheet(s: Rage) -> None:
    """An empty score sheet."""
    for row in range(ROUNDS):
        for seat in range(s.seats):
            s.sheet_bids[row, seat] = NONE


@rule
def left_of(s: Rage, seat: int) -> int:
    """The next seat clockwise."""
    return seat + 1 if seat + 1 < s.seats else 0


@rule
def pass_the_deal(s: Rage) -> None:
    """§0.5 After each round the player left of the dealer deals."""
    s.dealer = left_of(s, s.dealer)
    s.round_no += 1
    s.phase = DEALING


@rule
def cards_dealt(round_no: int) -> int:
    """§1.1 Ten cards each in the first round, one fewer in each round after it, one in the tenth."""
    return MOST_CARDS + 1 - round_no


@rule
def hand_size(s: Rage) -> int:
    """The cards that each seat gets in this round, which are as many as its tricks."""
    return cards_dealt(s.round_no)


@rule
def deal(s: Rage) -> None:
    """§1.2 All cards are shuffled; each seat gets its hand, and the rest is the face-down stock."""
    clear_round(s)
    for i in range(DECK_SIZE):
        s.stock[i] = DECK[i]
    s.left = DECK_SIZE
    size = hand_size(s)
    changes = 0
    for seat in range(s.seats):
        for count in range(size):
            at = draw(s, s.left)
            card = s.stock[at]
            s.left -= 1
            s.stock[at] = s.stock[s.left]
            s.stock[s.left] = NONE
            put_in_hand(s, seat, count, card)
            changes += card == NO_TRUMP or card == CHANGE_TRUMP
        s.held[seat] = size
    shuffle_stock(s, 1 + changes)
    s.leader = left_of(s, s.dealer)
    s.turn = s.leader
    s.phase = TURNING


@rule
def shuffle_stock(s: Rage, colours: int) -> None:
    """Put the top of the stock in order by lot, down to the last coloured card that this round can turn.

    That is one for the start and one for each card dealt that changes trump. What lies below cannot come into play
    and stays as it is, which saves a third of the time of dealing.
    """
    top = s.left
    while colours > 0 and top > 0:
        at = draw(s, top)
        top -= 1
        card = s.stock[at]
        s.stock[at] = s.stock[top]
        s.stock[top] = card
        colours -= card < COLOURED


@rule
def clear_round(s: Rage) -> None:
    """Everything that belongs to one round alone goes back to empty."""
    s.led = s.trump = s.next_trump = NONE
    s.flip_pending = s.plays = s.trick_start = s.taken = s.turned_count = 0
    for seat in range(s.seats):
        s.bids[seat] = NONE
        s.tricks[seat] = s.bonus[seat] = s.voids[seat] = 0
    for i in range(TURNED_ROOM):
        s.turned[i] = NONE
    for i in range(MOST_PLAYS):
        s.played[i] = NONE
    for i in range(MOST_CARDS):
        s.leaders[i] = NONE
    for seat in range(s.seats):
        for i in range(MOST_CARDS):
            s.hands[seat, i] = NONE


@rule
def put_in_hand(s: Rage, seat: int, count: int, card: int) -> None:
    """§1.5 A hand is kept in order of colour and value: a card joins the `count` cards already there."""
    for i in range(count):  # every card is passed, without a branch to guess: faster than looking for the place
        here = s.hands[seat, i]
        s.hands[seat, i] = min(here, card)
        card = max(here, card)
    s.hands[seat, count] = card


@rule
def turn_trump(s: Rage) -> int:
    """§1.4 §7.3 Action cards turned for trump are passed over until a coloured card appears; if none does, no trump.

    The cards passed over lie beside the pile, seen by all. With the whole deck the stock cannot run out.
    """
    while s.left > 0:
        s.left -= 1
        card = s.stock[s.left]
        s.stock[s.left] = NONE
        s.turned[s.turned_count] = card
        s.turned_count += 1
        if card < COLOURED:
            return card >> 4
    return NONE


@rule
def turn_up(s: Rage) -> None:
    """§1.3 The top card of the stock is turned, and its colour is trump."""
    s.trump = turn_trump(s)
    s.flip_pending = 0
    if s.taken > 0:
        s.phase = TRICKS
        return
    s.phase = BIDDING
    if s.bidding != OPEN:
        s.turn = NONE
