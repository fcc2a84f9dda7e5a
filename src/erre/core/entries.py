"""Entry points: the rules that Python calls, with their argument types, compiled together and cached in one file.

A game lists its entry points in one place, the module that `Game.entries` names. A rule that Python calls without being
listed is compiled and cached on its own.
"""

from __future__ import annotations

import hashlib
import logging
import pickle
import threading
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cached_property
from importlib import import_module
from pkgutil import walk_packages
from types import FunctionType, ModuleType
from typing import Any, get_type_hints

import msgspec
import numpy as np

from erre.core import machine_code
from erre.core.fingerprint import fingerprint, nested
from erre.core.mode import INTERPRETED, is_known_numba
from erre.core.record import Record


@dataclass(frozen=True)
class Array:
    """Memory that a rule is given: numbers or states, contiguous."""

    of: Any
    dimensions: int = 1


BYTES, SHORTS, INTS, LONGS = Array(np.int8), Array(np.int16), Array(np.int32), Array(np.int64)
# Modules that commands use, and no table.
ASIDE = {"bench", "bench_web", "encoding", "entries", "puzzles", "screen", "terminal", "training", "trial"}
ARRAYS = {"bots": BYTES, "moves": SHORTS, "scratch": SHORTS, "luck": INTS, "work": LONGS}


@dataclass(frozen=True)
class Entry:
    """A rule, and what it is called with: `int`, `bool`, `float`, a state's class, or an array."""

    rule: Any
    kinds: tuple[Any, ...]  # as above, or numba's own types


def entry(rule: Callable[..., Any], *kinds: Any) -> Entry:
    """One line of a list of entry points."""
    return Entry(rule, kinds)


def entries(rules: Iterable[Callable[..., Any]], *kinds: Any) -> list[Entry]:
    """Several rules that are called alike."""
    return [Entry(rule, kinds) for rule in rules]


def called_in(*packages: str) -> list[Entry]:
    """The rules that Python functions of some packages call, as far as their annotations tell what they take.

    Of arrays the name tells: `luck` and the others of ARRAYS have one type wherever they occur. A rule with arrays of
    other names has to be listed.
    """
    functions = [function for package in packages for module in inside(package) for function in functions_of(module)]
    rules = dict.fromkeys(rule for function in functions for rule in rules_in(function))
    return [Entry(rule, kinds) for rule in rules if (kinds := annotated(rule)) is not None]


def inside(package: str) -> Iterator[ModuleType]:
    """A package and its modules, except for those that no table needs."""
    found = import_module(package)
    yield found
    for one in walk_packages(found.__path__, f"{package}."):
        if one.name.rpartition(".")[2] not in ASIDE:
            yield import_module(one.name)


def functions_of(module: ModuleType) -> Iterator[FunctionType]:
    """The Python functions that are written in a module, also inside its classes."""
    for value in vars(module).values():
        for found in vars(value).values() if isinstance(value, type) else [value]:
            function = next(
                (getattr(found, name) for name in ("fget", "func", "__func__") if hasattr(found, name)), found
            )
            is_own = isinstance(function, FunctionType) and function.__module__ == module.__name__
            if is_own and not function.__name__.endswith("_template"):
                yield function


def rules_in(function: FunctionType) -> Iterator[Any]:
    """The rules that a Python function names."""
    for code in nested(function.__code__):
        named = [function.__globals__.get(name) for name in code.co_names]
        inside = [
            vars(module).get(name) for module in named if isinstance(module, ModuleType) for name in code.co_names
        ]
        yield from (value for value in (*named, *inside) if hasattr(value, "homes"))


def annotated(rule: Any) -> tuple[Any, ...] | None:
    """What a rule takes, by its annotations and the names of its arrays; None where that is not enough."""
    plain = rule.py_func
    hints = get_type_hints(plain)
    kinds = tuple(
        ARRAYS.get(name) if hints.get(name) is np.ndarray else hints.get(name)
        for name in plain.__code__.co_varnames[: plain.__code__.co_argcount]
    )
    is_plain = [isinstance(kind, Array) or kind in (int, bool) or is_record(kind) for kind in kinds]
    return kinds if all(is_plain) else None


def is_record(kind: object) -> bool:
    """Whether a kind of argument is a record."""
    return isinstance(kind, type) and issubclass(kind, Record)


def numba_type(kind: Any) -> Any:
    """Numba's word for a kind of argument."""
    import numba

    types: Any = numba.types
    if isinstance(kind, Array):
        return types.Array(numba_type(kind.of), kind.dimensions, "C")
    if isinstance(kind, types.Type):
        return kind
    if is_record(kind):
        return kind.numba_type()
    if issubclass(kind, np.generic):
        return numba.from_dtype(np.dtype(kind))
    return {int: types.int64, bool: types.boolean, float: types.float64}[kind]


class Kept(msgspec.Struct, frozen=True):
    """The file of a module."""

    object_file: bytes
    symbols: list[tuple[str, str]]
    environments: dict[str, bytes]


