"""Between two throws: time to tell the verdict, and faces that nobody is sent too early."""

from __future__ import annotations

from erre.games.rok.events import BalanceTaken, Lying, RokEvent, RunesReturned, RunesThrown, WrongPairReturned
from erre.games.rok.views import RokView
from erre.race.pacing import (
    LEAST_BREATH,
    LONGEST_TELLING,
    TOLD,
    covered_events,
    covered_view,
    telling_time,
    thrown_last,
)
from tests.table.tables import Sitting

UP, DOWN = Lying("W1a", True, 5.0, 1.0), Lying(None, False, -3.0, 2.0)
THROW = RunesThrown(2, 0, [1, 1], [UP, DOWN], 20)
WRONG = WrongPairReturned(0, ["W2a", "B2a"], 1)


def test_every_kind_of_news_takes_its_time() -> None:
    names = {kind.__name__ for kind in RokEvent.__args__}
    assert TOLD.keys() <= names
    assert telling_time([WRONG, BalanceTaken(0, "G1a"), RunesReturned(3, 20), THROW]) == 1700 + 900
    assert telling_time([THROW]) == LEAST_BREATH
    assert telling_time([WRONG] * 20 + [THROW]) == LONGEST_TELLING
    assert telling_time([THROW, WRONG, THROW]) == TOLD["RunesThrown"] + 1700  # the first one left nothing to take


def test_a_throw_has_no_faces_until_they_are_shown() -> None:
    thrown = thrown_last([WRONG, THROW])
    assert thrown == [UP, DOWN]
    told, hidden = covered_events([WRONG, THROW], thrown)
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
    hidden = covered_view(view, new)
    assert isinstance(hidden, RokView)
    assert [one for one in hidden.table if one.up] == before
    assert {(one.x, one.y) for one in hidden.table} == {(one.x, one.y) for one in view.table}
    assert hidden.balance == view.balance
