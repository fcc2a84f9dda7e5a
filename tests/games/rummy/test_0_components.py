"""Chapter 0: players, tiles and the deal."""

from __future__ import annotations

from collections import Counter

import pytest

from erre.core.errors import BadOptions
from erre.games.rummy import GAME
from erre.games.rummy.events import HandDealt
from tests.games.rummy.table import new, plain


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_0_1_two_to_four_play(seats: int) -> None:
    assert new(seats).position.seats == seats


@pytest.mark.parametrize("seats", [0, 1, 5])
def test_0_1_nobody_else_does(seats: int) -> None:
    with pytest.raises(BadOptions):
        new(seats)


def test_0_2_there_are_two_of_each_number_in_four_colours_and_two_jokers() -> None:
    position = new().position.to_json()
    tiles = Counter(plain(tile) for tile in [*position["pool"], *(tile for rack in position["racks"] for tile in rack)])
    assert tiles.total() == 106
    assert tiles.pop("J") == 2
    assert tiles == {f"{colour}{value}": 2 for colour in "BGRY" for value in range(1, 14)}


@pytest.mark.parametrize(("seats", "left"), [(2, 78), (3, 64), (4, 50)])
def test_0_3_everybody_takes_fourteen_tiles_and_the_rest_is_the_pool(seats: int, left: int) -> None:
    table = new(seats)
    assert table.seen_by(None).rack_counts == [14] * seats
    assert table.seen_by(None).pool == left
    (dealt,) = table.told(HandDealt)
    assert dealt.pool == left
    assert all(rack is not None and len(rack) == 14 for rack in dealt.racks)


def test_0_3_deals_differ_and_a_seed_deals_alike() -> None:
    assert new(seed=1).position == new(seed=1).position
    assert len({new(seed=seed).rack(0) for seed in range(20)}) == 20


def test_0_4_the_lot_says_who_begins() -> None:
    assert {new(4, seed=seed).turn for seed in range(40)} == {0, 1, 2, 3}


def test_0_5_turns_go_clockwise() -> None:
    table = new(3)
    first = table.turn
    seats = []
    for _ in range(6):
        seats.append(table.turn)
        table = table.moves("draw")
    assert seats == [(first + i) % 3 for i in range(6)]


@pytest.mark.parametrize(
    "options",
    [
        {"jokerRule": "never"},
        {"turnSeconds": 0},
        {"timeoutDraw": -1},
        {"maxJokersPerMeld": 0},
        {"maxJokersPerMeld": 3},
        {"hands": 0},
        {"hands": 101},
        {"hands": "two"},
        {"matchTieBreak": "fight"},
        {"colour": 1},
    ],
)
def test_options_that_do_not_exist_are_refused(options: dict[str, object]) -> None:
    with pytest.raises(BadOptions):
        GAME.read_options(options)


def test_options_are_kept() -> None:
    chosen = {"jokerRule": "free", "hands": 7, "timeoutDraw": 3, "closeFromHand": True, "nextStarter": "left"}
    position = new(3, chosen).position.to_json()
    assert {name: position["options"][name] for name in chosen} == chosen
