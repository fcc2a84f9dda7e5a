"""Rage, chapter 6: the variants."""

from __future__ import annotations

import itertools
from typing import Any

import msgspec
import pytest

from erre.core.errors import BadOptions, BadPosition
from erre.games.rage import GAME
from erre.games.rage.events import BidChosen, BidMade, BidsRevealed, CardPlayed, RoundScored, TrickWon
from tests.games.rage.table import ALL_SEATS, Table, bidding, random_match, table

PLUS_MINUS_ONE = [
    # seats, round, bids so far, bid that the last one may not make
    (4, 6, (1, 2, 1), 1),  # five tricks, as in the rulebook's example
    (3, 6, (3, 3), None),  # more than five already
    (3, 6, (5, 0), 0),
    (3, 6, (0, 0), 5),
    (3, 6, (5, 5), None),
    (3, 10, (0, 0), 1),  # one trick: only none is left
    (3, 10, (1, 0), 0),  # and here only one
    (3, 10, (1, 1), None),
    (8, 1, (1, 1, 1, 1, 1, 1, 1), 3),
    (8, 1, (10, 0, 0, 0, 0, 0, 0), 0),
    (3, 1, (4, 6), 0),
]


@pytest.mark.parametrize(("seats", "round_no", "before", "forbidden"), PLUS_MINUS_ONE)
def test_6_1_the_bids_may_not_add_up_to_the_tricks_of_the_round(
    seats: int, round_no: int, before: tuple[int, ...], forbidden: int | None
) -> None:
    tricks = 11 - round_no
    here = bidding(seats, *before, round=round_no, plusMinusOne=True)
    assert here.turn == here.open.dealer
    assert here.legal() == [f"bid {bid}" for bid in range(tricks + 1) if bid != forbidden]
    assert here.legal()  # there always is a bid
    if forbidden is not None:
        refusal = here.refuses(f"bid {forbidden}")
        assert refusal.rule == "§6.1"
        assert refusal.why == f"with {forbidden} the bids would add up to the {tricks} tricks of this round"
    assert bidding(seats, *before, round=round_no).legal() == [f"bid {bid}" for bid in range(tricks + 1)]


def test_6_1_example_in_a_round_of_five_tricks_five_may_not_be_declared() -> None:
    for bids in itertools.product(range(6), repeat=2):
        here = bidding(3, *bids, round=6, plusMinusOne=True)
        allowed = {int(move.split()[1]) for move in here.legal()}
        assert allowed == {bid for bid in range(6) if sum(bids) + bid != 5}


def test_6_1_only_the_last_bidder_is_bound() -> None:
    here = bidding(4, round=6, plusMinusOne=True)
    for bid in (5, 0, 0):
        assert here.legal() == [f"bid {number}" for number in range(6)]
        here = here.bids(bid)
    assert "bid 0" not in here.legal()


@pytest.mark.parametrize("seats", ALL_SEATS)
def test_6_1_no_round_of_a_match_comes_out_even(seats: int) -> None:
    lines: list[RoundScored] = []
    for here in random_match(seats, seed=70 + seats, plusMinusOne=True):
        lines += here.told(RoundScored)
    assert len(lines) == 10
    for line in lines:
        assert sum(bid or 0 for bid in line.bids) != sum(line.tricks)


def view_bytes(here: Table, seat: int | None) -> bytes:
    """A view as it would be sent."""
    return msgspec.json.encode(here.seen_by(seat))


@pytest.mark.parametrize("kind", ["hidden", "secret"])
def test_6_2_bids_made_at_once_come_from_all_in_any_order(kind: str) -> None:
    for order in itertools.permutations(range(3)):
        here = bidding(3, bidding=kind)
        for done, seat in enumerate(order):
            assert here.position.turn == sorted(order[done:])
            assert here.legal(seat) == [f"bid {bid}" for bid in range(11)]
            here = here.moves(seat, f"bid {seat}")
        assert here.position.phase == "tricks"
        assert here.position.turn == [0]  # the left of the dealer leads


