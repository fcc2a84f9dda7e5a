"""Chapter 1: before the game."""

from __future__ import annotations

import pytest

from erre.core.game import Position
from erre.games.rok import GAME
from erre.games.rok.events import BalanceDrawn, BalanceReturned, RunesThrown
from tests.amounts import amount
from tests.games.rok.table import only, record, shown


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_1_1_all_runes_are_in_the_bag_at_first(seats: int) -> None:
    s = GAME.start(seats, GAME.read_options({}), b"k" * 32)
    assert set(s.place.tolist()) == {0}
    assert GAME.phase(s) == "draw"


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_1_2_each_draws_a_balance_rune(seats: int) -> None:
    start = Position.new(GAME, seats, seed=3)
    drawn = only(start.events, BalanceDrawn)
    assert drawn[0].seats == list(range(seats))
    assert len(set(drawn[0].runes)) == seats


def test_1_3_identical_balance_runes_go_back_and_are_drawn_again() -> None:
    """With five seats the first draw has twins in about a fifth of all games."""
    again = 0
    for seed in range(amount(24, 60)):
        start = Position.new(GAME, 5, {"faceUpProbability": 0}, seed=seed)
        for returned in only(start.events, BalanceReturned):
            again += 1
            assert len(returned.seats) in (2, 4)
            kinds = sorted(rune[:2] for rune in returned.runes)
            assert kinds[::2] == kinds[1::2]
            redrawn = only(start.events, BalanceDrawn)[1]
            assert redrawn.seats == only(start.events, BalanceReturned)[0].seats  # those, and all of those
    assert amount(1, 3) < again < amount(12, 30)


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_1_3_in_the_end_all_differ(seats: int) -> None:
    for seed in range(30):
        s = GAME.start(seats, GAME.read_options({}), seed.to_bytes(32, "little"))
        while GAME.phase(s) != "throw":
            GAME.kernels.advance(s)
        kinds = [rune >> 1 for rune, place in enumerate(s.place.tolist()) if place == 2]
        assert len(set(kinds)) == seats


@pytest.mark.parametrize("seats", [2, 5])
def test_1_4_seat_0_is_first_player_of_the_first_round(seats: int) -> None:
    start = Position.new(GAME, seats, seed=1)
    assert only(start.events, RunesThrown)[0].first == 0
    assert shown(start.position, "first") == (shown(start.position, "round") - 1) % seats
    assert record(start.position).seats == seats
