"""Games by the day: one deadline for all who owe a choice, a bot for a move that does not come, and days off."""

from __future__ import annotations

import pytest

from erre.core.errors import BadOptions
from erre.games import game as find_game
from erre.table.by_day import CHOICES, HOUR, RETURNING, check_hours, standing_still
from erre.table.clocks import autopilot_at, deadline, due, tick
from erre.table.decide import hand_back
from erre.table.entries import AutopilotOff, AutopilotOn, Commit, Reopened, format_commit, parse_commit
from erre.table.projection import info
from erre.table.refusals import NotNow
from erre.table.requests import LetBot, MakeMove, Pause, Rematch
from erre.table.table import Table
from tests.table.tables import LEVELS, START, Sitting, standing

DAY = 24 * HOUR


def daily(game: str = "rurare", *people: str, seats: int = 3) -> Sitting:
    """A game by the day with a day for a move; nobody stays at the table."""
    sitting = Sitting(game, seats=seats, hours=24, waits=True)
    sitting.start(*people)
    for person in people:
        sitting.go(person)
    sitting.play_bots()
    return sitting


def later(sitting: Sitting, milliseconds: int) -> list[Commit]:
    """Time goes by; what the clock brought."""
    sitting.now += milliseconds
    heard = []
    while (commit := tick(sitting.table, sitting.now, lambda below: 0)) is not None:
        sitting.add(commit)
        heard.append(commit)
    return heard


def test_games_say_whether_they_are_played_by_the_day() -> None:
    for name in ("rage", "rurare", "rummy"):
        for hours in (0, *CHOICES):
            check_hours(find_game(name), hours)
        for hours in (-8, 1, 25, 10**9):
            with pytest.raises(BadOptions):
                check_hours(find_game(name), hours)
    check_hours(find_game("rok"), 0)
    with pytest.raises(BadOptions, match="cannot be played by the day"):
        check_hours(find_game("rok"), 24)


def test_nobody_is_missing_in_a_game_by_the_day() -> None:
    sitting = daily("rage", "ana", "ben")
    sitting.come("ben")
    sitting.now += 6 * HOUR
    assert [autopilot_at(sitting.table, seat) for seat in range(3)] == [None] * 3
    assert tick(sitting.table, sitting.now) is None
    shown = info(sitting.table, 0, 0)
    assert shown.hours == 24
    assert all(seat.here and seat.away_since is None for seat in shown.seats)
    assert shown.intermission is None
    with pytest.raises(NotNow, match="days off"):
        sitting.ask("ana", Pause(sitting.n("ana")))


def test_all_who_owe_a_choice_have_one_deadline() -> None:
    sitting = daily("rurare", "ana", "ben", "cleo")
    assert sitting.turn() == [0, 1, 2]
    sitting.now += HOUR
    sitting.move("ana", 0)
    assert {deadline(sitting.table, seat) for seat in sitting.turn()} == {START + DAY}
    sitting.move("ana", 0, sitting.legal(0)[-1])  # a choice may be changed
    assert {deadline(sitting.table, seat) for seat in sitting.turn()} == {START + DAY}
    assert due(sitting.table) == START + DAY


def test_a_person_among_bots_has_no_deadline() -> None:
    assert due(daily("rummy", "ana", seats=2).table) is None


@pytest.mark.parametrize("game", ["rage", "rurare", "rummy"])
def test_a_bot_makes_the_move_that_did_not_come_and_the_seat_stays_theirs(game: str) -> None:
    sitting = daily(game, "ana", "ben")
    late = sitting.turn()
    heard = later(sitting, DAY)
    assert [commit.entries for commit in heard] == [[AutopilotOn(seat, "greedy", once=True)] for seat in late]
    for seat in late:
        moved = sitting.bot(seat).updates[-1]
        assert moved.by == "autopilot"
        assert isinstance(sitting.log[-1].entries[-1], AutopilotOff)
        assert sitting.table.chairs[seat].is_played_by_person
    sitting.play_bots()
    assert due(sitting.table) == sitting.now + DAY
    again = Table.replay([parse_commit(format_commit(commit)) for commit in sitting.log], LEVELS)
    again.people = sitting.table.people
    assert standing(again) == standing(sitting.table)


