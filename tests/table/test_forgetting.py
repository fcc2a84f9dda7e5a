"""Forgetting somebody in a log: nothing of them is left, and it gives the same game."""

from __future__ import annotations

from erre.table.entries import parse_log
from erre.table.forgetting import FORGOTTEN, without_person
from erre.table.requests import Pause, Say
from erre.table.table import Table
from tests.table.tables import LEVELS, Sitting


def test_nothing_of_a_person_is_left_and_the_game_is_the_same() -> None:
    sitting = Sitting("rurare", seats=2)
    sitting.start("ana", "bo")
    sitting.ask("ana", Say(sitting.n("ana"), "the key is under the mat"))
    sitting.ask("bo", Say(sitting.n("bo"), "thanks"))
    for _ in range(3):
        for person, seat in (("ana", 0), ("bo", 1)):
            if seat in sitting.turn():
                sitting.move(person, seat)
    sitting.ask("ana", Pause(sitting.n("ana")))
    lines = without_person(sitting.log, "ana", "gone-1")
    text = b"".join(lines)
    for word in (b"ana", b"Ana", b"mat"):
        assert word not in text
    assert b"thanks" in text
    again = Table.replay(parse_log(lines), LEVELS)
    assert again.match is not None
    assert sitting.table.match is not None
    assert again.match.position == sitting.table.match.position
    assert (again.host, again.host_name) == ("gone-1", FORGOTTEN)
    assert [chair.name for chair in again.chairs] == [FORGOTTEN, "Bo"]
    assert [line.text for line in again.chat] == [FORGOTTEN, "thanks"]
