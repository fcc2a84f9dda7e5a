"""Rummy: a lay as it was written, matched with tiles, and what the rules say to it."""

from __future__ import annotations

import threading
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from msgspec.structs import replace

from erre.core.errors import IllegalMove
from erre.core.record import NONE
from erre.games.rummy.components import (
    FIRST_JOKER,
    JOKER_AS,
    JOKER_KIND,
    JOKERS,
    KIND_BITS,
    KINDS,
    MOST_MELDS,
    OPENING_POINTS,
    RACKS,
    TABLE,
    Options,
)
from erre.games.rummy.melds import format_cells, jokers_in, meld_points, named, row, why_no_meld
from erre.games.rummy.notation import (
    Written,
    format_cell,
    format_kind,
    format_meld,
    format_tile,
    format_written,
    parse_tile,
)
from erre.games.rummy.reasons import Broken, Reason
from erre.games.rummy.rules import is_opening, may_use_table, must_open
from erre.games.rummy.solver import Aim, Solver
from erre.games.rummy.state import Rummy, options_of
from erre.games.rummy.tables import Melds, cells_of, melds_of, rack_counts, rack_of


@dataclass(frozen=True)
class Layout:
    """A whole table: the tiles of each meld, and what the jokers on it stand for."""

    melds: Melds
    cells: Melds
    stands: list[int]


class Solvers(threading.local):
    """The solvers of one thread, each with the workspace it needs."""

    def __init__(self) -> None:
        self.by_options: dict[Options, Solver] = {}


_SOLVERS = Solvers()


def solver_of(s: Rummy) -> Solver:
    """A solver for this table's options."""
    return solver_for(options_of(s))


def solver_for(options: Options) -> Solver:
    """A solver for some options."""
    if options not in _SOLVERS.by_options:
        _SOLVERS.by_options[options] = Solver(options)
    return _SOLVERS.by_options[options]


def match_tiles(s: Rummy, seat: int, written: Sequence[Sequence[Written]]) -> Melds:
    """The tiles that were meant. Where the copy was left off, a meld that lies on the table is that meld; otherwise a
    tile of the table comes first, then one of the rack.

    Refuses a tile that is there too often, or that is neither on the table nor on the rack.
    """
    lettered = Counter(word.kind * 2 + word.copy for meld in written for word in meld if word.copy != NONE)
    for tile, count in lettered.items():
        if count > 1:
            where = " and ".join(format_meld(meld) for meld in written if has_tile(meld, tile))
            words = f"{format_tile(tile)} is there {count} times: {where}"
            raise Broken(Reason("§5.4", "tile_twice", words, [format_tile(tile)]))
    taken = set(lettered)
    whole: dict[int, list[int]] = {}
    waiting = melds_of(s)
    for index, meld in enumerate(written):
        if old := next((old for old in waiting if is_same_meld(meld, old, taken)), None):
            waiting.remove(old)
            taken |= set(old)
            whole[index] = sorted(old, key=lambda tile: tile >> 1)
    return [
        in_order(meld, whole[index]) if index in whole else [find_tile(s, seat, word, meld, taken) for word in meld]
        for index, meld in enumerate(written)
    ]


def has_tile(meld: Sequence[Written], tile: int) -> bool:
    """Whether a tile is written in a meld, with its copy."""
    return any(word.copy != NONE and word.kind * 2 + word.copy == tile for word in meld)


def is_same_meld(meld: Sequence[Written], old: Sequence[int], taken: set[int]) -> bool:
    """Whether a meld written without copies may be one that lies on the table."""
    if any(word.copy != NONE for word in meld) or taken & set(old):
        return False
    return sorted(word.kind for word in meld) == sorted(tile >> 1 for tile in old)


def in_order(meld: Sequence[Written], tiles: list[int]) -> list[int]:
    """The tiles of an old meld, in the order in which it is written now."""
    left = list(tiles)
    found = []
    for word in meld:
        tile = next(tile for tile in left if tile >> 1 == word.kind)
        left.remove(tile)
        found.append(tile)
    return found


