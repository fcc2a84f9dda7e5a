"""Rage, chapter 2 and the variants of bidding in chapter 6."""

from __future__ import annotations

from erre.core.engine import rule
from erre.core.record import NONE, IntArray
from erre.games.rage.components import BID, OPEN, SECRET
from erre.games.rage.rules.dealing import hand_size, left_of
from erre.games.rage.state import BIDDING, SCORING, TRICKS, Rage


@rule
def is_bidder(s: Rage, seat: int) -> bool:
    """§2.1 Bids go clockwise from the left of the dealer, who bids last; bids made at once come from all."""
    return s.turn == seat or s.turn == NONE


@rule
def is_bid(s: Rage, bid: int) -> bool:
    """§2.2 A bid is a number of tricks, from none to all of the round."""
    return 0 <= bid <= hand_size(s)


@rule
def bidding_moves(s: Rage, seat: int, moves: IntArray) -> int:
    """§7.4 The bids a seat may make now; one made at once with others may be changed until the last is in."""
    count = 0
    if is_bidder(s, seat):
        for bid in range(hand_size(s) + 1):
            if not bids_would_add_up(s, seat, bid):
                moves[count] = BID + bid
                count += 1
    return count


@rule
def apply_bid(s: Rage, seat: int, bid: int) -> None:
    """§2.3 The bid is noted; with the last one in, the first trick begins."""
    s.bids[seat] = bid
    if s.turn != NONE:
        s.turn = left_of(s, seat)
    for other in range(s.seats):
        if s.bids[other] == NONE:
            return
    s.turn = s.leader
    s.leaders[0] = s.leader
    s.phase = TRICKS


@rule
def bids_would_add_up(s: Rage, seat: int, bid: int) -> bool:
    """§6.1 Plus/minus one: the bids may not add up to the tricks of the round, which binds the last bidder."""
    if not s.plus_minus_one:
        return False
    total = bid
    for other in range(s.seats):
        if other != seat:
            if s.bids[other] == NONE:
                return False
            total += s.bids[other]
    return total == hand_size(s)


@rule
def bids_are_shown(s: Rage) -> bool:
    """§2.4 §6.2 Bids made aloud are known to all; hidden ones once all are in, before the first card."""
    return not bids_stay_secret(s) and (s.bidding == OPEN or s.phase != BIDDING)


@rule
def bids_stay_secret(s: Rage) -> bool:
    """§6.3 Secret bids are shown only after the last trick of the round."""
    return s.bidding == SECRET and s.phase < SCORING
