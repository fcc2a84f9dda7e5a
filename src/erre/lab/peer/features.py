"""Oh_hell as its network sees it: the numbers of the facts that are true for a seat, and actions in canonical suits.

Suits have no meaning of their own. So trump comes first, then the suit led, then the others by what is known of them:
the cards that the seat holds, those that are gone, and who has shown to have none. The network learns one position
where the rules have up to 24. Facts beyond the cards are those that an experienced player counts: how many higher cards
of a suit are still out, which cards would win the trick, and how many tricks are wanted too many or too few.
"""

from __future__ import annotations

from erre.bots.consultation import fill_up, observation
from erre.core.bits import bits_set
from erre.core.engine import rule
from erre.core.record import NONE, IntArray
from erre.lab.peer.game import MOST_TRICKS
from erre.lab.peer.oh_hell import BIDDING, CARDS, MOST_SEATS, SUITS, OhHell, apply, legal, power

RANKS = CARDS // SUITS
ALL_RANKS = (1 << RANKS) - 1
TRICKS = MOST_TRICKS + 1
ACTIONS = CARDS + TRICKS  # cards in canonical suits, then bids
LEVELS = 4  # higher cards that are out; more count as the last
COUNTS = RANKS + 1
LEAST_NEED, MOST_NEED = -2, MOST_TRICKS  # tricks that a seat still needs; fewer count as -2
NEEDS = MOST_NEED - LEAST_NEED + 1
FAR_OFF = 12  # tricks wanted too many or too few, at most
SUMS = 2 * FAR_OFF + 1

# Where each group of facts begins. Cards are place * RANKS + rank.
HAND = 0
GONE = HAND + CARDS  # played, or turned
HIGHER = GONE + CARDS  # a held card, and how many cards above it in its suit are out
WINS = HIGHER + CARDS * LEVELS  # held cards that may be played and would win so far
BEST = WINS + CARDS  # the card that wins the trick so far
WINNER = BEST + CARDS  # whose it is
HELD_OF = WINNER + MOST_SEATS  # held cards of each suit
OUT_OF = HELD_OF + SUITS * COUNTS  # cards of each suit that others may hold
MASTERS = OUT_OF + SUITS * COUNTS  # held cards above which none of their suit is out
PHASE = MASTERS + TRICKS  # bidding, or first, middle or last in a trick
LEFT = PHASE + 4  # tricks left
ROUNDS = LEFT + TRICKS  # tricks of the deal
SEATS = ROUNDS + TRICKS
DEALER = SEATS + MOST_SEATS
LED = DEALER + MOST_SEATS  # a plain suit is led; trump is
HAS_PLAYED = LED + 2
SUM = HAS_PLAYED + MOST_SEATS  # bids so far less the tricks of the deal
WANTED = SUM + SUMS  # tricks that seats still need less the tricks that are left
TO_BID = WANTED + SUMS  # seats that have not bid
BIDS = TO_BID + MOST_SEATS + 1  # by seat, this one first
TAKEN = BIDS + MOST_SEATS * TRICKS
NEED = TAKEN + MOST_SEATS * TRICKS
VOIDS = NEED + MOST_SEATS * NEEDS
OWN = VOIDS + MOST_SEATS * SUITS  # what this seat needs, by tricks left
ALWAYS = OWN + NEEDS * TRICKS  # true in every position; fills the rest of the list
FEATURES = ALWAYS + 1
MOST_FEATURES = 136  # true at once: 54 about cards, 9 about suits, up to 5 for each of 7 seats and voids, some ten more

# What a critic sees besides, in training only: the other hands.
OTHER_HANDS = FEATURES
ALL_FEATURES = OTHER_HANDS + (MOST_SEATS - 1) * CARDS
MOST_HIDDEN = 42  # six others with seven cards each


@rule
def held_ranks(s: OhHell, seat: int, suit: int) -> int:
    """The ranks of a suit that a seat holds, as bits."""
    ranks = 0
    for i in range(s.held[seat]):
        card = s.hands[seat, i]
        if card % SUITS == suit:
            ranks |= 1 << card // SUITS
    return ranks


