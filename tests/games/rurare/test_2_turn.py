"""Chapter 2: choosing, taking, meeting, and filling the rows."""

from __future__ import annotations

import pytest

from erre.core.errors import BadNotation, BadOptions, IllegalMove, NotYourTurn
from erre.games.rurare.events import (
    CardRemoved,
    ChoicesRevealed,
    RowChosen,
    RowsRefilled,
    RowTaken,
    TurnCutShort,
)
from tests.games.rurare.table import cards, choose, display, look, moves, new, only, redacted, shown, table

SIX = ("king pig cow", "church house wife", "3 knight", "goat goose rabbit", "2 sheep horse", "farmer points2 points3")


def test_2_1_every_seat_chooses_a_row_at_the_same_time() -> None:
    position = new(3)
    assert position.turn == [0, 1, 2]
    assert position.play(2, "row 1").position.turn == [0, 1]
    assert position.play(0, "row 5").position.turn == [1, 2]


def test_2_1_a_choice_is_secret() -> None:
    played = new(3).play(1, "row 4")
    assert look(played.position, 0).has_chosen == [False, True, False]
    assert (look(played.position, 0).choice, look(played.position, 1).choice) == (None, 4)
    assert redacted(played.events, 1) == [RowChosen(1, 4)]
    assert redacted(played.events, 0) == redacted(played.events, None) == [RowChosen(1, None)]


def test_2_2_any_row_with_a_card_can_be_chosen() -> None:
    position = table("king", "", "pig cow", "goat", "", "sheep")
    assert moves(position, 1) == ["row 1", "row 3", "row 4", "row 6"]


@pytest.mark.parametrize("row", [2, 5])
def test_2_2_an_empty_row_cannot_be_chosen(row: int) -> None:
    with pytest.raises(IllegalMove, match=f"row {row} has no card left") as refusal:
        table("king", "", "pig cow", "goat", "", "sheep").play(0, f"row {row}")
    assert refusal.value.rule == "§2.2"


def test_2_2_a_row_taken_in_this_turn_cannot_be_chosen_again() -> None:
    position = choose(new(3), 6, 2, 2).position
    with pytest.raises(IllegalMove, match="row 6 has no card left"):
        position.play(1, "row 6")


def test_2_2_a_row_used_up_by_meeting_on_it_cannot_be_chosen_again() -> None:
    position = table("king", *SIX[1:])
    met = choose(position, 1, 1).position
    assert shown(met, "rows")[0] == []
    assert (met.turn, look(met).turn_no) == ([0, 1], 1)
    with pytest.raises(IllegalMove, match="row 1 has no card left"):
        met.play(0, "row 1")


def test_2_3_a_choice_may_be_changed_until_the_last_seat_has_chosen() -> None:
    position = new(3).play(0, "row 1").position.play(0, "row 2").position.play(1, "row 1").position
    assert position.legal(0) == position.legal(2)
    assert shown(position, "chosen") == [2, 1, None]
    played = position.play(0, "row 3")
    assert played.events == [RowChosen(0, 3)]
    done = played.position.play(2, "row 2")
    assert only(done.events, ChoicesRevealed) == [ChoicesRevealed([3, 1, 2])]


def test_2_3_after_the_last_choice_it_is_too_late() -> None:
    position = choose(new(3), 6, 2, 2).position
    with pytest.raises(NotYourTurn, match="play waits for seat 1 and seat 2"):
        position.play(0, "row 1")


def test_2_4_all_choices_are_shown_at_once_to_everybody() -> None:
    played = choose(new(3), 6, 2, 2)
    assert [type(event) for event in played.events] == [
        *[RowChosen] * 3,
        ChoicesRevealed,
        RowTaken,
        CardRemoved,
    ]
    assert all(redacted(played.events[3:], seat) == played.events[3:] for seat in (None, 0, 1, 2))
    assert all(look(played.position, seat).revealed == [6, 2, 2] for seat in (None, 0, 1, 2))
    assert look(played.position).has_chosen == [False] * 3


def test_2_5_who_is_alone_takes_the_whole_row() -> None:
    played = choose(table(*SIX), 2, 5)
    assert only(played.events, RowTaken) == [
        RowTaken(0, 2, ["church", "house", "wife"]),
        RowTaken(1, 5, ["sheep", "sheep", "horse"]),
    ]
    assert look(played.position).displays == [display("church house wife"), display("2 sheep horse")]
    assert look(played.position).display_counts == [3, 3]


def test_2_5_a_short_row_is_taken_whole_as_well() -> None:
    position = table("king", "pig cow", *SIX[2:])
    assert look(choose(position, 1, 2).position).displays == [display("king"), display("pig cow")]


def test_2_5_new_cards_join_those_in_front() -> None:
    position = table(*SIX, displays=("2 king sheep", "goat"))
    assert look(choose(position, 5, 1).position).displays == [
        display("2 king 3 sheep horse"),
        display("king pig cow goat"),
    ]


