"""The engine of Python in a browser: calls of rules go to the entry points in their game's `.wasm`.

`install` makes it the engine before a game is imported. A rule without an entry point is interpreted, and the rules
that it calls then look for theirs. Records and arrays are copied into the module's memory and back.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable
from functools import update_wrapper
from importlib import import_module
from typing import Any, Protocol

import msgspec

from erre.core import engine
from erre.core.entries import packages_of
from erre.core.record import Record
from erre.wasm.arrays import Array

PLACE = re.compile(r"erre\.(?:games|bots)\.(\w+)")
SIZES = {"i8": 1, "i16": 2, "i32": 4, "i64": 8, "bool": 1}
ALIGN = 16
LEFT_TO_PYTHON = re.compile(r".+\.play_games|tally")  # whole games, which no table plays at once


class Module(Protocol):
    """A game's module, as JavaScript offers it."""

    about: str  # its description, as JSON
    heap: int  # where its free memory begins

    def room(self, end: int) -> None:
        """Have memory up to there."""
        ...

    def bytes(self, at: int, end: int) -> Any:
        """A part of its memory, with `assign` and `assign_to`."""
        ...

    def entry(self, name: str) -> Callable[..., Any]:
        """One of its entry points."""
        ...


try:
    from pyodide.ffi import JsException as Trap  # type: ignore[import-not-found, unused-ignore]
except ImportError:  # without a browser there is no module that could trap

    class Trap(Exception):  # type: ignore[no-redef]
        """A kernel that gave up."""


class Parameter(msgspec.Struct):
    """What an entry point takes."""

    name: str
    kind: str


class About(msgspec.Struct):
    """What is needed of a module's description."""

    entries: dict[str, list[Parameter]]


class Kernel:
    """A rule as Python calls it."""

    def __init__(self, function: Callable[..., Any]) -> None:
        self.py_func = function
        self.entry: EntryPoint | None = None
        self.is_known = False  # whether its entry point was looked for
        update_wrapper(self, function)

    def __call__(self, *given: Any) -> Any:
        if not self.is_known:
            self.is_known = True
            attach_games_of(self)
        found = self.entry
        places = found.places(given) if found is not None else None
        if found is None or places is None:
            return self.py_func(*given)
        try:
            return found.call(given, places)
        except Trap:  # a result of more than 32 bits; nothing was copied back
            return self.py_func(*given)


class EntryPoint:
    """An entry point of a module."""

    def __init__(self, module: Module, name: str, parameters: list[Parameter], rule: Kernel) -> None:
        self.module, self.run = module, module.entry(name)
        self.kinds = [one.kind for one in parameters]
        self.returns_bool = rule.py_func.__annotations__.get("return") in ("bool", bool)

    def places(self, given: tuple[Any, ...]) -> list[memoryview | None] | None:
        """The memory of each argument that has any; None where they are not what the entry point takes."""
        if len(given) != len(self.kinds):
            return None
        found = [memory_of(value, kind) for value, kind in zip(given, self.kinds, strict=True)]
        return None if any(one is False for one in found) else found  # type: ignore[return-value]

    def call(self, given: tuple[Any, ...], places: list[memoryview | None]) -> Any:
        """Call it: memory goes in, the kernel runs, memory comes back."""
        module, top, plain = self.module, self.module.heap, []
        copies: list[tuple[Any, memoryview]] = []
        ends = [top := top + -(-len(one) // ALIGN) * ALIGN for one in places if one is not None]
        if ends:
            module.room(ends[-1])
        at = module.heap
        for value, memory in zip(given, places, strict=True):
            if memory is None:
                plain.append(int(value))
                continue
            copy = module.bytes(at, at + len(memory))
            copy.assign(memory)
            copies.append((copy, memory))
            plain.extend([at, *value.shape] if isinstance(value, Array) else [at])
            at += -(-len(memory) // ALIGN) * ALIGN
        result = self.run(*plain)
        for copy, memory in copies:
            copy.assign_to(memory)
        return bool(result) if self.returns_bool else result


def memory_of(value: Any, kind: str) -> memoryview | bool | None:
    """The bytes of a record or an array; None for a number, False for something else."""
    if kind in ("i32", "i64"):
        return None if isinstance(value, int) else False
    if kind == "record":
        return value.data if isinstance(value, Record) else False
    if not isinstance(value, Array) or value.shape == () or not value.is_contiguous:
        return False
    inside = kind.partition("[")[0]
    is_fit = value.dtype.fields is not None if inside == "record" else value.dtype.itemsize == SIZES[inside]
    return value.data.cast("B") if is_fit else False


MODULES: dict[str, list[Module]] = {}  # by game
ATTACHED: set[str] = set()


def attach_games_of(rule: Kernel) -> None:
    """Give all rules of a game their entry points, the first time that one of them is called."""
    for place in packages_of(rule):
        found = PLACE.match(place)
        if found and found[1] in MODULES and found[1] not in ATTACHED:
            ATTACHED.add(found[1])
            attach(found[1])


def attach(name: str) -> None:
    """Give the rules of a game their entry points."""
    for module in MODULES[name]:
        for entry, parameters in msgspec.json.decode(module.about, type=About).entries.items():
            rule = None if LEFT_TO_PYTHON.fullmatch(entry) else rule_of(name, entry)
            if isinstance(rule, Kernel):
                rule.entry = EntryPoint(module, entry, parameters, rule)


def rule_of(name: str, entry: str) -> Any:
    """The rule behind an entry point: one of the game's contract, one of its bots, or one by its file."""
    from erre.bots import brain
    from erre.core.batch import arena_of
    from erre.games import game as find_game

    game = find_game(name)
    if "." not in entry:
        homes = (game.kernels, brain(game), arena_of(game) if entry == "settle" else None)
        return next((getattr(home, entry) for home in homes if hasattr(home, entry)), None)
    file, _, rule = entry.rpartition(".")
    for place in loaded(name):
        if place.rpartition(".")[2] == file and isinstance(found := getattr(import_module(place), rule, None), Kernel):
            return found
    return None


def loaded(name: str) -> list[str]:
    """The modules of a game and its bots that were imported."""
    return [place for place in list(sys.modules) if place.startswith((f"erre.games.{name}.", f"erre.bots.{name}."))]


def install(modules: dict[str, list[Module]]) -> None:
    """Make this the engine of rules, before a game is imported."""
    MODULES.update(modules)
    engine.elsewhere = Kernel
