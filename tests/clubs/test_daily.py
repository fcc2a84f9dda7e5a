"""Days, weeks and days in a row."""

from __future__ import annotations

from erre.clubs import daily
from erre.clubs.deals import bot_seed, deal_of


def test_days_follow_the_calendar() -> None:
    assert daily.day_at(0) == "1970-01-01"
    assert daily.end_of("1970-01-01") == daily.DAY
    assert daily.moved("2026-02-28", 1) == "2026-03-01"
    assert daily.week_of("2026-11-18") == "2026-11-16"


def test_a_streak_ends_with_a_missed_day_and_waits_for_today() -> None:
    assert daily.streak({"2026-11-16", "2026-11-17"}, "2026-11-18") == 2
    assert daily.streak({"2026-11-16", "2026-11-17", "2026-11-18"}, "2026-11-18") == 3
    assert daily.streak({"2026-11-16", "2026-11-18"}, "2026-11-18") == 1
    assert daily.streak({"2026-11-16"}, "2026-11-18") == 0


def test_a_week_compares_each_deal_by_itself() -> None:
    plays = [("1", "a", 100), ("1", "b", 50), ("2", "a", 3), ("2", "b", 4), ("2", "c", 4)]
    assert daily.week_percentages(plays) == {"a": (100.0, 2), "b": (75.0, 2), "c": (75.0, 1)}


def test_deals_differ_by_day_and_game_and_are_the_same_again() -> None:
    names = [daily.deal_name(day, game) for day in ("2026-11-18", "2026-11-19") for game in ("g", "h")]
    assert len({deal_of("ab" * 32, name) for name in names}) == 4
    assert deal_of("ab" * 32, names[0]) == deal_of("ab" * 32, names[0])
    key = deal_of("ab" * 32, names[0]).key
    assert bot_seed(key, 1, 5) == bot_seed(key, 1, 5) != bot_seed(key, 2, 5)
