"""What could be: every world that fits what was seen, each equally likely."""

from __future__ import annotations

import random
from collections import Counter
from itertools import permutations
from typing import Any

import numpy as np
import pytest

from erre.core.chance import seed_luck
from erre.core.game import Position
from erre.core.record import NONE, IntArray, ints
from erre.games.rurare import GAME
from erre.games.rurare.components import DECK_NAMES, KINDS
from tests.amounts import amount
from tests.games.rurare.table import choose, look, new, record, shown, table

SAMPLES = 3000


def luck(number: int) -> IntArray:
    """Luck for imagining."""
    fresh = ints(2, np.int32)
    seed_luck(fresh, 5, number)
    return fresh


def imagined(position: Position, seat: int | None, number: int) -> Position:
    """A world that fits what the seat sees."""
    return Position(GAME, GAME.imagine(look(position, seat), luck(number)))


def worlds(position: Position, seat: int | None) -> Counter[Any]:
    """How often each world comes up: the pile from its top, the box, and the choices."""
    view, states = look(position, seat), dict[Any, Any]()
    counted: Counter[Any] = Counter()
    for number in range(SAMPLES):
        state = GAME.imagine(view, luck(number))
        hidden = (state.left, *(tuple(field.tolist()) for field in (state.pile, state.box, state.chosen)))
        states[hidden] = state
        counted[hidden] += 1
    found: Counter[Any] = Counter()
    for hidden, count in counted.items():
        world = Position(GAME, states[hidden]).to_json()
        found[(*world["pile"], "|", *world["box"], "|", *world["chosen"])] += count
    return found


def assert_uniform(found: Counter[Any], expected: set[Any]) -> None:
    """Exactly these worlds came up, none more often than chance allows (five standard deviations)."""
    assert set(found) == expected
    mean = SAMPLES / len(expected)
    assert all(abs(count - mean) < 5 * mean**0.5 for count in found.values())


def deck(text: str) -> dict[str, Any]:
    """Options for a deck of 24 cards: twenty kings and these."""
    return {"counts": dict.fromkeys(KINDS, 0) | {"king": 20} | dict.fromkeys(text.split(), 1), "allowCustomTotal": True}


def test_the_pile_and_the_unseen_part_of_the_box_are_uniform() -> None:
    """Four unseen cards, two in the pile and two in the box: twelve worlds."""
    options = deck("pig cow goat sheep")
    position = table(
        "3 king", "3 king", displays=("7 king", "7 king"), pile="pig cow", box="goat sheep", options=options
    )
    expected = {
        (top, under, "|", *sorted(rest, key=KINDS.index), "|", None, None)
        for top, under, *rest in permutations(["pig", "cow", "goat", "sheep"])
    }
    assert len(expected) == 12
    assert_uniform(worlds(position, 0), expected)


def test_cards_seen_to_go_to_the_box_stay_there() -> None:
    """The goat was seen: the pile and the other place in the box share three cards, in six ways."""
    options = deck("pig cow goat sheep")
    position = table(
        "3 king",
        "3 king",
        displays=("7 king", "7 king"),
        pile="pig cow",
        box="goat sheep",
        seen={"goat": 1},
        options=options,
    )
    expected = {
        (top, under, "|", *sorted(["goat", rest], key=KINDS.index), "|", None, None)
        for top, under, rest in permutations(["pig", "cow", "sheep"])
    }
    assert_uniform(worlds(position, 1), expected)


def test_in_a_partial_position_the_cards_out_of_play_are_unknown_as_well() -> None:
    """Four unseen cards for one place in the pile and one in the box: twelve worlds."""
    position = table(
        "3 king", "3 king", displays=("7 king", "7 king"), pile="pig", box="goat", options=deck("pig cow goat sheep")
    )
    expected = {(top, "|", boxed, "|", None, None) for top, boxed in permutations(["pig", "cow", "goat", "sheep"], 2)}
    assert_uniform(worlds(position, None), expected)


def test_choices_not_shown_are_any_row_with_cards() -> None:
    position = table("king", "", "pig", "cow", seats=4, active=[0, 1, 2, 3], options={"deck": "reconstructed-a"})
    position = choose(position, 1, 3, None, 4).position
    own = {("|", "|", 1, second, None, fourth) for second in (1, 3, 4) for fourth in (1, 3, 4)}
    assert_uniform(worlds(position, 0), own)
    spectator = {
        ("|", "|", *one, None, last)
        for *one, last in ((a, b, c) for a in (1, 3, 4) for b in (1, 3, 4) for c in (1, 3, 4))
    }
    assert_uniform(worlds(position, None), spectator)


