"""Hands need time to see, to decide and to reach; the first to arrive acts, and a late one looks again."""

from __future__ import annotations

from statistics import median

import numpy as np
import pytest

from erre.bots import BOTS
from erre.bots.contract import LEVELS
from erre.bots.kernel_bot import fresh_luck, level_arena
from erre.bots.rok import WORK, Reach, act, is_upset, next_grab, next_seat
from erre.bots.rok.hands import NO_PLAN, NOW, PLAN, hand
from erre.bots.rok.levels import LEAST
from erre.bots.rok.reach import doublings, look_time, reach_time, seen_turned
from erre.core.batch import bots_of, play_batch
from erre.core.record import IntArray, ints
from erre.games.rok import GAME
from erre.games.rok.components import MOST_LEGAL, RADIUS
from erre.games.rok.moves import Done, Grab
from erre.games.rok.notation import parse_rune
from tests.games.rok.table import lay, look, new, play, record

MEDIANS = {"beginner": 1400, "casual": 900, "solid": 650, "strong": 500, "champion": 400}


def first_grabs(level: str) -> list[int]:
    """The times of the first grab after many throws."""
    luck = fresh_luck(7)
    reaches = [next_grab(look(new(2 + seed % 4, seed=seed)), level, luck) for seed in range(200)]
    return [reach.delay_ms for reach in reaches if isinstance(reach.move, Grab)]


@pytest.mark.parametrize("level", LEVELS)
def test_a_level_reacts_as_quickly_as_such_people_do(level: str) -> None:
    times = first_grabs(level)
    assert abs(median(times) - MEDIANS[level]) < 0.1 * MEDIANS[level]
    assert min(times) >= LEAST
    low, high = np.percentile(times, [16, 84])
    assert 0.1 < (high - low) / 2 / median(times) < 0.35


@pytest.mark.parametrize(("way", "expected"), [(0, 0), (2, 256), (6, 512), (14, 768), (4, 384)])
def test_every_doubling_of_the_way_costs_the_same(way: int, expected: int) -> None:
    assert doublings(way * RADIUS) == expected


def test_a_far_rune_takes_longer_and_a_slow_hand_too() -> None:
    solid, beginner = BOTS["solid"], BOTS["beginner"]
    times = [reach_time(solid, way * RADIUS, 0) for way in (1, 5, 20, 40)]
    assert times == sorted(set(times))
    assert reach_time(beginner, 0, 20 * RADIUS) > reach_time(solid, 0, 20 * RADIUS)


def mean_look(table: str, rune: str, seat: int = 0) -> float:
    """How long a solid player looks at a table before reaching for a rune, on the average."""
    s, luck = record(lay(table, balance="B1a B2a B3a")), fresh_luck(3)
    return sum(look_time(s, seat, BOTS["solid"], parse_rune(rune), 100, luck) for _ in range(400)) / 400


def test_many_runes_take_longer_to_look_through() -> None:
    few, many = "W1a W1b", "W1a W1b W2a W3a W4a W5a G1a G2a G3a G4a"
    assert mean_look(many, "W1a") > 1.2 * mean_look(few, "W1a")


def test_a_rune_on_its_head_takes_longer_to_see() -> None:
    places = [f"{x},{y}" for x in range(-9, 10, 3) for y in (4, 8, -6)]
    turns = {place: seen_turned(record(lay(f"W1a@{place}")), 0, parse_rune("W1a")) for place in places}
    upright, headlong = min(turns, key=lambda place: turns[place]), max(turns, key=lambda place: turns[place])
    assert mean_look(f"W1a@{headlong}", "W1a") > mean_look(f"W1a@{upright}", "W1a")


def test_the_second_rune_of_a_pair_is_known_already() -> None:
    luck = fresh_luck(5)
    start = lay("W1a@5,0 W1b@9,0 G5a G6a", balance="B2a B3a B4a")
    held = play(start, "0 grab W1a").position
    firsts = [next_grab(look(start), "solid", luck).delay_ms for _ in range(60)]
    seconds = [next_grab(look(held), "solid", luck, (5.0, 0.0)) for _ in range(60)]
    assert {reach.move for reach in seconds if isinstance(reach.move, Grab)} == {Grab("W1b")}
    assert median(reach.delay_ms for reach in seconds) < 0.7 * median(firsts)


