"""Rage, chapters 4 and 5: the points of a round, and who has won. Chapter 6 adds the Marcia."""

from __future__ import annotations

from erre.core.engine import rule
from erre.core.record import NONE
from erre.games.rage.components import RIGHT_BID, ROUNDS, SLAM_TRICK_POINTS, TRICK_POINTS, WRONG_BID
from erre.games.rage.rules.dealing import hand_size, pass_the_deal
from erre.games.rage.state import OVER, Rage


@rule
def trick_points(s: Rage, seat: int) -> int:
    """§4.1 A point for each trick taken."""
    return s.tricks[seat] * (SLAM_TRICK_POINTS if is_slam(s, seat) else TRICK_POINTS)


@rule
def bid_points(s: Rage, seat: int) -> int:
    """§4.3 §4.4 Ten points for a bid that came true, five lost for one that did not."""
    return RIGHT_BID if s.bids[seat] == s.tricks[seat] else WRONG_BID


@rule
def is_slam(s: Rage, seat: int) -> bool:
    """§6.4 Marcia: who takes every trick of the round gets two points for each; not where there is only one."""
    return bool(s.slam and s.tricks[seat] == hand_size(s) and hand_size(s) > 1)


@rule
def round_points(s: Rage, seat: int) -> int:
    """§4.2 The +5 and -5 cards in a seat's tricks count whether its bid came true or not."""
    return trick_points(s, seat) + bid_points(s, seat) + s.bonus[seat]


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
        s.turn = NONE
        s.phase = OVER
    else:
        pass_the_deal(s)


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
