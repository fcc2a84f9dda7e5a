"""ROK: the three verbs, and the run of the game between moves."""

from __future__ import annotations

from erre.core.engine import rule
from erre.core.record import NONE, IntArray
from erre.games.rok.components import BY_CHANCE, DONE
from erre.games.rok.rules.balance import clean, rebalance
from erre.games.rok.rules.captures import apply_order, order_moves, resolve_captures
from erre.games.rok.rules.contest import apply_slide, measure, slide_by_chance, slide_moves
from erre.games.rok.rules.end import finish
from erre.games.rok.rules.preparation import compare_balance, draw_balance
from erre.games.rok.rules.scramble import apply_done, apply_grab, scramble_moves
from erre.games.rok.rules.throw import throw
from erre.games.rok.rules.verdict import apply_penalty, judge, penalty_moves, punish, split
from erre.games.rok.state import (
    CAPTURING,
    CLEANING,
    COUNTING,
    DRAWING,
    JUDGING,
    MEASURING,
    ORDERING,
    OVER,
    PENALIZED,
    PUNISHING,
    REBALANCING,
    SCRAMBLE,
    SLIDING,
    SPLITTING,
    THROWING,
    Rok,
)


@rule
def acting(s: Rok) -> int:
    """The seats that play waits for, as bits."""
    if s.phase == SCRAMBLE:
        return ((1 << s.seats) - 1) & ~s.finished
    return 1 << s.turn if s.turn != NONE else 0


@rule
def legal(s: Rok, seat: int, moves: IntArray) -> int:
    """The moves of a seat; of slides only some."""
    if s.phase == SCRAMBLE:
        return scramble_moves(s, seat, moves)
    if seat != s.turn:
        return 0
    if s.phase == PENALIZED:
        return penalty_moves(s, seat, moves)
    if s.phase == SLIDING:
        return slide_moves(moves)
    return order_moves(s, moves) if s.phase == ORDERING else 0


@rule
def apply(s: Rok, seat: int, move: int) -> None:
    """Carry out a legal move."""
    s.moves_made += 1
    if s.phase == SCRAMBLE:
        if move == DONE:
            apply_done(s, seat)
        else:
            apply_grab(s, seat, move)
    elif s.phase == PENALIZED:
        apply_penalty(s, seat, move)
    elif s.phase == SLIDING:
        apply_slide(s, seat, move)
    else:
        apply_order(s, move)


@rule
def is_automatic(s: Rok) -> bool:
    """Whether the game goes on by itself."""
    if s.phase == SLIDING:
        return s.slide_mode == BY_CHANCE
    return not (s.phase == SCRAMBLE or s.phase == PENALIZED or s.phase == ORDERING or s.phase == OVER)


@rule
def advance(s: Rok) -> None:
    """One step that needs no player."""
    if s.phase == THROWING:
        throw(s)
    elif s.phase == JUDGING:
        judge(s)
    elif s.phase == PUNISHING:
        punish(s)
    elif s.phase == SPLITTING:
        split(s)
    elif s.phase == CAPTURING:
        resolve_captures(s)
    elif s.phase == REBALANCING:
        rebalance(s)
    elif s.phase == CLEANING:
        clean(s)
    elif s.phase == COUNTING:
        finish(s)
    elif s.phase == SLIDING:
        slide_by_chance(s)
    elif s.phase == MEASURING:
        measure(s)
    elif s.phase == DRAWING:
        draw_balance(s)
    else:
        compare_balance(s)
