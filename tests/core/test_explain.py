"""Input that cannot be read is explained in plain sentences, and refusals never repeat long input."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from erre.core.errors import LONGEST_QUOTE, LONGEST_WHY, Refusal, quote
from erre.core.explain import explain
from erre.core.options import Number


class Inner(msgspec.Struct, forbid_unknown_fields=True):
    """A part of it."""

    key: str


class Outer(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """One field of every kind."""

    seats: Number
    inner: Inner | None = None
    hands: list[list[str]] = []
    phase: Literal["bidding", "tricks"] = "bidding"
    share: Annotated[float, msgspec.Meta(ge=0, le=1)] = 0
    turn: int | list[int] | None = None
    counts: dict[str, int] = {}
    pair: tuple[int, int] = (0, 0)
    partial: bool = False


def why(given: Any) -> str:
    """Why an object is no `Outer`."""
    with pytest.raises((msgspec.ValidationError, UnicodeError)) as caught:
        msgspec.convert(given, Outer)
    return explain(caught.value, Outer)


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({}, "seats is missing"),
        ([], "an object is expected, not a list"),
        ({"seats": "4"}, "seats: a whole number is expected, not a text"),
        ({"seats": 1.5}, "seats: a whole number is expected, not a fraction"),
        ({"seats": None}, "seats: a whole number is expected, not null"),
        ({"seats": 10**20}, "seats: the number is too large"),
        ({"seats": -(10**5000)}, "seats: the number is too small"),
        ({"seats": 4, "inner": {}}, "inner: key is missing"),
        ({"seats": 4, "inner": {"key": "", "lock": 1}}, "inner: there is no field 'lock'"),
        ({"seats": 4, "inner": {"key": []}}, "inner.key: a text is expected, not a list"),
        ({"seats": 4, "hands": [["Y8"], [3]]}, "hands[1][0]: a text is expected, not a whole number"),
        ({"seats": 4, "phase": "dance"}, "phase: 'dance' is not one of bidding, tricks"),
        ({"seats": 4, "share": 2}, "share: at most 1 is expected"),
        ({"seats": 4, "share": -1}, "share: at least 0 is expected"),
        ({"seats": 4, "turn": "me"}, "turn: a whole number or a list is expected, not a text"),
        ({"seats": 4, "counts": {"king": "ten"}}, "counts: a whole number is expected, not a text"),
        ({"seats": 4, "counts": {3: 3}}, "the names in counts: a text is expected, not a whole number"),
        ({"seats": 4, "pair": [1]}, "pair: a list of 2 is expected, not of 1"),
        ({"seats": 4, "partial": 1}, "partial: true or false is expected, not a whole number"),
        ({"seats": 4, "phase": "\ud800"}, "it has characters that are no text"),
    ],
)
def test_the_field_is_named_and_what_it_takes(given: Any, words: str) -> None:
    assert why(given) == words


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("{", "this is not JSON: it breaks off"),
        ('{"seats": 4', "this is not JSON: it breaks off"),
        ("nonsense", "this is not JSON from character 5 on"),
        ('{"seats": 4,}', "this is not JSON from character 13 on"),
        ('{"seats": 1e999}', "seats: the number is too large"),
    ],
)
def test_text_that_is_no_json_is_refused_with_its_place(text: str, words: str) -> None:
    with pytest.raises(msgspec.MsgspecError) as caught:
        msgspec.json.decode(text, type=Outer)
    assert explain(caught.value, Outer) == words


LIBRARY_WORDS = ("Expected", "got `", "$.", "Object ", "Invalid", "codec", "digits)", "delimiter")
JSON: st.SearchStrategy[Any] = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=60),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=60), inner, max_size=3),
    max_leaves=8,
)
FIELDS = st.sampled_from([*Outer.__struct_fields__, "another", "x" * 400])


@pytest.mark.parametrize("half", [r"\ud800", r"\uD800x", r"a\udc00", r"\ud800\ud800", r"\udfff\ud800"])
def test_half_a_character_is_not_taken_for_an_early_end(half: str) -> None:
    text = f'{{"name": "{half}"}}'.encode()
    with pytest.raises(msgspec.DecodeError) as caught:
        msgspec.json.decode(text)
    assert explain(caught.value, Outer, text).startswith("it has characters that cannot be used")


@pytest.mark.parametrize("text", [b'{"name": "', rb'{"name": "\ud800', rb'{"name": "\ud83d\ude00"', b""])
def test_what_breaks_off_is_said_to_break_off(text: bytes) -> None:
    with pytest.raises(msgspec.DecodeError) as caught:
        msgspec.json.decode(text)
    assert explain(caught.value, Outer, text) == "this is not JSON: it breaks off"


@given(st.dictionaries(FIELDS, JSON, max_size=4) | JSON)
def test_whatever_is_given_no_library_speaks(given: Any) -> None:
    try:
        msgspec.convert(given, Outer)
    except (msgspec.ValidationError, UnicodeError) as error:
        words = explain(error, Outer)
        assert not any(library in words for library in LIBRARY_WORDS)
        assert len(words) < 200


@pytest.mark.parametrize(
    ("value", "shown"),
    [
        ("Y8", "'Y8'"),
        ("Y" * 3000, repr("Y" * (LONGEST_QUOTE - 1) + "…")),
        (10**18, "a very large number"),
        (-(10**19), "a very small number"),
        ([0] * 3000, "[0, 0, 0, 0, 0, 0, 0, 0, 0, 0, ...]"),
        ([[[["deep"]]]], "[[[...]]]"),
    ],
)
def test_what_somebody_wrote_is_quoted_up_to_a_length(value: Any, shown: str) -> None:
    assert quote(value) == shown


def test_a_refusal_is_never_long() -> None:
    assert len(Refusal("x" * 3000).why) == LONGEST_WHY
    assert Refusal("short").why == "short"
