"""Lessons: the browser shows what the rules really bring, step by step and in every language."""

from __future__ import annotations

import pytest

from erre.games import all_games
from erre.games import game as find_game
from erre.server.after.lessons import file_of, lesson_of, script_of, text_of

GAMES = [game.name for game in all_games()]
LANGUAGES = {"en", "it", "ro", "de"}


@pytest.mark.parametrize("game", GAMES)
def test_the_lesson_in_the_browser_is_the_one_that_the_rules_play(game: str) -> None:
    """Where it is not, run `python -m erre.server.after.lessons`."""
    assert file_of(find_game(game)).read_text("utf-8") == text_of(find_game(game))


@pytest.mark.parametrize("game", GAMES)
def test_a_lesson_says_one_thing_at_a_time_in_every_language(game: str) -> None:
    steps = script_of(find_game(game))["steps"]
    assert 4 <= len(steps) <= 12
    for step in steps:
        assert set(step["say"]) == LANGUAGES
        assert all(20 < len(words) < 300 for words in step["say"].values())


@pytest.mark.parametrize("game", GAMES)
def test_the_move_that_a_lesson_waits_for_is_offered(game: str) -> None:
    frames: list[dict[str, object]] = []
    for step in lesson_of(find_game(game))["steps"]:
        frames += step["frames"]
        if step["expect"] and not step["expect"].startswith("lay"):
            assert step["expect"] in frames[-1]["legal"]  # type: ignore[operator]
