"""The page of rules for players: all games, all languages, the same parts in each."""

from __future__ import annotations

import re

import pytest

from erre.cli.guide import LANGUAGES, PIECES, guide_text
from erre.core.errors import BadOptions
from erre.games import REGISTRY


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", REGISTRY)
def test_a_page_has_the_same_parts_in_every_language(name: str, language: str) -> None:
    shape, wanted = ([line[:1] for line in guide_text(name, code).splitlines()] for code in (language, "en"))
    kinds = "#[|-1234567"
    assert [first for first in shape if first in kinds and first] == [
        first for first in wanted if first in kinds and first
    ]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", REGISTRY)
def test_pictures_and_numbers_agree_with_the_english_page(name: str, language: str) -> None:
    text, english = guide_text(name, language), guide_text(name, "en")
    assert PIECES.findall(text) == PIECES.findall(english)
    tables = [
        [re.findall(r"\d+", line) for line in page.splitlines() if line.startswith("|")] for page in (text, english)
    ]
    assert tables[0] == tables[1]


def test_an_unknown_language_is_refused_in_words() -> None:
    with pytest.raises(BadOptions, match="en, it, ro, de"):
        guide_text("rage", "fr")
