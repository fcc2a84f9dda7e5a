"""Chapter 4: the last turn, the shuffled box, and who has won."""

from __future__ import annotations

from collections import Counter

import pytest

from erre.core.errors import GameOver
from erre.games.rurare.components import KINDS
from erre.games.rurare.events import CardsScored, GameEnded, RowsRefilled, TurnCutShort
from tests.games.rurare.table import choose, display, look, new, only, shown, table

SIX = ("king pig cow", "church house wife", "3 knight", "goat goose rabbit", "2 sheep horse", "farmer points2 points3")


@pytest.mark.parametrize(
    ("pile", "last", "from_box"),
    [
        ("6 points4", True, 0),  # used up exactly
        ("6 points4 goat", False, 0),
        ("5 points4", True, 1),
        ("points4", True, 5),
        ("", True, 6),
    ],
)
def test_4_1_when_filling_uses_up_the_pile_the_next_turn_is_the_last(pile: str, last: bool, from_box: int) -> None:
    counts = {"points4": 6, "points3": 4}
    position = table(*SIX, pile=pile, box="5 house 5 church", options={"counts": counts})
    played = choose(position, 1, 2)
    refilled = only(played.events, RowsRefilled)[0]
    assert (refilled.last_turn, refilled.from_box) == (last, from_box)
    assert look(played.position).last_turn is last
    assert look(played.position).box == 10 - from_box
    after = choose(played.position, 3, 4).position
    assert (after.outcome is not None) is last


@pytest.mark.parametrize(
    ("seats", "turns", "pile_at_last", "from_box"),
    [(2, 12, 2, 4), (3, 10, 9, 0), (4, 9, 4, 8)],
)
def test_4_1_a_game_without_meeting_has_this_length(seats: int, turns: int, pile_at_last: int, from_box: int) -> None:
    position = new(seats)
    while True:
        pile = look(position).pile
        played = choose(position, *range(1, seats + 1))
        position = played.position
        if look(position).last_turn:
            break
    assert look(position).turn_no == turns
    assert pile == pile_at_last
    assert only(played.events, RowsRefilled)[0].from_box == from_box
    over = choose(position, *range(1, seats + 1)).position
    assert over.outcome is not None
    assert look(over).turn_no == turns


def test_4_1_a_pile_used_up_exactly_leaves_the_box_alone() -> None:
    position = table(*SIX, pile="6 points4", box="3 house", seen={"house": 2}, options={"deck": "reconstructed-b"})
    after = choose(position, 1, 2).position
    assert shown(after, "box") == ["house"] * 3
    assert look(after).memory.box == {"house": 2}


def test_4_1_laying_out_the_table_is_no_filling() -> None:
    position = new(4, counts=dict.fromkeys(KINDS, 0) | {"king": 24}, allowCustomTotal=True)
    assert (look(position).pile, look(position).last_turn, look(position).turn_no) == (0, False, 1)
    assert look(choose(position, 1, 2, 3, 4).position).last_turn


def test_4_2_the_whole_box_is_shuffled_and_the_rows_are_filled_from_it() -> None:
    """Cards of every way into the box come back: from the start, from meeting, and from the first scoring."""
    seen: Counter[str] = Counter()
    displays = ("4 church 3 farmer 3 points2", "")
    for seed in range(60):
        key = f"{seed:064x}"
        position = table(*SIX, displays=displays, box="4 horse", chance={"key": key, "drawn": 0})
        played = choose(choose(position, 5, 5).position, 1, 3)  # a horse goes to the box, ten red-cross cards follow
        assert only(played.events, RowsRefilled)[0].from_box == 7
        assert look(played.position).box == 4 + 1 + 10 - 7
        rows = shown(played.position, "rows")
        assert [len(row) for row in rows] == [3] * 6
        assert rows[4][:2] == ["sheep", "sheep"]
        seen.update([*rows[0], *rows[2], rows[4][2]])
    assert set(seen) == {"horse", "church", "farmer", "points2"}
    assert 105 <= seen["horse"] <= 175  # 60 games, 7 of 15 cards, 5 horses: 140


def test_4_2_once_shuffled_nobody_knows_what_of_it_is_left_but_by_counting() -> None:
    position = table(*SIX, box="3 house 5 points4", seen={"house": 3}, pile="king")
    after = choose(position, 1, 2).position
    assert look(after).memory.box == {}
    assert look(after).box == 3


