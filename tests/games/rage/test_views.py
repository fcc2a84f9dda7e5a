"""Rage: what a seat may see, and what it may not."""

from __future__ import annotations

import random
from typing import Any, cast

import msgspec
import pytest

from erre.core.errors import BadOptions
from erre.core.game import Position
from erre.games.rage import GAME
from erre.games.rage.events import BidChosen, RoundDealt, TrickWon
from erre.games.rage.notation import parse_card
from erre.games.rage.views import RageView
from tests.games.rage.table import ALL_SEATS, OPTION_SETS, Table, bidding, new, random_match, table

UNCOVERING = {"RoundDealt", "TrumpTurned"}  # events that uncover cards of the stock


def sent(view: object) -> bytes:
    """A view or an event as it would be sent."""
    return msgspec.json.encode(view)


def told_to(seat: int | None, here: Table) -> list[bytes]:
    """What a seat hears, but for what was just uncovered."""
    return [sent(event) for event in here.heard_by(seat) if type(event).__name__ not in UNCOVERING]


def with_hidden_cards_exchanged(here: Table, me: int | None, chooser: random.Random) -> Table | None:
    """The same table with two unseen cards of one kind in each other's place, and other chance to come."""
    written = here.position.to_json()
    places = [
        ("hands", seat, at) for seat, hand in enumerate(written["hands"]) if seat != me for at in range(len(hand))
    ]
    holds: list[tuple[list[str], int, int]] = [(written["hands"][seat], at, seat) for _, seat, at in places]
    holds += [(written["stock"], at, -1) for at in range(len(written["stock"]))]
    chooser.shuffle(holds)
    for mine, at, owner in holds:
        for other, there, holder in holds:
            one, two = mine[at], other[there]
            if owner != holder and one != two and parse_card(one) >> 4 == parse_card(two) >> 4:
                mine[at], other[there] = two, one
                written["chance"]["key"] = "5a" * 32
                return Table(Position.from_json(GAME, written))
    return None


@pytest.mark.parametrize("options", OPTION_SETS, ids=str)
@pytest.mark.parametrize("seats", [3, 5, 8])
def test_nothing_a_seat_sees_depends_on_cards_it_cannot_see(seats: int, options: dict[str, Any]) -> None:
    chooser = random.Random(seats)
    compared = 0
    for number, here in enumerate(random_match(seats, seed=2, **options)):
        if number % 9 or here.position.outcome is not None:
            continue
        me = chooser.choice([None, *range(seats)])
        there = with_hidden_cards_exchanged(here, me, chooser)
        if there is None:
            continue
        compared += 1
        assert there.position != here.position
        assert sent(there.seen_by(me)) == sent(here.seen_by(me))
        if me is None:
            continue
        assert there.legal(me) == here.legal(me)
        if me in here.position.turn:
            move = chooser.choice(here.legal(me))
            ours, theirs = Table(here.position).moves(me, move), there.moves(me, move)
            if ours.open.round == theirs.open.round == here.open.round:
                assert told_to(me, ours) == told_to(me, theirs)
    assert compared > 15


def test_the_holder_sees_the_difference() -> None:
    here, there = table("Y1 B1", "Y2", "Y3"), table("Y1 B2", "Y2", "Y3")
    assert sent(here.seen_by(1)) == sent(there.seen_by(1))
    assert sent(here.open) == sent(there.open)
    assert sent(here.seen_by(0)) != sent(there.seen_by(0))


@pytest.mark.parametrize("seats", ALL_SEATS)
def test_a_seat_sees_its_own_hand_and_the_size_of_the_others(seats: int) -> None:
    here = new(seats)
    hands = here.position.to_json()["hands"]
    for seat in range(seats):
        assert here.seen_by(seat).hand == hands[seat]
        assert here.seen_by(seat).hand_counts == [10] * seats
    assert here.open.hand == []


