"""Ru-Ra-Re: the score sheet, seat by seat and category by category."""

from __future__ import annotations

import msgspec

from erre.core.options import Number
from erre.core.record import NONE
from erre.games.rurare.components import (
    ANIMALS,
    CATEGORY_COUNT,
    CHURCHES,
    FARM,
    FIRST,
    FIRST_ANIMAL,
    KINGS,
    KNIGHTS,
    POINTS,
    SECOND,
)
from erre.games.rurare.rules.scoring import category_points
from erre.games.rurare.state import RuRaRe


class Tally(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The points of one seat in a scoring, by category; animals by kind."""

    kings: Number
    churches: Number
    points: Number
    knights: Number
    animals: dict[str, Number]
    farm: Number
    total: Number


def tally(numbers: list[int]) -> Tally:
    """A tally from the points of all categories."""
    return Tally(
        kings=numbers[KINGS],
        churches=numbers[CHURCHES],
        points=numbers[POINTS],
        knights=numbers[KNIGHTS],
        animals=dict(zip(ANIMALS, numbers[FIRST_ANIMAL:FARM], strict=True)),
        farm=numbers[FARM],
        total=sum(numbers),
    )


def numbers_of(line: Tally) -> list[int]:
    """The points of all categories from a tally."""
    animals = [line.animals[kind] for kind in ANIMALS]
    return [line.kings, line.churches, line.points, line.knights, *animals, line.farm]


def standing_of(s: RuRaRe, seat: int) -> Tally:
    """What a seat would get if there were a scoring now."""
    return tally([category_points(s, seat, category, NONE) for category in range(CATEGORY_COUNT)])


def scoring_of(s: RuRaRe, which: int) -> list[Tally] | None:
    """What the seats got in a scoring; None where it was not written down."""
    if not s.written >> which & 1:
        return None
    categories = range(CATEGORY_COUNT)
    return [tally([s.sheet[which, seat, category] for category in categories]) for seat in range(s.seats)]


def scorings_of(s: RuRaRe) -> list[list[Tally] | None]:
    """The scorings so far, the first one first; None for one that was missed, or was not written down."""
    scorings = [scoring_of(s, FIRST), scoring_of(s, SECOND)]
    return scorings if scorings[SECOND] else scorings[:SECOND] if s.first_scored else []


def put_scoring(s: RuRaRe, which: int, lines: list[Tally]) -> None:
    """Write a scoring down."""
    for seat, line in enumerate(lines):
        s.sheet[which, seat] = numbers_of(line)
    s.written |= 1 << which
