"""Who may do what at a table, and what happens when somebody is slow or away."""

from __future__ import annotations

import pytest

from erre.bots.contract import LEVELS as LEVELS_OF_BOTS
from erre.core.errors import Refusal
from erre.table.clean_text import clean_name, look_of
from erre.table.decide import RATED_LEVELS, check_level, forget, hand_back
from erre.table.entries import AutopilotOff, AutopilotOn, Moved, TimedOut
from erre.table.projection import info, told_move
from erre.table.refusals import BadWords, NotNow
from erre.table.requests import (
    MakeMove,
    Pause,
    Rematch,
    Resume,
    Say,
    SetBot,
    SetOptions,
    Sit,
    Stand,
    Start,
    TakeBack,
)
from tests.table.tables import Sitting, reread, shown


def refused(sitting: Sitting, person: str, request: object, **who: object) -> str:
    """The code with which a request is refused; nothing has changed."""
    before = shown(sitting.table)
    with pytest.raises(Refusal) as caught:
        sitting.ask(person, request, **who)  # type: ignore[arg-type]
    assert shown(sitting.table) == before
    return caught.value.code


def test_the_host_alone_sets_bots_and_options_and_starts() -> None:
    sitting = Sitting()
    for request in (SetBot(0, 1, "greedy"), SetOptions(0, 4, {}), Start(0)):
        assert refused(sitting, "bo", request) == "not_host"
        sitting.ask("ana", request)


def test_nobody_takes_a_seat_that_is_held_or_moves_for_another() -> None:
    sitting = Sitting("rurare")
    sitting.start("ana", "bo")
    assert refused(sitting, "cleo", Sit(0, 0, "Cleo")) == "seat_taken"
    assert refused(sitting, "cleo", Sit(0, 2, "Cleo")) == "not_now"
    assert refused(sitting, "bo", MakeMove(9, 0, "row 1", 0)) == "not_your_seat"
    assert refused(sitting, "cleo", MakeMove(9, 0, "row 1", 0)) == "not_your_seat"
    assert refused(sitting, "cleo", Stand(0, 1)) == "not_your_seat"
    assert refused(sitting, "cleo", Say(0, "hello")) == "not_your_seat"
    assert refused(sitting, "cleo", Pause(0)) == "not_your_seat"
    assert refused(sitting, "ana", MakeMove(9, 7, "row 1", 0)) == "no_seat"


def test_a_closed_table_seats_the_invited_alone() -> None:
    sitting = Sitting(access="closed")
    assert refused(sitting, "bo", Sit(0, 1, "Bo")) == "not_invited"
    sitting.ask("bo", Sit(0, 1, "Bo"), is_invited=True)
    sitting.ask("ana", Sit(0, 0, "Ana"))


def test_rated_tables_seat_those_whose_name_is_theirs_alone() -> None:
    sitting = Sitting(rated=True)
    assert refused(sitting, "bo", Sit(0, 1, "Bo")) == "not_claimed"
    sitting.ask("bo", Sit(0, 1, "Bo"), is_named=True)


def test_nobody_of_that_name_sits_there_after_being_forgotten() -> None:
    sitting = Sitting("rurare")
    sitting.start("ana", "bo")
    sitting.add(forget(sitting.table, "bo", sitting.now))
    assert "Bo" not in [chair.name for chair in sitting.table.chairs]
    assert sitting.table.chairs[1].is_played_by_bot


def test_a_keeper_without_a_seat_who_is_forgotten_hands_the_table_on() -> None:
    sitting = Sitting("rurare")
    sitting.ask("bo", Sit(0, 1, "Bo"))
    sitting.add(forget(sitting.table, "ana", sitting.now))
    assert (sitting.table.host, sitting.table.host_name) == ("bo", "Bo")


def test_a_bot_gives_its_name_to_a_person_of_that_name() -> None:
    sitting = Sitting()
    sitting.ask("ana", SetBot(0, 0, "greedy"))
    name = sitting.table.chairs[0].name
    sitting.ask("bo", Sit(0, 1, name))
    assert sitting.table.chairs[0].name != name
    assert refused(sitting, "cleo", Sit(0, 2, name)) == "name_in_use"


def test_a_host_who_stands_up_hands_the_table_on() -> None:
    sitting = Sitting()
    sitting.sit("ana", "bo")
    sitting.ask("ana", Stand(sitting.n("ana"), 0))
    assert sitting.table.host == "bo"
    assert refused(sitting, "ana", Start(9)) == "not_host"


def test_a_seat_left_in_a_running_game_is_played_on_by_a_bot_and_can_be_taken() -> None:
    sitting = Sitting("rurare")
    sitting.start("ana", "bo")
    sitting.ask("bo", Stand(sitting.n("bo"), 1))
    assert sitting.table.chairs[1].is_played_by_bot
    assert [seat.vacated for seat in info(sitting.table, 0, 0).seats[:2]] == [False, True]
    sitting.ask("cleo", Sit(0, 1, "Cleo"))
    assert not info(sitting.table, 0, 0).seats[1].vacated
    sitting.move("cleo", 1)