def test_the_order_of_the_stock_is_not_seen_but_its_size_is() -> None:
    here = table("Y1", "Y2", "Y3", stock="B1 B2 B3")
    there = table("Y1", "Y2", "Y3", stock="G1 NT O3")
    assert here.open.stock == 3
    for seat in (0, 1, 2, None):
        assert sent(here.seen_by(seat)) == sent(there.seen_by(seat))


@pytest.mark.parametrize("seat", [-1, 3, 8, 100])
def test_there_is_no_view_for_a_seat_that_does_not_exist(seat: int) -> None:
    with pytest.raises(BadOptions, match="there is no seat"):
        new(3).position.view(seat)


def test_of_a_deal_a_seat_is_told_only_its_own_hand() -> None:
    here = new(4)
    (dealt,) = here.told(RoundDealt)
    for seat in (0, 1, 2, 3, None):
        heard = GAME.redact(dealt, seat)
        assert isinstance(heard, RoundDealt)
        assert heard.hands == [hand if other == seat else None for other, hand in enumerate(dealt.hands)]
        assert (heard.round, heard.dealer) == (dealt.round, dealt.dealer)


def test_of_a_bid_made_at_once_others_are_told_only_that_it_was_made() -> None:
    here = bidding(3, bidding="secret").moves(1, "bid 6")
    assert here.heard_by(1) == [BidChosen(1, 6)]
    for seat in (0, 2, None):
        assert here.heard_by(seat) == [BidChosen(1, None)]


@pytest.mark.parametrize("seats", [3, 6])
def test_everything_else_is_told_to_all(seats: int) -> None:
    for here in random_match(seats, seed=8, rounds=2):
        for event, heard in zip(here.events, here.heard_by(None), strict=True):
            assert heard == event or isinstance(event, RoundDealt)


def test_views_and_events_are_sent_as_json_and_read_back() -> None:
    for here in random_match(4, seed=7, rounds=2, bidding="hidden", showOldTricks=True):
        for seat in (0, None):
            view = here.seen_by(seat)
            assert msgspec.json.decode(sent(view), type=RageView) == view
        for event in here.events:
            assert msgspec.json.decode(sent(event), type=GAME.event_type) == event


def test_an_attentive_player_remembers_the_cards_gone_and_who_could_not_follow() -> None:
    here = table("Y9 B9 G1", "R2 B2 G2", "J NT G3", trump="P", stock="O1 O2", round=8)
    here = here.plays("Y9", "R2", "J:G")
    assert here.memory.gone == ["R2", "Y9", "J:G"]
    assert here.memory.voids == ["", "Y", "Y"]
    here = here.plays("B9", "B2", "NT")
    assert here.memory.gone == ["B2", "B9", "R2", "Y9", "J:G", "NT"]
    assert here.memory.voids == ["", "Y", "BY"]
    assert here.memory.bonus == [0, 0, 0]


def test_7_2_nobody_is_shown_the_cards_of_closed_tricks() -> None:
    here = table("Y9 B9 G1", "R2 B2 G2", "J NT G3", trump="P", stock="O1 O2", round=8)
    here = here.plays("Y9", "R2", "J:G", "B9", "B2", "NT")
    for seat in (0, 1, 2, None):
        shown = msgspec.json.encode(here.position.shown(seat)).decode()
        assert not any(f'"{card}"' in shown for card in ("Y9", "R2", "J:G"))
        assert '"B9"' in shown  # the last trick may be looked at
    with pytest.raises(ValueError, match="remembers"):
        GAME.state_from_view(cast(RageView, here.position.shown(0)))


def test_memory_ends_with_the_round() -> None:
    for here in random_match(4, seed=12, rounds=2):
        if here.told(RoundDealt):
            assert here.memory.gone == []
            assert here.memory.voids == [""] * 4
            assert here.open.last_trick is None
        elif here.told(TrickWon):
            assert here.open.last_trick is not None
            assert here.open.last_trick.cards == here.told(TrickWon)[-1].cards
