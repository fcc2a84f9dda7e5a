"""How much a test tries: a usual amount, and a larger one with `./erre test --long` (or ERRE_TESTS=long)."""

from __future__ import annotations

import os

IS_LONG = os.environ.get("ERRE_TESTS") == "long"


def amount(usual: int, long: int) -> int:
    """The number that this run is to try."""
    return long if IS_LONG else usual
