"""Ru-Ra-Re, chapter 3: the end of the first phase. Chapter 6 adds what happens if it never ends."""

from __future__ import annotations

from erre.core.engine import rule
from erre.games.rurare.components import BOTH, COUNTS, FIRST, KIND_COUNT, STAYS, THIRTEEN
from erre.games.rurare.rules.scoring import score
from erre.games.rurare.rules.table import put_in_box
from erre.games.rurare.state import FINAL_SCORING, REFILLING, RuRaRe


@rule
def is_first_phase_over(s: RuRaRe, is_whole: bool) -> bool:
    """§3.1 The first phase ends, once, when after a whole turn somebody has thirteen cards or more in front."""
    if s.first_scored or s.last_turn or not may_end_first_phase(s, is_whole):
        return False
    most = 0
    for seat in range(s.seats):
        most = max(most, s.shown[seat])
    return most >= THIRTEEN


@rule
def may_end_first_phase(s: RuRaRe, is_whole: bool) -> bool:
    """§3.4 After a turn that was cut short the first phase goes on until the next whole turn (or ends, by option)."""
    return is_whole or s.cut_short_turn == COUNTS


@rule
def is_first_scoring_made_up(s: RuRaRe) -> bool:
    """§6.1 The first phase did not end before the last turn: one scoring ends the game, or by option both are made."""
    return bool(s.last_turn and not s.first_scored and s.missed_first_scoring == BOTH)


@rule
def score_first(s: RuRaRe) -> None:
    """§3.2 The game pauses for the first scoring, and then goes on as before."""
    score(s, FIRST)
    for seat in range(s.seats):
        s.first_scores[seat] = s.totals[seat]
    s.first_scored = 1
    discard(s)
    go_on(s)


@rule
def discard(s: RuRaRe) -> None:
    """§3.3 Cards with a red cross go to the box, before the rows are filled; those with a green tick stay in front."""
    for seat in range(s.seats):
        for kind in range(KIND_COUNT):
            if not STAYS[kind]:
                count = s.displays[seat, kind]
                put_in_box(s, kind, count)
                s.shown[seat] -= count
                s.displays[seat, kind] = 0


@rule
def go_on(s: RuRaRe) -> None:
    """What comes after a turn, apart from the first scoring."""
    s.phase = FINAL_SCORING if s.last_turn else REFILLING
