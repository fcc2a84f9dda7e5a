"""Cleans names and lines that people write: plain text on one line, no markup, and no names that could be confused."""

from __future__ import annotations

import unicodedata
from itertools import pairwise

from erre.table.refusals import BadWords

LONGEST_NAME = 20
LONGEST_LINE = 300
JOINER = "\u200d"  # joins emoji to one picture
# Letters that show nothing, though Unicode counts them as letters or symbols.
BLANKS = frozenset("\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0\u034f")
# Letters of other alphabets that look like Latin ones, after case folding.
LOOK_ALIKES = str.maketrans(
    dict(
        zip(
            "абвгеёзикмнорстухьѕіјћқԁԛԝһӏаєαβγεζηικμνοπρστυχωϲϳɡɑıɩℓ",
            "abbreeзukmhopctyxbsijhkdqwhlaeabyezhikmnonpotuxwcjgaiil",
            strict=True,
        )
    )
)


def one_line(text: str, longest: int, what: str) -> str:
    """Text that can be shown on one line: no control characters, nothing that turns the direction of reading."""
    if not (text.isascii() and text.isprintable()):  # most lines need no closer look
        text = "".join(c if is_plain(c) else " " for c in unicodedata.normalize("NFC", text))
    plain = " ".join(text.split())
    if not plain or all(c in BLANKS for c in plain.replace(" ", "")):
        raise BadWords(f"{what} has no letters")
    if len(plain) > longest:
        raise BadWords(f"{what} has at most {longest} letters, not {len(plain)}")
    return plain


def is_plain(letter: str) -> bool:
    """Whether a character is more than a command to the screen; the joiner of emoji is."""
    return letter == JOINER or unicodedata.category(letter) not in ("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp")


def clean_name(name: str) -> str:
    """A name at a table: something can be seen of every letter, and it does not pretend to be a bot's."""
    plain = one_line(name, LONGEST_NAME, "a name")
    if any(c in BLANKS for c in plain) or has_stray_joiner(plain):
        raise BadWords("a name has only letters that can be seen")
    if plain.endswith(")"):
        raise BadWords("a name does not end with a bracket: that is how the levels of bots are shown")
    return plain


def has_stray_joiner(text: str) -> bool:
    """Whether a joiner stands anywhere but between two pictures."""
    parts = text.split(JOINER)
    sides = [(before[-1:], after[:1]) for before, after in pairwise(parts)]
    return any(not (is_picture(before) and is_picture(after)) for before, after in sides)


def is_picture(letter: str) -> bool:
    """Whether a character is an emoji, or a sign that changes one."""
    return bool(letter) and unicodedata.category(letter) in ("So", "Sk", "Mn")


def look_of(name: str) -> str:
    """What a name looks like: names that can be mistaken for each other have the same look."""
    folded = unicodedata.normalize("NFKD", name).casefold().translate(LOOK_ALIKES)
    return "".join(c for c in folded if unicodedata.category(c)[0] in "LNSP" and c not in BLANKS and c != JOINER)


def clean_line(text: str) -> str:
    """A line of chat without control characters; a Refusal if it is empty or too long."""
    return one_line(text, LONGEST_LINE, "a line")
