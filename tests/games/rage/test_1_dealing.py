"""Rage, chapter 1: dealing."""

from __future__ import annotations

from collections import Counter

import pytest

from erre.games.rage.components import DECK
from erre.games.rage.events import RoundDealt, TrumpTurned
from erre.games.rage.notation import format_card, parse_card
from tests.amounts import amount
from tests.games.rage.table import ALL_SEATS, new, random_match, table

ACTION_CARDS = {"J", "NT", "CT", "+5", "-5"}


@pytest.mark.parametrize("seats", ALL_SEATS)
def test_1_1_ten_cards_in_the_first_round_and_one_fewer_in_each_after_it(seats: int) -> None:
    sizes: dict[int, list[int]] = {}
    tricks: dict[int, int] = {}
    for here in random_match(seats, seed=10 + seats):
        for event in here.told(RoundDealt):
            sizes[event.round] = [len(hand or []) for hand in event.hands]
        for line, scored in enumerate(here.open.sheet):
            tricks[line + 1] = sum(scored.tricks if scored else [])
    assert sizes == {number: [11 - number] * seats for number in range(1, 11)}
    assert tricks == {number: 11 - number for number in range(1, 11)}  # as many tricks as cards in a hand


@pytest.mark.parametrize("seats", ALL_SEATS)
def test_1_2_every_round_deals_the_whole_deck_anew(seats: int) -> None:
    rounds = 0
    hands_before: list[list[str]] = []
    for here in random_match(seats, seed=20 + seats):
        if not here.told(RoundDealt):
            continue
        rounds += 1
        written = here.position.to_json()
        hands = written["hands"]
        cards = Counter([card for hand in hands for card in hand] + written["turned"] + written["stock"])
        assert cards == Counter(format_card(int(code)) for code in DECK)
        assert len(written["stock"]) == 112 - seats * (11 - written["round"]) - len(written["turned"])
        assert hands != hands_before
        hands_before = hands
    assert rounds == 10


def test_1_2_every_card_comes_to_a_hand_equally_often() -> None:
    deals = 1120
    counts: Counter[str] = Counter()
    for seed in range(deals):
        counts.update(new(3, seed).seen_by(0).hand)
    for card, copies in Counter(format_card(int(code)) for code in DECK).items():
        expected = 10 * copies * deals / 112
        assert abs(counts[card] - expected) < 5 * expected**0.5, card


def test_1_2_every_card_comes_to_the_top_of_the_stock_equally_often() -> None:
    deals = 1120
    tops = Counter(new(8, seed).open.turned[0] for seed in range(deals))
    for card, copies in Counter(format_card(int(code)) for code in DECK).items():
        expected = copies * deals / 112
        assert abs(tops[card] - expected) < 5 * expected**0.5, card


@pytest.mark.parametrize("seats", ALL_SEATS)
def test_1_3_the_card_turned_from_the_stock_names_trump(seats: int) -> None:
    for seed in range(20):
        here = new(seats, seed)
        (turned,) = here.told(TrumpTurned)
        assert turned.trump == here.trump == turned.cards[-1][0]
        assert here.open.turned == turned.cards
        assert here.open.stock == 112 - 10 * seats - len(turned.cards)


def test_1_4_an_action_card_turned_for_trump_is_passed_over() -> None:
    passed = Counter(len(new(6, seed).open.turned) - 1 for seed in range(300))
    assert passed[1] > 0
    assert passed[2] > 0  # two action cards in a row
    for seed in range(300):
        turned = new(6, seed).open.turned
        assert all(card in ACTION_CARDS for card in turned[:-1])
        assert turned[-1] not in ACTION_CARDS


@pytest.mark.parametrize("passed", ["J", "NT", "CT", "+5", "-5", "NT CT J +5 -5"])
def test_1_4_every_kind_of_action_card_is_passed_over_and_stays_in_sight(passed: str) -> None:
    here = table("CT Y1", "Y2 Y3", "Y4 Y5", trump="R", stock=f"{passed} G3 B2").plays("CT")
    assert here.trump == "G"
    assert here.open.turned == [*passed.split(), "G3"]
    assert here.position.to_json()["stock"] == ["B2"]


def test_1_4_a_trump_changing_card_that_is_passed_over_does_nothing_itself() -> None:
    here = table("CT Y1", "Y2 Y3", "Y4 Y5", trump="R", stock="NT G3 B2").plays("CT", "Y2", "Y4")
    assert here.trump == "G"
    assert not here.open.flip_pending


def test_1_2_cards_turned_later_in_the_round_come_by_lot_as_well() -> None:
    # Only the top of the stock is shuffled, as deep as the cards dealt that change trump can reach.
    later: Counter[str] = Counter()
    for seed in range(amount(1500, 3000)):
        position = new(3, seed=seed).position.to_json()
        changes = sum(card in ("CT", "NT") for hand in position["hands"] for card in hand)
        coloured = [card for card in position["stock"] if card not in ACTION_CARDS]
        later.update(card[0] for card in coloured[:changes])
    expected = sum(later.values()) / 6
    assert expected > amount(300, 600)
    assert all(abs(later[colour] - expected) < 4.5 * expected**0.5 for colour in "BGRYPO")


@pytest.mark.parametrize("seats", ALL_SEATS)
def test_1_4_no_round_turns_more_than_seventeen_cards(seats: int) -> None:
    most = max(len(here.open.turned) for here in random_match(seats, seats))
    assert 1 < most <= 17


@pytest.mark.parametrize("seats", ALL_SEATS)
def test_1_5_hands_are_in_order_of_colour_and_value(seats: int) -> None:
    for here in random_match(seats, seed=30 + seats, rounds=2):
        for seat in range(seats):
            codes = [parse_card(card) for card in here.seen_by(seat).hand]
            assert codes == sorted(codes)


def test_1_5_the_order_in_which_a_hand_is_written_does_not_matter() -> None:
    mixed = table("+5 O0 J B15 B2 -5", "Y1", "Y2", round=5)
    assert mixed.seen_by(0).hand == ["B2", "B15", "O0", "J", "+5", "-5"]
