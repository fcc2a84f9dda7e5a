"""What the terminal asks of every game's screen, and the plain screen for games that bring none."""

from __future__ import annotations

from typing import Any, Protocol

from rich import box
from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from erre.core.companions import companion
from erre.core.game import AnyGame
from erre.core.sketch import Zone


class Screen(Protocol):
    """Draws views, describes events, and understands the short forms that players type."""

    def draw(self, view: Any, names: list[str], legal: list[str]) -> RenderableType:
        """The table as the viewer sees it, with the moves that are legal now."""

    def tell(self, event: Any, names: list[str]) -> Text | None:
        """An event as a sentence; None if the drawing shows it."""

    def ask(self, view: Any) -> str:
        """What the terminal asks the player."""

    def expand(self, entry: str, view: Any) -> str:
        """A move from what a player typed."""

    def edit(self, entry: str) -> RenderableType | None:
        """Change a turn that is built step by step, and show it; None for an entry that is no such change."""

    def commands(self) -> dict[str, str]:
        """Further commands, and what they show."""

    def show(self, command: str, view: Any, names: list[str]) -> RenderableType:
        """The output of such a command."""

    def help(self, view: Any) -> str:
        """How to play, in a few lines."""

    def pauses_after(self, event: Any) -> bool:
        """Whether the table waits for the player before going on; `show("sheet", …)` is printed first."""


class PlainScreen:
    """The screen of a game that brings none: the view as a list, the legal moves by their text."""

    def __init__(self, game: AnyGame) -> None:
        self.game = game
        self.legal: list[str] = []

    def draw(self, view: Any, names: list[str], legal: list[str]) -> RenderableType:
        """Every place on the table, then the legal moves."""
        self.legal = legal
        table = Table(box=box.SIMPLE, show_header=False, pad_edge=False, title=self.game.title, title_justify="left")
        for zone in self.game.sketch(view).zones:
            table.add_row(Text(title_of(zone, names), style="dim"), Text(content_of(zone)))
        return Group(table, Text(f"You may play: {', '.join(legal)}"))

    def tell(self, event: Any, names: list[str]) -> Text | None:
        """An event as the game words it."""
        return Text(self.game.event_words(event, names))

    def ask(self, view: Any) -> str:
        """What the terminal asks the player."""
        return "Your move"

    def expand(self, entry: str, view: Any) -> str:
        """The only legal move that ends with what was typed, such as `bid 7` for `7`; otherwise the entry itself."""
        fitting = [move for move in self.legal if move == entry or move.endswith(f" {entry}")]
        return fitting[0] if len(fitting) == 1 else entry

    def edit(self, entry: str) -> RenderableType | None:
        """A turn is a single move here."""
        return None

    def commands(self) -> dict[str, str]:
        """No further commands."""
        return {}

    def show(self, command: str, view: Any, names: list[str]) -> RenderableType:
        """Draw the table again."""
        return self.draw(view, names, self.legal)

    def help(self, view: Any) -> str:
        """How to enter a move."""
        return f"Type one of the moves listed, or only its last word. erre rules {self.game.name} shows the rules."

    def pauses_after(self, event: Any) -> bool:
        """Never: events are printed one after another."""
        return False


def title_of(zone: Zone, names: list[str]) -> str:
    """A place's title, with the name of the player it belongs to."""
    return zone.title if zone.seat is None else f"{names[zone.seat]}: {zone.title}"


def content_of(zone: Zone) -> str:
    """The text and the pieces of a place on one line."""
    return " ".join([*([zone.text] if zone.text else []), *(f"[{piece}]" for piece in zone.pieces)]) or "–"


def screen_of(game: AnyGame) -> Screen:
    """The screen of a game."""
    module = companion(game, "screen")
    screen: Screen = PlainScreen(game) if module is None else module.SCREEN
    return screen


def at_moment(at: int, told: Text) -> Text:
    """A sentence with its time in milliseconds before it."""
    return Text.assemble((f"{at / 1000:8.2f} s  ", "dim"), told)
