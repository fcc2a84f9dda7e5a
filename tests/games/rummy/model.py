"""A second, independent answer to the solver's question: a mixed-integer model over melds.

There is a column for every run and group with a joker in it, as long as it may be, so that the rule about jokers can be
written down as it is said: each joker is a tile of its own (0 and 1). Runs without jokers are made of those of three to
five tiles. HiGHS solves it, with its presolve off: that has called feasible models infeasible.
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
LONGEST_PLAIN = 5


@dataclass(frozen=True)
class Meld:
    """Kinds of tiles in a meld, and which of them the first and the second joker stand for (None: not in it)."""

    tiles: tuple[int, ...]
    jokers: tuple[int | None, int | None]

    @property
    def is_group(self) -> bool:
        """Whether it has one number."""
        kinds = [*self.tiles, *(kind for kind in self.jokers if kind is not None)]
        return len({kind % 13 for kind in kinds}) == 1


@cache
def melds(jokers: int, most: int) -> list[Meld]:
    """All melds that a number of jokers allows, with a limit for one meld; of long runs only those with jokers."""
    found = [meld for shape in shapes() for meld in with_jokers(shape, jokers, most)]
    return [meld for meld in found if len(meld.tiles) <= LONGEST_PLAIN or meld.jokers != (None, None)]


def shapes() -> Iterator[tuple[int, ...]]:
    """Runs and groups."""
    for colour in range(4):
        for length in range(3, 14):
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
    there = [on_table[kind] + rack[kind] > 0 for kind in range(JOKER)]
    every = melds(len(old) + rack[JOKER], options.max_jokers_per_meld)
    library = [meld for meld in every if all(there[kind] for kind in meld.tiles)]
    staying: list[range] = []  # columns of each old meld, as it is
    for before in table if stay_weight else ():
        forms = list(as_it_is(before, len(old) + rack[JOKER]))
        staying.append(range(len(library), len(library) + len(forms)))
        library += forms
    # columns: a count for each meld, tiles laid of each kind, jokers laid, the old jokers' ways, what else they need
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
    more = laid + JOKER + 1 + len(ways)
    if not options.joker_any_meld:
        more = company_rows(rows, library, [table[index] for index, _ in old], ways, more)
    for columns_of_one in staying:
        rows.add(dict.fromkeys(columns_of_one, 1.0), 0, 1)
    count = more
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
        elif not options.joker_same_meld and options.joker_rule == "replaceFromRack":
            together = {
                column: 1.0 for column, m in enumerate(library) if kind in m.tiles and m.jokers[joker] is not None
            }
            rows.add(together | {way: 1}, 0, 1)
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


def company_rows(
    rows: Rows, library: list[Meld], homes: list[Sequence[int]], ways: dict[tuple[int, int, bool], int], more: int
) -> int:
    """An old joker that is kept lies in a meld of the same form with a tile of its old meld; all columns so far.

    The other joker of its old meld is such a tile if it is kept as well.
    """
    naturals = [{cell for cell in meld if cell < JOKER} for meld in homes]
    groups = [len({cell % AS % 13 for cell in meld}) == 1 for meld in homes]
    is_one = len(homes) == 2 and homes[0] is homes[1]
    for (joker, kind, freed), way in ways.items():
        if freed:
            continue
        right: dict[int, float] = {}
        for column, meld in enumerate(library):
            if meld.jokers[joker] != kind or meld.is_group != groups[joker]:
                continue
            other = meld.jokers[1 - joker]
            if naturals[joker] & set(meld.tiles):
                right[column] = 1
            elif is_one and (1 - joker, other, False) in ways:
                assert other is not None
                rows.add({more: 1, column: -1}, -np.inf, 0)
                rows.add({more: 1, ways[1 - joker, other, False]: -1}, -np.inf, 0)
                right[more] = 1
                more += 1
        rows.add(right | {way: -1}, 0, np.inf)
    if len(homes) == 2:
        own_tile_rows(rows, library, naturals, ways, is_one)
    return more


def own_tile_rows(
    rows: Rows,
    library: list[Meld],
    naturals: list[set[int]],
    ways: dict[tuple[int, int, bool], int],
    is_one: bool,
) -> None:
    """Two jokers that are kept do not have the same tile as their only company, unless they do so together."""
    for (joker, kind0, freed0), way0 in ways.items():
        for (other, kind1, freed1), way1 in ways.items():
            if joker or not other or freed0 or freed1:
                continue
            both = {way0: 1.0, way1: 1.0}
            if not is_one:
                for column, meld in enumerate(library):
                    if meld.jokers == (kind0, kind1) and len(set(meld.tiles) & (naturals[0] | naturals[1])) < 2:
                        rows.add({column: 1, **both}, 0, 2)
                continue
            for tile in naturals[0]:
                lonely = {
                    column: 1.0
                    for column, meld in enumerate(library)
                    if meld.jokers in ((kind0, None), (None, kind1)) and set(meld.tiles) & naturals[0] == {tile}
                }
                rows.add(lonely | both, 0, 3)


def best_opening(rack: Sequence[int], least: int, options: Options) -> int | None:
    """The most tiles of a rack that make melds worth enough points on their own, or None."""
    every = melds(rack[JOKER], options.max_jokers_per_meld)
    library = [meld for meld in every if all(rack[kind] for kind in meld.tiles)]
    if not library:
        return None
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
