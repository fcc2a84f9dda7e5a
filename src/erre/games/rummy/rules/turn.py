"""Rummy, chapter 1: the turn. A seat draws, or passes where there is nothing to draw, or its time runs out."""

from __future__ import annotations

from erre.core.engine import rule
from erre.games.rummy.rules.preparation import left_of, take_tile
from erre.games.rummy.state import SCORING, Rummy


@rule
def may_draw(s: Rummy) -> bool:
    """§1.1 Whoever is on turn lays or draws, as they like: nobody has to lay."""
    return s.left > 0


@rule
def apply_draw(s: Rummy, seat: int) -> None:
    """§1.2 A draw is one tile from the pool and ends the turn: the tile waits for the next one."""
    take_tile(s, seat)
    s.passes = 0
    end_turn(s)


@rule
def apply_pass(s: Rummy) -> None:
    """§8.7 With the pool empty, a seat that does not lay passes; when all have, one after another, the hand ends."""
    s.passes += 1
    if s.passes == s.seats:
        s.phase = SCORING
    else:
        end_turn(s)


@rule
def apply_timeout(s: Rummy, seat: int) -> None:
    """§8.10 Whoever has laid nothing when the time is up draws one (or more, by option); without a pool they pass."""
    if s.left == 0:
        apply_pass(s)
        return
    for _ in range(min(s.timeout_draw, s.left)):
        take_tile(s, seat)
    s.passes = 0
    end_turn(s)


@rule
def end_turn(s: Rummy) -> None:
    """The next seat is on turn."""
    s.turn = left_of(s, s.turn)
