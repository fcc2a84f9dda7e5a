"""Validates numbers that callers of the library give: Python's, numpy's, or any other integer type."""

from __future__ import annotations

import math
from operator import index
from typing import Any

import numpy as np

from erre.core.errors import BadOptions, quote

FAR = 10**18  # from here on a number is not shown


def whole(given: object) -> int | None:
    """A whole number as Python's own; None for everything else, truth values and fractions included."""
    if isinstance(given, bool | np.bool_):
        return None
    value: Any = given
    try:
        return index(value)
    except TypeError:
        return None


def real(given: object) -> float | None:
    """A finite number as Python's own; None for everything else, truth values and text included."""
    if isinstance(given, bool | np.bool_) or not isinstance(given, int | float | np.integer | np.floating):
        return None
    try:
        value = float(given)
    except OverflowError:  # of an integer
        return None
    return value if math.isfinite(value) else None


def limited(given: object, what: str, least: int, most: int) -> int:
    """A whole number between two others; what is none is refused."""
    number = whole(given)
    if number is None or not least <= number <= most:
        raise BadOptions(f"{what}: {least:,} to {most:,}, not {quote(given)}")
    return number


def seat_number(given: object, seats: int) -> int:
    """A seat as a plain number; what is none is refused."""
    if type(given) is int and 0 <= given < seats:
        return given
    number = whole(given)
    if number is None or abs(number) >= FAR:
        raise BadOptions(f"a seat is a number from 0 to {seats - 1}, not {quote(given)}")
    if not 0 <= number < seats:
        raise BadOptions(f"there is no seat {number}: the seats are 0 to {seats - 1}")
    return number


def numbered(given: object, what: str) -> int:
    """The number of something, from 0 on; what is no such number is refused."""
    number = whole(given)
    if number is None or not 0 <= number < FAR:
        raise BadOptions(f"the number of a {what} is a whole number from 0 on, not {quote(given)}")
    return number


def counted(given: object, what: str) -> int:
    """How many of something there are, at least one; what is no such number is refused."""
    number = whole(given)
    if number is None or number >= FAR:
        raise BadOptions(f"a number of {what}s is a whole number, not {quote(given)}")
    if number < 1:
        raise BadOptions(f"at least one {what} is needed, not {quote(number)}")
    return number
