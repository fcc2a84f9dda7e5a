"""Names that are refused: an operator's patterns, and the stricter rules of a child-safe server.

A pattern is a word. It refuses names that consist of this word or contain it as a separate word, however it is written:
with look-alike letters, digits for letters, repeated letters, or spaces in between. A `*` at its beginning or end
matches anything, so `*word*` refuses every name that contains it.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from functools import lru_cache
from itertools import groupby

from erre.table.clean_text import LONGEST_NAME, look_of, one_line
from erre.table.refusals import BadWords

DIGITS = str.maketrans("01345789@$!|+€", "oieastbgasiite")
LEAST = 2  # letters of a pattern, so that nobody refuses half of all names by mistake
MOST_CHILD_DIGITS = 2
# Rude words in the four languages of the client, as patterns: a child-safe server refuses them.
RUDE_WORDS = """
anal anus arsch* bastard* bitch* blowjob* boob* cacat* cazzo cazzi cock coglion* cul culo cum cunt* curva dick
dildo* dracu fag faggot* fick ficken* fottut* fotze* fuck* fut futui* fututi* gaoz* hitler* hoden homo hure
huren* idiot* jizz kkk masturb* merda merde milf minchia* motherfuck* muie nazi nazis negro nigg* nutte nutten
orgasm* pedo pedofil* penis* piss pisser* pizda* porca porco porn* pula puta puttan* rape rapist* scheiss*
schlampe* schwanz* schwuchtel* sex sexy* shit* slut* sperma* suge stronz* tarfa titte titten tits troia
vagina* vaffancul* votze* whore* wichs* wixer* xxx zoccol*
"""
RUDE = tuple(RUDE_WORDS.split())


def look(text: str) -> str:
    """What a word comes to, however it is written."""
    return "".join(letter for letter in look_of(text).translate(DIGITS) if letter.isalnum())


def clean_pattern(pattern: str) -> str:
    """A pattern as it is kept; BadWords if it would refuse nothing, or nearly everything."""
    plain = one_line(pattern, LONGEST_NAME + 2, "a pattern")
    core = look(plain.strip("*"))
    if len(core) < LEAST or "*" in plain.strip("*"):
        raise BadWords(f"a pattern has at least {LEAST} letters, and a * only at its beginning or end")
    return f"{'*' if plain.startswith('*') else ''}{core}{'*' if plain.endswith('*') else ''}"


@lru_cache(maxsize=2000)
def expression_of(pattern: str) -> re.Pattern[str]:
    """A pattern, as it is kept, as an expression over looks; a letter may be repeated more often than there."""
    runs = "".join(f"{letter}{{{len(list(run))},}}" for letter, run in groupby(pattern.strip("*")))
    return re.compile(f"{'.*' if pattern.startswith('*') else ''}{runs}{'.*' if pattern.endswith('*') else ''}")


def matches(name: str, pattern: str) -> bool:
    """Whether a pattern, as it is kept, refuses a name."""
    # The whole name is tried too: it may be a word whose letters stand apart.
    words = [*re.split(r"[\s\-_.,;:/]+", unicodedata.normalize("NFKC", name)), name]
    return any(expression_of(pattern).fullmatch(look(word)) for word in words)


def is_refused(name: str, patterns: Iterable[str]) -> bool:
    """Whether one of the patterns refuses a name."""
    return any(matches(name, pattern) for pattern in patterns)


def is_child_safe(name: str) -> bool:
    """Whether a child-safe server takes a name: letters, few digits, nothing rude, no address and no phone number."""
    letters = [letter for letter in name if not letter.isspace() and letter not in "-'’"]
    if any(unicodedata.category(letter)[0] not in "LMN" for letter in letters):
        return False
    if sum(letter.isdigit() for letter in letters) > MOST_CHILD_DIGITS:
        return False
    return not is_refused(name, RUDE)