def test_2_6_where_two_meet_the_outermost_card_goes_to_the_box() -> None:
    played = choose(table(*SIX), 2, 2)
    assert only(played.events, CardRemoved) == [CardRemoved(2, [0, 1], "wife")]
    assert shown(played.position, "rows")[1] == ["church", "house"]
    assert shown(played.position, "box") == ["wife"]
    assert look(played.position).displays == [{}, {}]


@pytest.mark.parametrize(
    ("choices", "removed", "taken", "again"),
    [
        ((1, 1, 1, 1), [(1, [0, 1, 2, 3])], [], [0, 1, 2, 3]),
        ((1, 1, 1, 2), [(1, [0, 1, 2])], [(3, 2)], [0, 1, 2]),  # three meet, but one card is removed
        ((5, 2, 5, 2), [(2, [1, 3]), (5, [0, 2])], [], [0, 1, 2, 3]),  # two groups at once
        ((4, 4, 8, 1), [(4, [0, 1])], [(3, 1), (2, 8)], [0, 1]),
        ((3, 4, 5, 3), [(3, [0, 3])], [(1, 4), (2, 5)], [0, 3]),
        ((8, 7, 6, 5), [], [(3, 5), (2, 6), (1, 7), (0, 8)], []),
    ],
)
def test_2_6_four_seats_and_all_ways_to_meet(
    choices: tuple[int, ...], removed: list[tuple[int, list[int]]], taken: list[tuple[int, int]], again: list[int]
) -> None:
    position = new(4)
    rows = shown(position, "rows")
    played = choose(position, *choices)
    assert only(played.events, CardRemoved) == [CardRemoved(row, seats, rows[row - 1][2]) for row, seats in removed]
    assert only(played.events, RowTaken) == [RowTaken(seat, row, rows[row - 1]) for seat, row in taken]
    assert len(shown(played.position, "box")) == len(removed)
    assert shown(played.position, "active") == (again or [0, 1, 2, 3])
    assert look(played.position).turn_no == (1 if again else 2)


def test_2_6_the_card_goes_to_the_box_before_everybodys_eyes() -> None:
    played = choose(table(*SIX, box="king pig"), 2, 2)
    assert look(played.position).memory.box == {"wife": 1}
    assert look(played.position).box == 3


def test_2_7_only_those_who_met_choose_again() -> None:
    position = choose(new(4), 4, 4, 8, 1).position
    assert position.turn == [0, 1]
    assert (len(position.legal(0)), position.legal(2)) == (6, [])


def test_2_7_they_may_choose_the_row_they_met_on() -> None:
    position = choose(new(3), 6, 2, 2).position
    assert "row 2" in moves(position, 1)


def test_2_7_all_groups_choose_again_together() -> None:
    position = choose(new(4), 5, 2, 5, 2).position
    rows = shown(position, "rows")
    assert [len(row) for row in rows] == [3, 2, 3, 3, 2, 3, 3, 3]
    met = choose(position, 1, 1, 2, 7)  # seats 0 and 1, of different groups, now meet
    assert only(met.events, CardRemoved) == [CardRemoved(1, [0, 1], rows[0][2])]
    assert only(met.events, RowTaken) == [RowTaken(2, 2, rows[1]), RowTaken(3, 7, rows[6])]
    assert met.position.turn == [0, 1]


def test_2_7_meeting_again_and_again_takes_one_card_each_time() -> None:
    position = new(2)
    rows = shown(position, "rows")
    for left in (2, 1, 0):
        position = choose(position, 3, 3).position
        assert shown(position, "rows")[2] == rows[2][:left]
        assert look(position).turn_no == 1
    assert look(position).memory.box == display(" ".join(rows[2]))


def test_2_7_example_tim_sarah_and_linus() -> None:
    """The rulebook's sample turn of three: Tim shows 6, Sarah and Linus show 2, then Sarah 7 and Linus 2."""
    position = new(3)
    rows = shown(position, "rows")
    first = choose(position, 6, 2, 2)
    assert only(first.events, RowTaken) == [RowTaken(0, 6, rows[5])]
    assert only(first.events, CardRemoved) == [CardRemoved(2, [1, 2], rows[1][2])]
    assert shown(first.position, "rows")[1] == rows[1][:2]
    assert shown(first.position, "active") == [1, 2]
    second = choose(first.position, None, 7, 2)
    assert only(second.events, ChoicesRevealed) == [ChoicesRevealed([None, 7, 2])]
    assert only(second.events, RowTaken) == [RowTaken(2, 2, rows[1][:2]), RowTaken(1, 7, rows[6])]
    view = look(second.position)
    assert view.display_counts == [3, 3, 2]
    assert (view.box, view.pile, view.turn_no, view.turn) == (11, 72, 2, [0, 1, 2])
    refilled = only(second.events, RowsRefilled)[0]
    assert [len(cards) for cards in refilled.cards] == [0, 3, 0, 0, 0, 3, 3]