def find_tile(s: Rummy, seat: int, word: Written, meld: Sequence[Written], taken: set[int]) -> int:
    """The tile that a word means, which is taken then."""
    if word.copy != NONE:
        copies = [word.kind * 2 + word.copy]
    else:
        copies = [tile for tile in (word.kind * 2, word.kind * 2 + 1) if tile not in taken]
    for place in (TABLE, RACKS + seat):
        for tile in copies:
            if s.place[tile] == place:
                taken.add(tile)
                return tile
    words = f"you do not hold {format_written(word)} for {format_meld(meld)}, and the table has none to spare"
    raise Broken(Reason("§5.4", "not_yours", words, [format_written(word)]))


def name_cells(written: Sequence[Sequence[Written]]) -> Melds:
    """§5.3 Whatever is done to the table, in the end every meld on it is one; the cells of each, jokers named."""
    cells = []
    for meld in written:
        given = [tile.cell for tile in meld]
        if refusal := why_no_meld(given):
            raise Broken(refusal)
        cells.append(named(given))
    return cells


def parse_layout(s: Rummy, seat: int, texts: Iterable[Iterable[str]]) -> Layout:
    """The table that was written, with every tile and joker known; refuses what is no table at all."""
    written = [[parse_tile(text) for text in meld] for meld in texts]
    melds = match_tiles(s, seat, written)
    cells = name_cells([remember_jokers(s, meld, tiles) for meld, tiles in zip(written, melds, strict=True)])
    stands = [NONE] * JOKERS
    for tiles, meld in zip(melds, cells, strict=True):
        for tile, cell in zip(tiles, meld, strict=True):
            if tile >= FIRST_JOKER:
                stands[tile - FIRST_JOKER] = cell & KIND_BITS
    return Layout(melds, cells, stands)


def remember_jokers(s: Rummy, meld: list[Written], tiles: list[int]) -> list[Written]:
    """A meld that lies as it lay: its jokers stand for what they stood for, even where nobody wrote it."""
    if any(sorted(tiles) == sorted(old) for old in melds_of(s)):
        return [
            replace(word, stands=s.stands[tile - FIRST_JOKER]) if tile >= FIRST_JOKER and word.stands == NONE else word
            for word, tile in zip(meld, tiles, strict=True)
        ]
    return meld


def check_lay(s: Rummy, seat: int, texts: Iterable[Iterable[str]]) -> Layout:
    """Refuse a lay that breaks a rule; what it is otherwise."""
    layout = parse_layout(s, seat, texts)
    laid = {tile for meld in layout.melds for tile in meld}
    check_table_stays(s, laid)
    own = check_takes_tile(s, seat, laid)
    check_jokers_per_meld(s, layout)
    if must_open(s, seat):
        check_first_lay(s, seat, layout, own)
    check_jokers(s, layout)
    assert len(layout.melds) <= MOST_MELDS
    return layout


def check_table_stays(s: Rummy, laid: set[int]) -> None:
    """§5.4 What lay on the table stays on the table, in the melds that are there at the end of the turn."""
    for meld, cells in zip(melds_of(s), cells_of(s), strict=True):
        if gone := [format_tile(tile) for tile in meld if tile not in laid]:
            why = f"{', '.join(gone)} must stay on the table: it was in {format_cells(cells)}"
            words = why if len(gone) == 1 else why.replace("it was", "they were")
            raise Broken(Reason("§5.4", "table_stays", words, gone))


def check_takes_tile(s: Rummy, seat: int, laid: set[int]) -> set[int]:
    """§5.5 A lay takes at least one tile from the rack; those it takes."""
    own = laid & set(rack_of(s, seat))
    if not own:
        raise Broken(Reason("§5.5", "from_rack", "a lay takes at least one tile from your rack"))
    return own


def check_jokers_per_meld(s: Rummy, layout: Layout) -> None:
    """Refuse more jokers in one meld than the option allows."""
    for cells in layout.cells:
        if refusal := why_too_many_jokers(s, cells):
            raise Broken(refusal)


def why_too_many_jokers(s: Rummy, cells: Sequence[int]) -> Reason | None:
    """Why a meld has too many jokers; None if it has not."""
    if jokers_in(row(cells), 0, len(cells)) <= s.max_jokers_per_meld:
        return None
    tiles = [format_cell(cell) for cell in cells]
    return Reason("§8.3", "jokers_in_meld", f"{format_cells(cells)} has more than one joker", tiles)


