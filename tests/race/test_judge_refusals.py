"""Whatever is heard, the judge refuses in words, changes no verdict and never raises."""

from __future__ import annotations

import math

import pytest
from msgspec.structs import replace

from erre.race.grabs import AnyHeard, Close, Grab, Leave, Ping, Refused, Return, Reveal, Tick
from erre.race.judge import Judge, Setup
from tests.race.sitting import Sitting, held, refused, verdict

NAN, INFINITE = math.nan, math.inf


@pytest.mark.parametrize("at", [NAN, INFINITE, -INFINITE, -1.0, 1e300])
@pytest.mark.parametrize(
    "heard",
    [
        Tick(0.0),
        Grab(0.0, seat=0, number=0, reveal=1, piece=1, r=400.0),
        Ping(0.0, seat=0, rtt=10.0),
        Reveal(0.0, reveal=2, pieces=[1]),
        Close(0.0, reveal=1),
        Leave(0.0, seat=0),
        Return(0.0, seat=0),
    ],
    ids=lambda heard: type(heard).__name__,
)
def test_a_time_that_is_none_is_refused(heard: AnyHeard, at: float) -> None:
    code, why = refused(Sitting(0, 0).hear(replace(heard, at=at)))
    assert (code, why) == ("bad_time", f"{at:g} ms is no time of this table")


def test_times_do_not_go_backwards() -> None:
    sitting = Sitting(0, 0)
    sitting.wait(500.0)
    assert refused(sitting.grab(0, 430.0)) == (
        "bad_time",
        "70 ms behind the table's clock: times do not go backwards",
    )
    assert refused(sitting.wait(449.0))[0] == "bad_time"


def test_what_waited_in_a_queue_for_a_moment_is_heard_with_the_time_of_its_arrival() -> None:
    sitting = Sitting(0, 0, 200)
    sitting.grab(0, 400.0)
    sitting.wait(430.0)
    sitting.grab(1, 380.0, arrival=405.0)
    assert verdict(sitting.wait(900.0)).winner == 1


@pytest.mark.parametrize("seat", [-1, 2, 2**70])
def test_an_unknown_seat_is_refused(seat: int) -> None:
    sitting = Sitting(0, 0)
    for heard in (Grab(20_000.0, seat, 0, 1, 1, 400.0), Ping(20_000.0, seat, 5.0), Leave(20_000.0, seat)):
        assert refused(sitting.hear(heard)) == ("no_seat", f"there is no seat {seat}: the seats are 0 to 1")
    assert refused(sitting.hear(Return(20_000.0, seat)))[0] == "no_seat"


def test_a_seat_that_has_left_neither_grabs_nor_answers_pings() -> None:
    sitting = Sitting(0, 0)
    sitting.leave(1, 300.0)
    assert refused(sitting.grab(1, 400.0)) == ("no_seat", "seat 1 has left")
    assert refused(sitting.hear(Ping(sitting.t0 + 400.0, 1, 5.0))) == ("no_seat", "seat 1 has left")
    sitting.come_back(1, 450.0)
    assert held(sitting.grab(1, 500.0)).seat == 1


def test_a_page_loaded_anew_may_count_its_stamps_from_its_own_painting() -> None:
    sitting = Sitting(0, 0)
    sitting.grab(1, 1_000.0)
    sitting.leave(1, 1_100.0)
    sitting.come_back(1, 2_000.0)
    assert held(sitting.grab(1, 300.0, piece=2, arrival=2_300.0)).until == sitting.t0 + 2_275.0 + 25.0


@pytest.mark.parametrize(
    ("reveal", "words"),
    [
        (0, "reveal 0 is over; reveal 1 is shown"),
        (2, "there is no reveal 2 yet"),
        (-5, "reveal -5 is over; reveal 1 is shown"),
        (2**70, f"there is no reveal {2**70} yet"),
    ],
)
def test_an_unknown_reveal_is_refused(reveal: int, words: str) -> None:
    sitting = Sitting(0, 0)
    assert refused(sitting.grab(0, 400.0, reveal=reveal)) == ("no_reveal", words)
    assert refused(sitting.hear(Close(sitting.t0 + 500.0, reveal))) == ("no_reveal", words)


def test_before_the_first_reveal_nothing_can_be_grabbed() -> None:
    assert refused(Judge(Setup(2)).hear(Grab(1_000.0, 0, 0, 1, 1, 400.0))) == ("no_reveal", "there is no reveal 1 yet")


def test_the_runes_of_an_earlier_reveal_are_gone_with_it() -> None:
    sitting = Sitting(0, 0)
    sitting.reveal(8, 9, at=sitting.t0 + 2_000.0)
    assert refused(sitting.grab(0, 400.0, piece=8, reveal=1)) == ("no_reveal", "reveal 1 is over; reveal 2 is shown")
    assert refused(sitting.grab(0, 400.0, piece=1)) == ("no_rune", "reveal 2 shows no piece 1")


