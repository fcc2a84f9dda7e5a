"""The default encoding, for games without their own: the numbers of the view, one after the other.

It reads only the view, so it shows a learner only what the seat may see. It runs in the interpreter, at some thousand
steps per second. A game that needs more speed provides its own `encoding` module.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec import inspect

from erre.core.encoding import Encoding, Field, bind_plain, first_waiting_template, offer_template, take_template
from erre.core.errors import BadOptions
from erre.core.game import AnyGame
from erre.core.record import NONE

SMALLEST, LARGEST = -(2**15), 2**15 - 1  # of a number in an observation


def plain_encoding(game: AnyGame, seats: int) -> Encoding:
    """A game's view as numbers; refused where its moves have no numbers, or its view has none."""
    if game.move_codes < 1 or not game.lists_all_moves:
        raise BadOptions(f"{game.title} is not ready for learners: it declares no `move_codes` and brings no encoding")
    shape = inspect.type_info(game.view_type)
    assert isinstance(shape, inspect.StructType)
    writers = {field.name: writer_of(field.type) for field in shape.fields}
    fields = tuple(Field(name, one.size, f"`{name}` of the view") for name, one in writers.items() if one.size)
    if not fields:
        raise BadOptions(f"{game.title} is not ready for learners: no field of its view is a number or a bounded list")
    missing = [name for name, one in writers.items() if not one.size]
    left_out = f"Left out: {', '.join(missing)} (texts, and lists without a largest length)." if missing else ""

    def observe(s: Any, seat: int, out: Any) -> int:
        """Write the numbers that the view consists of."""
        view = game.view(s, seat)
        found = [number for name, one in writers.items() for number in one.write(getattr(view, name))]
        out[:] = [min(max(number, SMALLEST), LARGEST) for number in found]
        return len(found)

    def action_name(action: int) -> str:
        """The text of a move, given by its number."""
        return game.format_move(game.decode(action))

    rules = game.kernels
    offer, take = bind_plain(offer_template, legal=rules.legal), bind_plain(take_template, apply=rules.apply)
    next_seat = bind_plain(first_waiting_template, acting=rules.acting)
    codes = game.move_codes
    return Encoding(
        game, seats, fields, codes, observe, offer, take, next_seat, action_name, left_out, is_compiled=False
    )


def writer_of(kind: inspect.Type) -> Writer:
    """What writes values of a type as numbers; made once, since it is asked for every value."""
    match kind:
        case inspect.IntType() | inspect.BoolType():
            return Writer(1, lambda value: [int(value)])
        case inspect.LiteralType(values=values):
            return Writer(1, lambda value: [values.index(value)])
        case inspect.StructType(fields=fields):
            parts = [(field.name, writer_of(field.type)) for field in fields]
            return Writer(
                sum(part.size for _, part in parts),
                lambda value: [number for name, part in parts for number in part.write(getattr(value, name))],
            )
        case inspect.ListType(item_type=item, max_length=int(most)):
            one = writer_of(item)
            return Writer(most * one.size, lambda value: [number for part in value for number in one.write(part)])
        case inspect.UnionType(types=types):
            return max((writer_of(part) for part in types), key=lambda part: part.size)
        case _:
            return Writer(0, lambda value: [])


class Writer:
    """Writes values of one type as a fixed number of numbers; -1 stands for nothing."""

    def __init__(self, size: int, plain: Callable[[Any], list[int]]) -> None:
        self.size, self.plain = size, plain
        self.nothing = [NONE] * size

    def write(self, value: Any) -> list[int]:
        """A value as numbers, filled up to the size."""
        if value is None or self.size == 0:
            return self.nothing
        found = self.plain(value)[: self.size]
        return found + self.nothing[len(found) :]
