"""Rage, chapter 3: tricks."""

from __future__ import annotations

import pytest

from erre.core.errors import NotYourTurn
from erre.games.rage.events import CardPlayed, RoundDealt, TrickWon
from tests.games.rage.table import ALL_SEATS, new, random_match, table, trick


@pytest.mark.parametrize("seats", ALL_SEATS)
def test_3_1_the_left_of_the_dealer_leads_and_play_goes_clockwise(seats: int) -> None:
    for dealer in range(seats):
        leader = (dealer + 1) % seats
        hands = [f"Y{seat} Y{seat + 8}" for seat in range(seats)]
        here = table(*hands, dealer=dealer, leader=leader)
        order = []
        for _ in range(seats):
            order.append(here.turn)
            here = here.plays(f"Y{here.turn}")
        assert order == [(leader + k) % seats for k in range(seats)]
        assert [event.seat for event in here.told(CardPlayed)] == order


def test_3_1_only_a_card_of_the_hand_can_be_played() -> None:
    here = table("Y3 J", "Y4 NT", "Y5 +5")
    for card, name in (("Y4", "Y4"), ("B0", "B0"), ("NT", "NT"), ("-5", "-5")):
        refusal = here.refuses(card)
        assert (refusal.rule, refusal.why) == ("§3.1", f"you do not hold {name}")
    assert here.plays("Y3").refuses("J:R").why == "you do not hold J"


def test_3_1_a_card_that_was_played_is_gone() -> None:
    here = table("Y9 J", "Y4 Y6", "Y5 Y7").plays("Y9", "Y4", "Y5")
    assert here.seen_by(0).hand == ["J"]
    assert here.refuses("Y9").rule == "§3.1"


def test_3_1_nobody_plays_out_of_turn_or_twice() -> None:
    here = table("Y3 Y1", "Y4 Y2", "Y5 Y6").plays("Y3")
    for seat, card in ((0, "Y1"), (2, "Y5")):
        with pytest.raises(NotYourTurn):
            here.moves(seat, card)


FOLLOWING = [
    # hand, trick so far, legal cards
    ("Y3 R5 J +5", "Y8", "Y3"),
    ("R5 J +5", "Y8", "R5 J:B J:G J:R J:Y J:P J:O +5"),
    ("Y3 J", "+5", "Y3 J:B J:G J:R J:Y J:P J:O"),  # the led colour is open
    ("Y3 J", "J:Y", "Y3"),  # a jolly leads its colour
    ("J NT", "Y8", "J:B J:G J:R J:Y J:P J:O NT"),
    ("Y3 Y9 Y15 R5", "Y8", "Y3 Y9 Y15"),  # any of the colour, higher or lower
    ("Y3 R5", "Y8 R1", "Y3"),  # a trump in the trick does not excuse
    ("Y3 R5", "R1", "R5"),  # trump is led
    ("Y3 R5", "+5 -5 NT", "R5 Y3"),
    ("Y3 R5", "+5 R1 Y2", "R5"),  # the first colour counts, wherever it lies
    ("Y3 R5", "NT J:R Y2", "R5"),
    ("J J NT NT CT +5 +5 -5", "Y8", "J:B J:G J:R J:Y J:P J:O NT CT +5 -5"),  # equal cards are one move
    ("Y3 Y4 NT", "", "Y3 Y4 NT"),  # the leader plays anything
]


@pytest.mark.parametrize(("hand", "before", "legal"), FOLLOWING)
def test_3_2_a_hand_that_holds_the_led_colour_plays_it(hand: str, before: str, legal: str) -> None:
    played = len(before.split())
    hands = [""] * 4
    hands[played] = hand
    here = table(*hands, trick=before, trump="R")
    assert here.legal() == legal.split()
    for card in legal.split():
        here.plays(card)


@pytest.mark.parametrize("card", ["R5", "B2", "J:Y", "J:R", "J", "NT", "CT", "+5", "-5"])
def test_3_2_no_other_card_is_accepted_from_it(card: str) -> None:
    here = table("Y8 Y1", "Y3 R5 B2 J NT CT +5 -5", "G1 G2", trump="R", stock="G3", round=3).plays("Y8")
    refusal = here.refuses(card)
    assert (refusal.rule, refusal.why) == ("§3.2", "you hold yellow, so you must play yellow")


@pytest.mark.parametrize("card", ["R5", "B2", "J:Y", "NT", "CT", "+5", "-5"])
def test_3_3_who_cannot_follow_plays_any_card(card: str) -> None:
    here = table("Y8 Y1", "R5 B2 J NT CT +5 -5", "G1 G2", trump="R", stock="G3", round=4)
    assert here.plays("Y8", card).told(CardPlayed)[-1] == CardPlayed(1, card)


@pytest.mark.parametrize("card", ["Y8", "R5", "J:G", "NT", "CT", "+5", "-5"])
def test_3_3_so_does_who_leads(card: str) -> None:
    here = table("Y8 R5 J NT CT +5 -5", "G1", "G2", trump="R", stock="G3", round=4)
    assert here.plays(card).told(CardPlayed)[-1] == CardPlayed(0, card)


