"""Names that an operator refuses, however they are written."""

from __future__ import annotations

import pytest

from erre.table.refusals import BadWords
from erre.table.refused_names import RUDE, clean_pattern, is_child_safe, is_refused, matches


@pytest.mark.parametrize(
    "name",
    [
        "Badman",
        "BADMAN",
        "b a d m a n",
        "Bаdmаn",
        "b4dman",
        "Baaadman",
        "bad-man",
        "Mr Badman",
        "ＢＡＤＭＡＮ",
        "badmán",
    ],
)
def test_a_word_is_refused_however_it_is_written(name: str) -> None:
    assert matches(name, clean_pattern("Badman"))


@pytest.mark.parametrize("name", ["Batman", "Badmanton", "Ana", "Bad manners"])
def test_other_names_are_not(name: str) -> None:
    assert not matches(name, clean_pattern("badman"))


def test_a_star_stands_for_anything() -> None:
    assert is_refused("xxBadmanxx", [clean_pattern("*badman*")])
    assert is_refused("Badmanton", [clean_pattern("badman*")])
    assert not is_refused("TheBadman", [clean_pattern("badman*")])


def test_a_doubled_letter_of_a_pattern_is_needed() -> None:
    assert matches("Annna", clean_pattern("Anna"))
    assert not matches("Ana", clean_pattern("Anna"))


@pytest.mark.parametrize("pattern", ["", "*", "**", "a", "*a*", "a*b", "-*-"])
def test_patterns_that_refuse_nothing_or_everything_are_refused(pattern: str) -> None:
    with pytest.raises(BadWords):
        clean_pattern(pattern)


def test_rude_words_are_kept_as_patterns_are() -> None:
    assert [clean_pattern(word) for word in RUDE] == list(RUDE)


@pytest.mark.parametrize(
    "name",
    ["Leo", "Ștefan", "Jean-Luc", "Anna 2", "Viola", "Nigel", "Bob", "Pisa", "Nazim", "Cazacu", "O'Neil", "Müller"],
)
def test_a_child_safe_server_takes_plain_names(name: str) -> None:
    assert is_child_safe(name)


@pytest.mark.parametrize("name", ["fuck you", "sh1t", "0171 555", "leo@x.org", "www.x.org", "💩", "c u n t", "F*ck"])
def test_a_child_safe_server_refuses_others(name: str) -> None:
    assert not is_child_safe(name)
