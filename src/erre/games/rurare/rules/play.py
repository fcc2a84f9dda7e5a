"""Ru-Ra-Re: the three verbs, and the run of the game between moves."""

from __future__ import annotations

from erre.core.engine import rule
from erre.core.record import IntArray
from erre.games.rurare.rules.end import refill, score_last
from erre.games.rurare.rules.first_phase import score_first
from erre.games.rurare.rules.preparation import lay_out
from erre.games.rurare.rules.turn import apply_choice, choosing_moves, reveal
from erre.games.rurare.state import CHOOSING, FINAL_SCORING, FIRST_SCORING, OVER, REFILLING, REVEALING, RuRaRe


@rule
def acting(s: RuRaRe) -> int:
    """The seats that play waits for, as bits."""
    return s.waiting


@rule
def legal(s: RuRaRe, seat: int, moves: IntArray) -> int:
    """All moves of a seat, also of one that has chosen and may think again."""
    return choosing_moves(s, seat, moves) if s.phase == CHOOSING else 0


@rule
def apply(s: RuRaRe, seat: int, move: int) -> None:
    """Carry out a legal move."""
    s.moves_made += 1
    apply_choice(s, seat, move)


@rule
def is_automatic(s: RuRaRe) -> bool:
    """Whether the game goes on by itself."""
    return s.phase != CHOOSING and s.phase != OVER


@rule
def advance(s: RuRaRe) -> None:
    """One step that needs no player."""
    if s.phase == REVEALING:
        reveal(s)
    elif s.phase == REFILLING:
        refill(s)
    elif s.phase == FIRST_SCORING:
        score_first(s)
    elif s.phase == FINAL_SCORING:
        score_last(s)
    else:
        lay_out(s)
