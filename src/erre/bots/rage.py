"""Rage: a bot that counts on its high cards, then plays for exactly what it promised."""

from __future__ import annotations

from erre.bots import RANDOM
from erre.core.chance import roll
from erre.core.engine import rule
from erre.core.record import NONE, IntArray
from erre.games.rage.components import BID, COLOURED, JOLLY, JOLLY_VALUE, MINUS_FIVE, NO_TRUMP, PLUS_FIVE
from erre.games.rage.rules import colour_of, strength
from erre.games.rage.state import BIDDING, Rage

# Chances in thousandths, found by playing the bot against itself until bids came true most often.
JOLLY_CHANCE = 850
TRUMP_CHANCE = 230
TRUMP_STEP = 46
HIGH_CARD = 15
CROWD, CROWD_SCALE = 18, 16  # the more seats, the less a hand is worth


@rule
def choose(s: Rage, seat: int, bot: int, luck: IntArray, moves: IntArray, count: int) -> int:
    """The move of a bot by number."""
    if bot == RANDOM:
        return moves[roll(luck, count)]
    if s.phase == BIDDING:
        return nearest_bid(expected_tricks(s, seat), moves, count)
    return best_card(s, seat, moves, count)


@rule
def expected_tricks(s: Rage, seat: int) -> int:
    """Thousandths of tricks that a hand may hope for."""
    hope = 0
    for i in range(s.held[seat]):
        hope += hope_of(s, s.hands[seat, i])
    return hope * (CROWD - s.seats) // CROWD_SCALE


@rule
def hope_of(s: Rage, card: int) -> int:
    """Thousandths of a trick that a card may win: high trumps often, others less the more seats must stay below."""
    if card == JOLLY:
        return JOLLY_CHANCE
    if card > JOLLY:
        return 0
    value = card & 15
    if card >> 4 == s.trump:
        return min(960, TRUMP_CHANCE + TRUMP_STEP * value)
    hope = 900
    for _ in range(s.seats - 1):
        hope = hope * (value + 2) // (HIGH_CARD + 2)
    return hope


@rule
def nearest_bid(hope: int, moves: IntArray, count: int) -> int:
    """The legal bid nearest to the tricks hoped for."""
    best = moves[0]
    for i in range(count):
        if abs((moves[i] - BID) * 1000 - hope) < abs((best - BID) * 1000 - hope):
            best = moves[i]
    return best


@rule
def power(s: Rage, card: int) -> int:
    """How strong a card would be if it were played now; NONE if it cannot win."""
    if s.led == NONE:
        colour = colour_of(card)
        if colour == NONE:
            return NONE
        value = JOLLY_VALUE if card >= JOLLY else card & 15
        return 100 + value if colour == s.trump else value
    return strength(s, card)


@rule
def power_to_beat(s: Rage) -> int:
    """The strongest card on the table so far."""
    best = NONE
    for i in range(s.trick_start, s.plays):
        best = max(best, strength(s, s.played[i]))
    return best


@rule
def best_card(s: Rage, seat: int, moves: IntArray, count: int) -> int:
    """The card that fits best: a trick wanted is taken as cheaply as is safe, one not wanted is ducked."""
    wanted = s.bids[seat] - s.tricks[seat]
    high = power_to_beat(s)
    is_last = s.plays - s.trick_start == s.seats - 1
    best, merit = moves[0], -10000
    for i in range(count):
        worth = merit_of(s, moves[i], wanted, high, is_last)
        if worth > merit:
            best, merit = moves[i], worth
    return best


@rule
def merit_of(s: Rage, card: int, wanted: int, high: int, is_last: bool) -> int:
    """How well a card serves: taking it when tricks are wanted, losing it when they are not."""
    strong = power(s, card)
    takes = strong > high
    if wanted > 0:
        if takes:
            return 500 - strong if is_last else 300 + strong
        return -keep(s, card)
    if takes:
        return -300 - strong
    return keep(s, card) + (200 if card == MINUS_FIVE else 0)


@rule
def keep(s: Rage, card: int) -> int:
    """What a card is worth in the hand for taking later tricks."""
    if card >= COLOURED:
        if card < NO_TRUMP:
            return 150
        return 8 if card == PLUS_FIVE else 4
    return 100 + (card & 15) if card >> 4 == s.trump else card & 15
