"""Every pairing equally often in every pair of seats."""

from __future__ import annotations

from collections import Counter
from itertools import permutations

import pytest

from erre.lab.seatings import line_ups, orders


@pytest.mark.parametrize("seats", range(2, 9))
def test_any_two_places_are_put_into_any_two_seats_equally_often(seats: int) -> None:
    count: Counter[tuple[int, ...]] = Counter()
    for order in orders(seats):
        assert sorted(order) == list(range(seats))
        count.update((x, y, order[x], order[y]) for x, y in permutations(range(seats), 2))
    assert len(count) == (seats * (seats - 1)) ** 2
    assert len(set(count.values())) == 1


@pytest.mark.parametrize("seats", range(2, 9))
@pytest.mark.parametrize("bots", range(2, 8))
def test_any_two_bots_meet_equally_often_in_any_two_seats(bots: int, seats: int) -> None:
    count: Counter[tuple[int, ...]] = Counter()
    for seating in line_ups(bots, seats):
        pairs = permutations(range(seats), 2)
        count.update((seating[s], seating[t], s, t) for s, t in pairs if seating[s] != seating[t])
    assert len(count) == bots * (bots - 1) * seats * (seats - 1)
    assert len(set(count.values())) == 1


def test_two_at_two_seats_play_once_each_way() -> None:
    assert line_ups(2, 2) == [(0, 1), (1, 0)]


def test_two_at_four_seats_take_two_each() -> None:
    assert all(sorted(seating) == [0, 0, 1, 1] for seating in line_ups(2, 4))
    assert len(line_ups(2, 4)) == 6