def check_first_lay(s: Rummy, seat: int, layout: Layout, own: set[int]) -> None:
    """§2.3 A first lay is made of the own tiles alone, and the table stays as it is."""
    closes = s.close_from_hand and len(own) == s.held[seat]
    if closes and s.close_from_hand_uses_table:
        return  # §8.11 closing from the hand may use the table, by option
    old = Counter(tuple(meld) for meld in shown(melds_of(s), cells_of(s)))
    new = Counter(tuple(meld) for meld in shown(layout.melds, layout.cells))
    if changed := old - new:
        check_late_use(s, own, [cell for _, cell in next(iter(changed))])
        return
    points = first_points(layout, own)
    if not closes and not is_opening(points) and not could_open(s, own):
        lay = " ".join(format_cells(cells) for cells in fresh_melds(layout, own))
        words = f"your first lay {lay} is worth {points} points: it takes {OPENING_POINTS}"
        raise Broken(Reason("§2.1", "first_points", words, numbers=[points, OPENING_POINTS]))


def could_open(s: Rummy, own: set[int]) -> bool:
    """Whether an option counts what the tiles of a first lay could have made, and that is enough."""
    return bool(s.table_use_in_opening_turn) and solver_of(s).opening(counted(own)) is not None


def first_points(layout: Layout, own: set[int]) -> int:
    """§2.2 The points of all melds of a first lay are added up."""
    return sum(meld_points(row(cells), 0, len(cells)) for cells in fresh_melds(layout, own))


def fresh_melds(layout: Layout, own: set[int]) -> Melds:
    """The melds of own tiles, in a lay that leaves the table as it is."""
    return [cells for tiles, cells in zip(layout.melds, layout.cells, strict=True) if tiles[0] in own]


def shown(melds: Melds, cells: Melds) -> list[list[tuple[int, int]]]:
    """Tiles with what they stand for, in an order that does not depend on how a group was written."""
    return [sorted(zip(tiles, row_, strict=True)) for tiles, row_ in zip(melds, cells, strict=True)]


def check_late_use(s: Rummy, own: set[int], meld: Sequence[int]) -> None:
    """§8.6 The table is not used in the turn of the first lay (or, by option, once 30 points could have been laid)."""
    if not s.table_use_in_opening_turn:
        stays = f"before you have laid {OPENING_POINTS} points of your own you may not use the table"
        tiles = [format_cell(cell) for cell in meld]
        raise Broken(
            Reason("§2.3", "table_closed", f"{stays}: {format_cells(meld)} stays", tiles, numbers=[OPENING_POINTS])
        )
    if solver_of(s).opening(counted(own)) is None:
        tiles = [format_tile(tile) for tile in sorted(own)]
        words = f"the tiles you lay, {' '.join(tiles)}, do not make {OPENING_POINTS} points on their own"
        raise Broken(Reason("§2.1", "own_points", words, tiles, [OPENING_POINTS]))


def counted(tiles: Iterable[int]) -> list[int]:
    """How many tiles of each kind there are among some."""
    counts = [0] * KINDS
    for tile in tiles:
        counts[tile >> 1] += 1
    return counts


def check_jokers(s: Rummy, layout: Layout) -> None:
    """Refuse a table on which a joker is neither what it was nor was freed as the rules want it."""
    before, options = cells_of(s), options_of(s)
    if keeps_rules(before, layout.cells, options):
        return
    melds = " and ".join(format_cells(cells) for cells in before if any(cell >= JOKER_AS for cell in cells))
    stays = f"in {melds} a joker stays what it is until that tile"
    if keeps_rules(before, layout.cells, replace(options, joker_same_meld=True)):
        raise Broken(Reason("§5.7", "joker_elsewhere", f"{stays} takes its place, and goes into another meld then"))
    if keeps_rules(before, layout.cells, replace(options, joker_rule="replace")):
        raise Broken(Reason("§8.5", "joker_from_rack", f"{stays}, from your rack, takes its place"))
    raise Broken(Reason("§5.6", "joker_stays", f"{stays} takes its place"))


def keeps_rules(before: Melds, after: Melds, options: Options) -> bool:
    """Whether the jokers of a table lie on the next one as the rules want it."""
    return solver_for(options).keeps_rules(before, after)


