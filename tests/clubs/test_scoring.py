"""Points, matchpoints, tie-breaks, byes and seasons."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from erre.clubs import steps
from erre.clubs.evening import BOT, Evening, Member, Result, Round, Setup, TablePlan
from erre.clubs.refusals import NotThisStage
from erre.clubs.scoring import matchpoints, standings, table_shares
from erre.clubs.season import add_up
from erre.clubs.tables_text import results_csv, standings_csv
from erre.core.errors import BadOptions


def evening_of(*rounds: list[tuple[list[int], list[int]]], duplicate: bool = False, players: int = 4) -> Evening:
    """An evening with these tables: players by seat, and their scores."""
    members = [Member(number, f"P{number}", str(number)) for number in range(players)]
    evening = Evening("e", Setup("Friday", "g", 2, duplicate=duplicate), "22" * 32, members=members)
    for tables in rounds:
        plans = [
            TablePlan(seats, result=Result(scores, [1 + sum(o > s for o in scores) for s in scores]))
            for seats, scores in tables
        ]
        seated = {player for seats, _ in tables for player in seats}
        byes = [number for number in range(players) if number not in seated]
        evening.rounds.append(Round(plans, byes, started=1))
    return evening


@given(st.lists(st.integers(-5, 5), min_size=2, max_size=8))
def test_shares_of_a_table_add_up_to_half_of_its_players(scores: list[int]) -> None:
    shares = matchpoints(scores)
    assert sum(shares) == Fraction(len(scores), 2)
    assert all(0 <= share <= 1 for share in shares)
    for one, other in zip(scores, shares, strict=True):
        assert all(other >= share for score, share in zip(scores, shares, strict=True) if score <= one)


def test_ties_share_points() -> None:
    assert table_shares([1, 1, 3]) == [Fraction(3, 4), Fraction(3, 4), 0]


def test_the_standings_follow_points_opponents_and_difference() -> None:
    evening = evening_of([([0, 1], [5, 1]), ([2, 3], [9, 1])], [([0, 2], [3, 3]), ([1, 3], [2, 1])])
    lines = standings(evening)
    assert [line.number for line in lines] == [0, 2, 1, 3]  # 0 and 2 have 15 points: 0 met stronger opponents
    assert [line.points for line in lines] == [15.0, 15.0, 10.0, 0.0]


def test_a_bye_counts_as_the_mean_of_what_was_played() -> None:
    evening = evening_of([([0, 1], [5, 1])], [([0, 2], [1, 3])], players=3)
    by_number = {line.number: line for line in standings(evening)}
    assert by_number[2].points == 20.0  # won once, sat out once
    assert by_number[1].points == 0.0
    assert by_number[0].byes == 0


def test_matchpoints_compare_the_same_seat_across_tables() -> None:
    evening = evening_of([([0, 1], [50, 10]), ([2, 3], [40, 12]), ([BOT, BOT], [40, 5])], duplicate=True)
    by_number = {line.number: line.points for line in standings(evening)}
    assert by_number == {0: 100.0, 1: 50.0, 2: 25.0, 3: 100.0}


def test_nothing_is_told_of_a_deal_that_others_still_play() -> None:
    evening = evening_of([([0, 1], [50, 10]), ([2, 3], [40, 12])], duplicate=True)
    evening.rounds[0].tables[1].result = None
    assert [line.points for line in standings(evening)] == [0.0] * 4
    assert [line.difference for line in standings(evening)] == [0.0] * 4
    assert results_csv(evening).count("\r\n") == 1


def test_csv_carries_no_formulas() -> None:
    evening = evening_of([([0, 1], [5, -1])])
    evening.members[0].name = "=HYPERLINK(1)"
    assert "'=HYPERLINK(1)" in standings_csv(evening)
    assert ",-1," in results_csv(evening)


def test_a_season_counts_the_best() -> None:
    evenings = [{"a": ("Ana", 50.0), "b": ("Bo", 60.0)}, {"a": ("Ana", 80.0)}, {"a": ("Anna", 10.0), "b": ("Bo", 70.0)}]
    lines = add_up(evenings, 2)
    assert [(line.place, line.name, line.points, line.evenings) for line in lines] == [
        (1, "Anna", 130.0, 3),
        (1, "Bo", 130.0, 2),
    ]
    assert lines[0].counted == [True, True, False]
    assert add_up(evenings, 0)[0].points == 140.0


def test_steps_are_refused_in_words() -> None:
    evening = evening_of(players=2)
    with pytest.raises(NotThisStage, match="draw the seats"):
        steps.start_round(evening, 1, [])
    steps.plan_round(evening, 2)
    with pytest.raises(BadOptions, match="both players"):
        steps.swap(planned_without(evening), 0, 1)
    steps.start_round(evening, 1, [])
    with pytest.raises(NotThisStage, match="still playing"):
        steps.plan_round(evening, 2)
    with pytest.raises(NotThisStage, match="still playing"):
        steps.end(evening)
    with pytest.raises(BadOptions, match="whole number"):
        steps.enter_scores(evening, 0, 0, [1], "host")
    steps.enter_scores(evening, 0, 0, [1, 2], "host")
    steps.end(evening)
    with pytest.raises(NotThisStage, match="over"):
        steps.join(evening, "x", "Xe")


def planned_without(evening: Evening) -> Evening:
    """The same plan with a player who came after it was drawn."""
    late = Evening("e", evening.setup, evening.secret, members=list(evening.members), rounds=list(evening.rounds))
    late.rounds = [Round([TablePlan([0])], [])]
    return late
