"""Intermissions: bots and clocks wait until people are ready, before a game or between the parts of a match."""

from __future__ import annotations

import pytest

from erre.core.errors import Refusal
from erre.core.table_profile import COUNTDOWN
from erre.table.clocks import INTERMISSION, deadline, is_racing, is_running
from erre.table.decide import bot_moves
from erre.table.entries import Moved, Readied, TimedOut, WentOn
from erre.table.projection import info
from erre.table.requests import MakeMove, Ready
from tests.table.tables import Sitting, reread


def waiting_table(game: str, seats: int, *people: str, **options: object) -> Sitting:
    """A table that waits for its people, with a game begun."""
    sitting = Sitting(game, seats, dict(options), waits=True)
    sitting.start(*people)
    return sitting


def end_hand(sitting: Sitting) -> None:
    """Play a hand of Rummy to its end: everybody draws, and passes when the pool is empty."""
    match = sitting.table.match
    assert match is not None
    hand = sitting.table.part_of(match.position)
    while sitting.table.part_of(match.position) == hand:
        seat = sitting.turn()[0]
        move = sitting.legal(seat)[0]
        chair = sitting.table.chairs[seat]
        if chair.kind == "person":
            sitting.move(chair.person, seat, move)
        else:
            sitting.bot(seat, move)


def test_bots_and_clocks_wait_between_hands_until_all_are_ready() -> None:
    sitting = waiting_table("rummy", 3, "ana", "ben", hands=2)
    table = sitting.table
    end_hand(sitting)
    assert table.match is not None
    assert not is_running(table)
    assert [deadline(table, seat) for seat in range(3)] == [None] * 3
    shown = info(table, 0, 0).intermission
    assert shown is not None
    assert shown.waiting == [0, 1]
    with pytest.raises(Refusal, match="bots wait"):
        bot_moves(table, 2, "draw", sitting.now)
    sitting.ask("ana", Ready(sitting.n("ana")))
    assert not is_running(table)
    assert info(table, 0, 0).intermission.waiting == [1]  # type: ignore[union-attr]
    sitting.ask("ben", Ready(sitting.n("ben")))
    assert is_running(table)
    assert info(table, 0, 0).intermission is None


def test_nobody_waits_longer_than_half_a_minute_and_who_moves_is_ready() -> None:
    sitting = waiting_table("rummy", 2, "ana", "ben", hands=2)
    table = sitting.table
    end_hand(sitting)
    assert table.match is not None
    seat = table.match.position.turn[0]
    mover, other = ("ana", "ben") if seat == 0 else ("ben", "ana")
    sitting.ask(mover, MakeMove(sitting.n(mover), seat, "draw", table.number))
    assert [type(entry) for entry in sitting.log[-1].entries] == [Readied, Moved]
    assert not is_running(table)
    heard = sitting.wait(INTERMISSION / 1000 + 1)
    assert [type(entry) for entry in heard[0].entries] == [WentOn]
    assert is_running(table)
    assert deadline(table, 1 - seat) is not None
    with pytest.raises(Refusal, match="nobody waits"):
        sitting.ask(other, Ready(sitting.n(other)))


def test_one_among_bots_is_waited_for_without_end() -> None:
    sitting = waiting_table("rummy", 2, "ana", hands=2)
    end_hand(sitting)
    assert sitting.wait(3600) == []
    assert not is_running(sitting.table)
    sitting.ask("ana", Ready(sitting.n("ana")))
    assert is_running(sitting.table)


def test_a_race_begins_when_all_are_ready() -> None:
    sitting = waiting_table("rok", 3, "ana", "ben")
    table = sitting.table
    assert not is_racing(table)
    for person in ("ana", "ben"):
        sitting.ask(person, Ready(sitting.n(person)))
    assert is_racing(table)
    assert not any(isinstance(entry, TimedOut) for commit in sitting.wait(1) for entry in commit.entries)


@pytest.mark.parametrize("chance", [1, 0.1])
def test_throws_without_a_pair_before_the_first_race_are_shown_after_the_countdown(chance: float) -> None:
    for _ in range(40):  # runes fall as they like: the likely case is met sooner or later
        sitting = waiting_table("rok", 2, "ana", faceUpProbability=chance)
        sitting.ask("ana", Ready(sitting.n("ana")))
        match, race = sitting.table.match, sitting.table.game.race
        assert match is not None
        throws = [event for event in sitting.table.updates[-1].events if race.begins(event)]
        assert (match.pause > COUNTDOWN) == (len(throws) > 1)
        if (len(throws) > 1) == (chance < 1):
            return
    raise AssertionError("no throw fell as expected")


def test_other_tables_wait_for_nobody() -> None:
    for game in ("rok", "rummy"):
        sitting = Sitting(game, 2)
        sitting.start("ana")
        assert is_running(sitting.table)
        with pytest.raises(Refusal):
            sitting.ask("ana", Ready(sitting.n("ana")))


def test_an_intermission_survives_a_restart() -> None:
    sitting = waiting_table("rummy", 2, "ana", "ben", hands=2)
    end_hand(sitting)
    sitting.ask("ana", Ready(sitting.n("ana")))
    again = reread(sitting)
    assert info(again, 0, 0).intermission == info(sitting.table, 0, 0).intermission
    assert not is_running(again)
