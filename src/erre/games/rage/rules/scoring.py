"""Rage, chapters 4 and 5: the points of a round, and who has won. Chapter 6 adds the Marcia."""

from __future__ import annotations

from erre.core.engine import rule
from erre.core.record import NONE
from erre.games.rage.components import MOST_CARDS, RIGHT_BID, ROUNDS, SLAM_TRICK_POINTS, TRICK_POINTS, WRONG_BID
from erre.games.rage.rules.dealing import hand_size, pass_the_deal
from erre.games.rage.state import OVER, Rage


@rule
def trick_points(s: Rage, taken: int, dealt: int) -> int:
    """§4.1 A point for each trick taken, out of a round of that many."""
    return taken * (SLAM_TRICK_POINTS if is_slam(s, taken, dealt) else TRICK_POINTS)


@rule
def bid_points(bid: int, taken: int) -> int:
    """§4.3 §4.4 Ten points for a bid that came true, five lost for one that did not."""
    return RIGHT_BID if bid == taken else WRONG_BID


@rule
def is_slam(s: Rage, taken: int, dealt: int) -> bool:
    """§6.4 Marcia: who takes every trick of the round gets two points for each; not where there is only one."""
    return bool(s.slam and taken == dealt > 1)


@rule
def round_points(s: Rage, seat: int) -> int:
    """§4.2 The +5 and -5 cards in a seat's tricks count whether its bid came true or not."""
    taken = s.tricks[seat]
    return trick_points(s, taken, hand_size(s)) + bid_points(s.bids[seat], taken) + s.bonus[seat]


@rule
def score_round(s: Rage) -> None:
    """§4.5 The points go on the score sheet and into the totals, which may fall below zero."""
    row = s.round_no - 1
    for seat in range(s.seats):
        points = round_points(s, seat)
        s.sheet_bids[row, seat] = s.bids[seat]
        s.sheet_tricks[row, seat] = s.tricks[seat]
        s.sheet_points[row, seat] = points
        s.totals[seat] += points
        if s.bids[seat] == s.tricks[seat]:
            s.correct[seat] += 1
    if is_match_over(s):
        put_away(s)
        s.turn = NONE
        s.phase = OVER
    else:
        pass_the_deal(s)


@rule
def put_away(s: Rage) -> None:
    """What is left after the last round goes away: nothing, but in a partial position whose hands were uneven.

    There a last trick with a card too few is forgotten too, and the round with it.
    """
    is_short = s.plays % s.seats > 0
    for seat in range(s.seats):
        s.held[seat] = 0
        if is_short:
            s.voids[seat] = 0
        for i in range(MOST_CARDS):
            s.hands[seat, i] = NONE
    if is_short:
        for i in range(s.plays):
            s.played[i] = NONE
        for i in range(MOST_CARDS):
            s.leaders[i] = NONE
        s.plays = s.trick_start = 0


@rule
def is_match_over(s: Rage) -> bool:
    """§5.1 The match ends with the tenth round."""
    return s.round_no == ROUNDS


@rule
def total(s: Rage, seat: int) -> int:
    """The points of a seat in all scored rounds."""
    return s.totals[seat]


@rule
def is_winner(s: Rage, seat: int) -> bool:
    """§5.2 The highest total of all rounds wins."""
    for other in range(s.seats):
        if s.totals[other] > s.totals[seat]:
            return False
        if s.totals[other] == s.totals[seat] and loses_tie(s, seat, other):
            return False
    return True


@rule
def loses_tie(s: Rage, seat: int, other: int) -> bool:
    """§5.3 Equal totals share the victory (or more correct bids decide, by option)."""
    return s.tie_break != 0 and s.correct[other] > s.correct[seat]
