"""ROK, chapter 5: the end."""

from __future__ import annotations

from erre.core.engine import rule
from erre.core.record import NONE
from erre.games.rok.components import BAG, BALANCE, MOST_ROUNDS, RUNE_COUNT, TABLE, TIE, TIE_LOT, TIE_SLIDE, TREASURE
from erre.games.rok.rules.contest import open_slides
from erre.games.rok.rules.runes import count_at, count_of, draw_seat, put
from erre.games.rok.state import OVER, Rok


@rule
def is_last_round(s: Rok) -> bool:
    """§5.1 The game ends when the bag, with the face-down runes back in it, has no more runes than there are seats."""
    return count_at(s, BAG) <= s.seats or s.round_no >= MOST_ROUNDS


@rule
def wealth(s: Rok, seat: int) -> int:
    """§5.2 Each counts the runes of his treasure, and by option the Balance Rune; the richest wins."""
    count = count_of(s, TREASURE, seat)
    if s.count_balance_at_end:
        count += count_of(s, BALANCE, seat)
    return count


@rule
def richest(s: Rok) -> int:
    """The seats with most runes, as bits."""
    most = 0
    seats = 0
    for seat in range(s.seats):
        here = wealth(s, seat)
        if here > most:
            most = here
            seats = 0
        if here == most:
            seats |= 1 << seat
    return seats


@rule
def finish(s: Rok) -> None:
    """§5.3 The richest, if they are several, slide a rune of their own: the nearest that has not touched Destiny wins.

    By option they share the victory, or a lot is drawn. For the slide the table is cleared.
    """
    seats = richest(s)
    s.phase = OVER
    if seats & (seats - 1) == 0:
        return
    if s.tie_break == TIE_LOT:
        s.champion = draw_seat(s, seats)
    elif s.tie_break == TIE_SLIDE:
        for rune in range(RUNE_COUNT):
            if s.place[rune] == TABLE:
                put(s, rune, BAG, NONE)
        s.contest = TIE
        open_slides(s, seats)


@rule
def is_winner(s: Rok, seat: int) -> bool:
    """Whether a seat has won: the tie-break's winner, or one of the richest."""
    return seat == s.champion if s.champion != NONE else bool(richest(s) >> seat & 1)
