"""Sets of small numbers, kept as the bits of one number."""

from __future__ import annotations

from erre.core.engine import rule


@rule
def bits_set(bits: int) -> int:
    """How many numbers are in a set."""
    count = 0
    while bits:
        bits &= bits - 1
        count += 1
    return count
