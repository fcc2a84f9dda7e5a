"""Whether a lay is allowed, written down once more and plainly, for the tests alone."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import permutations, product

from erre.games.rummy.components import Options

Cells = Sequence[Sequence[int]]
JOKER = 52
AS = 64


def kind_of(cell: int) -> int:
    """The kind that a cell shows: a joker's is what it stands for."""
    return cell % AS


def is_meld(meld: Sequence[int]) -> bool:
    """A group of three or four colours of one number, or a run of three or more of one colour."""
    kinds = [kind_of(cell) for cell in meld]
    colours = [kind // 13 for kind in kinds]
    values = [kind % 13 for kind in kinds]
    if len(set(values)) == 1:
        return 3 <= len(meld) <= 4 and len(set(colours)) == len(meld)
    return len(meld) >= 3 and len(set(colours)) == 1 and values == list(range(values[0], values[0] + len(meld)))


def may_stand_for(meld: Sequence[int], cell: int) -> set[int]:
    """The kinds that a joker in a meld may stand for: in a group any colour that is missing."""
    values = {kind_of(other) % 13 for other in meld}
    if len(values) > 1:
        return {kind_of(cell)}
    there = {other // 13 for other in meld if other < JOKER}
    return {colour * 13 + values.copy().pop() for colour in range(4) if colour not in there}


def jokers_of(table: Cells) -> list[tuple[int, set[int]]]:
    """Each joker's meld and the kinds it may stand for."""
    return [(i, may_stand_for(meld, cell)) for i, meld in enumerate(table) for cell in meld if cell >= AS]


def tiles_of(table: Cells) -> Counter[int]:
    """How many tiles of each kind lie on a table."""
    return Counter(cell if cell < JOKER else JOKER for meld in table for cell in meld)


def keeps_joker_rule(before: Cells, after: Cells, options: Options) -> bool:
    """Whether each joker was kept or freed, for some choice of which joker is which and which tile freed it."""
    if options.joker_rule == "free":
        return True
    old, new = jokers_of(before), jokers_of(after)
    return any(
        all(settles(before, after, options, old, [new[i] for i in order], way))
        for order in permutations(range(len(new)), len(old))
        for way in product(*[[(kind, freed) for kind in kinds for freed in (0, 1)] for _, kinds in old])
    )


def settles(
    before: Cells,
    after: Cells,
    options: Options,
    old: list[tuple[int, set[int]]],
    new: list[tuple[int, set[int]]],
    way: tuple[tuple[int, int], ...],
) -> list[bool]:
    """The conditions for each old joker to be the new one beside it, kept as a kind or freed by it."""
    fits = [freed or kind in kinds for (kind, freed), (_, kinds) in zip(way, new, strict=True)]
    # two jokers of one group, before or after, do not stand for the same colour
    if len(old) == 2 and way[0][0] == way[1][0]:
        fits.append(old[0][0] != old[1][0])
        fits.append(way[0][1] == 1 or way[1][1] == 1 or new[0][0] != new[1][0])
    freed_by = Counter(kind for kind, freed in way if freed)
    there, laid = tiles_of(after), tiles_of(after) - tiles_of(before)
    fits += [(laid if options.joker_rule == "replaceFromRack" else there)[k] >= n for k, n in freed_by.items()]
    if not options.joker_same_meld:
        for kind in freed_by:
            homes = [meld for (k, freed), (meld, _) in zip(way, new, strict=True) if freed and k == kind]
            tiles = [i for i, meld in enumerate(after) if kind in meld]
            matched = any(
                all(home != tile for home, tile in zip(homes, order, strict=True))
                for order in permutations(tiles, len(homes))
            )
            fits.append(matched)
    return [bool(fit) for fit in fits]


def is_allowed(before: Cells, rack: Sequence[int], after: Cells, options: Options) -> bool:
    """Whether a player who has opened may leave the table so."""
    laid = tiles_of(after)
    laid.subtract(tiles_of(before))
    return (
        all(is_meld(meld) and sum(cell >= AS for cell in meld) <= options.max_jokers_per_meld for meld in after)
        and all(0 <= laid[kind] <= rack[kind] for kind in range(JOKER + 1))
        and keeps_joker_rule(before, after, options)
    )
