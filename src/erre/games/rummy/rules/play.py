"""Rummy: the verbs of the kernels, and the run of the game between moves."""

from __future__ import annotations

from erre.core.engine import rule
from erre.core.record import NONE, IntArray
from erre.games.rummy.components import ADD, DRAW, KINDS, NEW_MELD, OPEN, PASS, TIMEOUT
from erre.games.rummy.rules.adding import add_tile, lay_shape, list_additions, list_shapes
from erre.games.rummy.rules.end import end_lay, score_hand
from erre.games.rummy.rules.first_lay import lay_opening, may_use_table, opening_jokers
from erre.games.rummy.rules.preparation import deal
from erre.games.rummy.rules.turn import apply_draw, apply_pass, apply_timeout, may_draw
from erre.games.rummy.state import DEALING, SCORING, TURN, Rummy


@rule
def acting(s: Rummy) -> int:
    """The seats that play waits for, as bits."""
    return 1 << s.turn if s.phase == TURN else 0


@rule
def legal(s: Rummy, seat: int, moves: IntArray) -> int:
    """The moves that kernels know: draw or pass, and lays that only add to the table."""
    if s.phase != TURN or s.turn != seat:
        return 0
    if not may_use_table(s, seat):
        moves[0] = DRAW if may_draw(s) else PASS
        moves[1] = OPEN
        return 1 if opening_jokers(s, seat) == NONE else 2
    moves[0] = DRAW if may_draw(s) else PASS
    return list_additions(s, seat, moves, list_shapes(s, seat, moves, 1))


@rule
def apply(s: Rummy, seat: int, move: int) -> None:
    """Carry out a legal move that has a number."""
    s.moves_made += 1
    if move == DRAW:
        apply_draw(s, seat)
    elif move == PASS:
        apply_pass(s)
    elif move == TIMEOUT:
        apply_timeout(s, seat)
    else:
        apply_simple_lay(s, seat, move)


@rule
def apply_simple_lay(s: Rummy, seat: int, move: int) -> None:
    """Carry out a lay that only adds to the table."""
    if move == OPEN:
        lay_opening(s, seat, opening_jokers(s, seat))
    elif move < ADD:
        lay_shape(s, seat, move - NEW_MELD)
    else:
        add_tile(s, seat, (move - ADD) // KINDS, (move - ADD) % KINDS)
    end_lay(s, seat)


@rule
def is_automatic(s: Rummy) -> bool:
    """Whether the game goes on by itself."""
    return s.phase == DEALING or s.phase == SCORING


@rule
def advance(s: Rummy) -> None:
    """One step that needs no player."""
    if s.phase == SCORING:
        score_hand(s)
    else:
        deal(s)
