"""Bots that keep a person's pace: what is remembered, and which level comes nearest."""

from __future__ import annotations

import pytest

from erre.race.adapting import ENOUGH, LONGEST, REMEMBERED, Reactions, nearest_level
from erre.race.receipts import Press

USUAL = {"beginner": 1400.0, "solid": 850.0, "champion": 500.0}


def press(seat: int, at: float) -> Press:
    return Press(seat, at, at, 0.0, at)


def reacting(*reactions: float, seat: int = 0) -> Reactions:
    """A seat that pressed once after each reveal."""
    found = Reactions()
    for reveal, reaction in enumerate(reactions):
        found.add(reveal, press(seat, reaction))
    return found


def test_one_quick_press_is_no_pace() -> None:
    assert reacting(*[700.0] * (ENOUGH - 1)).pace([0]) is None
    assert reacting(*[700.0] * ENOUGH).pace([0]) == 700.0


def test_only_the_last_ten_reactions_count() -> None:
    slow_then_quick = [3000.0] * REMEMBERED + [600.0] * REMEMBERED
    assert reacting(*slow_then_quick).pace([0]) == 600.0
    assert reacting(*slow_then_quick[:-5]).pace([0]) == 1800.0  # half and half


def test_after_the_first_press_the_time_from_press_to_press_counts() -> None:
    found = Reactions()
    for at in (1000.0, 1600.0, 2200.0, 2800.0):
        found.add(7, press(0, at))
    assert found.pace([0]) == 600.0
    found.add(8, press(0, 650.0))  # a new reveal: counted from its beginning
    assert found.pace([0]) == 600.0


def test_the_slowest_person_sets_the_pace() -> None:
    found = reacting(*[500.0] * ENOUGH)
    for reveal in range(ENOUGH):
        found.add(reveal, press(1, 1500.0))
    assert found.pace([0, 1]) == 1500.0
    assert found.pace([0]) == 500.0
    assert found.pace([2]) is None


def test_a_long_wait_is_bounded_and_a_new_person_starts_over() -> None:
    found = reacting(*[60_000.0] * ENOUGH)
    assert found.pace([0]) == LONGEST
    found.forget(0)
    assert found.pace([0]) is None


@pytest.mark.parametrize(
    ("pace", "level"), [(250.0, "champion"), (700.0, "solid"), (1200.0, "beginner"), (5e3, "beginner")]
)
def test_a_bot_sees_as_much_as_the_level_of_that_pace(pace: float, level: str) -> None:
    assert nearest_level(pace, USUAL) == level
