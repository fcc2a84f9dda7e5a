"""Whether a lay is allowed, written down once more and plainly, for the tests only.

Here every tile is a thing of its own: the two copies of a kind and the two jokers have numbers. A lay is allowed if
there is any way to say which tile is which on the new table that keeps the rules.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import permutations, product

from erre.games.rummy.components import Options

Cells = Sequence[Sequence[int]]
Tile = tuple[int, int]  # a kind (or JOKER), and a number among its like
JOKER = 52
AS = 64


def kind_of(cell: int) -> int:
    """The kind that a cell shows: a joker's is what it stands for."""
    return cell % AS


def is_group(meld: Sequence[int]) -> bool:
    """Whether a row of cells has one number."""
    return len({kind_of(cell) % 13 for cell in meld}) == 1


def is_meld(meld: Sequence[int]) -> bool:
    """A group of three or four colours of one number, or a run of three or more of one colour."""
    kinds = [kind_of(cell) for cell in meld]
    colours = [kind // 13 for kind in kinds]
    values = [kind % 13 for kind in kinds]
    if is_group(meld):
        return 3 <= len(meld) <= 4 and len(set(colours)) == len(meld)
    return len(meld) >= 3 and len(set(colours)) == 1 and values == list(range(values[0], values[0] + len(meld)))


def may_stand_for(meld: Sequence[int], cell: int) -> set[int]:
    """The kinds that a joker in a meld may stand for: in a group any colour that is missing."""
    if not is_group(meld):
        return {kind_of(cell)}
    there = {other // 13 for other in meld if other < JOKER}
    return {colour * 13 + kind_of(cell) % 13 for colour in range(4) if colour not in there}


@dataclass(frozen=True)
class Place:
    """Where a joker lies: its meld, with all tiles in it, and the kinds it may stand for there."""

    meld: int
    is_group: bool
    tiles: frozenset[Tile]
    kinds: frozenset[int]


def tiles_of(table: Cells) -> Counter[int]:
    """How many tiles of each kind lie on a table."""
    return Counter(cell if cell < JOKER else JOKER for meld in table for cell in meld)


def numbered(table: Cells, orders: dict[int, Sequence[int]]) -> list[list[Tile]]:
    """A table with a number for every tile, the tiles of a kind numbered in some order."""
    seen: Counter[int] = Counter()
    rows = []
    for meld in table:
        row = []
        for cell in meld:
            kind = cell if cell < JOKER else JOKER
            row.append((kind, orders[kind][seen[kind]] if kind in orders else seen[kind]))
            seen[kind] += 1
        rows.append(row)
    return rows


def places(table: Cells, orders: dict[int, Sequence[int]]) -> dict[Tile, Place]:
    """Where each joker of a table lies."""
    found = {}
    for index, (meld, tiles) in enumerate(zip(table, numbered(table, orders), strict=True)):
        for cell, tile in zip(meld, tiles, strict=True):
            if tile[0] == JOKER:
                kinds = frozenset(may_stand_for(meld, cell))
                found[tile] = Place(index, is_group(meld), frozenset(tiles) - {tile}, kinds)
    return found


def numberings(before: Cells, after: Cells) -> Iterator[dict[int, Sequence[int]]]:
    """All ways to say which tile is which on the new table, as far as it matters for the jokers of the old one."""
    counts = tiles_of(after)
    with_jokers = [meld for meld in after if any(cell >= AS for cell in meld)]
    old = {cell for meld in before if any(other >= AS for other in meld) for cell in meld}
    kinds = {cell for meld in with_jokers for cell in meld if cell in old and counts[cell] > 1} | {JOKER}
    every = [[(kind, order) for order in permutations(range(counts[kind]))] for kind in sorted(kinds)]
    for orders in product(*every):
        yield dict(orders)


def keeps_joker_rule(before: Cells, after: Cells, options: Options) -> bool:
    """Whether each joker was kept or freed, for some choice of which tile is which and which one freed it."""
    old = places(before, {})
    if options.joker_rule == "free" or not old:
        return True
    ways = list(product(*[[(kind, freed) for kind in place.kinds for freed in (0, 1)] for place in old.values()]))
    for orders in numberings(before, after):
        new = places(after, orders)
        if any(is_right(before, after, options, old, new, dict(zip(old, way, strict=True))) for way in ways):
            return True
    return False


def is_right(
    before: Cells,
    after: Cells,
    options: Options,
    old: dict[Tile, Place],
    new: dict[Tile, Place],
    way: dict[Tile, tuple[int, int]],
) -> bool:
    """Whether old jokers may have come to their new places, each kept as a kind (0) or freed by it (1)."""
    if len({(old[joker].meld, kind) for joker, (kind, _) in way.items()}) < len(old):
        return False  # two jokers of one group do not stand for the same colour
    kept = {joker: kind for joker, (kind, freed) in way.items() if not freed}
    if len({(new[joker].meld, kind) for joker, kind in kept.items()}) < len(kept):
        return False
    for joker, kind in kept.items():
        if kind not in new[joker].kinds:
            return False
        company = {tile for tile in old[joker].tiles & new[joker].tiles if tile[0] != JOKER or tile in kept}
        if not options.joker_any_meld and (old[joker].is_group != new[joker].is_group or not company):
            return False
    return are_freed(before, after, options, {j: (k, new[j].meld) for j, (k, freed) in way.items() if freed})


def are_freed(before: Cells, after: Cells, options: Options, freed: dict[Tile, tuple[int, int]]) -> bool:
    """Whether jokers may have been freed by tiles of these kinds, and lie in these melds now."""
    from_rack = options.joker_rule == "replaceFromRack"
    there = tiles_of(after)
    if from_rack:
        there.subtract(tiles_of(before))
    by_kind = Counter(kind for kind, _ in freed.values())
    if any(there[kind] < count for kind, count in by_kind.items()):
        return False
    if options.joker_same_meld:
        return True
    if from_rack:
        return all(kind not in after[home] for kind, home in freed.values())
    for kind in by_kind:
        homes = [home for k, home in freed.values() if k == kind]
        tiles = [i for i, meld in enumerate(after) if kind in meld]
        if not any(
            all(home != tile for home, tile in zip(homes, order, strict=True))
            for order in permutations(tiles, len(homes))
        ):
            return False
    return True


def is_allowed(before: Cells, rack: Sequence[int], after: Cells, options: Options) -> bool:
    """Whether a player who has opened may leave the table so."""
    laid = tiles_of(after)
    laid.subtract(tiles_of(before))
    return (
        all(is_meld(meld) and sum(cell >= AS for cell in meld) <= options.max_jokers_per_meld for meld in after)
        and all(0 <= laid[kind] <= rack[kind] for kind in range(JOKER + 1))
        and keeps_joker_rule(before, after, options)
    )