def test_an_absent_person_is_played_for_after_the_grace_and_takes_over_by_moving() -> None:
    sitting = Sitting("rurare")
    sitting.start("ana", "bo")
    sitting.go("bo")
    assert info(sitting.table, 0, 0).seats[1].autopilot_at == sitting.now + 30_000
    assert sitting.wait(29) == []
    (commit,) = sitting.wait(2)
    assert commit.entries == [AutopilotOn(1, "greedy")]
    sitting.bot(1)
    sitting.come("bo")
    made = sitting.move("bo", 1)
    assert sitting.log[-1].entries[0] == AutopilotOff(1)
    assert isinstance(sitting.log[-1].entries[1], Moved)
    assert made.updates[-1].by == "person"


def test_who_is_back_has_their_seats_back_at_once() -> None:
    sitting = Sitting("rurare")
    sitting.start("ana", "bo")
    sitting.go("bo")
    sitting.wait(31)
    assert hand_back(sitting.table, "bo", sitting.now) is None  # still away
    sitting.come("bo")
    commit = hand_back(sitting.table, "bo", sitting.now)
    assert commit is not None
    assert commit.entries == [AutopilotOff(1)]
    sitting.table.apply(commit)
    assert sitting.table.chairs[1].is_played_by_person
    assert hand_back(sitting.table, "bo", sitting.now) is None
    assert hand_back(sitting.table, "ana", sitting.now) is None


def test_take_back_ends_the_autopilot_at_once() -> None:
    sitting = Sitting("rurare")
    sitting.start("ana", "bo")
    sitting.go("bo")
    sitting.wait(31)
    sitting.ask("bo", TakeBack(sitting.n("bo"), 1))
    assert sitting.table.chairs[1].is_played_by_person
    assert refused(sitting, "bo", TakeBack(9, 1)) == "not_now"


def test_nobody_is_played_for_while_nobody_waits() -> None:
    alone = Sitting("rurare")
    alone.start("ana")
    alone.go("ana")
    assert alone.wait(500) == []
    both = Sitting("rurare")
    both.start("ana", "bo")
    both.go("ana")
    both.go("bo")
    assert both.wait(500) == []
    both.come("ana")
    assert [commit.entries for commit in both.wait(31)] == [[AutopilotOn(1, "greedy")]]


def test_a_move_chosen_before_the_bot_moved_for_the_seat_is_stale() -> None:
    sitting = Sitting("rurare")
    sitting.start("ana", "bo")
    seen = sitting.table.number
    sitting.go("bo")
    sitting.wait(31)
    sitting.bot(1)
    assert refused(sitting, "bo", MakeMove(99, 1, "row 2", seen)) == "stale"
    assert refused(sitting, "bo", MakeMove(99, 1, "row 2", sitting.table.number + 1)) == "stale"


def test_rummys_two_minutes_end_with_the_rulebooks_consequence() -> None:
    sitting = Sitting("rummy")
    sitting.start("ana", "bo", "cleo")
    seat = sitting.turn()[0]
    assert info(sitting.table, 0, 0).deadlines == {seat: sitting.now + 120_000}
    (commit,) = sitting.wait(121)
    assert commit.entries == [TimedOut(seat, "timeout")]
    update = sitting.table.updates[-1]
    assert [type(event).__name__ for event in update.events][:2] == ["TimeRanOut", "TilesDrawn"]
    assert sitting.turn() != [seat]


def test_the_clocks_move_is_nobody_elses() -> None:
    sitting = Sitting("rummy")
    sitting.start("ana", "bo", "cleo")
    seat = sitting.turn()[0]
    person = sitting.table.chairs[seat].person
    assert refused(sitting, person, MakeMove(9, seat, " TimeOut", sitting.table.number)) == "not_now"


def test_a_draft_that_is_turned_back_is_told_to_nobody_else() -> None:
    sitting = Sitting("rummy")
    sitting.start("ana", "bo", "cleo")
    seat = sitting.turn()[0]
    sitting.table.drafts[seat] = "[R5 R6]"
    sitting.wait(121)
    update = sitting.table.updates[-1]
    assert update.move is not None
    assert update.move.startswith("timeout")
    assert told_move(sitting.table, update, ((seat + 1) % 3,)) == "timeout"
    assert told_move(sitting.table, update, ()) == "timeout"


def test_ru_ra_res_own_clock_chooses_by_lot() -> None:
    sitting = Sitting("rurare", options={"choiceTimeoutSec": 10})
    sitting.start("ana", "bo", "cleo")
    commits = sitting.wait(11)
    assert [entry.seat for commit in commits for entry in commit.entries if isinstance(entry, TimedOut)] == [0, 1, 2]


