"""What type checkers know about positions of a game: the types of its views, moves and events.

At run time every position is a plain `Position`; only annotations use these classes.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Generic, NamedTuple, TypeVar, overload

from erre.core.game import Event, Move, Position, View

if TYPE_CHECKING:
    from erre.games.rage.events import RageEvent
    from erre.games.rage.moves import RageMove
    from erre.games.rage.views import RageView
    from erre.games.rok.events import RokEvent
    from erre.games.rok.moves import RokMove
    from erre.games.rok.views import RokView
    from erre.games.rummy.events import RummyEvent
    from erre.games.rummy.moves import RummyMove
    from erre.games.rummy.views import RummyView
    from erre.games.rurare.events import RuRaReEvent
    from erre.games.rurare.moves import RuRaReMove
    from erre.games.rurare.views import RuRaReView

V = TypeVar("V", bound=View)
M = TypeVar("M", bound=Move)
E = TypeVar("E", bound=Event)


class PlayedOf(NamedTuple, Generic[V, M, E]):
    """A move's result in a known game."""

    position: PositionOf[V, M, E]
    events: list[E]


class PositionOf(Position, Generic[V, M, E]):
    """A position of a known game."""

    if TYPE_CHECKING:

        def view(self, seat: int | None) -> V: ...
        def legal(self, seat: int | None = None) -> list[M]: ...
        @overload  # type: ignore[override]
        def play(self, move: Move | str, /) -> PlayedOf[V, M, E]: ...
        @overload
        def play(self, seat: int, move: Move | str) -> PlayedOf[V, M, E]: ...
        def play(self, *given: Any, **named: Any) -> PlayedOf[V, M, E]: ...


if TYPE_CHECKING:
    RagePosition = PositionOf[RageView, RageMove, RageEvent]
    RokPosition = PositionOf[RokView, RokMove, RokEvent]
    RummyPosition = PositionOf[RummyView, RummyMove, RummyEvent]
    RuRaRePosition = PositionOf[RuRaReView, RuRaReMove, RuRaReEvent]
