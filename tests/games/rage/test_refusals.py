"""Rage: every kind of wrong move is refused, with the rule and in words."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from erre.core.errors import BadNotation, BadOptions, GameOver, IllegalMove, NotYourTurn, Refusal
from erre.games.rage.moves import Bid, PlayCard
from tests.games.rage.table import Table, bidding, table


def following() -> Table:
    """Seat 1 holds yellow, and yellow is led."""
    return table("Y8 Y1", "Y3 R5 J", "G1 G2", trump="R", round=8).plays("Y8")


def free() -> Table:
    """Seat 1 holds no yellow, and yellow is led."""
    return table("Y8 Y1", "B3 R5 J", "G1 G2", trump="R", round=8).plays("Y8")


def bids() -> Table:
    """Seat 0 is to bid."""
    return bidding(3)


def last_bid() -> Table:
    """Seat 2 bids last, and may not say one."""
    return bidding(3, 4, 5, plusMinusOne=True)


def over() -> Table:
    """A match that is over."""
    return table("", "", "", phase="over", round=10)


WRONG = [
    # where, seat, move, refusal, rule, words
    (bids, 1, "bid 1", NotYourTurn, None, "it is not seat 1's turn: play waits for seat 0"),
    (bids, 0, "bid 11", IllegalMove, "§2.2", "a bid is a number of tricks, here from 0 to 10"),
    (bids, 0, "bid -1", IllegalMove, "§2.2", "a bid is a number of tricks, here from 0 to 10"),
    (bids, 0, "Y8", IllegalMove, "§2.3", "no card is played before all bids are made"),
    (bids, 0, "J", IllegalMove, "§2.3", "no card is played before all bids are made"),
    (following, 1, "bid 1", IllegalMove, "§2.3", "the bids of this round are made: play a card"),
    (following, 2, "G1", NotYourTurn, None, "it is not seat 2's turn: play waits for seat 1"),
    (following, 1, "Y4", IllegalMove, "§3.1", "you do not hold Y4"),
    (following, 1, "NT", IllegalMove, "§3.1", "you do not hold NT"),
    (following, 1, "R5", IllegalMove, "§3.2", "you hold yellow, so you must play yellow"),
    (following, 1, "J:Y", IllegalMove, "§3.2", "you hold yellow, so you must play yellow"),
    (following, 1, "J", IllegalMove, "§3.2", "you hold yellow, so you must play yellow"),
    (free, 1, "J", IllegalMove, "§3.14", "name the colour of your jolly, as in J:R"),
    (
        last_bid,
        2,
        "bid 1",
        IllegalMove,
        "§6.1",
        "with 1 the bids would add up to the 10 tricks of this round",
    ),
    (over, 0, "Y8", GameOver, None, "this game of Rage is over"),
    (following, 3, "Y3", BadOptions, None, "there is no seat 3: the seats are 0 to 2"),
    (following, -1, "Y3", BadOptions, None, "there is no seat -1: the seats are 0 to 2"),
]


@pytest.mark.parametrize(("where", "seat", "move", "refusal", "rule", "words"), WRONG)
def test_a_wrong_move_is_refused_and_changes_nothing(
    where: Callable[[], Table], seat: int, move: str, refusal: type[Refusal], rule: str | None, words: str
) -> None:
    here = where()
    before = here.position.truth.to_bytes()
    with pytest.raises(refusal) as caught:
        here.position.play(seat, move)
    assert type(caught.value) is refusal
    assert getattr(caught.value, "rule", None) == rule
    assert caught.value.why == words
    assert here.position.truth.to_bytes() == before


@pytest.mark.parametrize("tricks", [-(10**30), -1, 11, 2**31, 2**63, 10**30])
def test_a_bid_of_any_size_is_refused_in_words(tricks: int) -> None:
    with pytest.raises(IllegalMove, match="from 0 to 10"):
        bidding(3).position.play(0, Bid(tricks))


@pytest.mark.parametrize("card", ["", "X1", "Y16", "J:", "J:X", "bid 1", "\ud800"])
def test_a_move_with_a_card_that_is_none_is_unreadable(card: str) -> None:
    with pytest.raises(BadNotation):
        free().position.play(1, PlayCard(card))


def test_a_card_written_otherwise_is_told_as_it_is_always_written() -> None:
    here = table("J Y1", "Y3", "Y2").position.play(0, PlayCard(" j:y "))
    assert [getattr(event, "card", None) for event in here.events] == ["J:Y"]


def test_check_allows_exactly_what_legal_lists() -> None:
    cards = [f"{colour}{value}" for colour in "BGRYPO" for value in range(16)]
    moves = [*cards, "NT", "CT", "+5", "-5", "J", *(f"J:{colour}" for colour in "BGRYPO")]
    for here in (following(), free(), bids(), last_bid()):
        allowed = []
        for move in [*moves, *(f"bid {bid}" for bid in range(-1, 13))]:
            try:
                here.position.play(here.turn, move)
            except IllegalMove:
                continue
            allowed.append(move)
        assert sorted(allowed) == sorted(here.legal())