def test_2_8_the_turn_ends_when_every_seat_has_received_a_row() -> None:
    position = choose(new(4), 1, 2, 3, 4).position
    assert (look(position).turn_no, position.turn, look(position).display_counts) == (2, [0, 1, 2, 3], [3, 3, 3, 3])


def test_2_9_rows_are_filled_in_order_up_to_three_cards() -> None:
    position = table(*SIX, pile="king 2 farmer church 2 points4")
    played = choose(position, 6, 2)
    rows = shown(played.position, "rows")
    assert rows[1] == ["king", "farmer", "farmer"]
    assert rows[5] == ["church", "points4", "points4"]
    assert [rows[k] for k in (0, 2, 3, 4)] == [cards(SIX[k]) for k in (0, 2, 3, 4)]
    new_cards = [[], rows[1], [], [], [], rows[5]]
    assert only(played.events, RowsRefilled) == [RowsRefilled(new_cards, from_box=0, pile=0, last_turn=True)]


def test_2_10_old_cards_stay_inside_and_new_ones_go_outside() -> None:
    position = table(*SIX, pile="points4 2 farmer 2 church 5 chicken")
    met = choose(choose(position, 4, 4).position, 4, 4).position
    assert shown(met, "rows")[3] == ["goat"]
    played = choose(met, 1, 2)
    assert shown(played.position, "rows")[:4] == [
        ["points4", "farmer", "farmer"],
        ["church", "church", "chicken"],
        ["knight", "knight", "knight"],
        ["goat", "chicken", "chicken"],
    ]
    assert shown(played.position, "pile") == ["chicken", "chicken"]


def test_2_11_with_one_row_left_the_turn_ends_at_once_and_they_get_nothing() -> None:
    position = table("king", "pig cow", pile="3 goat 3 sheep 3 horse")
    played = choose(position, 1, 1)
    assert only(played.events, TurnCutShort) == [TurnCutShort([0, 1])]
    assert look(played.position).displays == [{}, {}]
    assert look(played.position).turn_no == 2
    assert shown(played.position, "rows")[:3] == [["goat"] * 3, ["pig", "cow", "sheep"], ["sheep", "sheep", "horse"]]


def test_2_11_with_no_row_left_the_turn_ends_at_once() -> None:
    position = table("king", "pig", seats=4, pile="3 goat 3 sheep 3 horse")
    played = choose(position, 1, 2, 1, 2)
    assert only(played.events, CardRemoved) == [CardRemoved(1, [0, 2], "king"), CardRemoved(2, [1, 3], "pig")]
    assert only(played.events, TurnCutShort) == [TurnCutShort([0, 1, 2, 3])]
    assert look(played.position).displays == [{}, {}, {}, {}]


def test_2_11_who_has_taken_a_row_keeps_it_when_the_turn_is_cut_short() -> None:
    position = table("king", "pig cow", "sheep", seats=3, pile="3 goat 3 horse")
    played = choose(position, 3, 1, 1)
    assert only(played.events, TurnCutShort) == [TurnCutShort([1, 2])]
    assert look(played.position).displays == [display("sheep"), {}, {}]


def test_2_11_fewer_rows_than_players_who_choose_again_is_not_yet_the_end() -> None:
    position = table("king pig", "cow goat", "sheep", seats=4)
    played = choose(position, 3, 3, 1, 1)
    assert only(played.events, TurnCutShort) == []
    assert played.position.turn == [0, 1, 2, 3]
    assert shown(played.position, "rows")[:3] == [["king"], ["cow", "goat"], []]


def test_2_11_one_row_left_is_no_harm_when_everybody_has_received_a_row() -> None:
    played = choose(table("king", "pig", "cow"), 1, 2)
    assert only(played.events, TurnCutShort) == []
    assert look(played.position).displays == [display("king"), display("pig")]


def test_2_11_it_can_happen_in_a_game_from_its_start() -> None:
    position = new(2)
    for row in (1, 2, 3, 4, 5):
        for _ in range(3):
            assert look(position).turn_no == 1
            position = choose(position, row, row).position
    assert (look(position).turn_no, look(position).displays) == (2, [{}, {}])
    assert (look(position).box, look(position).pile) == (32 + 15, 62 - 15)


def test_2_12_cards_taken_lie_open_by_kind() -> None:
    position = choose(table(*SIX, displays=("", "sheep pig")), 3, 5).position
    for seat in (None, 0, 1):
        assert look(position, seat).displays == [{"knight": 3}, {"sheep": 3, "horse": 1, "pig": 1}]


def test_2_13_cards_taken_cannot_be_given_away() -> None:
    position = new(2)
    assert {type(move).__name__ for move in position.legal(0)} == {"ChooseRow"}
    with pytest.raises(BadNotation):
        position.play(0, "give king 1")


@pytest.mark.parametrize("seat", [-1, 2, 3, 99])
def test_2_1_only_those_who_sit_at_the_table_choose(seat: int) -> None:
    with pytest.raises(BadOptions, match=f"no seat {seat}"):
        new(2).play(seat, "row 1")
