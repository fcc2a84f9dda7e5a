"""A game in one file: what `Game` would look for in modules, derived from the types that the game declares.

A move's text is its tag and its fields. A position is the state, field by field. What remains to be written are the
kernels, `check_move`, `tell`, `view` and `state_from_view`; `encode` and `decode` where moves are more than one
number; `redact` where an event hides something; `check_position` where fields can contradict each other.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, ClassVar, TypeVar, get_args

import msgspec
import numpy as np

from erre.core import chance
from erre.core.arena import scores
from erre.core.engine import bind
from erre.core.errors import BadNotation, BadPosition, quote
from erre.core.explain import explain
from erre.core.game import Event, Game, Kernel, Move, View
from erre.core.options import GameOptions
from erre.core.record import NONE, GameState

S = TypeVar("S", bound=GameState)
O = TypeVar("O", bound=GameOptions)
M = TypeVar("M", bound=Move)
E = TypeVar("E", bound=Event)
V = TypeVar("V", bound=View)

UNWRITTEN = {"key", "block", "drawn", "filler"}  # fields that a position does not show as such
LONGEST_MOVE = 200  # characters


class Chance(msgspec.Struct, forbid_unknown_fields=True):
    """The chance of a position."""

    key: str
    drawn: Annotated[int, msgspec.Meta(ge=0, lt=2**31)]


class SmallGame(Game[S, O, M, E, V]):
    """A game whose words follow from its types."""

    phases: ClassVar[tuple[str, ...]]  # names by number; the last one is "over"
    ranges: ClassVar[Mapping[str, tuple[int, int]]] = {}  # least and most of a field's numbers, for positions
    ending_rule: ClassVar[str]  # the number and the name of the rule that ends a game

    def ending(self, s: S) -> str:
        return self.ending_rule

    def blank_record(self, seats: int, options: O) -> S:
        """A state just set up, without chance: where `state_from_view` begins."""
        s = self.start(seats, options, bytes(chance.KEY_BYTES))
        s.drawn, s.block[:] = 0, 0
        return s

    def phase(self, s: S) -> str:
        return self.phases[s.phase]

    # -- moves

    def encode(self, move: M) -> int:
        """A move of a game that has one kind of them, with one number, is that number."""
        (field,) = msgspec.structs.fields(self.move_type)
        return int(getattr(move, field.name))

    def decode(self, code: int) -> M:
        move: M = self.move_type(code)
        return move

    def format_move(self, move: M) -> str:
        facts = msgspec.to_builtins(move)
        return " ".join([facts.pop("type"), *map(str, facts.values())])

    def parse_move(self, text: str) -> M:
        kinds = {kind.__struct_config__.tag: kind for kind in get_args(self.move_type) or (self.move_type,)}
        word, *values = text[:LONGEST_MOVE].split() or [""]
        kind = kinds.get(word.lower())
        fields = msgspec.structs.fields(kind) if kind else ()
        if kind is None or len(text) > LONGEST_MOVE or len(fields) != len(values):
            shapes = (" ".join([str(tag), *(f.name for f in msgspec.structs.fields(k))]) for tag, k in kinds.items())
            raise BadNotation(f"{quote(text)} is no move of {self.title}; moves are written as: {'; '.join(shapes)}")
        facts = {field.encode_name: value for field, value in zip(fields, values, strict=True)}
        try:
            move: M = msgspec.convert({"type": word.lower(), **facts}, self.move_type, strict=False)
        except msgspec.ValidationError as error:
            raise BadNotation(f"{quote(text)} is no move of {self.title}: {explain(error)}") from None
        return move

    # -- events

    def redact(self, event: E, seat: int | None) -> E:
        return event

    # -- positions

    def write_position(self, s: S) -> dict[str, Any]:
        fields = {name: getattr(s, name) for name in field_names(s) if name not in UNWRITTEN}
        written = {name: value if isinstance(value, int) else value.tolist() for name, value in fields.items()}
        key = {"key": chance.key_of(s).hex(), "drawn": s.drawn}
        return {"game": self.name, **written, "phase": self.phase(s), "chance": key}

    def read_position(self, given: Mapping[str, Any]) -> S:
        s = self.record_type.new()
        facts = dict(given)
        if facts.pop("game", self.name) != self.name:
            raise BadPosition(f"this is a position of {quote(given['game'])}, not of {self.title}")
        self.read_chance(s, facts.pop("chance", None))
        facts["phase"] = self.phases.index(facts["phase"]) if facts.get("phase") in self.phases else NONE
        for name in field_names(s):
            if name not in UNWRITTEN:
                self.read_field(s, name, facts.pop(name, None))
        if facts:
            raise BadPosition(f"position of {self.title}: there is no field {quote(next(iter(facts)))}")
        self.check_options(s)
        self.check_position(s)
        return s

    def read_chance(self, s: S, given: Any) -> None:
        """The key and how much of it is used."""
        try:
            written = msgspec.convert(given, Chance)
            chance.put_key(s, bytes.fromhex(written.key), written.drawn)
        except (msgspec.ValidationError, ValueError):
            why = f"chance is a key of {2 * chance.KEY_BYTES} hexadecimal digits, and how many words of it are drawn"
            raise BadPosition(f"position of {self.title}: {why}") from None

    def read_field(self, s: S, name: str, given: Any) -> None:
        """One field, in its shape and its range."""
        kind, shape = field_type(s, name)
        low, high = self.range_of(name, kind)
        try:
            numbers = np.array(given)
        except ValueError:
            numbers = np.array(None)
        if numbers.dtype.kind != "i":
            raise BadPosition(f"position of {self.title}: {name} is not made of whole numbers")
        if numbers.shape != shape or numbers.size == 0:
            raise BadPosition(f"position of {self.title}: {name} has the shape {numbers.shape}, not {shape}")
        if numbers.min() < low or numbers.max() > high:
            raise BadPosition(f"position of {self.title}: {name} has numbers that are not from {low} to {high}")
        setattr(s, name, numbers if shape else int(numbers))

    def range_of(self, name: str, kind: np.dtype[Any]) -> tuple[int, int]:
        """The least and the most of a field."""
        common = {
            "seats": (self.least_seats, self.most_seats),
            "phase": (0, len(self.phases) - 1),
            "turn": (NONE, self.most_seats - 1),
            "moves_made": (0, 2**30),
        }
        limits = np.iinfo(kind)
        return self.ranges.get(name) or common.get(name) or (int(limits.min), int(limits.max))

    def check_options(self, s: S) -> None:
        """Refuse options that cannot be."""
        try:
            self.read_options(msgspec.to_builtins(self.options_of(s)))
        except (IndexError, TypeError):
            raise BadPosition(f"position of {self.title}: its options cannot be") from None
        if not NONE <= s.turn < s.seats:
            raise BadPosition(f"position of {self.title}: it is nobody's turn")

    def check_position(self, s: S) -> None:
        """Refuse a state whose fields contradict each other; a game overrides it where they can."""


def most_points(scores: Kernel) -> Kernel:
    """The kernel `is_winner` of a game that the most points win; equal points share the victory."""
    return bind(most_points_template, scores.__module__, scores=scores)


def most_points_template(s: GameState, seat: int) -> bool:
    """Whether no other seat has more points."""
    for other in range(s.seats):
        if scores(s, other) > scores(s, seat):
            return False
    return True


def field_names(s: GameState) -> tuple[str, ...]:
    """The names of a state's fields."""
    return s.dtype.names or ()


def field_type(s: GameState, name: str) -> tuple[np.dtype[Any], tuple[int, ...]]:
    """The numbers that a field has, and how many of them."""
    kind = s.dtype[name]
    return kind.base, kind.shape
