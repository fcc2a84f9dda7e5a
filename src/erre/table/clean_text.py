"""Names and lines that people write: plain text of one line, never markup."""

from __future__ import annotations

import unicodedata

from erre.table.refusals import BadWords

LONGEST_NAME = 20
LONGEST_LINE = 300


def one_line(text: str, longest: int, what: str) -> str:
    """Text that can be shown on one line: no control characters, nothing that turns the direction of reading."""
    if not (text.isascii() and text.isprintable()):  # most lines need no closer look
        text = "".join(c if is_plain(c) else " " for c in unicodedata.normalize("NFC", text))
    plain = " ".join(text.split())
    if not plain:
        raise BadWords(f"{what} has no letters")
    if len(plain) > longest:
        raise BadWords(f"{what} has at most {longest} letters, not {len(plain)}")
    return plain


def is_plain(letter: str) -> bool:
    """Whether a character is more than a command to the screen; the joiner of emoji is."""
    return letter == "\u200d" or unicodedata.category(letter) not in ("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp")


def clean_name(name: str) -> str:
    """A name at a table."""
    return one_line(name, LONGEST_NAME, "a name")


def clean_line(text: str) -> str:
    """A line of chat."""
    return one_line(text, LONGEST_LINE, "a line")
