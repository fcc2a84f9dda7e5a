"""Rage: the fast policy. It bids the tricks its cards should win, and plays the card after which its bid is likeliest.

Playouts of the search are played by it, so it is quick: nothing but the hand, the trick and the counts on the table.
"""

from __future__ import annotations

from erre.bots.rage.tables import COLUMNS, EXACT, EXPECTED, FINE, JOLLY_RANK, SURVIVAL, WHOLE
from erre.core.engine import rule
from erre.core.record import NONE, IntArray
from erre.games.rage.components import BID, JOLLY, JOLLY_VALUE, NO_TRUMP, RIGHT_BID, SECRET, VALUES, WRONG_BID
from erre.games.rage.rules.action_cards import bonus_of, colour_of
from erre.games.rage.rules.dealing import left_of
from erre.games.rage.rules.tricks import strength
from erre.games.rage.state import BIDDING, Rage

STAKE = RIGHT_BID - WRONG_BID  # points between a bid kept and a bid missed
TRUMP_POWER = 100  # what `strength` adds to a trump's value
BID_WISH = WHOLE // 2  # a higher bid that comes true is worth a point more; half of that counts, for it often does not
GIFT = WHOLE // 4  # what a point given to another costs: most are shared with seats that are no rivals


@rule
def rank_of(s: Rage, card: int) -> int:
    """Where the tables have a card that has a colour, or the jolly."""
    if card >= JOLLY:
        return JOLLY_RANK
    return (card & 15) + (VALUES if card >> 4 == s.trump else 0)


@rule
def expected_of_card(s: Rage, card: int, held: int) -> int:
    """1024ths of a trick that a card may win, by the number of cards in the hand."""
    return EXPECTED[s.seats, held, rank_of(s, card)] if card < NO_TRUMP else 0


@rule
def expected_of_hand(s: Rage, seat: int, held: int) -> int:
    """1024ths of tricks that a hand may win."""
    expected = 0
    for i in range(s.held[seat]):
        expected += expected_of_card(s, s.hands[seat, i], held)
    return expected


@rule
def power(s: Rage, card: int) -> int:
    """How strong a card would be if it were played now; NONE if it cannot win."""
    if s.led != NONE:
        return strength(s, card)
    colour = colour_of(card)
    if colour == NONE:
        return NONE
    value = JOLLY_VALUE if card >= JOLLY else card & 15
    return TRUMP_POWER + value if colour == s.trump else value


@rule
def power_to_beat(s: Rage) -> int:
    """The strongest card on the table so far."""
    best = NONE
    for i in range(s.trick_start, s.plays):
        best = max(best, strength(s, s.played[i]))
    return best


@rule
def points_in_trick(s: Rage) -> int:
    """The +5 and -5 on the table."""
    points = 0
    for i in range(s.trick_start, s.plays):
        points += bonus_of(s.played[i])
    return points


@rule
def rank_of_power(strong: int) -> int:
    """Where the tables have a card on the table, by its power."""
    if strong == JOLLY_VALUE or strong == TRUMP_POWER + JOLLY_VALUE:
        return JOLLY_RANK
    return strong if strong < TRUMP_POWER else strong - TRUMP_POWER + VALUES


@rule
def chance_to_hold(s: Rage, seat: int, strong: int) -> int:
    """The chance that a card of this power, the highest so far, wins against the seats that still play."""
    rank = rank_of_power(strong)
    chance = WHOLE
    other = left_of(s, seat)
    for _ in range(s.seats - 1 - (s.plays - s.trick_start)):
        wish = 1 if s.bidding == SECRET or s.bids[other] > s.tricks[other] else 0  # a secret bid may be any
        chance = chance * SURVIVAL[s.held[other], wish, rank] >> 10
        other = left_of(s, other)
    return chance


@rule
def chance_of_bid(need: int, expected: int, left: int) -> int:
    """The chance that a hand which expects some tricks wins exactly the number needed."""
    if need < 0 or need > left:
        return 0
    return EXACT[left, need, min(expected // FINE, COLUMNS - 1)]


@rule
def best_bid(s: Rage, seat: int, moves: IntArray, count: int) -> int:
    """The legal bid with the most expected points."""
    left = s.held[seat]
    expected = expected_of_hand(s, seat, left)
    best, merit = moves[0], -1
    for i in range(count):
        bid = moves[i] - BID
        points = chance_of_bid(bid, expected, left) * STAKE + bid * BID_WISH
        if points > merit:
            best, merit = moves[i], points
    return best


@rule
def best_card(s: Rage, seat: int, moves: IntArray, count: int) -> int:
    """The card with the most points to come: the bid kept, tricks, and the +5 and -5 that lie in them."""
    need = s.bids[seat] - s.tricks[seat]
    left = s.held[seat] - 1
    expected = expected_of_hand(s, seat, left)
    high = power_to_beat(s)
    gain = 1 + points_in_trick(s)
    best, merit = moves[0], -(1 << 30)
    for i in range(count):
        card = moves[i]
        rest = expected - expected_of_card(s, card, left)
        kept = chance_of_bid(need, rest, left) * STAKE + rest
        strong = power(s, card)
        if strong > high:
            chance = chance_to_hold(s, seat, strong)
            won = chance_of_bid(need - 1, rest, left) * STAKE + rest + gain * WHOLE
            kept += (won - kept) * chance >> 10
        else:
            kept -= bonus_of(card) * GIFT
        if kept > merit:
            best, merit = card, kept
    return best


@rule
def quick_move(s: Rage, seat: int, moves: IntArray, count: int) -> int:
    """The move of the fast policy."""
    return best_bid(s, seat, moves, count) if s.phase == BIDDING else best_card(s, seat, moves, count)