@pytest.mark.parametrize("kind", ["hidden", "secret"])
def test_6_2_nobody_sees_the_bid_of_another_before_all_are_in(kind: str) -> None:
    low = bidding(3, bidding=kind).moves(1, "bid 2")
    high = bidding(3, bidding=kind).moves(1, "bid 9")
    for seat in (0, 2, None):
        assert low.seen_by(seat).bids == [None, None, None]
        assert low.seen_by(seat).has_bid == [False, True, False]
        assert view_bytes(low, seat) == view_bytes(high, seat)
        assert low.heard_by(seat) == [BidChosen(1, None)]
    assert low.seen_by(1).bids == [None, 2, None]
    assert low.heard_by(1) == [BidChosen(1, 2)]
    assert low.told(BidMade) == []


def test_6_2_hidden_bids_are_shown_together_before_the_first_card() -> None:
    here = bidding(3, bidding="hidden").moves(2, "bid 1").moves(0, "bid 4")
    assert here.revealed == []
    here = here.moves(1, "bid 0")
    assert here.revealed == [BidsRevealed([4, 0, 1])]
    for seat in (0, 1, 2, None):
        assert here.seen_by(seat).bids == [4, 0, 1]
        assert GAME.redact(here.revealed[0], seat) == here.revealed[0]


def secret_round() -> Table:
    """The last two tricks of a round with secret bids."""
    bids = [1, 0, 1]
    return table("Y9 B1", "Y2 B2", "Y3 B9", round=9, bids=bids, trump="R", options={"bidding": "secret"})


def test_6_3_secret_bids_are_shown_only_after_the_last_trick() -> None:
    here = secret_round()
    for card in ("Y9", "Y2", "Y3", "B1", "B2"):
        for seat in range(3):
            assert here.seen_by(seat).bids == [bid if other == seat else None for other, bid in enumerate([1, 0, 1])]
        assert here.open.bids == [None, None, None]
        assert here.revealed == []
        here = here.plays(card)
    here = here.plays("B9")
    assert here.revealed == [BidsRevealed([1, 0, 1])]
    names = [type(event) for event in here.events]
    last_won = max(place for place, name in enumerate(names) if name is TrickWon)
    assert last_won < names.index(BidsRevealed) < names.index(RoundScored)
    assert here.scored.points == [11, 10, 11]
    assert here.open.sheet[8] is not None
    assert here.open.sheet[8].bids == [1, 0, 1]


def test_6_3_until_then_nothing_that_others_see_depends_on_them() -> None:
    def other_bids(bids: list[int]) -> Table:
        return table("Y9 B1", "Y2 B2", "Y3 B9", round=9, bids=bids, trump="R", options={"bidding": "secret"})

    here, there = other_bids([1, 0, 1]), other_bids([1, 2, 0])
    for card in ("Y9", "Y2", "Y3", "B1", "B2"):
        assert view_bytes(here, 0) == view_bytes(there, 0)
        assert view_bytes(here, None) == view_bytes(there, None)
        assert view_bytes(here, 1) != view_bytes(there, 1)
        assert here.legal() == there.legal()
        here, there = here.plays(card), there.plays(card)
        assert here.events == there.events
        assert isinstance(here.events[0], CardPlayed)


def test_6_3_the_last_secret_bid_is_not_revealed_by_the_first_trick() -> None:
    here = bidding(3, bidding="secret").moves(0, "bid 3").moves(1, "bid 3").moves(2, "bid 3")
    assert here.position.phase == "tricks"
    assert here.revealed == []
    assert here.open.bids == [None, None, None]


@pytest.mark.parametrize("kind", ["hidden", "secret"])
def test_6_3_bids_are_shown_once_in_every_round(kind: str) -> None:
    shown: list[Any] = []
    lines: list[Any] = []
    for here in random_match(4, seed=9, bidding=kind):
        shown += [event.bids for event in here.revealed]
        lines += [event.bids for event in here.told(RoundScored)]
    assert len(shown) == 10
    assert shown == lines


SLAMS = [
    # tricks of the round, tricks taken, bid, points
    (5, 5, 5, 20),
    (5, 5, 4, 5),
    (5, 4, 4, 14),  # not all of them
    (1, 1, 1, 11),  # not where there is only one trick
    (1, 1, 0, -4),
    (2, 2, 2, 14),
    (2, 2, 0, -1),
    (10, 10, 10, 30),
    (10, 10, 0, 15),
    (10, 9, 9, 19),
    (5, 0, 0, 10),
]


