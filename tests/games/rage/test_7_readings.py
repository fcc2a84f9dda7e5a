"""Rage, chapter 7: what the rulebook leaves open, and the readings A1 to A24 one by one."""

from __future__ import annotations

from typing import Any

import pytest

from erre.core.game import Outcome
from erre.games.rage.events import BidChosen, BidsRevealed, TrickWon, TrumpTurned
from tests.games.rage.table import ALL_SEATS, bidding, new, random_match, table, trick

DOMINATES = "noTrumpDominates"

TWO_CHANGES = [
    # sameTrick, plays (red is trump), winner, trump in the next trick, cards turned by then; orange lies below
    ("lastCard", "Y8 NT CT:G G0 R9", 3, "G", 1),  # A4: the later card decides
    ("lastCard", "Y8 CT:G NT G0 R9", 0, "O", 2),  # A5
    ("lastCard", "Y8 NT NT G0 R9", 0, "O", 1),  # A6: one card is turned
    ("lastCard", "Y8 CT:P CT:G G0 P9", 3, "G", 2),  # A7: each turns one
    ("lastCard", "Y8 CT:G CT:Y G0 R9", 0, "Y", 2),
    ("lastCard", "Y8 CT:G CT:R G0 R9", 4, "R", 2),  # back to the first trump
    (DOMINATES, "Y8 NT CT:G G0 R9", 0, "G", 1),  # no trump here, green afterwards
    (DOMINATES, "Y8 CT:G NT G0 R9", 0, "O", 2),
    (DOMINATES, "Y8 NT NT G0 R9", 0, "O", 1),
    (DOMINATES, "Y8 CT:P CT:G G0 P9", 3, "G", 2),
    (DOMINATES, "Y8 CT:G CT:Y G0 R9", 0, "Y", 2),
    (DOMINATES, "Y8 CT:G CT:R G0 R9", 4, "R", 2),
]


@pytest.mark.parametrize(("same_trick", "plays", "winner", "trump", "turned"), TWO_CHANGES)
def test_7_1_two_trump_changing_cards_in_one_trick(
    same_trick: str, plays: str, winner: int, trump: str, turned: int
) -> None:
    here = trick(plays, then="O", sameTrick=same_trick)
    assert here.winner == winner
    assert here.trump == trump
    assert len(here.turned) == turned
    assert not here.open.flip_pending
    assert here.open.next_trump is None


MORE_CHANGES = [
    ("lastCard", "Y8 NT CT:G NT G0", 0, "O", 2),
    ("lastCard", "Y8 CT:G NT CT:P P0", 4, "P", 2),
    ("lastCard", "Y8 NT CT:G CT:P P0", 4, "P", 2),
    ("lastCard", "Y8 NT NT CT:G G0", 4, "G", 1),
    (DOMINATES, "Y8 NT CT:G NT G0", 0, "O", 2),  # the second no-trump ends green before it began
    (DOMINATES, "Y8 CT:G NT CT:P P0", 0, "P", 2),
    (DOMINATES, "Y8 NT CT:G CT:P P0", 0, "P", 2),  # the last colour waits
    (DOMINATES, "Y8 NT NT CT:G G0", 0, "G", 1),
]


@pytest.mark.parametrize(("same_trick", "plays", "winner", "trump", "turned"), MORE_CHANGES)
def test_7_1_three_trump_changing_cards_in_one_trick(
    same_trick: str, plays: str, winner: int, trump: str, turned: int
) -> None:
    here = trick(plays, then="O", sameTrick=same_trick)
    assert (here.winner, here.trump, len(here.turned)) == (winner, trump, turned)


def test_7_1_where_no_trump_dominates_the_new_colour_waits_for_the_next_trick() -> None:
    hands = ("NT B1", "CT B2", "Y1 B3")
    here = table(*hands, trump="R", stock="G7 P1", options={"sameTrick": DOMINATES}).plays("NT", "CT")
    assert here.told(TrumpTurned) == [TrumpTurned(["G7"], "G", from_next_trick=True)]
    assert here.trump is None
    assert here.open.next_trump == "G"
    assert here.open.flip_pending
    here = here.plays("Y1")
    assert here.trump == "G"
    assert here.told(TrumpTurned) == [TrumpTurned(["G7"], "G", from_next_trick=True)]  # no second card