TRICKS = [
    # trump, plays, winner
    ("R", "Y8 Y12 Y3", 1),  # highest led
    ("R", "Y8 Y3 Y12", 2),
    ("R", "Y12 Y8 Y3", 0),
    ("R", "Y8 G15 O15", 0),  # off-colour never wins
    ("R", "Y0 G15 O15 B15 P15", 0),
    ("R", "+5 G3 G7", 2),  # first colour after an action lead is led
    ("R", "+5 G7 Y15", 1),
    ("R", "-5 +5 Y0", 2),
    (None, "Y8 R15 Y9", 2),  # no trump at all
    ("R", "Y1 Y2 Y3 Y4 Y5 Y6 Y7 Y8", 7),
]


@pytest.mark.parametrize(("trump", "plays", "winner"), TRICKS)
def test_3_4_the_highest_card_of_the_led_colour_wins(trump: str | None, plays: str, winner: int) -> None:
    assert trick(plays, trump).winner == winner


TRUMPED = [
    ("R", "Y8 R0 Y15", 1),  # trump 0 beats led 15
    ("R", "Y8 R4 R3", 1),  # the highest trump
    ("R", "Y8 R4 R9 R7", 2),
    ("R", "R4 Y15 R5", 2),  # trump led
    ("R", "R4 Y15 G15", 0),
    ("R", "+5 Y15 R0", 2),
    ("R", "-5 R0 Y15", 1),  # trump is the first colour
]


@pytest.mark.parametrize(("trump", "plays", "winner"), TRUMPED)
def test_3_5_trump_beats_every_other_colour_and_the_highest_trump_wins(trump: str, plays: str, winner: int) -> None:
    assert trick(plays, trump).winner == winner


@pytest.mark.parametrize("seats", ALL_SEATS)
def test_3_6_the_winner_lays_the_trick_aside_and_leads_the_next(seats: int) -> None:
    for leader in range(seats):
        for best in range(seats):
            hands = [f"Y{15 if seat == best else seat} G{seat}" for seat in range(seats)]
            here = table(*hands, leader=leader)
            for _ in range(seats):
                here = here.plays(here.legal()[-1])  # yellow stands behind green in a hand
            assert here.winner == here.open.leader == here.turn == best
            assert here.open.tricks == [int(seat == best) for seat in range(seats)]
            assert here.open.trick == []
            assert here.told(TrickWon)[0].leader == leader
            assert here.told(TrickWon)[0].cards == [hands[(leader + k) % seats].split()[0] for k in range(seats)]


def test_3_6_the_number_of_tricks_is_seen_by_all() -> None:
    for here in random_match(4, seed=3, rounds=1):
        counts = [here.seen_by(seat).tricks for seat in (0, 1, 2, 3, None)]
        assert counts == [here.open.tricks] * 5


def test_3_7_the_round_ends_when_the_hands_are_empty() -> None:
    here = table("Y1 Y4", "Y2 Y5", "Y3 Y6", bids=[0, 0, 2], round=9)
    here = here.plays("Y1", "Y2", "Y3")
    assert here.position.phase == "tricks"
    assert here.open.sheet == [None] * 8
    here = here.plays("Y6", "Y4", "Y5")
    assert here.open.round == 10
    assert here.position.phase == "bidding"
    assert here.scored.tricks == [0, 0, 2]
    assert here.told(RoundDealt)[-1].round == 10


@pytest.mark.parametrize("seats", ALL_SEATS)
def test_3_7_a_round_has_as_many_tricks_as_cards_in_a_hand(seats: int) -> None:
    won = [0] * 11
    for here in random_match(seats, seed=40 + seats):
        if wins := here.told(TrickWon):
            scored = here.events[-1].__class__.__name__ == "MatchEnded" or bool(here.told(RoundDealt))
            won[here.open.round - (scored and here.position.outcome is None)] += len(wins)
    assert won[1:] == list(range(10, 0, -1))


def test_3_7_the_winner_of_the_last_trick_does_not_lead_the_next_round() -> None:
    here = table("Y1", "Y9", "Y2", round=2, tricks=[8, 0, 0], dealer=2, leader=0, bids=[0, 0, 0]).plays(
        "Y1", "Y9", "Y2"
    )
    assert here.winner == 1
    assert (here.open.dealer, here.open.leader, here.turn) == (0, 1, 1)
    here = table("Y9", "Y1", "Y2", round=2, tricks=[8, 0, 0], dealer=2, leader=0, bids=[0, 0, 0]).plays(
        "Y9", "Y1", "Y2"
    )
    assert here.winner == 0
    assert (here.open.dealer, here.open.leader, here.turn) == (0, 1, 1)


def test_3_7_a_new_match_reaches_its_first_trick_with_full_hands() -> None:
    here = new(8, 5).bids(*[1] * 8)
    assert here.open.hand_counts == [10] * 8
