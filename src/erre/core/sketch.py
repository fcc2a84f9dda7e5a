"""A plain view of any game as text and pieces, for games without their own screen.

A sketch is made from a view, so it contains nothing that the seat may not see. By default it is derived from the names
of fields; a game may provide a better one (`Game.sketch`, `Game.event_words`).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cache
from typing import Any

import msgspec
from msgspec import inspect

COMMON = {"type", "seat", "seats", "options", "phase", "turn"}  # fields of every view that have a place of their own
CAPITAL = re.compile(r"(?<=[a-z0-9])(?=[A-Z])")


class Zone(msgspec.Struct, frozen=True):
    """A place on the table: some pieces, or a few words, under a title."""

    title: str
    seat: int | None = None  # whose it is; None: everybody's
    text: str = ""
    pieces: list[str] = []


class Sketch(msgspec.Struct, frozen=True):
    """What lies on the table, place by place."""

    zones: list[Zone]


def sketch_of(view: Any, most_seats: int, seat_fields: Sequence[str] = ()) -> Sketch:
    """The sketch that the fields of a view give.

    A list has an entry for each seat if the game names it in `seat_fields`, or if its type has `max_length` =
    `most_seats`; any other list lies in one place, however long it is.
    """
    facts: dict[str, Any] = msgspec.to_builtins(view)
    by_seat = seat_lists(view.__class__, most_seats) | frozenset(seat_fields)
    found: list[Zone] = []
    for name, value in facts.items():
        if name not in COMMON and value is not None and value != []:
            found += zones(name, value, facts.get("seats", 0), name in by_seat)
    return Sketch(found)


@cache
def seat_lists(view_type: Any, most_seats: int) -> frozenset[str]:
    """The fields of a view that are declared to have an entry for each seat."""
    shape = inspect.type_info(view_type)
    assert isinstance(shape, inspect.StructType)
    lists = [field for field in shape.fields if isinstance(field.type, inspect.ListType)]
    return frozenset(field.encode_name for field in lists if getattr(field.type, "max_length", None) == most_seats)


def zones(name: str, value: Any, seats: int, by_seat: bool) -> Iterator[Zone]:
    """The places that one field of a view describes."""
    title = words_of(name)
    if by_seat and isinstance(value, list) and len(value) == seats:
        yield from (zone(title, seat, part) for seat, part in enumerate(value))
    else:
        yield zone(title, None, value)


def zone(title: str, seat: int | None, value: Any) -> Zone:
    """A value as a place: a list as pieces, anything else as text."""
    if isinstance(value, list):
        return Zone(title, seat, pieces=[text_of(part) for part in value])
    return Zone(title, seat, text=text_of(value))


def words_of(name: str) -> str:
    """A field's or an event's name as words: `face_up` is "face up", `CardPlayed` is "card played"."""
    return CAPITAL.sub(" ", name).replace("_", " ").lower()


def text_of(value: Any) -> str:
    """Any plain value as text."""
    if value is None:
        return "–"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, dict):
        return ", ".join(f"{words_of(str(name))} {text_of(part)}" for name, part in value.items() if name != "type")
    if isinstance(value, list):
        return " ".join(text_of(part) for part in value)
    return str(value)


def words_for_event(event: Any, names: Sequence[str]) -> str:
    """The sentence that an event's name and fields give: "Anna: card played, card 7"."""
    facts: dict[str, Any] = msgspec.to_builtins(event)
    said = words_of(type(event).__name__)
    seat = facts.pop("seat", None)
    told = {name: value for name, value in facts.items() if name != "type" and value is not None}
    parts = [f"{words_of(name)} {text_of(value)}" for name, value in told.items()]
    sentence = ", ".join([said, *parts])
    return f"{names[seat]}: {sentence}" if isinstance(seat, int) and 0 <= seat < len(names) else sentence.capitalize()


def sketch_text(sketch: Sketch) -> str:
    """A sketch as lines of text, one for each place."""
    return "\n".join(
        f"{zone.title if zone.seat is None else f'seat {zone.seat}, {zone.title}'}: "
        f"{' '.join(part for part in (zone.text, *zone.pieces) if part)}"
        for zone in sketch.zones
    )
