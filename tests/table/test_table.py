"""The live table by property: whatever is asked, it stays whole, and its log gives it again."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from erre.core.errors import Refusal
from erre.core.gamefile import parse_file, verify
from erre.table.clocks import tick
from erre.table.decide import Who, decide
from erre.table.entries import Asked, Moved, TimedOut
from erre.table.finished_game import game_file
from erre.table.match import KEPT_ANSWERS
from erre.table.refusals import BadNumber, TooLate
from erre.table.requests import MakeMove, Say
from erre.table.table import KEPT_PAGES
from tests.table.tables import Sitting, any_request, reread, shown, standing


@pytest.mark.parametrize("game", ["rage", "rurare", "rummy"])
@settings(max_examples=5)
@given(seed=st.integers(0, 10**6))
def test_random_requests_never_break_a_table_and_its_log_gives_it_again(game: str, seed: int) -> None:
    chance = random.Random(seed)
    sitting = Sitting(game)
    people = ["ana", "bo", "cleo"]
    for n in range(150):
        person = chance.choice(people)
        before = standing(sitting.table), len(sitting.log)
        try:
            sitting.ask(person, any_request(chance, n, sitting))
        except Refusal:
            assert (standing(sitting.table), len(sitting.log)) == before
        if chance.random() < 0.3:
            sitting.play_bots(4)
        if chance.random() < 0.1:
            chance.choice([sitting.come, sitting.go])(person)
        if chance.random() < 0.05:
            sitting.wait(chance.choice([1, 40, 130]))
    assert shown(reread(sitting)) == shown(sitting.table)


@pytest.mark.parametrize("game", ["rage", "rurare", "rummy"])
def test_a_game_among_people_and_bots_ends_with_a_record_that_proves_the_deal(game: str) -> None:
    sitting = Sitting(game)
    sitting.start("ana", "bo")
    chance = random.Random(1)
    for _ in range(2000):
        sitting.play_bots()
        if sitting.table.stage == "over":
            break
        seat = sitting.turn()[0]
        sitting.move(sitting.table.chairs[seat].person, seat, chance.choice(sitting.legal(seat)))
    assert sitting.table.stage == "over"
    assert sitting.table.match is not None
    assert sitting.table.record_id == sitting.table.match.record
    text = "\n".join(game_file(sitting.table).lines())
    assert verify(parse_file(text), sitting.table.game).verdict == "proven"
    assert shown(reread(sitting)) == shown(sitting.table)


def test_a_resent_request_is_recognised_also_after_a_restart() -> None:
    sitting = Sitting("rurare")
    sitting.start("ana", "bo")
    request = MakeMove(7, 0, "row 1", sitting.table.number)
    made = sitting.ask("ana", request)
    asked = Asked("ana", "ana-page", 7)
    for table in (sitting.table, reread(sitting)):
        assert table.answer_to(asked) == (made.updates[-1].number,)
        assert table.answer_to(Asked("ana", "ana-page", 8)) is None
        assert table.answer_to(Asked("bo", "ana-page", 7)) is None


def test_answers_too_old_to_be_kept_are_still_not_carried_out_again() -> None:
    sitting = Sitting()
    for n in range(KEPT_ANSWERS + 10):
        sitting.ask("ana", Say(n, "hello"))
    with pytest.raises(BadNumber):  # nobody knows any more: it is neither acknowledged nor done
        sitting.table.answer_to(Asked("ana", "ana-page", 3))


def test_a_number_that_was_never_used_is_not_acknowledged() -> None:
    sitting = Sitting()
    for n in range(1000, 1000 + KEPT_ANSWERS + 4):
        sitting.ask("ana", Say(n, "hello"))
    with pytest.raises(BadNumber):
        sitting.table.answer_to(Asked("ana", "ana-page", 500))
    assert sitting.table.answer_to(Asked("ana", "ana-page", 5000)) is None


def test_nobody_makes_the_table_forget_the_requests_of_another() -> None:
    sitting = Sitting(seats=3)
    sitting.sit("ana", "bo")
    sitting.ask("ana", Say(7, "once"))
    for page in range(400):
        sitting.add(decide(sitting.table, Who("bo", f"page-{page}"), Say(0, "noise"), sitting.now))
    assert sitting.table.answer_to(Asked("ana", "ana-page", 7)) == (None,)
    for page in range(KEPT_PAGES + 5):  # not even by pages of one's own
        sitting.add(decide(sitting.table, Who("ana", f"page-{page}"), Say(0, "noise"), sitting.now))
    with pytest.raises(BadNumber):
        sitting.table.answer_to(Asked("ana", "ana-page", 7))
    assert sitting.table.answer_to(Asked("ana", "ana-page", 8)) is None


@settings(max_examples=20)
@given(late=st.integers(-3, 3))
def test_a_move_and_a_timeout_are_never_both_accepted(late: int) -> None:
    sitting = Sitting("rummy")
    sitting.start("ana", "bo", "cleo")
    seat = sitting.turn()[0]
    person = sitting.table.chairs[seat].person
    now = sitting.now + 120_000 + late
    request = MakeMove(50, seat, "draw", sitting.table.number)
    clock = tick(sitting.table, now, lambda below: 0)
    try:
        moved = decide(sitting.table, Who(person, "p"), request, now)
    except TooLate:
        moved = None
    assert (clock is None) != (moved is None)
    assert (clock is not None) == (late >= 0)
    accepted = clock or moved
    assert accepted is not None
    sitting.add(accepted)
    with pytest.raises(Refusal):
        decide(sitting.table, Who(person, "p"), request, now)
    entries = [entry for commit in sitting.log for entry in commit.entries if isinstance(entry, Moved | TimedOut)]
    assert len(entries) == 1
