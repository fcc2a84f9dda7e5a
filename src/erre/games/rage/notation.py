"""Rage: cards as text."""

from __future__ import annotations

import re

from erre.core.errors import BadNotation, quote
from erre.core.record import NONE
from erre.games.rage.components import ACTION_NAMES, COLOURED, COLOURS, JOLLY, NO_TRUMP, VALUES

ACTION_CODES = {name: code for code, name in ACTION_NAMES.items()}
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


def parse_card(text: str) -> int:
    """A card of a hand or the stock; a jolly has no colour there."""
    word = text.strip().upper()
    if word in ACTION_CODES:
        return ACTION_CODES[word]
    if found := re.fullmatch(r"([BGRYPO])(0|[1-9][0-9]?)", word, re.ASCII):
        value = int(found[2])
        if value < VALUES:
            return COLOURS.index(found[1]) * VALUES + value
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
