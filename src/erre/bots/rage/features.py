"""Rage as its network sees it: the numbers of the facts that are true for a seat, and actions in canonical colours.

Colours have no meaning of their own. So trump comes first, then the colour led, then the others by how many cards of
them the seat holds. The network learns one position where the rules have up to 720.
"""

from __future__ import annotations

from erre.bots.consultation import fill_up, observation
from erre.core.engine import rule
from erre.core.record import NONE, IntArray
from erre.games.rage.components import (
    ACTION_POINTS,
    BID,
    CARD_CODES,
    COLOUR_COUNT,
    COLOURED,
    JOLLY,
    MOST_BONUS,
    MOST_CARDS,
    MOST_SEATS,
    MOVE_CODES,
    NO_TRUMP,
    ROUNDS,
    VALUES,
)
from erre.games.rage.rules.action_cards import bonus_of
from erre.games.rage.rules.bidding import bids_are_shown
from erre.games.rage.rules.dealing import hand_size
from erre.games.rage.rules.play import apply, legal
from erre.games.rage.rules.tricks import winner
from erre.games.rage.state import BIDDING, Rage

ACTIONS = MOVE_CODES
COPIES = 4  # of an action card at most
TRICKS = MOST_CARDS + 1
LEAST_NEED, MOST_NEED = -2, MOST_CARDS  # tricks that a seat still needs; fewer count as -2
NEEDS = MOST_NEED - LEAST_NEED + 1
BONUSES = 2 * MOST_BONUS // ACTION_POINTS + 1
LEADS, LEAD_STEP = 15, 8  # steps of points by which another seat is ahead
SUMS = 21  # bids so far less the tricks of the round, from -10 to 10
STOCKS, STOCK_STEP = 15, 8

# Where each group of facts begins.
HAND = 0  # coloured cards, then how many of each action card, at least
GONE = HAND + COLOURED + 5 * COPIES  # the same for cards played or turned in this round, jollies by colour
TRICK = GONE + COLOURED + COLOUR_COUNT + 4 * COPIES  # by seat after this one: its card in the trick
BEST = TRICK + (MOST_SEATS - 1) * CARD_CODES  # the card that wins the trick so far
WINNER = BEST + CARD_CODES  # whose it is
TRICK_BONUS = WINNER + MOST_SEATS
PHASE = TRICK_BONUS + BONUSES  # bidding, or first, middle or last in a trick
ROUND = PHASE + 4
LEFT = ROUND + ROUNDS  # tricks left
SEATS = LEFT + TRICKS
TRUMP = SEATS + MOST_SEATS  # there is a trump; a colour is led; it is trump
NEXT_TRUMP = TRUMP + 3
FLIP = NEXT_TRUMP + COLOUR_COUNT
BIDS = FLIP + 1  # by seat, this one first
TAKEN = BIDS + MOST_SEATS * TRICKS
NEED = TAKEN + MOST_SEATS * TRICKS
HAS_BID = NEED + MOST_SEATS * NEEDS
HAS_PLAYED = HAS_BID + MOST_SEATS
BONUS = HAS_PLAYED + MOST_SEATS
LEAD = BONUS + MOST_SEATS * BONUSES
VOIDS = LEAD + MOST_SEATS * LEADS
SUM = VOIDS + MOST_SEATS * COLOUR_COUNT
TO_BID = SUM + SUMS
DEALER = TO_BID + MOST_SEATS
LEADER = DEALER + MOST_SEATS
OPTIONS = LEADER + MOST_SEATS
STOCK = OPTIONS + 7
OWN = STOCK + STOCKS  # what this seat needs, by tricks left
ALWAYS = OWN + NEEDS * TRICKS  # true in every position; fills the rest of the list
FEATURES = ALWAYS + 1
MOST_FEATURES = 232  # true at once: ten cards, 105 gone, 7 in the trick, 8 for each of 8 seats, some thirty more

# What a critic sees besides, in training only: the other hands.
OTHER_HANDS = FEATURES
ALL_FEATURES = OTHER_HANDS + (MOST_SEATS - 1) * CARD_CODES
MOST_HIDDEN = (MOST_SEATS - 1) * MOST_CARDS


