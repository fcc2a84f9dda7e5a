"""The rules as one page for players, in four languages; the numbered rules are in RULES.md.

The pages are data (`games/<game>/guide/<language>.json`), shown here and in the browser.
"""

from __future__ import annotations

import msgspec
from rich.console import Console
from rich.markdown import Markdown

from erre.core.errors import BadOptions
from erre.games import game

LANGUAGES = {"en": "English", "it": "italiano", "ro": "română", "de": "Deutsch"}


class Grid(msgspec.Struct, frozen=True):
    """A table: its heading and its rows."""

    head: list[str]
    rows: list[list[str]]


class Block(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One block between two headings; figures are drawn only in browsers."""

    items: list[str] = msgspec.field(name="list", default_factory=list)
    steps: list[str] = []
    table: Grid | None = None
    example: str = ""
    tip: str = ""
    figure: str = ""
    caption: str = ""


class Chapter(msgspec.Struct, frozen=True):
    """A part of a page; a plain text is a paragraph."""

    title: str
    blocks: list[str | Block]


class Guide(msgspec.Struct, frozen=True):
    """The guide to a game's rules, in one language."""

    intro: str
    chapters: list[Chapter]


def guide(name: str, language: str) -> Guide:
    """A game's page in a language."""
    title = game(name).title
    code = language.strip().lower()[:2]
    if code not in LANGUAGES:
        raise BadOptions(f"the rules of {title} are available in {', '.join(LANGUAGES)}, not in {language!r}")
    file = game(name).files / "guide" / f"{code}.json"
    if not file.is_file():
        raise BadOptions(f"{title} has no page for players; erre rules {name} shows its rules")
    return msgspec.json.decode(file.read_bytes(), type=Guide)


def guide_text(name: str, language: str) -> str:
    """A guide as Markdown."""
    page = guide(name, language)
    parts = [f"# {game(name).title}", page.intro]
    for chapter in page.chapters:
        parts += [f"## {chapter.title}", *map(block_text, chapter.blocks)]
    return "\n\n".join(filter(None, parts)) + "\n"


def block_text(block: str | Block) -> str:
    """One block of a guide as Markdown."""
    if isinstance(block, str):
        return block
    lines = [f"- {item}" for item in block.items]
    lines += [f"{number}. {item}" for number, item in enumerate(block.steps, 1)]
    lines += [f"> {aside}" for aside in (block.example, block.tip) if aside]
    if block.table:
        lines += [row_text(block.table.head), row_text(["---"] * len(block.table.head))]
        lines += map(row_text, block.table.rows)
    return "\n".join(lines)


def row_text(cells: list[str]) -> str:
    """A row of a table."""
    return f"| {' | '.join(cells)} |"


def show_guide(name: str, language: str) -> None:
    """The page on the screen, page by page where there is one."""
    console = Console()
    text = Markdown(guide_text(name, language))
    if console.is_terminal:
        with console.pager(styles=True):
            console.print(text)
    else:
        console.print(text)