@rule
def gone_ranks(s: OhHell, suit: int) -> int:
    """The ranks of a suit that everybody has seen, as bits."""
    ranks = 0
    for rank in range(RANKS):
        if s.seen[rank * SUITS + suit]:
            ranks |= 1 << rank
    return ranks


@rule
def knowledge(s: OhHell, seat: int, suit: int) -> int:
    """All that a seat knows of a suit as one number: suits with the same one are alike."""
    held = held_ranks(s, seat, suit)
    known = (bits_set(held) << RANKS | held) << RANKS | gone_ranks(s, suit)
    for k in range(1, s.seats):
        known = known << 1 | (s.voids[(seat + k) % s.seats] >> suit & 1)
    return known


@rule
def suit_places(s: OhHell, seat: int) -> int:
    """The canonical place of each suit, four bits for each."""
    trump = s.trump % SUITS
    used, places, place = 1 << trump, 0, 1
    if s.led != NONE and s.led != trump:
        used |= 1 << s.led
        places |= place << 4 * s.led
        place += 1
    while place < SUITS:
        best, most = 0, -1
        for suit in range(SUITS):
            if not used >> suit & 1:
                known = knowledge(s, seat, suit)
                if known > most:
                    best, most = suit, known
        used |= 1 << best
        places |= place << 4 * best
        place += 1
    return places


@rule
def canonical(move: int, places: int) -> int:
    """A card or bid in canonical suits."""
    return move if move >= CARDS else (places >> 4 * (move % SUITS) & 15) * RANKS + move // SUITS


@rule
def actual(action: int, places: int) -> int:
    """A card or bid from canonical suits."""
    if action >= CARDS:
        return action
    suit = 0
    while places >> 4 * suit & 15 != action // RANKS:
        suit += 1
    return action % RANKS * SUITS + suit


@rule
def bounded(value: int, least: int, most: int) -> int:
    """The value, or the nearest of the bounds."""
    return least if value < least else most if value > most else value


@rule
def put_cards(s: OhHell, seat: int, places: int, out: IntArray, count: int) -> int:
    """The cards held and gone, suit by suit, and what they are worth now."""
    follows = s.led != NONE and held_ranks(s, seat, s.led) != 0
    high = power(s, s.best) if s.on_table > 0 else CARDS + CARDS
    masters = 0
    for suit in range(SUITS):
        place = places >> 4 * suit & 15
        held, gone = held_ranks(s, seat, suit), gone_ranks(s, suit)
        are_out = ALL_RANKS & ~(held | gone)
        for rank in range(RANKS):
            card = place * RANKS + rank
            if gone >> rank & 1:
                out[count] = GONE + card
                count += 1
            if held >> rank & 1:
                above = bits_set(are_out >> rank)
                out[count] = HAND + card
                out[count + 1] = HIGHER + card * LEVELS + min(above, LEVELS - 1)
                count += 2
                masters += above == 0
                if (not follows or suit == s.led) and power(s, rank * SUITS + suit) > high:
                    out[count] = WINS + card
                    count += 1
        out[count] = HELD_OF + place * COUNTS + bits_set(held)
        out[count + 1] = OUT_OF + place * COUNTS + bits_set(are_out)
        count += 2
    out[count] = MASTERS + min(masters, TRICKS - 1)
    return count + 1


@rule
def put_trick(s: OhHell, seat: int, places: int, out: IntArray, count: int) -> int:
    """The suit led, the card that wins so far and whose it is, and who has played."""
    if s.on_table == 0:
        return count
    out[count] = BEST + canonical(s.best, places)
    out[count + 1] = WINNER + (s.winner - seat) % s.seats
    out[count + 2] = LED + (s.led == s.trump % SUITS)
    count += 3
    for i in range(s.on_table):
        out[count + i] = HAS_PLAYED + (s.leader + i - seat) % s.seats
    return count + s.on_table


