"""`erre new-game`: a package with a small working game, to be changed into another one."""

from __future__ import annotations

import keyword
import re
from importlib.resources import files
from pathlib import Path

from rich.console import Console

from erre.core.errors import BadOptions
from erre.games import NAME, game_names

LONGEST_TITLE = 40
TEMPLATE = files("erre.cli") / "template"
FILES = {
    "pyproject.toml": "pyproject.toml",
    "game.py": "erre_{name}/__init__.py",
    "RULES.md": "erre_{name}/RULES.md",
}


def make_game(title: str, folder: Path | None) -> None:
    """Write the package, and say what to do next."""
    name = name_of(title)
    place = folder or Path(f"erre-{name}")
    if place.exists() and any(place.iterdir()):
        raise BadOptions(f"{place} is not empty: name another folder")
    for source, target in FILES.items():
        path = place / target.format(name=name)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(filled_in((TEMPLATE / source).read_text("utf-8"), title.strip(), name), "utf-8")
    console = Console(highlight=False)
    console.print(f"A game that works is in {place}. Next:", markup=False, soft_wrap=True)
    for line in (f"pip install -e {place}", f"erre play {name}", f"erre conformance {name}"):
        console.print(f"  {line}", markup=False, soft_wrap=True)
    console.print(
        f"Then change erre_{name}/RULES.md and erre_{name}/__init__.py. See docs/new-game.md.", soft_wrap=True
    )


def name_of(title: str) -> str:
    """The name of a game by its title: `Liar's Dice` is `liars_dice`."""
    if len(title) > LONGEST_TITLE or not title.isprintable() or set(title) & set('"\\{}'):
        raise BadOptions(
            f"a title has at most {LONGEST_TITLE} characters, and no quotation marks, backslashes or braces"
        )
    name = re.sub(r"[^a-z0-9]+", "_", title.lower().replace("'", "")).strip("_")
    if not NAME.fullmatch(name) or keyword.iskeyword(name):
        raise BadOptions(f"{title!r} gives no name for a game: begin with a letter, and use letters and digits")
    if name in game_names():
        raise BadOptions(f"there is a game {name} already")
    return name


def filled_in(text: str, title: str, name: str) -> str:
    """A file of the template with the game's own names."""
    kind = "".join(word.capitalize() for word in name.split("_"))
    return text.replace("New Game", title).replace("NewGame", kind).replace("newgame", name)
