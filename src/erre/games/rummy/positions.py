"""Rummy: whole positions as JSON, and the refusal of positions that cannot be."""

from __future__ import annotations

from collections import Counter
from typing import Any, Literal

import msgspec

from erre.core.errors import BadPosition
from erre.core.options import Number
from erre.core.positions import PositionCodec, Written, demand, demand_each
from erre.core.record import NONE
from erre.games.rummy.components import (
    FIRST_JOKER,
    JOKER_KIND,
    JOKERS,
    KIND_BITS,
    MOST_HANDS,
    MOST_MELDS,
    OUT,
    POOL,
    RACKS,
    TILES,
    Options,
)
from erre.games.rummy.events import rack_text
from erre.games.rummy.notation import Written as Word
from erre.games.rummy.notation import format_tile, parse_rack_tile, parse_tile, whole_tiles
from erre.games.rummy.rules.no_meld import format_cells, named, why_no_meld
from erre.games.rummy.rules.preparation import clear_hand
from erre.games.rummy.state import OVER, PHASE_NAMES, TURN, Rummy
from erre.games.rummy.tables import put_melds, table_text
from erre.games.rummy.views import sheet_of

PHASES = {"turn": TURN, "over": OVER}
MOST_POINTS = 1_000_000  # in a match
MOST_LINE = 10_000  # in one hand


class Position(Written, kw_only=True):
    """What a position of Rummy says."""

    racks: list[list[str]]
    table: list[list[str]] = msgspec.field(default_factory=list)
    pool: list[str] = msgspec.field(default_factory=list)  # top first
    phase: Literal["turn", "over"] = "turn"
    hand_no: Number = 1
    turn: Number | None = None
    starter: Number = 0
    opened: list[bool] | None = None
    totals: list[Number] | None = None
    sheet: list[list[Number]] | None = None
    passes: Number = 0
    winner: Number | None = None
    closed_from_hand: bool = False


def facts(s: Rummy) -> dict[str, Any]:
    """What a position says of the hand and the match."""
    n = s.seats
    return {
        "hand_no": s.hand_no,
        "phase": PHASE_NAMES[s.phase],
        "turn": None if s.turn == NONE else s.turn,
        "starter": s.starter,
        "opened": [bool(opened) for opened in s.opened[:n].tolist()],
        "racks": [rack_text(s, seat) for seat in range(n)],
        "table": table_text(s),
        "pool": [format_tile(tile) for tile in reversed(s.pool[: s.left].tolist())],
        "totals": s.totals[:n].tolist(),
        "sheet": sheet_of(s),
        "passes": s.passes,
        "winner": None if s.winner == NONE else s.winner,
        "closed_from_hand": bool(s.closed_from_hand),
    }


def is_partial(s: Rummy) -> bool:
    """Whether a position does not have all that a game in play has."""
    return OUT in s.place.tolist() or (s.phase == TURN and 0 in s.held[: s.seats].tolist())


def fill(s: Rummy, w: Position) -> None:
    """Lay out the hand and the match, refusing what cannot be."""
    clear_hand(s)
    put_tiles(s, w)
    put_numbers(s, w)
    if not w.partial:
        check_whole(s)


def check_numbers(w: Position, options: Options) -> None:
    """Refuse numbers out of their range, before anything is written."""
    hands = options.hands or w.seats
    demand(1 <= w.hand_no <= hands, f"hand_no: this match has hands 1 to {hands}, not {w.hand_no}")
    demand(w.phase != "over" or w.hand_no == hands, f"over: after hand {hands}, not {w.hand_no}")
    for name, seat in (("turn", w.turn), ("starter", w.starter), ("winner", w.winner)):
        demand(seat is None or 0 <= seat < w.seats, f"{name}: there is no seat {seat}")
    demand(w.phase == "turn" or w.turn is None, "turn: nobody is on turn once it is over")
    demand(w.phase == "over" or (w.winner is None and not w.closed_from_hand), "winner: the hand still goes on")
    most_passes = w.seats if w.phase == "over" else w.seats - 1
    demand(0 <= w.passes <= most_passes, f"passes: there are 0 to {most_passes}, not {w.passes}")
    demand(w.passes == 0 or not w.pool, "passes: nobody passes while there are tiles in the pool")
    demand(len(w.racks) == w.seats, f"racks: {w.seats} seats have {w.seats} racks, not {len(w.racks)}")
    demand(w.opened is None or len(w.opened) == w.seats, f"opened: one for each of the {w.seats} seats")
    scored = w.hand_no if w.phase == "over" else w.hand_no - 1
    sheet = w.sheet if w.sheet is not None else []
    demand(len(sheet) in (0, scored) and scored <= MOST_HANDS, f"sheet: {scored} hands are scored, not {len(sheet)}")
    demand_each("totals", w.totals, w.seats, -MOST_POINTS, MOST_POINTS)
    for line in sheet:
        demand_each("sheet", line, w.seats, -MOST_LINE, MOST_LINE)