def test_7_1_where_the_last_card_decides_the_new_colour_is_trump_at_once() -> None:
    here = table("NT B1", "CT B2", "Y1 B3", trump="R", stock="G7 P1").plays("NT", "CT")
    assert here.told(TrumpTurned) == [TrumpTurned(["G7"], "G")]
    assert here.trump == "G"
    assert not here.open.flip_pending


def test_7_2_all_may_look_at_the_last_trick() -> None:
    here = table("Y9 B1", "Y2 B2", "Y3 B9", round=9)
    assert here.open.last_trick is None
    here = here.plays("Y9", "Y2", "Y3")
    for seat in (0, 1, 2, None):
        last = here.seen_by(seat).last_trick
        assert last is not None
        assert (last.leader, last.cards, last.winner) == (0, ["Y9", "Y2", "Y3"], 0)


@pytest.mark.parametrize("shown", [False, True])
def test_7_2_older_tricks_are_seen_only_where_the_table_shows_them(shown: bool) -> None:
    won: list[TrickWon] = []
    for here in random_match(4, seed=4, rounds=1, showOldTricks=shown):
        won += here.told(TrickWon)
        if here.open.round == 2:
            break
        for seat in (0, 3, None):
            view = here.seen_by(seat)
            if not shown:
                assert view.old_tricks is None
                continue
            assert view.old_tricks is not None
            seen = [(trick.leader, trick.cards, trick.winner) for trick in view.old_tricks]
            assert seen == [(event.leader, event.cards, event.seat) for event in won]
    assert len(won) == 10


def test_7_3_a_stock_that_runs_out_leaves_the_round_without_trump() -> None:
    here = table("CT Y1 B1", "Y2 Y3 R1", "Y4 Y5 R2", trump="R", stock="").plays("CT")
    assert here.trump is None
    here = here.plays("Y2", "Y4", "Y5", "Y1", "Y3")
    assert here.trump is None
    assert not here.open.flip_pending
    assert here.plays("R2", "B1", "R1").scored.tricks == [0, 0, 3]


def test_7_3_so_does_one_that_holds_only_action_cards() -> None:
    here = table("CT Y1", "Y2 Y3", "Y4 Y5", trump="R", stock="+5 -5 NT").plays("CT")
    assert here.trump is None
    assert here.open.turned == ["+5", "-5", "NT"]
    assert here.open.stock == 0


@pytest.mark.parametrize("same_trick", ["lastCard", DOMINATES])
def test_7_3_and_after_a_no_trump(same_trick: str) -> None:
    options = {"sameTrick": same_trick}
    here = table("NT Y1", "CT Y3", "Y4 Y5", trump="R", stock="", options=options).plays("NT", "CT", "Y4")
    assert here.trump is None
    assert not here.open.flip_pending
    assert here.turn == 2


def test_7_3_change_trump_in_the_same_trick_takes_the_last_coloured_card() -> None:
    here = table("CT Y1", "CT Y3", "Y4 R5", trump="R", stock="G1").plays("CT")
    assert here.trump == "G"
    assert here.plays("CT").trump is None


@pytest.mark.parametrize("kind", ["hidden", "secret"])
def test_7_4_a_bid_made_at_once_may_be_changed_until_the_last_one_is_in(kind: str) -> None:
    here = bidding(3, bidding=kind).moves(0, "bid 3").moves(1, "bid 1")
    assert here.position.turn == [2]
    assert here.legal(0) == [f"bid {bid}" for bid in range(11)]
    here = here.moves(0, "bid 7").moves(0, "bid 5")
    assert here.told(BidChosen) == [BidChosen(0, 3), BidChosen(1, 1), BidChosen(0, 7), BidChosen(0, 5)]
    assert here.seen_by(0).bids == [5, None, None]
    assert here.refuses("bid 11", seat=0).rule == "§2.2"
    here = here.moves(2, "bid 2")
    assert here.truth.bids[:3].tolist() == [5, 1, 2]
    assert here.position.phase == "tricks"
    if kind == "hidden":
        assert here.revealed == [BidsRevealed([5, 1, 2])]
    assert here.refuses("bid 4", seat=0).rule == "§2.3"


def test_7_4_a_bid_made_aloud_stands() -> None:
    here = bidding(3).bids(3)
    assert here.legal(0) == []


# -- the readings, by their rows in RULES.md


