"""Ru-Ra-Re: the score sheet, seat by seat and category by category."""

from __future__ import annotations

import msgspec

from erre.core.options import Number
from erre.core.record import NONE, ints
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
from erre.games.rurare.rules.scoring import write_outlook
from erre.games.rurare.rules.table import row_count
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


def outlook_of(s: RuRaRe, seat: int | None) -> tuple[list[Tally], list[int]]:
    """What each seat would get if there were a scoring now, and what each row would add for one seat."""
    standings, rows = s.seats * CATEGORY_COUNT, 0 if seat is None else row_count(s)
    scratch = ints(standings + rows)
    write_outlook(s, NONE if seat is None else seat, scratch)
    numbers = scratch.tolist()
    return [tally(numbers[at : at + CATEGORY_COUNT]) for at in range(0, standings, CATEGORY_COUNT)], numbers[standings:]


def scoring_of(s: RuRaRe, which: int) -> list[Tally] | None:
    """What the seats got in a scoring; None where it was not written down."""
    if not s.written >> which & 1:
        return None
    return [tally(numbers[:CATEGORY_COUNT]) for numbers in s.sheet.tolist()[which][: s.seats]]


def scorings_of(s: RuRaRe) -> list[list[Tally] | None]:
    """The scorings so far, the first one first; None for one that was missed, or was not written down."""
    scorings = [scoring_of(s, FIRST), scoring_of(s, SECOND)]
    return scorings if scorings[SECOND] else scorings[:SECOND] if s.first_scored else []


def put_scoring(s: RuRaRe, which: int, lines: list[Tally]) -> None:
    """Write a scoring down."""
    for seat, line in enumerate(lines):
        s.sheet[which, seat] = numbers_of(line)
    s.written |= 1 << which