@pytest.mark.parametrize("piece", [0, 5, -1, 2**70])
def test_an_unknown_rune_is_refused(piece: int) -> None:
    assert refused(Sitting(0, 0).grab(0, 400.0, piece=piece)) == ("no_rune", f"reveal 1 shows no piece {piece}")


@pytest.mark.parametrize(
    ("r", "words"),
    [
        (NAN, "nan ms is no reaction time"),
        (INFINITE, "inf ms is no reaction time"),
        (-INFINITE, "-inf ms is no reaction time"),
        (1e300, "1e+300 ms is no reaction time"),
        (-1e300, "-1e+300 ms is no reaction time"),
        (900.0, "stamped 400 ms later than it arrived"),
    ],
)
def test_a_stamp_that_cannot_be_is_refused(r: float, words: str) -> None:
    sitting = Sitting(0, 0)
    assert refused(sitting.grab(0, r, arrival=500.0)) == ("bad_stamp", words)
    assert held(sitting.grab(0, 510.0)).seat == 0  # and does the hand no harm


def test_a_negative_stamp_is_a_false_start_by_its_own_word() -> None:
    code, why = refused(Sitting(0, 0).grab(0, -40.0, arrival=700.0))
    assert code == "false_start"
    assert why.startswith("false start: pressed at -40 ms, under 100 ms after the reveal")


@pytest.mark.parametrize("rtt", [NAN, INFINITE, -INFINITE, -0.1, 30_001.0, 1e300])
def test_a_round_trip_that_cannot_be_is_refused_and_does_not_measure_the_line(rtt: float) -> None:
    sitting = Sitting(0, 200)
    assert refused(sitting.hear(Ping(sitting.t0, 1, rtt))) == ("bad_ping", f"a round trip of {rtt:g} ms cannot be")
    assert held(sitting.grab(0, 400.0)).until == pytest.approx(sitting.t0 + 535.0)


@pytest.mark.parametrize("number", [5, 4, 0])
def test_a_message_is_heard_once(number: int) -> None:
    sitting = Sitting(0, 200)
    sitting.grab(0, 400.0, number=5)
    assert refused(sitting.grab(0, 410.0, piece=2, number=number)) == (
        "duplicate",
        f"message {number} was heard before: the last one was 5",
    )
    assert refused(sitting.grab(0, 410.0, piece=2, number=-1))[0] == "duplicate"


def test_a_refused_message_is_heard_as_well() -> None:
    sitting = Sitting(0, 0)
    sitting.grab(0, NAN, arrival=400.0, number=0)
    assert refused(sitting.grab(0, 400.0, number=0))[0] == "duplicate"


def test_a_refusal_names_the_seat_and_the_message() -> None:
    (ruling,) = Sitting(0, 0).grab(1, 400.0, piece=77, number=6)
    assert isinstance(ruling, Refused)
    assert (ruling.seat, ruling.number) == (1, 6)


def test_one_hand_is_on_one_rune_and_a_second_grab_replaces_nothing() -> None:
    sitting = Sitting(0, 200)
    sitting.grab(0, 400.0, piece=1)
    assert refused(sitting.grab(0, 420.0, piece=2)) == ("hand_busy", "your hand is on piece 1: one piece at a time")
    assert refused(sitting.grab(0, 430.0, piece=1)) == (
        "hand_busy",
        "your hand is on piece 1 already: wait for the verdict",
    )
    assert verdict(sitting.wait(900.0)).receipt.presses[0].stamp == 400.0
    assert sitting.won() == {1: 0}


def test_a_grab_after_the_verdict_changes_nothing_however_quick_it_was() -> None:
    sitting = Sitting(0, 200)
    sitting.grab(0, 400.0)
    sitting.wait(540.0)
    assert refused(sitting.grab(1, 300.0, arrival=569.0)) == (
        "too_late",
        "piece 1 was decided 34 ms before your grab arrived",
    )
    assert sitting.won() == {1: 0}
    assert len(sitting.verdicts()) == 1


@pytest.mark.parametrize("reveal", [1, 0, -3])
def test_reveals_are_numbered_upwards(reveal: int) -> None:
    sitting = Sitting(0, 0)
    assert refused(sitting.hear(Reveal(sitting.t0, reveal, [1]))) == (
        "bad_reveal",
        f"reveal {reveal} does not follow reveal 1",
    )


def test_a_reveal_shows_each_rune_once() -> None:
    assert refused(Sitting(0, 0).reveal(1, 2, 1)) == ("bad_reveal", "a reveal shows each piece once")


def test_a_refused_reveal_leaves_the_one_before_as_it_was() -> None:
    sitting = Sitting(0, 0)
    sitting.reveal(1, 2, 1)
    assert held(sitting.grab(0, 400.0, reveal=1)).piece == 1
