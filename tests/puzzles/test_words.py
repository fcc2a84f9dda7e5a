"""Every kind and every theme of a puzzle has its words in the client."""

from __future__ import annotations

from pathlib import Path

import pytest

from erre.core.puzzles import need_maker
from erre.games import game as find_game
from erre.games import own_names

GAMES = Path(__file__).parents[2] / "web" / "src" / "games"


@pytest.mark.parametrize("name", own_names())
def test_kinds_and_themes_have_words_in_four_languages(name: str) -> None:
    maker, text = need_maker(find_game(name)), (GAMES / name / "puzzles.ts").read_text("utf-8")
    keys = [*(f"kind_{kind}" for kind in maker.kinds), *(f"ask_{kind}" for kind in maker.kinds), "ask_own"]
    for key in (*keys, *(f"theme_{theme}" for theme in maker.themes)):
        assert text.count(f" {key}:") == 4, key
