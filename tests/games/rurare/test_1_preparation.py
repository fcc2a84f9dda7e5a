"""Chapter 1: laying the table."""

from __future__ import annotations

from collections import Counter

import pytest

from erre.core.errors import IllegalMove
from erre.core.game import Position
from erre.games.rurare import GAME
from erre.games.rurare.components import DECK_NAMES, DECKS
from erre.games.rurare.events import RowsLaid
from erre.games.rurare.moves import ChooseRow
from tests.games.rurare.table import look, moves, new, shown


@pytest.mark.parametrize(("seats", "rows"), [(2, 6), (3, 7), (4, 8)])
def test_1_1_two_players_have_six_rows_three_have_seven_four_have_eight(seats: int, rows: int) -> None:
    position = new(seats)
    assert len(look(position).rows) == rows
    assert moves(position, 0) == [f"row {k}" for k in range(1, rows + 1)]


@pytest.mark.parametrize(("seats", "row"), [(2, 7), (2, 8), (3, 8), (4, 9), (4, 0), (4, -1), (4, 9999)])
def test_1_1_a_row_without_a_number_card_cannot_be_chosen(seats: int, row: int) -> None:
    with pytest.raises(IllegalMove, match=f"the rows are 1 to {seats + 4}") as refusal:
        new(seats).play(0, f"row {row}")
    assert refusal.value.rule == "§1.1"


def test_1_1_a_number_beyond_all_rows_is_refused_in_words() -> None:
    with pytest.raises(IllegalMove, match="no such row"):
        new(2).play(0, ChooseRow(10**5000))


@pytest.mark.parametrize(("seats", "used", "removed", "pile"), [(2, 80, 32, 62), (3, 102, 10, 81), (4, 112, 0, 88)])
def test_1_2_four_use_all_cards_three_use_102_two_use_80(seats: int, used: int, removed: int, pile: int) -> None:
    position = new(seats)
    laid = sum(len(row) for row in shown(position, "rows"))
    assert laid + len(shown(position, "pile")) == used
    assert (len(shown(position, "pile")), len(shown(position, "box"))) == (pile, removed)


@pytest.mark.parametrize("deck", DECK_NAMES)
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_1_2_no_card_is_lost(seats: int, deck: str) -> None:
    position = new(seats, deck=deck)
    rows = [card for row in shown(position, "rows") for card in row]
    assert Counter([*rows, *shown(position, "pile"), *shown(position, "box")]) == DECKS[deck]


def test_1_3_the_deck_is_shuffled_and_the_same_seed_shuffles_alike() -> None:
    piles = {seed: tuple(shown(new(2, seed), "pile")) for seed in range(20)}
    assert len(set(piles.values())) == 20
    assert tuple(shown(new(2, 3), "pile")) == piles[3]


def test_1_3_any_card_may_come_to_lie_anywhere() -> None:
    games = [new(2, seed) for seed in range(400)]
    places = {
        "first of row 1": [shown(game, "rows")[0][0] for game in games],
        "top of the pile": [shown(game, "pile")[0] for game in games],
        "bottom of the pile": [shown(game, "pile")[-1] for game in games],
    }
    for place, found in places.items():
        counts = Counter(found)
        assert len(counts) == 17, place
        assert 28 <= counts["knight"] <= 85, place  # 400 * 15 / 112 is 53.6; five standard deviations are 34
    boxed = sum(shown(game, "box").count("knight") for game in games) / 400
    assert 3.8 <= boxed <= 4.8  # 32 * 15 / 112 is 4.29


def test_1_3_nobody_sees_the_pile_or_what_was_taken_out() -> None:
    position = new(2)
    assert (look(position).pile, look(position).box) == (62, 32)
    assert look(position).memory.box == {}
    other = position.to_json()
    other["pile"], other["box"] = other["pile"][32:] + other["box"], other["pile"][:32]
    assert Position.from_json(GAME, other) != position
    assert Position.from_json(GAME, other).view(0) == position.view(0)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_1_4_three_open_cards_lie_under_every_number_card(seats: int) -> None:
    first = Position.new(GAME, seats, seed=5)
    rows = shown(first.position, "rows")
    assert [len(row) for row in rows] == [3] * (seats + 4)
    assert all(look(first.position, seat).rows == rows for seat in (None, 0, 1))
    assert first.events == [RowsLaid(rows, len(shown(first.position, "pile")), len(shown(first.position, "box")))]


def test_1_4_nobody_has_cards_at_the_start() -> None:
    position = new(3)
    assert look(position).displays == [{}, {}, {}]
    assert (look(position).turn_no, position.scores, look(position).scorings) == (1, [0, 0, 0], [])
