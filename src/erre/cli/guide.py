"""The rules as one page for players, in four languages; the numbered rules are in RULES.md."""

from __future__ import annotations

import re
from importlib import resources

from rich.console import Console
from rich.markdown import Markdown

from erre.core.errors import BadOptions
from erre.games import REGISTRY, game

LANGUAGES = {"en": "English", "it": "italiano", "ro": "română", "de": "Deutsch"}
PIECES = re.compile(r"^\[\[\w+ (.+)\]\]$", re.MULTILINE)  # a line that browsers show as a row of pieces


def guide_text(name: str, language: str) -> str:
    """A game's page in a language."""
    title = game(name).title
    code = language.strip().lower()[:2]
    if code not in LANGUAGES:
        raise BadOptions(f"the rules of {title} are told in {', '.join(LANGUAGES)}, not in {language!r}")
    return (resources.files(REGISTRY[name.lower()]) / "guide" / f"{code}.md").read_text("utf-8")


def show_guide(name: str, language: str) -> None:
    """The page on the screen; pieces are named where a browser draws them."""
    console = Console()
    text = Markdown(PIECES.sub(lambda line: f"> `{line[1]}`", guide_text(name, language)))
    if console.is_terminal:
        with console.pager(styles=True):
            console.print(text)
    else:
        console.print(text)
