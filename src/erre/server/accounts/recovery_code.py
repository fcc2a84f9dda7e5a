"""Recovery codes: eight words that everybody can read aloud and type, whatever their language.

A word has five letters: consonant, vowel, consonant, vowel, and a check consonant computed from the other four. Most
typing errors are therefore detected, and the wrong word can be named. Seven words carry 84 random bits. The eighth is a
checksum over the others, which detects swapped or replaced words. `web/src/shell/account/code.ts` repeats the check for
people who are typing; test vectors keep both in step.
"""

from __future__ import annotations

import hashlib
import secrets
import unicodedata
from collections.abc import Sequence

from erre.core.errors import Refusal

CONSONANTS, VOWELS = "bdfghjklmnprstvz", "aeou"
WORDS, CARRIED = 8, 7
WORD_LENGTH = 5
KINDS = 4096  # words there are
SUM_MODULUS = 4093  # the largest prime that fits
# Letters that are not in the words, and what is meant by them.
ALIKE = str.maketrans({"c": "k", "q": "k", "w": "v", "0": "o", "1": "l", "5": "s"})
# Nobody wants to read these on a sheet of paper.
UNWANTED = ("nag", "neg", "nog", "fag", "fok", "fot", "kak", "kok", "kul", "pul", "put", "mer", "tet", "tos", "bas")
SLOW = {"n": 2**14, "r": 8, "p": 1, "dklen": 32}  # 16 MB and some hundredths of a second
PURPOSE = b"erre recovery code 1"  # one salt for all: the code itself is random, and it is looked up by its hash


class BadCode(Refusal):
    """What was typed is no recovery code."""

    code = "bad_code"


def make_code() -> list[str]:
    """A new code."""
    while True:
        numbers = [secrets.randbelow(KINDS) for _ in range(CARRIED)]
        words = [word_of(number) for number in (*numbers, sum_of(numbers))]
        if not any(part in word for word in words for part in UNWANTED):
            return words


def word_of(number: int) -> str:
    """A word by its number."""
    first, second = divmod(number, 64)
    letters = (first // 4, first % 4, second // 4, second % 4)
    return "".join((VOWELS if at % 2 else CONSONANTS)[letter] for at, letter in enumerate(letters)) + last_of(letters)


def last_of(letters: Sequence[int]) -> str:
    """The consonant that four letters ask for."""
    return CONSONANTS[sum(weight * letter for weight, letter in zip((1, 3, 5, 7), letters, strict=True)) % 16]


def number_of(word: str) -> int | None:
    """The number of a word; None if there is no such word."""
    if len(word) != WORD_LENGTH:
        return None
    letters = [(VOWELS if at % 2 else CONSONANTS).find(letter) for at, letter in enumerate(word[:-1])]
    if min(letters) < 0 or last_of(letters) != word[-1]:
        return None
    return ((letters[0] * 4 + letters[1]) * 16 + letters[2]) * 4 + letters[3]


def sum_of(numbers: Sequence[int]) -> int:
    """The number of the last word."""
    return sum((at + 1) * number for at, number in enumerate(numbers)) % SUM_MODULUS


def parse_code(text: str) -> list[str]:
    """The words of a code in any spelling; BadCode says which word is wrong."""
    words = words_in(text)
    if len(words) != WORDS:
        raise BadCode(f"a recovery code has {WORDS} words, and these are {len(words)}")
    numbers = [number_of(word) for word in words]
    for at, number in enumerate(numbers, 1):
        if number is None:
            raise BadCode(f"word {at} is mistyped: “{words[at - 1][:12]}”")
    known = [number for number in numbers if number is not None]
    if known[-1] != sum_of(known[:-1]):
        raise BadCode("each word could be right, but not all of them together: compare their order with your sheet")
    return words


def words_in(text: str) -> list[str]:
    """What was typed, as plain words: any case, accents, hyphens, line breaks or no spaces at all."""
    plain = unicodedata.normalize("NFKD", text[:200].casefold().replace("ß", "s"))
    kept = (letter for letter in plain if not unicodedata.combining(letter))
    pieces = "".join(letter if letter.isascii() and letter.isalnum() else " " for letter in kept).split()
    words = [piece.translate(ALIKE) for piece in pieces if not piece.isdigit()]  # without the numbers of a list
    joined = "".join(words)
    if len(words) != WORDS and len(joined) == WORDS * WORD_LENGTH:
        return [joined[at : at + WORD_LENGTH] for at in range(0, len(joined), WORD_LENGTH)]
    return words


def hash_of_code(words: Sequence[str]) -> bytes:
    """What is stored of a code: slow to compute, so that a stolen database does not give accounts."""
    return hashlib.scrypt("".join(words).encode(), salt=PURPOSE, **SLOW)
