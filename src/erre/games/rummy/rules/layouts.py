"""Rummy: a whole table as it was written, matched with tiles, and as the solver found it, filled with tiles."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from msgspec.structs import replace

from erre.core.record import NONE
from erre.games.rummy.components import FIRST_JOKER, JOKER_KIND, JOKERS, KIND_BITS, RACKS, TABLE
from erre.games.rummy.notation import Written, format_kind, format_tile, format_written, parse_tile, quote_meld
from erre.games.rummy.reasons import Broken, Reason
from erre.games.rummy.rules.no_meld import named, why_no_meld
from erre.games.rummy.state import Rummy
from erre.games.rummy.tables import Melds, cells_of, melds_of, rack_of


@dataclass(frozen=True)
class Layout:
    """A whole table: the tiles of each meld, and what the jokers on it stand for."""

    melds: Melds
    cells: Melds
    stands: list[int]


def match_tiles(s: Rummy, seat: int, written: Sequence[Sequence[Written]]) -> Melds:
    """The tiles that were meant. Where a copy was left off, a meld that lies on the table is that meld; otherwise a
    tile of the table comes first, then one of the rack.

    Refuses a tile that is there too often, or that is neither on the table nor on the rack.
    """
    lettered = Counter(word.tile for meld in written for word in meld if word.copy != NONE)
    for tile, count in lettered.items():
        if count > 1:
            where = [quote_meld(meld) for meld in written if has_tile(meld, tile)]
            words = f"{format_tile(tile)} is there {count} times: {' and '.join(where[:2])}"
            raise Broken(Reason("§5.4", "tile_twice", words, [format_tile(tile)]))
    taken = set(lettered)
    whole: dict[int, list[int]] = {}
    waiting = melds_of(s)
    for index, meld in enumerate(written):
        if old := next((old for old in waiting if is_same_meld(meld, old, taken)), None):
            waiting.remove(old)
            taken |= set(old)
            whole[index] = old
    return [
        in_order(meld, whole[index]) if index in whole else [find_tile(s, seat, word, meld, taken) for word in meld]
        for index, meld in enumerate(written)
    ]


def has_tile(meld: Sequence[Written], tile: int) -> bool:
    """Whether a tile is written in a meld, with its copy."""
    return any(word.copy != NONE and word.tile == tile for word in meld)


def is_same_meld(meld: Sequence[Written], old: Sequence[int], taken: set[int]) -> bool:
    """Whether a written meld may be one that lies on the table, none of whose tiles is taken for another one."""
    own = {word.tile for word in meld if word.copy != NONE}
    if not own <= set(old) or (taken - own) & set(old):
        return False
    return sorted(word.kind for word in meld) == sorted(tile >> 1 for tile in old)


def in_order(meld: Sequence[Written], tiles: Sequence[int]) -> list[int]:
    """The tiles of an old meld, in the order in which it is written now."""
    left = sorted(tiles)
    for word in meld:
        if word.copy != NONE:
            left.remove(word.tile)
    found = []
    for word in meld:
        tile = word.tile if word.copy != NONE else next(tile for tile in left if tile >> 1 == word.kind)
        if word.copy == NONE:
            left.remove(tile)
        found.append(tile)
    return found


def find_tile(s: Rummy, seat: int, word: Written, meld: Sequence[Written], taken: set[int]) -> int:
    """The tile that a word means, which is taken then."""
    if word.copy != NONE:
        copies = [word.tile]
    else:
        copies = [tile for tile in (word.kind * 2, word.kind * 2 + 1) if tile not in taken]
    for place in (TABLE, RACKS + seat):
        for tile in copies:
            if s.place[tile] == place:
                taken.add(tile)
                return tile
    words = f"you do not hold {format_written(word)} for {quote_meld(meld)}, and the table has none to spare"
    raise Broken(Reason("§5.4", "not_yours", words, [format_written(word)]))


def name_cells(written: Sequence[Sequence[Written]]) -> Melds:
    """§5.3 Whatever is done to the table, in the end every meld on it is one; the cells of each, jokers named.

    §8.17 How much of an old meld stays together does not matter: only the melds of the end count.
    """
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
    """A meld that lies as it lay: its jokers stand for what they stood for, even where nobody wrote it.

    If its tiles are in another order and that reading is no meld, its jokers stand for what their places say.
    """
    if not any(sorted(tiles) == sorted(old) for old in melds_of(s)):
        return meld
    remembered = [
        replace(word, stands=s.stands[tile - FIRST_JOKER]) if tile >= FIRST_JOKER and word.stands == NONE else word
        for word, tile in zip(meld, tiles, strict=True)
    ]
    return meld if why_no_meld([word.cell for word in remembered]) else remembered


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
