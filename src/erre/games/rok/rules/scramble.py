"""ROK, chapter 3: the scramble."""

from __future__ import annotations

from erre.core.engine import rule
from erre.core.record import IntArray
from erre.games.rok.components import AUTO, BALANCE, DONE, HELD, RUNE_COUNT
from erre.games.rok.rules.runes import is_face_up, pair_up, put
from erre.games.rok.state import JUDGING, Rok


@rule
def may_grab(s: Rok, rune: int) -> bool:
    """§3.2 §3.3 Only face-up runes of the table are taken: none that lies face down, none from before a seat."""
    return is_face_up(s, rune)


@rule
def is_wanted(s: Rok, rune: int) -> bool:
    """Whether the twin of a rune makes a pair with it: it lies there, is in a hand, or is a Balance Rune."""
    place = s.place[rune]
    return (place == BALANCE) | (place == HELD) | is_face_up(s, rune)


@rule
def is_anything_left(s: Rok) -> bool:
    """Whether there is still something to take: a face-up rune whose twin is wanted.

    All pairs are looked at, without a branch, many at once: that takes a tenth of the time of a search.
    """
    left = 0
    for rune in range(0, RUNE_COUNT, 2):
        other = rune + 1
        left |= is_face_up(s, rune) & is_wanted(s, other) | is_face_up(s, other) & is_wanted(s, rune)
    return left != 0


@rule
def scramble_moves(s: Rok, seat: int, moves: IntArray) -> int:
    """Any face-up rune, right or wrong, or to be done."""
    if s.finished >> seat & 1:
        return 0
    count = 0
    for rune in range(RUNE_COUNT):
        moves[count] = rune  # the next one overwrites it unless it counts
        count += may_grab(s, rune)
    moves[count] = DONE
    return count + 1


@rule
def apply_grab(s: Rok, seat: int, rune: int) -> None:
    """§3.1 All take at once, each with one hand: one rune at a time; who comes first has it.

    §3.6 A rune that makes no pair for its taker, such as the twin of another's Balance Rune, is kept until the verdict.
    """
    was_left = is_anything_left(s)
    put(s, rune, HELD, seat)
    pair_up(s, seat, rune)
    if s.grab_end == AUTO and was_left and not is_anything_left(s):
        end_scramble(s)


@rule
def apply_done(s: Rok, seat: int) -> None:
    """§3.7 Who is done takes nothing more in this round."""
    s.finished |= 1 << seat
    if s.finished == (1 << s.seats) - 1:
        end_scramble(s)


@rule
def end_scramble(s: Rok) -> None:
    """§3.8 The scramble ends when nothing that makes a pair is left, or when all are done; the verdict follows.

    A live table ends it by a timer too: all seats are then done.
    """
    s.phase = JUDGING
