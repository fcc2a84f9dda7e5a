"""A table of ROK, laid as a player would say it."""

from __future__ import annotations

from collections import Counter
from typing import Any, TypeVar

from erre.core.game import Played, Position
from erre.games.rok import GAME
from erre.games.rok.events import RokEvent
from erre.games.rok.notation import RUNES
from erre.games.rok.state import Rok
from erre.games.rok.views import RokView

T = TypeVar("T")
JSON = dict[str, Any]


def lying(text: str, number: int) -> JSON:
    """`W1a` lies face up, `-W1a` face down; `W1a@3,4` says where, otherwise in a row at a distance."""
    name, _, place = text.partition("@")
    x, y = place.split(",") if place else (str(3 * (number % 6) - 8), str(4 + 3 * (number // 6)))
    return {"rune": name.removeprefix("-"), "up": not name.startswith("-"), "x": float(x), "y": float(y)}


def written(
    table: str = "",
    *,
    seats: int = 3,
    balance: str = "",
    treasure: tuple[str, ...] = (),
    held: tuple[str, ...] = (),
    bag: str = "",
    **more: Any,
) -> JSON:
    """A partial position as JSON; `.` is a seat without a Balance Rune, and what is not named is out of play."""
    names = [None if name == "." else name for name in balance.split()]
    return {
        "seats": seats,
        "partial": True,
        "table": [lying(text, number) for number, text in enumerate(table.split())],
        "balance": (names + [None] * seats)[:seats],
        "treasure": ([text.split() for text in treasure] + [[]] * seats)[:seats],
        "held": ([text.split() for text in held] + [[]] * seats)[:seats],
        "bag": bag.split(),
        **more,
    }


def lay(table: str = "", **more: Any) -> Position:
    """A position with these runes, and no others."""
    return Position.from_json(GAME, written(table, **more))


def new(seats: int, seed: int = 7, **options: Any) -> Position:
    """A fresh game."""
    return Position.new(GAME, seats, options, seed=seed).position


def play(position: Position, *moves: str) -> Played:
    """Moves as `0 grab W1a`, seat first; `done` alone is that of every seat still in the scramble."""
    events = []
    for text in moves:
        seats = position.turn if text == "done" else [int(text.split()[0])]
        for seat in seats:
            if position.phase != "grab" and text == "done":
                break
            played = position.play(seat, "done" if text == "done" else text.partition(" ")[2])
            position = played.position
            events += played.events
    return Played(position, events)


def moves(position: Position, seat: int) -> list[str]:
    """The legal moves of a seat, as text."""
    return [GAME.format_move(move) for move in GAME.legal(record(position), seat)]


def record(position: Position) -> Rok:
    """The position's record."""
    s = position.truth
    assert isinstance(s, Rok)
    return s


def look(position: Position, seat: int | None = 0) -> RokView:
    """The view of a seat."""
    view = position.view(seat)
    assert isinstance(view, RokView)
    return view


def shown(position: Position, what: str) -> Any:
    """A field of the position's JSON."""
    return position.to_json()[what]


def treasures(position: Position) -> list[str]:
    """The treasures, as text, in the order of the runes."""
    return [" ".join(sorted(runes, key=RUNES.index)) for runes in shown(position, "treasure")]


def on_table(position: Position) -> set[str]:
    """The runes on the table, `-` before those face down."""
    return {("" if one["up"] else "-") + one["rune"] for one in shown(position, "table")}


def only(events: list[Any], kind: type[T]) -> list[T]:
    """The events of one kind."""
    return [event for event in events if isinstance(event, kind)]


def redacted(events: list[Any], seat: int | None) -> list[RokEvent]:
    """The events as a seat may know them."""
    return [GAME.redact(event, seat) for event in events]


def pieces(position: Position) -> Counter[str]:
    """All runes, wherever they are."""
    said = position.to_json()
    before_seats = [rune for name in ("treasure", "held") for runes in said[name] for rune in runes]
    balance = [rune for rune in said["balance"] if rune]
    return Counter([*said["bag"], *(one["rune"] for one in said["table"]), *balance, *before_seats])
