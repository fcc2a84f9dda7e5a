"""The interface of a bot: it receives a view and a budget and returns advice; it never sees hidden information."""

from __future__ import annotations

from typing import Protocol

import msgspec

from erre.core.errors import BadOptions, quote
from erre.core.game import AnyGame, Move, View
from erre.core.whole import whole

LEVELS = ("beginner", "casual", "solid", "strong", "champion")  # from the gentlest to the best
MOST_BUDGET = 10**9  # playouts, or milliseconds


class Budget(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """How long a bot may think: by the clock, or by a number of playouts, which makes its answer reproducible."""

    milliseconds: int | None = None
    playouts: int | None = None

    def __post_init__(self) -> None:
        for name in self.__struct_fields__:
            given = getattr(self, name)
            if given is None:
                continue
            number = whole(given)
            if number is None or not 0 <= number <= MOST_BUDGET:
                raise BadOptions(f"{name} of a budget: a whole number from 0 to {MOST_BUDGET}, not {quote(given)}")
            msgspec.structs.force_setattr(self, name, number)


class Choice(msgspec.Struct, frozen=True):
    """One move a bot weighed."""

    move: str  # in the game's notation
    value: float  # points, or whatever the reason's sentence names, that it expects
    share: float  # of its thinking, or the chance with which it would play it


class Advice(msgspec.Struct, frozen=True):
    """What a bot would do, and why."""

    move: Move
    reason: str  # the name of a sentence, game.sentence; clients have it in every language
    numbers: dict[str, float | str]  # what the sentence speaks of
    why: str  # the same in English: "bid 3: 41 % exact, expected +5.2"
    choices: list[Choice]  # the best first
    playouts: int = 0


def check_question(game: AnyGame, view: object, budget: object = None) -> None:
    """Refuse to ask a bot with anything but the view of a seat of its game, and a budget."""
    if not isinstance(view, game.view_type):
        wanted = f"a bot of {game.title} needs a view of it, as position.view(seat) returns it"
        raise BadOptions(f"{wanted}, not {quote(view)}")
    if game.seat_of(view) < 0:
        raise BadOptions("a bot needs the view of a seat, not a spectator's")
    check_budget(budget)


def check_budget(budget: object) -> None:
    """Refuse what is neither a budget nor None."""
    if budget is not None and not isinstance(budget, Budget):
        raise BadOptions(f"a budget is needed, as erre.Budget(playouts=200), not {quote(budget)}")


class Bot(Protocol):
    """A player that is a program."""

    game: AnyGame
    name: str

    def advise(self, view: View, budget: Budget | None = None) -> Advice:
        """Its move with the reason; without a budget, what its level usually takes."""
        ...

    def move(self, view: View) -> Move:
        """Its move without a reason."""
        ...
