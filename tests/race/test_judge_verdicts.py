"""The judge of grabs, points 6 to 9: hold-back, ties, receipts, bots; and the end of grabbing."""

from __future__ import annotations

import pytest

from erre.core.errors import BadOptions
from erre.race.grabs import GrabHeld
from erre.race.judge import Judge, Setup
from erre.race.receipts import format_receipt
from tests.race.sitting import Sitting, held, refused, settled, verdict

# -- 6 hold-back


def test_6_a_rune_is_held_until_no_silent_seat_can_win_it() -> None:
    sitting = Sitting(0, 100, 200)  # credits 25, 80, 135
    assert held(sitting.grab(0, 400.0)).until == pytest.approx(sitting.t0 + 535.0)
    assert sitting.judge.due == pytest.approx(sitting.t0 + 535.0)
    assert sitting.wait(534.0) == []
    assert verdict(sitting.wait(536.0)).at == pytest.approx(sitting.t0 + 535.0)
    assert sitting.judge.due is None


def test_6_with_everybody_in_it_is_decided_at_once() -> None:
    sitting = Sitting(0, 200)
    sitting.grab(0, 400.0)
    said = verdict(sitting.grab(1, 350.0))
    assert (said.winner, said.at) == (1, sitting.t0 + 450.0)


def test_6_a_quicker_leader_shortens_the_wait() -> None:
    sitting = Sitting(0, 100, 200)
    sitting.grab(0, 400.0)
    assert held(sitting.grab(1, 370.0)).until == pytest.approx(sitting.t0 + 370.0 + 135.0)


def test_6_a_slower_grab_does_not_lengthen_the_wait() -> None:
    sitting = Sitting(0, 0, 200)
    sitting.grab(0, 400.0)
    assert held(sitting.grab(1, 420.0)).until == pytest.approx(sitting.t0 + 535.0)


def test_6_a_leader_from_a_long_line_is_not_held_for_a_short_one() -> None:
    sitting = Sitting(0, 200)
    assert verdict(sitting.grab(1, 400.0)).winner == 1  # arrives at 500; seat 0 could win until 425


def test_6_no_wait_is_longer_than_a_quarter_of_a_second_from_the_first_arrival() -> None:
    sitting = Sitting(0, 400)
    sitting.grab(0, 500.0, arrival=400.0)  # a stamp ahead of its arrival; seat 1 could win until 680
    said = verdict(sitting.wait(2_000.0))
    assert (said.at, said.receipt.held, said.receipt.cut_short) == (sitting.t0 + 650.0, 250.0, True)
    sitting.grab(0, 3_000.0, piece=2)
    assert not verdict(sitting.wait(4_000.0)).receipt.cut_short


def test_6_a_grab_at_the_very_end_of_the_wait_is_too_late() -> None:
    sitting = Sitting(0, 200)
    sitting.grab(0, 400.0)
    rulings = sitting.grab(1, 350.0, arrival=535.0)
    assert verdict(rulings).winner == 0
    assert refused(rulings[1:])[0] == "too_late"


def test_6_nobody_waits_for_a_seat_that_has_left() -> None:
    sitting = Sitting(0, 200)
    sitting.leave(1, 0.0)
    assert verdict(sitting.grab(0, 400.0)).winner == 0
    other = Sitting(0, 200)
    other.grab(0, 400.0)
    assert verdict(other.leave(1, 410.0)).at == other.t0 + 410.0


def test_6_the_claim_of_a_seat_that_leaves_stands() -> None:
    sitting = Sitting(0, 200)
    sitting.grab(0, 400.0)
    sitting.leave(0, 410.0)
    assert verdict(sitting.wait(900.0)).winner == 0


def test_6_nobody_waits_for_a_hand_on_another_rune_until_that_is_decided() -> None:
    sitting = Sitting(0, 200, 100)
    assert held(sitting.grab(1, 400.0, piece=2, arrival=410.0)).until == pytest.approx(sitting.t0 + 480.0)
    assert held(sitting.grab(0, 411.0, piece=1)).until == pytest.approx(sitting.t0 + 491.0)  # for seat 2 alone
    assert verdict(sitting.wait(481.0)).piece == 2
    assert sitting.judge.due == pytest.approx(sitting.t0 + 411.0 + 135.0)  # seat 1 has a free hand again


def test_6_nobody_waits_for_a_hand_that_has_pressed_elsewhere_since() -> None:
    sitting = Sitting(0, 200)
    sitting.grab(1, 420.0, piece=2, arrival=430.0)
    assert verdict(sitting.grab(0, 400.0, piece=1, arrival=440.0)).piece == 1


