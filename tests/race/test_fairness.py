"""Equal terms at a real-time table: a slow table, visible handicaps, and one seat for each person."""

from __future__ import annotations

import pytest

from erre.core.errors import BadOptions, Refusal
from erre.race.fairness import MOST_HANDICAP, SLOWER, Terms, check_terms
from erre.race.grabs import AnyRuling, RacerBusy, Refused, RevealSet, Verdict
from erre.race.race import Race
from erre.table.clocks import preparation, race_end
from erre.table.entries import Asked, Commit, Created, format_commit, parse_commit
from erre.table.projection import info
from erre.table.racing import follow, grabbable, race_at
from erre.table.refusals import OneEach
from erre.table.requests import Sit
from tests.table.tables import Sitting


def racing(terms: Terms) -> tuple[Sitting, Race[Asked], RevealSet]:
    """Two people at a first throw, on terms of their own."""
    sitting = Sitting("rok", seats=2, options={"faceUpProbability": 1, "grabSeconds": 10})
    sitting.table.terms = terms
    sitting.start("ana", "bo")
    race = race_at(sitting.table)
    told = follow(race, sitting.table, 1000.0)
    assert told is not None
    return sitting, race, told


def pieces(sitting: Sitting) -> list[int]:
    """The pieces that can be grabbed."""
    return [sitting.table.game.race.parse_piece(piece) for piece in grabbable(sitting.table)]


def verdicts(rulings: list[AnyRuling]) -> list[Verdict]:
    return [ruling for ruling in rulings if isinstance(ruling, Verdict)]


def test_a_handicap_lets_a_later_press_win() -> None:
    sitting, race, told = racing(Terms(handicaps=[300]))
    piece = pieces(sitting)[0]
    assert race.grab(0, told.reveal, piece, 400.0, told.t0 + 400.0) == []
    assert race.due == told.t0 + 700.0
    rulings = race.grab(1, told.reveal, piece, 600.0, told.t0 + 600.0) + race.tick(told.t0 + 1000.0)
    assert [verdict.winner for verdict in verdicts(rulings)] == [1]


def test_a_handicap_still_wins_what_nobody_else_wants() -> None:
    sitting, race, told = racing(Terms(handicaps=[300]))
    piece = pieces(sitting)[0]
    race.grab(0, told.reveal, piece, 400.0, told.t0 + 400.0)
    (verdict,) = verdicts(race.tick(told.t0 + 1200.0))
    assert verdict.winner == 0
    assert verdict.receipt.presses[0].counted == pytest.approx(700.0, abs=1.0)


def test_a_hand_on_its_way_takes_no_second_rune_and_a_false_start_is_one_at_once() -> None:
    sitting, race, told = racing(Terms(handicaps=[0, 500]))
    first, second = pieces(sitting)[:2]
    race.grab(1, told.reveal, first, 300.0, told.t0 + 300.0)
    with pytest.raises(RacerBusy):
        race.grab(1, told.reveal, second, 350.0, told.t0 + 350.0)
    sitting, race, told = racing(Terms(handicaps=[0, 500]))
    (refused,) = race.grab(1, told.reveal, first, 20.0, told.t0 + 20.0)
    assert isinstance(refused, Refused)
    assert refused.code in ("false_start", "no_rune")


def test_a_slow_table_takes_its_time() -> None:
    (usual, _, soon), (slow, _, late) = racing(Terms()), racing(Terms(slow=True))
    for sitting in (usual, slow):
        assert sitting.table.match is not None
        sitting.table.match.pause = 2000
    assert preparation(usual.table) == 2000
    assert preparation(slow.table) == pytest.approx(2000 * SLOWER + slow.table.game.race.least_lead * (SLOWER - 1))
    ends = [race_end(sitting.table) for sitting in (usual, slow)]
    assert ends[0] is not None
    assert ends[1] is not None
    assert ends[1] > ends[0]
    assert late.t0 > soon.t0


def test_terms_are_shown_to_all_and_kept_in_the_log() -> None:
    sitting, _, _ = racing(Terms(slow=True, announced=True, handicaps=[0, 250]))
    assert info(sitting.table, 1, 0).terms == Terms(True, True, [0, 250])
    assert info(Sitting("rage").table, 1, 0).terms is None
    created = Created("t", "rok", 2, {}, "link", False, "ana", "Ana", "", Terms(handicaps=[100]))
    commit = Commit(0, 1, [created])
    assert parse_commit(format_commit(commit)) == commit


@pytest.mark.parametrize(
    ("terms", "is_race"),
    [
        (Terms(slow=True), False),  # nothing races in Rage
        (Terms(handicaps=[1, 2, 3]), True),  # more than there are seats
        (Terms(handicaps=[-1]), True),
        (Terms(handicaps=[MOST_HANDICAP + 1]), True),
    ],
)
def test_terms_that_cannot_be_are_refused(terms: Terms, is_race: bool) -> None:
    with pytest.raises(BadOptions):
        check_terms(terms, 2, is_race)


def test_nobody_holds_two_seats_where_hands_race() -> None:
    sitting = Sitting("rok", seats=3)
    sitting.sit("ana")
    with pytest.raises(OneEach):
        sitting.ask("ana", Sit(sitting.n("ana"), 1, "Anna"))
    other = Sitting("rage", seats=3)
    other.sit("ana")
    other.ask("ana", Sit(other.n("ana"), 1, "Anna"))
    assert other.table.seats_of("ana") == [0, 1]
    assert issubclass(OneEach, Refusal)
