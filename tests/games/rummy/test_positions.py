"""Positions as JSON: they come back equal, and impossible ones are refused."""

from __future__ import annotations

import random
from typing import Any

import msgspec
import pytest

from erre.core.errors import BadPosition, Refusal
from erre.core.game import Position
from erre.games.rummy import GAME
from tests.games.rummy.table import OPTION_SETS, laid_out, new

SMALL: dict[str, Any] = {"seats": 2, "racks": [["R5"], ["B5"]], "partial": True}


def load(**fields: Any) -> Position:
    """A position with some fields."""
    return Position.from_json(GAME, {**SMALL, **fields})


@pytest.mark.parametrize("options", OPTION_SETS)
def test_every_position_of_a_match_comes_back_equal(options: dict[str, Any]) -> None:
    dice = random.Random(3)
    position = new(3, options, 9).position
    for number in range(150):
        if number % 5 == 0 or position.outcome is not None:
            again = Position.from_json(GAME, msgspec.json.decode(str(position)))
            assert again == position
        if position.outcome is not None:
            break
        position = position.play(position.turn[0], dice.choice(position.legal(position.turn[0]))).position


def test_a_small_position_needs_few_words() -> None:
    position = load(table=[["R6", "J", "R8"]], pool=["G1", "G2"], opened=[True, False])
    assert position.turn == [0]
    written = position.to_json()
    assert written["table"] == [["R6a", "J1=R7", "R8a"]]
    assert written["racks"] == [["R5a"], ["B5a"]]
    assert written["pool"] == ["G1a", "G2a"]
    assert written["partial"] is True
    assert Position.from_json(GAME, written) == position


def test_copies_left_off_are_those_that_are_not_written_elsewhere() -> None:
    written = load(racks=[["R5", "R6a"], ["R5b", "R6"]]).to_json()
    assert written["racks"] == [["R5a", "R6a"], ["R5b", "R6b"]]


def test_the_top_of_the_pool_comes_first() -> None:
    assert laid_out("", "R5", pool="G7 G8").moves("draw").rack(0) == "G7 R5"


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ({"seats": 1}, "2 to 4 seats"),
        ({"seats": 5}, "2 to 4 seats"),
        ({"game": "rage"}, "not of Rummy"),
        ({"racks": [["R5"]]}, "2 racks"),
        ({"racks": [["R5a"], ["R5a"]]}, "R5a is there 2 times"),
        ({"racks": [["R5", "R5"], ["R5"]]}, "only two tiles R5"),
        ({"racks": [["J=R5"], ["R5"]]}, "only on the table"),
        ({"racks": [["X5"], ["R5"]]}, "no tile"),
        ({"table": [["R6", "R7"]]}, "at least three tiles"),
        ({"table": [["R6", "R8", "R9"]]}, "7 is missing"),
        ({"table": [["R6", "J=R8", "R8"]]}, "R6 J=R8 R8"),
        ({"table": [["R6", "J", "J"]], "options": {"maxJokersPerMeld": 1}}, "more jokers than the options allow"),
        ({"pool": ["G1"], "passes": 1}, "nobody passes"),
        ({"passes": 2}, "there are 0 to 1, not"),
        ({"passes": -1}, "there are 0 to 1, not -1"),
        ({"turn": 2}, "no seat 2"),
        ({"turn": -1}, "no seat -1"),
        ({"starter": 9}, "no seat 9"),
        ({"hand_no": 0}, "hands 1 to 2"),
        ({"hand_no": 3}, "hands 1 to 2"),
        ({"phase": "over"}, "after hand 2"),
        ({"phase": "over", "hand_no": 2, "turn": 0}, "nobody is on turn"),
        ({"winner": 0}, "still goes on"),
        ({"opened": [True]}, "opened"),
        ({"totals": [1]}, "totals"),
        ({"totals": [10**7, 0]}, "is not from"),
        ({"hand_no": 2, "sheet": [[1, -1], [2, -2]]}, "sheet"),
        ({"hand_no": 2, "sheet": [[1, -1, 0]]}, "sheet"),
        ({"chance": {"key": "00", "drawn": 0}}, "chance.key"),
        ({"chance": {"key": "00" * 32, "drawn": -1}}, "chance.drawn"),
        ({"moves_made": -1}, "moves_made"),
        ({"partial": False}, "104 of the 106 tiles are missing"),
        ({"options": {"jokerRule": "none"}}, "jokerRule"),
        ({"colour": 3}, "colour"),
    ],
)
def test_what_cannot_be_is_refused(fields: dict[str, Any], words: str) -> None:
    with pytest.raises(Refusal) as caught:
        load(**fields)
    assert words in caught.value.why


def test_a_whole_position_has_tiles_on_every_rack_and_somebody_who_laid_the_table() -> None:
    whole = new(2, seed=4).position.to_json()
    empty = {**whole, "racks": [whole["racks"][0], []], "pool": [*whole["pool"], *whole["racks"][1]]}
    with pytest.raises(BadPosition, match="no tile left"):
        Position.from_json(GAME, empty)
    held = {tile for rack in whole["racks"] for tile in rack}
    runs = [[f"{colour}{value + i}a" for i in range(3)] for colour in "BGRY" for value in range(1, 12)]
    run = next(run for run in runs if not held & set(run))
    laid = {**whole, "table": [run], "pool": [tile for tile in whole["pool"] if tile not in run]}
    with pytest.raises(BadPosition, match="somebody must have laid"):
        Position.from_json(GAME, laid)


@pytest.mark.parametrize("junk", [None, 3, "x", [], {}, [[]], [["R5"] * 300], {"a": 1}, -(10**30), 1.5, True, "\ud800"])
@pytest.mark.parametrize(
    "field", ["seats", "racks", "table", "pool", "options", "hand_no", "turn", "opened", "totals", "chance"]
)
def test_nothing_malformed_does_any_harm(field: str, junk: Any) -> None:
    try:
        position = Position.from_json(GAME, {**SMALL, field: junk})
    except Refusal:
        return
    for seat in range(position.seats):
        position.view(seat)
        position.legal(seat)
