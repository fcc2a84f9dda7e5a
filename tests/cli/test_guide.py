"""The page of rules for players: all games, all languages, the same parts in each."""

from __future__ import annotations

import re
from typing import Any

import msgspec
import pytest

from erre.cli.guide import LANGUAGES, guide, guide_text
from erre.core.errors import BadOptions
from erre.games import game_names


def shape(part: Any) -> Any:
    """What is left of a page without its words."""
    if isinstance(part, dict):
        return {key: value if key == "figure" else shape(value) for key, value in part.items()}
    return [shape(one) for one in part] if isinstance(part, list) else type(part).__name__


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", game_names())
def test_a_page_has_the_same_parts_in_every_language(name: str, language: str) -> None:
    page, english = (msgspec.to_builtins(guide(name, code)) for code in (language, "en"))
    assert shape(page) == shape(english)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", game_names())
def test_tables_hold_the_same_numbers_in_every_language(name: str, language: str) -> None:
    pages = [guide_text(name, code) for code in (language, "en")]
    tables = [[set(re.findall(r"\d+", line)) for line in page.splitlines() if line.startswith("|")] for page in pages]
    assert tables[0] == tables[1]


def test_an_unknown_language_is_refused_in_words() -> None:
    with pytest.raises(BadOptions, match="en, it, ro, de"):
        guide("rage", "fr")