@pytest.mark.parametrize(("of", "tricks", "bid", "points"), SLAMS)
def test_6_4_who_takes_every_trick_gets_two_points_for_each(of: int, tricks: int, bid: int, points: int) -> None:
    taker = 0 if tricks else 1
    before = [tricks - (taker == 0), of - tricks - (taker == 1), 0]
    hands = ("Y9", "Y1", "Y2") if taker == 0 else ("Y1", "Y9", "Y2")
    fields: dict[str, Any] = {"round": 11 - of, "tricks": before, "bids": [bid, 0, 0]}
    here = table(*hands, options={"slam": True}, **fields).plays(*hands)
    assert here.scored.points[0] == points
    plain = table(*hands, **fields).plays(*hands)
    doubled = tricks if tricks == of > 1 else 0
    assert plain.scored.points[0] == points - doubled


def test_6_4_plus_five_and_minus_five_are_not_doubled() -> None:
    here = table("Y9", "+5", "Y2", round=9, tricks=[1, 0, 0], bonus=[-5, 0, 0], bids=[2, 0, 0], options={"slam": True})
    assert here.plays("Y9", "+5", "Y2").scored.points == [14, 10, 10]


@pytest.mark.parametrize("kind", ["hidden", "secret"])
def test_6_5_plus_minus_one_needs_bids_made_in_turn(kind: str) -> None:
    with pytest.raises(BadOptions, match="contradict each other") as caught:
        GAME.read_options({"plusMinusOne": True, "bidding": kind})
    assert caught.value.rule == "§6.5"
    with pytest.raises((BadOptions, BadPosition)):
        bidding(3, plusMinusOne=True, bidding=kind)
    GAME.read_options({"plusMinusOne": True, "bidding": "open"})
    GAME.read_options({"plusMinusOne": False, "bidding": kind})


@pytest.mark.parametrize(
    "options",
    [
        {"bidding": "loud"},
        {"slam": 1},
        {"slam": "yes"},
        {"jollyOrder": "third"},
        {"sameTrick": None},
        {"tieBreak": "lot"},
        {"plusminusone": True},
        {"kings": True},
        {"rurare.slam": True},
        {"": True},
    ],
)
def test_6_5_options_that_are_none_are_refused(options: dict[str, object]) -> None:
    with pytest.raises(BadOptions):
        GAME.read_options(options)


def test_6_5_an_option_is_given_once_in_one_spelling() -> None:
    assert GAME.read_options({"rage.plus_minus_one": True}).plus_minus_one
    for one, other in (("slam", "rage.slam"), ("plusMinusOne", "plus_minus_one")):
        with pytest.raises(BadOptions, match="given twice"):
            GAME.read_options({one: True, other: True})


@pytest.mark.parametrize("given", [[], 0, "", False, "slam", [("slam", True)]])
def test_6_5_options_are_names_and_values(given: Any) -> None:
    with pytest.raises(BadOptions, match="names and values"):
        GAME.read_options(given)


def test_6_5_all_other_variants_go_together() -> None:
    choices: dict[str, list[Any]] = {
        "bidding": ["open", "hidden", "secret"],
        "slam": [False, True],
        "sameTrick": ["lastCard", "noTrumpDominates"],
        "jollyOrder": ["second", "first"],
        "tieBreak": ["shared", "mostCorrectBids"],
        "showOldTricks": [False, True],
    }
    for values in itertools.product(*choices.values()):
        wanted = dict(zip(choices, values, strict=True))
        assert msgspec.to_builtins(GAME.read_options(wanted)) == {"plusMinusOne": False, **wanted}


def test_6_5_an_option_may_be_named_with_its_game_or_with_underscores() -> None:
    plain = GAME.read_options({"plusMinusOne": True})
    assert GAME.read_options({"rage.plusMinusOne": True}) == plain
    assert GAME.read_options({"plus_minus_one": True}) == plain
