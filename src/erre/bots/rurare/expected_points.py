"""Ru-Ra-Re: what cards in front of a seat may be worth at a scoring some turns away.

Every table is an expectation under one simple thought: of each kind a seat will find a number of further cards that
is Poisson distributed, with a rate for each turn. The tables are made here, once, and kernels only look
things up. All values are in parts of a point (PARTS).
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from math import exp, factorial
from typing import Any

import numpy as np

from erre.games.rurare.components import CHURCH_POINTS, DECK_SIZE, DECKS
from erre.games.rurare.rules.scoring import animal_points, farm_points, king_points

SHIPPED_AS_DATA = True  # to pages that play offline, where there is no numpy
PARTS = 64  # of a point
SHIFT = 6  # value >> SHIFT is in whole points
FAR = 12  # turns: a scoring farther away counts as this far
MOST = 7  # cards of a kind: more count as this many
MOST_ANIMALS = 5  # the same for an animal
MOST_FARM = 3  # the same for farmers, wives and houses
LEAD = 4  # cards ahead of the best other seat, or behind: more count as this many
ROOM = 9  # further cards that the expectations look at

TAKEN = 2.8  # cards that a seat takes in a turn
# How much more often than by chance a seat finds the kinds it looks for, with two, three and four seats: so that a
# expected point comes to a point in the end, over many games. Two seats meet often, and many cards go to the box.
KING_EAGERNESS = (0.5, 1.0, 1.2)
ANIMAL_EAGERNESS = (0.6, 1.1, 1.3)
FARM_EAGERNESS = (1.1, 1.3, 1.5)
CHURCH_EAGERNESS = (1.3, 1.2, 1.1)
KNIGHT_EAGERNESS = (0.9, 1.0, 1.1)
KING_ZEAL = (0.0, 0.2, 0.25)  # how much more often for every king that it has: it wants them more than others do

Table = Any  # of 32-bit numbers; rules see them as they see arrays of a state


def rate(kind: str, eagerness: float) -> float:
    """Cards of a kind that a seat finds in a turn."""
    return TAKEN * DECKS["reconstructed-a"][kind] / DECK_SIZE * eagerness


@cache
def chances(mean: float) -> list[float]:
    """The chance of 0, 1, 2, … further cards."""
    some = [exp(-mean) * mean**n / factorial(n) for n in range(ROOM)]
    return [chance / sum(some) for chance in some]


def plain(function: Callable[..., int]) -> Callable[..., int]:
    """A rule as plain Python: tables are made without waiting for machine code."""
    body: Callable[..., int] = getattr(function, "py_func", function)
    return body


def parts(points: float) -> int:
    """Points as whole PARTS, which kernels can add."""
    return round(points * PARTS)


def expected_from_many(points: Callable[[int], int], rate: float, most: int, zeal: float = 0.0) -> Table:
    """By cards in front and turns to go: the points of a category that only looks at one kind."""
    table = np.zeros((most + 1, FAR + 1), np.int32)
    for turns in range(FAR + 1):
        for n in range(most + 1):
            more = chances(rate * turns * (1 + zeal * n))
            table[n, turns] = parts(sum(p * points(min(n + x, most)) for x, p in enumerate(more)))
    return table


def expected_from_farms(rate: float) -> Table:
    """By farmers, wives, houses and turns to go: the points of the farm."""
    side = MOST_FARM + 1
    sides = range(side + ROOM)
    points = np.array([[[plain(farm_points)(f, w, h) for h in sides] for w in sides] for f in sides])
    table = np.zeros((side, side, side, FAR + 1), np.int32)
    for turns in range(FAR + 1):
        more = np.array(chances(rate * turns))
        for f, w, h in np.ndindex(side, side, side):
            near = points[f : f + ROOM, w : w + ROOM, h : h + ROOM]
            table[f, w, h, turns] = parts(float(np.einsum("xyz,x,y,z", near, more, more, more)))
    return table


def expected_from_churches(rate: float) -> Table:
    """By having any, by lead and by turns to go: ten points if nobody has more in the end."""
    table = np.zeros((2, 2 * LEAD + 1, FAR + 1), np.int32)
    for turns in range(FAR + 1):
        more = list(enumerate(chances(rate * turns)))
        for has, lead in np.ndindex(2, 2 * LEAD + 1):
            chance = sum(p * q for x, p in more for y, q in more if has + x > 0 and lead - LEAD + x >= y)
            table[has, lead, turns] = parts(CHURCH_POINTS * chance)
    return table


def expected_from_knights(rate: float) -> Table:
    """By knights, lead and turns to go: a point each, and another if nobody has more in the end."""
    table = np.zeros((MOST + 1, 2 * LEAD + 1, FAR + 1), np.int32)
    for turns in range(FAR + 1):
        more = list(enumerate(chances(rate * turns)))
        for n, lead in np.ndindex(MOST + 1, 2 * LEAD + 1):
            points = sum(p * q * (n + x) * (1 + (lead - LEAD + x >= y)) for x, p in more for y, q in more)
            table[n, lead, turns] = parts(points)
    return table


# With two, three and four seats.
KING_EXPECTED = np.stack(
    [
        expected_from_many(plain(king_points), rate("king", eagerness), MOST, zeal)
        for eagerness, zeal in zip(KING_EAGERNESS, KING_ZEAL, strict=True)
    ]
)
ANIMAL_EXPECTED = np.stack(
    [expected_from_many(plain(animal_points), rate("sheep", e), MOST_ANIMALS) for e in ANIMAL_EAGERNESS]
)
FARM_EXPECTED = np.stack([expected_from_farms(rate("farmer", e)) for e in FARM_EAGERNESS])
CHURCH_EXPECTED = np.stack([expected_from_churches(rate("church", e)) for e in CHURCH_EAGERNESS])
KNIGHT_EXPECTED = np.stack([expected_from_knights(rate("knight", e)) for e in KNIGHT_EAGERNESS])
