"""Rage: cards as text."""

from __future__ import annotations

import re

from erre.core.errors import BadNotation, quote
from erre.core.record import NONE
from erre.games.rage.components import ACTION_NAMES, COLOURED, COLOURS, JOLLY, NO_TRUMP, VALUES

CARD_EXAMPLES = "a card is written Y8, J:R (a jolly named red), NT, CT, +5 or -5"


def format_colour(colour: int) -> str | None:
    """The letter of a colour; None for none."""
    return None if colour == NONE else COLOURS[colour]


def parse_colour(text: str) -> int:
    """A colour from its letter."""
    if len(text) != 1 or text.upper() not in COLOURS:
        raise BadNotation(f"{quote(text)} is no colour: the colours are {' '.join(COLOURS)}")
    return COLOURS.index(text.upper())


def format_card(code: int) -> str:
    """A card of a hand or the stock."""
    if code < COLOURED:
        return f"{COLOURS[code // VALUES]}{code % VALUES}"
    return ACTION_NAMES[code]


CARD_CODES: dict[str, int] = {format_card(code): code for code in (*range(COLOURED), *ACTION_NAMES)}


def parse_card(text: str) -> int:
    """A card of a hand or the stock; a jolly has no colour there."""
    word = text.strip().upper()
    if word in CARD_CODES:
        return CARD_CODES[word]
    if re.fullmatch(r"[BGRYPO][1-9][0-9]", word, re.ASCII):
        raise BadNotation(f"there is no {quote(text.strip())}: the cards of a colour go from 0 to {VALUES - 1}")
    raise BadNotation(f"{quote(text)} is no card: {CARD_EXAMPLES}")


def format_play(code: int) -> str:
    """A card as it was played: a jolly shows the colour that was named."""
    return f"J:{COLOURS[code - JOLLY]}" if JOLLY <= code < NO_TRUMP else format_card(code)


def parse_play(text: str) -> int:
    """A card as it was played."""
    word = text.strip().upper()
    if word.startswith("J:"):
        return JOLLY + parse_colour(word[2:])
    code = parse_card(text)
    if code == JOLLY:
        raise BadNotation("a jolly on the table has a colour, as in J:R")
    return code
