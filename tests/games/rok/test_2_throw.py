"""Chapter 2: the throw."""

from __future__ import annotations

import pytest

from erre.core.game import Position
from erre.games.rok import GAME
from erre.games.rok.events import RunesReturned, RunesThrown, ScrambleEnded
from tests.games.rok.table import lay, look, new, on_table, only, play, shown

FIVE_IN_BAG = "B1a B2a B3a B4a B5a"


@pytest.mark.parametrize(("seats", "each"), [(2, 5), (3, 4), (4, 3), (5, 2)])
def test_2_1_each_throws_five_four_three_or_two(seats: int, each: int) -> None:
    thrown = only(Position.new(GAME, seats, seed=2).events, RunesThrown)[0]
    assert thrown.counts == [each] * seats
    assert len(thrown.runes) == each * seats
    assert thrown.bag == 48 - seats - each * seats


def test_2_2_which_runes_are_thrown_is_seen_only_of_those_face_up() -> None:
    thrown = only(Position.new(GAME, 2, seed=2).events, RunesThrown)[0]
    assert {one.rune is not None for one in thrown.runes if one.up} == {True}
    assert {one.rune for one in thrown.runes if not one.up} == {None}


@pytest.mark.parametrize(
    ("bag", "first", "counts"),
    [
        (FIVE_IN_BAG, 0, [2, 1, 1, 1]),
        (FIVE_IN_BAG, 3, [1, 1, 1, 2]),
        (FIVE_IN_BAG + " B6a B7a B8a W1a W2a W3a W4a W5a", 0, [3, 3, 3, 3]),
    ],
)
def test_2_3_when_the_bag_runs_short_all_of_it_is_thrown(bag: str, first: int, counts: list[int]) -> None:
    """RK-15, its second half: five runes in the bag of four players are thrown in the next round."""
    before = (first - 1) % 4
    position = lay("G1a G1b", seats=4, bag=bag, first=before, round=3, options={"faceUpProbability": 1})
    played = play(position, "0 grab G1a", "0 grab G1b")
    thrown = only(played.events, RunesThrown)[0]
    assert (thrown.counts, thrown.first, thrown.round) == (counts, first, 4)
    assert thrown.bag == len(bag.split()) - sum(counts)


def test_2_4_the_throw_opens_the_scramble() -> None:
    position = Position.from_json(
        GAME,
        {"seats": 2, "phase": "throw", "partial": True, "bag": ["W1a", "W1b"], "options": {"faceUpProbability": 1}},
    )
    assert (position.phase, position.turn, shown(position, "round")) == ("grab", [0, 1], 1)
    assert on_table(position) == {"W1a", "W1b"}


@pytest.mark.parametrize(("probability", "ups"), [(0, 0), (1, 10)])
def test_2_5_the_side_is_chance(probability: float, ups: int) -> None:
    thrown = only(Position.new(GAME, 2, {"faceUpProbability": probability}, seed=5).events, RunesThrown)[0]
    assert sum(one.up for one in thrown.runes) == ups


@pytest.mark.parametrize("probability", [0.25, 0.5, 0.8])
def test_2_5_the_option_says_how_likely_face_up_is(probability: float) -> None:
    ups = total = 0
    for seed in range(100):
        thrown = only(Position.new(GAME, 3, {"faceUpProbability": probability}, seed=seed).events, RunesThrown)[0]
        ups += sum(one.up for one in thrown.runes)
        total += len(thrown.runes)
    assert abs(ups - total * probability) < 5 * (total * probability * (1 - probability)) ** 0.5


def test_2_5_thrown_runes_lie_all_over_the_middle_of_the_table() -> None:
    """A quarter of the aimed disc's area is half its radius: about a quarter of the runes lie there."""
    near = total = 0
    quarters = [0, 0, 0, 0]
    for seed in range(150):
        for one in only(Position.new(GAME, 3, seed=seed).events, RunesThrown)[0].runes:
            near += one.x**2 + one.y**2 < 7**2
            quarters[2 * (one.x > 0) + (one.y > 0)] += 1
            total += 1
    assert 0.18 < near / total < 0.3
    assert all(abs(count / total - 0.25) < 0.04 for count in quarters)


def test_2_5_what_lies_on_the_table_stays_where_it_is() -> None:
    bag = " ".join(f"B{k}a" for k in range(1, 9))
    position = lay("W1a@2.5,0 W2a@-3,1 W3a@0,-4.125 G1a@9,9 G1b@9,-9", seats=2, bag=bag, balance="W8a G8a")
    after = play(position, "0 grab G1a", "0 grab G1b").position
    left = {one["rune"]: (one["x"], one["y"]) for one in shown(after, "table") if one["rune"][0] == "W"}
    assert left == {"W1a": (2.5, 0), "W2a": (-3, 1), "W3a": (0, -4.125)}


def test_2_6_all_see_the_same_and_nobody_sees_the_bag() -> None:
    view = look(new(4), 0)
    assert isinstance(view.bag, int)
    assert all((one.rune is None) == (not one.up) for one in view.table)
    for seat in (None, 1, 2, 3):
        assert look(new(4), seat).table == view.table


def test_a_throw_that_shows_nothing_to_take_ends_the_scramble_at_once() -> None:
    played = Position.new(GAME, 2, {"faceUpProbability": 0}, seed=5)
    assert len(only(played.events, RunesThrown)) == 200
    assert {event.reason for event in only(played.events, ScrambleEnded)} == {"nothing left"}
    assert {event.count for event in only(played.events, RunesReturned)} == {10}
