"""Chapter 5: what cards are worth."""

from __future__ import annotations

import pytest

from erre.core.record import NONE
from erre.games.rurare.components import ANIMALS
from erre.games.rurare.rules import scoring, turn
from tests.games.rurare.table import choose, look, new, record, standing, table


def test_5_1_every_category_is_written_down_for_every_seat() -> None:
    tim, sarah = standing("3 king church points4 2 knight sheep 2 horse farmer wife house", "knight")
    assert (tim.kings, tim.churches, tim.points, tim.knights, tim.farm) == (4, 10, 4, 4, 14)
    assert tim.animals == dict.fromkeys(ANIMALS, 0) | {"sheep": 1, "horse": 3}
    assert (tim.total, sarah.total) == (40, 1)


def test_5_1_both_scorings_count_the_same_cards_alike() -> None:
    rows = ("king", "pig", "cow", "goat")
    shown = ("2 king 3 knight 4 sheep 5 horse", "4 king 2 knight rabbit")
    last = choose(table(*rows, displays=shown, last_turn=True, first_scores=[0, 0]), 1, 2).position
    first = choose(table(*rows, displays=shown, pile="5 goose 5 chicken"), 1, 2).position
    assert look(first).scorings == look(last).scorings[1:]
    assert look(first).scorings != [None]


@pytest.mark.parametrize(
    ("kings", "points"),
    [(0, 0), (1, 0), (2, 1), (3, 4), (4, 9), (5, 16), (6, 25), (7, 36), (8, 36), (9, 36), (10, 36)],
)
def test_5_2_kings_are_worth_the_square_of_one_less_and_at_most_36(kings: int, points: int) -> None:
    assert scoring.king_points(kings) == points
    if kings < 10:  # the helper's table has a king in a row
        assert standing(f"{kings} king", "")[0].kings == points


def test_5_2_example_tims_four_kings_are_worth_nine_points() -> None:
    assert standing("4 king", "", "")[0].kings == 9


@pytest.mark.parametrize(
    ("churches", "points"),
    [
        ((3, 1, 0), (10, 0, 0)),
        ((1, 3, 3), (0, 10, 10)),
        ((2, 2, 2), (10, 10, 10)),
        ((0, 0, 1), (0, 0, 10)),
        ((8, 0, 0), (10, 0, 0)),  # not more for many
        ((2, 2), (10, 10)),
        ((1, 2, 2, 2), (0, 10, 10, 10)),
    ],
)
def test_5_3_most_churches_are_worth_ten_points(churches: tuple[int, ...], points: tuple[int, ...]) -> None:
    assert tuple(line.churches for line in standing(*(f"{n} church" for n in churches))) == points


def test_5_3_example_tim_and_sarah_have_two_churches_each_and_linus_one() -> None:
    assert [line.churches for line in standing("2 church", "2 church", "church")] == [10, 10, 0]


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_5_4_nobody_gets_points_for_having_no_church(seats: int) -> None:
    assert [line.churches for line in standing(*["king"] * seats)] == [0] * seats


@pytest.mark.parametrize(
    ("cards", "points"),
    [("", 0), ("points2", 2), ("points3", 3), ("points4", 4), ("5 points2 5 points3 5 points4", 45)],
)
def test_5_5_points_cards_are_worth_their_number(cards: str, points: int) -> None:
    assert standing(cards, "")[0].points == points


def test_5_5_example_tim_has_two_fours_and_a_three() -> None:
    assert standing("2 points4 points3", "", "")[0].points == 11


@pytest.mark.parametrize(
    ("knights", "points"),
    [
        ((0, 0), (0, 0)),
        ((1, 0), (2, 0)),
        ((2, 2), (4, 4)),
        ((4, 3, 4), (8, 3, 8)),
        ((1, 1, 1, 1), (2, 2, 2, 2)),
        ((1, 2, 3, 4), (1, 2, 3, 8)),
    ],
)
def test_5_6_knights_are_worth_two_points_for_who_has_most(knights: tuple[int, ...], points: tuple[int, ...]) -> None:
    assert tuple(line.knights for line in standing(*(f"{n} knight" for n in knights))) == points


