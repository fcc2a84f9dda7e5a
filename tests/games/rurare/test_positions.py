"""Whole positions as JSON, and the refusal of what cannot be."""

from __future__ import annotations

import json
import random
from collections import Counter
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from erre.core.chance import seed_luck
from erre.core.errors import BadPosition, Refusal
from erre.core.game import Position
from erre.core.record import NONE, ints
from erre.games.rurare import GAME
from erre.games.rurare.components import DECK_NAMES, KINDS
from tests.games.rurare.table import choose, new, shown, table, written

REFEREE_FIELDS = {
    *("seats", "options", "turn_no", "phase", "rows", "pile", "box", "displays"),
    *("first_scores", "last_turn", "active", "chosen"),
}
JSON = dict[str, Any]


@pytest.mark.parametrize("deck", DECK_NAMES)
@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("missed", ["finalOnly", "both"])
def test_every_position_of_a_game_survives_json(seats: int, deck: str, missed: str) -> None:
    dice = random.Random(seats)
    position = new(seats, deck=deck, missedFirstScoring=missed)
    while position.outcome is None:
        seat = dice.choice(position.turn)
        position = position.play(seat, dice.choice(position.legal(seat))).position
        again = Position.from_json(GAME, json.loads(str(position)))
        assert again == position
        assert again.truth.to_bytes() == position.truth.to_bytes()
        assert again.to_json() == position.to_json()
        assert "partial" not in position.to_json()


def test_a_position_says_what_the_referee_promises() -> None:
    position = choose(new(3), 6, 2, 2).position.play(2, "row 1").position
    said = position.to_json()
    assert set(said) >= REFEREE_FIELDS
    assert (said["phase"], said["turn_no"], said["active"]) == ("choose", 1, [1, 2])
    assert said["chosen"] == [None, None, 1]
    assert [len(row) for row in said["rows"]] == [3, 2, 3, 3, 3, 0, 3]
    assert (len(said["pile"]), len(said["box"]), said["last_turn"]) == (81, 11, False)
    assert said["displays"][1:] == [{}, {}]
    assert said["first_scores"] is None
    assert "partial" not in said


def test_the_pile_is_written_from_its_top() -> None:
    position = table("king", "pig", "2 cow", pile="sheep horse goat 9 knight")
    after = choose(position, 1, 2).position
    assert shown(after, "rows")[0] == ["sheep", "horse", "goat"]


def test_the_referees_fields_alone_are_enough() -> None:
    position = choose(new(3), 6, 2, 2).position
    few = {key: value for key, value in position.to_json().items() if key in REFEREE_FIELDS}
    again = Position.from_json(GAME, few)
    assert {key: shown(again, key) for key in REFEREE_FIELDS} == few
    assert Position.from_json(GAME, again.to_json()) == again


def test_cards_that_a_partial_position_does_not_mention_are_out_of_play() -> None:
    position = Position.from_json(GAME, {"seats": 2, "partial": True, "rows": [["king"], ["pig", "cow"]]})
    assert (position.turn, shown(position, "turn_no")) == ([0, 1], 1)
    assert shown(position, "rows") == [["king"], ["pig", "cow"], [], [], [], []]
    assert shown(position, "partial") is True
    assert Position.from_json(GAME, position.to_json()) == position


def test_a_partial_position_may_have_one_seat_left_to_choose() -> None:
    position = table("king", "pig", seats=3, active=[1], displays=("cow", "", "goat"))
    after = position.play(1, "row 2").position
    assert shown(after, "displays")[1] == {"pig": 1}


def test_a_position_that_says_it_is_partial_may_have_all_cards() -> None:
    said = new(2).to_json() | {"last_turn": True, "partial": True}
    position = Position.from_json(GAME, said)
    assert shown(position, "partial") is True
    assert Position.from_json(GAME, position.to_json()) == position


