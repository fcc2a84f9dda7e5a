"""The judge of grabs, points 1 to 5: latencies, reveals, stamps, credits, false starts."""

from __future__ import annotations

import pytest

from erre.race.grabs import Grab, Ping, Reveal, RevealSet
from erre.race.judge import Judge, Setup
from erre.race.latency import GrabSettings, Latency, best_round_trip, counted_reaction, credit, lead, slow_round_trip
from tests.race.sitting import START, Sitting, held, refused, verdict

STANDARD = GrabSettings()

# -- 1 lines


def test_1_a_line_is_its_best_and_its_95th_percentile_round_trip() -> None:
    line = Latency()
    for rtt in range(20, 0, -1):
        line.measure(0.0, float(rtt))
    assert best_round_trip(line.recent(0.0)) == 1.0
    assert slow_round_trip(line.recent(0.0)) == 19.0


@pytest.mark.parametrize(
    ("at", "best"),
    [
        (30_000.0, 10.0),
        (30_001.0, 200.0),
        (90_000.0, 100.0),  # a line gone quiet is as it was last measured
    ],
)
def test_1_a_round_trip_counts_for_thirty_seconds(at: float, best: float) -> None:
    pings = [Ping(0.0, 0, 10.0), Ping(20_000.0, 0, 200.0), Ping(25_000.0, 0, 300.0), Ping(29_000.0, 0, 100.0)]
    assert credit_of(pings[:2] if best == 200.0 else pings, at) == pytest.approx(0.55 * best + 25)


def test_1_a_line_never_measured_gets_the_margin_alone() -> None:
    assert credit_of([], at=5_000.0) == 25.0


def test_1_a_new_line_is_measured_anew() -> None:
    sitting = Sitting(100, 0)
    sitting.leave(0, 0.0)
    sitting.come_back(0, 10.0)
    sitting.hear(Ping(sitting.t0 + 20.0, 0, 20.0))
    sitting.grab(0, 500.0, arrival=510.0)
    assert verdict(sitting.wait(900.0)).receipt.presses[0].credit == pytest.approx(0.55 * 20 + 25)


def credit_of(pings: list[Ping], at: float) -> float:
    """What a seat with these pings is granted for a grab that arrives then."""
    judge = Judge(Setup(1))
    for ping in pings:
        judge.hear(ping)
    judge.hear(Reveal(at - 500.0, 1, [1]))
    return verdict(judge.hear(Grab(at, 0, 0, 1, 1, 200.0))).receipt.presses[0].credit


# -- 2 reveals


@pytest.mark.parametrize(
    ("slow", "expected"),
    [
        ([], 120.0),  # nobody is there
        ([0.0], 120.0),
        ([116.0], 120.0),
        ([120.0], 122.0),
        ([5.0, 220.0, 40.0], 182.0),  # the slowest line says
        ([2_000.0], 400.0),
    ],
)
def test_2_a_reveal_is_painted_after_the_lead_of_the_slowest_line(slow: list[float], expected: float) -> None:
    assert lead(STANDARD, slow) == pytest.approx(expected)


def test_2_every_client_is_told_the_same_instant() -> None:
    sitting = Sitting(5, 40, 120, 220)
    assert sitting.rulings == [RevealSet(1, sitting.t0)]
    assert sitting.t0 == pytest.approx(START + 182.0)


def test_2_nobody_waits_for_the_line_of_a_seat_that_has_left() -> None:
    sitting = Sitting(5, 40, 120, 220)
    sitting.leave(3, 0.0)
    sitting.reveal(at=20_000.0)
    assert sitting.t0 == pytest.approx(20_122.0)


def test_2_a_reveal_shows_many_runes_and_they_can_be_taken_at_any_later_time() -> None:
    sitting = Sitting(0, 0)
    sitting.grab(0, 300.0, piece=1)
    sitting.grab(0, 50_000.0, piece=2)
    sitting.wait(60_000.0)
    assert sitting.won() == {1: 0, 2: 0}


def test_2_a_reveal_waits_for_the_verdicts_of_the_one_before() -> None:
    sitting = Sitting(0, 200)
    sitting.grab(0, 300.0)
    assert refused(sitting.reveal()) == ("bad_reveal", "piece 1 of the reveal before is not decided yet")
    sitting.wait(600.0)
    assert isinstance(sitting.reveal()[0], RevealSet)


# -- 3 stamps


def test_3_order_is_by_reaction_and_not_by_arrival() -> None:
    sitting = Sitting(0, 200)
    sitting.grab(0, 420.0)  # arrives at 420
    sitting.grab(1, 390.0)  # arrives at 490
    assert sitting.won() == {1: 1}


def test_3_a_stamp_may_lie_somewhat_ahead_of_its_arrival_on_a_coarse_clock() -> None:
    sitting = Sitting(0)
    assert verdict(sitting.grab(0, 400.0, arrival=310.0)).receipt.presses[0].counted == 400.0


