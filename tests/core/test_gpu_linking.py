"""What a kernel on a GPU is linked from."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

from erre.core.gpu import linked_modules


def library(module: str, *called: Any) -> Any:
    """A rule as numba-cuda keeps it."""
    return SimpleNamespace(_module=module, _linking_libraries=called)


def test_a_rule_that_is_called_in_many_ways_is_linked_once() -> None:
    below = library("0")
    for number in range(1, 40):  # each calls the one below twice, by way of two others: 2 ** 39 ways to the lowest
        left, right = library(f"{number} left", below), library(f"{number} right", below)
        below = library(str(number), left, right)
    found = linked_modules(below)
    assert found[0] == "39"
    assert len(found) == len(set(found)) == 1 + 3 * 39