def test_4_2_the_same_chance_draws_the_same_cards() -> None:
    position = table(*SIX, box="7 house 7 farmer 5 points4")
    assert choose(position, 1, 2).position == choose(position, 1, 2).position


def test_4_3_where_the_box_is_not_enough_the_rows_are_filled_as_far_as_it_goes() -> None:
    position = table(*SIX, pile="king", box="3 horse")
    played = choose(position, 6, 2)
    rows = shown(played.position, "rows")
    assert rows[1] == ["king", "horse", "horse"]
    assert rows[5] == ["horse"]
    assert (look(played.position).box, look(played.position).last_turn) == (0, True)
    assert played.position.turn == [0, 1]


def test_4_3_rows_may_stay_empty_and_cannot_be_chosen() -> None:
    after = choose(table(*SIX), 1, 2).position
    assert shown(after, "rows")[:2] == [[], []]
    assert len(after.legal(0)) == 4
    assert after.outcome is None


def test_4_3_without_any_card_left_there_is_nothing_to_choose_and_the_game_ends() -> None:
    played = choose(table("2 king", "pig"), 1, 2)
    outcome = played.position.outcome
    assert outcome is not None
    assert outcome.scores == [1, 1]


def test_4_4_the_second_scoring_counts_all_cards_in_front_and_ends_the_game() -> None:
    position = table(*SIX, displays=("3 king", "2 church"), last_turn=True, first_scores=[30, 20])
    played = choose(position, 1, 3)
    scored = only(played.events, CardsScored)
    assert [event.scoring for event in scored] == [2]
    assert [line.total for line in scored[0].points] == [9 + 1 + 1, 10 + 6]
    assert scored[0].totals == [41, 36]
    assert only(played.events, GameEnded) == [GameEnded([41, 36], [0])]
    assert only(played.events, RowsRefilled) == []
    view = look(played.position)
    assert (view.phase, view.turn, view.scorings) == ("over", [], [None, scored[0].points])
    assert view.displays == [display("4 king pig cow"), display("2 church 3 knight")]
    with pytest.raises(GameOver):
        played.position.play(0, "row 2")


def test_4_4_the_last_turn_may_be_cut_short_like_any_other() -> None:
    played = choose(table("king", "pig", last_turn=True, first_scores=[3, 4]), 1, 1)
    assert only(played.events, TurnCutShort) == [TurnCutShort([0, 1])]
    assert played.position.outcome is not None


def test_4_4_both_scorings_can_be_read_after_the_end() -> None:
    position = new(2)
    while position.outcome is None:
        position = choose(position, 1, 2).position
    first, second = look(position).scorings
    assert first is not None
    assert second is not None
    assert [a.total + b.total for a, b in zip(first, second, strict=True)] == position.scores
    assert [line.total for line in first] == look(position).first_scores


@pytest.mark.parametrize(
    ("first_scores", "scores", "winners"),
    [
        ([0, 0, 0], [9, 4, 1], [0]),
        ([0, 10, 0], [9, 14, 1], [1]),  # the first scoring counts as much as the second
        ([0, 0, 9], [9, 4, 10], [2]),
    ],
)
def test_4_5_the_most_points_from_both_scorings_win(
    first_scores: list[int], scores: list[int], winners: list[int]
) -> None:
    position = table(
        "king",
        "king",
        "king",
        seats=3,
        displays=("3 king", "2 king", "king"),
        last_turn=True,
        first_scores=first_scores,
    )
    outcome = choose(position, 1, 2, 3).position.outcome
    assert outcome is not None
    assert (outcome.scores, outcome.winners) == (scores, winners)
    assert outcome.ending.startswith("§4.4")


@pytest.mark.parametrize(
    ("first_scores", "winners"),
    [([1, 6, 0], [0, 1]), ([1, 6, 9], [0, 1, 2]), ([0, 6, 9], [1, 2]), ([0, 0, 8], [0, 2])],
)
def test_4_6_equal_totals_share_the_victory(first_scores: list[int], winners: list[int]) -> None:
    position = table(
        "king",
        "king",
        "king",
        seats=3,
        displays=("3 king", "2 king", "king"),
        last_turn=True,
        first_scores=first_scores,
    )
    outcome = choose(position, 1, 2, 3).position.outcome
    assert outcome is not None
    assert outcome.winners == winners
