"""What could be: every world that fits what was seen, each equally likely."""

from __future__ import annotations

import random
from collections import Counter
from itertools import permutations

import numpy as np
import pytest

from erre.core.chance import seed_luck
from erre.core.game import Position
from erre.core.record import NONE, IntArray, ints
from erre.games.rok import GAME
from erre.games.rok.notation import RUNES
from tests.amounts import amount
from tests.games.rok.table import lay, look, new, on_table, record, shown

SAMPLES = amount(1000, 2000)


def luck(number: int) -> IntArray:
    """Luck for imagining."""
    fresh = ints(2, np.int32)
    seed_luck(fresh, 5, number)
    return fresh


def imagined(position: Position, seat: int | None, number: int) -> Position:
    """A world that fits what the seat sees."""
    return Position(GAME, GAME.imagine(look(position, seat), luck(number)))


def all_but(names: str) -> tuple[str, ...]:
    """The treasures of two seats that hold every rune but those of these kinds."""
    others = [rune for rune in RUNES if rune[:2] not in names.split()]
    return (" ".join(others[:20]), " ".join(others[20:]))


def worlds(position: Position, seat: int | None) -> Counter[tuple[str, ...]]:
    """How often each world comes up: the face-down runes by place, then the bag."""
    found: Counter[tuple[str, ...]] = Counter()
    view = look(position, seat)
    for number in range(SAMPLES):
        world = Position(GAME, GAME.imagine(view, luck(number))).to_json()
        down = sorted((one["x"], one["y"], one["rune"]) for one in world["table"] if not one["up"])
        found[(*(rune for _, _, rune in down), "|", *world["bag"])] += 1
    return found


def assert_uniform(found: Counter[tuple[str, ...]], expected: set[tuple[str, ...]]) -> None:
    """Exactly these worlds came up, none more often than chance allows (five standard deviations)."""
    assert set(found) == expected
    mean = SAMPLES / len(expected)
    assert all(abs(count - mean) < 5 * mean**0.5 for count in found.values())


@pytest.mark.parametrize("seat", [None, 0, 1])
def test_face_down_runes_and_the_bag_are_uniform(seat: int | None) -> None:
    """Four unseen runes, two of them face down: twelve worlds."""
    position = lay("-W1a@3,0 -G1b@-3,0 B8a@9,0 B8b@-9,0", seats=2, bag="W1b G1a", treasure=all_but("W1 G1 B8"))
    unseen = ["W1a", "W1b", "G1a", "G1b"]
    expected = {(a, b, "|", *sorted(rest, key=RUNES.index)) for a, b, *rest in permutations(unseen)}
    assert len(expected) == 12
    assert_uniform(worlds(position, seat), expected)


def test_in_a_partial_position_the_runes_out_of_play_are_unknown_as_well() -> None:
    """Four unseen runes for one place on the table and one in the bag: twelve worlds."""
    position = lay("-W1a B8a B8b", seats=2, bag="G1a", treasure=all_but("W1 G1 B8"))
    expected: set[tuple[str, ...]] = {(down, "|", bag) for down, bag in permutations(["W1a", "W1b", "G1a", "G1b"], 2)}
    assert_uniform(worlds(position, 1), expected)


def test_what_lies_open_is_not_touched() -> None:
    position = lay("W1a -W1b G2a G2b", balance="B1a B2a B3a", held=("W3a",), bag="B4a B5a", treasure=("", "W8a W8b"))
    for number in range(30):
        world = imagined(position, 0, number)
        assert {rune for rune in on_table(world) if rune[0] != "-"} == {"W1a", "G2a", "G2b"}
        assert (shown(world, "balance"), shown(world, "held")) == (shown(position, "balance"), shown(position, "held"))


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_what_is_imagined_fits_what_is_seen_and_can_be_played(seats: int) -> None:
    dice = random.Random(seats)
    position = new(seats, seed=seats)
    for number in range(amount(30, 60)):
        if position.outcome is not None:
            break
        for viewer in (None, *range(seats)):
            world = imagined(position, viewer, number)
            assert world.view(viewer) == position.view(viewer)
            assert Position.from_json(GAME, world.to_json()).to_json() == world.to_json()  # it passes as whole
        seat = dice.choice(position.turn)
        position = position.play(seat, dice.choice(position.legal(seat))).position


def test_the_kernel_reads_nothing_that_the_seat_cannot_know() -> None:
    """From the truth and from what is known of it the same luck makes the same world, byte for byte."""
    dice = random.Random(3)
    position = new(4)
    for _ in range(80):
        if position.outcome is not None:
            break
        for viewer in (None, 0, 3):
            s = record(position)
            GAME.kernels.imagine(s, NONE if viewer is None else viewer, luck(7), ints(GAME.kernels.scratch))
            s.moves_made = 0  # of moves only their results are seen
            assert s.to_bytes() == GAME.imagine(look(position, viewer), luck(7)).to_bytes()
        seat = dice.choice(position.turn)
        position = position.play(seat, dice.choice(position.legal(seat))).position


def test_what_is_known_holds_no_hidden_rune() -> None:
    """Two tables that differ only in what is hidden are known as the same record."""
    one = lay("-W1a@3,0 -G1b@-3,0 B8a@9,0 B8b@-9,0", bag="W1b G1a")
    other = lay("-G1a@3,0 -W1b@-3,0 B8a@9,0 B8b@-9,0", bag="G1b W1a")
    assert GAME.state_from_view(look(one)).to_bytes() == GAME.state_from_view(look(other)).to_bytes()
    assert not GAME.state_from_view(look(one)).key.any()
