"""Rage: samples states that fit everything a seat has seen."""

from __future__ import annotations

from erre.core.chance import roll
from erre.core.engine import rule
from erre.core.record import NONE, IntArray
from erre.games.rage.components import CARD_CODES, COLOUR_COUNT, COPIES, DECK_SIZE, MOST_CARDS, MOST_PLAYS, MOST_SEATS
from erre.games.rage.rules.action_cards import in_hand
from erre.games.rage.rules.bidding import bids_are_shown
from erre.games.rage.rules.dealing import hand_size, put_in_hand
from erre.games.rage.state import Rage

KINDS = COLOUR_COUNT + 1  # the colours, and the action cards as one; a card's kind is card >> 4

# Scratch space, part by part: where each begins.
REST = DECK_SIZE  # after the pool: the cards left when all seats with a void have theirs
CHOSEN = REST + DECK_SIZE  # the cards drawn for the seats with a void
COUNTS = CHOSEN + MOST_PLAYS  # copies of each card
STARTS = COUNTS + CARD_CODES  # where each kind begins in the pool
SIZES = STARTS + KINDS  # cards of each kind
LEFT = SIZES + KINDS  # cards of each kind not drawn yet
ORDER = LEFT + KINDS  # seats with a void, in the order they are dealt to
BOUNDS = ORDER + MOST_SEATS  # the most cards that each of them can find to choose from
SCRATCH = BOUNDS + MOST_SEATS


@rule
def unseen_cards(s: Rage, seat: int, pool: IntArray, counts: IntArray) -> int:
    """Every card that the seat has not seen in this round, written to the pool in order; how many."""
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
def sort_kinds(pool: IntArray, size: int, starts: IntArray, sizes: IntArray) -> None:
    """Where each kind lies in the ordered pool, and how many of it there are."""
    for kind in range(KINDS):
        sizes[kind] = 0
    for i in range(size):
        sizes[pool[i] >> 4] += 1
    start = 0
    for kind in range(KINDS):
        starts[kind] = start
        start += sizes[kind]


@rule
def fitting(voids: int, sizes: IntArray) -> int:
    """How many cards there are for a seat with these voids."""
    count = 0
    for kind in range(KINDS):
        if not voids >> kind & 1:
            count += sizes[kind]
    return count


@rule
def order_seats(s: Rage, me: int, sizes: IntArray, order: IntArray) -> int:
    """The seats with a void, those with the fewest cards to choose from first: that wastes the fewest deals."""
    count = 0
    for seat in range(s.seats):
        if seat == me or s.voids[seat] == 0:
            continue
        at = count
        while at > 0 and fitting(s.voids[order[at - 1]], sizes) > fitting(s.voids[seat], sizes):
            order[at] = order[at - 1]
            at -= 1
        order[at] = seat
        count += 1
    return count


@rule
def most_fitting(s: Rage, at: int, order: IntArray, sizes: IntArray) -> int:
    """The most cards that the seat at a place of the order can find once the seats before it have drawn.

    Those draw as many as possible of the cards that do not fit it: the largest flow from its void colours to their
    hands, which is the smallest cut between them.
    """
    voids = s.voids[order[at]]
    drawn = 0
    for k in range(at):
        drawn += s.held[order[k]]
    flow = drawn
    part = voids
    while True:
        cut = 0
        for kind in range(COLOUR_COUNT):
            if (voids & ~part) >> kind & 1:
                cut += sizes[kind]
        for k in range(at):
            if part & ~s.voids[order[k]]:
                cut += s.held[order[k]]
        flow = min(flow, cut)
        if part == 0:
            return fitting(voids, sizes) - (drawn - flow)
        part = (part - 1) & voids


@rule
def draw_fitting(voids: int, at: int, pool: IntArray, starts: IntArray, left: IntArray) -> int:
    """Card number `at` of those left that fit; it moves behind those left of its kind."""
    kind = 0
    while voids >> kind & 1 or at >= left[kind]:
        if not voids >> kind & 1:
            at -= left[kind]
        kind += 1
    left[kind] -= 1
    here, last = starts[kind] + at, starts[kind] + left[kind]
    card = pool[here]
    pool[here] = pool[last]
    pool[last] = card
    return card


@rule
def try_deal(s: Rage, luck: IntArray, scratch: IntArray, waiting: int) -> bool:
    """Draw hands for the seats with a void, each at random from what it may hold; False if that is not to be kept.

    A deal comes up with a chance that depends on how much each seat could choose from. It is kept with a chance
    that makes up for this, so that in the end every deal that fits is equally likely.
    """
    left = scratch[LEFT : LEFT + KINDS]
    for kind in range(KINDS):
        left[kind] = scratch[SIZES + kind]
    drawn = CHOSEN
    for k in range(waiting):
        seat = scratch[ORDER + k]
        voids = s.voids[seat]
        count = fitting(voids, left)
        if count < s.held[seat]:
            return False
        bound = scratch[BOUNDS + k]
        if count < bound:
            # Kept with chance (count - i) / (bound - i) for each card: the choices there are to those there could be.
            for i in range(s.held[seat]):
                if roll(luck, bound - i) >= count - i:
                    return False
        for _ in range(s.held[seat]):
            at = roll(luck, count)
            scratch[drawn] = draw_fitting(voids, at, scratch, scratch[STARTS:SIZES], left)
            drawn += 1
            count -= 1
    return True


@rule
def deal_voids(s: Rage, me: int, luck: IntArray, scratch: IntArray, size: int) -> int:
    """Deal to all seats with a void from the pool; the cards left, which are written to the rest."""
    sizes, order = scratch[SIZES:LEFT], scratch[ORDER:BOUNDS]
    sort_kinds(scratch, size, scratch[STARTS:SIZES], sizes)
    waiting = order_seats(s, me, sizes, order)
    for k in range(waiting):
        scratch[BOUNDS + k] = most_fitting(s, k, order, sizes)
    while not try_deal(s, luck, scratch, waiting):
        pass
    drawn = CHOSEN
    for k in range(waiting):
        for i in range(s.held[order[k]]):
            put_in_hand(s, order[k], i, scratch[drawn])
            drawn += 1
    left = 0
    for kind in range(KINDS):
        for i in range(scratch[LEFT + kind]):
            scratch[REST + left] = scratch[scratch[STARTS + kind] + i]
            left += 1
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
    """Re-deal everything the seat cannot see, all fitting states equally likely, with fresh randomness to come."""
    size = unseen_cards(s, me, scratch, scratch[COUNTS:STARTS])
    for seat in range(s.seats):
        if seat != me:
            for i in range(MOST_CARDS):
                s.hands[seat, i] = NONE
    left = deal_voids(s, me, luck, scratch, size)
    rest = scratch[REST:CHOSEN]
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
