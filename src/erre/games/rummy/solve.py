"""Rummy for `erre.solve`: the exact solver, asked with a view."""

from __future__ import annotations

from erre.games.rummy.from_view import state_from_view
from erre.games.rummy.moves import Lay
from erre.games.rummy.rules.layouts import layout_text
from erre.games.rummy.suggestions import best_lays
from erre.games.rummy.views import RummyView


def solve(view: RummyView) -> list[Lay]:
    """The best lays of a seat: first one of the most tiles that changes the table least, then the dearest."""
    if view.seat is None:
        return []
    return [Lay(layout_text(layout)) for layout in best_lays(state_from_view(view), view.seat)]
