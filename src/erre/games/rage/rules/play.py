"""Rage: the three verbs, and the run of the game between moves."""

from __future__ import annotations

from erre.core.engine import rule
from erre.core.record import NONE, IntArray
from erre.games.rage.components import BID
from erre.games.rage.rules.bidding import apply_bid, bidding_moves
from erre.games.rage.rules.dealing import deal, turn_up
from erre.games.rage.rules.scoring import score_round
from erre.games.rage.rules.tricks import apply_card, take_trick, trick_moves
from erre.games.rage.state import BIDDING, DEALING, OVER, SCORING, TAKING, TRICKS, Rage


@rule
def acting(s: Rage) -> int:
    """The seats that play waits for, as bits."""
    if s.turn != NONE:
        return 1 << s.turn if s.phase == BIDDING or s.phase == TRICKS else 0
    waiting = 0
    if s.phase == BIDDING:
        for seat in range(s.seats):
            if s.bids[seat] == NONE:
                waiting |= 1 << seat
    return waiting


@rule
def legal(s: Rage, seat: int, moves: IntArray) -> int:
    """All moves of a seat."""
    if s.phase == TRICKS:
        return trick_moves(s, seat, moves)
    return bidding_moves(s, seat, moves) if s.phase == BIDDING else 0


@rule
def apply(s: Rage, seat: int, move: int) -> None:
    """Carry out a legal move."""
    s.moves_made += 1
    if move >= BID:
        apply_bid(s, seat, move - BID)
    else:
        apply_card(s, seat, move)


@rule
def is_automatic(s: Rage) -> bool:
    """Whether the game goes on by itself."""
    return s.phase != TRICKS and s.phase != BIDDING and s.phase != OVER


@rule
def advance(s: Rage) -> None:
    """One step that needs no player."""
    if s.phase == TAKING:
        take_trick(s)
    elif s.phase == SCORING:
        score_round(s)
    elif s.phase == DEALING:
        deal(s)
    else:
        turn_up(s)
