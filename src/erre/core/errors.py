"""Refusals: each has a code for programs and a message for people."""

from __future__ import annotations

import reprlib
from typing import Any, Self

LONGEST_QUOTE = 40  # characters of what somebody wrote
LONGEST_LIST = 100  # characters of a list
LONGEST_WHY = 500  # characters of a refusal, whatever it quotes
_short = reprlib.Repr()
_short.maxlevel, _short.maxlist, _short.maxstring, _short.maxother = 2, 10, LONGEST_QUOTE, LONGEST_QUOTE


def quote(value: object) -> str:
    """What somebody wrote, for a refusal: cut where it is long."""
    if value is None or isinstance(value, bool):
        return {None: "null", True: "true", False: "false"}[value]
    if isinstance(value, int) and abs(value) >= 10**18:
        return "a very large number" if value > 0 else "a very small number"
    if isinstance(value, str):
        return repr(value if len(value) <= LONGEST_QUOTE else value[: LONGEST_QUOTE - 1] + "…")
    shown = _short.repr(value)
    return shown if len(shown) <= LONGEST_LIST else f"{shown[: LONGEST_LIST - 1]}…"


class Refusal(Exception):
    """Anything the engine declines to do; nothing has changed."""

    code = "bad_request"

    def __init__(self, why: str) -> None:
        plain = why if len(why) <= LONGEST_WHY else f"{why[: LONGEST_WHY - 1]}…"
        super().__init__(plain)
        self.why = plain

    @classmethod
    def restored(cls, given: tuple[Any, ...], facts: dict[str, Any]) -> Self:
        """A refusal as it was, from its arguments and attributes; the words are not put together again."""
        refusal = cls.__new__(cls, *given)
        refusal.__dict__.update(facts)
        return refusal

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle and copy any refusal, whatever its class is created with."""
        return self.restored, (self.args, self.__dict__.copy())

    def to_json(self) -> dict[str, str]:
        """The refusal for programs: its code, the rule where there is one, and the words."""
        rule = getattr(self, "rule", None)
        return {"code": self.code, **({"rule": rule} if rule else {}), "why": self.why}


class BadNotation(Refusal):
    """Text that cannot be read as a piece, a move or a position."""

    code = "bad_notation"


class BadPosition(Refusal):
    """A position that can be read but cannot be."""

    code = "bad_position"


class BadOptions(Refusal):
    """Options, seats or settings that a game does not have or that contradict each other."""

    def __init__(self, why: str, rule: str | None = None) -> None:
        super().__init__(why)
        self.rule = rule


class BadRecord(Refusal):
    """A game record file that is broken, or does not hold what it promises."""

    code = "bad_record"
    line = 0  # of the file, where one is to blame
    move = 0  # likewise
    rule: str | None = None  # that the move breaks

    def at(self, *, line: int = 0, move: int = 0, rule: str | None = None) -> Self:
        """This refusal, with the place that is to blame."""
        self.line, self.move, self.rule = line, move, rule
        return self


class NoGame(Refusal):
    """A game that is not known here, or no game under way."""

    code = "no_game"


class NotYourTurn(Refusal):
    """A seat that is not to act now."""

    code = "not_your_turn"


class GameOver(Refusal):
    """A move after the end."""

    code = "over"


class IllegalMove(Refusal):
    """A move that can be read but that a rule forbids."""

    code = "illegal"

    def __init__(self, rule: str, why: str) -> None:
        super().__init__(why)
        self.rule = rule

    def __str__(self) -> str:
        return f"{self.rule}: {self.why}"