def salvage(s: Rummy, seat: int, texts: Iterable[Iterable[str]]) -> Layout | None:
    """§1.3 When the two minutes are up, tiles that are not in right melds go back to the rack; what is left of the lay.

    If that leaves no table, or too little for a first lay, the whole turn is undone.
    """
    rack = set(rack_of(s, seat))
    kept = []
    try:
        written = [[parse_tile(text) for text in meld] for meld in texts]
        for meld, tiles in zip(written, match_tiles(s, seat, written), strict=True):
            if why_no_meld([word.cell for word in meld]) is None:
                kept.append([format_written(word) for word in meld])
            elif still := [format_written(word) for word, tile in zip(meld, tiles, strict=True) if tile not in rack]:
                kept.append(still)
        return check_lay(s, seat, kept)
    except IllegalMove:
        return None


def best_lays(s: Rummy, seat: int) -> list[Layout]:
    """Lays worth considering: the one that leaves most of the table alone, and the dearest; none if there is none."""
    solver = solver_of(s)
    rack = rack_counts(s, seat)
    tables = []
    if may_use_table(s, seat):
        quiet = solver.quiet_lay(cells_of(s), rack)
        if quiet.tiles:
            tables = [quiet.table, solver.best_lay(cells_of(s), rack, Aim.POINTS).table]
    else:
        tables = first_lays(s, seat)
    layouts = [fill_layout(s, seat, table) for table in tables]
    return [layout for i, layout in enumerate(layouts) if layout not in layouts[:i]]


def first_lays(s: Rummy, seat: int) -> list[Melds]:
    """First lays worth considering: they use the table where an option allows it, and only there."""
    solver = solver_of(s)
    table, rack = cells_of(s), rack_counts(s, seat)
    lay = solver.quiet_lay(table, rack)
    if s.close_from_hand and s.close_from_hand_uses_table and lay.tiles == s.held[seat]:
        return [lay.table]
    least = 1 if s.close_from_hand and solver.best_lay([], rack).tiles == s.held[seat] else OPENING_POINTS
    opening = solver.opening(rack, least)
    if opening is None:
        return []
    opened = [*table, *opening.table]
    if not s.table_use_in_opening_turn or opening.tiles == s.held[seat]:
        return [opened]
    laid = laid_counts(table, lay.table)
    if solver.opening(laid) is None:
        # the tiles that lay the most do not open: open first, and go on from there
        rest = [count - own for count, own in zip(rack, laid_counts(table, opened), strict=True)]
        lay = solver.quiet_lay(opened, rest)
    return [lay.table or opened, opened]


def laid_counts(before: Melds, after: Melds) -> list[int]:
    """How many tiles of each kind one table has more than another."""
    counts = [0] * KINDS
    for table, sign in ((before, -1), (after, 1)):
        for meld in table:
            for cell in meld:
                counts[min(cell, JOKER_KIND)] += sign
    return counts


def fill_layout(s: Rummy, seat: int, cells: Melds) -> Layout:
    """A table of the solver with tiles in it: melds that were there keep their tiles and come first."""
    spare = {tile for meld in melds_of(s) for tile in meld} | set(rack_of(s, seat))
    rest = [list(meld) for meld in cells]
    melds: Melds = []
    shown_cells: Melds = []
    for kept, tiles in zip(cells_of(s), melds_of(s), strict=True):
        match = next((meld for meld in rest if sorted(meld) == sorted(kept)), None)
        if match is not None:
            rest.remove(match)
            melds.append(tiles)
            shown_cells.append(kept)
            spare -= set(tiles)
    order = sorted(spare, key=lambda tile: (s.place[tile] != TABLE, tile))
    for meld in rest:
        tiles = []
        for cell in meld:
            kind = cell if cell < JOKER_KIND else JOKER_KIND
            tile = next(tile for tile in order if tile >> 1 == kind)
            order.remove(tile)
            tiles.append(tile)
        melds.append(tiles)
        shown_cells.append(meld)
    stands = [NONE] * JOKERS
    for tiles, meld in zip(melds, shown_cells, strict=True):
        for tile, cell in zip(tiles, meld, strict=True):
            if tile >= FIRST_JOKER:
                stands[tile - FIRST_JOKER] = cell & KIND_BITS
    return Layout(melds, shown_cells, stands)


def layout_text(layout: Layout) -> list[list[str]]:
    """A layout as it is written."""
    return [
        [
            f"{format_tile(tile)}={format_kind(layout.stands[tile - FIRST_JOKER])}"
            if tile >= FIRST_JOKER
            else format_tile(tile)
            for tile in meld
        ]
        for meld in layout.melds
    ]
