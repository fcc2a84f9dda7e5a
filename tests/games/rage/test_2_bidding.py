"""Rage, chapter 2: bidding."""

from __future__ import annotations

import pytest

from erre.core.errors import NotYourTurn
from erre.games.rage.events import BidMade
from tests.games.rage.table import ALL_SEATS, bidding, new, table


@pytest.mark.parametrize("seats", ALL_SEATS)
def test_2_1_the_left_of_the_dealer_bids_first_and_the_dealer_last(seats: int) -> None:
    for dealer in range(seats):
        here = bidding(seats, dealer=dealer)
        order = []
        for _ in range(seats):
            order.append(here.turn)
            here = here.bids(1)
        assert order == [(dealer + 1 + k) % seats for k in range(seats)]
        assert order[-1] == dealer


def test_2_1_nobody_bids_out_of_turn() -> None:
    here = bidding(4).bids(2)
    for seat in (0, 2, 3):
        assert here.legal(seat) == []
        with pytest.raises(NotYourTurn, match="play waits for seat 1"):
            here.moves(seat, "bid 2")


@pytest.mark.parametrize("round_no", range(1, 11))
def test_2_2_a_bid_goes_from_none_to_all_tricks_of_the_round(round_no: int) -> None:
    tricks = 11 - round_no
    here = bidding(3, round=round_no)
    assert here.legal() == [f"bid {bid}" for bid in range(tricks + 1)]
    for bid in (-1, tricks + 1, 11, 99, 9999):
        refusal = here.refuses(f"bid {bid}")
        assert refusal.rule == "§2.2"
        assert f"from 0 to {tricks}" in refusal.why


def test_2_2_everybody_may_bid_none_and_everybody_may_bid_all() -> None:
    for bid in (0, 10):
        here = bidding(5).bids(bid, bid, bid, bid, bid)
        assert here.position.phase == "tricks"
        assert here.open.bids == [bid] * 5


@pytest.mark.parametrize("seats", ALL_SEATS)
def test_2_3_the_first_trick_begins_when_all_bids_are_noted(seats: int) -> None:
    here = new(seats)
    leader = here.open.leader
    for bid in range(seats):
        assert here.position.phase == "bidding"
        here = here.bids(bid)
    assert here.position.phase == "tricks"
    assert here.turn == leader
    assert here.open.bids == [(seat - leader) % seats for seat in range(seats)]


def test_2_3_no_card_is_played_before_all_bids_are_made() -> None:
    here = new(3)
    card = here.seen_by(here.turn).hand[0].replace("J", "J:R")
    refusal = here.refuses(card)
    assert (refusal.rule, refusal.why) == ("§2.3", "no card is played before all bids are made")


def test_2_3_no_bid_is_made_or_changed_once_cards_are_played() -> None:
    here = new(3).bids(1, 2, 3)
    refusal = here.refuses("bid 4")
    assert (refusal.rule, refusal.why) == ("§2.3", "the bids of this round are made: play a card")
    with pytest.raises(NotYourTurn):
        here.moves((here.turn + 1) % 3, "bid 4")


def test_2_4_everybody_hears_every_bid() -> None:
    here = bidding(3).bids(4, 0)
    assert here.told(BidMade) == [BidMade(0, 4), BidMade(1, 0)]
    for seat in (0, 1, 2, None):
        assert here.seen_by(seat).bids == [4, 0, None]
        assert here.seen_by(seat).has_bid == [True, True, False]
    here = here.bids(3)
    for seat in (0, 1, 2, None):
        assert here.seen_by(seat).bids == [4, 0, 3]


@pytest.mark.parametrize("text", ["3", "bid 3", " BID  3 ", "03"])
def test_2_2_a_bid_may_be_a_plain_number(text: str) -> None:
    here = bidding(3).moves(0, text)
    assert here.open.bids[0] == 3


@pytest.mark.parametrize("text", ["11", "bid 11", "bid 9999", "bid 99999", "9" * 3000, f"bid {'9' * 3000}", "bid -1"])
def test_2_2_a_bid_beyond_the_tricks_is_illegal_however_long_it_is(text: str) -> None:
    refusal = bidding(3).refuses(text)
    assert (refusal.rule, refusal.why) == ("§2.2", "a bid is a number of tricks, here from 0 to 10")


def test_2_3_a_plain_number_after_the_bids_is_a_bid_too_late() -> None:
    assert table("Y1", "Y2", "Y3").refuses("3").rule == "§2.3"
