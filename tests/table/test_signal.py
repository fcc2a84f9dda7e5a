"""The signal for a reveal: the first player gives it, or after some seconds the table; bots give it themselves."""

from __future__ import annotations

from typing import Any

import pytest

from erre.core.errors import Refusal
from erre.table.clocks import awaits_signal, due, is_racing, is_running, signal_at
from erre.table.entries import AutopilotOn, Commit, Signalled, Started, TimedOut
from erre.table.projection import info
from erre.table.requests import LetBot, Pause, Ready, Resume, Signal
from tests.table.tables import Sitting, reread


def all_done(sitting: Sitting) -> None:
    """Nobody takes anything in this round."""
    table = sitting.table
    for seat in range(len(table.chairs)):
        chair = table.chairs[seat]
        if chair.kind == "person":
            sitting.move(chair.person, seat, "done")
        else:
            sitting.bot(seat, "done")


def second_throw(*people: str, seats: int = 3, **options: object) -> Sitting:
    """A table of ROK at which nobody has taken anything in the first round, so that the second throw is due."""
    sitting = Sitting("rok", seats, {"grabEnd": "allDone", **options}, waits=True)
    sitting.start(*people)
    for person in people:
        sitting.ask(person, Ready(sitting.n(person)))
    assert is_racing(sitting.table)  # the first throw follows when all are ready
    all_done(sitting)
    assert sitting.table.match is not None
    assert sitting.table.match.phase == "grab"
    return sitting


def test_the_throw_waits_for_the_signal_of_the_first_player() -> None:
    sitting = second_throw("ana", "ben")  # seat 1 is first player of the second round
    table = sitting.table
    assert awaits_signal(table)
    assert not is_racing(table)
    assert not is_running(table)
    shown = info(table, 0, 0).signal
    assert shown is not None
    assert (shown.seat, shown.until) == (1, signal_at(table))
    with pytest.raises(Refusal, match="nobody waits for your signal"):
        sitting.ask("ana", Signal(sitting.n("ana"), 0))
    with pytest.raises(Refusal):
        sitting.ask("ana", Signal(sitting.n("ana"), 1))  # not her seat
    sitting.ask("ben", Signal(sitting.n("ben"), 1))
    assert is_racing(table)
    assert info(table, 0, 0).signal is None
    with pytest.raises(Refusal, match="nobody waits for your signal"):
        sitting.ask("ben", Signal(sitting.n("ben"), 1))


def test_after_some_seconds_the_table_gives_the_signal() -> None:
    sitting = second_throw("ana", "ben", signalSeconds=4)
    table, match = sitting.table, sitting.table.match
    assert match is not None
    assert signal_at(table) == match.phase_since + match.pause + 4000
    assert due(table) == signal_at(table)
    heard = sitting.wait((match.pause + 4000) / 1000)
    assert [commit.entries for commit in heard[:1]] == [[Signalled(1)]]
    assert is_racing(table)


def test_a_bot_gives_the_signal_itself() -> None:
    sitting = second_throw("ana")  # bots on the other seats
    assert not awaits_signal(sitting.table)
    assert is_racing(sitting.table)


def test_a_bot_that_takes_the_seat_over_gives_the_signal() -> None:
    sitting = second_throw("ana", "ben")
    sitting.ask("ben", LetBot(sitting.n("ben"), 1))
    assert [type(entry) for entry in sitting.log[-1].entries] == [AutopilotOn]
    assert is_racing(sitting.table)


def test_the_time_that_was_waited_counts_for_the_pause() -> None:
    sitting = second_throw("ana", "ben")
    match = sitting.table.match
    assert match is not None
    pause, since = match.pause, match.phase_since
    sitting.now += 700
    sitting.ask("ben", Signal(sitting.n("ben"), 1))
    assert match.pause == pause - (match.phase_since - since) < pause


def test_by_option_or_at_other_tables_nobody_is_waited_for() -> None:
    assert not awaits_signal(second_throw("ana", "ben", signalSeconds=0).table)
    sitting = Sitting("rok", 2, {"grabEnd": "allDone"})
    sitting.start("ana", "ben")
    all_done(sitting)
    assert not awaits_signal(sitting.table)


def test_a_pause_stops_the_wait_and_a_restart_keeps_it() -> None:
    sitting = second_throw("ana", "ben")
    again = reread(sitting)
    assert info(again, 0, 0).signal == info(sitting.table, 0, 0).signal
    for person in ("ana", "ben"):
        sitting.ask(person, Pause(sitting.n(person)))
    assert signal_at(sitting.table) is None
    sitting.now += 60_000
    sitting.ask("ana", Resume(sitting.n("ana")))
    assert signal_at(sitting.table) is not None
    assert awaits_signal(sitting.table)


def slide_position() -> dict[str, Any]:
    """Two seats have captured white Balance Runes of each other, and slide for the order."""
    return {
        "game": "rok",
        "seats": 2,
        "partial": True,
        "phase": "slide",
        "balance": ["W1a", "W2a"],
        "held": [["W2b"], ["W1b"]],
        "bag": ["B1a", "B2a", "B3a"],
    }


def test_the_clock_slides_for_a_seat_that_lets_the_others_wait() -> None:
    sitting = Sitting("rok", 2, {"decisionSeconds": 7})
    sitting.sit("ana", "ben")
    started = Started("00" * 32, "00" * 32, sitting.table.game.rules_version, slide_position())
    sitting.add(Commit(sitting.table.next_commit, sitting.now, [started]))
    assert sitting.table.match is not None
    assert sitting.table.match.phase == "slide"
    seat = sitting.turn()[0]
    heard = sitting.wait(7)
    assert [commit.entries for commit in heard[:1]] == [[TimedOut(seat, "slide 0 0.5")]]
