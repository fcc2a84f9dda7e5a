"""From one device to another: a word that is good once, for some minutes, and brings a person along with all seats."""

from __future__ import annotations

import secrets
import time
from collections.abc import Callable

from erre.core.errors import Refusal

GOOD_FOR = 600.0  # seconds
MOST = 10_000  # words at a time; the oldest make room


class PassGone(Refusal):
    """The word was used, is too old, or never was one."""

    code = "pass_gone"


class Passes:
    """Tokens of people who are on their way to another device. They are held in memory alone, and not for long."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._given: dict[str, tuple[float, str]] = {}  # by word: until when, whose token

    def give(self, token: str) -> str:
        """A word for the other device."""
        now = self._clock()
        kept = [(word, entry) for word, entry in self._given.items() if entry[0] > now and entry[1] != token]
        word = secrets.token_urlsafe(24)
        self._given = dict([*kept[-MOST + 1 :], (word, (now + GOOD_FOR, token))])
        return word

    def take(self, word: str) -> str:
        """Whose token a word stands for; from now on for nobody's."""
        until, token = self._given.pop(word, (0.0, ""))
        if not token or until <= self._clock():
            raise PassGone("this link was used already or is too old: ask for a new one on the first device")
        return token
