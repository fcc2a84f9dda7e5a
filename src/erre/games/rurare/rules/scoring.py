"""Ru-Ra-Re, chapter 5: the scorings. Each is asked with a row that the seat would take before, or with NONE."""

from __future__ import annotations

from erre.core.engine import rule
from erre.core.record import NONE, IntArray
from erre.games.rurare.components import (
    CATEGORY_COUNT,
    CHURCH,
    CHURCH_POINTS,
    CHURCHES,
    FARM,
    FARMER,
    FIRST_ANIMAL,
    HOUSE,
    HOUSE_POINTS,
    KING,
    KINGS,
    KNIGHT,
    KNIGHTS,
    MOST_FOR_KINGS,
    PAIR_POINTS,
    POINTS,
    POINTS2,
    POINTS3,
    POINTS4,
    SHEEP,
    WIFE,
)
from erre.games.rurare.rules.table import row_count
from erre.games.rurare.state import RuRaRe


@rule
def held(s: RuRaRe, seat: int, kind: int, row: int) -> int:
    """Cards of a kind in front of a seat, with those of the row."""
    count = s.displays[seat, kind]
    if row != NONE:
        for i in range(s.depth[row]):
            count += s.rows[row, i] == kind
    return count


@rule
def has_most(s: RuRaRe, seat: int, kind: int, count: int) -> bool:
    """Whether no other seat has more cards of a kind than these."""
    for other in range(s.seats):
        if other != seat and s.displays[other, kind] > count:
            return False
    return True


@rule
def king_points(kings: int) -> int:
    """§5.2 Kings: the square of one less than their number (0, 1, 4, 9, 16, 25, 36), and never more than 36."""
    return min((kings - 1) * (kings - 1), MOST_FOR_KINGS) if kings > 0 else 0


@rule
def church_points(s: RuRaRe, seat: int, churches: int) -> int:
    """§5.3 Churches: ten points for who has most, for each of several who have most, and nothing for others."""
    return CHURCH_POINTS if has_church(churches) and has_most(s, seat, CHURCH, churches) else 0


@rule
def has_church(churches: int) -> bool:
    """§5.4 Where nobody has a church, nobody has most of them."""
    return churches > 0


@rule
def victory_points(twos: int, threes: int, fours: int) -> int:
    """§5.5 Points cards: as many points as are printed on them."""
    return 2 * twos + 3 * threes + 4 * fours


@rule
def knight_points(s: RuRaRe, seat: int, knights: int) -> int:
    """§5.6 Knights: two points each for who has most, and for each of several who have most; one each for others."""
    return 2 * knights if has_most(s, seat, KNIGHT, knights) else knights


@rule
def animal_points(animals: int) -> int:
    """§5.7 Animals: 1, 3, 6, 10 or 15 points for one to five of a kind, every kind for itself."""
    return animals * (animals + 1) >> 1


@rule
def farm_points(farmers: int, wives: int, houses: int) -> int:
    """§5.8 §5.9 Seven points for each farmer with a wife, fourteen with a house as well; nothing for what is left."""
    pairs = min(farmers, wives)
    return PAIR_POINTS * pairs + HOUSE_POINTS * min(pairs, houses)


@rule
def category_points(s: RuRaRe, seat: int, category: int, row: int) -> int:
    """The points of a seat in one category."""
    if FIRST_ANIMAL <= category < FARM:
        return animal_points(held(s, seat, category - FIRST_ANIMAL + SHEEP, row))
    if category == KINGS:
        return king_points(held(s, seat, KING, row))
    if category == CHURCHES:
        return church_points(s, seat, held(s, seat, CHURCH, row))
    if category == POINTS:
        return victory_points(held(s, seat, POINTS2, row), held(s, seat, POINTS3, row), held(s, seat, POINTS4, row))
    if category == KNIGHTS:
        return knight_points(s, seat, held(s, seat, KNIGHT, row))
    return farm_points(held(s, seat, FARMER, row), held(s, seat, WIFE, row), held(s, seat, HOUSE, row))


@rule
def standing(s: RuRaRe, seat: int, row: int) -> int:
    """The points of a seat if there were a scoring now, after it had taken the row (NONE: as it stands)."""
    points = 0
    for category in range(CATEGORY_COUNT):
        points += category_points(s, seat, category, row)
    return points


@rule
def worth(s: RuRaRe, seat: int, row: int) -> int:
    """How many points more a seat would have, were there a scoring now, by taking a row."""
    return standing(s, seat, row) - standing(s, seat, NONE)


@rule
def write_outlook(s: RuRaRe, seat: int, scratch: IntArray) -> None:
    """The points of all seats by category, were there a scoring now; then what each row would add for one seat.

    In one call, since Python calls cost more than the rules: every view shows it.
    """
    at = 0
    for other in range(s.seats):
        for category in range(CATEGORY_COUNT):
            scratch[at] = category_points(s, other, category, NONE)
            at += 1
    if seat != NONE:
        for row in range(row_count(s)):
            scratch[at] = worth(s, seat, row)
            at += 1


@rule
def score(s: RuRaRe, which: int) -> None:
    """§5.1 Both scorings go alike, kind after kind, and what each seat gets is written down and added up."""
    for seat in range(s.seats):
        points = 0
        for category in range(CATEGORY_COUNT):
            here = category_points(s, seat, category, NONE)
            s.sheet[which, seat, category] = here
            points += here
        s.totals[seat] += points
    s.written |= 1 << which
