"""Between two throws: time to show what happened, and faces that nobody is sent too early."""

from __future__ import annotations

from erre.games.rok.events import BalanceTaken, Lying, RokEvent, RunesReturned, RunesThrown, WrongPairReturned
from erre.games.rok.race import LEAST_PAUSE, LONGEST_PAUSE, SHOWN_FOR, RokRace
from erre.games.rok.views import RokView
from tests.table.tables import Sitting

RACE = RokRace()
UP, DOWN = Lying("W1a", True, 5.0, 1.0), Lying(None, False, -3.0, 2.0)
THROW = RunesThrown(2, 0, [1, 1], [UP, DOWN], 20)
WRONG = WrongPairReturned(0, ["W2a", "B2a"], 1)


def test_every_event_is_shown_for_its_own_time() -> None:
    names = {kind.__name__ for kind in RokEvent.__args__}
    assert SHOWN_FOR.keys() <= names
    assert RACE.pause_before([WRONG, BalanceTaken(0, "G1a"), RunesReturned(3, 20), THROW]) == 1700 + 900
    assert RACE.pause_before([THROW]) == LEAST_PAUSE
    assert RACE.pause_before([WRONG] * 20 + [THROW]) == LONGEST_PAUSE
    # The first throw left nothing to take.
    assert RACE.pause_before([THROW, WRONG, THROW]) == SHOWN_FOR["RunesThrown"] + 1700
    assert RACE.pause_between([WRONG, THROW, WRONG, THROW]) == SHOWN_FOR["RunesThrown"] + 1700
    assert RACE.pause_between([WRONG, THROW]) == RACE.pause_between([WRONG]) == 0


def test_a_throw_has_no_faces_until_they_are_shown() -> None:
    thrown = RACE.revealed([WRONG, THROW])
    assert thrown == [UP, DOWN]
    told, hidden = (RACE.covered_event(event, thrown) for event in (WRONG, THROW))
    assert told == WRONG
    assert isinstance(hidden, RunesThrown)
    assert [(one.rune, one.up) for one in hidden.runes] == [(None, False)] * 2
    assert [one.x for one in hidden.runes] == [-3.0, 5.0]  # by place


def test_a_covered_view_shows_what_lay_there_before_and_nothing_new() -> None:
    sitting = Sitting("rok", seats=2, options={"faceUpProbability": 1})
    sitting.start("ana", "bo")
    assert sitting.table.match is not None
    view = sitting.table.match.position.view(0)
    assert isinstance(view, RokView)
    before, new = view.table[:3], view.table[3:]
    hidden = RACE.covered_view(view, new)
    assert isinstance(hidden, RokView)
    assert [one for one in hidden.table if one.up] == before
    assert {(one.x, one.y) for one in hidden.table} == {(one.x, one.y) for one in view.table}
    assert hidden.balance == view.balance
