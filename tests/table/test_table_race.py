"""A race at a table: the judge's verdicts become moves, and the log gives the same table again."""

from __future__ import annotations

import pytest

from erre.core.errors import Refusal
from erre.race.grabs import AnyRuling, Refused, RevealSet, Verdict
from erre.race.race import Race
from erre.table.decide import Who, asked_by, new_deal
from erre.table.entries import Asked, Commit, Judged, Moved, TimedOut
from erre.table.match import Decision
from erre.table.racing import award, flight_of, follow, grabbable, race_at
from erre.table.requests import MakeMove
from tests.table.tables import Sitting, reread, shown


def throwing() -> tuple[Sitting, Race[Asked], RevealSet]:
    """Two people at a first throw with something to grab."""
    sitting = Sitting("rok", seats=2, options={"faceUpProbability": 1, "grabSeconds": 10})
    sitting.start("ana", "bo")
    race = race_at(sitting.table)
    told = follow(race, sitting.table, 1000.0)
    assert told is not None
    return sitting, race, told


def test_a_throw_is_shown_to_all_at_one_instant_ahead() -> None:
    sitting, race, told = throwing()
    assert told.t0 >= 2300.0
    assert follow(race, sitting.table, 1100.0) is None
    assert len(grabbable(sitting.table)) >= 10
    started = Decision(Commit(sitting.table.next_commit, 1000, [new_deal(sitting.table)]))
    assert len(flight_of(sitting.table, started, sitting.table.foresee(started))) == 10


def test_the_quicker_hand_gets_the_rune_and_the_log_knows_why() -> None:
    sitting, race, told = throwing()
    name = grabbable(sitting.table)[0]
    piece = sitting.table.game.race.parse_piece(name)
    rulings: list[AnyRuling] = []
    for seat, person, reaction in ((1, "bo", 400.0), (0, "ana", 300.0)):
        at = told.t0 + max(reaction, 400.0)  # both arrive at once
        rulings += race.grab(seat, told.reveal, piece, reaction, at, asked_by(Who(person, "p"), 5))
    assert not any(isinstance(ruling, Refused) for ruling in rulings)
    verdicts = [ruling for ruling in rulings if isinstance(ruling, Verdict)]
    assert [verdict.winner for verdict in verdicts] == [0]
    assert [seat for seat, _ in race.losers(verdicts[0])] == [1]
    asked = race.asked_for(0, verdicts[0].piece)
    assert asked is not None
    assert race.holds(asked)
    made = sitting.add(award(sitting.table, verdicts[0], sitting.now, asked))
    race.settle(verdicts[0])
    assert not race.holds(asked)
    assert made.receipts[0].winner == 0
    judged, moved = sitting.log[-1].entries
    assert isinstance(judged, Judged)
    assert moved == Moved(0, f"grab {name}", "person")
    assert sitting.table.answer_to(asked_by(Who("ana", "p"), 5)) == (made.updates[-1].number,)
    assert shown(reread(sitting)) == shown(sitting.table)


def test_nobody_passes_the_judge_by() -> None:
    sitting, race, told = throwing()
    name = grabbable(sitting.table)[0]
    piece = sitting.table.game.race.parse_piece(name)
    with pytest.raises(Refusal) as caught:
        sitting.ask("ana", MakeMove(9, 0, f"grab {name}", sitting.table.number))
    assert caught.value.code == "not_now"
    early = race.grab(0, told.reveal, piece, 20.0, told.t0 + 20.0, asked_by(Who("ana", "p"), 1))
    assert [ruling.code for ruling in early if isinstance(ruling, Refused)] == ["false_start"]
    with pytest.raises(Refusal):
        race.grab(0, told.reveal + 1, piece, 300.0, told.t0 + 300.0)
    unknown = race.grab(0, told.reveal, 999, 300.0, told.t0 + 300.0)
    assert [ruling.code for ruling in unknown if isinstance(ruling, Refused)] == ["no_rune"]


def test_the_time_to_grab_ends_for_all() -> None:
    sitting, race, _ = throwing()
    throw = race.reveal
    commits = sitting.wait(20)
    ended = [entry for commit in commits for entry in commit.entries if isinstance(entry, TimedOut)]
    assert ended[:2] == [TimedOut(0, "done"), TimedOut(1, "done")]
    assert follow(race, sitting.table, 30_000.0) is not None
    assert race.reveal > throw


def test_nobody_waits_for_an_absent_hand() -> None:
    sitting, race, told = throwing()
    sitting.go("bo")
    follow(race, sitting.table, told.t0 + 10.0)
    name = grabbable(sitting.table)[0]
    piece = sitting.table.game.race.parse_piece(name)
    rulings = race.grab(0, told.reveal, piece, 300.0, told.t0 + 300.0)
    assert any(isinstance(ruling, Verdict) and ruling.winner == 0 for ruling in rulings)


@pytest.mark.parametrize("is_measured", [True, False], ids=["a line is measured", "the other hand leaves"])
def test_a_verdict_that_falls_due_while_the_judge_hears_something_else_is_not_lost(is_measured: bool) -> None:
    sitting, race, told = throwing()
    name = grabbable(sitting.table)[0]
    piece = sitting.table.game.race.parse_piece(name)
    held = race.grab(0, told.reveal, piece, 300.0, told.t0 + 300.0, asked_by(Who("ana", "p"), 5))
    assert not any(isinstance(ruling, Verdict) for ruling in held)
    at = told.t0 + 900.0  # long after the rune should be decided, but the clock has not been looked at yet
    if is_measured:
        race.measure(1, at, 20.0)
    else:
        sitting.go("bo")
        follow(race, sitting.table, at)
    assert race.due is not None
    assert race.due <= at
    assert [ruling.winner for ruling in race.tick(at + 1.0) if isinstance(ruling, Verdict)] == [0]
    assert not race.ruled
