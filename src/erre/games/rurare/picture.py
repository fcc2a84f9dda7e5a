"""Ru-Ra-Re in pictures: the rows with their numbers, and what lies in front of every seat."""

from __future__ import annotations

from collections.abc import Sequence

from erre.core.picture import Piece, Place, amount
from erre.games.rurare.views import RuRaReView

TOKEN, CARD = 28, 38  # pixels


def places(view: RuRaReView, hands: Sequence[Sequence[str]]) -> list[Place]:
    """The whole table; nobody holds anything in secret but a choice."""
    words = [f"turn {view.turn_no}{', the last' if view.last_turn else ''}"]
    words += [f"{amount(view.pile, 'card')} in the pile", f"{amount(view.box, 'card')} in the box"]
    groups = [[token(number), *(Piece(kind, kind) for kind in row)] for number, row in enumerate(view.rows, 1)]
    rows = Place("rows", words, groups, height=CARD)
    return [rows, *(seat_place(view, seat) for seat in range(view.seats))]


def token(row: int | None) -> Piece:
    """A token with the number of a row, or face down."""
    return (
        Piece("a token face down", "token", height=TOKEN)
        if row is None
        else Piece(f"row {row}", f"row {row}", height=TOKEN)
    )


def seat_place(view: RuRaReView, seat: int) -> Place:
    """A seat: its token, if it has chosen, and its cards by kind."""
    chosen = [token(view.choice if seat == view.seat else None)] if view.has_chosen[seat] else []
    cards = [Piece(kind, kind, f"×{count}" if count > 1 else "") for kind, count in view.displays[seat].items()]
    shown = view.revealed[seat]
    words = [f"{amount(view.display_counts[seat], 'card')}, {amount(view.totals[seat], 'point')}"]
    words += [] if shown is None else [f"showed row {shown}"]
    return Place("", words, [chosen, cards], seat, CARD)
