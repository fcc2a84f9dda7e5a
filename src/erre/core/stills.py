"""The drawings of a game's pieces: `stills.json` in its folder, generated from the client's art by `web/stills.mjs`."""

from __future__ import annotations

from functools import cache
from importlib.resources import files

import msgspec

FILE = "stills.json"
MARK = "{id}"  # in the ids of a drawing: replaced by what makes the ids of one picture its own


class Still(msgspec.Struct, frozen=True):
    """One drawing: its box, and its elements by their numbers."""

    box: str
    parts: list[int]

    @property
    def shape(self) -> float:
        """Its width, where its height is 1."""
        _, _, width, height = map(float, self.box.split())
        return width / height


class Stills(msgspec.Struct, frozen=True):
    """All drawings of a game; what several of them contain is kept once."""

    parts: list[str] = []
    stills: dict[str, Still] = {}

    def definitions(self, names: list[str], prefix: str) -> str:
        """Symbols of these drawings under ids of their own, and what they refer to, once."""
        parts = [self.parts[number] for name in names for number in self.stills[name].parts]
        referred = dict.fromkeys(part for part in parts if MARK in part and " id=" in part)
        symbols = [self.symbol(number, self.stills[name], referred) for number, name in enumerate(names)]
        return "".join([*referred, *symbols]).replace(MARK, prefix)

    def symbol(self, number: int, still: Still, referred: dict[str, None]) -> str:
        """A drawing as a symbol; some shadows lie outside its box."""
        inner = "".join(self.parts[part] for part in still.parts if self.parts[part] not in referred)
        return f"<symbol id='{MARK}{number}' viewBox='{still.box}' overflow='visible'>{inner}</symbol>"


@cache
def read_stills(package: str) -> Stills:
    """The drawings in the folder of a game."""
    return msgspec.json.decode((files(package) / FILE).read_bytes(), type=Stills)