@rule
def colour_ranks(s: Rage, seat: int) -> int:
    """The canonical place of each colour, four bits for each."""
    counts = 0
    for i in range(s.held[seat]):
        card = s.hands[seat, i]
        if card < COLOURED:
            counts += 1 << 4 * (card // VALUES)
    ranks, used, rank = 0, 0, 0
    if s.trump != NONE:
        used |= 1 << s.trump
        rank = 1
    if s.led != NONE and not used >> s.led & 1:
        ranks |= rank << 4 * s.led
        used |= 1 << s.led
        rank += 1
    while rank < COLOUR_COUNT:
        best, most = 0, -1
        for colour in range(COLOUR_COUNT):
            count = counts >> 4 * colour & 15
            if not used >> colour & 1 and count > most:
                best, most = colour, count
        ranks |= rank << 4 * best
        used |= 1 << best
        rank += 1
    return ranks


@rule
def canonical(card: int, ranks: int) -> int:
    """A card or bid in canonical colours."""
    if card < COLOURED:
        return (ranks >> 4 * (card // VALUES) & 15) * VALUES + card % VALUES
    if card < NO_TRUMP:
        return JOLLY + (ranks >> 4 * (card - JOLLY) & 15)
    return card


@rule
def actual(action: int, ranks: int) -> int:
    """A card or bid from canonical colours."""
    if action >= NO_TRUMP:
        return action
    rank = action // VALUES if action < COLOURED else action - JOLLY
    colour = 0
    while ranks >> 4 * colour & 15 != rank:
        colour += 1
    return colour * VALUES + action % VALUES if action < COLOURED else JOLLY + colour


@rule
def bounded(value: int, least: int, most: int) -> int:
    """The value, or the nearest of the bounds."""
    return least if value < least else most if value > most else value


@rule
def put_hand(s: Rage, seat: int, ranks: int, out: IntArray, count: int) -> int:
    """The cards in the hand."""
    before, copies = NONE, 0
    for i in range(s.held[seat]):
        card = s.hands[seat, i]
        if card < COLOURED:
            out[count] = HAND + canonical(card, ranks)
        else:
            copies = copies + 1 if card == before else 0
            kind = 0 if card < NO_TRUMP else card - NO_TRUMP + 1
            out[count] = HAND + COLOURED + kind * COPIES + copies
        before = card
        count += 1
    return count


@rule
def put_gone(s: Rage, ranks: int, out: IntArray, count: int) -> int:
    """The cards played or turned in this round; of action cards how many."""
    copies, jollies = 0, 0  # of each kind, eight bits for each; colours of jollies
    for i in range(s.plays + s.turned_count):
        card = s.played[i] if i < s.plays else s.turned[i - s.plays]
        if card < COLOURED:
            out[count] = GONE + canonical(card, ranks)
        elif card < NO_TRUMP:
            if jollies >> (card - JOLLY) & 1:  # a fact is true or not, and never twice
                continue
            jollies |= 1 << (card - JOLLY)
            out[count] = GONE + canonical(card, ranks)
        else:
            kind = card - NO_TRUMP
            out[count] = GONE + NO_TRUMP + kind * COPIES + min(COPIES - 1, copies >> 8 * kind & 255)
            copies += 1 << 8 * kind
        count += 1
    return count


@rule
def put_trick(s: Rage, seat: int, ranks: int, out: IntArray, count: int) -> int:
    """The cards of the trick, and who is winning it."""
    n = s.seats
    bonus, best = 0, 0
    ahead = winner(s) if s.plays > s.trick_start else NONE
    for i in range(s.trick_start, s.plays):
        card = canonical(s.played[i], ranks)
        other = (s.leader + i - s.trick_start) % n
        out[count] = TRICK + ((other - seat) % n - 1) * CARD_CODES + card
        count += 1
        bonus += bonus_of(s.played[i])
        if other == ahead:
            best = card
    if ahead != NONE:
        out[count] = BEST + best
        out[count + 1] = WINNER + (ahead - seat) % n
        out[count + 2] = TRICK_BONUS + (bonus + MOST_BONUS) // ACTION_POINTS
        count += 3
    return count


@rule
def put_seats(s: Rage, seat: int, ranks: int, out: IntArray, count: int) -> int:
    """Bids, tricks, points and missing colours of every seat."""
    n = s.seats
    shown = bids_are_shown(s)
    for k in range(n):
        other = (seat + k) % n
        out[count] = TAKEN + k * TRICKS + s.tricks[other]
        out[count + 1] = BONUS + k * BONUSES + bounded(s.bonus[other] + MOST_BONUS, 0, 2 * MOST_BONUS) // ACTION_POINTS
        out[count + 2] = LEAD + k * LEADS + bounded((s.totals[other] - s.totals[seat]) // LEAD_STEP + 7, 0, LEADS - 1)
        count += 3
        if s.bids[other] != NONE:
            out[count] = HAS_BID + k
            count += 1
            if shown or k == 0:
                need = bounded(s.bids[other] - s.tricks[other], LEAST_NEED, MOST_NEED)
                out[count] = BIDS + k * TRICKS + s.bids[other]
                out[count + 1] = NEED + k * NEEDS + need - LEAST_NEED
                count += 2
        for colour in range(COLOUR_COUNT):
            if k > 0 and s.voids[other] >> colour & 1:
                out[count] = VOIDS + k * COLOUR_COUNT + (ranks >> 4 * colour & 15)
                count += 1
    for i in range(s.trick_start, s.plays):
        out[count] = HAS_PLAYED + (s.leader + i - s.trick_start - seat) % n
        count += 1
    return count


@rule
def put_round(s: Rage, seat: int, ranks: int, out: IntArray, count: int) -> int:
    """The phase, the round, trump, the sum of the bids, and the rules in force."""
    n = s.seats
    left = hand_size(s) - s.taken
    at = s.plays - s.trick_start
    out[count] = PHASE + (0 if s.phase == BIDDING else 1 if at == 0 else 3 if at == n - 1 else 2)
    out[count + 1] = ROUND + s.round_no - 1
    out[count + 2] = LEFT + left
    out[count + 3] = SEATS + n - 1
    out[count + 4] = DEALER + (s.dealer - seat) % n
    out[count + 5] = LEADER + (s.leader - seat) % n
    out[count + 6] = STOCK + bounded(s.left // STOCK_STEP, 0, STOCKS - 1)
    count += 7
    if s.trump != NONE:
        out[count] = TRUMP
        count += 1
    if s.led != NONE:
        out[count] = TRUMP + 1 + (s.led == s.trump)
        count += 1
    if s.next_trump != NONE:
        out[count] = NEXT_TRUMP + (ranks >> 4 * s.next_trump & 15)
        count += 1
    if s.flip_pending:
        out[count] = FLIP
        count += 1
    total, waiting = -hand_size(s), 0
    for other in range(n):
        if s.bids[other] == NONE:
            waiting += 1
        elif other == seat or bids_are_shown(s):
            total += s.bids[other]
    out[count] = SUM + bounded(total + SUMS // 2, 0, SUMS - 1)
    out[count + 1] = TO_BID + bounded(waiting, 0, MOST_SEATS - 1)
    count += 2
    for option in range(7):
        is_on = (
            s.plus_minus_one
            if option == 0
            else s.bidding == option - 1
            if option < 4
            else s.slam
            if option == 4
            else s.same_trick
            if option == 5
            else s.jolly_order
        )
        if is_on:
            out[count] = OPTIONS + option
            count += 1
    if s.bids[seat] != NONE:
        need = bounded(s.bids[seat] - s.tricks[seat], LEAST_NEED, MOST_NEED)
        out[count] = OWN + (need - LEAST_NEED) * TRICKS + left
        count += 1
    return count


@rule
def features(s: Rage, seat: int, out: IntArray) -> int:
    """Write the numbers of the facts that are true for a seat, then ALWAYS; how many are different."""
    ranks = colour_ranks(s, seat)
    count = put_hand(s, seat, ranks, out, 0)
    count = put_gone(s, ranks, out, count)
    count = put_trick(s, seat, ranks, out, count)
    count = put_seats(s, seat, ranks, out, count)
    count = put_round(s, seat, ranks, out, count)
    fill_up(out, count, MOST_FEATURES, ALWAYS)
    return count + 1


@rule
def hidden_features(s: Rage, seat: int, out: IntArray) -> int:
    """Write what only a critic may see: the other hands; the list is filled up with ALWAYS."""
    ranks = colour_ranks(s, seat)
    count = 0
    for k in range(1, s.seats):
        other = (seat + k) % s.seats
        for i in range(s.held[other]):
            out[count] = OTHER_HANDS + (k - 1) * CARD_CODES + canonical(s.hands[other, i], ranks)
            count += 1
    fill_up(out, count, MOST_HIDDEN, ALWAYS)
    return count


observe = observation("rage", features, hidden_features, MOST_FEATURES, MOST_HIDDEN)


@rule
def offer(s: Rage, seat: int, mask: IntArray, moves: IntArray, work: IntArray) -> None:
    """Mark the legal moves, in canonical colours."""
    ranks = colour_ranks(s, seat)
    for action in range(ACTIONS):
        mask[action] = 0
    for i in range(legal(s, seat, moves)):
        mask[canonical(moves[i], ranks)] = 1


@rule
def take(s: Rage, seat: int, action: int, moves: IntArray, work: IntArray) -> None:
    """Carry out a move in canonical colours."""
    apply(s, seat, actual(action, colour_ranks(s, seat)))


assert ACTIONS == BID + MOST_CARDS + 1
