"""Rage in pictures: trump, the trick, and what every seat has bid, taken and holds."""

from __future__ import annotations

from collections.abc import Sequence

from erre.core.picture import Piece, Place, amount
from erre.games.rage.components import ROUNDS
from erre.games.rage.views import RageView

BACK = "back"
SHOWN = 3  # turned cards: as many as the client shows


def card(name: str, note: str = "") -> Piece:
    """A card, face up."""
    return Piece(name, name, note)


def places(view: RageView, hands: Sequence[Sequence[str]]) -> list[Place]:
    """The whole table."""
    table = [trump(view)]
    if view.trick:
        table.append(Place("trick", [], [trick(view, view.leader, view.trick)]))
    elif last := view.last_trick:
        cards = trick(view, last.leader, last.cards)
        table.append(Place("last trick", [f"seat {last.winner} has taken it"], [cards]))
    return table + [seat_place(view, seat, hand_of(view, seat, hands)) for seat in range(view.seats)]


def trump(view: RageView) -> Place:
    """What is trump, and the cards that said so."""
    words = [f"round {view.round} of {ROUNDS}", f"{amount(view.stock, 'card')} in the stock"]
    if view.next_trump:
        words.append("another colour follows")
    badge = [Piece(f"trump {view.trump}", view.trump, height=34)] if view.trump else []
    coming = [Piece(f"next trump {view.next_trump}", view.next_trump, "next", 24)] if view.next_trump else []
    return Place("trump" if view.trump else "no trump", words, [badge, coming, list(map(card, view.turned[-SHOWN:]))])


def trick(view: RageView, leader: int, cards: Sequence[str]) -> list[Piece]:
    """The cards of a trick, each with the seat that played it."""
    return [card(name, f"seat {(leader + k) % view.seats}") for k, name in enumerate(cards)]


def hand_of(view: RageView, seat: int, hands: Sequence[Sequence[str]]) -> list[Piece]:
    """The cards of a seat; backs where they are not known."""
    known = hands[seat] if hands else view.hand if seat == view.seat else ()
    count = view.hand_counts[seat]
    return list(map(card, known)) if known else [Piece("a card face down", BACK)] * count


def seat_place(view: RageView, seat: int, hand: list[Piece]) -> Place:
    """The bid of a seat next to what it has taken, and its hand."""
    bid = view.bids[seat]
    said = f"bid {bid}" if bid is not None else "bid hidden" if view.has_bid[seat] else "no bid yet"
    role = ", dealer" if seat == view.dealer else ""
    words = [f"{said}, {view.tricks[seat]} taken", amount(view.totals[seat], "point") + role]
    return Place("", words, [hand], seat)
