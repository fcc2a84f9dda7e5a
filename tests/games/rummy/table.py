"""A table of Rummy, laid out and played as a player would say it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypeVar, cast

import pytest

from erre.core.errors import IllegalMove
from erre.core.game import Event, Position
from erre.games.rummy import GAME
from erre.games.rummy.state import Rummy
from erre.games.rummy.views import RummyView

SomeEvent = TypeVar("SomeEvent", bound=Event)

# Every option on its own, and some that go together.
OPTION_SETS: list[dict[str, Any]] = [
    {},
    {"jokerRule": "free", "hands": 1},
    {"jokerRule": "replaceFromRack", "jokerSameMeld": True, "blockedScoring": "fullSum"},
    {"closeFromHand": True, "closeFromHandUsesTable": True, "nextStarter": "winner"},
    {"tableUseInOpeningTurn": True, "maxJokersPerMeld": 1, "nextStarter": "left", "blockedScoring": "none"},
    {"timeoutDraw": 3, "turnSeconds": 30, "hands": 2},
]


class Table:
    """A position, and all that was told since the table was laid out."""

    def __init__(self, position: Position, events: Sequence[Event] = ()) -> None:
        self.position = position
        self.events = list(events)

    def moves(self, *moves: str) -> Table:
        """Moves, each by the seat whose turn it is."""
        table = self
        for move in moves:
            played = table.position.play(table.turn, move)
            table = Table(played.position, [*table.events, *played.events])
        return table

    def lays(self, melds: str) -> Table:
        """The seat on turn lays: the whole table as it shall stand."""
        return self.moves(f"lay {melds}")

    def refuses(self, move: str) -> IllegalMove:
        """The refusal that a move of the seat on turn meets; nothing changes."""
        before = self.position.truth.to_bytes()
        with pytest.raises(IllegalMove) as caught:
            self.position.play(self.turn, move)
        assert self.position.truth.to_bytes() == before
        return caught.value

    def allows(self, move: str) -> bool:
        """Whether the seat on turn may make a move."""
        try:
            self.position.check(self.turn, GAME.parse_move(move))
        except IllegalMove:
            return False
        return True

    @property
    def turn(self) -> int:
        """The one seat that play waits for."""
        (seat,) = self.position.turn
        return seat

    @property
    def truth(self) -> Rummy:
        """The record."""
        return cast(Rummy, self.position.truth)

    @property
    def melds(self) -> str:
        """The table as text, without copies."""
        return " ".join(f"[{' '.join(plain(tile) for tile in meld)}]" for meld in self.position.to_json()["table"])

    def rack(self, seat: int) -> str:
        """A rack as text, without copies."""
        return " ".join(plain(tile) for tile in self.position.to_json()["racks"][seat])

    def seen_by(self, seat: int | None) -> RummyView:
        """The view of a seat."""
        return cast(RummyView, self.position.view(seat))

    def told(self, kind: type[SomeEvent]) -> list[SomeEvent]:
        """All events of a kind."""
        return [event for event in self.events if isinstance(event, kind)]


def plain(tile: str) -> str:
    """A tile without its copy, a joker without its number."""
    name, _, stands = tile.partition("=")
    name = "J" if name.startswith("J") else name.rstrip("ab")
    return f"{name}={stands}" if stands else name


def laid_out(
    table: str = "", *racks: str, pool: str = "G1 G13", opened: bool | list[bool] = True, **more: Any
) -> Table:
    """A table in the middle of a hand: seat 0 is on turn, and tiles nobody mentions are out of play."""
    sides = racks if len(racks) > 1 else (*racks, "Y13")
    position = {
        "seats": len(sides),
        "racks": [rack.split() for rack in sides],
        "table": [meld.split() for meld in table.replace("[", "").split("]") if meld.split()],
        "pool": pool.split(),
        "opened": opened if isinstance(opened, list) else [opened] * len(sides),
        "turn": 0,
        "partial": True,
    }
    return Table(Position.from_json(GAME, {**position, **more}))


def new(seats: int = 2, options: dict[str, Any] | None = None, seed: int = 1) -> Table:
    """A new match."""
    played = Position.new(GAME, seats, options, seed=seed)
    return Table(played.position, played.events)
