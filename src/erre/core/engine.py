"""One source, four engines: the `rule` decorator, and templates that games bind their rules into.

A rule is plain Python under NUMBA_DISABLE_JIT=1. Otherwise it is an object that numba can compile: for the CPU by
`native`, together with the rules it calls and the other entry points of its game (see `entries`), and for the GPU by
numba-cuda, which takes the plain function out of it.
"""

from __future__ import annotations

import types
import warnings
from collections.abc import Callable
from functools import cache
from typing import Any, TypeVar, cast

from erre.core.mode import INTERPRETED, is_known_numba

F = TypeVar("F", bound=Callable[..., Any])

if INTERPRETED:
    # 32-bit words of the generators wrap around on purpose.
    warnings.filterwarnings("ignore", "overflow encountered", RuntimeWarning)


# What runs a rule in the place of the interpreter: Python in a browser calls WebAssembly (`erre.wasm.calls`).
elsewhere: Callable[[Callable[..., Any]], Any] | None = None


def rule(function: F) -> F:
    """A rule: plain Python for the interpreter, machine code for the CPU, callable from kernels on the GPU.

    It is compiled once for all widths of integers that other rules call it with: signed ones are made 64 bits wide.
    """
    return uncompiled(function) if INTERPRETED else cast(F, compiled(function, wide=True))


def narrow_rule(function: F) -> F:
    """A rule that is compiled for exactly the integers it is called with: words of 32 bits stay what they are."""
    return uncompiled(function) if INTERPRETED else cast(F, compiled(function, wide=False))


def uncompiled(function: F) -> F:
    """A rule where nothing is compiled: the function itself, or what calls it elsewhere."""
    return function if elsewhere is None else cast(F, elsewhere(function))


def compiled(function: Callable[..., Any], *, wide: bool) -> Any:
    """The object that stands for a rule."""
    teach_numba()
    if not is_known_numba():
        import numba

        return numba.njit(nogil=True, error_model="numpy")(function)
    from erre.core.rules import Rule

    return Rule(function, wide=wide)


@cache
def teach_numba() -> None:
    """Tell numba how to read our records."""
    from numba.extending import typeof_impl

    from erre.core.record import Record

    @typeof_impl.register(Record)
    def type_of_record(record: Record, _context: object) -> Any:
        return type(record).numba_type()


def bind(template: F, name: str, **rules: Any) -> F:
    """The template with one game's rules and constants in the place of the names it leaves open, as a rule of its own.

    A closure would do the same, but numba compiles closures over functions in another way.
    """
    body: Any = template
    scope = {**body.__globals__, **rules}
    copy: Any = types.FunctionType(body.__code__, scope, body.__name__, body.__defaults__)
    copy.__qualname__ = f"{name}.{body.__name__}"
    copy.__module__ = body.__module__
    copy.__doc__ = body.__doc__
    copy.bound = tuple(filter(callable, rules.values()))
    return rule(cast(F, copy))
