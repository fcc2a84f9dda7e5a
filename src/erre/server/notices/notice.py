"""A notice: a message that reaches a person even if none of their pages is open."""

from __future__ import annotations

from typing import Literal, get_args

import msgspec

Kind = Literal["your_turn", "missed", "game_over", "invitation", "round", "test"]
KINDS: tuple[Kind, ...] = get_args(Kind)
LONGEST_DETAIL = 80  # characters


class Notice(msgspec.Struct, frozen=True):
    """What to tell. The words for each kind are in `words.py`, and name the details that they need."""

    kind: Kind
    about: str  # the table, the invitation, …: a newer notice about the same replaces this one
    key: str  # the occasion: nothing with the same key is told twice, whoever tells it
    path: str  # of the page that it opens, from the root of this server: "/t/abc"
    details: dict[str, str] = {}

    def short(self) -> Notice:
        """The notice with details that fit on a phone."""
        details = {name: shortened(value) for name, value in self.details.items()}
        return msgspec.structs.replace(self, details=details)


def shortened(text: str) -> str:
    """A text of a bounded length on one line."""
    line = " ".join(text.split())
    return line if len(line) <= LONGEST_DETAIL else line[: LONGEST_DETAIL - 1] + "…"
