"""A long trial of Rummy's solver, against a mixed-integer model that was written apart from it (`erre soak rummy`)."""

from __future__ import annotations

import time
from collections.abc import Callable
from types import ModuleType
from typing import Any

ORACLE = "tests.games.rummy.oracle"  # in a checkout with the development dependencies
POSITIONS_A_MINUTE = 500
AT_ONCE = 50


def run(
    seconds: float, seed: int, say: Callable[[str], None], module_of_tests: Callable[[str], ModuleType]
) -> dict[str, Any]:
    """Compare the two on as many positions as the time allows; ImportError where the model is not at hand."""
    oracle: Any = module_of_tests(ORACLE)
    positions = max(AT_ONCE, round(POSITIONS_A_MINUTE * seconds / 60))
    until, done, wrong = time.monotonic() + seconds, 0, []
    while done < positions and time.monotonic() < until:
        wrong += oracle.compare_many(seed + done, AT_ONCE, oracle.compare, lambda *_: None)
        done += AT_ONCE
        if done % 500 == 0:
            say(f"{done} of {positions} positions, {len(wrong)} differ")
    lines = [f"{done} positions compared, {len(wrong)} differ", *map(str, wrong)]
    return {"clean": not wrong, "words": lines, "positions": done, "differ": len(wrong)}
