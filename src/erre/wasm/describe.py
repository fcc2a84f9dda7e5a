"""What a module says about itself, in a custom section: its fields, its entry points, and how moves are written.

So a page needs no second file, and cannot have one that does not fit.
"""

from __future__ import annotations

from typing import Any

import msgspec
import numpy as np

from erre.bots import bots_for, brain
from erre.core.batch import arena_of
from erre.core.errors import BadOptions
from erre.core.game import AnyGame
from erre.core.native import KINDS
from erre.core.options import Declared, declared
from erre.wasm.contents import Part
from erre.wasm.lower import Export

FORMAT = 1
SECTION = "erre"


class Field(msgspec.Struct, frozen=True):
    """A field of the record."""

    at: int  # bytes from the start
    kind: str  # i8, i16 or i32
    shape: list[int]  # none: one number


class Parameter(msgspec.Struct, frozen=True):
    """What JavaScript gives: `i32`, `i64`, `record`, or `i16[]` for an array: a pointer and its lengths."""

    name: str
    kind: str


class Option(msgspec.Struct, frozen=True):
    """An option of the game, and how the state keeps it."""

    name: str
    field: str
    kind: str
    choices: list[str]
    scale: int
    default: Any
    implies: dict[str, dict[str, list[int]]]  # by choice: fields besides its own, such as the cards of a deck


class Numbered(msgspec.Struct, frozen=True):
    """A move that is a word and some numbers: too many to list."""

    word: str
    rule: str  # the entry point that makes a code of them
    scales: list[int]  # by which each number is multiplied
    least: list[int]
    most: list[int]


class Description(msgspec.Struct, frozen=True, kw_only=True):
    """All that a page has to know of a module."""

    format: int = FORMAT
    stamp: str
    game: str
    part: Part
    rules: int  # their version
    former: dict[int, dict[str, Any]]  # older versions, as options
    seats: list[int]  # least and most
    bytes: int  # of a state
    fields: dict[str, Field]
    entries: dict[str, list[Parameter]]
    most_legal: int  # room that `legal` needs
    scratch: int  # room that `imagine` needs
    work: int  # 64-bit words that bots need
    bots: dict[str, int]
    phases: list[str]
    options: list[Option]
    filled: dict[str, list[int]]  # by the default options, besides a number for each
    other_options: dict[str, Any]  # that the state keeps in a way of the game's own, with their defaults
    moves: dict[str, int]  # their codes
    numbered: list[Numbered]
    lists_all_moves: bool


def describe(game: AnyGame, part: Part, exports: list[Export], stamp: str = "") -> Description:
    """What to say about a module."""
    kept = [one for one in declared(game.options_type) if one.is_kept]
    has_texts = part == "rules"
    return Description(
        stamp=stamp,
        game=game.name,
        part=part,
        rules=game.rules_version,
        former={version: dict(options) for version, options in game.former_rules.items()},
        seats=[game.least_seats, game.most_seats],
        bytes=game.record_type.dtype.itemsize,
        fields=fields_of(game.record_type.dtype),
        entries={export.name: parameters(export) for export in exports},
        most_legal=game.kernels.most_legal,
        scratch=game.kernels.scratch,
        work=getattr(brain(game), "WORK", arena_of(game).work),
        bots=bots_for(game),
        phases=list(game.modules.state.PHASE_NAMES),
        options=[option_of(game, one) for one in kept],
        filled=lists_of(game, {}),
        other_options={o.written: o.default for o in declared(game.options_type) if o not in kept and not o.choices},
        moves=texts_of(game) if has_texts else {},
        numbered=numbered_of(game) if has_texts else [],
        lists_all_moves=game.lists_all_moves,
    )


def option_of(game: AnyGame, one: Declared) -> Option:
    """An option with all that it puts into a record."""
    implies = {choice: implied(game, one, choice) for choice in one.choices}
    plain = {choice: fields for choice, fields in implies.items() if fields}
    return Option(one.written, one.name, one.kind, list(one.choices), one.scale, one.default, plain)


def implied(game: AnyGame, one: Declared, choice: str) -> dict[str, list[int]]:
    """The fields of a game's own that a choice fills in another way than the default does."""
    try:
        chosen = lists_of(game, {one.written: choice})
    except BadOptions:
        return {}  # it goes with another option only, which then fills them
    usual = lists_of(game, {})
    return {name: numbers for name, numbers in chosen.items() if numbers != usual[name]}


def lists_of(game: AnyGame, options: dict[str, Any]) -> dict[str, list[int]]:
    """What options put into fields that are more than one number."""
    numbers = game.read_options(options).numbers()
    return {name: list(value) for name, value in numbers.items() if isinstance(value, list)}


def fields_of(dtype: np.dtype[Any]) -> dict[str, Field]:
    """Where the fields of a state lie."""
    found: dict[str, Field] = {}
    assert dtype.fields is not None
    for name, (kind, at, *_) in dtype.fields.items():
        found[name] = Field(at, f"i{8 * kind.base.itemsize}", list(kind.shape))
    return found


def parameters(export: Export) -> list[Parameter]:
    """What an entry point takes."""
    return [
        Parameter(name, word_for(name, kind, export))
        for name, kind in zip(export.parameters, export.kinds, strict=True)
    ]


def word_for(name: str, kind: Any, export: Export) -> str:
    """One kind of parameter."""
    if isinstance(kind, KINDS.Record):
        return "record"
    if isinstance(kind, KINDS.Array):
        inside = "record" if isinstance(kind.dtype, KINDS.Record) else "bool" if kind.dtype == KINDS.boolean else ""
        return f"{inside or f'i{kind.dtype.bitwidth}'}{'[]' * kind.ndim}"
    return "i64" if name in export.wide else "i32"


def texts_of(game: AnyGame) -> dict[str, int]:
    """The moves that have a number of their own, by their text; the game's `moves` lists the numbers."""
    found: dict[str, int] = {}
    for code in getattr(game.modules.moves, "CODES", range(game.move_codes)):
        try:
            move = game.decode(code)
            text = game.format_move(move)
            if game.encode(move) == code and is_plausible(text):
                found.setdefault(text, code)
        except (ValueError, IndexError, KeyError):
            continue  # no move has this number
    return found


def is_plausible(text: str) -> bool:
    """Whether a move could ever be legal: none names the same thing twice, or a seat below the first one."""
    words = text.split()
    return len(set(words)) == len(words) and "-1" not in words


def numbered_of(game: AnyGame) -> list[Numbered]:
    """The moves that are made of numbers, as the game's `moves` declares them."""
    return [Numbered(*one) for one in getattr(game.modules.moves, "NUMBERED", ())]


def section_of(description: Description) -> dict[str, bytes]:
    """The custom section that holds the description."""
    return {SECTION: msgspec.json.encode(description)}