@pytest.mark.parametrize("action", ["J:Y", "NT", "CT", "+5", "-5"])
def test_3_2_reading_a1_an_action_card_does_not_excuse_from_following(action: str) -> None:
    here = table("Y8", f"Y3 {action.split(':')[0]}", "B1", stock="G1").plays("Y8")
    assert here.legal() == ["Y3"]
    assert here.refuses(action).rule == "§3.2"


@pytest.mark.parametrize("led", ["NT", "CT", "+5", "-5"])
def test_3_17_reading_a2_after_an_action_card_the_choice_is_free(led: str) -> None:
    here = table(led, "Y3 B1 J NT", "B2", trump="R", stock="G1").plays(led)
    assert here.legal() == ["B1", "Y3", "J:B", "J:G", "J:R", "J:Y", "J:P", "J:O", "NT"]


def test_3_17_reading_a3_the_colour_of_a_jolly_led_must_be_followed() -> None:
    here = table("J", "Y3 B1 J", "B2").plays("J:Y")
    assert here.legal() == ["Y3"]
    assert table("J", "Y3 B1 J", "B2").plays("J:G").legal()[:2] == ["B1", "Y3"]


def test_7_1_reading_a4_change_trump_after_no_trump() -> None:
    assert trick("Y8 NT CT:G G0").winner == 3
    assert trick("Y8 NT CT:G G0", sameTrick=DOMINATES).winner == 0


@pytest.mark.parametrize("same_trick", ["lastCard", DOMINATES])
def test_3_11_reading_a5_no_trump_after_change_trump(same_trick: str) -> None:
    here = trick("Y8 CT:G NT G0", then="P", sameTrick=same_trick)
    assert (here.winner, here.trump) == (0, "P")


@pytest.mark.parametrize("plays", ["Y8 NT NT R9", "NT NT NT NT Y1 R9"])
def test_3_12_reading_a6_several_no_trumps_turn_one_card(plays: str) -> None:
    here = trick(plays, then="P")
    assert len(here.turned) == 1
    assert here.trump == "P"


def test_3_13_reading_a7_each_change_trump_turns_a_card() -> None:
    here = trick("CT:G CT:Y CT:P CT:B Y1 G9 B0")
    assert len(here.turned) == 4
    assert (here.winner, here.trump) == (6, "B")


def test_3_13_reading_a8_the_colour_turned_may_be_the_old_one() -> None:
    assert trick("Y8 R4 CT:R Y9").winner == 1
    assert trick("Y8 R4 NT Y9", then="R").trump == "R"


def test_3_12_reading_a9_no_trump_in_the_last_trick_turns_nothing() -> None:
    here = table("NT", "R4", "Y1", trump="R", stock="G1", round=9, tricks=[1, 0, 0], bids=[1, 1, 0])
    here = here.plays("NT", "R4", "Y1")
    (turned,) = here.told(TrumpTurned)  # only the trump of the next round
    assert here.open.round == 10
    assert turned.cards == here.open.turned


@pytest.mark.parametrize("trump", ["R", "G", None])
@pytest.mark.parametrize(("plays", "winner"), [("+5 J:G NT", 1), ("J:G -5 +5", 0), ("NT CT:Y -5 J:G", 3)])
def test_3_18_reading_a10_among_action_cards_one_jolly_wins(plays: str, winner: int, trump: str | None) -> None:
    assert trick(plays, trump).winner == winner


@pytest.mark.parametrize(
    ("plays", "winner"),
    [("+5 J:G J:G", 2), ("+5 J:G J:R", 2), ("+5 J:R J:G", 1), ("+5 J:G J:Y", 1), ("+5 J:Y J:G", 1)],
)
def test_3_16_reading_a11_among_action_cards_two_jollies(plays: str, winner: int) -> None:
    assert trick(plays, trump="R").winner == winner


@pytest.mark.parametrize("end", ["NT", "CT:G"])
def test_3_11_reading_a12_a_jolly_of_the_former_trump_keeps_its_colour(end: str) -> None:
    assert trick(f"Y8 J:R {end}").winner == 0  # trump no more
    assert trick(f"J:R {end} R15 Y8").winner == 0  # but the highest red, and red is led
    assert trick(f"R15 J:R {end} Y8").winner == 1


def test_3_14_reading_a13_a_jolly_may_be_named_in_a_colour_of_the_hand() -> None:
    here = table("J B5 G1 R1 Y1 P1 O1", "Y2", "Y3", round=4)
    assert {move for move in here.legal() if move.startswith("J")} == {f"J:{colour}" for colour in "BGRYPO"}


