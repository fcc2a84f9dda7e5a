"""Rummy: why something is against a rule, for people and for programs that say it in other languages."""

from __future__ import annotations

from typing import Literal

import msgspec

from erre.core.errors import IllegalMove

# Every reason there is; what its tiles and numbers are stands behind it.
Code = Literal[
    "short",  # the tiles
    "neither",  # the tiles
    "colour_twice",  # the tile that is there twice
    "large_group",  # how many tiles there are
    "long_run",  # the most there may be
    "after_13",
    "number_twice",  # the number
    "not_rising",  # the number that comes after, and the one before it
    "gap",  # the numbers that are missing
    "no_room",  # the numbers on either side
    "below_1",
    "beyond_13",
    "jokers_in_meld",  # the meld
    "tile_twice",  # the tile
    "not_yours",  # the tile
    "table_stays",  # the tiles that are gone
    "from_rack",
    "first_points",  # the points there are, and those it takes
    "table_closed",  # the meld that stays; the points it takes
    "own_points",  # the tiles laid; the points it takes
    "joker_elsewhere",
    "joker_from_rack",
    "joker_stays",
]


class Reason(msgspec.Struct, frozen=True):
    """The number of the rule, a code with what it is about, and the whole sentence."""

    rule: str
    code: Code
    words: str
    tiles: list[str] = []
    numbers: list[int] = []


class Broken(IllegalMove):
    """A move against a rule, with its reason."""

    def __init__(self, reason: Reason) -> None:
        super().__init__(reason.rule, reason.words)
        self.reason = reason