def test_3_stamps_of_one_hand_go_forward_within_a_reveal_and_begin_anew_with_the_next() -> None:
    sitting = Sitting(0)
    sitting.grab(0, 500.0, piece=1)
    assert refused(sitting.grab(0, 400.0, piece=2, arrival=510.0)) == (
        "bad_stamp",
        "stamped 100 ms before your last press",
    )
    sitting.reveal(at=sitting.t0 + 600.0)
    assert verdict(sitting.grab(0, 300.0)).winner == 0


# -- 4 credits


@pytest.mark.parametrize(
    ("best", "expected"),
    [(0.0, 25.0), (40.0, 47.0), (120.0, 91.0), (220.0, 146.0), (1_000.0, 180.0)],
)
def test_4_the_credit_is_a_share_of_the_best_round_trip_with_a_margin_and_a_limit(best: float, expected: float) -> None:
    assert credit(STANDARD, best) == pytest.approx(expected)


@pytest.mark.parametrize(
    ("r", "arrival", "allowed", "counted"),
    [
        (400.0, 450.0, 60.0, 400.0),  # believed: the line can have cost 50 ms
        (400.0, 460.0, 60.0, 400.0),
        (400.0, 500.0, 60.0, 440.0),  # not believed: the line cannot have cost 100 ms
        (100.0, 500.0, 60.0, 440.0),  # a bolder lie gains nothing more
    ],
)
def test_4_a_reaction_counts_as_claimed_but_no_less_than_its_line_allows(
    r: float, arrival: float, allowed: float, counted: float
) -> None:
    assert counted_reaction(r, arrival, allowed) == counted


@pytest.mark.parametrize(
    ("arrival", "winner"),
    [
        (439.0, 1),  # counts as 414: a tie at best, here with the marker on its side
        (440.0, 0),  # counts as 415
    ],
)
def test_4_a_liar_gains_no_more_than_its_credit(arrival: float, winner: int) -> None:
    sitting = Sitting(0, 0, 200, marker=1)
    sitting.grab(0, 400.0)
    sitting.grab(1, 100.0, arrival=arrival)
    assert verdict(sitting.wait(900.0)).winner == winner


def test_4_the_credits_of_a_rune_are_those_at_its_first_grab() -> None:
    sitting = Sitting(0, 200)
    sitting.grab(0, 400.0)
    sitting.hear(Ping(sitting.t0 + 410.0, 1, 100.0))
    assert sitting.judge.due == pytest.approx(sitting.t0 + 535.0)
    assert verdict(sitting.grab(1, 390.0)).receipt.presses[0].credit == pytest.approx(135.0)


# -- 5 false starts


@pytest.mark.parametrize(
    ("r", "arrival"),
    [
        (99.0, 99.0),
        (0.0, 20.0),
        (-30.0, 10.0),  # pressed before the reveal was painted
        (-30.0, 500.0),  # by its own word
        (150.0, 99.0),  # no press is later than its arrival
        (120.0, -20.0),
    ],
)
def test_5_a_reaction_under_a_tenth_of_a_second_is_a_false_start(r: float, arrival: float) -> None:
    code, why = refused(Sitting(0, 0).grab(0, r, arrival=arrival))
    assert code == "false_start"
    assert "under 100 ms after the reveal; piece 1 is closed to you for 250 ms" in why


def test_5_a_reaction_of_a_tenth_of_a_second_counts() -> None:
    assert held(Sitting(0, 0).grab(0, 100.0)).seat == 0


def test_5_a_false_start_keeps_the_hand_off_that_rune_for_a_quarter_of_a_second() -> None:
    sitting = Sitting(0, 0)
    sitting.grab(0, 60.0)
    assert refused(sitting.grab(0, 309.0)) == (
        "blocked",
        "after your false start piece 1 stays closed to you for 1 ms more",
    )
    assert held(sitting.grab(0, 310.0)).seat == 0


def test_5_a_false_start_keeps_nobody_off_another_rune_and_no_other_hand_off_this_one() -> None:
    sitting = Sitting(0, 0)
    sitting.grab(0, 60.0, piece=1)
    assert held(sitting.grab(0, 150.0, piece=2)).piece == 2
    assert held(sitting.grab(1, 160.0, piece=1)).seat == 1


def test_5_a_second_false_start_makes_the_block_longer() -> None:
    sitting = Sitting(0)
    sitting.grab(0, 50.0)
    sitting.grab(0, 90.0)
    assert refused(sitting.grab(0, 330.0))[0] == "blocked"
    assert verdict(sitting.grab(0, 340.0)).winner == 0


def test_5_a_press_before_the_reveal_is_blocked_as_long_as_one_at_its_instant() -> None:
    sitting = Sitting(0)
    sitting.grab(0, -90.0, arrival=-80.0)
    assert refused(sitting.grab(0, 249.0))[0] == "blocked"


def test_5_nobody_waits_for_a_hand_that_is_kept_off() -> None:
    sitting = Sitting(0, 200)
    sitting.grab(1, 60.0, arrival=90.0)
    assert verdict(sitting.grab(0, 290.0)).winner == 0
    later = Sitting(0, 200)
    later.grab(1, 60.0, arrival=90.0)
    assert held(later.grab(0, 300.0)).until == pytest.approx(later.t0 + 300.0 + 135.0)  # at 310 it could tie
