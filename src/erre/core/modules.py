"""The modules in a game's folder, and what each of them must provide.

A game that is spread over such modules names them once (`Game.modules`). A small game may omit them and implement the
methods of `Game` instead.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Generic, Protocol, TypeVar

from erre.core.positions import PositionCodec
from erre.core.record import GameState

S = TypeVar("S", bound=GameState)
O = TypeVar("O")
M = TypeVar("M")
E = TypeVar("E")
V = TypeVar("V")
S_co = TypeVar("S_co", covariant=True)
V_co = TypeVar("V_co", covariant=True)
S_in = TypeVar("S_in", contravariant=True)
V_in = TypeVar("V_in", contravariant=True)
M_in = TypeVar("M_in", contravariant=True)


class StateModule(Protocol):
    """`state`: the state and its phases."""

    @property
    def PHASE_NAMES(self) -> Sequence[str]:  # noqa: N802
        """The names of the phases by number; the last one is "over"."""
        ...


class MovesModule(Protocol[S_in, M]):
    """`moves`: what a seat may ask for, as text, as numbers, and whether the rules allow it."""

    def parse_move(self, text: str) -> M:
        """A move from its text."""
        ...

    def format_move(self, move: M) -> str:
        """The text of a move."""
        ...

    def encode(self, move: M) -> int:
        """A move as kernels know it."""
        ...

    def decode(self, code: int) -> M:
        """A move from its number."""
        ...

    def check_move(self, s: S_in, seat: int, move: M) -> None:
        """Refuse a move of a seat whose turn it is."""


class EventsModule(Protocol[S_in, M_in, E]):
    """`events`: what happened, and who may know it."""

    def tell(self, before: S_in, after: S_in, seat: int | None, move: M_in | None) -> list[E]:
        """What happened between two states one step apart."""
        ...

    def redact(self, event: E, seat: int | None) -> E:
        """The event as a seat may know it; None is a spectator."""
        ...


class ViewsModule(Protocol[S_in, V_co]):
    """`views`: what a seat may see."""

    def look(self, s: S_in, seat: int | None) -> V_co:
        """What a seat may see; None is a spectator."""
        ...


class FromViewModule(Protocol[S_co, V_in]):
    """`from_view`: the way back, as far as it goes."""

    def state_from_view(self, view: V_in) -> S_co:
        """A state that holds what the view shows, and nothing where it shows nothing."""
        ...


class PositionsModule(Protocol[S]):
    """`positions`: the whole truth as JSON."""

    @property
    def CODEC(self) -> PositionCodec[S, Any]:  # noqa: N802
        """How positions are written and read."""
        ...


@dataclass(frozen=True)
class Modules(Generic[S, O, M, E, V]):
    """The modules that a game is spread over."""

    state: StateModule
    moves: MovesModule[S, M]
    events: EventsModule[S, M, E]
    views: ViewsModule[S, V]
    from_view: FromViewModule[S, V]
    positions: PositionsModule[S]
