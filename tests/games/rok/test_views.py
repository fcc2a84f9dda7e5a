"""What a seat may see, and what it may not."""

from __future__ import annotations

import json
import random
from typing import Any

import msgspec

from erre.core.game import Position
from erre.games.rok import GAME
from erre.games.rok.views import RokView
from tests.games.rok.table import lay, look, new, play, redacted, shown


def seen(position: Position, seat: int | None) -> bytes:
    """The bytes that a seat is sent."""
    return msgspec.json.encode(look(position, seat))


def swapped(position: Position) -> Position:
    """The same table with other faces on the face-down runes, and other chance to come."""
    said = position.to_json()
    down = [one for one in said["table"] if not one["up"]]
    faces = [*said["bag"], *(one["rune"] for one in down)]
    random.Random(1).shuffle(faces)
    for one in down:
        one["rune"] = faces.pop()
    return Position.from_json(GAME, said | {"bag": faces, "chance": {"key": "ab" * 32, "drawn": 5}})


def test_no_byte_depends_on_the_bag_on_face_down_runes_or_on_chance_to_come() -> None:
    for seed in range(10):
        position = new(3, seed=seed)
        other = swapped(position)
        assert other != position
        for viewer in (None, 0, 1, 2):
            assert seen(other, viewer) == seen(position, viewer)
            assert other.legal(viewer or 0) == position.legal(viewer or 0)


def test_events_of_a_scramble_are_the_same_whatever_lies_face_down() -> None:
    for seed in range(10):
        position = new(3, seed=seed)
        other = swapped(position)
        for move in position.legal(1):
            told = [
                [msgspec.json.encode(event) for event in redacted(start.play(1, move).events, 0)]
                for start in (position, other)
            ]
            before_throw = [[text for text in events if b"RunesThrown" not in text][:3] for events in told]
            assert before_throw[0] == before_throw[1]


def test_a_slide_is_the_same_whatever_lies_face_down() -> None:
    table = "W2b W3b -G8a@10,0 -G7a@8,1.5 -G6a@8,-1.5 -B1a@12,3"
    position = play(lay(table, balance="W1a W2a W3a"), "0 grab W2b", "1 grab W3b").position
    for text in ("slide 0 0.7", "slide 3 0.9", "slide -5 1"):
        told = [p.play(0, text).events for p in (position, swapped(position))]
        assert told[0] == told[1]


def test_a_refusal_tells_nothing_about_hidden_runes() -> None:
    position = new(3, seed=4)
    hidden = [*shown(position, "bag"), *(one["rune"] for one in shown(position, "table") if not one["up"])]
    words = set()
    for rune in hidden:
        try:
            position.play(0, f"grab {rune}")
        except Exception as refusal:
            words.add(str(refusal).replace(rune, "…"))
    assert words == {"§3.2: … does not lie face up on the table"}


def test_a_view_holds_what_a_screen_needs() -> None:
    position = lay(
        "W1b@3,4 -G2a@5.5,-6 B8a B8b", balance="W1a . B1a", treasure=("", "G3a G3b"), bag="G5a", round=4, first=1
    )
    position = play(position, "2 grab W1b", "1 done").position
    view: dict[str, Any] = json.loads(seen(position, 2))
    assert (view["seat"], view["phase"], view["turn"], view["done"]) == (2, "grab", [0, 2], [1])
    assert (view["round"], view["first"], view["bag"]) == (4, 1, 1)
    assert {"rune": None, "up": False, "x": 5.5, "y": -6.0, "turned": 290.0} in view["table"]
    assert view["held"] == [[], [], ["W1b"]]
    assert (view["balance"], view["treasure"]) == (["W1a", None, "B1a"], [[], ["G3a", "G3b"], []])
    assert view["captures"] == [{"taker": 2, "owner": 0, "rune": "W1b"}]
    assert view["scores"] == [0, 2, 0]
    assert (view["contest"], view["champion"], view["due"]) == (None, None, [0, 0, 0])


def test_a_view_has_no_field_for_the_bag_or_for_chance() -> None:
    fields = {field.name for field in msgspec.structs.fields(RokView)}
    assert not {"chance", "key", "drawn"} & fields
    assert isinstance(look(new(2)).bag, int)


def test_a_contest_is_seen_by_all() -> None:
    position = play(lay("W2b W3b", balance="W1a W2a W3a"), "0 grab W2b", "1 grab W3b", "0 slide 5 0.6").position
    for viewer in (None, 0, 1, 2):
        contest = look(position, viewer).contest
        assert contest is not None
        assert (contest.colour, contest.seats, contest.attempt) == ("W", [0, 1], 1)
        first = contest.slides[0]
        assert first is not None
        assert (first.degrees, first.force, first.touched) == (5, 0.6, False)
        assert contest.slides[1:] == [None, None]
