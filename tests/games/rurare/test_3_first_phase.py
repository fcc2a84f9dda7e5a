"""Chapter 3: thirteen cards, the first scoring, and what stays."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from erre.core.errors import BadPosition, BadRecord
from erre.core.game import Position
from erre.games.rurare import GAME
from erre.games.rurare.events import CardsDiscarded, CardsScored, ChoicesRevealed, RowsRefilled, RowTaken, TurnCutShort
from tests.games.rurare.table import choose, display, look, new, only, shown, table

SEVEN = (
    "king pig cow",
    "church house wife",
    "3 knight",
    "goat goose rabbit",
    "2 sheep horse",
    "2 farmer points2",
    "3 points4",
)
PILE = "3 chicken 3 goose 3 rabbit 3 horse 3 wife"
TEN = "4 knight 4 pig 2 cow"
NINE = "3 house 3 church 3 points3"


@pytest.mark.parametrize(
    ("displays", "due"),
    [
        ((NINE, "3 farmer 3 wife 3 king", TEN), True),  # the example: 12, 12 and 13
        ((TEN, "4 king 6 knight 2 goat", ""), True),  # two reach 13 at once: 13 and 15
        ((NINE, "", ""), False),  # 12, 3 and 3
        (("", "", NINE + " king"), True),
        ((NINE + " 7 king", "", ""), True),  # far more than 13
    ],
)
def test_3_1_the_first_phase_ends_when_somebody_has_thirteen_cards(displays: tuple[str, ...], due: bool) -> None:
    played = choose(table(*SEVEN, seats=3, displays=displays, pile=PILE), 3, 4, 7)
    assert bool(only(played.events, CardsScored)) is due
    assert (look(played.position).first_scores is not None) is due


def test_3_1_thirteen_in_the_middle_of_a_turn_wait_for_its_end() -> None:
    position = table(*SEVEN, seats=3, displays=(TEN, "", ""), pile=PILE)
    met = choose(position, 3, 4, 4)
    assert look(met.position).display_counts == [13, 0, 0]
    assert only(met.events, CardsScored) == []
    assert len(only(choose(met.position, None, 4, 5).events, CardsScored)) == 1


def test_3_4_after_a_turn_that_was_cut_short_the_first_scoring_waits() -> None:
    position = table("3 knight", "pig", "cow", seats=3, displays=(TEN, "", ""), pile=f"{PILE} 6 house")
    played = choose(position, 1, 2, 2)
    assert only(played.events, TurnCutShort) == [TurnCutShort([1, 2])]
    assert only(played.events, CardsScored) == []
    assert look(played.position).display_counts == [13, 0, 0]
    assert look(played.position).turn_no == 2
    assert len(only(choose(played.position, 1, 2, 3).events, CardsScored)) == 1  # by the next whole turn


def test_3_4_a_second_turn_cut_short_lets_it_wait_again() -> None:
    position = table("3 knight", "pig", "cow", seats=3, displays=(TEN + " king", "", ""), pile="3 goose", box="2 wife")
    played = choose(position, 1, 2, 2)
    assert only(played.events, CardsScored) == []


def test_3_4_a_whole_position_may_wait_for_its_first_scoring() -> None:
    position = new(3)
    for _ in range(4):
        position = choose(position, 1, 2, 3).position
    position = position.play(0, "row 1").position
    while look(position).turn_no == 5:  # the others meet until only one row has cards
        row = next(k for k, cards in enumerate(look(position).rows, 1) if cards and k > 1)
        position = choose(position, None, row, row).position
    assert look(position).display_counts[0] >= 13
    written = position.to_json()
    assert "partial" not in written
    assert Position.from_json(GAME, written) == position
    changes: list[dict[str, Any]] = [{"options": {**written["options"], "cutShortTurn": "counts"}}, {"seen": {}}]
    for change in changes:
        with pytest.raises(BadPosition, match="so the first scoring has been"):
            Position.from_json(GAME, {**written, **change})


def test_3_4_by_option_a_turn_that_was_cut_short_counts_as_a_whole_one() -> None:
    options = {"cutShortTurn": "counts"}
    position = table("3 knight", "pig", "cow", seats=3, displays=(TEN, "", ""), pile=PILE, options=options)
    played = choose(position, 1, 2, 2)
    assert only(played.events, TurnCutShort) == [TurnCutShort([1, 2])]
    assert len(only(played.events, CardsScored)) == 1


def test_3_4_a_game_by_the_rules_before_is_replayed_as_it_was_played() -> None:
    """Version 1 of the rules counted a turn that was cut short: its records are replayed under that option."""
    assert GAME.rules_version == 2
    given = GAME.options_under(1, {"deck": "reconstructed-b"})
    assert GAME.read_options(given).cut_short_turn == "counts"
    assert GAME.options_under(2, {}) == {}
    with pytest.raises(BadRecord, match="rules version 7 of Ru-Ra-Re, here is version 2"):
        GAME.options_under(7, {})


def test_3_1_it_happens_only_once() -> None:
    position = table(*SEVEN, seats=3, displays=(TEN, "king", ""), pile=PILE, first_scores=[4, 5, 6])
    played = choose(position, 3, 4, 5)
    assert look(played.position).display_counts[0] == 13
    assert only(played.events, CardsScored) == []
    assert look(played.position).first_scores == [4, 5, 6]


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_3_1_without_meeting_it_comes_after_five_turns(seats: int) -> None:
    position = new(seats)
    for turn_no in range(1, 6):
        assert (look(position).turn_no, look(position).first_scores) == (turn_no, None)
        position = choose(position, *range(1, seats + 1)).position
    assert look(position).first_scores == position.scores
    assert look(position).turn_no == 6


def test_3_2_the_game_pauses_for_the_first_scoring_and_goes_on() -> None:
    played = choose(table(*SEVEN, seats=3, displays=("2 king " + TEN, "church", ""), pile=PILE), 3, 4, 5)
    scored = only(played.events, CardsScored)[0]
    assert (scored.scoring, [line.total for line in scored.points]) == (1, [1 + 14 + 10 + 3, 10 + 3, 3 + 1])
    assert scored.totals == [28, 13, 4]
    assert look(played.position).scorings == [scored.points]
    assert (played.position.turn, look(played.position).turn_no) == ([0, 1, 2], 2)
    assert played.position.scores == [28, 13, 4]


def test_3_3_red_cross_cards_go_to_the_box_and_green_tick_cards_stay() -> None:
    everything = (
        "king church points2 points3 points4 knight sheep horse pig cow goat chicken goose rabbit farmer wife house"
    )
    position = table(*SEVEN, seats=3, displays=(everything, "2 farmer", ""), pile=PILE)
    played = choose(position, 1, 2, 4)
    kept = display("2 king knight sheep horse 2 pig 2 cow goat chicken goose rabbit")
    assert look(played.position).displays == [kept, {}, display("goat goose rabbit")]
    assert only(played.events, CardsDiscarded) == [
        CardsDiscarded(
            [
                display("church points2 points3 points4 farmer wife house"),
                display("church 2 farmer wife house"),
                {},
            ]
        )
    ]
    assert Counter(shown(played.position, "box")) == display("2 church points2 points3 points4 3 farmer 2 wife 2 house")
    assert look(played.position).memory.box == display("2 church points2 points3 points4 3 farmer 2 wife 2 house")
    assert look(played.position).display_counts == [13, 0, 3]


def test_3_3_the_cards_are_in_the_box_before_the_rows_are_filled() -> None:
    """With an empty pile the rows are filled from the box, and from just these cards."""
    position = table(*SEVEN, seats=3, displays=(NINE + " king", "", ""))
    played = choose(position, 2, 3, 4)
    kinds = [type(event) for event in played.events[3:]]
    assert kinds == [ChoicesRevealed, *[RowTaken] * 3, CardsScored, CardsDiscarded, RowsRefilled]
    came = [card for row in shown(played.position, "rows")[1:4] for card in row]
    assert len(came) == 9
    assert not Counter(came) - Counter(display("4 house 4 church 3 points3 wife"))
    assert look(played.position).box == 12 - 9
    assert look(played.position).last_turn


def test_3_3_cards_of_the_second_phase_join_those_that_stayed() -> None:
    position = choose(table(*SEVEN, seats=3, displays=(NINE + " king", "", ""), pile=PILE), 1, 2, 4).position
    assert look(position).displays[0] == display("2 king pig cow")
    assert look(choose(position, 3, 5, 6).position).displays[0] == display("2 king pig cow 3 knight")
