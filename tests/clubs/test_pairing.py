"""Who meets whom: nobody sits twice, byes go round, and repeats are as few as brute force finds."""

from __future__ import annotations

from collections import Counter
from itertools import combinations
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from erre.clubs import pairing, steps
from erre.clubs.evening import BOT, Evening, Member, Result, Seating, Setup
from erre.clubs.scoring import ranks_by_score

SECRET = "11" * 32
SEATINGS: tuple[Seating, ...] = ("random", "swiss", "all", "fixed", "alone")


def evening_of(players: int, **more: object) -> Evening:
    """An evening with players who have come."""
    setup = Setup("Friday", "a game", **{"seats": 4, **more})  # type: ignore[arg-type]
    return Evening("e", setup, SECRET, members=[Member(number, f"P{number}", str(number)) for number in range(players)])


def play(evening: Evening, rounds: int, least: int, luck: Random) -> None:
    """Play rounds with results by lot."""
    for number in range(rounds):
        planned = steps.plan_round(evening, least)
        steps.start_round(evening, 1000 + number, [])
        for table in planned.tables:
            scores = [luck.randrange(20) for _ in table.seats]
            table.result = Result(scores, ranks_by_score(scores))


@settings(max_examples=40, deadline=None)
@given(
    players=st.integers(2, 23),
    seats=st.integers(2, 6),
    rounds=st.integers(1, 5),
    seating=st.sampled_from(SEATINGS),
    has_bots=st.booleans(),
    seed=st.integers(0, 1000),
)
def test_everybody_sits_once_or_sits_out_in_turn(
    players: int, seats: int, rounds: int, seating: Seating, has_bots: bool, seed: int
) -> None:
    bots = "solid" if has_bots or seating == "alone" else ""
    evening = evening_of(players, seats=seats, seating=seating, bots=bots)
    least = 2
    play(evening, rounds, least, Random(seed))
    for one in evening.rounds:
        seated = [player for table in one.tables for player in table.seats if player != BOT]
        assert sorted([*seated, *one.byes]) == list(range(players))
        for table in one.tables:
            assert len(table.seats) == seats if bots else least <= len(table.seats) <= seats
            assert any(player != BOT for player in table.seats)
    byes = Counter(player for one in evening.rounds for player in one.byes)
    assert max(byes[player] for player in range(players)) - min(byes[player] for player in range(players)) <= 1
    assert not (bots and byes)


@pytest.mark.parametrize("players", [4, 6, 8, 10])
def test_everybody_meets_everybody_in_a_round_robin_of_two(players: int) -> None:
    evening = evening_of(players, seats=2, seating="all", rounds=players - 1)
    play(evening, players - 1, 2, Random(3))
    met = pairing.meetings(table.seats for one in evening.rounds for table in one.tables)
    assert len(met) == players * (players - 1) // 2
    assert set(met.values()) == {1}


@pytest.mark.parametrize(("players", "rounds"), [(8, 3), (12, 4), (16, 5)])
def test_swiss_pairs_do_not_meet_again(players: int, rounds: int) -> None:
    evening = evening_of(players, seats=2, seating="swiss")
    play(evening, rounds, 2, Random(5))
    met = pairing.meetings(table.seats for one in evening.rounds for table in one.tables)
    assert set(met.values()) == {1}


def test_swiss_brings_equals_together() -> None:
    evening = evening_of(8, seats=2, seating="swiss")
    play(evening, 1, 2, Random(7))
    winners = {table.seats[table.result.ranks.index(1)] for table in evening.rounds[0].tables if table.result}
    planned = steps.plan_round(evening, 2)
    together = [table for table in planned.tables if set(table.seats) <= winners]
    assert len(together) == len(winners) // 2


def brute_force(players: list[int], size: int, met: pairing.Meetings) -> int:
    """The fewest squared repeats that any tables of equal size have."""
    if not players:
        return 0
    first, best = players[0], 10**9
    for others in combinations(players[1:], size - 1):
        group = (first, *others)
        cost = sum(met[pairing.pair(*two)] ** 2 for two in combinations(group, 2))
        rest = [player for player in players if player not in group]
        best = min(best, cost + brute_force(rest, size, met))
    return best


@pytest.mark.parametrize(("players", "size"), [(6, 3), (9, 3), (8, 4), (6, 2)])
def test_repeats_are_as_few_as_brute_force_finds(players: int, size: int) -> None:
    for seed in range(6):
        luck = Random(seed)
        met: pairing.Meetings = Counter()
        for _ in range(4):
            sizes = [size] * (players // size)
            groups = pairing.meeting_all(range(players), sizes, met, luck)
            cost = sum(met[pairing.pair(*two)] ** 2 for group in groups for two in combinations(group, 2))
            assert cost == brute_force(list(range(players)), size, met)
            met.update(pairing.meetings(groups))


def test_two_hundred_players_are_seated() -> None:
    evening = evening_of(200, seats=4, seating="swiss")
    play(evening, 2, 3, Random(1))
    met = pairing.meetings(table.seats for one in evening.rounds for table in one.tables)
    assert set(met.values()) == {1}


def test_seats_go_round() -> None:
    evening = evening_of(4, seating="fixed")
    play(evening, 4, 4, Random(2))
    for player in range(4):
        assert {one.tables[0].seats.index(player) for one in evening.rounds} == {0, 1, 2, 3}


@pytest.mark.parametrize(
    ("players", "seats", "least", "bots", "sizes"),
    [
        (7, 4, 3, False, [4, 3]),
        (5, 4, 3, False, [4]),  # one sits out: a table of two is too small
        (5, 4, 3, True, [3, 2]),
        (1, 4, 3, True, [1]),
        (2, 4, 3, False, []),
        (9, 4, 2, False, [3, 3, 3]),
    ],
)
def test_sizes_of_tables(players: int, seats: int, least: int, bots: bool, sizes: list[int]) -> None:
    assert pairing.table_sizes(players, seats, least, bots) == sizes