def test_6_several_runes_are_contested_at_the_same_time() -> None:
    sitting = Sitting(0, 0, 200, 200)
    sitting.grab(0, 400.0, piece=1)
    sitting.grab(1, 405.0, piece=2)
    sitting.grab(2, 380.0, piece=1)
    sitting.grab(3, 395.0, piece=2)
    sitting.wait(1_000.0)
    assert sitting.won() == {1: 2, 2: 1}  # piece 2 is a tie: the marker goes before


def test_6_a_hand_that_is_free_again_may_win_the_next_rune() -> None:
    sitting = Sitting(0, 0)
    sitting.grab(0, 400.0, piece=1)
    sitting.grab(1, 380.0, piece=1, arrival=402.0)
    assert sitting.won() == {1: 1}
    assert held(sitting.grab(0, 600.0, piece=2)).piece == 2
    assert held(sitting.grab(1, 601.0, piece=3)).piece == 3


@pytest.mark.parametrize("ticks", [[], [401.0, 410.0, 470.0, 536.0, 537.0]], ids=["no ticks", "many ticks"])
def test_6_the_clock_may_tick_as_it_likes(ticks: list[float]) -> None:
    sitting = Sitting(0, 200)
    sitting.grab(0, 400.0)
    for at in ticks:
        sitting.wait(at)
    sitting.grab(1, 450.0)  # arrives at 550, the piece was decided at 535
    (said,) = sitting.verdicts()
    assert said.winner == 0
    assert said.at == pytest.approx(sitting.t0 + 535.0)


# -- 7 ties


@pytest.mark.parametrize(
    ("marker", "winner"),
    [(0, 1), (1, 1), (2, 2), (3, 1)],  # the first from the marker on, its holder included
)
def test_7_less_than_fifteen_milliseconds_apart_the_marker_decides(marker: int, winner: int) -> None:
    sitting = Sitting(0, 0, 0, 0, marker=marker)
    sitting.grab(1, 410.0)
    sitting.grab(2, 400.0, arrival=411.0)
    said = verdict(sitting.wait(900.0))
    assert (said.winner, said.receipt.rule, said.receipt.tied, said.receipt.marker) == (winner, "tie", [2, 1], marker)
    assert said.marker == sitting.judge.marker == winner + 1


def test_7_fifteen_milliseconds_apart_the_quicker_wins_and_the_marker_stays() -> None:
    sitting = Sitting(0, 0)
    sitting.grab(1, 400.0)
    said = verdict(sitting.grab(0, 415.0))
    assert (said.winner, said.receipt.rule, said.marker) == (1, "first", 0)


def test_7_a_chain_of_near_presses_ties_only_those_near_the_quickest() -> None:
    sitting = Sitting(0, 0, 0, marker=2)
    sitting.grab(0, 400.0)
    sitting.grab(1, 410.0)
    assert verdict(sitting.grab(2, 420.0)).receipt.tied == [0, 1]
    assert sitting.won() == {1: 0}


def test_7_two_seats_that_tie_again_and_again_win_in_turn() -> None:
    sitting = Sitting(0, 0, 0, 0)
    for piece in (1, 2, 3, 4):
        sitting.grab(1, 400.0 + 500.0 * piece, piece=piece)
        sitting.grab(2, 401.0 + 500.0 * piece, piece=piece)
        sitting.wait(800.0 + 500.0 * piece)
    assert sitting.won() == {1: 1, 2: 2, 3: 1, 4: 2}


# -- 8 receipts


def test_8_the_receipt_says_who_pressed_when_with_which_credit_and_by_which_rule() -> None:
    sitting = Sitting(0, 100, 200)
    sitting.grab(2, 40.0, arrival=60.0)
    sitting.grab(0, 400.0)
    sitting.grab(1, 380.0)
    receipt = verdict(sitting.wait(515.0)).receipt
    rows = [(p.seat, p.stamp, p.arrival, round(p.credit, 3), p.counted) for p in receipt.presses]
    assert rows == [(1, 380.0, 430.0, 80.0, 380.0), (0, 400.0, 400.0, 25.0, 400.0)]
    assert [(p.seat, p.stamp) for p in receipt.false_starts] == [(2, 40.0)]
    assert (receipt.rule, receipt.winner, receipt.is_contested) == ("first", 1, True)
    assert receipt.held == pytest.approx(115.0)


