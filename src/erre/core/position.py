"""A position: an immutable handle on a state, and the main interface to a game."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from erre.core import chance
from erre.core.errors import BadOptions
from erre.core.game import AnyGame, Event, Move, Outcome, View
from erre.core.record import GameRecord


@dataclass(frozen=True, slots=True)
class Played:
    """A move's result: where the game stands now, and what happened."""

    position: Position
    events: list[Event]


class Position:
    """Where a game stands. `play` returns a new position; this one stays as it is."""

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
        if key is None:
            key = chance.fresh_key() if seed is None else chance.key_from_seed(seed)
        s = game.start(seats, game.read_options(options), key)
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
        """The rulebook's name of what is going on."""
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

    def legal(self, seat: int) -> list[Move]:
        """The legal moves of a seat."""
        return self.game.legal(self._s, seat) if 0 <= seat < self.seats else []

    def check(self, seat: int, move: Move) -> None:
        """Raise the refusal that the move would meet."""
        self.game.check(self._s, seat, move)

    def play(self, seat: int, move: Move | str) -> Played:
        """Check a move, carry it out, and return the new position with what happened."""
        wanted = self.game.parse_move(move) if isinstance(move, str) else move
        self.check(seat, wanted)
        return self.carry_out(seat, wanted)

    def carry_out(self, seat: int, move: Move) -> Played:
        """The same for a move that `check` has allowed at this position; it is not checked again."""
        s = self._s.copy()
        events = self.game.act(s, seat, move)
        return Played(Position(self.game, s), events)

    def view(self, seat: int | None) -> View:
        """What a seat may see; None is a spectator."""
        if seat is not None and not 0 <= seat < self.seats:
            raise BadOptions(f"there is no seat {seat}: the seats are 0 to {self.seats - 1}")
        view: View = self.game.view(self._s, seat)
        return view

    def shown(self, seat: int | None) -> View:
        """What a seat is shown at a table: its view without what it would have to remember."""
        shown: View = self.game.shown(self.view(seat))
        return shown

    def to_json(self) -> dict[str, Any]:
        """The whole truth as JSON; `from_json` gives an equal position."""
        return self.game.write_position(self._s)

    def __str__(self) -> str:
        return json.dumps(self.to_json(), separators=(",", ":"))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Position) and self.game is other.game and self._s.to_bytes() == other._s.to_bytes()

    def __hash__(self) -> int:
        return hash(self._s.to_bytes())