def test_a_position_after_the_end_is_scored_by_its_cards() -> None:
    position = table("king", phase="over", displays=("3 sheep", "church"), first_scores=[5, 1], last_turn=True)
    outcome = position.outcome
    assert outcome is not None
    assert (outcome.scores, outcome.winners) == ([11, 11], [0, 1])
    assert Position.from_json(GAME, position.to_json()) == position


def turned(change: Callable[[JSON], Any]) -> JSON:
    """A whole position of three seats in the middle of a turn, with a change."""
    said = choose(new(3), 6, 2, 2).position.to_json()
    change(said)
    return said


def put(**fields: Any) -> Callable[[JSON], Any]:
    """The change of some fields."""
    return lambda said: said.update(fields)


@pytest.mark.parametrize(
    ("change", "why"),
    [
        (lambda said: said["pile"].pop(), "1 of the 112 cards are missing"),
        (lambda said: said["pile"].append("king"), "king: there are 11, the deck has 10"),
        (lambda said: said["box"].append("house"), "house: there are 9, the deck has 8"),
        (lambda said: said["displays"][1].update(king=11), "king: there are"),
        (lambda said: said["rows"][0].append("king"), "row 1 has 4 cards"),
        (lambda said: said["rows"].pop(), "3 seats have 7 rows, not 6"),
        (lambda said: said["rows"].append([]), "3 seats have 7 rows, not 8"),
        (lambda said: said["rows"][0].__setitem__(0, "dragon"), "'dragon' is no card"),
        (lambda said: said["displays"].pop(), "one for each of the 3 seats"),
        (lambda said: said["displays"][0].update(dragon=1), "no kind 'dragon'"),
        (lambda said: said["displays"][0].update(king=-1), "cannot be -1"),
        (lambda said: said["displays"][0].update(king=10**9), "cannot be 1000000000"),
        (lambda said: said["displays"][0].update(king=10**5000), "displays\\[0\\]: the number is too large"),
        (lambda said: said["seen"].update(king=3), "seen: 3 king were seen"),
        (lambda said: said["seen"].update(Counter(said["box"])), "10 cards were put in the box unseen, but only 0"),
        (put(seats=1), "2 to 4 seats, not 1"),
        (put(seats=5), "2 to 4 seats, not 5"),
        (put(seats="3"), "seats: a whole number is expected, not a text"),
        (put(seats=None), "seats: a whole number is expected, not null"),
        (put(game="rage"), "a position of 'rage'"),
        (put(phase="reveal"), "reveal"),
        (put(turn_no=0), "turn_no"),
        (put(turn_no=10**6), "turn_no"),
        (put(active=[]), "somebody must be choosing"),
        (put(active=[1]), "at least two"),
        (put(active=[1, 1]), "named twice"),
        (put(active=[1, 3]), "the seats are 0 to 2"),
        (put(active=[-1, 2]), "the seats are 0 to 2"),
        (put(active=[0, 1, 2]), "by turn 1 seat 0 has at most 0 cards"),
        (put(chosen=[None, 2, 7]), "all have chosen"),
        (put(chosen=[1, None, None]), "seat 0 does not choose now"),
        (put(chosen=[None, 6, None]), "row 6 has no card"),
        (put(chosen=[None, 8, None]), "8 is not from 1 to 7"),
        (put(chosen=[None, 0, None]), "0 is not from 1 to 7"),
        (put(chosen=[None, None]), "one for each of the 3 seats"),
        (put(revealed=[9, None, None]), "revealed"),
        (put(first_scores=[1, 2, 3], totals=None), "nobody has 13 cards before turn 5"),
        (put(first_scores=[1, 2]), "one for each of the 3 seats"),
        (put(first_scores=[1, 2, -3]), "-3 is not from 0"),
        (put(first_scores=[1, 2, 10**6]), "1000000 is not from 0"),
        (put(totals=[0, 0, 1]), r"by the scorings it is \[0, 0, 0\]"),
        (put(scorings=[None]), "scorings"),
        (put(scorings=[[], []]), "one line for each"),
        (put(last_turn=True), "81 cards are in it"),
        (put(phase="over", active=[], totals=None), "the game ends with the last turn"),
        (put(phase="over"), "nobody chooses once the game is over"),
        (put(moves_made=-1), "moves_made"),
        (put(chance={"key": "00", "drawn": 0}), "64 hexadecimal digits"),
        (put(chance={"key": "zz" * 32, "drawn": 0}), "64 hexadecimal digits"),
        (put(chance={"key": "00" * 32, "drawn": -1}), "chance.drawn"),
        (put(hands=[]), "hands"),
    ],
)
def test_a_whole_position_that_cannot_be_is_refused(change: Callable[[JSON], Any], why: str) -> None:
    with pytest.raises(BadPosition, match=why):
        Position.from_json(GAME, turned(change))


