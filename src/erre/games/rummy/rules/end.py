"""Rummy, chapters 6 and 7: the end of a hand and of the match, and closing from the hand."""

from __future__ import annotations

from erre.core.chance import draw
from erre.core.engine import rule
from erre.core.record import NONE
from erre.games.rummy.components import (
    BY_LOT,
    CLOSING_FACTOR,
    DIFFERENCE,
    FIRST_JOKER,
    JOKER_PENALTY,
    RACKS,
    TILES,
    TO_THE_LEFT,
    UNSCORED,
)
from erre.games.rummy.rules.first_lay import must_open
from erre.games.rummy.rules.melds import value_of
from erre.games.rummy.rules.preparation import left_of
from erre.games.rummy.rules.turn import end_turn
from erre.games.rummy.state import DEALING, OVER, SCORING, Rummy


@rule
def end_lay(s: Rummy, seat: int) -> None:
    """§6.1 Whoever lays the last tile of a rack ends the hand and wins it; otherwise the turn passes on."""
    from_hand = may_close(s, seat)
    s.opened[seat] = 1
    s.passes = 0
    if s.held[seat] == 0:
        s.winner = seat
        s.closed_from_hand = from_hand
        s.phase = SCORING
    else:
        end_turn(s)


@rule
def penalty(s: Rummy, seat: int) -> int:
    """§6.2 Whoever has not won counts the tiles on the rack, and writes them down as minus points."""
    points = 0
    for tile in range(TILES):
        if s.place[tile] == RACKS + seat:
            points += JOKER_PENALTY if tile >= FIRST_JOKER else value_of(tile >> 1)
    return points


@rule
def hand_points(s: Rummy, seat: int) -> int:
    """§6.3 The winner gets as plus points what all others write down as minus points."""
    if s.winner == NONE:
        return blocked_points(s, seat)
    if seat != s.winner:
        return -closing_factor(s) * penalty(s, seat)
    points = 0
    for other in range(s.seats):
        points += closing_factor(s) * penalty(s, other)
    return points


@rule
def score_hand(s: Rummy) -> None:
    """The points of a hand go on the sheet and into the totals."""
    for seat in range(s.seats):
        points = hand_points(s, seat)
        s.sheet[s.hand_no - 1, seat] = points
        s.totals[seat] += points
    if is_match_over(s):
        s.turn = NONE
        s.phase = OVER
    else:
        s.starter = next_starter(s)
        s.hand_no += 1
        s.phase = DEALING


@rule
def is_match_over(s: Rummy) -> bool:
    """§6.4 A match is a number of hands agreed beforehand.

    §8.12 By default there are as many as players.
    """
    return s.hand_no >= (s.hands if s.hands > 0 else s.seats)


@rule
def total(s: Rummy, seat: int) -> int:
    """The points of a seat in all scored hands."""
    return s.totals[seat]


@rule
def is_winner(s: Rummy, seat: int) -> bool:
    """§6.5 The highest total wins the match.

    §8.14 Equal totals share the victory.
    """
    for other in range(s.seats):
        if s.totals[other] > s.totals[seat]:
            return False
    return True


@rule
def may_close(s: Rummy, seat: int) -> bool:
    """§7.1 Closing from the hand: a first lay that empties the rack needs no 30 points; call it after the lay."""
    return bool(s.close_from_hand and must_open(s, seat) and s.held[seat] == 0)


@rule
def closing_factor(s: Rummy) -> int:
    """§7.2 Then the minus points of the others count double, and so do the winner's points."""
    return CLOSING_FACTOR if s.closed_from_hand else 1


@rule
def has_lowest_rack(s: Rummy, seat: int) -> bool:
    """§8.9 The lowest rack wins a hand that nobody closed; of equal ones that with fewer tiles, and then both."""
    own = penalty(s, seat)
    for other in range(s.seats):
        theirs = penalty(s, other)
        if theirs < own or (theirs == own and s.held[other] < s.held[seat]):
            return False
    return True


@rule
def blocked_points(s: Rummy, seat: int) -> int:
    """§8.8 In such a hand the others pay what they hold above the lowest rack (or all, or nothing, by option)."""
    if s.blocked_scoring == UNSCORED:
        return 0
    lowest = penalty(s, seat)
    winners = paid = 0
    for other in range(s.seats):
        lowest = min(lowest, penalty(s, other))
        winners += has_lowest_rack(s, other)
    for other in range(s.seats):
        if not has_lowest_rack(s, other):
            paid += penalty(s, other) - (lowest if s.blocked_scoring == DIFFERENCE else 0)
    if has_lowest_rack(s, seat):
        return paid // winners
    return -penalty(s, seat) + (lowest if s.blocked_scoring == DIFFERENCE else 0)


@rule
def next_starter(s: Rummy) -> int:
    """§8.13 The lot says who begins each hand (or it is the seat to the left, or the winner, by option)."""
    if s.next_starter == BY_LOT:
        return draw(s, s.seats)
    if s.next_starter == TO_THE_LEFT:
        return left_of(s, s.starter)
    if s.winner != NONE:
        return s.winner
    seat = s.starter
    while not has_lowest_rack(s, seat):
        seat = left_of(s, seat)
    return seat
