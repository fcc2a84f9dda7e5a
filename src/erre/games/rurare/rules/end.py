"""Ru-Ra-Re, chapter 4: the end of the game."""

from __future__ import annotations

from erre.core.engine import rule
from erre.games.rurare.components import SECOND
from erre.games.rurare.rules.filling import fill_rows, forget_box
from erre.games.rurare.rules.scoring import score
from erre.games.rurare.rules.turn import start_turn
from erre.games.rurare.state import OVER, RuRaRe


@rule
def refill(s: RuRaRe) -> None:
    """§4.1 When filling the rows uses up the pile, be it exactly, the turn that follows is the last."""
    if not fill_rows(s):
        forget_box(s)
    s.last_turn = s.left == 0
    start_turn(s)


@rule
def score_last(s: RuRaRe) -> None:
    """§4.4 After the last turn comes the second scoring, of all cards in front, and the game is over."""
    score(s, SECOND)
    s.phase = OVER


@rule
def total(s: RuRaRe, seat: int) -> int:
    """The points of a seat in the scorings so far."""
    return s.totals[seat]


@rule
def is_winner(s: RuRaRe, seat: int) -> bool:
    """§4.5 §4.6 Who has most points from both scorings together wins; equal totals share the victory."""
    for other in range(s.seats):
        if s.totals[other] > s.totals[seat]:
            return False
    return True