def moved(said: JSON, source: str, target: str, count: int) -> JSON:
    """The position with some cards of a list moved to the end of another."""
    said[target] = [*said[target], *said[source][:count]]
    said[source] = said[source][count:]
    return said


def test_a_box_with_fewer_cards_than_were_taken_out_is_refused() -> None:
    said = moved(new(3).to_json(), "box", "pile", 4)
    with pytest.raises(BadPosition, match="10 cards were put there at the start, only 6 are in it"):
        Position.from_json(GAME, said)


def test_an_empty_pile_before_the_last_turn_is_refused() -> None:
    said = moved(new(3).to_json(), "pile", "box", 81) | {"seen": None}
    with pytest.raises(BadPosition, match="so this is the last turn"):
        Position.from_json(GAME, said)
    assert Position.from_json(GAME, said | {"last_turn": True}).outcome is None


def taken(said: JSON, seat: int, count: int) -> JSON:
    """The position with cards of the pile in front of a seat."""
    cards, said["pile"] = said["pile"][:count], said["pile"][count:]
    for card in cards:
        said["displays"][seat][card] = said["displays"][seat].get(card, 0) + 1
    return said


@pytest.mark.parametrize(
    ("count", "turn_no", "first", "why"),
    [
        (12, 5, None, ""),
        (13, 6, None, "seat 1 has 13 cards, so the first scoring has been"),
        (13, 6, [0, 0, 0], ""),
        (12, 4, None, "by turn 4 seat 1 has at most 9 cards"),
    ],
)
def test_displays_that_the_turns_cannot_have_led_to_are_refused(
    count: int, turn_no: int, first: list[int] | None, why: str
) -> None:
    said = taken(new(3).to_json(), 1, count) | {"turn_no": turn_no, "first_scores": first, "totals": None}
    if why:
        with pytest.raises(BadPosition, match=why):
            Position.from_json(GAME, said)
    else:
        assert Position.from_json(GAME, said).turn == [0, 1, 2]


def test_seats_that_choose_no_more_must_have_emptied_a_row() -> None:
    said = new(4).to_json() | {"active": [0, 1]}
    with pytest.raises(BadPosition, match="has emptied a row"):
        Position.from_json(GAME, said)


@pytest.mark.parametrize(
    ("fields", "why"),
    [
        ({"rows": []}, "no card to choose"),
        ({"rows": [[], []]}, "no card to choose"),
        ({"rows": [["king"]] * 7}, "2 seats have 6 rows, not 7"),
        ({"rows": [["king"] * 3] * 4}, "king: there are 12"),
        ({"box": ["king"] * 200}, "at most 160 cards"),
        ({"pile": ["king"] * 11}, "king: there are 12"),
        ({"first_scores": [1, 2], "scorings": [[{}, {}]]}, "kings"),
    ],
)
def test_a_partial_position_that_cannot_be_is_refused(fields: JSON, why: str) -> None:
    with pytest.raises(BadPosition, match=why):
        Position.from_json(GAME, written("king", "pig") | fields)


def scored() -> JSON:
    """A whole position after the first scoring."""
    position = new(2)
    for _ in range(5):
        position = choose(position, 1, 2).position
    return position.to_json()


