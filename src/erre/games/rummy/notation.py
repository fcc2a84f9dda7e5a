"""Rummy: tiles and melds as text."""

from __future__ import annotations

import re
from collections.abc import Iterable
from itertools import islice

import msgspec

from erre.core.errors import BadNotation, quote
from erre.core.record import NONE
from erre.games.rummy.components import (
    COLOUR_NAMES,
    COLOURS,
    FIRST_JOKER,
    JOKER_AS,
    JOKER_KIND,
    KIND_BITS,
    TILES,
    VALUES,
)

TILE_EXAMPLES = "a tile is written R5, R5a or R5b, a joker J, J1 or J2, and on the table J1=R5"
NATURAL = re.compile(r"([BGRY])([1-9][0-9]?)([AB])?", re.ASCII)
JOKER = re.compile(r"J([12])?(?:=([^=]+))?", re.ASCII)
MELD = re.compile(r"\s*\[([^\[\]]*)\]", re.ASCII)


LONGEST_MELD = 60  # characters of a meld: enough for a run from 1 to 13


class Written(msgspec.Struct, frozen=True):
    """A tile as somebody wrote it: its kind, its copy and what a joker stands for; NONE where that was left off."""

    kind: int
    copy: int = NONE
    stands: int = NONE

    @property
    def tile(self) -> int:
        """The tile itself, where its copy was written."""
        return self.kind * 2 + self.copy

    @property
    def cell(self) -> int:
        """The tile as melds know it: a kind, JOKER_KIND for a joker by its place, JOKER_AS + kind for one stated."""
        return self.kind if self.stands == NONE else JOKER_AS + self.stands


def brief(text: str, most: int) -> str:
    """A text that is no longer than this: the end of a longer one is left off."""
    return text if len(text) <= most else f"{text[: most - 1]}…"


def kind_of(colour: int, value: int) -> int:
    """The kind of a colour and a number."""
    return colour * VALUES + value - 1


def format_kind(kind: int) -> str:
    """A kind, as in R5; a joker is J."""
    return "J" if kind == JOKER_KIND else f"{COLOURS[kind // VALUES]}{kind % VALUES + 1}"


def name_of(kind: int) -> str:
    """The name of a kind, as in `red 5`."""
    return "joker" if kind == JOKER_KIND else f"{COLOUR_NAMES[kind // VALUES]} {kind % VALUES + 1}"


def format_tile(tile: int) -> str:
    """A tile with its copy, as in R5a; jokers are J1 and J2."""
    if tile >= FIRST_JOKER:
        return f"J{tile - FIRST_JOKER + 1}"
    return format_kind(tile >> 1) + "ab"[tile & 1]


def format_cell(cell: int) -> str:
    """A cell of the table without the copy, as in R5 or J=R5."""
    return f"J={format_kind(cell & KIND_BITS)}" if cell >= JOKER_AS else format_kind(cell)


def format_written(tile: Written) -> str:
    """A tile as it was written."""
    if tile.kind != JOKER_KIND:
        return format_kind(tile.kind) + ("" if tile.copy == NONE else "ab"[tile.copy])
    joker = "J" + ("" if tile.copy == NONE else str(tile.copy + 1))
    return joker if tile.stands == NONE else f"{joker}={format_kind(tile.stands)}"


def format_meld(tiles: Iterable[Written]) -> str:
    """A meld in its brackets."""
    return f"[{' '.join(format_written(tile) for tile in tiles)}]"


def quote_meld(tiles: Iterable[Written]) -> str:
    """A meld as somebody wrote it, for a message; cut where it is longer than any meld."""
    return f"[{brief(' '.join(format_written(tile) for tile in islice(tiles, TILES)), LONGEST_MELD)}]"


def parse_kind(text: str) -> int:
    """A kind from its text; a joker has none of its own here."""
    tile = parse_tile(text)
    if tile.kind == JOKER_KIND or tile.copy != NONE:
        raise BadNotation(f"{quote(text.strip())} is no kind of tile: write it as in R5")
    return tile.kind


def parse_tile(text: str) -> Written:
    """A tile from its text; the copy may be left off, and a joker may say what it stands for."""
    word = text.strip().upper()
    if found := NATURAL.fullmatch(word):
        if int(found[2]) > VALUES:
            raise BadNotation(f"there is no {quote(text.strip())}: the tiles of a colour go from 1 to {VALUES}")
        copy = NONE if found[3] is None else "AB".index(found[3])
        return Written(kind_of(COLOURS.index(found[1]), int(found[2])), copy)
    if found := JOKER.fullmatch(word):
        copy = NONE if found[1] is None else int(found[1]) - 1
        return Written(JOKER_KIND, copy, NONE if found[2] is None else parse_kind(found[2]))
    raise BadNotation(f"{quote(text.strip())} is no tile: {TILE_EXAMPLES}")


def parse_rack_tile(text: str) -> Written:
    """A tile that does not lie on the table: a joker stands for nothing there."""
    tile = parse_tile(text)
    if tile.stands != NONE:
        raise BadNotation(f"{quote(text.strip())}: only on the table a joker stands for a tile")
    return tile


def parse_meld(text: str) -> list[Written]:
    """The tiles of a meld, with or without its brackets."""
    inner = found[1] if (found := MELD.fullmatch(text.strip())) else text
    return [parse_tile(word) for word in inner.split()]


def parse_melds(text: str) -> list[list[Written]]:
    """Melds in brackets, one after the other."""
    melds = []
    at = 0
    while found := MELD.match(text, at):
        melds.append(parse_meld(found[1]))
        at = found.end()
    if text[at:].strip():
        raise BadNotation(f"{quote(text[at:].strip())} is no meld: melds are written [R5 R6 R7] [G2 Y2 B2]")
    return melds


def whole_tiles(written: Iterable[Written]) -> list[int]:
    """The tiles themselves: a copy that was left off is the first one that is not written elsewhere."""
    tiles = list(written)
    taken = {tile.kind * 2 + tile.copy for tile in tiles if tile.copy != NONE}
    found = []
    for tile in tiles:
        number = tile.kind * 2 + max(tile.copy, 0)
        if tile.copy == NONE:
            while number in taken:
                number += 1
            if number >> 1 != tile.kind:
                raise BadNotation(f"there are only two tiles {format_kind(tile.kind)}")
            taken.add(number)
        found.append(number)
    return found