@rule
def put_seats(s: OhHell, seat: int, places: int, out: IntArray, count: int) -> int:
    """Bids, tricks and missing suits of every seat."""
    n = s.seats
    for k in range(n):
        other = (seat + k) % n
        if s.bids[other] != NONE:
            need = bounded(s.bids[other] - s.tricks[other], LEAST_NEED, MOST_NEED)
            out[count] = BIDS + k * TRICKS + s.bids[other]
            out[count + 1] = TAKEN + k * TRICKS + s.tricks[other]
            out[count + 2] = NEED + k * NEEDS + need - LEAST_NEED
            count += 3
        for suit in range(SUITS):
            if k > 0 and s.voids[other] >> suit & 1:
                out[count] = VOIDS + k * SUITS + (places >> 4 * suit & 15)
                count += 1
    return count


@rule
def put_deal(s: OhHell, seat: int, out: IntArray, count: int) -> int:
    """The phase, what is left, and how the bids add up."""
    n, left = s.seats, s.rounds - s.taken
    out[count] = PHASE + (0 if s.phase == BIDDING else 1 if s.on_table == 0 else 3 if s.on_table == n - 1 else 2)
    out[count + 1] = LEFT + left
    out[count + 2] = ROUNDS + s.rounds
    out[count + 3] = SEATS + n - 1
    out[count + 4] = DEALER + (s.dealer - seat) % n
    count += 5
    total, wanted, waiting = -s.rounds, -left, 0
    for other in range(n):
        if s.bids[other] == NONE:
            waiting += 1
        else:
            total += s.bids[other]
            wanted += max(0, s.bids[other] - s.tricks[other])
    out[count] = SUM + bounded(total, -FAR_OFF, FAR_OFF) + FAR_OFF
    out[count + 1] = WANTED + bounded(wanted, -FAR_OFF, FAR_OFF) + FAR_OFF
    out[count + 2] = TO_BID + waiting
    count += 3
    if s.bids[seat] != NONE:
        need = bounded(s.bids[seat] - s.tricks[seat], LEAST_NEED, MOST_NEED)
        out[count] = OWN + (need - LEAST_NEED) * TRICKS + left
        count += 1
    return count


@rule
def features(s: OhHell, seat: int, out: IntArray) -> int:
    """Write the numbers of the facts that are true for a seat, then ALWAYS; how many are different."""
    places = suit_places(s, seat)
    count = put_cards(s, seat, places, out, 0)
    count = put_trick(s, seat, places, out, count)
    count = put_seats(s, seat, places, out, count)
    count = put_deal(s, seat, out, count)
    fill_up(out, count, MOST_FEATURES, ALWAYS)
    return count + 1


@rule
def hidden_features(s: OhHell, seat: int, out: IntArray) -> int:
    """Write what only a critic may see: the other hands; the list is filled up with ALWAYS."""
    places = suit_places(s, seat)
    count = 0
    for k in range(1, s.seats):
        other = (seat + k) % s.seats
        for i in range(s.held[other]):
            out[count] = OTHER_HANDS + (k - 1) * CARDS + canonical(s.hands[other, i], places)
            count += 1
    fill_up(out, count, MOST_HIDDEN, ALWAYS)
    return count


observe = observation("oh_hell", features, hidden_features, MOST_FEATURES, MOST_HIDDEN)


@rule
def offer(s: OhHell, seat: int, mask: IntArray, moves: IntArray, work: IntArray) -> None:
    """Mark the legal moves, in canonical suits."""
    places = suit_places(s, seat)
    for action in range(ACTIONS):
        mask[action] = 0
    for i in range(legal(s, seat, moves)):
        mask[canonical(moves[i], places)] = 1


@rule
def take(s: OhHell, seat: int, action: int, moves: IntArray, work: IntArray) -> None:
    """Carry out a move in canonical suits."""
    apply(s, seat, actual(action, suit_places(s, seat)))
