"""Rage: what could be. Hidden cards dealt anew, fitting everything a seat has seen."""

from __future__ import annotations

from erre.core.chance import roll
from erre.core.engine import rule
from erre.core.record import NONE, IntArray
from erre.games.rage.components import CARD_CODES, COLOURED, COPIES, DECK_SIZE, MOST_CARDS
from erre.games.rage.rules import bids_are_shown, hand_size, in_hand, put_in_hand
from erre.games.rage.state import Rage

SCRATCH = 3 * DECK_SIZE + CARD_CODES  # the pool, its order by lot, a seat's choice, and counts


@rule
def unseen_cards(s: Rage, seat: int, pool: IntArray, counts: IntArray) -> int:
    """Every card that the seat has not seen in this round, written to the pool; how many."""
    for code in range(CARD_CODES):
        counts[code] = COPIES[code]
    if seat != NONE:
        for i in range(s.held[seat]):
            counts[s.hands[seat, i]] -= 1
    for i in range(s.plays):
        counts[in_hand(s.played[i])] -= 1
    for i in range(s.turned_count):
        counts[s.turned[i]] -= 1
    size = 0
    for code in range(CARD_CODES):
        for _ in range(counts[code]):
            pool[size] = code
            size += 1
    return size


@rule
def may_hold(s: Rage, seat: int, card: int) -> bool:
    """Whether nothing seen speaks against a seat holding a card."""
    return card >= COLOURED or not s.voids[seat] >> (card >> 4) & 1


@rule
def fitting(s: Rage, seat: int, pool: IntArray, size: int) -> int:
    """How many cards of the pool a seat may hold."""
    count = 0
    for i in range(size):
        count += may_hold(s, seat, pool[i])
    return count


@rule
def most_fitting(s: Rage, seat: int, done: int, me: int, pool: IntArray, size: int) -> int:
    """An upper bound of `fitting` once the seats in `done` have taken their cards from the pool."""
    bound = fitting(s, seat, pool, size)
    for other in range(s.seats):
        if done >> other & 1 and other != me:
            elsewhere = 0
            for i in range(size):
                elsewhere += may_hold(s, other, pool[i]) and not may_hold(s, seat, pool[i])
            bound -= max(0, s.held[other] - elsewhere)
    return bound


@rule
def try_deal(s: Rage, me: int, luck: IntArray, pool: IntArray, rest: IntArray, choice: IntArray, size: int) -> int:
    """Deal the hands of seats with a known void, each at random from what it may hold; the cards left, or NONE.

    A deal comes up with a chance that depends on how much each seat could choose from. It is kept with a chance
    that makes up for this, so that in the end every deal that fits is equally likely.
    """
    for i in range(size):
        rest[i] = pool[i]
    left = size
    done = 0
    for seat in range(s.seats):
        if seat == me or s.voids[seat] == 0:
            continue
        count = 0
        for i in range(left):
            if may_hold(s, seat, rest[i]):
                choice[count] = i
                count += 1
        bound = most_fitting(s, seat, done, me, pool, size)
        for k in range(s.held[seat]):
            # Keep with chance (count - k) / (bound - k): the ratio of the choices there are and could have been.
            if count - k <= 0 or roll(luck, bound - k) >= count - k:
                return NONE
        for k in range(s.held[seat]):
            at = k + roll(luck, count - k)
            swap = choice[k]
            choice[k] = choice[at]
            choice[at] = swap
            put_in_hand(s, seat, k, rest[choice[k]])
        for k in range(s.held[seat]):
            rest[choice[k]] = NONE
        kept = 0
        for i in range(left):
            if rest[i] != NONE:
                rest[kept] = rest[i]
                kept += 1
        left = kept
        done |= 1 << seat
    return left


@rule
def imagine_bids(s: Rage, me: int, luck: IntArray) -> None:
    """Bids that are made but not shown: any number of tricks."""
    if not bids_are_shown(s):
        for seat in range(s.seats):
            if seat != me and s.bids[seat] != NONE:
                s.bids[seat] = roll(luck, hand_size(s) + 1)


@rule
def imagine(s: Rage, me: int, luck: IntArray, scratch: IntArray) -> None:
    """Deal all that the seat cannot see anew, every world that fits equally likely; chance to come is new as well."""
    pool = scratch[:DECK_SIZE]
    rest = scratch[DECK_SIZE : 2 * DECK_SIZE]
    choice = scratch[2 * DECK_SIZE : 3 * DECK_SIZE]
    size = unseen_cards(s, me, pool, scratch[3 * DECK_SIZE :])
    for seat in range(s.seats):
        if seat != me:
            for i in range(MOST_CARDS):
                s.hands[seat, i] = NONE
    left = NONE
    while left == NONE:
        left = try_deal(s, me, luck, pool, rest, choice, size)
    for seat in range(s.seats):
        if seat != me and s.voids[seat] == 0:
            for k in range(s.held[seat]):
                left = deal_any(s, seat, k, luck, rest, left)
    for i in range(s.left):
        at = roll(luck, left)
        left -= 1
        s.stock[i] = rest[at]
        rest[at] = rest[left]
    imagine_bids(s, me, luck)
    s.drawn = 0
    for i in range(8):
        s.key[i] = roll(luck, 1 << 31)
    for i in range(16):
        s.block[i] = 0


@rule
def deal_any(s: Rage, seat: int, count: int, luck: IntArray, rest: IntArray, left: int) -> int:
    """One card of the rest goes to a seat that may hold any; the cards left."""
    at = roll(luck, left)
    put_in_hand(s, seat, count, rest[at])
    rest[at] = rest[left - 1]
    return left - 1
