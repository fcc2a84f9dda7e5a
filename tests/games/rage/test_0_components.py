"""Rage, chapter 0: components and preparation."""

from __future__ import annotations

from collections import Counter

import pytest

from erre.core.errors import BadOptions
from erre.core.game import Position
from erre.games.rage import GAME
from erre.games.rage.components import COPIES, DECK, DECK_SIZE, MOST_LEGAL
from tests.games.rage.table import ALL_SEATS, Table, new, random_match, trick

ACTION_CARDS = {"J": 2, "NT": 4, "CT": 4, "+5": 3, "-5": 3}


def cards_on(table: Table) -> Counter[str]:
    """Every card of a table that has just been dealt."""
    written = table.position.to_json()
    return Counter([*(card for hand in written["hands"] for card in hand), *written["turned"], *written["stock"]])


@pytest.mark.parametrize("seats", ALL_SEATS)
def test_0_1_three_to_eight_play(seats: int) -> None:
    assert new(seats).position.seats == seats


@pytest.mark.parametrize("seats", [-1, 0, 1, 2, 9, 100])
def test_0_1_no_fewer_and_no_more(seats: int) -> None:
    with pytest.raises(BadOptions, match="3 to 8 players"):
        Position.new(GAME, seats, seed=1)


@pytest.mark.parametrize("seats", ALL_SEATS)
def test_0_2_six_colours_go_from_0_to_15_each_card_once(seats: int) -> None:
    cards = cards_on(new(seats))
    coloured = {f"{colour}{value}" for colour in "BGRYPO" for value in range(16)}
    assert len(coloured) == 96
    assert all(cards[card] == 1 for card in coloured)


def test_0_2_the_15_is_the_highest_and_the_0_the_lowest() -> None:
    assert trick("Y0 Y15 Y14").winner == 1
    assert trick("Y1 Y0 G15").winner == 0


@pytest.mark.parametrize("seats", ALL_SEATS)
def test_0_3_the_sixteen_action_cards_make_112_with_the_coloured_ones(seats: int) -> None:
    cards = cards_on(new(seats))
    assert {card: cards[card] for card in ACTION_CARDS} == ACTION_CARDS
    assert sum(ACTION_CARDS.values()) == 16
    assert cards.total() == DECK_SIZE == 112


def test_0_3_three_plus_five_fill_the_gap_in_the_printed_list() -> None:
    printed = {"J": 2, "NT": 4, "CT": 4, "-5": 3}
    assert 16 - sum(printed.values()) == cards_on(new(3))["+5"] == 3


def test_0_3_a_full_hand_with_both_jollies_has_room_in_the_list_of_moves() -> None:
    assert len(DECK) == sum(COPIES.tolist()) == DECK_SIZE
    assert MOST_LEGAL >= 8 + 6


@pytest.mark.parametrize("seats", ALL_SEATS)
def test_0_4_the_first_dealer_is_chosen_by_lot(seats: int) -> None:
    dealers = Counter(new(seats, seed).open.dealer for seed in range(40 * seats))
    assert sorted(dealers) == list(range(seats))
    assert all(15 <= count <= 75 for count in dealers.values())


def test_0_4_the_same_seed_gives_the_same_match() -> None:
    assert new(5, 7).position == new(5, 7).position
    assert new(5, 7).position != new(5, 8).position


@pytest.mark.parametrize("seats", ALL_SEATS)
def test_0_5_the_deal_passes_to_the_left_after_each_round(seats: int) -> None:
    dealers: dict[int, int] = {}
    leaders: dict[int, int] = {}
    for here in random_match(seats, seed=seats):
        view = here.open
        if view.phase == "bidding" and not any(view.has_bid):
            dealers[view.round] = view.dealer
            leaders[view.round] = view.leader
    first = dealers[1]
    assert dealers == {number: (first + number - 1) % seats for number in range(1, 11)}
    assert leaders == {number: (first + number) % seats for number in range(1, 11)}
