"""Rage: imagined hands against exact counting, in positions of real games with everything the seat has seen."""

from __future__ import annotations

import random
from collections import Counter
from functools import cache
from itertools import product
from math import comb

import numpy as np
import pytest

from erre.core.chance import key_from_seed, seed_luck
from erre.core.record import IntArray, ints
from erre.games.rage import GAME
from erre.games.rage.components import COLOURS, DECK
from erre.games.rage.imagine import KINDS, SCRATCH, imagine
from erre.games.rage.notation import parse_card
from erre.games.rage.state import TRICKS, Rage
from erre.games.rage.views import Memory, RageView
from tests.games.rage.table import random_match, table

SAMPLES = 2000


def luck(number: int) -> IntArray:
    """Luck of its own for every number."""
    fresh = ints(2, np.int32)
    seed_luck(fresh, 77, number)
    return fresh


def remembered(view: RageView) -> Memory:
    """What the seat of a view remembers."""
    assert view.memory is not None
    return view.memory


def unseen_kinds(view: RageView) -> list[int]:
    """Cards that the seat has not seen, by kind: the six colours, and the action cards."""
    seen = [*view.hand, *remembered(view).gone, *view.trick, *view.turned]
    count = Counter(int(code) >> 4 for code in DECK)
    count.subtract(parse_card(card.split(":")[0]) >> 4 for card in seen)
    return [count[kind] for kind in range(KINDS)]


def exact_shares(view: RageView) -> dict[tuple[int, int], list[float]]:
    """For each other seat and kind the chance that the seat holds 0, 1, 2, … cards of the kind, by counting deals."""
    sizes = unseen_kinds(view)
    others = [seat for seat in range(view.seats) if seat != view.seat]
    voids = {seat: {COLOURS.index(colour) for colour in remembered(view).voids[seat]} for seat in others}

    def deals(kind: int, free: tuple[int, ...], at: int, seat: int, cards: int) -> int:
        """Ways to fill the free places from this kind on, with so many cards of kind `at` for one seat."""

        @cache
        def ways(kind: int, free: tuple[int, ...]) -> int:
            if kind == KINDS:
                return int(not any(free))
            total = 0
            rooms = [0 if kind in voids[other] else room for other, room in zip(others, free, strict=True)]
            for given in product(*(range(room + 1) for room in rooms)):
                if sum(given) > sizes[kind] or (kind == at and given[others.index(seat)] != cards):
                    continue
                here, left = 1, sizes[kind]
                for count in given:
                    here *= comb(left, count)
                    left -= count
                total += here * ways(kind + 1, tuple(a - b for a, b in zip(free, given, strict=True)))
            return total

        return ways(kind, free)

    free = tuple(view.hand_counts[seat] for seat in others)
    shares = {}
    for seat in others:
        for kind in range(KINDS):
            counts = [deals(0, free, kind, seat, cards) for cards in range(view.hand_counts[seat] + 1)]
            shares[seat, kind] = [count / sum(counts) for count in counts]
    return shares


def check_exactly(s: Rage, seat: int, number: int) -> None:
    """Imagined hands hold as many cards of each kind, as often, as counting all deals says."""
    view = GAME.view(s, seat)
    shares = exact_shares(view)
    found = {key: np.zeros(len(share)) for key, share in shares.items()}
    start, chance, scratch = GAME.state_from_view(view), luck(number), ints(SCRATCH)
    for _ in range(SAMPLES):
        world = start.copy()
        imagine(world, seat, chance, scratch)
        for (other, kind), counts in found.items():
            counts[sum(card >> 4 == kind for card in world.hands[other, : world.held[other]].tolist())] += 1
    for key, share in shares.items():
        expected = np.array(share)
        variation = np.abs(found[key] / SAMPLES - expected).sum() / 2
        error = np.sqrt(expected * (1 - expected) / SAMPLES).sum() / 2  # what sampling alone brings on average, or more
        assert variation <= 3.5 * error + 1e-12, (key, variation, error)


def late_with_voids(seats: int, round_no: int, seed: int) -> Rage:
    """A position of a random game in which few cards are left and some colours are shown not to be held."""
    kernels, moves, dice = GAME.kernels, ints(GAME.kernels.most_legal), random.Random(seed)
    s = GAME.start(seats, GAME.read_options({}), key_from_seed(seed))
    while True:
        while kernels.is_automatic(s):
            kernels.advance(s)
        voids = sum(int(bits).bit_count() for bits in s.voids)
        if s.round_no == round_no and s.phase == TRICKS and s.held[s.turn] <= 3 and voids > 1:
            return s
        assert s.round_no <= round_no
        count = kernels.legal(s, s.turn, moves)
        kernels.apply(s, s.turn, moves[dice.randrange(count)])


@pytest.mark.parametrize(("seats", "round_no", "seed"), [(3, 5, 1), (3, 6, 2), (4, 6, 3), (4, 7, 4)])
def test_hands_in_real_games_are_imagined_as_often_as_counting_says(seats: int, round_no: int, seed: int) -> None:
    s = late_with_voids(seats, round_no, seed)
    check_exactly(s, s.turn, seed)


SMALL_TABLES = [
    # hands, trick on the table, voids: cards not mentioned are out of play, unseen by all
    (("Y8 R4", "Y1 J", "NT B3"), "", ["", "", ""]),
    (("Y8 R4", "R1 J", "NT B3"), "", ["", "Y", "YG"]),
    (("Y8 R4", "R1 J", "NT", "CT"), "Y3 B1", ["", "", "", "Y"]),
]


@pytest.mark.parametrize(("hands", "trick", "voids"), SMALL_TABLES)
def test_tables_written_by_hand_are_imagined_as_counting_says(
    hands: tuple[str, ...], trick: str, voids: list[str]
) -> None:
    leader = (len(hands) - len(trick.split())) % len(hands)
    s = table(*hands, stock="G4 P5", trick=trick, trump="R", leader=leader).truth
    s.voids[: len(hands)] = [sum(1 << COLOURS.index(colour) for colour in shown) for shown in voids]
    check_exactly(s, 0, 5)


@pytest.mark.parametrize("seats", [3, 4, 6, 8])
def test_no_world_contradicts_anything_seen(seats: int) -> None:
    chance, scratch = luck(seats), ints(SCRATCH)
    worlds = 0
    for number, here in enumerate(random_match(seats, seed=40 + seats, rounds=2)):
        seat = number % seats
        view = here.seen_by(seat)
        shown = Counter(card.split(":")[0] for card in (*view.hand, *remembered(view).gone, *view.trick, *view.turned))
        voids = remembered(view).voids
        start = GAME.state_from_view(view)
        for _ in range(3):
            world = start.copy()
            imagine(world, seat, chance, scratch)
            worlds += 1
            dealt = GAME.write_position(world)
            held = Counter(card for hand in (*dealt["hands"], dealt["stock"]) for card in hand)
            held.subtract(view.hand)
            whole = Counter(int(code) for code in DECK)
            whole.subtract(Counter(parse_card(card) for card in (held + shown).elements()))
            assert not any(whole.values())  # every card once
            for other in range(seats):
                assert not any(card[0] in voids[other] for card in dealt["hands"][other] if other != seat)
    assert worlds > 100