def test_a_pause_needs_all_who_are_here_and_stops_the_clock() -> None:
    sitting = Sitting("rummy", seats=2)
    sitting.start("ana", "bo")
    sitting.wait(60)
    sitting.ask("ana", Pause(sitting.n("ana")))
    assert not info(sitting.table, 0, 0).paused
    assert info(sitting.table, 0, 0).wants_pause == [0]
    sitting.ask("bo", Pause(sitting.n("bo")))
    assert info(sitting.table, 0, 0).paused
    assert sitting.wait(1000) == []
    seat = sitting.turn()[0]
    person = sitting.table.chairs[seat].person
    assert refused(sitting, person, MakeMove(99, seat, "draw", sitting.table.number)) == "not_now"
    sitting.ask("bo", Resume(sitting.n("bo")))
    assert sitting.wait(59) == []
    assert len(sitting.wait(2)) == 1
    assert shown(reread(sitting)) == shown(sitting.table)


def test_a_rematch_begins_when_all_present_have_asked() -> None:
    sitting = Sitting("rurare", seats=2)
    sitting.start("ana", "bo")
    while sitting.table.stage == "playing":
        seat = sitting.turn()[0]
        sitting.move(sitting.table.chairs[seat].person, seat)
    first = sitting.table.record_id
    sitting.ask("ana", Rematch(sitting.n("ana")))
    number = sitting.table.number
    sitting.ask("bo", Rematch(sitting.n("bo")))
    assert info(sitting.table, 0, 0).stage == "playing"
    assert sitting.table.number == number + 1
    assert info(sitting.table, 0, 0).match_no == 1
    assert sitting.table.match is not None
    assert sitting.table.match.record != first
    assert sitting.table.record_id is None


def test_a_left_chair_is_not_for_those_who_know_another_hand() -> None:
    sitting = Sitting("rage", seats=4)
    sitting.start("ana", "bo", "cleo")
    sitting.ask("cleo", Stand(sitting.n("cleo"), 2))
    with pytest.raises(NotNow, match="another seat"):  # somebody who sits
        sitting.ask("bo", Sit(sitting.n("bo"), 2, "Bo two"))
    sitting.ask("bo", Stand(sitting.n("bo"), 1))
    with pytest.raises(NotNow, match="another seat"):  # somebody who has seen another hand
        sitting.ask("bo", Sit(sitting.n("bo"), 2, "Bo"))
    sitting.ask("bo", Sit(sitting.n("bo"), 1, "Bo"))  # one's own chair is known anyway
    sitting.ask("dan", Sit(sitting.n("dan"), 2, "Dan"))  # and somebody new knows nothing
    assert sitting.table.seats_of("dan") == [2]


def test_named_people_sit_under_the_name_of_their_account() -> None:
    sitting = Sitting("rurare", seats=3)
    sitting.ask("bo", Sit(sitting.n("bo"), 1, "Alice"), is_named=True, name="Bo")
    assert sitting.table.chairs[1].name == "Bo"
    sitting.ask("bo", Sit(sitting.n("bo"), 2, "Bo's guest"), is_named=True, name="Bo")  # a second seat on one device
    assert sitting.table.chairs[2].name == "Bo's guest"


@pytest.mark.parametrize("name", ["\u3164", "\u2800 \u2800", "Al\u200dice", "Alice (champion)", "\u200b", " "])
def test_names_that_cannot_be_seen_or_pretend_to_be_a_bot_are_refused(name: str) -> None:
    with pytest.raises(BadWords):
        clean_name(name)


def test_names_that_look_alike_have_the_same_look() -> None:
    assert len({look_of(name) for name in ("Alice", "alice", "\u0410lice", "Al\u00edce", "\uff21lice", "A lice")}) == 1
    assert look_of("Alice") != look_of("Alina")
    assert clean_name("\U0001f469\u200d\U0001f680") == "\U0001f469\u200d\U0001f680"


def test_rated_tables_take_only_bots_that_are_rated() -> None:
    sitting = Sitting("rurare", seats=3, rated=True)
    for level in ("random", "greedy"):
        with pytest.raises(Refusal, match="usual levels"):
            sitting.ask("ana", SetBot(sitting.n("ana"), 1, level))
    check_level(sitting.table, "solid")
    assert tuple(LEVELS_OF_BOTS) == RATED_LEVELS


@pytest.mark.parametrize(("options", "is_limited"), [({}, False), ({"clockAlone": True}, True)])
def test_one_person_among_bots_has_a_limit_only_where_the_table_sets_one(
    options: dict[str, bool], is_limited: bool
) -> None:
    sitting = Sitting("rummy", 2, options)
    sitting.start("ana")
    if sitting.turn() == [1]:
        sitting.bot(1, "draw")
    limits = {0: sitting.now + 120_000} if is_limited else {}
    assert info(sitting.table, 0, 0).deadlines == limits
