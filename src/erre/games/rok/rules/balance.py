"""ROK, chapter 4: new Balance Runes, and what is left for the next round."""

from __future__ import annotations

from erre.core.engine import rule
from erre.core.record import NONE
from erre.games.rok.components import BAG, BALANCE, RUNE_COUNT, TABLE
from erre.games.rok.rules.end import is_last_round
from erre.games.rok.rules.runes import balance_of, is_face_up, put, twin
from erre.games.rok.state import CLEANING, COUNTING, THROWING, Rok


@rule
def rebalance(s: Rok) -> None:
    """§4.7 From the first player clockwise, who has no Balance Rune takes the face-up rune nearest to Destiny.

    §4.9 If there is none, he plays the next round without one.
    """
    for i in range(s.seats):
        seat = (s.first + i) % s.seats
        if balance_of(s, seat) == NONE:
            rune = nearest_balance(s)
            if rune != NONE:
                put(s, rune, BALANCE, seat)
    s.phase = CLEANING


@rule
def nearest_balance(s: Rok) -> int:
    """§4.8 The nearest face-up rune that differs from every Balance Rune, the lower of two equally near; or NONE."""
    best = NONE
    near = 0
    for rune in range(RUNE_COUNT):
        if is_face_up(s, rune) and s.place[twin(rune)] != BALANCE:
            here = s.x[rune] * s.x[rune] + s.y[rune] * s.y[rune]
            if best == NONE or here < near:
                best = rune
                near = here
    return best


@rule
def clean(s: Rok) -> None:
    """§4.10 All face-down runes go back to the bag; Destiny and the face-up ones stay where they are."""
    for rune in range(RUNE_COUNT):
        if s.place[rune] == TABLE and not s.up[rune]:
            put(s, rune, BAG, NONE)
    if is_last_round(s):
        s.phase = COUNTING
    else:
        pass_bag(s)


@rule
def pass_bag(s: Rok) -> None:
    """§4.11 The bag goes to the left neighbour, who is first player of the next round."""
    s.first = (s.first + 1) % s.seats
    s.phase = THROWING
