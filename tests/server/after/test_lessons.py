"""Lessons: the browser shows what the rules really bring, and every legal move of a learner is welcome."""

from __future__ import annotations

from pathlib import Path

import pytest

from erre.core.errors import BadOptions, IllegalMove
from erre.games import all_games
from erre.games import game as find_game
from erre.server.after.lessons import chapters_of, file_of, lesson_of, script_of, text_of, tried_of
from tests.server.running import run, running

GAMES = [game.name for game in all_games() if game.has_client]
LANGUAGES = {"en", "it", "ro", "de"}


@pytest.mark.parametrize("game", GAMES)
def test_the_lesson_in_the_browser_is_the_one_that_the_rules_play(game: str) -> None:
    """Where it is not, run `python -m erre.server.after.lessons`."""
    assert file_of(find_game(game)).read_text("utf-8") == text_of(find_game(game))


@pytest.mark.parametrize("game", GAMES)
def test_a_lesson_says_one_thing_at_a_time_in_every_language(game: str) -> None:
    for chapter in chapters_of(script_of(find_game(game))):
        assert 3 <= len(chapter["steps"]) <= 12
        assert set(chapter.get("title", LANGUAGES)) == LANGUAGES
        for step in chapter["steps"]:
            assert set(step["say"]) == LANGUAGES
            assert all(14 < len(words) < 300 for words in step["say"].values())


@pytest.mark.parametrize("game", GAMES)
def test_the_move_that_a_lesson_waits_for_is_offered(game: str) -> None:
    for chapter in lesson_of(find_game(game))["chapters"]:
        frames: list[dict[str, object]] = []
        for step in chapter["steps"]:
            frames += step["frames"]
            if step["expect"] and not step["expect"].startswith(("lay", "slide")):
                assert step["expect"] in frames[-1]["legal"]  # type: ignore[operator]


def tried(game: str, title: str, *moves: tuple[int, str]) -> int:
    """The step that some moves in a chapter lead to."""
    found = find_game(game)
    chapter = next(one for one in chapters_of(script_of(found)) if one["title"]["en"] == title)
    return tried_of(found, chapter, moves).step


def test_any_legal_lay_that_does_it_is_welcome() -> None:
    assert tried("rummy", "The first lay", (1, "lay [R10a R11a R12a]")) == 2
    assert tried("rummy", "The first lay", (1, "lay [R10a R11a R12a R13a]")) == 2  # 46 points: more than is asked for
    assert tried("rummy", "Melds", (1, "lay [Y7a Y8a Y9a]")) == 2  # either meld may be the first
    assert (
        tried("rummy", "Melds", (1, "lay [R5a B5a G5a] [Y7a Y8a Y9a]")) == 3
    )  # both at once: the second step is done too


def test_a_legal_move_that_does_not_do_it_stays_at_the_step_and_play_goes_on() -> None:
    assert tried("rummy", "The first lay", (1, "draw")) == 1
    assert tried("rummy", "The first lay", (1, "draw"), (1, "lay [R10a R11a R12a]")) == 2
    assert tried("rok", "Pairs", (1, "grab B2a")) == 1
    assert tried("rok", "Pairs", (1, "grab W1b"), (2, "grab W1a")) == 3  # left or right: either comes first


def test_a_wrong_move_gets_its_reason() -> None:
    with pytest.raises(IllegalMove) as refused:
        tried("rummy", "The first lay", (1, "lay [B5a G5a Y5a]"))
    assert refused.value.rule == "§2.1"
    with pytest.raises(BadOptions):
        tried("rummy", "The first lay", (0, "draw"))  # a step to be read


def test_lessons_are_judged_over_http(tmp_path: Path) -> None:
    async def test() -> None:
        async with running(tmp_path) as here:
            ana = await here.person("Ana")
            base = f"{here.base}/api/lessons/rummy/1"
            async with ana.post(base, json={"moves": [[1, "lay [R10a R11a R12a R13a]"]]}) as answer:
                told = await answer.json()
                assert told["step"] == 2
                assert [frame["events"][0]["type"] for frame in told["frames"]] == ["TilesLaid", "TilesDrawn"]
            async with ana.post(f"{base}/draft", json={"moves": [], "draft": "[B5a G5a Y5a]"}) as answer:
                assert (await answer.json())["why"]["code"] == "first_points"
            for path, moves, status in (
                (base, [[1, "lay [R10a R11a]"]], 400),
                (base, [[1, "hello"]], 400),
                (base, [], 400),
                (base, [[99, "draw"]], 400),
                (base, [[1, "draw"]] * 60, 400),
                (f"{here.base}/api/lessons/rummy/9", [[1, "draw"]], 404),
                (f"{here.base}/api/lessons/chess/0", [[1, "draw"]], 404),
            ):
                async with ana.post(path, json={"moves": moves}) as answer:
                    assert (path, answer.status) == (path, status)

    run(test)
