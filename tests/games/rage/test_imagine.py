"""Rage: the worlds a seat imagines fit what it has seen, and every one that fits is equally likely."""

from __future__ import annotations

import itertools
from collections import Counter
from typing import Any

import numpy as np
import pytest

from erre.core.chance import seed_luck
from erre.core.record import NONE, IntArray, ints
from erre.games.rage import GAME
from erre.games.rage.components import COLOURS, DECK, MOST_PLAYS, TURNED_ROOM
from erre.games.rage.imagine import SCRATCH, imagine
from erre.games.rage.notation import format_card, parse_card
from erre.games.rage.state import TRICKS, Rage
from tests.games.rage.table import OPTION_SETS, bidding, random_match

World = tuple[tuple[int, ...], ...]


def luck(number: int) -> IntArray:
    """Luck of its own for every number."""
    fresh = ints(2, np.int32)
    seed_luck(fresh, 2024, number)
    return fresh


def few_unseen(unseen: str, held: list[int], voids: list[str]) -> Rage:
    """A record in which all cards but a few lie open; the seats hold so many of these, the rest is the stock."""
    hidden = [parse_card(card) for card in unseen.split()]
    seen = Counter(int(code) for code in DECK)
    seen.subtract(hidden)
    cards = sorted(seen.elements())
    assert len(cards) == MOST_PLAYS + TURNED_ROOM
    s = Rage.new()
    s.seats, s.round_no, s.phase = len(held), 1, TRICKS
    s.played[:] = cards[:MOST_PLAYS]
    s.plays = s.trick_start = MOST_PLAYS
    s.turned[:] = cards[MOST_PLAYS:]
    s.turned_count = TURNED_ROOM
    s.held[: len(held)] = held
    s.left = len(hidden) - sum(held)
    s.voids[: len(held)] = [sum(1 << COLOURS.index(colour) for colour in shown) for shown in voids]
    return s


def worlds_that_fit(unseen: str, held: list[int], voids: list[str]) -> Counter[World]:
    """Every world that fits, with the number of ways to deal it; found by trying all orders of the cards."""
    cards = [parse_card(card) for card in unseen.split()]
    bounds = [0, *itertools.accumulate(held)]
    ways: Counter[World] = Counter()
    for order in itertools.permutations(cards):
        hands = [order[start:end] for start, end in itertools.pairwise(bounds)]
        shown = zip(hands, voids, strict=True)
        if all(format_card(card)[0] not in void or card >= 96 for hand, void in shown for card in hand):
            ways[tuple(tuple(sorted(hand)) for hand in hands)] += 1
    return ways


def world_of(s: Rage) -> World:
    """The hands of a record."""
    return tuple(tuple(s.hands[seat, : s.held[seat]].tolist()) for seat in range(s.seats))


SMALL_WORLDS = [
    # unseen cards, cards held by seat, colours each has shown not to hold; seat 0 looks on with an empty hand
    ("Y1 Y2 G1 R1 B1 NT NT", [0, 2, 2, 1], ["", "", "", ""]),  # nothing shown
    ("Y1 Y2 G1 R1 B1 NT NT", [0, 2, 2, 1], ["", "Y", "", ""]),
    ("Y1 Y2 G1 R1 B1 NT NT", [0, 2, 2, 1], ["", "Y", "Y", "Y"]),  # all the same
    ("Y1 Y2 G1 R1 B1 NT NT", [0, 2, 2, 1], ["", "Y", "G", "B"]),  # all different
    ("Y1 Y2 G1 R1 B1 NT NT", [0, 2, 2, 1], ["", "YG", "G", "GRB"]),  # one within another
    ("Y1 Y2 G1 R1 B1 NT NT", [0, 2, 2, 1], ["", "YGRB", "Y", "G"]),  # seat 1 must hold both no-trumps
    ("Y1 Y2 G1 G2 R1 R2 J", [0, 2, 2, 3], ["", "Y", "G", "R"]),  # no stock at all
    ("Y1 Y2 Y3 G1 G2 J +5", [0, 3, 2, 1], ["", "G", "Y", ""]),
    ("Y1 Y2 Y3 G1 G2 G3 -5", [0, 3, 3, 0], ["", "G", "Y", "YG"]),  # hardly any choice
    ("P1 P2 O1 O2 B1 CT CT", [0, 1, 1, 1], ["", "P", "O", "PO"]),
]


