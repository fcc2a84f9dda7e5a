"""Rage, chapter 3: the action cards."""

from __future__ import annotations

import itertools

import pytest

from erre.games.rage.components import JOLLY, NO_TRUMP
from erre.games.rage.events import CardPlayed, TrickWon, TrumpEnded, TrumpTurned
from erre.games.rage.rules.action_cards import colour_of
from tests.games.rage.table import table, trick


def test_3_8_an_action_card_has_no_colour_but_a_jolly_has_the_one_named() -> None:
    assert [colour_of(JOLLY + colour) for colour in range(6)] == list(range(6))
    assert [colour_of(code) for code in range(NO_TRUMP, NO_TRUMP + 4)] == [-1] * 4
    assert [colour_of(code) for code in range(96)] == [code // 16 for code in range(96)]


@pytest.mark.parametrize("hand", ["J", "NT", "CT", "+5", "-5", "J NT CT +5 -5"])
def test_3_8_an_action_card_creates_no_duty_to_follow(hand: str) -> None:
    here = table("Y8", f"{hand} B1", "G1", trick="", leader=0, trump="R", stock="G3").plays("Y8")
    assert "B1" in here.legal()
    assert {card.split(":")[0] for card in here.legal()} == {*hand.split(), "B1"}


@pytest.mark.parametrize("action", ["NT", "CT:G", "+5", "-5"])
def test_3_8_an_action_card_without_colour_never_beats_a_coloured_one(action: str) -> None:
    assert trick(f"{action} Y0 P1", trump="B").winner == 1
    assert trick(f"Y0 {action} P1", trump="B").winner == 0


BONUS = [
    # plays, points of the trick
    ("Y8 Y9 Y1", 0),
    ("Y8 Y9 +5", 5),
    ("Y8 Y9 -5", -5),
    ("+5 Y9 +5", 10),
    ("+5 +5 +5 Y9", 15),
    ("-5 -5 -5 Y9", -15),
    ("+5 Y9 -5", 0),
    ("+5 -5 -5 Y9", -5),
    ("+5 +5 -5 Y9", 5),
]


@pytest.mark.parametrize(("plays", "points"), BONUS)
def test_3_9_the_winner_of_the_trick_gets_five_points_for_each_plus_five(plays: str, points: int) -> None:
    here = trick(plays)
    assert here.winner == plays.split().index("Y9")
    assert here.told(TrickWon)[0].bonus == points
    assert here.memory.bonus == [points if seat == here.winner else 0 for seat in range(len(plays.split()))]


def test_3_9_not_the_one_who_played_it() -> None:
    here = trick("Y8 +5 Y9")
    assert here.memory.bonus == [0, 0, 5]


def test_3_9_a_plus_five_that_wins_its_trick_counts_for_its_player() -> None:
    here = trick("+5 NT -5 +5")
    assert here.winner == 0
    assert here.memory.bonus == [5, 0, 0, 0]


def test_3_10_the_winner_of_the_trick_loses_five_points_for_each_minus_five() -> None:
    here = trick("Y8 -5 R0")
    assert here.winner == 2
    assert here.memory.bonus == [0, 0, -5]


def test_3_10_points_of_several_tricks_add_up() -> None:
    here = table("Y9 B9", "-5 B1", "Y1 -5", trump="R").plays("Y9", "-5", "Y1", "B9", "B1", "-5")
    assert here.scored.bonus == [-10, 0, 0]


def test_3_11_example_anna_wins_because_no_trump_ended_red() -> None:
    here = table("Y8 B1", "R4 B2", "NT B3", trump="R", stock="G7 P1").plays("Y8", "R4")
    assert here.trump == "R"
    here = here.plays("NT")
    anna = 0
    assert here.winner == anna
    (ended,) = (here.events.index(event) for event in here.told(TrumpEnded))
    (won,) = (here.events.index(event) for event in here.told(TrickWon))
    (turned,) = (here.events.index(event) for event in here.told(TrumpTurned))
    assert ended < won < turned  # the new trump is turned after the trick
    assert here.trump == "G"


NO_TRUMPS = [
    ("Y8 R4 NT", 0),  # the example
    ("Y8 NT R4", 0),  # and for cards that come later
    ("NT Y3 R15", 1),  # no-trump led
    ("NT R15 Y3", 1),  # red is led, and wins as such
    ("R4 NT R5", 2),
    ("Y8 J:R NT", 0),  # a jolly named as trump is none any more
    ("J:R Y15 NT", 0),  # but it is the highest of the colour it leads
    ("Y8 R4 R5 NT Y9", 4),
]


@pytest.mark.parametrize(("plays", "winner"), NO_TRUMPS)
def test_3_11_no_trump_counts_for_the_whole_trick(plays: str, winner: int) -> None:
    here = trick(plays, then="G")
    assert here.winner == winner
    assert here.trump == "G"


def test_3_11_while_the_trick_lasts_there_is_no_trump_and_one_is_to_come() -> None:
    here = table("NT B1", "R4 B2", "Y1 B3", trump="R", stock="G7").plays("NT")
    assert here.told(TrumpEnded) == [TrumpEnded()]
    assert here.trump is None
    assert here.open.flip_pending
    assert here.turned == []


@pytest.mark.parametrize("stock", ["G7 P1", "NT G7 P1", "J -5 +5 CT G7 P1"])
def test_3_12_after_the_trick_a_new_trump_is_turned_for_the_rest_of_the_round(stock: str) -> None:
    here = table("Y8 B9 B4", "R4 B2 B5", "NT B3 G0", trump="R", stock=stock).plays("Y8", "R4", "NT")
    assert here.trump == "G"
    assert not here.open.flip_pending
    assert here.turned == stock.split()[:-1]
    here = here.plays("B9", "B2", "B3")
    assert here.trump == "G"
    here = here.plays("B4", "B5", "G0")
    assert here.winner == 2  # the new trump takes a trick


def test_3_12_after_the_last_trick_nothing_is_turned() -> None:
    here = table("Y8", "R4", "NT", trump="R", stock="G7 P1", bids=[1, 0, 0], round=10, phase="tricks")
    here = here.plays("Y8", "R4", "NT")
    assert here.winner == 0
    assert here.told(TrumpTurned) == []
    assert here.position.to_json()["stock"] == ["G7", "P1"]


CHANGES = [
    # trump, plays, winner, trump afterwards
    ("R", "Y8 R4 CT:G G0", 3, "G"),  # old trump is worthless
    ("R", "Y8 G0 CT:G R4", 1, "G"),  # a card already played becomes trump
    ("R", "Y8 R4 CT:Y G0", 0, "Y"),  # the led colour becomes trump
    ("R", "Y8 R4 CT:R G0", 1, "R"),  # the old colour again
    ("R", "CT:G Y8 R15", 1, "G"),  # change-trump led
    ("R", "CT:G Y8 G0", 2, "G"),
    ("R", "Y8 J:R CT:G Y1", 0, "G"),  # a jolly of the former trump
    ("R", "Y8 J:G CT:G G15", 1, "G"),  # a jolly of the new one
    (None, "Y8 CT:G G0", 2, "G"),
]


@pytest.mark.parametrize(("trump", "plays", "winner", "after"), CHANGES)
def test_3_13_change_trump_turns_a_new_trump_at_once(trump: str | None, plays: str, winner: int, after: str) -> None:
    here = trick(plays, trump)
    assert here.winner == winner
    assert here.trump == after
    assert len(here.turned) == 1


def test_3_13_the_new_trump_holds_for_the_rest_of_the_round() -> None:
    here = table("CT B1 B4", "Y2 B2 G0", "Y3 B3 R9", trump="R", stock="-5 G7 P1").plays("CT")
    assert here.trump == "G"
    assert here.turned == ["-5", "G7"]
    here = here.plays("Y2", "Y3", "B3", "B1", "B2", "R9", "B4", "G0")
    assert here.trump == "G"
    assert [won.seat for won in here.told(TrickWon)] == [2, 2, 1]


def test_3_14_whoever_plays_a_jolly_names_one_of_the_six_colours() -> None:
    here = table("J B5", "Y1", "Y2", trump="R")
    assert here.legal() == ["B5", "J:B", "J:G", "J:R", "J:Y", "J:P", "J:O"]
    for colour in "BGRYPO":
        played = here.plays(f"J:{colour}")
        assert played.told(CardPlayed) == [CardPlayed(0, f"J:{colour}")]
        assert played.open.led == colour
        assert played.seen_by(0).hand == ["B5"]


def test_3_14_a_jolly_without_a_colour_is_refused() -> None:
    refusal = table("J B5", "Y1", "Y2").refuses("J")
    assert (refusal.rule, refusal.why) == ("§3.14", "name the colour of your jolly, as in J:R")


def test_3_14_playing_one_of_two_jollies_leaves_the_other() -> None:
    here = table("J J", "Y1 Y3", "Y2 Y4").plays("J:B")
    assert here.seen_by(0).hand == ["J"]


JOLLIES = [
    ("R", "J:Y Y15 R0", 2),  # trump beats a jolly of another colour
    ("R", "J:Y Y15 G3", 0),
    ("R", "Y15 J:Y Y14", 1),  # jolly named as led colour
    ("R", "Y15 J:R R15", 1),  # jolly named as trump
    ("R", "Y15 R15 J:R", 2),
    ("R", "Y1 J:G G15", 0),  # neither led nor trump
    ("R", "R15 J:R Y3", 1),
    ("R", "J:R R15 Y3", 0),
    (None, "J:R Y15 G15", 0),
]


@pytest.mark.parametrize(("trump", "plays", "winner"), JOLLIES)
def test_3_15_a_jolly_is_the_highest_card_of_its_colour(trump: str | None, plays: str, winner: int) -> None:
    assert trick(plays, trump).winner == winner


TWO_JOLLIES = [
    # plays, winner where the second is higher, winner where the first is
    ("J:Y J:Y Y15", 1, 0),
    ("Y15 J:Y J:Y", 2, 1),
    ("Y1 J:R J:R", 2, 1),  # both named as trump
    ("J:R R15 J:R", 2, 0),
    ("Y1 J:G J:G", 0, 0),  # both of a colour that wins nothing
    ("J:Y J:G Y15", 0, 0),  # different colours: the led one
    ("J:Y J:R Y15", 1, 1),  # different colours: trump
    ("J:R J:Y Y15", 0, 0),
    ("Y1 J:Y J:R", 2, 2),
    ("Y1 J:R J:Y", 1, 1),
    ("Y1 J:G J:Y", 2, 2),
    ("Y1 J:Y J:G", 1, 1),
    ("J:Y J:Y R0", 2, 2),  # a trump beats both
]


@pytest.mark.parametrize(("plays", "second", "first"), TWO_JOLLIES)
def test_3_16_of_two_jollies_of_one_colour_the_second_is_higher(plays: str, second: int, first: int) -> None:
    assert trick(plays).winner == second
    assert trick(plays, jollyOrder="second").winner == second
    assert trick(plays, jollyOrder="first").winner == first


OPEN_LEADS = [
    # plays, led colour after each card
    ("+5 -5 NT Y3", [None, None, None, "Y"]),
    ("CT:G +5 G3 Y1", [None, None, "G", "G"]),
    ("NT J:P Y3", [None, "P", "P"]),
    ("J:Y Y1 G2", ["Y", "Y", "Y"]),
    ("Y1 J:G +5", ["Y", "Y", "Y"]),
    ("+5 -5 NT", [None, None, None]),
]


@pytest.mark.parametrize(("plays", "led"), OPEN_LEADS)
def test_3_17_the_first_coloured_card_or_jolly_sets_the_colour_to_follow(plays: str, led: list[str | None]) -> None:
    cards = ["CT" if card.startswith("CT") else card for card in plays.split()]
    hands = [f"{card.split(':')[0]} B{place}" for place, card in enumerate(cards)]
    here = table(*hands, "O1 O2", stock="G7 G8")
    seen = []
    for card in cards:
        here = here.plays(card)
        seen.append(here.open.led)
    assert seen == led


def test_3_17_every_trick_has_a_colour_of_its_own() -> None:
    here = table("Y9 G1 P1", "Y2 G2 P2", "Y3 G3 P3", round=8).plays("Y9", "Y2", "Y3")
    assert here.open.led is None
    assert here.legal() == ["G1", "P1"]
    here = here.plays("G1")
    assert here.open.led == "G"
    assert here.legal() == ["G2"]


def test_3_17_many_action_cards_may_come_before_the_colour() -> None:
    here = trick("+5 -5 NT CT:G +5 -5 NT Y0")
    assert here.winner == 7


ONLY_ACTIONS = [
    ("-5 NT +5", 0),
    ("NT NT NT NT", 0),
    ("CT:G CT:Y +5", 0),
    ("+5 -5 CT:B NT +5 -5 NT CT:O", 0),
    ("+5 J:G NT", 1),  # with one jolly it wins
    ("+5 NT J:R", 2),
    ("CT:G J:R -5", 1),
]


@pytest.mark.parametrize(("plays", "winner"), ONLY_ACTIONS)
def test_3_18_if_only_action_cards_were_played_the_first_card_wins(plays: str, winner: int) -> None:
    assert trick(plays).winner == winner


# -- every trick of three cards, beside a retelling of the chapter that shares no line with the rules

SOME_CARDS = ["Y0", "Y9", "R0", "R9", "G5", "J:Y", "J:R", "J:G", "NT", "CT:Y", "CT:G", "+5"]
COPIES = {"J": 2, "NT": 4, "CT": 4, "+5": 3}


def three_cards() -> list[str]:
    """All tricks of three of those cards that the deck allows."""
    tricks = []
    for cards in itertools.product(SOME_CARDS, repeat=3):
        names = [card.split(":")[0] for card in cards]
        if all(names.count(name) <= COPIES.get(name, 1) for name in names):
            tricks.append(" ".join(cards))
    return tricks


def retold_winner(trump: str, plays: str, first_jolly: bool, dominates: bool) -> int:
    """Who wins, found by sorting the cards instead of comparing them one by one."""
    ranked: list[tuple[str, int, int]] = []
    in_force: str | None = trump
    ended = False
    for place, card in enumerate(plays.split()):
        match card.split(":"):
            case ["NT"]:
                in_force, ended = None, True
            case ["CT", colour]:
                in_force = None if ended and dominates else colour
            case ["J", colour]:
                ranked.append((colour, 16, place))
            case [coloured] if coloured != "+5":
                ranked.append((coloured[0], int(coloured[1:]), place))
    if not ranked:
        return 0
    led = ranked[0][0]
    strongest = in_force if any(colour == in_force for colour, _, _ in ranked) else led
    rivals = [(value, -place if first_jolly else place) for colour, value, place in ranked if colour == strongest]
    return abs(max(rivals)[1])


@pytest.mark.parametrize("first", SOME_CARDS)
def test_3_18_every_trick_of_three_cards_goes_as_retold(first: str) -> None:
    tricks = [plays for plays in three_cards() if plays.startswith(first)]
    assert len(tricks) > 80
    for plays in tricks:
        first_jolly = [False, True] if plays.count("J:") == 2 else [False]
        dominates = [False, True] if "NT" in plays and "CT" in plays else [False]
        for jolly, no_trump in itertools.product(first_jolly, dominates):
            options = {
                "jollyOrder": "first" if jolly else "second",
                "sameTrick": "noTrumpDominates" if no_trump else "lastCard",
            }
            assert trick(plays, **options).winner == retold_winner("R", plays, jolly, no_trump), (plays, options)
