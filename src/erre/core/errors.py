"""Refusals: each has a code for programs and a message for people."""

from __future__ import annotations


class Refusal(Exception):
    """Anything the engine declines to do; nothing has changed."""

    code = "bad_request"

    def __init__(self, why: str) -> None:
        super().__init__(why)
        self.why = why

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


class BadRecord(Refusal):
    """A game record file that is broken, or does not hold what it promises."""

    code = "bad_record"


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
