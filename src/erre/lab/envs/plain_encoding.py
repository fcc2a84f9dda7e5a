"""The encoding of a game that brings none: the numbers of its view, one after the other.

It reads nothing but the view, so it shows a learner only what the seat may see. It runs in the interpreter, at some
ten thousand steps a second; a game that wants more brings an `encoding` module of its own.
"""

from __future__ import annotations

from collections.abc import Iterator
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
    layout = {field.name: size_of(field.type) for field in shape.fields}
    fields = tuple(Field(name, size, f"`{name}` of the view") for name, size in layout.items() if size)
    if not fields:
        raise BadOptions(f"{game.title} is not ready for learners: no field of its view is a number or a bounded list")
    missing = [name for name, size in layout.items() if not size]
    left_out = f"Left out: {', '.join(missing)} (texts, and lists without a largest length)." if missing else ""

    def observe(s: Any, seat: int, out: Any) -> int:
        """Write the view."""
        view, at = game.view(s, seat), 0
        for field in shape.fields:
            for number in numbers_of(field.type, getattr(view, field.name)):
                out[at] = min(max(number, SMALLEST), LARGEST)
                at += 1
        return at

    def action_name(action: int) -> str:
        """A move's text."""
        return game.format_move(game.decode(action))

    rules = game.kernels
    offer, take = bind_plain(offer_template, legal=rules.legal), bind_plain(take_template, apply=rules.apply)
    next_seat = bind_plain(first_waiting_template, acting=rules.acting)
    codes = game.move_codes
    return Encoding(
        game, seats, fields, codes, observe, offer, take, next_seat, action_name, left_out, is_compiled=False
    )


def size_of(kind: inspect.Type) -> int:
    """How many numbers a value of a type takes; 0 where it cannot be said."""
    match kind:
        case inspect.IntType() | inspect.BoolType() | inspect.LiteralType():
            return 1
        case inspect.StructType(fields=fields):
            return sum(size_of(field.type) for field in fields)
        case inspect.ListType(item_type=item, max_length=int(most)):
            return most * size_of(item)
        case inspect.UnionType(types=types):
            return max(size_of(part) for part in types)
        case _:
            return 0


def numbers_of(kind: inspect.Type, value: Any) -> Iterator[int]:
    """A value as that many numbers; -1 stands for nothing."""
    size = size_of(kind)
    found = list(written(kind, value))[:size] if size else []
    yield from found
    yield from [NONE] * (size - len(found))


def written(kind: inspect.Type, value: Any) -> Iterator[int]:
    """A value as numbers, before it is filled up."""
    match kind:
        case _ if value is None:
            return
        case inspect.LiteralType(values=values):
            yield values.index(value)
        case inspect.StructType(fields=fields):
            for field in fields:
                yield from numbers_of(field.type, getattr(value, field.name))
        case inspect.ListType(item_type=item):
            for part in value:
                yield from numbers_of(item, part)
        case inspect.UnionType(types=types):
            yield from numbers_of(next(part for part in types if size_of(part)), value)
        case _:
            yield int(value)
