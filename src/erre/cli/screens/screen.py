"""What the terminal asks of every game's screen."""

from __future__ import annotations

from importlib import import_module
from typing import Any, Protocol

from rich.console import RenderableType
from rich.text import Text

from erre.core.game import AnyGame


class Screen(Protocol):
    """Draws views, tells events, and understands the short forms that players type."""

    def draw(self, view: Any, names: list[str], legal: list[str]) -> RenderableType:
        """The table as the viewer sees it, with the moves that are legal now."""

    def tell(self, event: Any, names: list[str]) -> Text | None:
        """An event in words; None where the picture says it."""

    def ask(self, view: Any) -> str:
        """What the player is asked."""

    def expand(self, entry: str, view: Any) -> str:
        """A move from what a player typed."""

    def edit(self, entry: str) -> RenderableType | None:
        """Change a turn that is built step by step, and show it; None for an entry that is no such change."""

    def commands(self) -> dict[str, str]:
        """Words that show something more, and what they show."""

    def show(self, command: str, view: Any, names: list[str]) -> RenderableType:
        """What such a word shows."""

    def help(self, view: Any) -> str:
        """How to play, in a few lines."""

    def pauses_after(self, event: Any) -> bool:
        """Whether the table waits for the player before going on."""


def screen_of(game: AnyGame) -> Screen:
    """The screen of a game."""
    found: Screen = import_module(f"erre.cli.screens.{game.name}").SCREEN
    return found
