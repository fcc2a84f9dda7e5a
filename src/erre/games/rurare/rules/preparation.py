"""Ru-Ra-Re, chapter 1: preparation."""

from __future__ import annotations

from erre.core.chance import draw
from erre.core.engine import rule
from erre.core.record import NONE
from erre.games.rurare.components import KIND_COUNT
from erre.games.rurare.rules.filling import fill_rows
from erre.games.rurare.rules.table import cards_used, clear_table
from erre.games.rurare.rules.turn import start_turn
from erre.games.rurare.state import LAYING, RuRaRe


@rule
def set_up(s: RuRaRe) -> None:
    """Bring a state to an empty table, before the rows are filled."""
    clear_table(s)
    s.phase = LAYING


@rule
def shuffle_deck(s: RuRaRe) -> None:
    """§1.3 The cards are shuffled; those that are not used go to the box unseen, the others are the face-down pile.

    Only the cards in use are drawn by lot: the box has no order.
    """
    total = 0
    for kind in range(KIND_COUNT):
        for _ in range(s.counts[kind]):
            s.pile[total] = kind
            total += 1
    used = cards_used(s)
    for i in range(used):
        at = i + draw(s, total - i)
        card = s.pile[at]
        s.pile[at] = s.pile[i]
        s.pile[i] = card
    for i in range(used, total):
        s.box[s.pile[i]] += 1
        s.pile[i] = NONE
    s.left = used
    s.boxed = total - used


@rule
def lay_out(s: RuRaRe) -> None:
    """§1.4 Three cards are laid open under every number card, so that each of them is seen."""
    shuffle_deck(s)
    fill_rows(s)
    start_turn(s)
