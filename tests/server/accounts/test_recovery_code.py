"""Recovery codes: words that can be typed in many ways, and typos that are named."""

from __future__ import annotations

import json
import random
from pathlib import Path

import pytest

from erre.server.accounts.recovery_code import (
    CONSONANTS,
    KINDS,
    UNWANTED,
    BadCode,
    hash_of_code,
    make_code,
    number_of,
    parse_code,
    word_of,
    words_in,
)

VECTORS = Path(__file__).parents[3] / "web" / "src" / "shell" / "account" / "codes.json"


def test_every_word_has_its_number() -> None:
    words = [word_of(number) for number in range(KINDS)]
    assert len(set(words)) == KINDS
    assert [number_of(word) for word in words] == list(range(KINDS))


def test_a_code_is_read_in_many_spellings() -> None:
    words = make_code()
    assert not any(part in word for word in words for part in UNWANTED)
    typed = (
        " ".join(words),
        "-".join(words).upper(),
        "".join(words),
        "\n".join(f"{at}. {word}" for at, word in enumerate(words, 6)),
        "  ".join(word.replace("o", "0").replace("l", "1").replace("k", "c") for word in words),
        " ".join(word.replace("a", "á").replace("u", "ü").replace("e", "È") for word in words),
    )
    for text in typed:
        assert parse_code(text) == words, text


def test_every_mistyped_letter_is_noticed_and_its_word_is_named() -> None:
    words, chance = make_code(), random.Random(1)
    for at, word in enumerate(words):
        place = chance.randrange(5)
        letters = "aeou" if place in (1, 3) else CONSONANTS
        other = chance.choice([letter for letter in letters if letter != word[place]])
        typed = [*words[:at], word[:place] + other + word[place + 1 :], *words[at + 1 :]]
        with pytest.raises(BadCode, match=f"word {at + 1} is mistyped"):
            parse_code(" ".join(typed))


def test_swapped_and_missing_words_are_noticed() -> None:
    words = make_code()
    first = next(at for at in range(6) if words[at] != words[at + 1])
    swapped = [*words[:first], words[first + 1], words[first], *words[first + 2 :]]
    with pytest.raises(BadCode, match="not all of them together"):
        parse_code(" ".join(swapped))
    with pytest.raises(BadCode, match="these are 7"):
        parse_code(" ".join(words[1:]))


@pytest.mark.parametrize("garbage", ["", " ", "x" * 10_000, "\0" * 50, "🦊 " * 8, "ſ" * 40, "<script>" * 5])
def test_garbage_is_refused(garbage: str) -> None:
    with pytest.raises(BadCode):
        parse_code(garbage)


def test_the_hash_is_the_same_for_every_spelling() -> None:
    words = make_code()
    assert hash_of_code(parse_code("-".join(words))) == hash_of_code(words) != hash_of_code(make_code())


def test_the_page_judges_codes_as_the_server_does() -> None:
    for vector in json.loads(VECTORS.read_text("utf-8")):
        if vector["problem"] is None:
            assert parse_code(vector["text"]) == vector["words"]
            continue
        with pytest.raises(BadCode) as refused:
            parse_code(vector["text"])
        assert words_in(vector["text"]) == vector["words"]
        word = vector["problem"].get("word")
        assert (f"word {word} " in refused.value.why) == (word is not None), vector
