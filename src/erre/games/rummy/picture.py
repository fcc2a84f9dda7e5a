"""Rummy in pictures: the melds on the table, and the racks."""

from __future__ import annotations

from collections.abc import Sequence

from erre.core.picture import Piece, Place, amount
from erre.games.rummy.views import RummyView

HEIGHT = 42  # pixels of a tile


def places(view: RummyView, hands: Sequence[Sequence[str]]) -> list[Place]:
    """The whole table."""
    words = [f"hand {view.hand} of {view.hands}", f"{amount(view.pool, 'tile')} in the pool"]
    table = Place("table", words, [list(map(tile, meld)) for meld in view.table], height=HEIGHT)
    return [table, *(rack(view, seat, hands) for seat in range(view.seats))]


def tile(name: str) -> Piece:
    """A tile: both copies look alike, and a joker shows what it stands for."""
    kind, _, stands = name.partition("=")
    kind = "J" if kind.startswith("J") else kind.rstrip("ab")
    return Piece(name, f"{kind}={stands}" if stands else kind)


def rack(view: RummyView, seat: int, hands: Sequence[Sequence[str]]) -> Place:
    """A seat and its rack, as far as it is known."""
    known = hands or view.racks
    tiles = known[seat] if known else view.rack if seat == view.seat else []
    words = [f"{amount(view.rack_counts[seat], 'tile')}, {amount(view.totals[seat], 'point')}"]
    role = ", starter" if seat == view.starter else ""
    words.append(("has opened" if view.opened[seat] else "has not opened") + role)
    return Place("", words, [list(map(tile, tiles))], seat, HEIGHT)
