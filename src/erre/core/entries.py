"""Entry points: the rules that Python calls, with the types it calls them with, compiled together and kept in one file.

A game lists its entry points in one place, the module that `Game.entries` names. A rule that Python calls without being
listed is compiled on its own, and kept too.
"""

from __future__ import annotations

import hashlib
import pickle
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from importlib import import_module
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
    """Memory that a rule is given: numbers or records, contiguous."""

    of: Any
    dimensions: int = 1


BYTES, SHORTS, INTS, LONGS = Array(np.int8), Array(np.int16), Array(np.int32), Array(np.int64)


@dataclass(frozen=True)
class Entry:
    """A rule, and what it is called with: `int`, `bool`, `float`, a record's class, or an array."""

    rule: Any
    kinds: tuple[Any, ...]  # as above, or numba's own types


def entry(rule: Callable[..., Any], *kinds: Any) -> Entry:
    """One line of a list of entry points."""
    return Entry(rule, kinds)


def entries(rules: Iterable[Callable[..., Any]], *kinds: Any) -> list[Entry]:
    """Several rules that are called alike."""
    return [Entry(rule, kinds) for rule in rules]


def called_by(*modules: ModuleType) -> list[Entry]:
    """The rules that Python functions of some modules call, as far as records and numbers are all they take.

    Their annotations give the types. A rule that takes arrays has to be listed, for nobody says what is in those.
    """
    functions = [value for module in modules for value in vars(module).values() if isinstance(value, FunctionType)]
    rules = dict.fromkeys(rule for function in functions for rule in rules_in(function))
    return [Entry(rule, kinds) for rule in rules if (kinds := annotated(rule)) is not None]


def rules_in(function: FunctionType) -> Iterator[Any]:
    """The rules that a Python function names."""
    for code in nested(function.__code__):
        named = [function.__globals__.get(name) for name in code.co_names]
        inside = [
            vars(module).get(name) for module in named if isinstance(module, ModuleType) for name in code.co_names
        ]
        yield from (value for value in (*named, *inside) if hasattr(value, "homes"))


def annotated(rule: Any) -> tuple[Any, ...] | None:
    """What a rule takes, by its annotations; None if there is more among it than records and numbers."""
    plain = rule.py_func
    hints = get_type_hints(plain)
    kinds = tuple(hints.get(name) for name in plain.__code__.co_varnames[: plain.__code__.co_argcount])
    is_plain = all(kind in (int, bool) or (isinstance(kind, type) and issubclass(kind, Record)) for kind in kinds)
    return kinds if is_plain else None


def numba_type(kind: Any) -> Any:
    """Numba's word for a kind of argument."""
    import numba

    types: Any = numba.types
    if isinstance(kind, Array):
        return types.Array(numba_type(kind.of), kind.dimensions, "C")
    if isinstance(kind, types.Type):
        return kind
    if issubclass(kind, Record):
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
        self.is_loaded = False

    @cached_property
    def digest(self) -> bytes:
        """What the code is made of, types of the arguments included."""
        kinds = repr([[str(kind) for kind in one.kinds] for one in self.entries]).encode()
        return fingerprint(one.rule for one in self.entries) + kinds

    def load(self) -> None:
        """Make all entry points callable; compile them first if that was never done."""
        from numba.core.compiler_lock import global_compiler_lock

        with global_compiler_lock:
            if not self.is_loaded:
                self.insert(self.kept() or self.make())

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
        if kept is None:
            return None
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
        self.is_loaded = True


MODULES: dict[str, Module] = {}
LISTS: dict[str, str] = {}  # the module that lists the entry points, by the package whose rules they are


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
