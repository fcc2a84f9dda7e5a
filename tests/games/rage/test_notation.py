"""Rage: cards and moves as text."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from erre.core.errors import BadNotation
from erre.games.rage import GAME
from erre.games.rage.components import BID, CARD_CODES, JOLLY, MOVE_CODES, NO_TRUMP
from erre.games.rage.moves import Bid, PlayCard
from erre.games.rage.notation import format_card, format_play, parse_card, parse_colour, parse_play

HAND_CODES = [*range(JOLLY + 1), *range(NO_TRUMP, CARD_CODES)]
PLAY_CODES = range(CARD_CODES)


@pytest.mark.parametrize("code", HAND_CODES)
def test_every_card_of_a_hand_reads_as_it_is_written(code: int) -> None:
    assert parse_card(format_card(code)) == code


@pytest.mark.parametrize("code", PLAY_CODES)
def test_every_card_on_the_table_reads_as_it_is_written(code: int) -> None:
    assert parse_play(format_play(code)) == code


def test_every_card_has_a_text_of_its_own() -> None:
    assert len({format_card(code) for code in HAND_CODES}) == len(HAND_CODES)
    assert len({format_play(code) for code in PLAY_CODES}) == len(PLAY_CODES)


@pytest.mark.parametrize(
    ("text", "card"),
    [("Y8", 3 * 16 + 8), ("B0", 0), ("O15", 95), ("J", 96), ("NT", 102), ("CT", 103), ("+5", 104), ("-5", 105)],
)
def test_cards_are_written_as_the_rules_say(text: str, card: int) -> None:
    assert parse_card(text) == card
    assert format_card(card) == text
    assert parse_card(f" {text.lower()} ") == card


@pytest.mark.parametrize("code", range(MOVE_CODES))
def test_every_move_reads_as_it_is_written(code: int) -> None:
    move = GAME.decode(code)
    assert GAME.encode(move) == code
    assert GAME.parse_move(GAME.format_move(move)) == move
    assert GAME.parse_move(f"  {GAME.format_move(move).lower()} ") == move


def test_moves_are_written_as_the_rules_say() -> None:
    assert GAME.format_move(GAME.decode(BID + 3)) == "bid 3"
    assert GAME.parse_move("bid 3") == Bid(3)
    assert GAME.parse_move("Y8") == PlayCard("Y8")
    assert GAME.parse_move("J:R") == PlayCard("J:R")
    assert GAME.parse_move("+5") == PlayCard("+5")


NO_CARDS = [
    "",
    " ",
    "Y",
    "8",
    "Y16",
    "Y99",
    "Y-1",
    "Y08",
    "Y1.0",
    "X3",
    "JJ",
    "N T",
    "5",
    "+6",
    "+ 5",
    "Y８",
    "Y²",
    "ＮＴ",
]


@pytest.mark.parametrize("text", [*NO_CARDS, "J:", "J:R", "J:X"])
def test_text_that_is_no_card_of_a_hand_is_unreadable(text: str) -> None:
    with pytest.raises(BadNotation):
        parse_card(text)


@pytest.mark.parametrize("text", [*NO_CARDS, "J", "J:", "J:X", "J:RR", "J: R", "J R", "JR", "J:R:G"])
def test_text_that_is_no_card_on_the_table_is_unreadable(text: str) -> None:
    with pytest.raises(BadNotation):
        parse_play(text)


@pytest.mark.parametrize("text", ["", "BG", "X", "red", "ß", " R"])
def test_text_that_is_no_colour_is_unreadable(text: str) -> None:
    with pytest.raises(BadNotation):
        parse_colour(text)


@pytest.mark.parametrize(
    "text",
    [
        *(text for text in NO_CARDS if not text.isdecimal()),  # a number alone is a bid
        "J:",
        "J: R",
        "bid",
        "bid x",
        "bid 1 2",
        "bid 1.0",
        "bid ٣",
        "bid3",
        "play Y8",
        "Y8 Y9",
        "-3",
    ],
)
def test_text_that_is_no_move_is_unreadable(text: str) -> None:
    with pytest.raises(BadNotation):
        GAME.parse_move(text)


@settings(max_examples=200)
@given(st.text(max_size=12))
def test_no_text_does_more_than_be_refused(text: str) -> None:
    try:
        move = GAME.parse_move(text)
    except BadNotation:
        return
    assert GAME.parse_move(GAME.format_move(move)) == move


@settings(max_examples=200)
@given(st.text("bidBID 0123456789+-JNTCYGRPO:", max_size=8))
def test_no_text_of_the_right_letters_does_more_than_be_refused(text: str) -> None:
    try:
        move = GAME.parse_move(text)
    except BadNotation:
        return
    assert GAME.parse_move(GAME.format_move(move)) == move