def test_equal_cards_weigh_by_their_number() -> None:
    """Three pigs and a cow: the cow lies in the pile in one world of four."""
    options = {"counts": dict.fromkeys(KINDS, 0) | {"king": 20, "pig": 3, "cow": 1}, "allowCustomTotal": True}
    position = table("3 king", "3 king", displays=("7 king", "7 king"), pile="cow", box="3 pig", options=options)
    found = worlds(position, 0)
    cows = sum(count for world, count in found.items() if world[0] == "cow")
    assert abs(cows - SAMPLES / 4) < 5 * (SAMPLES * 3 / 16) ** 0.5


def every_world(position: Position) -> Counter[Any]:
    """The full enumeration: every order of the unseen cards over the unseen places, told from the truth."""
    truth = position.to_json()
    seen = Counter(truth["seen"])
    hidden_box = list((Counter(truth["box"]) - seen).elements())
    pile = len(truth["pile"])
    found: Counter[Any] = Counter()
    for order in permutations([*truth["pile"], *hidden_box]):
        box = sorted([*order[pile:], *seen.elements()], key=KINDS.index)
        found[(*order[:pile], "|", *box, "|", *truth["chosen"])] += 1
    return found


@pytest.mark.parametrize("meetings", [0, 1, 2])
@pytest.mark.parametrize("seed", [3, 4])
def test_the_distance_to_the_full_enumeration_is_that_of_sampling(seed: int, meetings: int) -> None:
    """A deck of 26 cards with three seats: 21 lie in the rows, two in the pile, three in the box, more by meeting."""
    counts = dict.fromkeys(KINDS, 0) | {"king": 5, "pig": 4, "cow": 4, "goat": 4, "church": 5, "knight": 4}
    position = new(3, seed=seed, counts=counts, allowCustomTotal=True)
    for _ in range(meetings):
        position = choose(position, 1, 1, 1).position
    expected = every_world(position)
    total = expected.total()
    found = worlds(position, 0)
    assert set(found) <= set(expected)
    distance = sum(abs(found[world] / SAMPLES - weight / total) for world, weight in expected.items()) / 2
    # The mean distance of that many fair samples is at most this (each share has a binomial deviation).
    error = sum((weight / total * (1 - weight / total) / SAMPLES) ** 0.5 for weight in expected.values()) / 2
    assert distance < error + 3 / SAMPLES**0.5


def test_after_the_box_was_shuffled_its_content_is_known_by_counting() -> None:
    """Cards that were seen to go to the box may have come out again; what is left is the deck less what lies open."""
    position = new(2)
    while not look(position).last_turn:
        position = choose(choose(position, 1, 1).position, 1, 2).position
    assert look(position).memory.box == {}
    assert look(position).pile == 0
    for number in range(5):
        assert shown(imagined(position, 0, number), "box") == shown(position, "box")
    met = choose(position, 3, 3).position  # one more card is seen to go there
    assert sum(look(met).memory.box.values()) == 1
    assert shown(imagined(met, 1, 3), "box") == shown(met, "box")


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("deck_name", DECK_NAMES)
def test_what_is_imagined_fits_what_is_seen_and_can_be_played(seats: int, deck_name: str) -> None:
    dice = random.Random(seats)
    position = new(seats, seed=seats, deck=deck_name)
    number = 0
    while position.outcome is None:
        number += 1
        for viewer in (None, *range(seats)) if number % amount(3, 1) == 0 else ():
            world = imagined(position, viewer, number)
            assert world.view(viewer) == position.view(viewer)
            assert Position.from_json(GAME, world.to_json()).to_json() == world.to_json()  # it passes as whole
        seat = dice.choice(position.turn)
        position = position.play(seat, dice.choice(position.legal(seat))).position


def test_the_kernel_reads_nothing_that_the_seat_cannot_know() -> None:
    """From the truth and from what is known of it the same luck makes the same world, byte for byte."""
    dice = random.Random(3)
    position = new(4)
    while position.outcome is None:
        for viewer in (None, 0, 1, 2, 3):
            s = record(position)
            GAME.kernels.imagine(s, NONE if viewer is None else viewer, luck(7), ints(GAME.kernels.scratch))
            s.moves_made = 0  # of moves only their results are seen
            assert s.to_bytes() == GAME.imagine(look(position, viewer), luck(7)).to_bytes()
        seat = dice.choice(position.turn)
        position = position.play(seat, dice.choice(position.legal(seat))).position


def test_what_is_known_holds_no_hidden_card() -> None:
    position = choose(new(2), 2, 2).position.play(0, "row 5").position
    s = GAME.state_from_view(look(position, 1))
    assert set(s.pile.tolist()) == {NONE}
    assert not s.box.any()
    assert (s.left, s.boxed, s.chosen[0]) == (62, 33, 0)
    assert not s.key.any()