@pytest.mark.parametrize(("unseen", "held", "voids"), SMALL_WORLDS)
def test_every_world_that_fits_is_equally_likely(unseen: str, held: list[int], voids: list[str]) -> None:
    ways = worlds_that_fit(unseen, held, voids)
    start = few_unseen(unseen, held, voids)
    chance, scratch = luck(1), ints(SCRATCH)
    samples = 60 * len(ways) + 400
    seen: Counter[World] = Counter()
    for _ in range(samples):
        s = start.copy()
        imagine(s, 0, chance, scratch)
        seen[world_of(s)] += 1
    assert set(seen) <= set(ways)
    expected = {world: samples * count / ways.total() for world, count in ways.items()}
    deviation = sum((seen[world] - mean) ** 2 / mean for world, mean in expected.items())
    freedom = len(ways) - 1
    assert deviation < freedom + 5 * (2 * freedom) ** 0.5 + 1e-9


def test_the_order_of_the_imagined_stock_is_by_lot_too() -> None:
    start = few_unseen("Y1 G1 R1 B1 P1 O1 NT", [0, 1, 1, 1], ["", "Y", "", ""])
    chance, scratch = luck(2), ints(SCRATCH)
    tops: Counter[int] = Counter()
    for _ in range(4200):
        s = start.copy()
        imagine(s, 0, chance, scratch)
        tops[s.stock[s.left - 1]] += 1
    # Seat 1 leaves yellow to the others, so yellow lies in the stock more often: 2 of 3 times instead of 4 of 7.
    yellow = parse_card("Y1")
    assert abs(tops[yellow] - 4200 / 6) < 5 * 700**0.5
    for card, count in tops.items():
        if card != yellow:
            assert abs(count - 4200 * 5 / 36) < 5 * 600**0.5


@pytest.mark.parametrize("options", OPTION_SETS, ids=str)
@pytest.mark.parametrize("seats", [3, 5, 8])
def test_a_view_of_an_imagined_world_is_the_view_it_was_imagined_from(seats: int, options: dict[str, Any]) -> None:
    chance = luck(3)
    for number, here in enumerate(random_match(seats, seed=13, rounds=4, **options)):
        if number % 3:
            continue
        for seat in (number % seats, None):
            view = here.seen_by(seat)
            world = GAME.imagine(view, chance)
            assert GAME.view(world, seat) == view
            cards = Counter([c for h in GAME.write_position(world)["hands"] for c in h])
            assert cards.total() == sum(view.hand_counts)


def test_an_imagined_world_is_a_position_that_can_be() -> None:
    chance, scratch = luck(4), ints(SCRATCH)
    for number, here in enumerate(random_match(6, seed=14, rounds=3)):
        if number % 5 == 0:
            s = here.truth
            imagine(s, number % 6, chance, scratch)
            GAME.read_position(GAME.write_position(s))  # every card once, and nobody has played against the rules


@pytest.mark.parametrize("options", OPTION_SETS, ids=str)
def test_imagining_reads_nothing_that_the_seat_cannot_see(options: dict[str, Any]) -> None:
    scratch = ints(SCRATCH)
    for number, here in enumerate(random_match(5, seed=15, rounds=2, **options)):
        for seat in (number % 5, NONE):
            truth = here.truth
            blind = GAME.state_from_view(here.seen_by(None if seat == NONE else seat))
            imagine(truth, seat, luck(number), scratch)
            imagine(blind, seat, luck(number), scratch)
            for field in ("hands", "stock", "bids", "key", "block", "drawn"):
                assert bytes(truth.row[field]) == bytes(blind.row[field]), field


def test_bids_not_shown_are_imagined_as_any_number_of_tricks() -> None:
    here = bidding(3, bidding="secret", round=8).moves(1, "bid 3").moves(0, "bid 2")
    chance = luck(5)
    bids: Counter[int] = Counter()
    for _ in range(400):
        world = GAME.imagine(here.seen_by(0), chance)
        assert world.bids[0] == 2  # one's own
        assert world.bids[2] == NONE  # not made
        bids[world.bids[1]] += 1
    assert sorted(bids) == [0, 1, 2, 3]
    assert min(bids.values()) > 60


MANY_VOIDS = [
    ["", "B", "G", "R", "Y", "P", "O", "B"],
    ["", "B", "G", "R", "Y", "BG", "RY", "BR"],
    ["", "BG", "RY", "GR", "YB", "B", "GY", "R"],
    ["BGRYPO", *["BG"] * 7],  # two colours lie in the stock
]


@pytest.mark.parametrize("shown", MANY_VOIDS, ids=str)
def test_many_voids_at_a_large_table_do_not_stop_imagination(shown: list[str]) -> None:
    after_four_tricks = next(here for here in random_match(8, seed=3) if sum(here.open.tricks) == 4)
    chance, scratch = luck(6), ints(SCRATCH)
    for _ in range(20):
        s = after_four_tricks.truth
        s.voids[:8] = [sum(1 << COLOURS.index(colour) for colour in colours) for colours in shown]
        imagine(s, 0, chance, scratch)
        for seat in range(1, 8):
            assert not any(card < 96 and COLOURS[card >> 4] in shown[seat] for card in world_of(s)[seat])