def test_8_a_receipt_is_one_line_of_words() -> None:
    sitting = Sitting(0, 0, 0, marker=1)
    sitting.grab(0, 400.0, piece=1)
    sitting.grab(1, 420.0, piece=1)
    sitting.grab(2, 421.0, piece=1, arrival=422.0)
    sitting.grab(0, 600.0, piece=2)
    sitting.grab(1, 606.0, piece=2)
    sitting.wait(700.0)
    sitting.grab(2, 800.0, piece=3)
    sitting.wait(900.0)
    sitting.grab(0, 1_000.0, piece=4)
    sitting.grab(1, 950.0, piece=4, arrival=1_045.0)
    sitting.wait(2_000.0)
    assert [said.receipt.words for said in sitting.verdicts()] == [
        "seat 0 took piece 1: pressed at 400 ms, 20 ms before seat 1",
        "seat 0 and seat 1 pressed 6 ms apart; the marker lay with seat 1, so seat 1 took piece 2",
        "seat 2 took piece 3: pressed at 800 ms, alone",
        "seat 0 took piece 4: pressed at 1000 ms, alone",
    ]


def test_8_a_receipt_says_when_a_stamp_was_not_believed_and_calls_players_by_name() -> None:
    sitting = Sitting(0, 0, 200)
    sitting.grab(0, 400.0)
    sitting.grab(1, 300.0, arrival=450.0)
    receipt = verdict(sitting.wait(900.0)).receipt
    assert format_receipt(receipt, ["Ana", "Ben", "Cleo"]) == (
        "Ana took piece 1: pressed at 400 ms, 25 ms before Ben; "
        "Ben stamped 300 ms, but its connection allows no less than 425 ms"
    )


# -- 9 bots


def test_9_bots_come_through_the_same_door_with_the_reactions_they_drew() -> None:
    sitting = Sitting(None, 200)
    assert held(sitting.grab(0, 450.0)).until == pytest.approx(sitting.t0 + 585.0)  # a person may have been quicker
    assert verdict(sitting.grab(1, 430.0)).winner == 1


def test_9_a_bot_that_draws_too_quick_a_reaction_makes_a_false_start_like_anybody() -> None:
    assert refused(Sitting(None, 200).grab(0, 90.0))[0] == "false_start"


def test_9_bots_alone_wait_for_each_other_no_longer_than_the_margin() -> None:
    sitting = Sitting(None, None)
    assert held(sitting.grab(0, 450.0)).until == sitting.t0 + 475.0


# -- the end of grabbing


def test_when_grabbing_ends_what_was_pressed_before_still_counts_from_every_line() -> None:
    sitting = Sitting(0, 200)
    sitting.close(1_000.0)
    assert refused(sitting.grab(0, 1_001.0)) == ("too_late", "grabbing had ended before you pressed")
    assert verdict(sitting.grab(1, 990.0)).winner == 1


def test_when_grabbing_has_ended_and_nothing_can_arrive_any_more_the_reveal_is_settled() -> None:
    sitting = Sitting(0, 200)
    sitting.close(1_000.0)
    assert sitting.judge.due == pytest.approx(sitting.t0 + 1_135.0)
    assert settled(sitting.wait(1_200.0)).at == pytest.approx(sitting.t0 + 1_135.0)
    assert sitting.judge.due is None
    assert refused(sitting.grab(1, 990.0, arrival=1_201.0))[0] == "too_late"


def test_a_reveal_is_settled_only_after_its_last_verdict() -> None:
    sitting = Sitting(0, 200)
    sitting.grab(0, 1_000.0)
    sitting.close(1_000.0)
    kinds = [type(ruling).__name__ for ruling in sitting.wait(2_000.0)]
    assert kinds == ["Verdict", "RevealSettled"]


def test_a_second_end_changes_nothing() -> None:
    sitting = Sitting(0, 200)
    sitting.close(1_000.0)
    assert sitting.close(1_100.0) == []
    assert settled(sitting.wait(1_200.0)).at == pytest.approx(sitting.t0 + 1_135.0)


@pytest.mark.parametrize(("seats", "marker"), [(0, 0), (-1, 0), (4, 4), (4, -1)])
def test_a_judge_needs_seats_and_a_marker_at_one_of_them(seats: int, marker: int) -> None:
    with pytest.raises(BadOptions, match="cannot be"):
        Judge(Setup(seats, marker))


def test_a_held_grab_is_told_with_the_number_of_its_message() -> None:
    sitting = Sitting(0, 200)
    (ruling,) = sitting.grab(0, 400.0, number=17)
    assert isinstance(ruling, GrabHeld)
    assert (ruling.seat, ruling.number, ruling.piece) == (0, 17, 1)
