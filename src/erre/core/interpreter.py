"""Python runs a rule itself until its machine code is ready; called by `rules.Rule`.

A rule's twin is the same function, except that it calls the twins of other rules instead of the rules. A call that has
begun in Python therefore ends in Python, even if machine code arrives meanwhile, and nothing is dispatched between two
rules.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable
from functools import cache
from types import FunctionType
from typing import Any

import numpy as np
from numba.core.dispatcher import OmittedArg

from erre.core.record import RECORDS, Ints, Rows

SCOPES: dict[int, tuple[dict[str, Any], dict[str, Any]]] = {}  # by its identity, a module's names, and those of twins


def interpreted(rule: Any) -> Callable[..., Any]:
    """A rule as Python runs it when Python calls it."""
    ignore_overflow()
    function = twin(rule)

    def call(*arguments: Any) -> Any:
        return function(*map(readable, arguments))

    return call


@cache
def twin(rule: Any) -> Callable[..., Any]:
    """A rule as Python runs it when another rule calls it."""
    plain = rule.py_func
    scope = scope_of(plain.__globals__)
    return FunctionType(plain.__code__, scope, plain.__name__, plain.__defaults__, plain.__closure__)


def scope_of(names: dict[str, Any]) -> dict[str, Any]:
    """The names of a module, with twins in the place of rules."""
    if id(names) not in SCOPES:
        scope: dict[str, Any] = {}
        SCOPES[id(names)] = (names, scope)
        for name, value in names.items():
            scope[name] = twin(value) if hasattr(value, "py_func") else value
    return SCOPES[id(names)][1]


def readable(value: Any) -> Any:
    """An argument as rules read it in Python: states as states, numbers of arrays as plain integers."""
    if isinstance(value, OmittedArg):
        return value.value
    if type(value) is not np.ndarray:
        return value
    if value.dtype.names:
        return Rows(RECORDS[value.dtype], value)
    return value.view(Ints) if value.dtype.kind == "i" else value


@cache
def ignore_overflow() -> None:
    """The generators' words of 32 bits wrap around on purpose."""
    warnings.filterwarnings("ignore", "overflow encountered", RuntimeWarning)
