"""Rummy: from a view back to a state that knows no more than the view."""

from __future__ import annotations

from erre.core.record import NONE
from erre.games.rummy.components import FIRST_JOKER, OUT, RACKS, TABLE
from erre.games.rummy.notation import Written, parse_tile, whole_tiles
from erre.games.rummy.rules.preparation import clear_hand
from erre.games.rummy.state import PHASE_NAMES, Rummy
from erre.games.rummy.tables import put_melds
from erre.games.rummy.views import RummyView


def state_from_view(view: RummyView) -> Rummy:
    """A state that holds what the view shows; tiles that it does not show are nowhere."""
    n = view.seats
    s = Rummy.new()
    s.seats = n
    view.options.put(s)
    clear_hand(s)
    s.hand_no, s.starter, s.passes, s.left = view.hand, view.starter, view.passes, view.pool
    s.phase = PHASE_NAMES.index(view.phase)
    s.turn = view.turn[0] if view.turn else NONE
    s.winner = NONE if view.winner is None else view.winner
    s.closed_from_hand = view.closed_from_hand
    s.opened[:n] = view.opened
    s.totals[:n] = view.totals
    for hand, points in enumerate(view.sheet):
        s.sheet[hand, :n] = points
    s.place[:] = OUT
    put_table(s, [[parse_tile(text) for text in meld] for meld in view.table])
    racks = view.racks or [view.rack if seat == view.seat else [] for seat in range(n)]
    for seat, rack in enumerate(racks):
        for tile in whole_tiles(parse_tile(text) for text in rack):
            s.place[tile] = RACKS + seat
    s.held[:n] = view.rack_counts
    return s


def put_table(s: Rummy, melds: list[list[Written]]) -> None:
    """Put a table of named tiles into a record."""
    tiles = iter(whole_tiles(word for meld in melds for word in meld))
    stands = [NONE, NONE]
    table: list[list[int]] = []
    for meld in melds:
        table.append([])
        for word in meld:
            tile = next(tiles)
            table[-1].append(tile)
            if tile >= FIRST_JOKER:
                stands[tile - FIRST_JOKER] = word.stands
    put_melds(s, table, stands)
    assert all(s.place[tile] == TABLE for meld in table for tile in meld)
