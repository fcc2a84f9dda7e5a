"""Rage: positions as JSON, there and back, and what follows from what they say."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import pytest

from erre.core.errors import BadPosition
from tests.games.rage.table import ALL_SEATS, OPTION_SETS, Table, bidding, new, random_match, table
from tests.games.rage.written import PLAIN, Written, load, whole


@pytest.mark.parametrize("options", OPTION_SETS, ids=str)
@pytest.mark.parametrize("seats", ALL_SEATS)
def test_every_position_of_a_match_survives_json(seats: int, options: dict[str, Any]) -> None:
    for number, here in enumerate(random_match(seats, seed=seats, **options)):
        if number % 11 == seats % 11 or here.position.outcome is not None:
            assert load(here.position.to_json()) == here.position
            assert here.position.to_json().get("partial") is None
    assert here.position.outcome is not None


@pytest.mark.parametrize("options", OPTION_SETS, ids=str)
def test_a_position_may_be_written_without_the_cards_out_of_play(options: dict[str, Any]) -> None:
    for number, here in enumerate(random_match(4, seed=6, rounds=3, **options)):
        if number % 7:
            continue
        plain = {name: value for name, value in here.position.to_json().items() if name in PLAIN}
        read = load(plain)
        assert {name: value for name, value in read.to_json().items() if name in PLAIN} == plain
        assert read.turn == here.position.turn
        assert [read.legal(seat) for seat in range(4)] == [here.position.legal(seat) for seat in range(4)]
        assert load(read.to_json()) == read


@pytest.mark.parametrize("options", OPTION_SETS, ids=str)
def test_play_goes_on_from_a_position_as_it_would_have_gone(options: dict[str, Any]) -> None:
    chooser = random.Random(1)
    here = there = new(5, 3, **options)
    for number in range(90):  # into the second round: what is dealt there is the same, too
        seat = chooser.choice(here.position.turn)
        move = chooser.choice(here.legal(seat))
        here = here.moves(seat, move)
        there = there.moves(seat, move)
        assert there.position == here.position
        if number == 40:
            there = Table(load(there.position.to_json()))
    assert here.open.round == 2


def partial_tables() -> list[Table]:
    """Tables that a test might lay out, with little on them."""
    return [
        table("Y8", "R4", "NT"),
        table("Y8 B1", "R4", "NT J J", trump="R", stock="NT G1"),
        table("", "Y3 J", "", trick="+5"),
        table("", "", "Y3 J", trick="+5 J:Y"),
        table("B1", "B2", "G1", trick="Y8 NT", trump=None, flip_pending=True),
        table("", "", "", phase="over", round=10, totals=[1, 2, 3]),
        bidding(8),
        bidding(3, 4, None, 2, bidding="hidden"),
        bidding(3, bidding="secret"),
        table("Y1", "Y2", "Y3", tricks=[4, 0, 0], round=6, bonus=[5, 0, 0], bids=[5, 0, 0]),
        table("NT", "CT", "B1", trick="", options={"sameTrick": "noTrumpDominates"}, stock="G1").plays("NT", "CT"),
    ]


def test_partial_positions_survive_json_and_play() -> None:
    for here in partial_tables():
        for _ in range(12):
            written = here.position.to_json()
            assert load(written) == here.position
            moves = [(seat, here.legal(seat)) for seat in here.position.turn]
            if not any(legal for _, legal in moves):
                break
            seat, legal = moves[0]
            here = here.moves(seat, legal[-1])


def test_equal_positions_are_equal_however_they_are_written() -> None:
    one = table("Y8 J +5", "R4 NT", "B1", trump="R", trick="G1", leader=2, dealer=1)
    other = table(
        " +5  Y8 J", "NT r4", "b1", trump="r", trick="g1", leader=2, bids=[None] * 3, totals=[0, 0, 0], turn=0
    )
    assert one.position == other.position
    assert hash(one.position) == hash(other.position)
    assert str(one.position) == str(other.position)


def test_the_dealer_may_be_left_out_where_the_leader_is_said() -> None:
    read = load({"seats": 3, "phase": "bidding", "hands": [[], [], []], "leader": 0, "partial": True})
    assert read.turn == [0]
    assert read.to_json()["dealer"] == 2


def test_a_card_in_a_trick_may_stand_in_a_list_of_its_own() -> None:
    fields = {"seats": 3, "phase": "tricks", "leader": 0, "hands": [[], ["Y1"], []], "partial": True}
    assert load({**fields, "trick": [["J:R"]]}) == load({**fields, "trick": ["J:R"]})


def test_3_1_hands_of_different_sizes_end_the_round_when_nobody_can_lead() -> None:
    fields = {"seats": 3, "phase": "tricks", "round": 9, "dealer": 2, "bids": [0, 0, 0], "trump": "R", "partial": True}
    position = load({**fields, "hands": [["Y3", "Y4"], ["Y5"], ["Y6"]]})
    for seat, card in enumerate(("Y3", "Y5", "Y6")):
        step = position.play(seat, card)
        position = step.position
    assert [type(event).__name__ for event in step.events][:3] == ["CardPlayed", "TrickWon", "RoundScored"]
    assert all(position.legal(seat) for seat in position.turn)


# -- a no-trump on the table, the score sheet, uneven hands, and the stock


@pytest.mark.parametrize("said", [{"trump": "R"}, {}, {"flip_pending": True}, {"trump": None}])
def test_3_11_a_position_with_a_no_trump_in_the_open_trick_has_no_trump(said: Written) -> None:
    here = table("", "", "R4", trick="Y8 NT", dealer=2, bids=[0, 0, 0], stock="P1", round=10, **{"trump": None, **said})
    assert (here.trump, here.open.flip_pending) == (None, True)
    assert here.plays("R4").winner == 0


def test_3_12_a_position_with_a_no_trump_in_the_open_trick_turns_a_new_trump_after_it() -> None:
    here = table("B1", "B2", "R4 B3", trick="Y8 NT", dealer=2, stock="P1", trump="R")
    assert here.plays("R4").trump == "P"


@pytest.mark.parametrize(
    ("trick", "rule", "trump", "waiting"),
    [
        ("Y8 NT CT", "lastCard", "G", None),
        ("Y8 CT NT", "lastCard", None, None),
        ("NT", "lastCard", None, None),
        ("Y8 CT", "lastCard", "G", None),
        ("Y8 CT", "noTrumpDominates", "G", None),
        ("Y8 CT NT", "noTrumpDominates", None, None),
    ],
)
def test_7_1_the_trump_of_a_position_follows_from_the_open_trick(
    trick: str, rule: str, trump: str | None, waiting: str | None
) -> None:
    here = table("B1", "B2", "B3", "B4", trick=trick, trump="G", dealer=3, options={"sameTrick": rule})
    assert (here.trump, here.open.next_trump) == (trump, waiting)


def test_7_1_a_trump_that_waits_behind_a_no_trump_is_kept() -> None:
    options = {"sameTrick": "noTrumpDominates"}
    here = table("B1", "B2", "B3 R1", trick="NT CT", next_trump="G", trump=None, flip_pending=True, options=options)
    assert (here.trump, here.open.next_trump) == (None, "G")
    assert here.plays("R1").trump == "G"


KEPT = {"bids": [1, 2, 3, 4], "tricks": [1, 2, 3, 4], "points": [11, 12, 13, 14]}
CONTRADICTIONS: list[tuple[str, Callable[[Written], Any], str]] = [
    ("more correct bids than rounds", lambda w: w.update(correct=[10, 10, 10, 10]), "correct: by the sheet seat 0 has"),
    ("a correct bid too few", lambda w: w.update(correct=[0, 0, 0, 0], sheet=[KEPT]), "correct: by the sheet"),
    ("other totals", lambda w: w["totals"].__setitem__(0, w["totals"][0] + 1), "totals: by the sheet seat 0 has"),
    ("totals that no round gives", lambda w: w.update(totals=[99, 0, 0, 0], sheet=[]), "totals: by the sheet seat 0"),
    ("a trick too few", lambda w: w["sheet"][0].update(tricks=[0, 0, 0, 9]), "sheet: in round 1 10 tricks were taken"),
    ("a bid that was not made", lambda w: w["sheet"][0]["bids"].__setitem__(0, None), "sheet: in round 1 all have bid"),
    ("points that no card gives", lambda w: w["sheet"][0]["points"].__setitem__(0, 3), "cannot have|more points"),
]


@pytest.mark.parametrize(
    ("change", "words"), [row[1:] for row in CONTRADICTIONS], ids=[row[0] for row in CONTRADICTIONS]
)
def test_4_5_totals_correct_bids_and_the_sheet_may_not_contradict_each_other(
    change: Callable[[Written], Any], words: str
) -> None:
    written = whole()
    load(written)
    change(written)
    with pytest.raises(BadPosition, match=words):
        load(written)


def test_4_5_a_position_without_a_sheet_may_have_any_totals_that_its_rounds_can_give() -> None:
    load({**whole(), "sheet": [], "totals": [-20, 12, 30, 0], "correct": [0, 1, 1, 0]})


def test_4_5_the_scores_of_a_partial_position_are_its_own() -> None:
    here = table("Y1", "Y2", "Y3", totals=[100, 0, 0], correct=[9, 0, 0], round=2)
    written = here.position.to_json()
    assert written["partial"] is True
    assert load(written) == here.position


def test_4_5_a_partial_position_can_be_written_down_after_any_number_of_rounds() -> None:
    here = table("Y1", "Y2", "Y3", bids=[0, 0, 1], correct=[10, 10, 10], round=9)
    position = here.plays("Y1", "Y2", "Y3").position
    written = position.to_json()
    assert written["correct"] == [11, 11, 11]
    assert load(written) == position


def test_3_7_with_uneven_hands_the_round_ends_when_somebody_cannot_play() -> None:
    here = table("Y3 Y4", "Y5", "Y6", round=9, bids=[0, 0, 1], totals=[0, 0, 0])
    after = here.plays("Y3", "Y5", "Y6")
    assert after.open.round == 10
    assert after.position.legal(after.turn)
    short = table("Y3", "Y5", "", round=9)
    assert short.plays("Y3", "Y5").open.round == 10


def test_3_1_a_seat_that_is_to_play_holds_a_card() -> None:
    with pytest.raises(BadPosition, match="seat 0 is to play, but holds no card"):
        table("", "Y5", "Y6")


def test_1_2_a_position_says_how_much_of_the_stock_can_still_be_turned() -> None:
    assert table("NT B1", "B2 B3", "B4 B5", stock="+5 G1 P1").position.to_json()["stock_live"] == 2
    assert table("B1", "B2", "B3", stock="+5 G1 P1").position.to_json()["stock_live"] == 0
    assert table("CT", "CT", "B3", stock="G1 P1 R1").position.to_json()["stock_live"] == 2
    assert table("B1", "B2", "B3 B4", trick="Y8 NT", stock="-5 P1 R1").position.to_json()["stock_live"] == 2


def test_1_2_only_the_cards_that_can_be_turned_are_shuffled() -> None:
    dealt = new(3).position.to_json()
    assert 0 <= dealt["stock_live"] < len(dealt["stock"])