@pytest.mark.parametrize(
    ("change", "why"),
    [
        (lambda line: line.update(kings=line["kings"] + 1), "add up to"),
        (lambda line: line.update(kings=-1, total=line["total"] - line["kings"] - 1), "out of range"),
        (lambda line: line.update(kings=line["kings"] + 1, total=line["total"] + 1), "the first one adds up to"),
        (lambda line: line["animals"].pop("pig"), "the animals are"),
        (lambda line: line["animals"].update(dog=0), "the animals are"),
        (lambda line: line.update(kings=10**5000), "the number is too large"),
        (lambda line: line.update(total=10**5000), "the number is too large"),
    ],
)
def test_a_first_scoring_that_does_not_add_up_is_refused(change: Callable[[JSON], Any], why: str) -> None:
    said = scored()
    assert Position.from_json(GAME, said).scores == said["first_scores"]
    change(said["scorings"][0][0])
    with pytest.raises(BadPosition, match=why):
        Position.from_json(GAME, said)


def test_a_first_scoring_without_its_categories_is_enough() -> None:
    said = scored()
    del said["scorings"]
    position = Position.from_json(GAME, said)
    assert position.scores == said["first_scores"]
    assert shown(position, "scorings") == [None]
    assert Position.from_json(GAME, position.to_json()) == position


RUBBISH = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5) | st.sampled_from(KINDS),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=5) | st.sampled_from(KINDS), inner),
    max_leaves=8,
)
FIELDS = st.sampled_from(sorted(new(2).to_json()))


def survives(said: Any) -> None:
    """A position is refused, or can be looked at, imagined and played to its end."""
    try:
        position = Position.from_json(GAME, said)
    except Refusal:
        return
    dice = random.Random(1)
    while position.outcome is None:
        assert Position.from_json(GAME, position.to_json()) == position
        seat = dice.choice(position.turn)
        luck = ints(2, np.int32)
        seed_luck(luck, 1, 2)
        assert GAME.view(GAME.imagine(GAME.view(position.truth, seat), luck), seat) == position.view(seat)  # type: ignore[arg-type]
        position = position.play(seat, dice.choice(position.legal(seat))).position
    assert NONE not in position.scores


@given(st.dictionaries(FIELDS | st.text(max_size=5), RUBBISH))
def test_rubbish_is_refused(said: JSON) -> None:
    survives(said)


@given(st.dictionaries(FIELDS, RUBBISH, min_size=1, max_size=2), st.booleans())
def test_rubbish_in_some_fields_is_refused_or_can_be_played(fields: JSON, partial: bool) -> None:
    survives(new(2).to_json() | fields | ({"partial": True} if partial else {}))


@given(st.data())
def test_a_whole_position_with_other_small_numbers_is_refused_or_can_be_played(data: st.DataObject) -> None:
    said = choose(new(2), 3, 3).position.to_json()
    small = st.integers(-2, 14)
    changes = {
        "seats": small,
        "turn_no": small,
        "active": st.lists(small, max_size=4),
        "chosen": st.lists(st.none() | small, min_size=2, max_size=3),
        "revealed": st.lists(st.none() | small, min_size=2, max_size=2),
        "first_scores": st.none() | st.lists(small, min_size=2, max_size=2),
        "rows": st.lists(st.lists(st.sampled_from(KINDS), max_size=4), min_size=5, max_size=7),
        "displays": st.lists(st.dictionaries(st.sampled_from(KINDS), small), min_size=2, max_size=2),
        "pile": st.lists(st.sampled_from(KINDS), max_size=6),
        "box": st.lists(st.sampled_from(KINDS), max_size=6),
        "seen": st.none() | st.dictionaries(st.sampled_from(KINDS), small),
        "last_turn": st.booleans(),
        "phase": st.sampled_from(["choose", "over"]),
    }
    for field in data.draw(st.lists(st.sampled_from(sorted(changes)), max_size=5)):
        said[field] = data.draw(changes[field])
    said["partial"] = data.draw(st.booleans())
    survives(said)
