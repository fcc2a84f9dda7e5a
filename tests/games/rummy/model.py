"""A second, independent answer to the solver's question: a mixed-integer model over all melds of three to five tiles.

Longer runs are made of those. Each joker is a tile of its own (0 and 1), so that the rule about jokers can be written
down as it is said. HiGHS solves it, with its presolve off: that has called feasible models infeasible.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import combinations, permutations
from typing import Any

import numpy as np
from scipy.optimize import Bounds, LinearConstraint, milp
from scipy.sparse import csr_array

from erre.games.rummy.components import Options

JOKER = 52
AS = 64


@dataclass(frozen=True)
class Meld:
    """Kinds of tiles in a meld, and which of them the first and the second joker stand for (None: not in it)."""

    tiles: tuple[int, ...]
    jokers: tuple[int | None, int | None]


@cache
def melds(jokers: int, most: int) -> list[Meld]:
    """All melds that so many jokers allow, at most so many in one."""
    return [meld for shape in shapes() for meld in with_jokers(shape, jokers, most)]


def shapes() -> Iterator[tuple[int, ...]]:
    """Runs and groups of three to five places."""
    for colour in range(4):
        for length in (3, 4, 5):
            for first in range(13 - length + 1):
                yield tuple(colour * 13 + first + i for i in range(length))
    for value in range(13):
        for length in (3, 4):
            for colours in combinations(range(4), length):
                yield tuple(colour * 13 + value for colour in colours)


def with_jokers(shape: tuple[int, ...], jokers: int, most: int) -> Iterator[Meld]:
    """A shape with jokers in some of its places."""
    yield Meld(shape, (None, None))
    for joker in range(jokers if most >= 1 else 0):
        for kind in shape:
            rest = tuple(other for other in shape if other != kind)
            yield Meld(rest, (kind, None) if joker == 0 else (None, kind))
    if jokers == 2 and most >= 2:
        for first, second in permutations(shape, 2):
            yield Meld(tuple(other for other in shape if other not in (first, second)), (first, second))


def stands(meld: Sequence[int], cell: int) -> set[int]:
    """The kinds that a joker of a meld on the table may stand for."""
    kinds = [c & (AS - 1) for c in meld]
    if len({kind % 13 for kind in kinds}) > 1:
        return {cell & (AS - 1)}
    there = {c // 13 for c in meld if c < JOKER}
    return {colour * 13 + kinds[0] % 13 for colour in range(4) if colour not in there}


@dataclass(frozen=True)
class Best:
    """The most that can be laid; and how many melds of the table stay, where that was asked."""

    tiles: int
    points: int
    stay: int = 0


class Rows:
    """Constraints, one row after the other."""

    def __init__(self) -> None:
        self.entries: list[tuple[int, int, float]] = []
        self.low: list[float] = []
        self.high: list[float] = []

    def add(self, terms: dict[int, float], low: float, high: float) -> None:
        """low <= sum of the terms <= high."""
        self.entries += [(len(self.low), column, value) for column, value in terms.items()]
        self.low.append(low)
        self.high.append(high)


def best_lay(
    table: Sequence[Sequence[int]],
    rack: Sequence[int],
    options: Options,
    tile_weight: int = 1024,
    point_weight: int = 1,
    stay_weight: int = 0,
) -> Best:
    """The most tiles (then points) that can be laid, or another mixture of both; with a weight for melds that stay."""
    on_table = [sum(meld.count(kind) for meld in table) for kind in range(JOKER)]
    old = [(index, cell) for index, meld in enumerate(table) for cell in meld if cell >= AS]
    library = list(melds(len(old) + rack[JOKER], options.max_jokers_per_meld))
    staying: list[range] = []  # columns of each old meld, as it is
    for before in table if stay_weight else ():
        forms = list(as_it_is(before, len(old) + rack[JOKER]))
        staying.append(range(len(library), len(library) + len(forms)))
        library += forms
    # columns: a count for each meld, tiles laid of each kind, jokers laid, then the old jokers' ways
    laid = len(library)
    ways: dict[tuple[int, int, bool], int] = {}
    if options.joker_rule != "free":
        for joker, (index, cell) in enumerate(old):
            for kind in stands(table[index], cell):
                for freed in (False, True):
                    ways[joker, kind, freed] = laid + JOKER + 1 + len(ways)
    rows = Rows()
    tile_rows(rows, library, on_table, laid)
    joker_rows(rows, library, len(old), rack[JOKER], laid)
    way_rows(rows, library, on_table, [index for index, _ in old], ways, laid, options)
    for columns_of_one in staying:
        rows.add(dict.fromkeys(columns_of_one, 1.0), 0, 1)
    count = laid + JOKER + 1 + len(ways)
    worth = np.zeros(count)
    worth[[column for one in staying for column in one]] = -stay_weight
    worth[laid : laid + JOKER] = [-(tile_weight + point_weight * (kind % 13 + 1)) for kind in range(JOKER)]
    worth[laid + JOKER] = -tile_weight
    most = np.full(count, 2.0)
    most[laid : laid + JOKER + 1] = rack
    most[laid + JOKER + 1 :] = 1
    at, columns, values = zip(*rows.entries, strict=True)
    matrix = csr_array((values, (at, columns)), shape=(len(rows.low), count))
    answer: Any = milp(
        worth,
        constraints=LinearConstraint(matrix, rows.low, rows.high),
        bounds=Bounds(np.zeros(count), most),
        integrality=np.ones(count),
        options={"presolve": False, "mip_rel_gap": 0},
    )
    assert answer.status == 0, answer.message
    tiles = np.rint(answer.x[laid : laid + JOKER + 1]).astype(int)
    points = sum(count * (kind % 13 + 1) for kind, count in enumerate(tiles[:JOKER]))
    stay = sum(answer.x[column] for one in staying for column in one)
    return Best(int(tiles.sum()), int(points), round(stay))


def as_it_is(meld: Sequence[int], jokers: int) -> Iterator[Meld]:
    """A meld of the table with each of the jokers in play in each of its joker's places; a group's have no colour."""
    tiles = tuple(cell for cell in meld if cell < JOKER)
    places = [cell & (AS - 1) for cell in meld if cell >= AS]
    if len({cell % AS % 13 for cell in meld}) == 1:
        fills: Iterator[tuple[int, ...]] = permutations(sorted(stands(meld, meld[0])), len(places))
    else:
        fills = permutations(places)
    for kinds in fills:
        for who in combinations(range(jokers), len(places)):
            where = dict(zip(who, kinds, strict=True))
            yield Meld(tiles, (where.get(0), where.get(1)))


def tile_rows(rows: Rows, library: list[Meld], on_table: list[int], laid: int) -> None:
    """Every tile of the table lies in a meld, and those laid besides."""
    users: list[dict[int, float]] = [{} for _ in range(JOKER)]
    for column, meld in enumerate(library):
        for kind in meld.tiles:
            users[kind][column] = 1
    for kind in range(JOKER):
        rows.add(users[kind] | {laid + kind: -1}, on_table[kind], on_table[kind])


def joker_rows(rows: Rows, library: list[Meld], old: int, fresh: int, laid: int) -> None:
    """Every joker of the table lies in one meld; those of the rack in at most one."""
    for joker in range(old + fresh):
        users = {column: 1.0 for column, meld in enumerate(library) if meld.jokers[joker] is not None}
        rows.add(users, 1 if joker < old else 0, 1)
    every: dict[int, float] = {}
    for column, meld in enumerate(library):
        if count := sum(kind is not None for kind in meld.jokers):
            every[column] = count
    rows.add(every | {laid + JOKER: -1}, old, old)


def way_rows(
    rows: Rows,
    library: list[Meld],
    on_table: list[int],
    homes: list[int],
    ways: dict[tuple[int, int, bool], int],
    laid: int,
    options: Options,
) -> None:
    """Every old joker is kept as a tile it stood for, or freed by one that lies elsewhere."""
    for joker in sorted({joker for joker, _, _ in ways}):
        rows.add({column: 1 for key, column in ways.items() if key[0] == joker}, 1, 1)
    for (joker, kind, freed), way in ways.items():
        if not freed:
            kept = {column: 1.0 for column, meld in enumerate(library) if meld.jokers[joker] == kind}
            rows.add(kept | {way: -1}, 0, np.inf)
        elif not options.joker_same_meld:
            elsewhere = {column: 1.0 for column, m in enumerate(library) if kind in m.tiles and m.jokers[joker] is None}
            rows.add(elsewhere | {way: -1}, 0, np.inf)
    for kind in {kind for _, kind, _ in ways}:
        freed_by = [way for (_, k, freed), way in ways.items() if k == kind and freed]
        tiles = 0 if options.joker_rule == "replaceFromRack" else on_table[kind]
        rows.add({laid + kind: 1, **dict.fromkeys(freed_by, -1)}, -tiles, np.inf)
        if len(homes) == 2 and homes[0] == homes[1]:
            rows.add({way: 1 for (_, k, _), way in ways.items() if k == kind}, 0, 1)
        if len(freed_by) == 2 and not options.joker_same_meld:
            for column, meld in enumerate(library):
                if kind in meld.tiles and None not in meld.jokers:
                    rows.add({column: 1, freed_by[0]: 1, freed_by[1]: 1}, 0, 2)


def best_opening(rack: Sequence[int], least: int, options: Options) -> int | None:
    """The most tiles of a rack that make melds of so many points on their own, or None."""
    library = melds(rack[JOKER], options.max_jokers_per_meld)
    rows = Rows()
    for kind in range(JOKER):
        rows.add({column: 1 for column, meld in enumerate(library) if kind in meld.tiles}, 0, rack[kind])
    for joker in range(rack[JOKER]):
        rows.add({column: 1 for column, meld in enumerate(library) if meld.jokers[joker] is not None}, 0, 1)
    slots = [[*meld.tiles, *(kind for kind in meld.jokers if kind is not None)] for meld in library]
    rows.add({column: sum(kind % 13 + 1 for kind in kinds) for column, kinds in enumerate(slots)}, least, np.inf)
    at, columns, values = zip(*rows.entries, strict=True)
    shape = (len(rows.low), len(library))
    answer: Any = milp(
        [-len(kinds) for kinds in slots],
        constraints=LinearConstraint(csr_array((values, (at, columns)), shape=shape), rows.low, rows.high),
        bounds=Bounds(0, 2),
        integrality=np.ones(len(library)),
        options={"presolve": False, "mip_rel_gap": 0},
    )
    return round(-answer.fun) if answer.status == 0 else None
