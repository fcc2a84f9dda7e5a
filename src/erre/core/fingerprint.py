"""A hash of what a rule consists of: its bytecode, the constants and tables it reads, and the rules it calls.

Two checkouts with the same rules have the same fingerprints, wherever they are and whenever they were written.
Changing a comment, or a function that no rule calls, changes nothing. Numba freezes all of this when it compiles.
"""

from __future__ import annotations

import enum
import hashlib
import types
from collections.abc import Iterable, Iterator
from typing import Any

import numpy as np

from erre.core.record import Record

KEPT_FLAGS = 0xFFFE  # of a function's code: numba clears the others when a profiler watches a compiled rule
PLAIN = (bool, int, float, complex, str, bytes, type(None), type(...))


def fingerprint(rules: Iterable[Any]) -> bytes:
    """A hash over rules and everything that they are compiled from."""
    digest, walk = hashlib.sha256(), Walk()
    for rule in rules:
        walk.number(rule)
    for function in walk:
        for part in walk.parts(function):
            digest.update(part.encode() + b"\0")
    return digest.digest()


class Walk:
    """Functions in the order in which they are met; each is looked at once."""

    def __init__(self) -> None:
        self.met: list[Any] = []
        self.numbers: dict[int, int] = {}

    def __iter__(self) -> Iterator[Any]:
        at = 0
        while at < len(self.met):
            yield self.met[at]
            at += 1

    def number(self, function: Any) -> int:
        """A function's number; it is looked at later."""
        plain = getattr(function, "py_func", function)
        if id(plain) not in self.numbers:
            self.numbers[id(plain)] = len(self.met)
            self.met.append(plain)
        return self.numbers[id(plain)]

    def parts(self, function: Any) -> Iterator[str]:
        """Everything about one function, as text."""
        yield function.__qualname__
        yield self.text(function.__defaults__)
        yield from map(self.text, (cell.cell_contents for cell in function.__closure__ or ()))
        for code in nested(function.__code__):
            yield code.co_code.hex()
            flags = code.co_flags & KEPT_FLAGS
            yield repr((code.co_names, code.co_varnames, code.co_freevars, code.co_argcount, flags))
            consts = code.co_consts[1:] if code.co_consts[:1] == (function.__doc__,) else code.co_consts
            yield from (self.text(const) for const in consts if not isinstance(const, types.CodeType))
            scope = function.__globals__
            held = [scope[name] for name in code.co_names if name in scope]
            yield from map(self.text, held)
            for module in held:
                if isinstance(module, types.ModuleType) and module.__name__.split(".")[0] not in ("numpy", "math"):
                    yield from (self.text(getattr(module, name)) for name in code.co_names if hasattr(module, name))

    def text(self, value: Any) -> str:
        """A value that a rule refers to, as text that is the same in every process."""
        kind = type(value)
        if isinstance(value, enum.Enum):
            return f"{kind.__qualname__}.{value.name}={value.value!r}"
        if kind in PLAIN:
            return f"{kind.__name__} {value!r}"
        if kind in (tuple, list):
            return f"{kind.__name__}({','.join(map(self.text, value))})"
        if kind in (set, frozenset):
            return f"set({','.join(sorted(map(self.text, value)))})"
        if isinstance(value, np.ndarray):
            content = hashlib.sha256(np.ascontiguousarray(value).tobytes()).hexdigest()
            return f"array {value.dtype.descr} {value.shape} {content}"
        if isinstance(value, np.generic | np.dtype):
            return f"{kind.__name__} {value!r}"
        if isinstance(value, types.ModuleType):
            return f"module {value.__name__}"
        if isinstance(value, type):
            return self.class_text(value)
        if isinstance(value, types.FunctionType) or hasattr(value, "py_func"):
            return f"rule {self.number(value)}"
        return self.foreign_text(value)

    def class_text(self, value: type) -> str:
        """A class: of a state its layout, of an enumeration its members."""
        inside: object = ""
        if issubclass(value, Record) and value is not Record:
            inside = value.dtype.descr
        elif issubclass(value, enum.Enum):
            inside = [(member.name, member.value) for member in value]
        return f"class {value.__module__}.{value.__qualname__} {inside}"

    def foreign_text(self, value: Any) -> str:
        """A function that is not written in Python, or a helper of numba's: known by its name."""
        name, module = getattr(value, "__name__", None), getattr(value, "__module__", None)
        if name is None or module is None:
            raise TypeError(f"a rule refers to {value!r}, whose content cannot be told")
        return f"foreign {module}.{name}"


def nested(code: types.CodeType) -> Iterator[types.CodeType]:
    """A function's code and the code of the functions inside it."""
    yield code
    for const in code.co_consts:
        if isinstance(const, types.CodeType):
            yield from nested(const)
