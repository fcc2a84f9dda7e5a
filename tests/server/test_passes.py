"""From one device to another by a word that is good once."""

from __future__ import annotations

import pytest

from erre.server.passes import GOOD_FOR, Passes, PassGone


def test_a_word_is_good_once() -> None:
    passes = Passes()
    word = passes.give("ana")
    assert passes.take(word) == "ana"
    with pytest.raises(PassGone):
        passes.take(word)


def test_a_word_grows_old() -> None:
    now = 0.0
    passes = Passes(lambda: now)
    word = passes.give("ana")
    now = GOOD_FOR
    with pytest.raises(PassGone):
        passes.take(word)


def test_a_new_word_ends_the_one_before() -> None:
    passes = Passes()
    first, ben, second = passes.give("ana"), passes.give("ben"), passes.give("ana")
    with pytest.raises(PassGone):
        passes.take(first)
    assert [passes.take(second), passes.take(ben)] == ["ana", "ben"]


@pytest.mark.parametrize("word", ["", "x", "a" * 5000])
def test_what_was_never_given_brings_nobody(word: str) -> None:
    with pytest.raises(PassGone):
        Passes().take(word)
