"""Whole positions as JSON: what all games have in common, and the refusal of impossible positions.

A game declares a `PositionCodec`: the struct of the game's own fields, and the conversions from a state and back to a
state. Everything that every position has (game, seats, options, chance, moves made, partial) is handled here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar, Generic, Protocol, TypeVar

import msgspec

from erre.core import chance
from erre.core.errors import BadNotation, BadPosition, quote
from erre.core.explain import explain
from erre.core.options import GameOptions, Number
from erre.core.record import GameState


class Chance(msgspec.Struct, forbid_unknown_fields=True):
    """Where the position's stream of chance stands: what is dealt or drawn later comes from it."""

    key: str
    drawn: Number


class Written(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """A position as JSON; what it does not mention is empty. A game adds fields of its own."""

    seats: Number
    options: dict[str, Any] = {}
    chance: Chance | None = None
    moves_made: Number = 0
    partial: bool = False  # pieces may be missing, and no real game need lead there
    game: str | msgspec.UnsetType = msgspec.UNSET


S = TypeVar("S", bound=GameState)
W = TypeVar("W", bound=Written)


class OfGame(Protocol):
    """The part of a game that reading and writing positions needs."""

    name: ClassVar[str]
    title: ClassVar[str]
    least_seats: ClassVar[int]
    most_seats: ClassVar[int]

    @property
    def record_type(self) -> Any:
        """The type of its records."""
        ...

    def options_of(self, s: Any) -> Any:
        """The options that a state was set up with."""
        ...

    def read_options(self, given: Mapping[str, Any] | None) -> Any:
        """Options from names and values."""
        ...


@dataclass(frozen=True)
class PositionCodec(Generic[S, W]):
    """How the positions of one game are written and read."""

    written: type[W]
    facts: Callable[[S], dict[str, Any]]  # what only this game's positions say
    is_partial: Callable[[S], bool]
    check: Callable[[W, Any], None]  # (written, options): refuse numbers and lists out of their range
    fill: Callable[[S, W], None]  # lay out a state that has its seats, options and chance, refusing what cannot be

    def write(self, game: OfGame, s: S) -> dict[str, Any]:
        """The whole truth as JSON."""
        return {
            "game": game.name,
            "seats": s.seats,
            "options": msgspec.to_builtins(game.options_of(s)),
            **self.facts(s),
            "chance": {"key": chance.key_of(s).hex(), "drawn": s.drawn},
            "moves_made": s.moves_made,
            **({"partial": True} if self.is_partial(s) else {}),
        }

    def read(self, game: OfGame, given: Mapping[str, Any]) -> S:
        """A state from JSON, refusing what cannot be."""
        try:
            w = msgspec.convert(dict(given), self.written)
            options: GameOptions = game.read_options(w.options)
        except (msgspec.ValidationError, UnicodeEncodeError, OverflowError, AttributeError) as error:
            raise BadPosition(explain(error, self.written)) from None
        check_start(game, w)
        self.check(w, options)
        s: S = game.record_type.new()
        s.seats = w.seats
        options.put(s)
        put_chance(s, w)
        try:
            self.fill(s, w)
        except BadNotation as error:
            raise BadPosition(error.why) from None
        return s


def demand(fact: bool, why: str) -> None:
    """Refuse a position unless the fact holds."""
    if not fact:
        raise BadPosition(why)


def is_refused(check: Callable[[], None]) -> bool:
    """Whether a check refuses the position it looks at."""
    try:
        check()
    except BadPosition:
        return True
    return False


def demand_each(name: str, numbers: list[Any] | None, seats: int, low: int, high: int) -> None:
    """Refuse a list that has not one number for each seat, each in its range or None."""
    demand(numbers is None or len(numbers) == seats, f"{name}: one for each of the {seats} seats")
    for number in numbers or []:
        demand(number is None or low <= number <= high, f"{name}: {number} is not from {low} to {high}")


def demand_seats(name: str, named: Iterable[int | None], seats: int) -> None:
    """Refuse seats that do not exist, and one that is named twice."""
    there = [seat for seat in named if seat is not None]
    demand(all(0 <= seat < seats for seat in there), f"{name}: the seats are 0 to {seats - 1}")
    demand(len(set(there)) == len(there), f"{name}: a seat is named twice")


def check_start(game: OfGame, w: Written) -> None:
    """Refuse another game's position, and numbers of the common fields that cannot be."""
    demand(w.game in (game.name, msgspec.UNSET), f"this is a position of {quote(w.game)}, not of {game.title}")
    least, most = game.least_seats, game.most_seats
    demand(least <= w.seats <= most, f"{game.title} is for {least} to {most} seats, not {w.seats}")
    demand(w.moves_made >= 0, "moves_made is out of range")
    demand(w.chance is None or w.chance.drawn >= 0, "chance.drawn is out of range")


def put_chance(s: GameState, w: Written) -> None:
    """Give a state its chance, and how many moves were made; without a key it has that of seed 0."""
    s.moves_made = w.moves_made
    if w.chance:
        chance.put_key(s, read_key(w.chance.key), w.chance.drawn)
    else:
        chance.put_key(s, chance.key_from_seed(0))


def read_key(text: str) -> bytes:
    """A key from its hexadecimal digits."""
    try:
        key = bytes.fromhex(text)
    except ValueError:
        key = b""
    demand(len(key) == chance.KEY_BYTES, f"chance.key: {chance.KEY_BYTES * 2} hexadecimal digits are needed")
    return key
