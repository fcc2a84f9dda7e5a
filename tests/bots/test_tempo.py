"""How long a bot seems to think."""

from __future__ import annotations

from statistics import mean

import pytest

from erre.bots.contract import LEVELS, Advice, Choice
from erre.bots.tempo import tempo
from erre.games import game
from erre.games.rage.moves import Bid
from tests.conformance.games import luck


def advice(*values: float) -> Advice:
    """Advice that weighed moves of these values."""
    return Advice(Bid(0), "rage.bid", {}, "", [Choice(f"bid {k}", value, 0.0) for k, value in enumerate(values)])


def usual(level: str, *values: float) -> float:
    """The mean of many tempos."""
    return mean(tempo(game("rage"), level, advice(*values), luck(number)) for number in range(300))


@pytest.mark.parametrize("level", LEVELS)
def test_a_forced_move_is_quick(level: str) -> None:
    assert usual(level, 3.0) < usual(level, 3.0, -9.0) / 1.5


def test_many_moves_and_close_ones_take_longer() -> None:
    assert usual("solid", 5, 0, 0, 0, 0, 0, 0, 0) > usual("solid", 5, 0)
    assert usual("solid", 5, 4.9, 0) > usual("solid", 5, 0.1, 0) + 500
    assert usual("solid", 5, 5, 5) > usual("solid", 5, 0.1, 0)


def test_who_sees_more_looks_longer() -> None:
    times = [usual(level, 5, 4, 0) for level in LEVELS]
    assert times == sorted(times)
