"""What a seat may see, and what it may not."""

from __future__ import annotations

import json
from typing import Any

import msgspec
import pytest

from erre.core.game import Position
from erre.games.rurare import GAME
from tests.games.rurare.table import choose, look, new, shown, table


def seen(position: Position, seat: int | None) -> bytes:
    """The bytes that a seat is sent."""
    return msgspec.json.encode(look(position, seat))


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_choice_changes_no_byte_of_what_others_see(seats: int) -> None:
    position = new(seats)
    one, other = (position.play(0, f"row {row}").position for row in (1, 5))
    for viewer in (None, *range(1, seats)):
        assert seen(one, viewer) == seen(other, viewer)
        assert seen(one, viewer) != seen(position, viewer)  # that seat 0 has chosen is seen
        assert one.legal(viewer or 1) == other.legal(viewer or 1)
    assert seen(one, 0) != seen(other, 0)


def test_a_changed_choice_looks_as_the_first_one_did() -> None:
    position = new(3).play(2, "row 4").position
    assert seen(position.play(2, "row 1").position, 0) == seen(position, 0)


def test_no_byte_depends_on_the_pile_on_the_box_or_on_chance_to_come() -> None:
    position = choose(new(2), 3, 3).position
    other = position.to_json()
    clash = position.to_json()["seen"]
    hidden = list(other["box"])
    for kind in clash:
        hidden.remove(kind)
    cards = [*reversed(hidden), *reversed(other["pile"])]
    other["pile"], other["box"] = cards[:62], [*cards[62:], *clash]
    other["chance"] = {"key": "ab" * 32, "drawn": 5}
    for viewer in (None, 0, 1):
        assert seen(Position.from_json(GAME, other), viewer) == seen(position, viewer)


def test_a_view_holds_what_a_screen_needs() -> None:
    position = choose(new(3), 6, 2, 2).position.play(1, "row 1").position
    view: dict[str, Any] = json.loads(seen(position, 1))
    assert view["rows"] == shown(position, "rows")
    assert view["displays"] == shown(position, "displays")
    assert view["display_counts"] == [3, 0, 0]
    assert (view["has_chosen"], view["choice"]) == ([False, True, False], 1)
    assert (view["active"], view["turn"]) == ([1, 2], [2])
    assert view["revealed"] == [6, 2, 2]
    assert (view["turn_no"], view["pile"], view["box"], view["last_turn"]) == (1, 81, 11, False)
    assert (view["first_scores"], view["totals"], view["scorings"]) == (None, [0, 0, 0], [])
    assert set(view["standing"][0]) == {"kings", "churches", "points", "knights", "animals", "farm", "total"}
    assert len(view["worth"]) == 7
    assert view["memory"] == {"box": shown(position, "seen")}


def test_a_view_has_no_field_for_the_pile_the_box_or_others_choices() -> None:
    view: dict[str, Any] = json.loads(seen(new(4).play(3, "row 8").position, 0))
    assert isinstance(view["pile"], int)
    assert isinstance(view["box"], int)
    assert not {"chance", "key", "chosen"} & set(view)


def test_the_scorings_are_in_every_view_afterwards() -> None:
    rows = ("king pig cow", "church house wife", "3 knight", "goat goose rabbit")
    position = choose(table(*rows, displays=("4 sheep 4 horse 3 pig", ""), pile="5 chicken"), 1, 2).position
    for viewer in (None, 0, 1):
        (scoring,) = look(position, viewer).scorings
        assert scoring is not None
        assert [line.total for line in scoring] == [10 + 10 + 10 + 1, 10]
