"""Rummy, chapters 2 and 5: what the rules say to a lay. It is the whole table, so no kernel can list lays."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence

from msgspec.structs import replace

from erre.games.rummy.components import (
    COLOUR_COUNT,
    JOKER_AS,
    KIND_BITS,
    KINDS,
    MOST_MELDS,
    OPENING_POINTS,
    RUN,
    VALUES,
    Options,
)
from erre.games.rummy.notation import brief, format_cell, format_kind, format_tile
from erre.games.rummy.reasons import Broken, Reason
from erre.games.rummy.rules.first_lay import is_opening, must_open
from erre.games.rummy.rules.layouts import Layout, parse_layout
from erre.games.rummy.rules.melds import jokers_in, meld_form, meld_points, missing_colours
from erre.games.rummy.rules.no_meld import format_cells, row
from erre.games.rummy.rules.tables_compared import keeps_rules
from erre.games.rummy.state import Rummy
from erre.games.rummy.tables import Melds, cells_of, melds_of, rack_of

CouldOpen = Callable[[Sequence[int]], bool]  # whether tiles, counted by kind, could make a first lay on their own
LONGEST_LAY = 120  # characters of a lay that a message repeats
Moved = list[tuple[list[int], list[int]]]  # melds with jokers that were moved, each with the kinds that would free one


def check_lay(s: Rummy, seat: int, texts: Iterable[Iterable[str]], could_open: CouldOpen) -> Layout:
    """Refuse a lay that breaks a rule; what it is otherwise.

    Whether tiles could make a first lay takes a search, so the caller brings the answer (see `lays`).
    """
    layout = parse_layout(s, seat, texts)
    laid = {tile for meld in layout.melds for tile in meld}
    check_table_stays(s, laid)
    own = check_takes_tile(s, seat, laid)
    check_jokers_per_meld(s, layout)
    if must_open(s, seat):
        check_first_lay(s, seat, layout, own, could_open)
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


def check_first_lay(s: Rummy, seat: int, layout: Layout, own: set[int], could_open: CouldOpen) -> None:
    """§2.3 A first lay is made only of tiles from the own rack, and the table stays as it is."""
    closes = s.close_from_hand and len(own) == s.held[seat]
    if closes and s.close_from_hand_uses_table:
        return  # §8.11 closing from the hand may use the table, by option
    old = Counter(tuple(meld) for meld in shown(melds_of(s), cells_of(s)))
    new = Counter(tuple(meld) for meld in shown(layout.melds, layout.cells))
    if changed := old - new:
        check_late_use(s, own, [cell for _, cell in next(iter(changed))], could_open)
        return
    points = first_points(layout, own)
    if not closes and not is_opening(points) and not (s.table_use_in_opening_turn and could_open(counted(own))):
        lay = " ".join(format_cells(cells) for cells in fresh_melds(layout, own))
        words = f"your first lay {brief(lay, LONGEST_LAY)} is worth {points} points: it takes {OPENING_POINTS}"
        raise Broken(Reason("§2.1", "first_points", words, numbers=[points, OPENING_POINTS]))


def first_points(layout: Layout, own: set[int]) -> int:
    """§2.2 The points of all melds of a first lay are added up."""
    return sum(meld_points(row(cells), 0, len(cells)) for cells in fresh_melds(layout, own))


def fresh_melds(layout: Layout, own: set[int]) -> Melds:
    """The melds of own tiles, in a lay that leaves the table as it is."""
    return [cells for tiles, cells in zip(layout.melds, layout.cells, strict=True) if tiles[0] in own]


def shown(melds: Melds, cells: Melds) -> list[list[tuple[int, int]]]:
    """Tiles with what they stand for, in an order that does not depend on how a group was written."""
    return [sorted(zip(tiles, row_, strict=True)) for tiles, row_ in zip(melds, cells, strict=True)]


def check_late_use(s: Rummy, own: set[int], meld: Sequence[int], could_open: CouldOpen) -> None:
    """§8.6 The table is not used in the turn of the first lay (or, by option, once 30 points could have been laid)."""
    if not s.table_use_in_opening_turn:
        stays = f"before you have laid {OPENING_POINTS} points of your own you may not use the table"
        tiles = [format_cell(cell) for cell in meld]
        raise Broken(
            Reason("§2.3", "table_closed", f"{stays}: {format_cells(meld)} stays", tiles, numbers=[OPENING_POINTS])
        )
    if not could_open(counted(own)):
        tiles = [format_tile(tile) for tile in sorted(own)]
        laid = brief(" ".join(tiles), LONGEST_LAY)
        words = f"the tiles you lay, {laid}, do not make {OPENING_POINTS} points on their own"
        raise Broken(Reason("§2.1", "own_points", words, tiles, [OPENING_POINTS]))


def counted(tiles: Iterable[int]) -> list[int]:
    """How many tiles of each kind there are among some."""
    counts = [0] * KINDS
    for tile in tiles:
        counts[tile >> 1] += 1
    return counts


def check_jokers(s: Rummy, layout: Layout) -> None:
    """Refuse a table on which a joker has neither kept its place nor was freed as the rules want it."""
    before, options = cells_of(s), Options.of(s)
    if keeps_rules(before, layout.cells, options):
        return
    moved = moved_jokers(before, layout.cells)
    tiles = [format_kind(kind) for _, kinds in moved for kind in kinds]
    if keeps_rules(before, layout.cells, replace(options, joker_same_meld=True)):
        words = f"{why_stays(moved)}, and then goes into another meld than that tile"
        raise Broken(Reason("§5.7", "joker_elsewhere", words, tiles))
    if keeps_rules(before, layout.cells, replace(options, joker_rule="replace")):
        raise Broken(Reason("§8.5", "joker_from_rack", f"{why_stays(moved)} from your rack", tiles))
    raise Broken(Reason("§5.6", "joker_stays", why_stays(moved), tiles))


def moved_jokers(before: Melds, after: Melds) -> Moved:
    """The melds with jokers that do not lie as they lay; all of them, if each lies there again."""
    every = Counter(tuple(sorted(meld)) for meld in before if any(cell >= JOKER_AS for cell in meld))
    moved = every - Counter(tuple(sorted(meld)) for meld in after)
    melds = [meld for meld in before if tuple(sorted(meld)) in (moved or every)]
    return [(meld, freeing_kinds(meld)) for meld in melds]


def freeing_kinds(meld: Sequence[int]) -> list[int]:
    """The kinds of tiles that would free a joker of a meld: in a group any colour it has no tile of."""
    cells = row(meld)
    stands = [cell & KIND_BITS for cell in meld if cell >= JOKER_AS]
    if meld_form(cells, 0, len(meld)) == RUN:
        return stands
    missing = missing_colours(cells, 0, len(meld), 0)
    return [colour * VALUES + stands[0] % VALUES for colour in range(COLOUR_COUNT) if missing >> colour & 1]


def why_stays(moved: Moved) -> str:
    """The sentence that says which tile each joker that was moved waits for."""
    return "; ".join(
        f"the joker in {format_cells(meld)} stays with that meld until "
        f"{' or '.join(format_kind(kind) for kind in kinds)} takes its place"
        for meld, kinds in moved
    )
