"""A position: an immutable handle on a state, and the main interface to a game."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Self, overload

from erre.core import chance
from erre.core.errors import BadNotation, BadOptions, GameOver, quote
from erre.core.game import AnyGame, Event, Game, Move, Outcome
from erre.core.picture import picture
from erre.core.record import GameRecord
from erre.core.sketch import Zone


@dataclass(frozen=True, slots=True)
class Played:
    """A move's result: where the game stands now, and what happened. It unpacks: `position, events = …`."""

    position: Position
    events: list[Event]

    def __iter__(self) -> Iterator[Any]:
        return iter((self.position, self.events))


class Position:
    """Where a game stands. `play` returns a new position; this one stays as it is.

    Positions of one game are equal if everything about them is, the cards to come included; they can be hashed, copied
    and pickled. Types of views, moves and events belong to each game, so a type checker sees them as `Any` here:
    annotate a view with the type of its game to have them checked.
    """

    __slots__ = ("_s", "game")

    def __init__(self, game: AnyGame, s: GameRecord) -> None:
        self.game = game
        self._s = s

    @classmethod
    def new(
        cls,
        game: AnyGame,
        seats: int,
        options: Mapping[str, Any] | None = None,
        *,
        key: bytes | None = None,
        seed: int | None = None,
    ) -> Played:
        """The first position and its events; chance from a key, from a seed, or from the operating system."""
        if not isinstance(game, Game):
            raise BadOptions(f"a game is needed here, as erre.game(NAME) returns it, not {quote(game)}")
        if key is None:
            key = chance.fresh_key() if seed is None else chance.key_from_seed(seed)
        s = game.start(seats, game.read_options(options), chance.check_key(key))
        events = game.settle(s)
        return Played(cls(game, s), events)

    @classmethod
    def from_json(cls, game: AnyGame, given: Mapping[str, Any]) -> Position:
        """A position from its JSON form; BadPosition if it cannot be."""
        return cls(game, game.read_position(given))

    @property
    def truth(self) -> GameRecord:
        """A copy of the record, for referees and kernels."""
        return self._s.copy()

    @property
    def seats(self) -> int:
        """The number of seats."""
        return self._s.seats

    @property
    def phase(self) -> str:
        """The name of the present phase, as in the rulebook."""
        return self.game.phase(self._s)

    @property
    def turn(self) -> list[int]:
        """The seats that play waits for; several where all choose at once."""
        return self.game.turn(self._s)

    @property
    def scores(self) -> list[int]:
        """Points so far, by seat."""
        return self.game.scores(self._s)

    @property
    def outcome(self) -> Outcome | None:
        """How it ended, or None while it goes on."""
        return self.game.outcome(self._s)

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return self.outcome is not None

    def legal(self, seat: int | None = None) -> list[Any]:
        """The legal moves of a seat; without one, of the seat whose turn it is."""
        if seat is None:
            return self.game.legal(self._s, self.seat_to_act()) if not self.is_over else []
        return self.game.legal(self._s, seat) if 0 <= seat < self.seats else []

    def check(self, seat: int, move: Move) -> None:
        """Raise a Refusal if the move is not allowed."""
        self.game.check(self._s, seat, move)

    @overload
    def play(self, move: Move | str, /) -> Played: ...
    @overload
    def play(self, seat: int, move: Move | str) -> Played: ...
    def play(self, *given: Any, **named: Any) -> Played:
        """Check a move, carry it out, and return the new position with what happened.

        `play(move)` is for the seat whose turn it is, `play(seat, move)` for any; a move may be text. Where several
        seats choose at once, the seat must be named.
        """
        seat, wanted = self._read_play(*given, **named)
        move = self.game.parse_move(wanted) if isinstance(wanted, str) else wanted
        if not isinstance(move, Move):
            raise BadNotation(f"a move of {self.game.title} or its text is needed, not {quote(move)}")
        self.check(seat, move)
        return self.carry_out(seat, move)

    def _read_play(self, *given: Any, **named: Any) -> tuple[int, Any]:
        """The seat and the move that `play` was called with."""
        if len(given) == 1 and not named:
            return self.seat_to_act(), given[0]
        seat, move = _seat_and_move(*given, **named)
        if isinstance(seat, bool) or not hasattr(seat, "__index__"):
            raise BadOptions(f"a seat is a number from 0 to {self.seats - 1}, not {quote(seat)}")
        return int(seat), move

    def seat_to_act(self) -> int:
        """The one seat that play waits for; refused if there are several or none."""
        turn = self.turn
        if not turn:
            raise GameOver(f"this game of {self.game.title} is over")
        if len(turn) > 1:
            raise BadOptions(f"seats {', '.join(map(str, turn))} all choose now: say which seat is meant")
        return turn[0]

    def carry_out(self, seat: int, move: Move) -> Played:
        """Like `play`, for a move that `check` has allowed at this position; it is not checked again."""
        s = self._s.copy()
        events = self.game.act(s, seat, move)
        return Played(Position(self.game, s), events)

    def view(self, seat: int | None) -> Any:
        """What a seat may see; None is a spectator."""
        if seat is not None and not 0 <= seat < self.seats:
            raise BadOptions(f"there is no seat {seat}: the seats are 0 to {self.seats - 1}")
        return self.game.view(self._s, seat)

    def shown(self, seat: int | None) -> Any:
        """What a seat is shown at a table: its view without what it would have to remember."""
        return self.game.shown(self.view(seat))

    def to_json(self) -> dict[str, Any]:
        """The whole truth as JSON; `from_json` gives an equal position."""
        return self.game.write_position(self._s)

    def __str__(self) -> str:
        return json.dumps(self.to_json(), separators=(",", ":"))

    def __repr__(self) -> str:
        turn = self.turn
        waits = f"seat {turn[0]} to act" if len(turn) == 1 else f"seats {', '.join(map(str, turn))} to act"
        outcome = self.outcome
        winners = ", ".join(f"seat {seat}" for seat in outcome.winners) if outcome else "nobody"
        state = waits if turn else f"won by {winners}"
        where = f"{self.phase}, {self.seats} seats, {self._s.moves_made} moves made"
        return f"<{self.game.title}: {where}, {state}, scores {self.scores}>"

    def svg(self) -> str:
        """A picture of the whole truth: what everybody sees, and the pieces of every seat. Notebooks show it."""
        game, shown = self.game, self.shown(None)
        hands = [Zone("holds", seat, "", game.held_pieces(self._s, seat)) for seat in range(self.seats)]
        return picture(repr(self).strip("<>"), [*game.sketch(shown).zones, *(zone for zone in hands if zone.pieces)])

    def _repr_svg_(self) -> str:
        return self.svg()

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Position):
            return NotImplemented
        return self.game.name == other.game.name and self._s.to_bytes() == other._s.to_bytes()

    def __hash__(self) -> int:
        return hash(self._s.to_bytes())

    def __copy__(self) -> Self:
        return self

    def __deepcopy__(self, _: object) -> Self:
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        return Position, (self.game, self._s)


def _seat_and_move(seat: int, move: Any) -> tuple[int, Any]:
    """Two arguments by position or by name, as Python reads them."""
    return seat, move