def test_a_hand_is_somewhere_on_its_way() -> None:
    reach = Reach(500, Grab("W1a"), 300, (0.0, 20.0), (10.0, 0.0))
    assert reach.place_after(100) == (0.0, 20.0)
    assert reach.place_after(400) == (5.0, 10.0)
    assert reach.place_after(900) == (10.0, 0.0)


def test_who_comes_too_late_looks_again() -> None:
    luck = fresh_luck(2)
    start = lay("W1a@5,0 W1b@9,0 G1a@-4,0 G1b@-8,2", balance="B1a B2a B3a")
    reach = Reach(500, Grab("W1a"), 300, (20.0, 0.0), (5.0, 0.0), 100)
    assert not is_upset(look(start), reach, "champion", luck)
    elsewhere = play(start, "1 grab G1a").position
    assert not is_upset(look(elsewhere), reach, "champion", luck)
    gone = play(start, "1 grab W1a").position
    assert is_upset(look(gone), reach, "champion", luck)
    # Its twin is in another hand: a champion sees what that means, a beginner often takes it all the same.
    torn = play(start, "1 grab W1b").position
    noticed = {level: sum(is_upset(look(torn), reach, level, luck) for _ in range(200)) for level in LEVELS}
    assert noticed["champion"] == 0  # to split the pair is worth something to it
    assert 100 < noticed["beginner"] < 180


def test_the_first_hand_to_arrive_acts_and_the_clock_goes_on() -> None:
    s = record(lay("W1a@5,0 W1b@9,0 G1a@-4,0 G1b@-8,2 W5a W6a", balance="B1a B2a B3a"))
    bots, luck, moves, work = bots_of([BOTS["champion"]] * 3), fresh_luck(4), ints(MOST_LEGAL), ints(WORK, np.int64)
    times = []
    while GAME.phase(s) == "grab":
        seat = next_seat(s, GAME.kernels.acting(s), bots, luck, work)
        assert act(s, seat, bots[seat], luck, moves, work)
        assert work[hand(seat) + PLAN] == NO_PLAN
        times.append(int(work[NOW]))
    assert times == sorted(times)
    assert times[0] >= LEAST


def test_quick_hands_win_the_race() -> None:
    wins = 0
    for number in range(60):
        s = record(lay("W1a@0,5", seats=2, balance="W1b G1a"))
        luck, work = fresh_luck(number), ints(WORK, np.int64)
        wins += next_seat(s, 3, bots_of([BOTS["beginner"], BOTS["champion"]]), luck, work) == 1
    assert wins > 55


def test_seats_of_one_level_are_equal() -> None:
    batch = play_batch(
        GAME, 4, GAME.read_options({}), 400, seed=9, bots=[BOTS["solid"]] * 4, loops=level_arena(GAME), threads=1
    )
    wins = np.array([GAME.outcome(GAME.record_type(batch.states, i)).winners[0] for i in range(400)])  # type: ignore[union-attr]
    shares = np.bincount(wins, minlength=4) / 400
    assert np.abs(shares - 0.25).max() < 4 * np.sqrt(0.25 * 0.75 / 400)


def test_when_time_is_up_a_seat_is_done() -> None:
    s = record(lay("W1a@0,5 W1b@3,3", seats=2, balance="B1a G1a", options={"grabSeconds": 1}))
    work: IntArray = ints(WORK, np.int64)
    luck, moves = fresh_luck(1), ints(MOST_LEGAL)
    next_seat(s, 3, bots_of([BOTS["solid"]] * 2), luck, work)
    work[NOW] = 1001
    act(s, 0, BOTS["solid"], luck, moves, work)
    assert s.finished == 1


def test_a_seat_that_finds_nothing_is_done_after_a_while() -> None:
    reach = next_grab(
        look(lay("W1a G2a", balance="B1a B2a B3a", options={"grabEnd": "allDone"})), "solid", fresh_luck(1)
    )
    assert reach.move == Done()
    assert reach.delay_ms > 2 * LEAST
