"""What a kernel on a GPU is linked from."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

from erre.core.gpu import LARGE, LONG, linked_modules


def library(name: str, *called: Any, length: int = 1) -> Any:
    """A rule as numba-cuda keeps it, of so many instructions."""
    block = SimpleNamespace(instructions=range(length))
    function = SimpleNamespace(blocks=[block], attributes=set())
    return SimpleNamespace(_module=SimpleNamespace(name=name, functions=[function]), _linking_libraries=called)


def test_a_rule_that_is_called_in_many_ways_is_linked_once() -> None:
    below = library("0")
    for number in range(1, 40):  # each calls the one below twice, by way of two others: 2 ** 39 ways to the lowest
        left, right = library(f"{number} left", below), library(f"{number} right", below)
        below = library(str(number), left, right)
    found = [module.name for module in linked_modules(below)]
    assert found[0] == "39"
    assert len(found) == len(set(found)) == 1 + 3 * 39


def test_long_functions_are_called_where_a_kernel_calls_much() -> None:
    short, long = library("short", length=LONG), library("long", length=LONG + 1)
    few = linked_modules(library("kernel", short, long, length=LARGE))
    assert not any(module.functions[0].attributes for module in few)
    many = linked_modules(library("kernel", short, library("rest", long, length=LARGE), length=LONG + 1))
    assert {module.name for module in many if "noinline" in module.functions[0].attributes} == {"rest", "long"}