def test_a_late_move_counts_while_the_bot_has_not_moved() -> None:
    sitting = daily("rurare", "ana", "ben")
    later(sitting, DAY)
    sitting.ask("ana", MakeMove(sitting.n("ana"), 0, sitting.legal(0)[0], sitting.table.number))
    assert sitting.table.chairs[0].is_played_by_person
    assert sitting.table.missed.get(0) is None


def test_after_two_missed_moves_in_a_row_a_bot_plays_until_the_person_is_back() -> None:
    sitting = daily("rurare", "ana", "ben")
    for missed in (1, 2, 3):
        seats = [seat for seat in sitting.turn() if seat == 1]
        sitting.move("ana", 0)
        later(sitting, 2 * DAY)
        assert seats
        assert sitting.table.chairs[1].is_helped is (missed < 3)
        sitting.play_bots()
    assert sitting.table.chairs[1].autopilot
    sitting.move("ana", 0)
    sitting.play_bots()
    assert due(sitting.table) == sitting.now + DAY  # only ana's clock runs
    sitting.come("ben")
    back = hand_back(sitting.table, "ben", sitting.now)
    assert back is not None
    sitting.add(back)
    sitting.move("ben", 1)
    assert sitting.table.missed.get(1) is None


def test_a_bot_that_was_asked_to_stand_in_plays_on() -> None:
    sitting = daily("rurare", "ana", "ben")
    sitting.ask("ben", LetBot(sitting.n("ben"), 1))
    sitting.play_bots()
    assert sitting.table.chairs[1].autopilot


def test_days_off_stop_the_clock_of_one_person() -> None:
    sitting = daily("rurare", "ana", "ben")
    sitting.table.vacations["ana"] = [(START + 2 * HOUR, START + 5 * DAY)]
    assert deadline(sitting.table, 0) == START + 5 * DAY + 22 * HOUR
    assert deadline(sitting.table, 1) == START + DAY
    assert [seat.vacation for seat in info(sitting.table, 0, 0).seats][:2] == [
        (START + 2 * HOUR, START + 5 * DAY),
        None,
    ]
    assert [commit.entries[0] for commit in later(sitting, DAY)] == [AutopilotOn(1, "greedy", once=True)]
    assert due(sitting.table) == START + 5 * DAY + 22 * HOUR


@pytest.mark.parametrize(
    ("vacations", "limit"),
    [
        ([], 24),
        ([(-10, -5)], 24),  # over before
        ([(-10, 5)], 29),  # begun before
        ([(23, 30)], 31),
        ([(24, 30)], 24),  # the move is due before
        ([(30, 40), (20, 30)], 44),  # one after the other, in any order
    ],
)
def test_a_clock_stands_still_only_during_days_off(vacations: list[tuple[int, int]], limit: int) -> None:
    assert standing_still(0, 24, vacations) == limit


def test_after_the_server_was_away_clocks_leave_time_to_return() -> None:
    sitting = daily("rurare", "ana", "ben")
    sitting.now += 3 * DAY
    sitting.add(Commit(sitting.table.next_commit, sitting.now, [Reopened()]))
    assert due(sitting.table) == sitting.now + RETURNING


def test_a_rematch_needs_everybody_not_only_those_who_look() -> None:
    sitting = daily("rurare", "ana", "ben")
    while sitting.table.stage == "playing":
        for seat, person in ((0, "ana"), (1, "ben")):
            if seat in sitting.turn():
                sitting.move(person, seat)
        sitting.play_bots()
    sitting.come("ana")
    sitting.ask("ana", Rematch(sitting.n("ana")))
    assert sitting.table.matches == 1
    sitting.ask("ben", Rematch(sitting.n("ben")))
    assert sitting.table.matches == 2
