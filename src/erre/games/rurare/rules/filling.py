"""Ru-Ra-Re, chapters 2 and 4: filling the rows, from the pile and then from the box."""

from __future__ import annotations

from erre.core.chance import draw
from erre.core.engine import rule
from erre.core.record import NONE
from erre.games.rurare.components import KIND_COUNT, ROW_CARDS
from erre.games.rurare.rules.table import row_count
from erre.games.rurare.state import RuRaRe


@rule
def fill_rows(s: RuRaRe) -> bool:
    """§2.9 §2.10 Row 1 is filled up to three cards, then row 2, and so on; whether the pile was enough.

    Cards still there stay where they are, next to the number card; the new ones go to the outside.
    """
    enough = True
    for row in range(row_count(s)):
        while s.depth[row] < ROW_CARDS:
            if s.left > 0:
                card = draw_from_pile(s)
            else:
                enough = False
                card = draw_from_box(s)
                if card == NONE:
                    return enough
            s.rows[row, s.depth[row]] = card
            s.depth[row] += 1
    return enough


@rule
def draw_from_pile(s: RuRaRe) -> int:
    """The top card of the pile."""
    s.left -= 1
    card = s.pile[s.left]
    s.pile[s.left] = NONE
    return card


@rule
def draw_from_box(s: RuRaRe) -> int:
    """§4.2 Where the pile is not enough, the whole box is shuffled and the rows are filled from it.

    The box keeps no order, so shuffling it and drawing any card that is in it, each equally likely, are the same.
    """
    if is_box_empty(s):
        return NONE
    at = draw(s, s.boxed)
    kind = 0
    while at >= s.box[kind]:
        at -= s.box[kind]
        kind += 1
    s.box[kind] -= 1
    s.boxed -= 1
    return kind


@rule
def is_box_empty(s: RuRaRe) -> bool:
    """§4.3 Where the box is not enough either, the rows are filled as far as the cards go."""
    return s.boxed == 0


@rule
def forget_box(s: RuRaRe) -> None:
    """Once the box is shuffled, nobody knows any more which of the cards put there are still in it."""
    for kind in range(KIND_COUNT):
        s.seen[kind] = 0
