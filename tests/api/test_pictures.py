"""Pictures of positions of our games: all pieces as the client draws them, nothing hidden, nothing that does harm."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any
from xml.etree import ElementTree

import msgspec
import pytest

import erre
from erre.core.picture import WIDTH
from erre.core.stills import MARK
from erre.games import game, own_names

SVG = "{http://www.w3.org/2000/svg}"
HARMLESS = {"g", "path", "rect", "circle", "ellipse", "text", "linearGradient", "stop"}
DRAWN = [name for name in own_names() if game(name).has_stills]


def positions(name: str, every: int = 6, count: int = 8) -> Iterator[erre.Position]:
    """Positions of random games."""
    luck = random.Random(5)
    for seats in {game(name).least_seats, game(name).most_seats}:
        position = erre.new(name, seats=seats, seed=7)
        for number in range(every * count):
            if number % every == 0:
                yield position
            if position.is_over:
                break
            seat = luck.choice(position.turn)
            position = position.play(seat, luck.choice(position.legal(seat))).position


def titles(drawn: str) -> list[str]:
    """The names of the pieces in a picture."""
    return [one.text or "" for one in ElementTree.fromstring(drawn).iter(f"{SVG}title")]


@pytest.mark.parametrize("name", DRAWN)
def test_every_piece_is_drawn_and_lies_in_the_picture(name: str) -> None:
    for position in positions(name):
        pieces = [one for place in position.picture().places for group in place.groups for one in group]
        assert {one.still for one in pieces} <= set(position.game.stills.stills)
        root = ElementTree.fromstring(position.svg())
        assert len(list(root.iter(f"{SVG}use"))) == len(pieces)
        for one in root.iter(f"{SVG}use"):
            assert 0 <= float(one.attrib["x"]) <= WIDTH - float(one.attrib["width"])
            assert float(one.attrib["y"]) + float(one.attrib["height"]) < float(root.attrib["height"])


@pytest.mark.parametrize("name", DRAWN)
def test_every_drawing_is_plain_shapes(name: str) -> None:
    stills = game(name).stills
    for part in stills.parts:
        for one in ElementTree.fromstring(part).iter():
            assert one.tag in HARMLESS
            assert not [key for key in one.attrib if key.startswith("on") or key in {"style", "class", "href"}]
            addresses = [value for value in one.attrib.values() if "url(" in value or ":" in value]
            assert all(value.startswith(f"url(#{MARK}") for value in addresses)
    for still in stills.stills.values():
        assert still.shape > 0
        assert max(still.parts) < len(stills.parts)


@pytest.mark.parametrize("name", own_names())
def test_the_picture_of_a_seat_depends_on_nothing_that_is_hidden(name: str) -> None:
    for position in positions(name):
        for seat in range(position.seats):
            view = position.view(seat)
            other = erre.imagine(view, seed=3)
            assert other.view(seat) == view
            assert other.svg(seat=seat) == position.svg(seat=seat)


@pytest.mark.parametrize("name", own_names())
def test_the_picture_of_a_seat_names_no_piece_that_it_does_not_see(name: str) -> None:
    for position in positions(name):
        for seat in range(position.seats):
            seen = words(msgspec.to_builtins(position.shown(seat)))
            held = [set(position.game.held_pieces(position.truth, other)) for other in range(position.seats)]
            hidden = set().union(*held) - seen
            assert not hidden & set(titles(position.svg(seat=seat)))


def words(value: Any) -> set[str]:
    """All texts in a plain value, keys included."""
    if isinstance(value, str):
        return {value}
    inner = [*value, *value.values()] if isinstance(value, dict) else value if isinstance(value, list) else []
    return set().union(*map(words, inner))


def test_a_seat_that_is_not_there_has_no_picture() -> None:
    with pytest.raises(erre.Refusal):
        erre.new("rage", seats=3, seed=1).svg(seat=3)