class Module:
    """Entry points that are compiled together."""

    def __init__(self, name: str, listed: Iterable[Entry]) -> None:
        self.name = name
        unique = dict.fromkeys((one.rule, tuple(map(numba_type, one.kinds))) for one in listed)
        self.entries = [Entry(*one) for one in unique]
        self.loaded = threading.Event()
        self.is_missing = False  # it was looked for, and is not on disk

    @cached_property
    def digest(self) -> bytes:
        """What the code is made of, types of the arguments included."""
        kinds = repr([[str(kind) for kind in one.kinds] for one in self.entries]).encode()
        return fingerprint(one.rule for one in self.entries) + kinds

    @property
    def is_loaded(self) -> bool:
        """Whether its entry points can be called."""
        return self.loaded.is_set()

    def load(self) -> None:
        """Make all entry points callable; compile them first if that was never done, unless nobody may wait for it."""
        if self.is_missing and NOBODY_WAITS.is_set():
            return
        if not machine_code.target().is_native:
            raise RuntimeError("ERRE_CPU names a processor that this machine does not have: it is for compiling only")
        with LOADING:
            if not self.loaded.is_set():
                code = self.kept()
                if code is None and not NOBODY_WAITS.is_set():
                    LOG.warning("Compiling %s for this processor. This is done once; the code is kept.", self.name)
                    code = self.make()
                self.is_missing = code is None
                if code is not None:
                    self.insert(code)

    def load_again(self) -> bool:
        """Look for it once more, now that it may have been made; whether it is there."""
        self.is_missing = False
        self.load()
        return self.is_loaded

    def is_kept(self) -> bool:
        """Whether its code is on disk."""
        return machine_code.find(self.name, self.digest) is not None

    def kept(self) -> Any:
        """Its code from the disk, or None."""
        from erre.core.native import Code

        path = machine_code.find(self.name, self.digest)
        try:
            kept = msgspec.msgpack.decode(path.read_bytes(), type=Kept) if path else None
        except (OSError, msgspec.MsgspecError):
            return None  # cut off, or gone since: it is made and written again
        if path is None or kept is None:
            return None
        machine_code.note_use(path)
        return Code(kept.object_file, kept.symbols, {name: pickle.loads(e) for name, e in kept.environments.items()})

    def make(self, *, again: bool = False) -> Any:
        """Compile it and write its code to the disk, unless another process does just that."""
        from erre.core import native

        unique = f"{self.name}.{hashlib.sha256(self.digest).hexdigest()[:16]}"
        with machine_code.only_one(self.name, self.digest), machine_code.no_garbage_collection():
            if not again and (code := self.kept()):
                return code
            code = native.emit(unique, [one.rule.lowered(one.kinds) for one in self.entries])
            environments = {name: pickle.dumps(consts) for name, consts in code.environments.items()}
            kept = Kept(code.object_file, code.symbols, environments)
            machine_code.keep(self.name, self.digest, msgspec.msgpack.encode(kept))
        return code

    def insert(self, code: Any) -> None:
        """Hand the entry points to their rules."""
        from erre.core import native

        for one, function in zip(self.entries, native.load(code), strict=True):
            one.rule.add_entry(one.kinds, function)
        self.loaded.set()


LOG = logging.getLogger("erre")
NOBODY_WAITS = threading.Event()  # while it is set, rules without machine code are interpreted
LOADING = threading.RLock()
MODULES: dict[str, Module] = {}
LISTS: dict[str, str] = {}  # the module that lists the entry points, by the package whose rules they are


@contextmanager
def without_waiting() -> Iterator[None]:
    """Meanwhile rules without machine code are interpreted, for work that is done before they would be compiled."""
    was_set = NOBODY_WAITS.is_set()
    NOBODY_WAITS.set()
    try:
        yield
    finally:
        if not was_set:
            NOBODY_WAITS.clear()


def declare(name: str, listed: Iterable[Entry]) -> None:
    """These entry points are compiled together."""
    if not INTERPRETED and is_known_numba():
        module = MODULES[name] = Module(name, listed)
        for one in module.entries:
            one.rule.homes[one.kinds] = module


def module_of(rule: Any, kinds: tuple[Any, ...]) -> Module:
    """The module with a rule as Python calls it; one of its own where it is in no list."""
    if kinds not in rule.homes:
        for package in packages_of(rule):
            for listed, place in LISTS.items():
                if f"{package}.".startswith(f"{listed}."):
                    import_module(place)
    if kinds not in rule.homes:
        label = f"{rule.py_func.__module__}.{rule.py_func.__qualname__}".removeprefix("erre.")
        rule.homes[kinds] = Module(label, [Entry(rule, kinds)])
    found: Module = rule.homes[kinds]
    return found


def packages_of(rule: Any) -> Iterator[str]:
    """Where a rule was written, and the rules that are bound into it."""
    plain = getattr(rule, "py_func", rule)
    yield plain.__module__
    for bound in getattr(plain, "bound", ()):
        yield from packages_of(bound)
