"""Options of a game, declared once. Parsing, writing into a state, and help are all derived from the declaration.

A game's options are a frozen struct. Every field is an option with its default, and its annotation says what it does:

    Bidding = Literal["open", "hidden"]
    OPEN, HIDDEN = codes(Bidding)  # the same choices as rules know them

    class Options(GameOptions, frozen=True, kw_only=True):
        bidding: Annotated[Bidding, option("in turn, or all at once")] = "open"

The state has a number of the same name for each option: the code of a choice, 0 or 1 for a switch, or the number
itself.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Annotated, Any, Literal, Self, get_args, get_origin

import msgspec

from erre.core.record import GameState


def codes(choice: Any) -> range:
    """The numbers that stand for the words of a choice in a state, in the order of its declaration."""
    return range(len(get_args(choice)))


def option(what: str, *, least: int | None = None, most: int | None = None, scale: int = 1) -> msgspec.Meta:
    """What an option does, for people; the range of a number; and the factor by which the state keeps a fraction."""
    return msgspec.Meta(description=what, ge=least, le=most, extra={"scale": scale})


FAR = 2**30  # larger than any count in a game, and small enough to keep counting in a state
Number = Annotated[int, msgspec.Meta(ge=-FAR, le=FAR)]
Kind = Literal["switch", "choice", "number", "other"]
KINDS: dict[Any, Kind] = {bool: "switch", int: "number", float: "number"}


class GameOptions(msgspec.Struct, frozen=True, rename="camel", forbid_unknown_fields=True, kw_only=True):
    """What a table may choose; a game without options uses this struct as it is."""

    def put(self, s: GameState) -> None:
        """Write the options into a record."""
        for name, number in self.numbers().items():
            setattr(s, name, number)

    @classmethod
    def of(cls, s: GameState) -> Self:
        """The options that a state was set up with."""
        return cls(**cls.values(s))

    def numbers(self) -> dict[str, Any]:
        """The options as a state keeps them; a game extends it for an option that is no choice, switch or number."""
        return {one.name: one.number_of(getattr(self, one.name)) for one in declared(type(self)) if one.is_kept}

    @classmethod
    def values(cls, s: GameState) -> dict[str, Any]:
        """The options out of the numbers of a state, by field."""
        return {one.name: one.value_of(getattr(s, one.name)) for one in declared(cls) if one.is_kept}


@dataclass(frozen=True)
class Declared:
    """One option as it was declared."""

    name: str  # of the field, here and in the state
    written: str  # its name in JSON
    kind: Kind
    choices: tuple[str, ...]  # words of a choice, in the order of their codes
    default: Any
    least: float | None  # of a number
    most: float | None
    may_lack: bool  # None is a value too, which a state keeps as 0
    scale: int  # the state keeps a fraction times this
    what: str  # what it does, for people

    @property
    def is_kept(self) -> bool:
        """Whether a state has a number for it: a choice of one word needs none."""
        return self.kind in ("switch", "number") or len(self.choices) > 1

    def number_of(self, value: Any) -> int:
        """A value as the state keeps it."""
        if self.choices:
            return self.choices.index(value)
        return round((value or 0) * self.scale)

    def value_of(self, number: int) -> Any:
        """A value from the state's number."""
        if self.choices:
            return self.choices[number]
        if self.kind == "switch":
            return bool(number)
        if self.may_lack:
            return number or None
        return number / self.scale if self.scale > 1 else number


def declared(options: type[GameOptions]) -> tuple[Declared, ...]:
    """The options of a struct, in the order of their declaration."""
    return _read_fields(options)


@cache
def _read_fields(options: type[GameOptions]) -> tuple[Declared, ...]:
    """The result of `declared`, computed once."""
    return tuple(_read_field(field) for field in msgspec.structs.fields(options))


def _read_field(field: msgspec.structs.FieldInfo) -> Declared:
    """One field with what its annotation says."""
    kind, meta = _unwrap(field.type)
    inner = [part for part in get_args(kind) if part is not type(None)]
    may_lack = type(None) in get_args(kind)
    plain, limits = _unwrap(inner[0]) if may_lack else (kind, meta)
    choices = get_args(plain) if get_origin(plain) is Literal else ()
    return Declared(
        name=field.name,
        written=field.encode_name,
        kind="choice" if choices else KINDS.get(plain, "other"),
        choices=choices,
        default=field.default_factory() if field.default is msgspec.NODEFAULT else field.default,
        least=limits.ge,
        most=limits.le,
        may_lack=may_lack,
        scale=(meta.extra or {}).get("scale", 1),
        what=meta.description or "",
    )


def _unwrap(kind: Any) -> tuple[Any, msgspec.Meta]:
    """A type and the remark in its annotation."""
    if not hasattr(kind, "__metadata__"):
        return kind, msgspec.Meta()
    plain, *remarks = get_args(kind)
    return plain, next((one for one in remarks if isinstance(one, msgspec.Meta)), msgspec.Meta())
