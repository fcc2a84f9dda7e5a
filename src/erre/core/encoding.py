"""What a learner sees of a game, and what it can do: numbers in an array, each with a name and a meaning.

Seats are counted from the one that looks: 0 is itself, 1 the next one to its left. Nothing is written that the seat
may not know; a test deals all that it cannot see again and finds the same numbers.
"""

from __future__ import annotations

import types
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import Any, TypeVar, cast

from erre.core.arena import acting, apply, legal, seat_by_lot
from erre.core.batch import rows_of
from erre.core.engine import bind, rule
from erre.core.game import AnyGame, Kernel
from erre.core.record import NONE, IntArray, Rows

F = TypeVar("F", bound=Callable[..., Any])


BYTES = 256  # values of a byte


@dataclass(frozen=True)
class Field:
    """Some neighbouring numbers of an observation.

    Learners may ask for bytes. The byte of a value is `(value - low) // step`, and at least 0 and at most 255. Where
    all values of a field fit, that is the value itself, or with negative ones the value less the smallest.
    """

    name: str
    size: int
    meaning: str
    least: int | None = None  # the smallest and the largest value by the rules; None where nobody says
    most: int | None = None
    byte_from: int | None = None  # `low`, where not all values fit
    step: int = 1  # likewise; a power of two

    @property
    def low(self) -> int:
        """The value whose byte is 0."""
        return min(self.least or 0, 0) if self.byte_from is None else self.byte_from

    @property
    def shift(self) -> int:
        """The bits of a value that its byte leaves out."""
        return self.step.bit_length() - 1

    @property
    def largest(self) -> int:
        """The largest value that its byte can tell from a larger one."""
        return self.low + BYTES * self.step - 1

    @property
    def byte(self) -> str:
        """How a value becomes a byte, for people."""
        if self.least is None or self.most is None:
            return "unknown range: no bytes"
        moved = "value" if self.low == 0 else f"value {'+' if self.low < 0 else '-'} {abs(self.low)}"
        scaled = moved if self.step == 1 else f"({moved}) // {self.step}"
        cut = self.least < self.low or self.most > self.largest
        return f"byte = {scaled}" + (f", saturates outside {self.low} to {self.largest}" if cut else "")


@rule
def leave(work: IntArray) -> None:
    """Nothing of a workspace is read before it is written, so it may hold anything at first."""


@dataclass(frozen=True)
class Encoding:
    """How one game with a number of seats looks to a learner."""

    game: AnyGame
    seats: int
    fields: tuple[Field, ...]
    actions: int
    observe: Kernel  # (s, seat, out): writes the observation, says how many numbers
    offer: Kernel  # (s, seat, mask, moves, work): writes 1 for every action that is possible, 0 for the others
    take: Kernel  # (s, seat, action, moves, work): carries out one that was offered
    next_seat: Kernel  # (s, luck): the seat that acts now; NONE once the game is over
    action_name: Callable[[int], str]
    left_out: str = ""  # what of the game's moves has no action
    work: int = 1  # 64-bit words of workspace
    is_long: Kernel | None = None  # (s): whether the next step that goes by itself takes long, as no other does
    clean: Kernel = leave  # (work): readies a workspace that may hold anything; one of zeros is ready
    is_compiled: bool = True  # False: `observe` and the others are plain functions, and so the loops around them

    @cached_property
    def size(self) -> int:
        """Numbers in an observation."""
        return sum(field.size for field in self.fields)

    def rows(self, states: Any) -> Any:
        """The states of an array as these functions take them."""
        return rows_of(self.game, states) if self.is_compiled else Rows(self.game.record_type, states)

    def slices(self) -> dict[str, slice]:
        """Where each field lies."""
        found, at = {}, 0
        for field in self.fields:
            found[field.name] = slice(at, at + field.size)
            at += field.size
        return found

    def describe(self, *, as_bytes: bool = False) -> str:
        """The observation field by field, for people; with `as_bytes` also how each value becomes a byte."""
        lines = [f"{self.game.title}, {self.seats} seats: {self.size} numbers, {self.actions} actions"]
        for field, place in zip(self.fields, self.slices().values(), strict=True):
            byte = f" [{field.byte}]" if as_bytes else ""
            lines.append(f"{place.start:4} to {place.stop - 1:4}  {field.name:<14} {field.meaning}{byte}")
        return "\n".join([*lines, self.left_out] if self.left_out else lines)


def bind_plain(template: F, **rules: Callable[..., Any]) -> F:
    """As `bind`, without compiling: for loops around functions that the engines cannot compile."""
    body: Any = template
    copy: Any = types.FunctionType(body.__code__, {**body.__globals__, **rules}, body.__name__, body.__defaults__)
    return cast(F, copy)


# Templates; a game's rules take the place of the open names.


def first_waiting_template(s: Any, luck: Any) -> int:
    """The seat to act: of several that choose at once the first one that has not chosen."""
    if s.turn != NONE:
        return int(s.turn)
    waiting = acting(s)
    if waiting == 0:
        return NONE
    seat = 0
    while not waiting >> seat & 1:
        seat += 1
    return seat


def lot_template(s: Any, luck: Any) -> int:
    """The seat to act: of several that race a lot says who is first."""
    if s.turn != NONE:
        return int(s.turn)
    waiting = acting(s)
    return NONE if waiting == 0 else seat_by_lot(waiting, luck)


def offer_template(s: Any, seat: int, mask: Any, moves: Any, work: Any) -> None:
    """Mark the legal moves."""
    for action in range(len(mask)):
        mask[action] = 0
    for i in range(legal(s, seat, moves)):
        mask[moves[i]] = 1


def take_template(s: Any, seat: int, action: int, moves: Any, work: Any) -> None:
    """Carry out a move."""
    apply(s, seat, action)


def of_numbered_moves(
    game: AnyGame,
    seats: int,
    fields: tuple[Field, ...],
    actions: int,
    observe: Kernel,
    action_name: Callable[[int], str],
) -> Encoding:
    """The encoding of a game whose actions are the numbers of its moves."""
    rules = game.kernels
    offer = bind(offer_template, game.name, legal=rules.legal)
    take = bind(take_template, game.name, apply=rules.apply)
    next_seat = bind(first_waiting_template, game.name, acting=rules.acting)
    return Encoding(game, seats, fields, actions, observe, offer, take, next_seat, action_name)
