"""Rummy: a lay told as steps, for hints: where each tile of a changed meld comes from."""

from __future__ import annotations

from collections.abc import Sequence

Melds = Sequence[Sequence[str]]


def name_of(tile: str) -> str:
    """A tile without what it stands for: J1=R5 is J1."""
    return tile.partition("=")[0]


def former_melds(before: Melds, after: Melds) -> list[int | None]:
    """For each meld of the new table the old one that it continues: the one it shares most tiles with, each once."""
    old = [{name_of(tile) for tile in meld} for meld in before]
    shared = [
        (len({name_of(tile) for tile in meld} & tiles), -k, -i)
        for k, meld in enumerate(after)
        for i, tiles in enumerate(old)
    ]
    found: list[int | None] = [None] * len(after)
    taken: set[int] = set()
    for count, k, i in sorted(shared, reverse=True):
        if count > 0 and found[-k] is None and -i not in taken:
            found[-k] = -i
            taken.add(-i)
    return found


def steps(before: Melds, after: Melds) -> list[str]:
    """What changes, a line for each meld that is new or other than before."""
    home = {name_of(tile): i for i, meld in enumerate(before) for tile in meld}
    lines = []
    for meld, former in zip(after, former_melds(before, after), strict=True):
        names = [name_of(tile) for tile in meld]
        if former is not None and sorted(names) == sorted(map(name_of, before[former])):
            continue
        origin: dict[int | None, list[str]] = {}
        for tile, name in zip(meld, names, strict=True):
            if former is None or home.get(name) != former:
                origin.setdefault(home.get(name), []).append(tile)
        parts = [
            f"{' '.join(tiles)} from {'your rack' if source is None else f'meld {source + 1}'}"
            for source, tiles in origin.items()
        ]
        title = "a new meld" if former is None else f"meld {former + 1} becomes"
        lines.append(f"{title} [{' '.join(meld)}]" + (f": {', '.join(parts)}" if parts else ""))
    return lines