def test_3_16_reading_a14_which_of_two_jollies_is_higher() -> None:
    assert trick("J:Y J:Y Y15").winner == 1
    assert trick("J:Y J:Y Y15", jollyOrder="first").winner == 0


def test_3_15_reading_a15_a_jolly_has_no_number_to_name() -> None:
    here = table("Y15", "J", "Y14").plays("Y15")
    assert here.legal() == ["J:B", "J:G", "J:R", "J:Y", "J:P", "J:O"]
    assert here.plays("J:Y", "Y14").winner == 1


@pytest.mark.parametrize("seats", ALL_SEATS)
def test_7_3_reading_a16_with_the_whole_deck_the_stock_never_runs_out(seats: int) -> None:
    assert 112 - 10 * seats >= 32 > 17
    for here in random_match(seats, seed=80 + seats):
        assert here.open.stock > 0


def test_5_3_reading_a17_equal_totals() -> None:
    fields: dict[str, Any] = {"phase": "over", "round": 10, "totals": [5, 5, 1], "correct": [2, 3, 0]}
    ending = "§5.1 the tenth round is scored"
    assert table("", "", "", **fields).position.outcome == Outcome([5, 5, 1], [0, 1], ending)
    decided = table("", "", "", options={"tieBreak": "mostCorrectBids"}, **fields)
    assert decided.position.outcome == Outcome([5, 5, 1], [1], ending)


def test_4_2_reading_a18_plus_five_counts_with_a_missed_bid() -> None:
    here = table("Y9", "+5", "Y1", round=10, bids=[0, 0, 0]).plays("Y9", "+5", "Y1")
    assert here.scored.points == [1 - 5 + 5, 10, 10]


def test_4_3_reading_a19_a_bid_of_none_that_comes_true_is_worth_ten() -> None:
    here = table("Y9", "Y2", "Y1", round=10, bids=[1, 0, 0]).plays("Y9", "Y2", "Y1")
    assert here.scored.points == [11, 10, 10]


def test_5_2_reading_a20_only_the_total_decides() -> None:
    fields: dict[str, Any] = {"phase": "over", "round": 10, "totals": [31, 30, 1], "correct": [1, 9, 0]}
    outcome = table("", "", "", **fields).position.outcome
    assert outcome is not None
    assert outcome.winners == [0]


def test_7_2_reading_a21_the_counts_are_open_and_old_tricks_closed() -> None:
    here = table("Y9 B9 G1", "Y2 B2 G2", "Y3 B1 G3", round=8)
    here = here.plays("Y9", "Y2", "Y3", "B9", "B2", "B1")
    assert here.open.tricks == [2, 0, 0]
    assert here.open.old_tricks is None
    assert here.open.last_trick is not None
    assert here.open.last_trick.cards == ["B9", "B2", "B1"]


@pytest.mark.parametrize("seats", ALL_SEATS)
def test_3_1_reading_a22_each_round_is_led_by_the_left_of_its_dealer(seats: int) -> None:
    rounds = set()
    for here in random_match(seats, seed=90 + seats):
        view = here.open
        if view.phase == "tricks" and not any(view.tricks) and not view.trick:
            rounds.add(view.round)
            assert view.leader == here.turn == (view.dealer + 1) % seats
    assert rounds == set(range(1, 11))


def test_6_3_reading_a23_secret_bids_are_masked_until_the_round_is_scored() -> None:
    for here in random_match(3, seed=5, bidding="secret", rounds=2):
        for seat in (0, 1, 2, None):
            view = here.seen_by(seat)
            assert all(bid is None for other, bid in enumerate(view.bids) if other != seat)
            assert len(view.sheet) == view.round - 1


def test_1_4_reading_a24_cards_passed_over_lie_open_and_out_of_play() -> None:
    here = table("CT Y1", "Y2 Y3", "Y4 Y5", trump="R", stock="NT +5 G1").plays("CT", "Y2", "Y4")
    for seat in (0, 1, 2, None):
        assert here.seen_by(seat).turned == ["NT", "+5", "G1"]
    assert here.told(TrickWon)[0].bonus == 0  # a +5 beside the stock is in nobody's trick


def test_0_3_reading_the_deck_is_the_same_in_every_round() -> None:
    assert {len(new(3, seed).position.to_json()["stock"]) + len(new(3, seed).open.turned) for seed in range(9)} == {82}