def put_tiles(s: Rummy, w: Position) -> None:
    """Lay out the tiles; those nobody mentions are out of play."""
    table = [[parse_tile(text) for text in meld] for meld in w.table]
    racks = [[parse_rack_tile(text) for text in rack] for rack in w.racks]
    pool = [parse_rack_tile(text) for text in reversed(w.pool)]
    words = [word for part in (*table, *racks, pool) for word in part]
    demand(len(words) <= TILES, f"there are only {TILES} tiles")
    tiles = whole_tiles(words)
    for tile, count in Counter(tiles).items():
        demand(count == 1, f"{format_tile(tile)} is there {count} times")
    given = iter(tiles)
    s.place[:] = OUT
    put_table(s, table, [[next(given) for _ in meld] for meld in table])
    for seat, rack in enumerate(racks):
        s.held[seat] = len(rack)
        for _ in rack:
            s.place[next(given)] = RACKS + seat
    s.left = len(pool)
    for i in range(s.left):
        tile = next(given)
        s.pool[i] = tile
        s.place[tile] = POOL


def put_table(s: Rummy, table: list[list[Word]], tiles: list[list[int]]) -> None:
    """Put the melds on the table, each joker with what it stands for."""
    demand(len(table) <= MOST_MELDS, f"table: there cannot be more than {MOST_MELDS} melds")
    stands = [NONE] * JOKERS
    for meld, numbers in zip(table, tiles, strict=True):
        cells = [word.cell for word in meld]
        if refusal := why_no_meld(cells):
            raise BadPosition(f"table: {refusal.words}")
        jokers = sum(word.kind == JOKER_KIND for word in meld)
        demand(jokers <= s.max_jokers_per_meld, f"table: {format_cells(cells)} has more jokers than the options allow")
        for tile, cell in zip(numbers, named(cells), strict=True):
            if tile >= FIRST_JOKER:
                stands[tile - FIRST_JOKER] = cell & KIND_BITS
    put_melds(s, tiles, stands)


def put_numbers(s: Rummy, w: Position) -> None:
    """Write down whose turn it is, and the scores."""
    n = s.seats
    s.phase = PHASES[w.phase]
    s.hand_no, s.starter, s.passes = w.hand_no, w.starter, w.passes
    s.turn = NONE if s.phase == OVER else w.starter if w.turn is None else w.turn
    s.winner = NONE if w.winner is None else w.winner
    s.closed_from_hand = w.closed_from_hand
    s.opened[:n] = w.opened or [False] * n
    s.totals[:n] = w.totals or [0] * n
    for hand, points in enumerate(w.sheet or []):
        s.sheet[hand, :n] = points


def check_whole(s: Rummy) -> None:
    """Refuse a position that is not whole though it claims to be."""
    missing = s.place.tolist().count(OUT)
    demand(missing == 0, f'{missing} of the {TILES} tiles are missing: say "partial": true if that is meant')
    seats = range(s.seats)
    if s.phase == TURN:
        for seat in seats:
            demand(s.held[seat] > 0, f"seat {seat} has no tile left, so the hand is over")
    demand(s.melds == 0 or s.opened[: s.seats].any(), "opened: somebody must have laid the melds on the table")


CODEC = PositionCodec(written=Position, facts=facts, is_partial=is_partial, check=check_numbers, fill=fill)
