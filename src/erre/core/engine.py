"""One source, three engines: the `rule` decorator, and templates that games bind their rules into."""

from __future__ import annotations

import os
import types
import warnings
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any, TypeVar, cast

from erre.core.machine_code import folder_of

F = TypeVar("F", bound=Callable[..., Any])

INTERPRETED = os.environ.get("NUMBA_DISABLE_JIT", "0") not in ("", "0")

if INTERPRETED:
    # 32-bit words of the generators wrap around on purpose.
    warnings.filterwarnings("ignore", "overflow encountered", RuntimeWarning)


def rule(function: F) -> F:
    """A rule: plain Python for the interpreter, machine code for the CPU, callable from kernels on the GPU."""
    if INTERPRETED:
        return function
    teach_numba()
    import numba

    settings: Any = numba.config
    settings.CACHE_DIR = str(folder_of(sources_of(function)))
    return cast(F, numba.njit(cache=True, nogil=True, error_model="numpy")(function))


def wide_rule(function: F) -> F:
    """A rule that is compiled once for all widths of integers it is called with.

    On its own numba compiles a function anew for every constant and every width. That makes machine code which is
    some hundredths faster, and takes most of a cold start where many large rules call each other.
    """
    compiled: Any = rule(function)
    if not INTERPRETED:
        widen_arguments(compiled)
    return cast(F, compiled)


def widen_arguments(compiled: Any) -> None:
    """Have the rules that call this one convert every signed integer to 64 bits first."""
    import numba

    types: Any = numba.types
    template_of = compiled.get_call_template

    def plain(kind: Any) -> Any:
        wide = types.unliteral(kind)
        return types.int64 if isinstance(wide, types.Integer) and wide.signed else wide

    def widened(arguments: Any, keywords: Any) -> Any:
        return template_of([plain(kind) for kind in arguments], {name: plain(kind) for name, kind in keywords.items()})

    compiled.get_call_template = widened


def bind(template: F, name: str, **rules: Callable[..., Any]) -> F:
    """The template with one game's rules in the place of the names it leaves open, as a rule of its own.

    A closure would do the same, but numba cannot keep compiled closures over functions on disk.
    """
    body: Any = template
    scope = {**body.__globals__, **rules}
    copy: Any = types.FunctionType(body.__code__, scope, body.__name__, body.__defaults__)
    copy.__qualname__ = f"{name}.{body.__name__}"
    copy.__module__ = body.__module__
    copy.__doc__ = body.__doc__
    copy.made_of = sources_of(body).union(*map(sources_of, rules.values()))
    return cast(F, rule(copy))


def sources_of(function: Callable[..., Any]) -> frozenset[Path]:
    """The files that a rule was written in: its own, and those of the rules bound into it."""
    plain: Any = getattr(function, "py_func", function)
    made_of: frozenset[Path] = getattr(plain, "made_of", None) or frozenset([Path(plain.__code__.co_filename)])
    return made_of


@cache
def teach_numba() -> None:
    """Tell numba how to read our records."""
    import numba
    from numba.core import caching
    from numba.extending import typeof_impl

    from erre.core.record import Record

    # `folder_of` already tells files apart; numba's own sub-folder depends on where the package lies.
    locator: Any = caching.UserProvidedCacheLocator
    locator.get_suitable_cache_subpath = classmethod(lambda _, path: Path(path).stem)

    types_of_records: dict[type[Record], Any] = {}

    @typeof_impl.register(Record)
    def type_of_record(record: Record, _context: object) -> Any:
        kind = type(record)
        if kind not in types_of_records:
            types_of_records[kind] = numba.from_dtype(kind.dtype)
        return types_of_records[kind]
