"""What people arrange around a game: names, who may come, hints, seats of others, stand-ins, and late moves."""

from __future__ import annotations

import pytest

from erre.core.errors import Refusal
from erre.table.entries import AutopilotOn
from erre.table.projection import info
from erre.table.requests import LetBot, Remove, Say, SetAccess, SetHints, SetName, Sit, Start, TakeBack
from erre.table.table import Table
from tests.table.tables import Sitting, reread, shown


def refused(sitting: Sitting, person: str, request: object) -> str:
    """The code with which a request is refused; nothing has changed."""
    before = shown(sitting.table)
    with pytest.raises(Refusal) as caught:
        sitting.ask(person, request)  # type: ignore[arg-type]
    assert shown(sitting.table) == before
    return caught.value.code


def test_a_player_changes_the_name_before_the_game_and_the_host_takes_the_table_along() -> None:
    sitting = Sitting()
    sitting.sit("ana", "bo")
    sitting.ask("ana", SetName(9, 0, "Annabel"))
    told = info(sitting.table, 0, 0)
    assert (told.seats[0].name, told.host) == ("Annabel", "Annabel")
    assert refused(sitting, "bo", SetName(9, 1, "Annabel")) == "name_in_use"
    assert refused(sitting, "bo", SetName(9, 0, "Bob")) == "not_your_seat"
    assert refused(sitting, "bo", SetName(9, 1, "  ")) == "bad_words"
    assert shown(reread(sitting)) == shown(sitting.table)


def test_a_name_stays_once_the_game_has_begun() -> None:
    sitting = Sitting()
    sitting.start("ana", "bo")
    assert refused(sitting, "bo", SetName(9, 1, "Bob")) == "not_now"


def test_the_host_changes_who_may_come() -> None:
    sitting = Sitting()
    sitting.sit("ana")
    assert refused(sitting, "bo", SetAccess(9, "open")) == "not_host"
    sitting.ask("ana", SetAccess(9, "closed"))
    assert info(sitting.table, 0, 0).access == "closed"
    assert refused(sitting, "bo", Sit(9, 1, "Bo")) == "not_invited"
    assert shown(reread(sitting)) == shown(sitting.table)


def test_the_host_switches_hints_off_and_on() -> None:
    sitting = Sitting()
    sitting.start("ana", "bo")
    assert info(sitting.table, 0, 0).hints
    assert refused(sitting, "bo", SetHints(9, False)) == "not_host"
    sitting.ask("ana", SetHints(9, False))
    assert not info(sitting.table, 0, 0).hints
    assert not reread(sitting).hints


def test_the_host_frees_the_seat_of_somebody_who_does_not_come() -> None:
    sitting = Sitting()
    sitting.sit("ana", "bo")
    sitting.go("bo")
    assert refused(sitting, "bo", Remove(9, 0)) == "not_host"
    assert refused(sitting, "ana", Remove(9, 0)) == "not_now"  # her own
    sitting.ask("ana", Remove(9, 1))
    assert sitting.table.chairs[1].kind == "empty"
    sitting.ask("bo", Sit(9, 1, "Bo"))  # may come back


def test_whoever_was_removed_for_good_neither_sits_nor_speaks_again() -> None:
    sitting = Sitting()
    sitting.start("ana", "bo")
    sitting.ask("ana", Remove(9, 1, for_good=True))
    assert sitting.table.chairs[1].is_played_by_bot
    assert refused(sitting, "bo", Sit(9, 1, "Bo")) == "not_wanted"
    assert refused(sitting, "bo", Say(10, "hello")) == "not_wanted"
    assert shown(reread(sitting)) == shown(sitting.table)
    assert reread(sitting).removed == {"bo"}


def test_a_bot_stands_in_for_whoever_asks_until_they_take_the_seat_back() -> None:
    sitting = Sitting("rurare")
    assert refused(sitting, "ana", LetBot(0, 0)) == "not_your_seat"
    sitting.start("ana", "bo")
    sitting.ask("ana", LetBot(8, 0))
    assert sitting.table.chairs[0].is_played_by_bot
    assert refused(sitting, "ana", LetBot(9, 0)) == "not_now"
    sitting.ask("ana", TakeBack(10, 0))
    assert sitting.table.chairs[0].is_played_by_person


def test_a_clock_that_ends_lets_a_bot_play_for_whoever_keeps_the_others_waiting() -> None:
    sitting = Sitting("rage")
    sitting.start("ana", "bo", "cleo")
    (seat,) = sitting.turn()
    limit = info(sitting.table, 0, 0).deadlines[seat]
    assert sitting.wait((limit - sitting.now) / 1000 - 1) == []
    assert [commit.entries for commit in sitting.wait(2)] == [[AutopilotOn(seat, "greedy")]]
    sitting.bot(seat)
    assert sitting.turn() != [seat]
    person = sitting.table.chairs[seat].person
    sitting.ask(person, TakeBack(99, seat))
    assert sitting.table.chairs[seat].is_played_by_person


@pytest.mark.parametrize(("game", "level"), [("rok", "beginner"), ("rage", "solid")])
def test_free_chairs_get_bots_of_the_usual_level_of_the_game(game: str, level: str) -> None:
    sitting = Sitting(game=game, seats=3)
    sitting.table = Table.replay(sitting.log, ("beginner", "solid", "champion"))
    sitting.sit("ana")
    sitting.ask("ana", Start(9))
    assert [seat.level for seat in info(sitting.table, 0, 0).seats[1:]] == [level, level]
