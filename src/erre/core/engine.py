"""One source, three engines: the `rule` decorator, and machine code that is never older than its source."""

from __future__ import annotations

import hashlib
import os
import platform
import re
import sys
import types
import warnings
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any, TypeVar, cast

F = TypeVar("F", bound=Callable[..., Any])

INTERPRETED = os.environ.get("NUMBA_DISABLE_JIT", "0") not in ("", "0")
PACKAGE = Path(__file__).resolve().parent.parent

if INTERPRETED:
    # 32-bit words of the generators wrap around on purpose.
    warnings.filterwarnings("ignore", "overflow encountered", RuntimeWarning)


def rule(function: F) -> F:
    """A rule: plain Python for the interpreter, machine code for the CPU, callable from kernels on the GPU."""
    if INTERPRETED:
        return function
    teach_numba()
    import numba

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
    return cast(F, rule(copy))


@cache
def teach_numba() -> None:
    """Tell numba where to keep machine code and how to read our records."""
    import numba
    from numba.extending import typeof_impl

    from erre.core.record import Record

    # The folder's name depends on every kernel source: numba itself notices a change only in the
    # file of the function called, not in the functions that it calls.
    settings: Any = numba.config
    settings.CACHE_DIR = str(kernel_folder())

    types_of_records: dict[type[Record], Any] = {}

    @typeof_impl.register(Record)
    def type_of_record(record: Record, _context: object) -> Any:
        kind = type(record)
        if kind not in types_of_records:
            types_of_records[kind] = numba.from_dtype(kind.dtype)
        return types_of_records[kind]


def cache_root() -> Path:
    """Where machine code is kept between runs; ERRE_CACHE moves it."""
    if chosen := os.environ.get("ERRE_CACHE"):
        return Path(chosen)
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "erre"


@cache
def kernel_folder() -> Path:
    """The folder for machine code of exactly these sources, this numba and this processor."""
    return cache_root() / "kernels" / kernel_key()


@cache
def kernel_key() -> str:
    """A hash over everything that compiled rules depend on."""
    import llvmlite.binding
    import numba
    import numpy

    digest = hashlib.sha256()
    facts = (
        numba.__version__,
        numpy.__version__,
        sys.version,
        platform.machine(),
        llvmlite.binding.get_host_cpu_name(),
    )
    digest.update(repr((facts, str(PACKAGE))).encode())
    for path in kernel_sources():
        # numba checks the time of a file too, so a touched file is a new folder rather than a silent recompilation.
        digest.update(repr((path.relative_to(PACKAGE).as_posix(), path.stat().st_mtime_ns)).encode())
        digest.update(path.read_bytes())
    return digest.hexdigest()[:24]


KERNEL = re.compile(r"^\s*@(wide_)?rule\b|(?<![.\w])bind\(", re.MULTILINE)
IMPORT = re.compile(r"^\s*(?:from|import)\s+(erre[\w.]*)(?:\s+import\s+([^#\n]+))?", re.MULTILINE)


def kernel_sources() -> list[Path]:
    """Every file with a rule in it and, since their constants are compiled in, every file those import."""
    sources = {path: path.read_text("utf-8") for path in PACKAGE.rglob("*.py")}
    reached: set[Path] = set()
    waiting = [path for path, text in sources.items() if KERNEL.search(text)]
    while waiting:
        path = waiting.pop()
        if path in reached:
            continue
        reached.add(path)
        for module, names in IMPORT.findall(sources[path]):
            stems = [module, *(f"{module}.{name.strip(' ()').split(' ')[0]}" for name in names.split(","))]
            for stem in stems:
                base = PACKAGE.joinpath(*stem.split(".")[1:])
                waiting += [p for p in (base.with_suffix(".py"), base / "__init__.py") if p in sources]
    return sorted(reached)


def forget_old_kernels(keep: int = 4) -> None:
    """Remove the oldest folders of machine code, so that the cache does not grow with every change."""
    import shutil

    folders = sorted((cache_root() / "kernels").glob("*"), key=lambda p: p.stat().st_mtime, reverse=True)
    for folder in folders[keep:]:
        if folder != kernel_folder():
            shutil.rmtree(folder, ignore_errors=True)
