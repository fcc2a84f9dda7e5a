"""ROK, chapter 1: before the game."""

from __future__ import annotations

from erre.core.engine import rule
from erre.core.record import NONE
from erre.games.rok.components import BAG, BALANCE, MOST_SEATS, RUNE_COUNT
from erre.games.rok.rules.contest import clear_contest
from erre.games.rok.rules.runes import balance_of, count_at, draw_from_bag, put, twin
from erre.games.rok.state import COMPARING, DRAWING, THROWING, Rok


@rule
def set_up(s: Rok) -> None:
    """§1.1 Destiny lies in the middle of the table, all other runes are in the bag."""
    clear_table(s, BAG)
    s.phase = DRAWING


@rule
def clear_table(s: Rok, place: int) -> None:
    """All runes in one place, and nothing under way."""
    s.round_no = 0
    for rune in range(RUNE_COUNT):
        put(s, rune, place, NONE)
    s.first = first_of_all(s)
    s.turn = s.champion = NONE
    clear_round(s)


@rule
def clear_round(s: Rok) -> None:
    """Nobody is done, owes a pair or slides."""
    s.finished = 0
    for seat in range(MOST_SEATS):
        s.due[seat] = 0
    clear_contest(s)


@rule
def first_of_all(s: Rok) -> int:
    """§1.4 The youngest begins; by our reading the youngest sits on seat 0. Play goes clockwise, seat by seat."""
    return 0


@rule
def draw_balance(s: Rok) -> None:
    """§1.2 Each seat draws a rune and lays it face up before it: its Balance Rune."""
    for seat in range(s.seats):
        if balance_of(s, seat) == NONE:
            put(s, draw_from_bag(s, count_at(s, BAG)), BALANCE, seat)
    s.phase = COMPARING


@rule
def compare_balance(s: Rok) -> None:
    """§1.3 Seats with identical ones, all of them, put them back and draw again until all differ."""
    s.phase = THROWING
    for rune in range(0, RUNE_COUNT, 2):
        if s.place[rune] == BALANCE and s.place[twin(rune)] == BALANCE:
            put(s, rune, BAG, NONE)
            put(s, twin(rune), BAG, NONE)
            s.phase = DRAWING
