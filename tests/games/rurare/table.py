"""A table of Ru-Ra-Re, laid as a player would say it."""

from __future__ import annotations

from typing import Any, TypeVar

from erre.core.game import Played, Position
from erre.games.rurare import GAME
from erre.games.rurare.events import RuRaReEvent
from erre.games.rurare.sheet import Tally
from erre.games.rurare.state import RuRaRe
from erre.games.rurare.views import RuRaReView

T = TypeVar("T")


def cards(text: str) -> list[str]:
    """`2 king pig` is two kings and a pig."""
    found: list[str] = []
    times = 1
    for word in text.split():
        if word.isdigit():
            times = int(word)
        else:
            found += [word] * times
            times = 1
    return found


def display(text: str) -> dict[str, int]:
    """Cards in front of a seat, by kind."""
    found = cards(text)
    return {kind: found.count(kind) for kind in found}


def written(*rows: str, seats: int = 2, displays: tuple[str, ...] = (), pile: str = "", **more: Any) -> dict[str, Any]:
    """A partial position as JSON: rows from the inside outwards, the pile from its top; the rest is out of play."""
    box = more.pop("box", "")
    return {
        "seats": seats,
        "partial": True,
        "rows": [cards(row) for row in rows],
        "displays": [display(text) for text in displays] or [{} for _ in range(seats)],
        "pile": cards(pile),
        "box": cards(box),
        **more,
    }


def table(*rows: str, seats: int = 2, displays: tuple[str, ...] = (), pile: str = "", **more: Any) -> Position:
    """A position with these cards, and no others."""
    return Position.from_json(GAME, written(*rows, seats=seats, displays=displays, pile=pile, **more))


def new(seats: int, seed: int = 7, **options: Any) -> Position:
    """A fresh game."""
    return Position.new(GAME, seats, options, seed=seed).position


def choose(position: Position, *rows: int | None) -> Played:
    """Each seat chooses its row, None for a seat that has no part; what happened from the first choice on."""
    events = []
    for seat, row in enumerate(rows):
        if row is not None:
            played = position.play(seat, f"row {row}")
            position = played.position
            events += played.events
    return Played(position, events)


def moves(position: Position, seat: int) -> list[str]:
    """The legal moves of a seat, as text."""
    return [GAME.format_move(move) for move in GAME.legal(record(position), seat)]


def record(position: Position) -> RuRaRe:
    """The position's record."""
    s = position.truth
    assert isinstance(s, RuRaRe)
    return s


def redacted(events: list[Any], seat: int | None) -> list[RuRaReEvent]:
    """The events as a seat may know them."""
    return [GAME.redact(event, seat) for event in events]


def shown(position: Position, what: str) -> Any:
    """A field of the position's JSON."""
    return position.to_json()[what]


def look(position: Position, seat: int | None = 0) -> RuRaReView:
    """The view of a seat."""
    view = position.view(seat)
    assert isinstance(view, RuRaReView)
    return view


def only(events: list[Any], kind: type[T]) -> list[T]:
    """The events of one kind."""
    return [event for event in events if isinstance(event, kind)]


def standing(*displays: str) -> list[Tally]:
    """What the seats would get for their displays."""
    rows = ("king pig cow", "goat goose rabbit")
    return look(table(*rows, seats=len(displays), displays=displays)).standing
