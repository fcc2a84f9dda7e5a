"""Seatings: every pair of bots meets equally often in every pair of seats."""

from __future__ import annotations

import math
from collections import Counter
from itertools import combinations, permutations, product

Seating = tuple[int, ...]  # the bot of each seat

SMALL = 3  # seats up to which all orders are taken
FIELDS = {4: 0b111, 8: 0b1011}  # the polynomials of the fields with 4 and 8 elements


def line_ups(bots: int, seats: int) -> list[Seating]:
    """The tables of one round: any two bots meet equally often, and equally often in any two seats.

    Where there are more seats than bots, everybody sits there several times, as evenly as can be.
    """
    everybody = tuple(range(bots)) * (seats // bots)
    companies = [everybody + more for more in combinations(range(bots), seats % bots)]
    count = Counter(tuple(company[place] for place in order) for company in companies for order in orders(seats))
    common = math.gcd(*count.values())
    return [seating for seating in sorted(count) for _ in range(count[seating] // common)]


def orders(seats: int) -> list[Seating]:
    """Orders of the places at a table such that any two places are put into any two seats equally often.

    For a prime number of seats these are the maps x -> ax + b, for 4 and 8 the same in the field of that size, and
    for 6 the fractional linear maps over the field with 5 elements: a few dozen orders in the place of thousands.
    """
    if seats <= SMALL:
        return list(permutations(range(seats)))
    if seats == 6:
        return fractional_orders()
    if seats in FIELDS:
        field = range(seats)
        return [tuple(times(a, x, seats) ^ b for x in field) for a in field if a for b in field]
    return [tuple((a * x + b) % seats for x in range(seats)) for a in range(1, seats) for b in range(seats)]


def times(a: int, b: int, size: int) -> int:
    """The product of two elements of the field with 4 or 8 elements, which are polynomials written as bits."""
    result = 0
    while b:
        if b & 1:
            result ^= a
        a <<= 1
        if a & size:
            a ^= FIELDS[size]
        b >>= 1
    return result


def fractional_orders() -> list[Seating]:
    """The maps x -> (ax + b) / (cx + d) over the five numbers modulo 5 and infinity, which is 5 here."""
    found = {
        tuple(fraction(a * x + b, c * x + d) if x < 5 else fraction(a, c) for x in range(6))
        for a, b, c, d in product(range(5), repeat=4)
        if (a * d - b * c) % 5
    }
    return sorted(found)


def fraction(above: int, below: int) -> int:
    """A quotient modulo 5; 5 stands for infinity."""
    return above * pow(below, 3, 5) % 5 if below % 5 else 5
