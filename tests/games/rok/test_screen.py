"""The terminal's table of ROK: every phase is drawn, every event told, and short forms are understood."""

from __future__ import annotations

from functools import cache
from typing import cast, get_args

import msgspec
import pytest
from rich.console import Console, RenderableType

from erre.bots.kernel_bot import KernelBot
from erre.core.game import Position
from erre.games.rok import GAME
from erre.games.rok.events import Lying, RokEvent
from erre.games.rok.screen import DESTINY, FACE_DOWN, HEIGHT, SCREEN, WIDTH, Plane, plane_of, rune_text
from erre.games.rok.views import RokView

NAMES = ["Ada", "Ben", "Cleo", "Dan", "Eva"]


def printed(picture: RenderableType) -> str:
    """What a terminal would show."""
    console = Console(width=120, no_color=True)
    with console.capture() as caught:
        console.print(picture)
    return caught.get()


@cache
def watched(seed: int, seats: int, clumsy: int) -> tuple[list[RokView], list[RokEvent]]:
    """All views and events of a seeded game of greedy bots in turn; one move in so many is a random one."""
    sensible, careless = KernelBot(GAME, "greedy", seed=seed), KernelBot(GAME, "random", seed=seed)
    opening = Position.new(GAME, seats, seed=seed)
    position, happened = opening.position, list(opening.events)
    views: list[RokView] = []
    for step in range(400):
        if not position.turn:
            break
        seat = position.turn[step % len(position.turn)]
        views.append(view_of(position, seat))
        bot = careless if step % clumsy == clumsy - 1 else sensible
        played = position.play(seat, bot.move(views[-1]))
        position = played.position
        happened += played.events
    return [*views, view_of(position, None)], cast(list[RokEvent], happened)


def view_of(position: Position, seat: int | None) -> RokView:
    """The view of a seat, known as one of this game."""
    view = position.view(seat)
    assert isinstance(view, RokView)
    return view


@cache
def all_watched() -> tuple[list[RokView], list[RokEvent]]:
    """What happens in a few games, some of them with players who take wrong runes."""
    games = [watched(seed, seats, clumsy) for seed in range(3) for seats in (2, 4, 5) for clumsy in (4, 400)]
    return [view for views, _ in games for view in views], [event for _, events in games for event in events]


@pytest.mark.parametrize("phase", ["grab", "penalty", "slide", "order", "over"])
def test_every_phase_is_drawn_and_explained(phase: str) -> None:
    view = next(view for view in all_watched()[0] if view.phase == phase)
    names = NAMES[: view.seats]
    shown = printed(SCREEN.draw(view, names, []))
    assert f"Round {view.round}" in shown
    assert DESTINY in shown
    assert all(name in shown for name in names)
    assert all(lying.rune in shown for lying in view.table if lying.rune is not None)
    assert shown.count(FACE_DOWN) == sum(not lying.up for lying in view.table)
    assert SCREEN.ask(view)
    assert SCREEN.help(view)
    assert SCREEN.edit("w1a") is None


def test_a_contest_shows_who_has_slid() -> None:
    view = next(view for view in all_watched()[0] if view.contest is not None and any(view.contest.slides))
    shown = printed(SCREEN.draw(view, NAMES[: view.seats], []))
    assert "Slides for" in shown
    assert "to slide" in shown
    assert "Destiny" in shown


@pytest.mark.parametrize("command", SCREEN.commands())
def test_every_command_shows_something(command: str) -> None:
    view = all_watched()[0][-1]
    assert printed(SCREEN.show(command, view, NAMES[: view.seats])).strip()


@pytest.mark.parametrize("kind", get_args(RokEvent), ids=lambda kind: kind.__name__)
def test_every_event_is_told_in_words(kind: type[RokEvent]) -> None:
    events = [event for event in all_watched()[1] if isinstance(event, kind)]
    told = {text.plain for event in events if (text := SCREEN.tell(event, NAMES)) is not None}
    assert told
    assert all(told)


def test_the_table_waits_after_each_round() -> None:
    pauses = [type(event).__name__ for event in all_watched()[1] if SCREEN.pauses_after(event)]
    assert set(pauses) == {"RunesReturned"}


@pytest.mark.parametrize(
    ("phase", "entry", "move"),
    [
        ("grab", "w1a", "grab W1a"),
        ("grab", " B8B ", "grab B8b"),
        ("grab", "d", "done"),
        ("grab", "D", "done"),
        ("grab", "done", "done"),
        ("grab", "grab g3a", "grab g3a"),
        ("grab", "w9a", "w9a"),  # no rune: the notation says what is wrong with it
        ("penalty", "w5", "give W5"),
        ("penalty", "give W5", "give W5"),
        ("slide", "0 0.62", "slide 0 0.62"),
        ("slide", "-2.5 0.66", "slide -2.5 0.66"),
        ("slide", "slide 0 0.62", "slide 0 0.62"),
        ("order", "2 0", "order 2 0"),
        ("order", "order 2 0", "order 2 0"),
        ("grab", "0 0.62", "0 0.62"),  # there is nothing to slide now
    ],
)
def test_short_forms(phase: str, entry: str, move: str) -> None:
    view = msgspec.structs.replace(all_watched()[0][0], phase=phase)
    assert SCREEN.expand(entry, view) == move


def test_runes_that_would_overlap_lie_side_by_side() -> None:
    shown = plane_of([Lying("W1a", True, 3, 3), Lying("G2b", True, 3, 3), Lying(None, False, 3, 3)]).plain
    assert all(label in shown for label in ("W1a", "G2b", FACE_DOWN, DESTINY))


@pytest.mark.parametrize(("x", "y"), [(0.0, 20.0), (20.0, 0.0), (-20.0, 0.0), (0.0, -20.0), (250.0, -250.0)])
def test_the_plane_keeps_its_size(x: float, y: float) -> None:
    plane = Plane()
    plane.put(rune_text("B8b"), x, y)
    lines = plane.text().plain.split("\n")
    assert len(lines) == HEIGHT
    assert {len(line) for line in lines} == {WIDTH}
    assert sum("B8b" in line for line in lines) == 1