def test_5_6_example_tim_three_knights_sarah_two_linus_five() -> None:
    assert [line.knights for line in standing("3 knight", "2 knight", "5 knight")] == [3, 2, 10]


@pytest.mark.parametrize(("count", "points"), [(0, 0), (1, 1), (2, 3), (3, 6), (4, 10), (5, 15)])
@pytest.mark.parametrize("animal", ANIMALS)
def test_5_7_animals_of_one_kind_are_worth_more_together(animal: str, count: int, points: int) -> None:
    position = table("king", displays=(f"{count} {animal}", ""))
    tally = look(position).standing[0]
    assert tally.animals == dict.fromkeys(ANIMALS, 0) | {animal: points}
    assert tally.total == points


def test_5_7_every_kind_counts_for_itself() -> None:
    assert standing("sheep horse", "2 sheep")[0].total == 2
    assert standing("sheep horse", "2 sheep")[1].total == 3


def test_5_7_with_a_deck_of_ones_own_the_numbers_go_on() -> None:
    assert [scoring.animal_points(n) for n in (6, 7, 160)] == [21, 28, 12880]


def test_5_7_example_tim_has_four_sheep_two_horses_and_a_pig() -> None:
    tim = standing("4 sheep 2 horse pig", "", "")[0]
    assert (tim.animals["sheep"], tim.animals["horse"], tim.animals["pig"], tim.total) == (10, 3, 1, 14)


@pytest.mark.parametrize(
    ("cards", "points"),
    [
        ("farmer", 0),  # printed on the card
        ("farmer wife", 7),  # printed on the card
        ("farmer wife house", 14),
        ("3 farmer", 0),
        ("2 wife", 0),
        ("4 house", 0),
        ("farmer house", 0),
        ("wife house", 0),
        ("farmer 3 wife", 7),
        ("farmer wife 3 house", 14),
    ],
)
def test_5_8_a_pair_is_worth_seven_and_a_trio_fourteen(cards: str, points: int) -> None:
    assert standing(cards, "")[0].farm == points


@pytest.mark.parametrize(
    ("cards", "points"),
    [
        ("2 farmer 2 wife", 14),
        ("2 farmer 2 wife 2 house", 28),
        ("3 farmer 3 wife house", 28),
        ("8 farmer 8 wife 8 house", 112),
        ("2 farmer 3 wife 3 house", 28),
    ],
)
def test_5_9_there_may_be_several_pairs_and_trios(cards: str, points: int) -> None:
    assert standing(cards, "")[0].farm == points


def test_5_9_example_tim_has_three_farmers_two_wives_and_a_house() -> None:
    assert standing("3 farmer 2 wife house", "", "")[0].farm == 21


@pytest.mark.parametrize(
    ("row", "worth"),
    [
        ("king", 9 - 4),
        ("2 king pig", 16 - 4 + 1),
        ("church", 0),  # the other seat has two
        ("2 church", 10),  # as many as the other seat
        ("knight", 4 - 1),  # the majority is shared, and the knight in front counts twice as well
        ("2 sheep horse", 10 - 3 + 1),
        ("wife house points4", 14 + 4),
        ("", 0),
    ],
)
def test_a_row_is_worth_what_it_would_add_if_there_were_a_scoring_now(row: str, worth: int) -> None:
    position = table(row, "goat", displays=("3 king knight 2 sheep farmer", "2 church 2 knight"))
    assert look(position, 0).worth[0] == worth
    assert scoring.worth(record(position), 0, 0) == worth


def test_a_row_is_worth_the_difference_in_standing_after_taking_it() -> None:
    position = new(4)
    for _ in range(4):  # all cards stay in front as long as there is no scoring
        for seat in range(4):
            others = [row for row in range(1, 9) if row != seat + 1][:3]
            rows = [seat + 1 if k == seat else others.pop() for k in range(4)]
            before = look(position, seat)
            alone = record(position)
            turn.take_row(alone, seat, rows[seat] - 1)
            assert scoring.standing(alone, seat, NONE) == before.standing[seat].total + before.worth[rows[seat] - 1]
        position = choose(position, 1, 2, 3, 4).position


def test_a_spectator_has_no_worth_but_sees_the_standing() -> None:
    position = new(3)
    assert look(position, None).worth == []
    assert look(position, None).standing == look(position, 1).standing
